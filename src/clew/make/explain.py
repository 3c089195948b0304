"""A whole solution as steps that a person can follow, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clew.board import Board
from clew.grid import cell_name
from clew.logic.position import Position
from clew.logic.step import Step
from clew.make.drawing import drawn
from clew.make.logical import Scale, position_of, scale_of
from clew.puzzle import GridPuzzle, Puzzle
from clew.solving import solve

TRIAL = "trial"


class NotUnique(ValueError):
    """The puzzle has no solution, or more than one: then there is nothing to explain."""


@dataclass(frozen=True)
class Explanation:
    """The steps from the givens to the solution, easiest first at each."""

    puzzle: GridPuzzle
    steps: tuple[Step, ...]
    scale: Scale

    @property
    def rating(self) -> float:
        """The rating of the hardest step."""
        return max((step.rating for step in self.steps), default=0.0)

    @property
    def level(self) -> str:
        return self.scale.level(self.rating)

    def __str__(self) -> str:
        width, order = len(str(len(self.steps))), self.puzzle.order
        return "\n".join(
            f"{number:>{width}}. {step.technique} ({step.rating:.1f}): {told(step, order)}"
            for number, step in enumerate(self.steps, 1)
        )

    def boards(self) -> Iterator[Board]:
        """For each step the board before it, with its causes and its effects marked."""
        position = position_of(self.puzzle)
        for step in self.steps:
            yield drawn(self.puzzle, position, step)
            position.apply(step)


def told(step: Step, order: int) -> str:
    """A step in words: why, and what follows."""
    effects = step.effects(lambda cell: cell_name(cell, order))
    return f"{step.text}: {effects}" if effects else step.text


def explain(puzzle: Puzzle, *, uniqueness: bool = True) -> Explanation:
    """The solution step by step; NotUnique unless the puzzle has exactly one."""
    position = position_of(puzzle)
    assert isinstance(puzzle, GridPuzzle)
    scale = scale_of(position, uniqueness)
    solution = only_solution(puzzle)
    return Explanation(puzzle, tuple(climb(position, scale, solution)), scale)


def only_solution(puzzle: Puzzle) -> Sequence[int]:
    """The one solution; NotUnique if there is none or another."""
    result = solve(puzzle, max_answers=2)
    if len(result.answers) != 1:
        why = f": {result.reason}" if result.reason else ""
        several = "more than one solution: no step is certain"
        raise NotUnique(several if result.answers else f"no solution{why}")
    found: Sequence[int] = result.answer
    return found


def climb(position: Position, scale: Scale, solution: Sequence[int]) -> Iterator[Step]:
    """The steps of the ladder; where it ends, a cell by trial, and on."""
    while not position.solved:
        step = scale.ladder.next(position) or trial(position, scale, solution)
        yield step
        position.apply(step)


def trial(position: Position, scale: Scale, solution: Sequence[int]) -> Step:
    """A cell with the fewest candidates, by trying them all to the end."""
    cells = [cell for cell in range(position.frame.size) if position.open >> cell & 1]
    cell = min(cells, key=lambda each: position.candidates[each].bit_count())
    value = solution[cell]
    text = f"no technique is known here: tried to the end, {position.name(cell)} is {value}"
    return Step(TRIAL, scale.guess, (cell,), (), ((cell, value),), (), text)
