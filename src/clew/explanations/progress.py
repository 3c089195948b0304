"""What a player has done so far, read from text: entries in a grid, or moves in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from clew.core.faces import CSP, Game, StateSpace
from clew.core.puzzle import CellPuzzle, Filled, Puzzle, check_filled
from clew.core.verdicts import shortened
from clew.explanations.walks import guide_of

SHOWN = 8


def progress(puzzle: Puzzle, filled: Filled) -> Sequence[Any]:
    """Read what a user has done so far: the moves of a walk or a game, otherwise entries."""
    check_filled(filled)
    if Game not in puzzle.faces and StateSpace not in puzzle.faces:
        return entries(puzzle, filled) if len(filled) else ()
    if isinstance(filled, Mapping):
        raise ValueError(f"you don't fill in {puzzle.name}, you make moves: give those instead")
    return moves(puzzle, filled) if isinstance(filled, str) else filled


def entries(puzzle: Puzzle, filled: Filled) -> Sequence[int | None]:
    """Read what a user has filled in, as values of the variables of the puzzle's CSP.

    A text may be the whole puzzle, with more cells filled, or its id.

    Raises:
        ValueError: if a name or a value is wrong.
    """
    if isinstance(puzzle, CellPuzzle):
        if isinstance(filled, str):
            filled = filled.strip().removeprefix(f"{puzzle.name}:")
        return puzzle.read_entries(filled)
    if CSP not in puzzle.faces:
        raise ValueError(f"you don't fill in {puzzle.name}, you make moves: give those instead")
    if isinstance(filled, str):
        raise ValueError(f"the variables of {puzzle.name} have no names: give a list of values")
    if not isinstance(filled, Mapping):
        return list(filled)
    places = range(len(puzzle.csp().domains))
    if wrong := [name for name in filled if name not in places]:
        raise ValueError(f"there's no variable {wrong[0]}: they go from 0 to {len(places) - 1}")
    return [filled.get(place) for place in places]


def moves(puzzle: Puzzle, text: str) -> tuple[Any, ...]:
    """The moves of a text, separated by ;, each as a hint names it or as a player would type it."""
    if Game in puzzle.faces:
        game = puzzle.game()

        def named(state: Any) -> dict[str, tuple[Any, Any]]:
            over = game.payoff(state) is not None
            return {} if over else {pair[0]: pair for pair in game.successors(state)}

        return _read(text, game.start, named)
    if StateSpace not in puzzle.faces:
        raise ValueError(f"{puzzle.name} has no moves, expected what is filled in")
    guide = guide_of(puzzle)
    return _read(
        text,
        guide.space.start,
        lambda state: {
            name: pair
            for pair in guide.space.successors(state)
            for name in (guide.named(pair[0]), puzzle.say(pair[0]))
        },
    )


def _read(
    text: str, state: Any, named: Callable[[Any], dict[str, tuple[Any, Any]]]
) -> tuple[Any, ...]:
    """The moves; `named` has for a state the name of each move, the move and the next state."""
    made = []
    typed = [" ".join(word.lower().split()) for word in text.split(";") if word.strip()]
    for number, word in enumerate(typed, 1):
        after = named(state)
        move, state = after[_meant(number, word, after)]
        made.append(move)
    return tuple(made)


def _meant(number: int, word: str, named: Iterable[str]) -> str:
    for name in named:
        if name.lower() == word:
            return name
    known = "; ".join(shortened(list(dict.fromkeys(named)), SHOWN)) or "none"
    raise ValueError(f"move {number}: found {word[:40]!r}, expected one of {known}")
