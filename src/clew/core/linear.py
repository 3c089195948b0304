"""The linear face of a puzzle: sums over GF(2), and what solves them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import ClassVar, overload

from clew.core.faces import values


class Linear:
    """Sums that must be even or odd: linear algebra over GF(2)."""

    __slots__ = ()
    word: ClassVar[str] = "linear"


@dataclass(frozen=True, slots=True)
class LinearSystem(Linear):
    """Sums that must be even or odd, over unknowns that are 0 or 1: linear algebra over GF(2).

    Bit i of an equation is set if unknown i is in it, bit e of `right` if equation e must be
    odd. A solution is a number whose bit i is unknown i.
    """

    unknowns: int
    equations: tuple[int, ...]
    right: int = 0


@dataclass(frozen=True, slots=True)
class GridSystem(Linear):
    """A linear system with an unknown and an equation for each cell of a grid, never written out.

    The equation of a cell adds up its neighbours above, below, left and right, and the cell
    itself if `own`; bit c of `right[r]` says that its sum must be odd. The first row of a
    solution decides all the others, so a solution is a `Pattern` that holds only that row.
    """

    rows: int
    cols: int
    own: bool
    right: tuple[int, ...]

    def chase(self, first: int) -> Iterator[int]:
        """Every row that follows from the first, and one more: it is 0 if this is a solution."""
        full = (1 << self.cols) - 1
        above, row = 0, first
        for odd in self.right:
            yield row
            sides = row << 1 ^ row >> 1 ^ (row if self.own else 0)
            above, row = row, (above ^ sides ^ odd) & full
        yield row

    def quiet(self) -> GridSystem:
        """The same sums, all even."""
        return replace(self, right=(0,) * self.rows)


System = LinearSystem | GridSystem


class Fewest(int):
    """A solution with a bit for each unknown, of which it is proven that none sets fewer."""


@dataclass(frozen=True, slots=True)
class Pattern(Sequence[tuple[int, int]]):
    """The cells (row, column) of a grid that a solution sets, as a sequence in reading order.

    Rows are made when they are asked for, so that it may be far larger than the memory. Like a
    range it equals only others of its kind; tuple(pattern) is the plain one.
    """

    system: GridSystem
    first: int
    fewest: bool = field(default=False, compare=False)
    """Whether it is proven that no solution sets fewer cells."""

    def rows(self) -> Iterator[int]:
        """The rows, each a number whose bit c is column c."""
        return islice(self.system.chase(self.first), self.system.rows)

    def __len__(self) -> int:
        return sum(row.bit_count() for row in self.rows())

    def __bool__(self) -> bool:
        return any(self.rows())

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return ((r, c) for r, row in enumerate(self.rows()) for c in values(row))

    def __hash__(self) -> int:
        return hash((self.system.rows, self.system.cols, self.first))

    @overload
    def __getitem__(self, index: int) -> tuple[int, int]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[int, int], ...]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, int] | tuple[tuple[int, int], ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        for cell in islice(self, index if index >= 0 else index + len(self), None):
            return cell
        raise IndexError(f"found index {index}, expected less than {len(self)}")
