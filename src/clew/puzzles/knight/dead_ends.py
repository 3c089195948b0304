"""Which states of a tour lead nowhere, seen at a glance."""

from __future__ import annotations

from clew.core.faces import values
from clew.puzzles.knight.face import Tour


class Stranded:
    """Whether cells of a tour are cut off: each but the last needs a way in and a way out.

    A state is the cells visited, and above them the cell where the knight stands, plus one.
    """

    def __init__(self, tour: Tour) -> None:
        self.tour = tour
        self.near = [self._around(cell) for cell in range(tour.cells)]

    def _around(self, cell: int) -> int:
        row, col = divmod(cell, self.tour.cols)
        mask = 0
        for down, right in ((1, 2), (2, 1)):
            for r, c in ((row + down, col + right), (row + down, col - right),
                         (row - down, col + right), (row - down, col - right)):  # fmt: skip
                if 0 <= r < self.tour.rows and 0 <= c < self.tour.cols:
                    mask |= 1 << r * self.tour.cols + c
        return mask

    def __call__(self, state: int) -> bool:
        size = self.tour.cells
        full = (1 << size) - 1
        here, left = (state >> size) - 1, full & ~state
        if here < 0 or not left:
            return False
        ways = left | 1 << here | self._home()
        ends = 0
        for cell in values(left):
            count = (self.near[cell] & ways).bit_count()
            ends += count == 1
            if count == 0 or ends > (0 if self.tour.closed else 1):
                return True
        return self._parted(left, here)

    def _home(self) -> int:
        """A closed tour also ends beside the cell where it began."""
        if not self.tour.closed:
            return 0
        row, col = self.tour.start or (0, 0)
        return 1 << row * self.tour.cols + col

    def _parted(self, left: int, here: int) -> bool:
        """Whether some of the cells left cannot be reached over others."""
        reached = fresh = self.near[here] & left
        while fresh:
            spread = 0
            for cell in values(fresh):
                spread |= self.near[cell]
            fresh = spread & left & ~reached
            reached |= fresh
        return reached != left
