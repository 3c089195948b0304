"""Hints, explanations and ratings of any puzzle, by its face or in its family's own way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from clew.core.capabilities import RatedTogether, capability
from clew.core.deadline import limited
from clew.core.faces import CSP, Game, StateSpace
from clew.core.puzzle import Filled, Puzzle, Unsuited, as_puzzle
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
from clew.explanations.progress import progress
from clew.explanations.walks import WalkExplainer

EXPLAINERS: dict[type, type[Explainer[Any]]] = {
    Game: GameExplainer,
    StateSpace: WalkExplainer,
    CSP: EntryExplainer,
}
"""By face; a puzzle with several is explained by the first of them here."""
LOT = 4096
"""How many puzzles are rated together before the first rating is given out."""


def explainer_of(puzzle: Puzzle | str) -> Explainer[Any]:
    """The explainer of a puzzle: its own, or that of the face it shows."""
    puzzle = as_puzzle(puzzle)
    own = capability(puzzle, HasExplainer)
    if own is not None:
        return own.explainer()
    for face, explainer in EXPLAINERS.items():
        if face in puzzle.faces:
            return explainer(puzzle)
    raise Unsuited(f"{puzzle.name} cannot be explained step by step")


def hint(
    puzzle: Puzzle | str,
    filled: Filled = (),
    *,
    uniqueness: bool = True,
    max_seconds: float | None = None,
) -> Hint:
    """Give the next step; a mistake made so far comes first.

    `filled` is what has been done so far. For a puzzle that's filled in it's a dictionary of values
    by name, a value for each cell or variable (0 or None for a blank), or a text such as "r1c2=3".
    For a walk it's the moves of its space, and for a game the moves as text; a text may hold them
    all, separated by semicolons. For a walk or a game in progress you may also pass the position
    itself, `puzzle.at(state)`.

    Raises:
        Stopped: if it takes more than `max_seconds`.

    >>> print(hint("nim:1,2"))
    pile 2: take 1: it makes the nim-sum 0: 2 becomes 1, the nim-sum of the rest: 1 ^ 1 = 0
    >>> print(hint("sudoku:..233..42.3.1...", {"r1c1": 1}))
    r1c1 is not 1: that contradicts the solution
    """
    stated = as_puzzle(puzzle)
    return limited(max_seconds, lambda: hint_after(stated, progress(stated, filled), uniqueness))


def hint_after(puzzle: Puzzle, made: Sequence[Any], uniqueness: bool = True) -> Hint:
    """Give the next step after entries or moves as `clew.explanations.progress` reads them."""
    return explainer_of(puzzle).hint(made, uniqueness)


def explain(
    puzzle: Puzzle | str, *, uniqueness: bool = True, max_seconds: float | None = None
) -> Explanation:
    """The solution step by step.

    A grid, or any other CSP, must have exactly one solution (NotUnique). For a walk the steps are a
    shortest plan, or one that was found; for a game, a line of best play. Stopped if it takes more
    than `max_seconds`.

    >>> explain("jugs:3,5=2").steps[0].text
    'fill 2, and the jugs hold 0, 5; 2 moves to go, and fewer are impossible'
    """
    return limited(max_seconds, lambda: explainer_of(puzzle).explain(uniqueness))


def rate(
    puzzle: Puzzle | str, *, uniqueness: bool = True, max_seconds: float | None = None
) -> Rating:
    """How hard the puzzle is.

    A grid, or any other CSP, must have exactly one solution (NotUnique); Unsuited for a kind of
    puzzle that has no rating; Stopped if it takes more than `max_seconds`.

    >>> print(rate("sudoku:..233..42.3.1..."))
    easy 1.2/1.0/1.0
    """
    return limited(max_seconds, lambda: explainer_of(puzzle).rate(uniqueness))


def rate_all(
    puzzles: Sequence[Puzzle], *, uniqueness: bool = True
) -> Iterator[Rating | NotUnique | Stopped]:
    """Level and ratings of each, without techniques and HoDoKu's score; or why there are none.

    Puzzles that a kernel can rate together are; the ratings are the same as those of `rate`.
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
