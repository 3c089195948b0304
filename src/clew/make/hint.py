"""The next step, told as much as is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clew.board import Board
from clew.grid import cell_name
from clew.logic.step import Step
from clew.make.drawing import drawn
from clew.make.explain import only_solution, told, trial
from clew.make.logical import position_of, scale_of
from clew.puzzle import GridPuzzle, Puzzle

DEGREES = ("vague", "technique", "cells", "full")


@dataclass(frozen=True)
class Hint:
    """One step in four degrees: where to look, which technique, which cells, and all of it."""

    vague: str
    technique: str
    cells: str
    full: str
    step: Step | None = None
    board: Board | None = None

    def __str__(self) -> str:
        return self.full


def hint(puzzle: Puzzle, filled: Sequence[int] = (), *, uniqueness: bool = True) -> Hint:
    """What to do next, with these cells filled in besides the givens.

    An entry that contradicts the solution is told first; NotUnique unless there is one solution.
    """
    position = position_of(puzzle, ())
    assert isinstance(puzzle, GridPuzzle)
    solution = only_solution(puzzle)
    if wrong := _wrong(puzzle, filled, solution):
        return wrong
    position = position_of(puzzle, filled)
    if position.solved:
        done = "it is solved: there is nothing to do"
        return Hint(done, done, done, done)
    scale = scale_of(position, uniqueness)
    step = scale.ladder.next(position) or trial(position, scale, solution)
    changed = [cell for cell, _ in step.placements or step.eliminations]
    return Hint(
        f"look at {_place(puzzle, changed[0])}",
        f"there is a {step.technique}",
        f"there is a {step.technique} in {position.names(step.cells)}",
        f"{step.technique}: {told(step, puzzle.order)}",
        step,
        drawn(puzzle, position, step),
    )


def _wrong(puzzle: GridPuzzle, filled: Sequence[int], solution: Sequence[int]) -> Hint | None:
    """What is filled in and cannot be right."""
    wrong = [cell for cell, value in enumerate(filled) if value and value != solution[cell]]
    if not wrong:
        return None
    cell = wrong[0]
    name = cell_name(cell, puzzle.order)
    count = f"{len(wrong)} entries contradict" if len(wrong) > 1 else "an entry contradicts"
    full = f"{name} is not {filled[cell]}: that contradicts the solution"
    return Hint(f"{count} the solution", f"{count} the solution", f"{name} is wrong", full)


def _place(puzzle: GridPuzzle, cell: int) -> str:
    """A part of the board that holds a cell: its box if there are boxes, else its row."""
    groups = getattr(puzzle, "groups", None)
    boxes = [label for label, cells in groups() if cell in cells] if groups is not None else []
    return boxes[2] if len(boxes) > 2 else f"row {cell // puzzle.order + 1}"
