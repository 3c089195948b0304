"""The face of a knight's tour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Tour:
    """A knight's tour to be found: every cell of a board once, each a knight's move from the last.

    It begins at `start` (row, column), or anywhere if that is None; if `closed`, its last cell
    is a move from its first. What is found is the cells in the order of the visits, each as the
    number row * 2 * cols + column (so the difference of two tells the move between them), as
    the bytes of 32-bit integers. Every order is found once; but of a closed tour without a
    start, which begins everywhere and runs both ways, only the one that leaves the first
    corner for its neighbour in the second row. `path`, if any, are the cells that it begins
    with, the start among them.
    """

    word: ClassVar[str] = "tour"

    rows: int
    cols: int
    start: tuple[int, int] | None = None
    closed: bool = False
    path: tuple[tuple[int, int], ...] = ()

    @property
    def numbered_cells(self) -> int:
        """A tour numbers all cells."""
        return self.cells

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.rows * self.cols
