"""Route: the cells of a grid in the order of their visits, millions of them if need be."""

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

    >>> route = Route.of([(0, 0), (1, 2)], pitch=3)
    >>> route == ((0, 0), (1, 2)), route[-1], len(route)
    (True, (1, 2), 2)
    """

    packed: bytes
    """The number (row * pitch + column) of each cell, as 32-bit integers of the machine's order."""
    pitch: int
    """More than the largest column."""

    @classmethod
    def of(cls, squares: Iterable[Square], pitch: int) -> Route:
        """The route over these squares of a grid."""
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
        if isinstance(other, Route):
            if self.pitch == other.pitch:
                return self.packed == other.packed
            return tuple(self) == tuple(other)
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        shown = ", ".join(map(str, islice(self, SHOWN)))
        more = f", … {len(self):,} cells" if len(self) > SHOWN else "," * (len(self) == 1)
        return f"({shown}{more})"


def pack(cells: Iterable[int]) -> bytes:
    """Numbers as the bytes that a route holds."""
    return array("I", cells).tobytes()
