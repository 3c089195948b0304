"""The next step, told as much as is wanted: for every puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.make import chasing, entries, gaming, walking
from clew.make.telling import DEGREES, Hint
from clew.puzzle import GridPuzzle, Puzzle, Unsuited, as_puzzle
from clew.puzzles.lights_out import LightsOut

__all__ = ["DEGREES", "Hint", "hint"]


def hint(puzzle: Puzzle | str, filled: Sequence[Any] = (), *, uniqueness: bool = True) -> Hint:
    """What to do next.

    `filled` is what has been done so far: the entries of a grid cell by cell, 0 where there is
    none (of another CSP the value of each variable, or None); of a walk the moves of its space,
    of a game the moves as text. A walk or a game that is under way may be given as the position
    itself, `puzzle.at(state)`. What contradicts the solution is told first.
    """
    puzzle = as_puzzle(puzzle)
    faces = puzzle.faces
    if "game" in faces:
        return gaming.hint(puzzle, filled)
    if isinstance(puzzle, LightsOut):
        return chasing.hint(puzzle, filled)
    if "space" in faces and not isinstance(puzzle, GridPuzzle):
        return walking.hint(puzzle, filled)
    if "csp" in faces:
        return entries.hint(puzzle, filled, uniqueness)
    raise Unsuited(f"{puzzle.name} cannot be told step by step")
