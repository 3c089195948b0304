"""What a player has done so far, read from text: entries in a grid, or moves in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from clew.core.faces import Game, StateSpace
from clew.core.puzzle import CellPuzzle, Puzzle
from clew.core.verdicts import shortened
from clew.explanations.walks import guide_of

SHOWN = 8


def entries(puzzle: Puzzle, text: str) -> Sequence[int | None]:
    """The entries of a text that states the same puzzle, but for what is filled in.

    The cells alone are enough for a grid, and so is an id.
    """
    if not isinstance(puzzle, CellPuzzle):
        raise ValueError(f"{puzzle.name} is not filled in, expected its moves")
    return puzzle.read_entries(text.strip().removeprefix(f"{puzzle.name}:"))


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
