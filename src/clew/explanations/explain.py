"""Hints, explanations and ratings for any puzzle, based on its face or its family's own way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from clew.core.arguments import advice
from clew.core.capabilities import RatedTogether, capability
from clew.core.deadline import limited
from clew.core.faces import CSP, Game, StateSpace
from clew.core.phrases import quoted
from clew.core.puzzle import CellPuzzle, Filled, Puzzle, Unsuited, as_puzzle, check_filled
from clew.core.result import Stopped
from clew.explanations.entries import EntryExplainer
from clew.explanations.explanation import (
    Explainer,
    Explanation,
    HasExplainer,
    Hint,
    NotUnique,
    Rating,
)
from clew.explanations.games import GameExplainer
from clew.explanations.plans import WalkExplainer, guide_of

EXPLAINERS: dict[type, type[Explainer[Any]]] = {
    Game: GameExplainer,
    StateSpace: WalkExplainer,
    CSP: EntryExplainer,
}
"""The explainer for each face. If a puzzle has several faces, the first one here is used."""
LOT = 4096
"""The number of puzzles to rate together before yielding the first rating."""


def explainer_of(puzzle: Puzzle | str) -> Explainer[Any]:
    """Return a puzzle's explainer: its own, or the one for its face."""
    puzzle = as_puzzle(puzzle)
    own = capability(puzzle, HasExplainer)
    if own is not None:
        return own.explainer()
    for face, explainer in EXPLAINERS.items():
        if face in puzzle.faces:
            return explainer(puzzle)
    raise Unsuited(f"Clew can't explain {puzzle.name} step by step")


def hint(
    puzzle: Puzzle | str,
    filled: Filled = (),
    *,
    uniqueness: bool = True,
    max_seconds: float | None = None,
) -> Hint:
    """Give the next step, or point out a mistake made so far.

    For a walk or a game in progress, you can also pass the position itself, `puzzle.at(state)`.

    Args:
        puzzle: The puzzle, or its id.
        filled: Your progress so far. For a puzzle that you fill in, it's a dictionary of values by
            name, a value for each cell or variable (0 or None for a blank), or a string such as
            "r1c2=3". For a walk, it's the moves of its space, and for a game, the moves as text. A
            string can contain several moves, separated by semicolons.
        uniqueness: Whether to use techniques that rely on the solution being unique.
        max_seconds: The time limit, if any.

    Raises:
        NoSolution: if the puzzle has no solution.
        Stopped: if the search takes more than `max_seconds`.

    >>> print(hint("noughts:XX./OO./..."))
    Play r1c3: it wins at once.
    >>> print(hint("sudoku:..233..42.3.1...", {"r1c1": 1}))
    r1c1 can't be 1: that contradicts the solution.
    """
    stated = as_puzzle(puzzle)
    return limited(max_seconds, lambda: hint_after(stated, progress(stated, filled), uniqueness))


def hint_after(puzzle: Puzzle, made: Sequence[Any], uniqueness: bool = True) -> Hint:
    """Give the next step after some entries or moves, as returned by `progress`."""
    return explainer_of(puzzle).hint(made, uniqueness)


def explain(
    puzzle: Puzzle | str, *, uniqueness: bool = True, max_seconds: float | None = None
) -> Explanation:
    """Explain the solution step by step.

    For a walk, the steps are a shortest plan or, failing that, any plan that was found. For a game,
    they're a line of best play.

    Args:
        puzzle: The puzzle, or its id.
        uniqueness: Whether to use techniques that rely on the solution being unique.
        max_seconds: The time limit, if any.

    Raises:
        NotUnique: if a grid or another CSP doesn't have exactly one solution.
        Stopped: if it takes more than `max_seconds`.

    >>> explain("jugs:3,5=2").steps[0].text
    "Fill jug 2. The jugs then hold 0 and 5. You're 2 moves from the goal (the minimum)."
    """
    return limited(max_seconds, lambda: explainer_of(puzzle).explain(uniqueness))


def rate(
    puzzle: Puzzle | str, *, uniqueness: bool = True, max_seconds: float | None = None
) -> Rating:
    """Rate how hard a puzzle is.

    Args:
        puzzle: The puzzle, or its id.
        uniqueness: Whether to use techniques that rely on the solution being unique.
        max_seconds: The time limit, if any.

    Raises:
        NotUnique: if a grid or another CSP doesn't have exactly one solution.
        Unsuited: if puzzles of this kind have no rating.
        Stopped: if it takes more than `max_seconds`.

    >>> print(rate("sudoku:..233..42.3.1..."))
    easy 1.2/1.0/1.0
    """
    return limited(max_seconds, lambda: explainer_of(puzzle).rate(uniqueness))


def rate_all(
    puzzles: Sequence[Puzzle], *, uniqueness: bool = True
) -> Iterator[Rating | NotUnique | Stopped]:
    """Rate each puzzle, without its techniques and HoDoKu's score, or yield the error.

    If a kernel can rate several puzzles at once, it does. The ratings are the same as `rate`'s.
    """
    for at in range(0, len(puzzles), LOT):
        for together, some in groupby(puzzles[at : at + LOT], _together):
            if together is None:
                yield from (_grade(puzzle, uniqueness) for puzzle in some)
            else:
                yield from together(list(some), uniqueness)


def _together(puzzle: Puzzle) -> Any:
    offer = capability(puzzle, RatedTogether)
    return None if offer is None else offer.rate_together


def _grade(puzzle: Puzzle, uniqueness: bool) -> Rating | NotUnique | Stopped:
    try:
        return explainer_of(puzzle).grade(uniqueness)
    except (NotUnique, Stopped) as error:
        return error


# ------------------------------------------------------------------ a player's progress
# Parse a player's progress: entries in a grid, or moves in order.


def progress(puzzle: Puzzle, filled: Filled) -> Sequence[Any]:
    """Parse a user's progress: the moves in a walk or a game, or the entries in other puzzles."""
    check_filled(filled)
    if Game not in puzzle.faces and StateSpace not in puzzle.faces:
        return entries(puzzle, filled) if len(filled) else ()
    if isinstance(filled, Mapping):
        raise ValueError(f"you don't fill in {puzzle.name}, you make moves: give those instead")
    return moves(puzzle, filled) if isinstance(filled, str) else filled


def entries(puzzle: Puzzle, filled: Filled) -> Sequence[int | None]:
    """Parse a user's entries, and return the values of the CSP's variables.

    A string can also be the whole puzzle with more cells filled in, or the id of that puzzle.

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
    """Parse moves separated by semicolons, written as in hints or as a player would type them."""
    if Game in puzzle.faces:
        game = puzzle.game()

        def named(state: Any) -> dict[str, tuple[Any, Any]]:
            over = game.payoff(state) is not None
            return {} if over else {pair[0]: pair for pair in game.successors(state)}

        return _read(text, game.start, named)
    if StateSpace not in puzzle.faces:
        raise ValueError(f"{puzzle.name} has no moves: give the values you filled in")
    guide = guide_of(puzzle)
    return _read(
        text,
        guide.space.start,
        lambda state: {
            name: pair
            for pair in guide.space.successors(state)
            for name in (guide.named(pair[0]), puzzle.say(pair[0]), puzzle.say(pair[0], state))
        },
    )


def _read(
    text: str, state: Any, named: Callable[[Any], dict[str, tuple[Any, Any]]]
) -> tuple[Any, ...]:
    """Parse moves one by one.

    `named` maps the name of each move from a state to the move and the next state.
    """
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
    known = [quoted(name) for name in dict.fromkeys(named)]
    choose = advice(quoted(word), known) if known else "there are no moves left"
    raise ValueError(f"move {number}: {quoted(word[:40])} isn't possible here: {choose}")
