"""The readable twin of the kernel that joins small tours to a large one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from clew.puzzles.knight.face import neighbours, pack
from clew.puzzles.knight.py_tour import check_board
from clew.search.native import kernel
from clew.search.sliced import expect

Pattern = tuple[int, int, bytes, bool]
"""A small tour to lay: rows, columns, its cells in order, and whether it is closed."""
Tile = tuple[int, int, int]
"""Which pattern, and the row and column of its first corner."""


class PyTiles:
    """A tour of a board from tours of the tiles that cover it.

    Each tile is joined to those laid before it: where a step a-b of the one lies beside a step
    c-d of the others, a move from a to c and one from b to d, these two replace those two.
    Only the first tile may be open; then so is the whole.
    """

    def __init__(
        self, rows: int, cols: int, patterns: Sequence[Pattern], tiles: Sequence[Tile]
    ) -> None:
        check_board(rows, cols, -1)
        for number, pattern in enumerate(patterns):
            _check_pattern(number, pattern)
        self.rows, self.cols = rows, cols
        self._around = neighbours(rows, cols)
        self._links: list[list[int]] = [[] for _ in range(rows * cols)]
        for number, (which, row, col) in enumerate(tiles):
            if not 0 <= which < len(patterns):
                raise ValueError(f"tile {number}: found pattern {which}, there is none")
            high, wide, order, closed = patterns[which]
            self._check_tile(number, row, col, high, wide, closed)
            self._lay(row, col, wide, memoryview(order).cast("i"), closed)
            if number and not self._join(row, col, high, wide):
                raise ValueError(f"tile {number}: no step of it lies beside one of those before")
        if not all(self._links) and rows * cols > 1:
            raise ValueError("tiles: some cells of the board are not covered")

    def _check_tile(
        self, number: int, row: int, col: int, high: int, wide: int, closed: bool
    ) -> None:
        if not (0 <= row <= self.rows - high and 0 <= col <= self.cols - wide):
            raise ValueError(f"tile {number}: it is not on the board")
        if any(self._links[cell] for cell in self._within(row, col, high, wide)):
            raise ValueError(f"tile {number}: it overlaps another")
        if number and not closed:
            raise ValueError(f"tile {number}: only the first may be open")

    def _within(self, row: int, col: int, high: int, wide: int) -> Iterator[int]:
        for line in range(row, row + high):
            yield from range(line * self.cols + col, line * self.cols + col + wide)

    def _lay(self, row: int, col: int, wide: int, order: Sequence[int], closed: bool) -> None:
        cells = [(row + cell // wide) * self.cols + col + cell % wide for cell in order]
        for before, after in pairwise(cells):
            self._links[before].append(after)
            self._links[after].append(before)
        if closed:
            self._links[cells[-1]].append(cells[0])
            self._links[cells[0]].append(cells[-1])

    def _join(self, row: int, col: int, high: int, wide: int) -> bool:
        """Join a tile to those before it at the first place, row by row, where that can be."""
        inside = set(self._within(row, col, high, wide))
        across = ((a, c) for a in sorted(inside) for c in self._around[a] if c not in inside)
        for a, c in across:
            for b, d in product(self._links[a], self._links[c]):
                if d in self._around[b]:
                    self._swap(a, b, c, d)
                    return True
        return False

    def _swap(self, a: int, b: int, c: int, d: int) -> None:
        for cell, old, new in ((a, b, c), (b, a, d), (c, d, a), (d, c, b)):
            links = self._links[cell]
            links[links.index(old)] = new

    def path(self, start: int) -> bytes:
        """The tour from a cell on, first along its first link; an open one from its end."""
        expect("start", start, 0, len(self._links) - 1)
        tour, before, cell = [start], -1, start
        while True:
            following = next((other for other in self._links[cell] if other != before), start)
            if following == start:
                return pack(tour)
            before, cell = cell, following
            tour.append(cell)


def _check_pattern(number: int, pattern: Pattern) -> None:
    high, wide, order, closed = pattern
    if high < 1 or wide < 1 or len(order) != 4 * high * wide:
        raise ValueError(f"pattern {number}: found {len(order)} bytes for {high}x{wide} cells")
    cells = memoryview(order).cast("i").tolist()
    if sorted(cells) != list(range(high * wide)):
        raise ValueError(f"pattern {number}: it does not visit every cell once")
    if closed and len(cells) < 3:
        raise ValueError(f"pattern {number}: a closed tour has more cells")


TilesKernel = kernel("Tiles", PyTiles)
