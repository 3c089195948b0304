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

    Cells are numbered row by row. A form can't express other kinds of rules, so a grid with such
    rules doesn't have a form.
    """

    height: int
    width: int
    values: tuple[Any, ...]
    differ: frozenset[frozenset[int]] = frozenset()
    """Sets of cells whose values all differ."""
    less: frozenset[tuple[int, int]] = frozenset()
    """Pairs of cells. The one with the smaller value comes first."""
    counts: frozenset[tuple[frozenset[int], Any, str, int]] = frozenset()
    """Sets of cells, each with a value, `==` or `<=`, and the number of cells with that value."""
    sums: frozenset[tuple[frozenset[int], int]] = frozenset()
    """Sets of cells, each with the sum of its values."""

    @cached_property
    def order(self) -> int:
        """The side of a square grid with the same number of values, or 0 for other grids."""
        return self.width if self.height == self.width == len(self.values) else 0

    @cached_property
    def ranked(self) -> tuple[Any, ...]:
        """The values, sorted if they're numbers."""
        numbers = all(isinstance(value, int) for value in self.values)
        return tuple(sorted(self.values)) if numbers else self.values

    @cached_property
    def houses(self) -> frozenset[frozenset[int]]:
        """The sets of cells that contain every value once."""
        return frozenset(cells for cells in self.differ if len(cells) == len(self.values))


@dataclass(frozen=True)
class Offers:
    """A family's services for any puzzle of a form: one that has `cells`, and signs in `less`."""

    face: type
    """The family's own face, which its strategies search."""
    make: Callable[[Any], Any]
    """Makes the face of a puzzle."""
    signs: bool = False
    """True if the face supports signs between neighbours."""
    explainer: Callable[[Any], Any] | None = None
    """Makes the explainer of a puzzle, if the family has its own."""
    rate_together: Callable[[], Any] | None = None
    """The function that rates many puzzles at once, or None if there's no kernel."""


@dataclass(frozen=True, eq=False)
class Twin:
    """A family's puzzle that has the same solutions as a grid without its givens."""

    puzzle: Any
    """The puzzle. It's None if the family itself defines such grids, so there's no other view."""
    values: tuple[Any, ...]
    """The grid's values for the twin's entries 0, 1 and so on. None stands for a blank."""
    recipe: tuple[str, tuple[str, ...]] | None = None
    """The size and the options of the family's recipes for this form, or None."""
    kind: str = ""
    """The kind of these recipes, if it isn't the puzzle's own."""
    form_of: Callable[[Any], GridForm | None] | None = None
    """Returns the form of a puzzle that the family makes, if signs or cages make forms differ."""
    offers: Offers | None = None
    """The family's services for every puzzle of this form, whatever its kind."""

    @cached_property
    def entry(self) -> dict[Any, int]:
        """The twin's entry for each value."""
        return {value: entry for entry, value in enumerate(self.values) if value is not None}

    @cached_property
    def is_plain(self) -> bool:
        """True if each entry is equal to its value."""
        return all(entry == value for entry, value in enumerate(self.values) if value is not None)


def in_rows(width: int, height: int) -> frozenset[frozenset[int]]:
    """Return the cells of each row and of each column."""
    cells = range(width * height)
    rows = (cells[first : first + width] for first in cells[::width])
    return frozenset(map(frozenset, chain(rows, (cells[c::width] for c in range(width)))))


def parts_whole(parts: Sequence[frozenset[int]], cells: int) -> bool:
    """Check that each cell is in exactly one of these parts."""
    return sum(map(len, parts)) == cells == len(frozenset(chain.from_iterable(parts)))
