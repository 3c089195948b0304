"""Symmetries of boards: for each cell of the image, the cell of the board that moves there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from clew.core.grid import Cells
from clew.identity.smallest import Rows, TooSymmetric

Source = tuple[int, ...]
MOST = 10_000
"""How many orders of the lines of a board with diagonals are tried at most."""


class Symmetry(NamedTuple):
    """One of the 8 ways to turn and mirror a board: mirrored, then rows and columns exchanged."""

    down: bool
    right: bool
    across: bool

    def square(self, row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
        """Where a square of a board of so many rows and columns moves."""
        row = rows - 1 - row if self.down else row
        col = cols - 1 - col if self.right else col
        return (col, row) if self.across else (row, col)

    def offset(self, down: int, right: int) -> tuple[int, int]:
        """The same for the way from one square to another."""
        return self.square(down, right, 1, 1)

    def shape(self, rows: int, cols: int) -> tuple[int, int]:
        return (cols, rows) if self.across else (rows, cols)

    def source(self, rows: int, cols: int) -> Source:
        """The cells of the image.

        >>> Symmetry(False, True, False).source(1, 3)
        (2, 1, 0)
        """
        return _source(self, rows, cols)


SYMMETRIES = tuple(Symmetry(*way) for way in product((False, True), repeat=3))


@lru_cache(maxsize=64)
def _source(turn: Symmetry, rows: int, cols: int) -> Source:
    squares = [turn.square(row, col, rows, cols) for row in range(rows) for col in range(cols)]
    return tuple(sorted(range(rows * cols), key=squares.__getitem__))


def with_diagonals(height: int, width: int) -> Iterator[Source]:
    """The ways to exchange rows and columns that keep boxes and both diagonals.

    One order is taken for rows and columns, so that the falling diagonal stays; it also keeps lines
    that mirror each other such, so that the rising one stays. Mirrored, the diagonals change roles;
    turned along a diagonal, rows and columns do. For 9 x 9 these are 24 * 2 * 2 ways.
    """
    size = height * width
    for order in _orders(height, width):
        for cols in (order, order[::-1]):
            yield tuple(row * size + col for row in order for col in cols)
            if height == width:
                yield tuple(row * size + col for col in cols for row in order)


@lru_cache(maxsize=8)
def _orders(height: int, width: int) -> tuple[tuple[int, ...], ...]:
    """The orders of lines that keep bands, stacks, and pairs of lines that mirror each other."""
    size = height * width
    found: list[tuple[int, ...]] = []

    def place(order: list[int]) -> None:
        """The next line; a line of the second half is the mirror of one of the first."""
        line = len(order)
        if line == size:
            if len(found) == MOST:
                raise TooSymmetric(f"found over {MOST} forms of order {size}, expected fewer")
            found.append(tuple(order))
            return
        mirror = size - 1 - line
        choices = [size - 1 - order[mirror]] if mirror < line else range(size)
        for other in choices:
            if mirror == line and 2 * other != size - 1:
                continue
            if other not in order and all(_fits(order, other, block) for block in (height, width)):
                place([*order, other])

    place([])
    return tuple(found)


def _fits(order: list[int], other: int, block: int) -> bool:
    """Whether lines are of one block before if and only if they are of one block after."""
    line = len(order)
    return all(
        (line // block == each // block) == (other // block == image // block)
        for each, image in enumerate(order)
    )


def rows_of(cells: Cells, order: int) -> Rows:
    """The rows of a square board."""
    return tuple(cells[start : start + order] for start in range(0, len(cells), order))


def renamed(cells: Cells, source: Source) -> Cells:
    """The cells in another order, with values named 1, 2, 3 … as they appear."""
    names = {0: 0}
    return tuple(names.setdefault(cells[cell], len(names)) for cell in source)
