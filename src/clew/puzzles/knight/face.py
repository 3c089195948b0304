"""The face of a knight's tour, and the path that its strategies find."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, repeat
from typing import ClassVar, overload

Square = tuple[int, int]
MOVES = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
"""A knight's eight moves, by row and column."""
SHOWN = 100
"""The most cells of a path that are printed."""


@dataclass(frozen=True, slots=True)
class Tour:
    """A knight's tour to find: every cell of a board once, each a knight's move from the last.

    It begins at `start` (row, column), or anywhere if that is None; if `closed`, its last cell
    is a move from its first. What is found is the cells in the order of the visits, each as the
    number row * 2 * cols + column (so the difference of two is the move between them), as
    the bytes of 32-bit integers. Every order is found once; but of a closed tour without a
    start, which begins everywhere and runs both ways, only the one that leaves the first
    corner for its neighbour in the second row. `path`, if any, is the cells that it begins
    with, the start among them.
    """

    word: ClassVar[str] = "tour"

    rows: int
    cols: int
    start: Square | None = None
    closed: bool = False
    path: tuple[Square, ...] = ()

    @property
    def cells(self) -> int:
        return self.rows * self.cols

    @property
    def numbered_cells(self) -> int:
        """A tour numbers all cells."""
        return self.cells

    @property
    def first(self) -> int:
        """The number of the cell where the tour begins, counted row by row, or -1."""
        return -1 if self.start is None else self.start[0] * self.cols + self.start[1]

    @property
    def prefix(self) -> list[int]:
        """The numbers of the cells that the tour must begin with."""
        return [row * self.cols + col for row, col in self.path]

    def starts(self) -> Iterator[tuple[int, int]]:
        """One cell of each symmetry class that a tour may begin at, and the size of the class.

        Two cells are in a class if turning or mirroring the board takes one to the other. On an
        odd board a tour begins and ends on the colour of the corners.
        """
        rows, cols = self.rows, self.cols
        for row in range((rows + 1) // 2):
            for col in range((cols + 1) // 2):
                images = {(r, c) for r in (row, rows - 1 - row) for c in (col, cols - 1 - col)}
                if rows == cols:
                    images |= {(c, r) for r, c in images}
                if min(images) == (row, col) and not (self.cells % 2 and (row + col) % 2):
                    yield row * cols + col, len(images)


def neighbours(rows: int, cols: int) -> list[list[int]]:
    """For each cell of a board the cells a knight's move away, in the order of MOVES."""
    return [
        [
            (row + down) * cols + col + right
            for down, right in MOVES
            if 0 <= row + down < rows and 0 <= col + right < cols
        ]
        for row in range(rows)
        for col in range(cols)
    ]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TourPath(Sequence[Square]):
    """A tuple of (row, column) in all but memory: four bytes a cell instead of a hundred.

    >>> path = TourPath.of([(0, 0), (1, 2)], pitch=3)
    >>> path == ((0, 0), (1, 2)), path[-1], len(path)
    (True, (1, 2), 2)
    """

    packed: bytes
    """The number (row * pitch + column) of each cell, as 32-bit integers of the machine's order."""
    pitch: int
    """More than the largest column."""

    @classmethod
    def of(cls, squares: Iterable[Square], pitch: int) -> TourPath:
        return cls(pack(row * pitch + col for row, col in squares), pitch)

    def numbers(self) -> array[int]:
        """The number of each cell in turn."""
        return array("I", self.packed)

    def __len__(self) -> int:
        return len(self.packed) // 4

    def __iter__(self) -> Iterator[Square]:
        return map(divmod, self.numbers(), repeat(self.pitch))

    @overload
    def __getitem__(self, index: int) -> Square: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Square, ...]: ...
    def __getitem__(self, index: int | slice) -> Square | tuple[Square, ...]:
        view = memoryview(self.packed).cast("I")
        if isinstance(index, slice):
            return tuple(map(divmod, view[index], repeat(self.pitch)))
        return divmod(view[index], self.pitch)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TourPath) and self.pitch == other.pitch:
            return self.packed == other.packed
        if isinstance(other, TourPath | tuple):
            return tuple(self) == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        shown = ", ".join(map(str, islice(self, SHOWN)))
        more = f", … {len(self):,} cells" if len(self) > SHOWN else "," * (len(self) == 1)
        return f"({shown}{more})"


def pack(cells: Iterable[int]) -> bytes:
    """Numbers as the bytes that a path holds."""
    return array("I", cells).tobytes()


def is_move(one: Square, two: Square) -> bool:
    """Whether a knight can go from one cell to the other."""
    return (two[0] - one[0], two[1] - one[1]) in MOVES
