"""What is told of a puzzle: a whole solution as steps, or the next step as much as is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from clew.core.board import Board
from clew.core.errors import ClewError
from clew.core.grid import cell_name
from clew.core.puzzle import GridPuzzle, Puzzle
from clew.core.result import Result, Status, Stopped
from clew.explanations.logical import Scale
from clew.explanations.techniques.step import Step
from clew.search.auto import AUTO, choose
from clew.search.run import solve

DEGREES = ("vague", "technique", "cells", "full")
PATIENCE = 10.0
"""The seconds within which a solution must be found, where one that is larger is asked for."""
SOLVED = "it is solved: there is nothing to do"


class NotUnique(ClewError, ValueError):
    """The puzzle has no solution, or more than one: then there is nothing to explain.

    >>> import clew
    >>> try:
    ...     clew.rate("latin:3")
    ... except clew.NotUnique as error:
    ...     print(error)
    more than one solution: no step is certain
    """


class NoSolution(NotUnique):
    """It is proven that there is no solution; the message says why.

    >>> import clew
    >>> try:
    ...     clew.hint("latin:3:11./.../...")
    ... except clew.NoSolution as error:
    ...     print(error)
    no solution: row 1 has two 1s
    """


@dataclass(frozen=True)
class Explanation:
    """The steps from the puzzle as it stands to its solution, each with its reason.

    A `scale` is there where steps have ratings; `outcome` says what it comes to otherwise. It is
    not `solved` if the last step shows that there is no solution.
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    scale: Scale | None = None
    outcome: str = ""
    solved: bool = True
    draw: Callable[[], Iterator[Board]] = field(default=lambda: iter(()), repr=False, compare=False)

    @property
    def rating(self) -> float:
        """The rating of the hardest step; 0 where there are none."""
        return max((step.rating for step in self.steps), default=0.0)

    @property
    def level(self) -> str:
        return self.scale.level(self.rating) if self.scale else ""

    @property
    def verdict(self) -> str:
        """What the whole comes to: the level and the rating, or the number of moves."""
        return self.outcome or f"{self.level} ({self.rating:.1f})"

    def __str__(self) -> str:
        width = len(str(len(self.steps)))
        return "\n".join(
            f"{number:>{width}}. {headed(step)}: {told(self.puzzle, step)}"
            for number, step in enumerate(self.steps, 1)
        )

    def boards(self) -> Iterator[Board]:
        """For each step the board before it, with its causes and its effects marked."""
        return self.draw()


@dataclass(frozen=True)
class Hint:
    """One step in four degrees: where to look, which technique, which cells, and all of it.

    `move` is what a player would type, where a move is made; it is `dead` if nothing leads to a
    solution from here any more.
    """

    vague: str
    technique: str
    cells: str
    full: str
    step: Step | None = None
    board: Board | None = None
    move: str = ""
    dead: bool = False

    def __str__(self) -> str:
        return self.full


def same(text: str, *, dead: bool = False) -> Hint:
    """A hint that says the same in every degree."""
    return Hint(text, text, text, text, dead=dead)


def headed(step: Step) -> str:
    """The technique, and its rating if it has one."""
    return f"{step.technique} ({step.rating:.1f})" if step.rating else step.technique


def told(puzzle: Puzzle, step: Step) -> str:
    """A step in words: why, and what follows."""
    if not isinstance(puzzle, GridPuzzle):
        return step.text
    order = puzzle.order
    effects = step.effects(lambda cell: cell_name(cell, order))
    return f"{step.text}: {effects}" if effects else step.text


def solved_within(puzzle: Puzzle, strategy: str = AUTO, max_answers: int = 1) -> Result:
    """What comes of a search that must not take too long; an ordinary Sudoku never does."""
    chosen = choose(puzzle, strategy)
    seconds = None if chosen.quick else PATIENCE
    return solve(puzzle, chosen, max_answers=max_answers, max_seconds=seconds)


def certain(result: Result) -> Result:
    """A result that settles the question; NoSolution, or Stopped if a limit came first."""
    if result.unsolvable:
        raise NoSolution(f"no solution{f': {result.reason}' if result.reason else ''}")
    if not result.answers:
        raise Stopped(result.reason)
    return result


def is_open(result: Result) -> bool:
    """Whether it was not found out if there are more answers."""
    return result.status is Status.STOPPED
