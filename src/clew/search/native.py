"""The only door to the compiled kernels.

Each kernel has a readable Python twin here: its specification, and its stand-in where
nothing was compiled or `CLEW_NATIVE=0` is set.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from operator import xor
from typing import TYPE_CHECKING

__all__ = ["InARow", "Octal", "PyInARow", "PyOctal", "PyQueens", "Queens", "available"]


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


class PyInARow:
    """k in a row: marks as bits, wins and blocks seen at once, the rest by alpha-beta."""

    def __init__(self, rows: int, cols: int, length: int) -> None:
        if not (rows >= 1 and cols >= 1 and rows * cols <= 32):
            raise ValueError("board: expected 1 to 32 cells")
        if not 1 <= length <= max(rows, cols):
            raise ValueError("length: expected 1 to the longer side")
        self.nodes = 0
        self._full = (1 << rows * cols) - 1
        self._lines = tuple(_lines(rows, cols, length))
        self._table: dict[tuple[int, int], tuple[int, int]] = {}  # the least and most it can be

    def value(
        self, mine: int, theirs: int, alpha: int, beta: int, pause: Callable[[int], int]
    ) -> int:
        """What the player to move gets, or a bound outside of alpha and beta.

        `pause` is called with the nodes whenever they reach an alarm, and sets the next one.
        """
        if mine < 0 or theirs < 0:
            raise TypeError("marks: found a negative number")
        if mine & theirs or (mine | theirs) & ~self._full:
            raise ValueError("marks: found two in one cell, or one outside the board")
        if alpha >= beta:
            raise ValueError("window: expected alpha below beta")
        self._pause, self._alarm = pause, self.nodes
        return self._search(mine, theirs, alpha, beta)

    def _search(self, mine: int, theirs: int, alpha: int, beta: int) -> int:
        if self.nodes >= self._alarm:
            self._alarm = max(self._pause(self.nodes), self.nodes + 1)
        self.nodes += 1
        empty = self._full & ~(mine | theirs)
        wins, blocks = self._threats(mine, theirs, empty), self._threats(theirs, mine, empty)
        if wins or not empty:
            return 1 if wins else 0
        if blocks & (blocks - 1):
            return -1
        least, most = self._table.get((mine, theirs), (-1, 1))
        if least == most or least >= beta or most <= alpha:
            return least if least >= beta else most
        best = -2
        cells = blocks or empty
        while cells and best < beta:
            cell = cells & -cells
            cells ^= cell
            best = max(best, -self._search(theirs, mine | cell, -beta, -max(alpha, best)))
        least, most = (best if best > alpha else least), (best if best < beta else most)
        self._table[mine, theirs] = (least, most)
        return best

    def _threats(self, marks: int, others: int, empty: int) -> int:
        """The cells that would complete a line."""
        found = 0
        for line in self._lines:
            left = line & empty
            if not line & others and not left & (left - 1):
                found |= left
        return found


def _lines(rows: int, cols: int, length: int) -> Iterator[int]:
    for row, col in product(range(rows), range(cols)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            far, side = row + down * (length - 1), col + right * (length - 1)
            if far < rows and 0 <= side < cols:
                cells = {(row + down * i) * cols + col + right * i for i in range(length)}
                yield sum(1 << cell for cell in cells)


class PyOctal:
    """The nim-values of heaps 0, 1, 2, … under an octal code, by the mex rule."""

    def __init__(self, code: Sequence[int]) -> None:
        if not code or not all(0 <= digit <= 7 for digit in code) or code[0] not in (0, 4):
            raise ValueError("code: expected digits from 0 to 7, the first of them 0 or 4")
        self._code = tuple(code)
        self._values: list[int] = []

    @property
    def size(self) -> int:
        """How many values are known."""
        return len(self._values)

    def run(self, count: int) -> list[int]:
        """The next so many values."""
        if count < 0:
            raise ValueError("count: found a negative number, expected 0 or more")
        first = len(self._values)
        for heap in range(first, first + count):
            options = self._options(heap)
            value = 0
            while value in options:
                value += 1
            self._values.append(value)
        return self._values[first:]

    def _options(self, heap: int) -> set[int]:
        values, options = self._values, set()
        for taken, digit in enumerate(self._code):
            left = heap - taken
            if left == 0 and digit & 1:
                options.add(0)
            if left > 0 and digit & 2:
                options.add(values[left])
            if left > 1 and digit & 4:
                half = left // 2
                options.update(
                    map(xor, values[1 : half + 1], values[left - 1 : left - half - 1 : -1])
                )
        return options


available: bool
"""Whether the compiled kernels are in use."""

if TYPE_CHECKING:
    from clew._native import InARow, Octal, Queens
else:
    try:
        if os.environ.get("CLEW_NATIVE") == "0":
            raise ModuleNotFoundError("switched off by CLEW_NATIVE=0")
        from clew._native import InARow, Octal, Queens
    except ModuleNotFoundError:  # a module that is there but broken still fails loudly
        InARow, Octal, Queens = PyInARow, PyOctal, PyQueens
        available = False
    else:
        available = True
