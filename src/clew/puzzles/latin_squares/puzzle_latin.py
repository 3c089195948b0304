"""Latin square: every row and every column holds every value once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial
from typing import ClassVar, Self

from clew.board.board import Board, board_cells
from clew.core.capabilities import defined_in
from clew.core.faces import CSP, Faces
from clew.core.grid import Cells, lines, read_cells, read_order, repeats, write_cells
from clew.core.look import Look, squares
from clew.core.puzzle import Example, GridPuzzle
from clew.puzzles.latin_squares.face import LatinSquare
from clew.rules import AllDifferent


@dataclass(frozen=True)
class Latin(GridPuzzle):
    """A square of order n to be filled with 1..n, each once in every row and column.

    >>> print(Latin.parse("3:1.. .2. ..."))
    3:1...2....
    """

    cells: Cells

    largest: ClassVar[int] = 255
    name: ClassVar[str] = "latin"
    summary: ClassVar[str] = "Every value once in each row and each column."
    form: ClassVar[str] = "ORDER, or ORDER:CELLS row by row with . for a blank"
    title: ClassVar[str] = "Latin square"
    look: ClassVar[Look] = Look(
        prominence=6, sized="{0}", sizes=(2, 3, 4, 5), editor="cells",
        blanks=squares(5, 3, 4, 6, 7, 8, 9),
    )  # fmt: skip
    examples: ClassVar[tuple[Example, ...]] = (
        Example("3", "All Latin squares of order 3", answers=12, source="OEIS A002860"),
        Example("4", "All Latin squares of order 4", answers=576, source="OEIS A002860"),
        Example("5:12345....................", "Order 5 with its first row", answers=1344),
        Example("4:1....1....1....1", "Ones on the diagonal", answers=24),
        Example("3:12.......", "Two givens in a row", answers=2),
        Example("3:12..1...2", "Givens that leave no solution", answers=0),
        Example("2:11..", "Givens that clash", answers=0),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        head, colon, body = text.partition(":")
        if not colon and not head.strip().isdigit():
            return cls(read_cells(text))
        order = read_order(head, cls.largest)
        if not colon:
            return cls((0,) * (order * order))
        return cls(read_cells(" " * len(head + colon) + body, order))  # places from the start

    def __str__(self) -> str:
        cells = f":{write_cells(self.cells, self.order)}" if any(self.cells) else ""
        return f"{self.order}{cells}"

    def board(self, answer: Sequence[int | None] | None = None, /) -> Board:
        title = f"Latin square of order {self.order}"
        return Board(self.order, self.order, board_cells(self.cells, answer), title)

    def check(self, answer: Sequence[int], /) -> list[str]:
        return [] if self.square().is_filled_by(answer) else super().check(answer)

    def broken(self, values: Sequence[int | None]) -> list[str]:
        return repeats(values, lines(self.order))

    def csp(self) -> CSP:
        return CSP(self.domains(), latin_rules(self.order))

    canonical_form = defined_in("clew.puzzles.latin_squares.symmetries", "canonical_latin")

    def split(self, wanted: int, /) -> Sequence[tuple[Latin, int]]:
        """An empty square is counted by those whose first row and column are in order."""
        if any(self.cells):
            return [(self, 1)]
        order, first = self.order, range(1, self.order + 1)
        cells = [*first, *(value for row in first[1:] for value in (row, *[0] * (order - 1)))]
        return [(Latin(tuple(cells)), factorial(order) * factorial(order - 1))]

    def square(self) -> LatinSquare:
        return LatinSquare(self.order, self.cells)

    faces: ClassVar[Faces] = Faces({LatinSquare: square, CSP: csp})


@lru_cache(maxsize=16)
def latin_rules(order: int) -> tuple[AllDifferent, ...]:
    """Every value once in each row and each column."""
    return tuple(AllDifferent(cells, label) for label, cells in lines(order))
