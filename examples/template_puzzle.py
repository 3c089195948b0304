"""A puzzle in one file. Copy it to src/clew/puzzles/diagonal_latin.py, and Clew finds it."""

from dataclasses import dataclass
from typing import ClassVar

from clew.core.look import Example
from clew.model.grid import Grid
from clew.model.kind import GridKind


@dataclass(frozen=True)
class DiagonalLatin(GridKind):
    """A square to fill with 1, 2, … up to its order: its cells, row by row, with 0 for a blank."""

    cells: tuple[int, ...]

    largest: ClassVar[int] = 35
    name: ClassVar[str] = "diagonal-latin"
    title: ClassVar[str] = "Diagonal Latin square"
    summary: ClassVar[str] = "Every value once in each row, each column and both diagonals."
    examples: ClassVar[tuple[Example, ...]] = (
        Example("4", "All of order 4", solutions=48, source="OEIS A274806"),
        Example("5:1234534512...............", "Order 5 with two rows", solutions=1),
        Example("4:1234............", "Order 4 with one row", solutions=2),
        Example("3", "None of order 3", solutions=0, source="OEIS A274806"),
        Example("4:1....1..........", "Givens that clash", solutions=0),
    )

    @staticmethod
    def state(grid: Grid) -> None:
        """Add the rules to a blank grid."""
        grid.latin()
        for diagonal in grid.diagonals:
            grid.all_different(diagonal)
