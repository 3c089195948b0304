"""Latin square: every row and every column has every value once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial
from typing import ClassVar

from clew.core.grid import Cells
from clew.core.look import Example, Look, squares
from clew.model.grid import Grid
from clew.model.kind import GridKind


@dataclass(frozen=True)
class Latin(GridKind):
    """A square of order n to fill with 1..n, each once in every row and column.

    >>> print(Latin.parse("3:1.. .2. ..."))
    3:1...2....
    """

    cells: Cells

    largest: ClassVar[int] = 255
    name: ClassVar[str] = "latin"
    summary: ClassVar[str] = "Every value once in each row and each column."
    title: ClassVar[str] = "Latin square"
    look: ClassVar[Look] = Look(
        prominence=6, sized="{0}", sizes=(2, 3, 4, 5), editor="cells",
        blanks=squares(5, 3, 4, 6, 7, 8, 9),
    )  # fmt: skip
    examples: ClassVar[tuple[Example, ...]] = (
        Example("3", "All Latin squares of order 3", solutions=12, source="OEIS A002860"),
        Example("4", "All Latin squares of order 4", solutions=576, source="OEIS A002860"),
        Example("5:12345....................", "Order 5 with its first row", solutions=1344),
        Example("4:1....1....1....1", "Ones on the diagonal", solutions=24),
        Example("3:12.......", "Two givens in a row", solutions=2),
        Example("3:12..1...2", "Givens that leave no solution", solutions=0),
        Example("2:11..", "Givens that clash", solutions=0),
    )

    @staticmethod
    def state(grid: Grid) -> None:
        """State that each row and each column has every value once."""
        grid.latin()

    def canonical_form(self) -> Latin:
        """Return the smallest square that you can get by exchanging rows, columns and values."""
        from clew.identity.canonical import Smallest, rows_of  # most runs start without it

        rows = rows_of(self.cells, self.order)
        sides = (rows, tuple(zip(*rows, strict=True)))
        return Latin(Smallest(sides, 1, self.order).image())

    def split(self, wanted: int, /) -> Sequence[tuple[Latin, int]]:
        """Return puzzles whose solutions together make up the count, each with its factor.

        An empty square is reduced to squares whose first row and column are in order.

        Args:
            wanted: The number of parts, which isn't used.
        """
        if any(self.cells):
            return [(self, 1)]
        order, first = self.order, range(1, self.order + 1)
        cells = [*first, *(value for row in first[1:] for value in (row, *[0] * (order - 1)))]
        return [(Latin(tuple(cells)), factorial(order) * factorial(order - 1))]
