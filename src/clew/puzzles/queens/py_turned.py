"""The readable twin of native/queens/turned.hpp: its specification, and its stand-in."""

from __future__ import annotations

from collections.abc import Iterator

from clew.search.native import kernel

Square = tuple[int, int]
LARGEST = 32


class PyQueensTurned:
    """How many answers are their own image after a half turn (2) or a quarter turn (4).

    A queen means queens on all squares that turning takes it to: these are placed together,
    in the first row that has none.
    """

    def __init__(self, n: int, turns: int) -> None:
        if not 0 <= n <= LARGEST:
            raise ValueError(f"n: found {n}, expected 0 to {LARGEST}")
        if turns not in (2, 4):
            raise ValueError(f"turns: found {turns}, expected 2 or 4")
        self.total = 0
        self.nodes = 0  # orbits placed
        self.finished = False
        self._n, self._turns = n, turns
        self._steps = self._search(frozenset())
        if n == 0:
            self.total, self.finished = 1, True
        else:
            self._next = next(self._steps, None)

    def run(self, max_nodes: int) -> None:
        """Go on by at most so many orbits."""
        if max_nodes < 0:
            raise ValueError("run: found a negative limit, expected 0 or more")
        while not self.finished:
            if self._next is None:
                self.finished = True
            elif max_nodes == 0:
                return
            else:
                max_nodes -= 1
                self.nodes += 1
                self.total += len(self._next) == self._n
                self._next = next(self._steps, None)

    def _search(self, placed: frozenset[Square]) -> Iterator[frozenset[Square]]:
        """Every set of whole orbits in peace, each just before those that go on from it."""
        row = next(r for r in range(self._n) if all(r != other for other, _ in placed))
        for column in range(self._n):
            more = placed | self._orbit(row, column)
            if len(more) > len(placed) and in_peace(more):
                yield more
                if len(more) < self._n:
                    yield from self._search(more)

    def _orbit(self, row: int, column: int) -> frozenset[Square]:
        last, squares = self._n - 1, set()
        for _ in range(4):
            squares.add((row, column))
            row, column = (column, last - row) if self._turns == 4 else (last - row, last - column)
        return frozenset(squares)


def in_peace(squares: frozenset[Square]) -> bool:
    """Whether no two queens share a row, a column or a diagonal."""
    lines = zip(
        *((row, column, row + column, row - column) for row, column in squares), strict=True
    )
    return all(len(set(line)) == len(squares) for line in lines)


QueensTurnedKernel = kernel("QueensTurned", PyQueensTurned)
