"""A whole solution as steps that a person can follow, each with its reason: for every puzzle."""

from __future__ import annotations

from clew.make import chasing, entries, gaming, walking
from clew.make.entries import TRIAL, climb, only_solution, trial
from clew.make.telling import Explanation, NoSolution, NotUnique, told
from clew.puzzle import GridPuzzle, Puzzle, Unsuited, as_puzzle
from clew.puzzles.lights_out import LightsOut

__all__ = [
    "TRIAL",
    "Explanation",
    "NoSolution",
    "NotUnique",
    "climb",
    "explain",
    "only_solution",
    "told",
    "trial",
]


def explain(puzzle: Puzzle | str, *, uniqueness: bool = True) -> Explanation:
    """The solution step by step.

    A grid, or any other CSP, must have exactly one (NotUnique); of a walk it is a shortest way or
    one that was found, of a game a line of best play.
    """
    puzzle = as_puzzle(puzzle)
    faces = puzzle.faces
    if "game" in faces:
        return gaming.explain(puzzle)
    if isinstance(puzzle, LightsOut):
        return chasing.explain(puzzle)
    if "space" in faces and not isinstance(puzzle, GridPuzzle):
        return walking.explain(puzzle)
    if "csp" in faces:
        return entries.explain(puzzle, uniqueness)
    raise Unsuited(f"{puzzle.name} cannot be told step by step")
