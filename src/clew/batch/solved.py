"""The solutions of a batch in memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterator


class Solved:
    """For each puzzle of a batch how many solutions were found, and the first one.

    `grids` has so many `cells` for each puzzle, also for one that has no solution.
    """

    __slots__ = ("cells", "counts", "grids")

    def __init__(self, counts: array[int], grids: bytes, cells: int) -> None:
        self.counts = counts
        self.grids = grids
        self.cells = cells

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(self, i: int) -> bytes | None:
        i = range(len(self))[i]
        return self.grids[i * self.cells : (i + 1) * self.cells] if self.counts[i] else None

    def __iter__(self) -> Iterator[bytes | None]:
        return map(self.__getitem__, range(len(self)))
