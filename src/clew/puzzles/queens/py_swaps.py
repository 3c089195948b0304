"""The readable twin of native/queens/swaps.hpp: its specification, and its stand-in."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence

from clew.search.native import kernel
from clew.search.sliced import expect, expect_limits

LARGEST = 10_000_000
BEGIN, FILL, REPAIR = "begin", "fill", "repair"
WORD = (1 << 64) - 1


class PyQueensSwaps:
    """Random answers: fill rows while that is easy, then swap rows until none clashes.

    R. Sosic and J. Gu, "Efficient local search with conflict minimization: a case study of
    the n-queens problem", 1994. A row that cannot be repaired in time means a restart.
    """

    def __init__(self, n: int, seed: int, placed: Sequence[tuple[int, int]]) -> None:
        expect("n", n, 0, LARGEST)
        self.steps = 0  # squares and swaps tried
        self.starts = 0  # from an empty board
        self._n, self._state, self._phase = n, seed, BEGIN
        self._column = [-1] * n
        self._rising: Counter[int] = Counter()
        self._falling: Counter[int] = Counter()
        for row, column in placed:
            self._stand(row, column)
        self._rows = [row for row in range(n) if self._column[row] < 0]
        taken = set(self._column)
        self._columns = [column for column in range(n) if column not in taken]
        self._at = self._tries = self._placed = 0
        self._patience, self._fill_for = 20 * n + 100, 3 * n + n // 12 + 10

    @property
    def columns(self) -> bytes:
        """The column of each row's queen, as the bytes of 32-bit integers."""
        return array("i", self._column).tobytes()

    def run(self, max_steps: int) -> bool:
        """Make at most `max_steps` more tries; True if it stopped at an answer."""
        expect_limits("run", max_steps)
        while True:
            self._advance()
            if self._at == len(self._rows):
                self._phase = BEGIN
                return True
            if self._phase == REPAIR and self._tries >= self._patience:
                self._phase = BEGIN
                continue
            if max_steps == 0:
                return False
            max_steps -= 1
            self.steps += 1
            self._tries += 1
            if self._phase == FILL:
                self._fill()
            else:
                self._repair()

    def _advance(self) -> None:
        """Begin the next phase or row where this one is done."""
        if self._phase == BEGIN:
            for row, column in zip(self._rows, self._columns[: self._placed], strict=False):
                self._put(row, column, -1)
            self._at = self._tries = self._placed = 0
            self.starts += 1
            self._phase = FILL
        if self._phase == FILL and self._tries >= self._fill_for:
            for i in range(self._at, len(self._rows)):
                self._swap(i, i + self._random(len(self._rows) - i))
                self._set(i)
            self._tries, self._phase = 0, REPAIR
        while self._phase == REPAIR and self._at < len(self._rows) and not self._clashes(self._at):
            self._at, self._tries = self._at + 1, 0

    def _fill(self) -> None:
        k = self._at + self._random(len(self._rows) - self._at)
        if self._peaceful(self._rows[self._at], self._columns[k]):
            self._swap(self._at, k)
            self._set(self._at)
            self._at += 1

    def _repair(self) -> None:
        i, k = self._at, self._random(len(self._rows))
        row, other = self._rows[i], self._rows[k]
        self._put(row, self._columns[i], -1)
        self._put(other, self._columns[k], -1)
        self._swap(i, k)
        better = i != k and self._peaceful(row, self._columns[i])
        self._put(row, self._columns[i], 1)
        if better and self._peaceful(other, self._columns[k]):
            self._put(other, self._columns[k], 1)
            self._column[row], self._column[other] = self._columns[i], self._columns[k]
            return
        self._put(row, self._columns[i], -1)
        self._swap(i, k)
        self._put(row, self._columns[i], 1)
        self._put(other, self._columns[k], 1)

    def _random(self, below: int) -> int:
        """The upper half of splitmix64, brought below a number."""
        self._state = z = self._state + 0x9E3779B97F4A7C15 & WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return ((z ^ z >> 31) >> 32) * below >> 32

    def _stand(self, row: int, column: int) -> None:
        if not (0 <= row < self._n and 0 <= column < self._n):
            raise ValueError(f"placed: found a queen at {row},{column}, outside the board")
        if self._column[row] >= 0 or column in self._column or not self._peaceful(row, column):
            raise ValueError("placed: found queens that attack each other")
        self._column[row] = column
        self._put(row, column, 1)

    def _set(self, i: int) -> None:
        self._column[self._rows[i]] = self._columns[i]
        self._put(self._rows[i], self._columns[i], 1)
        self._placed = i + 1

    def _swap(self, i: int, k: int) -> None:
        self._columns[i], self._columns[k] = self._columns[k], self._columns[i]

    def _put(self, row: int, column: int, queens: int) -> None:
        self._rising[row + column] += queens
        self._falling[row - column] += queens

    def _peaceful(self, row: int, column: int) -> bool:
        return not self._rising[row + column] and not self._falling[row - column]

    def _clashes(self, i: int) -> bool:
        row, column = self._rows[i], self._columns[i]
        return self._rising[row + column] > 1 or self._falling[row - column] > 1


QueensSwapsKernel = kernel("QueensSwaps", PyQueensSwaps)
