"""The readable twin of native/queens/queens.hpp: its specification, and its stand-in."""

from __future__ import annotations

from collections.abc import Sequence

from clew.search.native import kernel
from clew.search.sliced import Sliced, expect


class PyQueens(Sliced[tuple[int, ...]]):
    """N-Queens row by row, columns ascending, so answers come in lexicographic order.

    Bit c of `rows[r]` is set while row r may hold its queen in column c.
    """

    def __init__(self, n: int, rows: Sequence[int]) -> None:
        expect("n", n, 0, 64)
        if len(rows) != n:
            raise ValueError(f"rows: found {len(rows)} masks, expected {n}")
        for r, mask in enumerate(rows):
            if mask >> n:  # negative masks too
                raise ValueError(f"row {r}: the mask allows a column past {n - 1}")
        super().__init__()  # a node is the root or a placement that attacks no earlier queen
        self._rows = tuple(rows)
        self._queens: list[int] = []  # the column of each queen standing

    def _advance(self) -> tuple[int, ...] | None:
        """Open the root, or place the next queen in the deepest row reached."""
        if self.nodes:
            self._queens.append(self._untried[-1].pop())
        self.nodes += 1
        self.deepest = max(self.deepest, len(self._queens))
        self._untried.append(self._free())
        if len(self._queens) < len(self._rows):
            return None
        self._fruitful = len(self._queens)
        return tuple(self._queens)

    def _take_back(self) -> None:
        self._untried.pop()
        if not self._queens:
            self.finished = True
            return
        self._queens.pop()
        self._count_taken_back(len(self._queens))

    def _free(self) -> list[int]:
        """Return the columns of the next row that no queen attacks, the largest first."""
        row = len(self._queens)
        if row == len(self._rows):
            return []
        return [
            column
            for column in reversed(range(len(self._rows)))
            if self._rows[row] >> column & 1
            and all(column != c and abs(column - c) != row - r for r, c in enumerate(self._queens))
        ]


QueensKernel = kernel("Queens", PyQueens)
