"""Forms and twins: how a family of puzzles recognises a grid that a user has defined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any


@dataclass(frozen=True)
class GridForm:
    """The rules of a grid as sets of cells, without its givens.

    Cells are numbered row by row. A form has no place for other kinds of rules, so a grid with such
    rules has no form.
    """

    height: int
    width: int
    values: tuple[Any, ...]
    differ: frozenset[frozenset[int]] = frozenset()
    """Sets of cells with no two equal values."""
    less: frozenset[tuple[int, int]] = frozenset()
    """Pairs of cells with the smaller one first."""
    counts: frozenset[tuple[frozenset[int], Any, str, int]] = frozenset()
    """Sets of cells, a value, and the number of cells with it: `==` or `<=` a number."""
    sums: frozenset[tuple[frozenset[int], int]] = frozenset()
    """Sets of cells and their sum."""

    @cached_property
    def order(self) -> int:
        """The side of a square grid with the same number of values; 0 for other grids."""
        return self.width if self.height == self.width == len(self.values) else 0

    @cached_property
    def ranked(self) -> tuple[Any, ...]:
        """The values, in order if they're numbers."""
        numbers = all(isinstance(value, int) for value in self.values)
        return tuple(sorted(self.values)) if numbers else self.values

    @cached_property
    def houses(self) -> frozenset[frozenset[int]]:
        """The sets of cells that contain every value once."""
        return frozenset(cells for cells in self.differ if len(cells) == len(self.values))


@dataclass(frozen=True)
class Offers:
    """The services of a family for any puzzle of a form: one with `cells`, and signs in `less`."""

    face: type
    """The family's own face, which its strategies search."""
    make: Callable[[Any], Any]
    """Makes the face of a puzzle."""
    signs: bool = False
    """True if the face supports signs between neighbours."""
    explainer: Callable[[Any], Any] | None = None
    """Makes the explainer of a puzzle, if the family has its own."""
    rate_together: Callable[[], Any] | None = None
    """The function that rates many at once, or None without a kernel."""


@dataclass(frozen=True, eq=False)
class Twin:
    """A puzzle of a family that has the same solutions as a grid without its givens."""

    puzzle: Any
    """The puzzle; None if the family itself defines such grids, and so has no other view of them.
    """
    values: tuple[Any, ...]
    """The values of the grid for the twin's entries 0, 1 and so on; None for a blank."""
    recipe: tuple[str, tuple[str, ...]] | None = None
    """The size and the options of the family's recipes for this form, or None."""
    kind: str = ""
    """The kind of these recipes, if it isn't the puzzle's own."""
    form_of: Callable[[Any], GridForm | None] | None = None
    """Returns the form of a puzzle that the family makes, if it varies: by signs or cages."""
    offers: Offers | None = None
    """The services of the family for every puzzle of this form, of any kind."""

    @cached_property
    def entry(self) -> dict[Any, int]:
        """The twin's entry for each value."""
        return {value: entry for entry, value in enumerate(self.values) if value is not None}

    @cached_property
    def is_plain(self) -> bool:
        """True if entries are the values themselves."""
        return all(entry == value for entry, value in enumerate(self.values) if value is not None)


def in_rows(width: int, height: int) -> frozenset[frozenset[int]]:
    """Return the cells of each row and of each column."""
    cells = range(width * height)
    rows = (cells[first : first + width] for first in cells[::width])
    return frozenset(map(frozenset, chain(rows, (cells[c::width] for c in range(width)))))


def parts_whole(parts: Sequence[frozenset[int]], cells: int) -> bool:
    """Check that each cell is in exactly one of these parts."""
    return sum(map(len, parts)) == cells == len(frozenset(chain.from_iterable(parts)))
