"""The levels of Simon Tatham's Solo and Unequal."""

from __future__ import annotations

from clew.core.puzzle import Puzzle
from clew.explanations.entries import climb, only_solution
from clew.explanations.logical import LATIN, TATHAM, position_of
from clew.explanations.techniques.position import BLOCK


def tatham_level(puzzle: Puzzle) -> str:
    """The level of Tatham's Solo (for a Sudoku) or Unequal that solves it, and no lower one."""
    position = position_of(puzzle)
    scale = TATHAM if position.frame.of_kind[BLOCK] else LATIN
    steps = climb(position, scale, only_solution(puzzle))
    return scale.level(max((step.rating for step in steps), default=0.0))
