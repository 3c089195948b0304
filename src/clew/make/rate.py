"""How hard a puzzle is, by the techniques that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clew.logic.hodoku import score
from clew.logic.position import BLOCK
from clew.logic.step import Step
from clew.make.explain import climb, explain, only_solution
from clew.make.logical import LATIN, TATHAM, position_of
from clew.puzzle import Puzzle


@dataclass(frozen=True)
class Rating:
    """The hardest step of a solution, and the hardest up to its first placement and first step.

    For a Sudoku these are the ER, EP and ED of Sudoku Explainer.
    """

    level: str
    rating: float
    pearl: float
    diamond: float
    techniques: tuple[tuple[str, int], ...]
    """How often each technique is needed, in the order in which they are first."""
    hodoku: tuple[str, int] | None = None
    """HoDoKu's level and score, for an ordinary 9x9 Sudoku."""

    def __str__(self) -> str:
        said = f"{self.level} {self.rating:.1f}/{self.pearl:.1f}/{self.diamond:.1f}"
        return f"{said} {self.hodoku[0]} {self.hodoku[1]}" if self.hodoku else said

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def rate(puzzle: Puzzle, *, uniqueness: bool = True) -> Rating:
    """How hard the puzzle is; NotUnique unless it has exactly one solution."""
    told = explain(puzzle, uniqueness=uniqueness)
    counts: dict[str, int] = {}
    for step in told.steps:
        counts[step.technique] = counts.get(step.technique, 0) + 1
    pearl, diamond = _first(told.steps)
    return Rating(
        told.level,
        told.rating,
        pearl,
        diamond,
        tuple(counts.items()),
        _hodoku(puzzle, uniqueness),
    )


def tatham_level(puzzle: Puzzle) -> str:
    """The level of Tatham's Solo (for a Sudoku) or Unequal that solves it, and no lower one."""
    position = position_of(puzzle)
    scale = TATHAM if position.frame.of_kind[BLOCK] else LATIN
    steps = climb(position, scale, only_solution(puzzle))
    return scale.level(max((step.rating for step in steps), default=0.0))


def _hodoku(puzzle: Puzzle, uniqueness: bool) -> tuple[str, int] | None:
    if "bands" not in puzzle.faces:
        return None
    found = score(position_of(puzzle), uniqueness)
    return found.level, found.score


def _first(steps: tuple[Step, ...]) -> tuple[float, float]:
    """The hardest rating up to the first placement, and that of the first step."""
    hardest = 0.0
    for step in steps:
        hardest = max(hardest, step.rating)
        if step.placements:
            break
    return hardest, steps[0].rating if steps else 0.0
