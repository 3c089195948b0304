"""Route: the cells of a grid in the order in which they are visited, millions of them if need be."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, repeat
from typing import overload

Square = tuple[int, int]
SHOWN = 100
"""So many cells of a route are printed."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Route(Sequence[Square]):
    """A tuple of (row, column) in all but memory: four bytes a cell instead of a hundred.

    >>> route = Route.of([(0, 0), (1, 2)], cols=3)
    >>> route == ((0, 0), (1, 2)), route[-1], len(route)
    (True, (1, 2), 2)
    """

    packed: bytes
    """The number (row * cols + column) of each cell, as 32-bit integers of the machine's order."""
    cols: int

    @classmethod
    def of(cls, squares: Iterable[Square], cols: int) -> Route:
        """The route over these squares of a grid with so many columns."""
        return cls.through((row * cols + col for row, col in squares), cols)

    @classmethod
    def through(cls, cells: Iterable[int], cols: int) -> Route:
        """The route over the cells of these numbers."""
        return cls(pack(cells), cols)

    def cells(self) -> list[int]:
        """The number of each cell in turn."""
        return memoryview(self.packed).cast("i").tolist()

    def __len__(self) -> int:
        return len(self.packed) // 4

    def __iter__(self) -> Iterator[Square]:
        return map(divmod, self.cells(), repeat(self.cols))

    @overload
    def __getitem__(self, index: int) -> Square: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Square, ...]: ...
    def __getitem__(self, index: int | slice) -> Square | tuple[Square, ...]:
        view = memoryview(self.packed).cast("i")
        if isinstance(index, slice):
            return tuple(map(divmod, view[index], repeat(self.cols)))
        return divmod(view[index], self.cols)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Route):
            return (self.packed, self.cols) == (other.packed, other.cols) or (
                self.cols != other.cols and tuple(self) == tuple(other)
            )
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        shown = ", ".join(map(str, islice(self, SHOWN)))
        more = f", … {len(self):,} cells" if len(self) > SHOWN else "," * (len(self) == 1)
        return f"({shown}{more})"


def pack(cells: Iterable[int]) -> bytes:
    """Numbers of cells as the bytes that a route holds."""
    return array("i", cells).tobytes()
