"""The faces of a triangle: rows and a total, and states for the graph searches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SumPaths:
    """Paths down a triangle, from each entry to one of the two below, that add up to a total."""

    word: ClassVar[str] = "sums"

    rows: Rows
    total: int


class SumSpace:
    """Where the path ends, and what it adds up to so far.

    A state is one integer: the sum, the row and the place in it. A move is the place in the
    next row.
    """

    def __init__(self, rows: Rows, total: int, path: tuple[int, ...] = ()) -> None:
        self.rows = rows
        self.total = total
        self.bits: int = len(rows).bit_length()
        self.last: int = len(rows) - 1
        path = path or (0,)
        made = sum(row[at] for row, at in zip(rows, path, strict=False))
        self.start: int = self._state(made, len(path) - 1, path[-1])

    def _state(self, total: int, row: int, at: int) -> int:
        return (total << self.bits | row) << self.bits | at

    def _parts(self, state: int) -> tuple[int, int, int]:
        """The sum so far, the row and the place."""
        mask = (1 << self.bits) - 1
        return state >> 2 * self.bits, state >> self.bits & mask, state & mask

    def successors(self, state: int) -> Iterator[tuple[int, int]]:
        total, row, at = self._parts(state)
        if row < self.last:
            below = self.rows[row + 1]
            for there in (at, at + 1):
                yield there, self._state(total + below[there], row + 1, there)

    def neighbours(self, state: int) -> list[int]:
        return [child for _, child in self.successors(state)]

    def is_goal(self, state: int) -> bool:
        total, row, _ = self._parts(state)
        return row == self.last and total == self.total

    def heuristic(self, state: int) -> float:
        """The rows left; infinite where no path below can add what is missing."""
        total, row, at = self._parts(state)
        least, most = self._below[row][at]
        return self.last - row if least <= self.total - total <= most else float("inf")

    @cached_property
    def _below(self) -> list[list[tuple[int, int]]]:
        """For each entry, the least and the most that a path below it adds."""
        found = [[(0, 0)] * len(self.rows)]
        for row in reversed(self.rows[1:]):
            below = zip(found[-1], row, strict=True)
            ends = [(least + value, most + value) for (least, most), value in below]
            found.append([(min(a[0], b[0]), max(a[1], b[1])) for a, b in pairwise(ends)])
        return found[::-1]

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """Every place of the last row, with the total made."""
        return tuple(self._state(self.total, self.last, at) for at in range(self.last + 1))

    def predecessors(self, state: int) -> Iterator[int]:
        total, row, at = self._parts(state)
        before = total - self.rows[row][at]
        for there in (at - 1, at):
            if 0 <= there < row and before >= 0:
                yield self._state(before, row - 1, there)
