"""Hints, explanations and ratings of any puzzle, by its face or in its family's own way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from clew.core.capabilities import RatedTogether, capability
from clew.core.faces import CSP, Game, StateSpace
from clew.core.puzzle import GridPuzzle, Puzzle, Unsuited, as_puzzle
from clew.core.result import Stopped
from clew.explanations.entries import EntryExplainer
from clew.explanations.explainer import Explainer, HasExplainer, Rating
from clew.explanations.explanation import Explanation, Hint, NotUnique
from clew.explanations.games import GameExplainer
from clew.explanations.walks import WalkExplainer

LOT = 4096
"""Puzzles that are rated together before the first of them is told."""


def explainer_of(given: Puzzle | str) -> Explainer[Any]:
    """The explainer of a puzzle: its own, or that of the face it shows."""
    puzzle = as_puzzle(given)
    own = capability(puzzle, HasExplainer)
    if own is not None:
        return own.explainer()
    if Game in puzzle.faces:
        return GameExplainer(puzzle)
    if StateSpace in puzzle.faces and not isinstance(puzzle, GridPuzzle):
        return WalkExplainer(puzzle)
    if CSP in puzzle.faces:
        return EntryExplainer(puzzle)
    raise Unsuited(f"{puzzle.name} cannot be told step by step")


def hint(puzzle: Puzzle | str, filled: Sequence[Any] = (), *, uniqueness: bool = True) -> Hint:
    """What to do next.

    `filled` is what has been done so far: the entries of a grid cell by cell, 0 where there is
    none (of another CSP the value of each variable, or None); of a walk the moves of its space,
    of a game the moves as text. A walk or a game that is under way may be given as the position
    itself, `puzzle.at(state)`. What contradicts the solution is told first.

    >>> import clew
    >>> clew.hint("nim:3,4,5").move
    'pile 1: take 2'
    """
    return explainer_of(puzzle).hint(filled, uniqueness)


def explain(puzzle: Puzzle | str | str, *, uniqueness: bool = True) -> Explanation:
    """The solution step by step.

    A grid, or any other CSP, must have exactly one (NotUnique); of a walk it is a shortest way or
    one that was found, of a game a line of best play.

    >>> import clew
    >>> clew.explain("jugs:3,5=4").verdict
    '6 moves; fewer are impossible'
    """
    return explainer_of(puzzle).explain(uniqueness)


def rate(puzzle: Puzzle | str, *, uniqueness: bool = True) -> Rating:
    """How hard the puzzle is.

    A grid, or any other CSP, must have exactly one solution (NotUnique); Unsuited for a kind of
    puzzle that has no rating.

    >>> import clew
    >>> print(clew.rate("latin:3:123/2../..."))
    trivial 1.0/1.0/1.0
    """
    return explainer_of(puzzle).rate(uniqueness)


def rate_all(
    puzzles: Sequence[Puzzle], *, uniqueness: bool = True
) -> Iterator[Rating | NotUnique | Stopped]:
    """Level and ratings of each, without techniques and HoDoKu's score; or why there are none.

    Puzzles that a kernel rates together are; the ratings are the same as those of `rate`.
    """
    for at in range(0, len(puzzles), LOT):
        for together, some in groupby(puzzles[at : at + LOT], _together):
            if together is None:
                yield from (_graded(puzzle, uniqueness) for puzzle in some)
            else:
                yield from together(list(some), uniqueness)


def _together(puzzle: Puzzle) -> Any:
    offer = capability(puzzle, RatedTogether)
    return None if offer is None else offer.rate_together


def _graded(puzzle: Puzzle, uniqueness: bool) -> Rating | NotUnique | Stopped:
    try:
        return explainer_of(puzzle).grade(uniqueness)
    except (NotUnique, Stopped) as error:
        return error
