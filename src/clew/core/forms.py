"""Forms and twins: how a family of puzzles recognises a grid that somebody stated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any


@dataclass(frozen=True)
class GridForm:
    """The rules of a grid as sets of cells, without its givens.

    Cells are numbered row by row. Rules of other kinds have no place here, and a grid that has
    some has no form.
    """

    height: int
    width: int
    values: tuple[Any, ...]
    differ: frozenset[frozenset[int]] = frozenset()
    """Sets of cells of which no two are equal."""
    less: frozenset[tuple[int, int]] = frozenset()
    """Pairs of cells of which the first is the smaller."""
    counts: frozenset[tuple[frozenset[int], Any, str, int]] = frozenset()
    """Sets of cells, a value, and how many of them have it: `==` or `<=` a number."""
    sums: frozenset[tuple[frozenset[int], int]] = frozenset()
    """Sets of cells, and what they add up to."""

    @cached_property
    def order(self) -> int:
        """The side of a square that has as many values; 0 if it's another grid."""
        return self.width if self.height == self.width == len(self.values) else 0

    @cached_property
    def ranked(self) -> tuple[Any, ...]:
        """The values, in order where they are numbers."""
        numbers = all(isinstance(value, int) for value in self.values)
        return tuple(sorted(self.values)) if numbers else self.values

    @cached_property
    def houses(self) -> frozenset[frozenset[int]]:
        """The sets of cells that have every value once."""
        return frozenset(cells for cells in self.differ if len(cells) == len(self.values))


@dataclass(frozen=True)
class Offers:
    """What a family offers to any puzzle of a form: one that has `cells`, and signs in `less`."""

    face: type
    """Its own face, which its strategies search."""
    make: Callable[[Any], Any]
    """The face of a puzzle."""
    signs: bool = False
    """Whether the face knows signs between neighbours."""
    explainer: Callable[[Any], Any] | None = None
    """The explainer of a puzzle, if the family has one of its own."""
    rate_together: Callable[[], Any] | None = None
    """The function that rates many at once, or None where no kernel does."""


@dataclass(frozen=True, eq=False)
class Twin:
    """A puzzle of a family that has the same solutions as a grid without its givens."""

    puzzle: Any
    """It is None if the family itself states such grids, and so has no other view of them."""
    values: tuple[Any, ...]
    """The values of the grid that the twin's entries 0, 1 and so on stand for; None for a blank."""
    recipe: tuple[str, tuple[str, ...]] | None = None
    """The size and the options of the family's recipes for this form; None if it has none."""
    kind: str = ""
    """The kind that these recipes are of, if it isn't that of the puzzle."""
    form_of: Callable[[Any], GridForm | None] | None = None
    """The form of a puzzle that the family makes, if they differ in it: by their signs or cages."""
    offers: Offers | None = None
    """What the family offers to every puzzle of this form, of whatever kind."""

    @cached_property
    def entry(self) -> dict[Any, int]:
        """The twin's entry for each value."""
        return {value: entry for entry, value in enumerate(self.values) if value is not None}

    @cached_property
    def is_plain(self) -> bool:
        """Whether entries are the values themselves."""
        return all(entry == value for entry, value in enumerate(self.values) if value is not None)


def in_rows(width: int, height: int) -> frozenset[frozenset[int]]:
    """The cells of each row and of each column."""
    cells = range(width * height)
    rows = (cells[first : first + width] for first in cells[::width])
    return frozenset(map(frozenset, chain(rows, (cells[c::width] for c in range(width)))))


def parts_whole(parts: Sequence[frozenset[int]], cells: int) -> bool:
    """Whether each cell is in just one of these parts."""
    return sum(map(len, parts)) == cells == len(frozenset(chain.from_iterable(parts)))
