"""The readable twin of native/queens.hpp: its specification, and its stand-in."""

from __future__ import annotations

from collections.abc import Sequence


class PyQueens:
    """N-Queens row by row, columns ascending, so answers come in lexicographic order.

    Bit c of `rows[r]` is set while row r may hold its queen in column c.
    """

    def __init__(self, n: int, rows: Sequence[int]) -> None:
        if not 0 <= n <= 64:
            raise ValueError(f"n: found {n}, expected 0 to 64")
        if len(rows) != n:
            raise ValueError(f"rows: found {len(rows)} masks, expected {n}")
        for r, mask in enumerate(rows):
            if mask >> n:  # negative masks too
                raise ValueError(f"row {r}: the mask allows a column past {n - 1}")
        self.nodes = 0  # the root and every placement that attacks no earlier queen
        self.backtracks = 0  # placements taken back with no answer below them
        self.deepest = 0  # the most queens that ever stood
        self.finished = False  # the whole tree has been searched
        self._rows = tuple(rows)
        self._queens: list[int] = []  # the column of each queen standing
        self._untried: list[list[int]] = []  # per row reached, the free columns, largest first
        self._fruitful = 0  # so many of the first queens standing have an answer below them

    def run(self, max_answers: int, max_nodes: int) -> list[tuple[int, ...]]:
        """Go on until one of the limits is reached or the search is finished."""
        if max_answers < 0 or max_nodes < 0:
            raise ValueError("run: found a negative limit, expected 0 or more")
        answers: list[tuple[int, ...]] = []
        limit = self.nodes + max_nodes
        while not self.finished:
            if self.nodes and not self._untried[-1]:
                self._take_back()
            elif self.nodes == limit or len(answers) == max_answers:
                break
            else:
                self._place()
                if len(self._queens) == len(self._rows):
                    answers.append(tuple(self._queens))
                    self._fruitful = len(self._queens)
        return answers

    def _place(self) -> None:
        """Open the root, or place the next queen in the deepest row reached."""
        if self.nodes:
            self._queens.append(self._untried[-1].pop())
        self.nodes += 1
        self.deepest = max(self.deepest, len(self._queens))
        self._untried.append(self._free())

    def _take_back(self) -> None:
        self._untried.pop()
        if not self._queens:
            self.finished = True
            return
        self._queens.pop()
        if self._fruitful > len(self._queens):
            self._fruitful = len(self._queens)
        else:
            self.backtracks += 1

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
