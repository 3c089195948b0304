"""Canonical forms: two puzzles have the same one if and only if they're equivalent.

You get the forms of a puzzle by renaming values, turning the board or exchanging lines, as far as
the rules allow. The canonical form is the smallest one, compared cell by cell, with a blank below
every value. So it doesn't depend on the algorithm and won't change. docs/canonical.md lists the
changes allowed for each kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import permutations, product
from typing import NamedTuple

from clew.core.capabilities import HasCanonicalForm, capability
from clew.core.errors import ClewError
from clew.core.grid import Cells
from clew.core.puzzle import Puzzle, Unsuited, as_puzzle

DIGITS = 16
"""The number of hash digits in an id. Among a billion puzzles, a collision has a 3 % chance."""
MOST_ORDERS = 10_000
"""The maximum number of orders of lines to try for a board with diagonals."""
EFFORT = 1_000_000
"""The number of cells that the search places before it gives up, which takes a few seconds."""
Source = tuple[int, ...]
Rows = tuple[tuple[int, ...], ...]
Name = int | tuple[int, int]
"""A value's name: a number, 0 for none yet, or a column and the number to add to its place."""


class TooSymmetric(ClewError, ValueError):
    """The puzzle is too symmetric, so Clew gave up looking for its canonical form.

    >>> import clew
    >>> issubclass(clew.TooSymmetric, clew.ClewError)
    True
    """


def canonical(puzzle: Puzzle | str) -> Puzzle:
    """Return the canonical form of a puzzle, which all equivalent puzzles share.

    Args:
        puzzle: A puzzle or its id.

    Raises:
        Unsuited: Puzzles of this kind have no canonical form.
        TooSymmetric: The search would take too long. This affects a few boards larger than 9 x 9.

    >>> import clew
    >>> clew.canonical("latin:3:..3/.../...").id
    'latin:3:........1'
    """
    puzzle = as_puzzle(puzzle)
    own = capability(puzzle, HasCanonicalForm)
    if own is None:
        raise Unsuited(f"{puzzle.name} has no canonical form")
    found: Puzzle = own.canonical_form()
    return found


def canonical_id(puzzle: Puzzle | str) -> str:
    """Return a short id that all equivalent puzzles share: the kind and a hash.

    Args:
        puzzle: A puzzle or its id.

    Raises:
        Unsuited: Puzzles of this kind have no canonical form.
        TooSymmetric: The search for the canonical form would take too long.

    >>> import clew
    >>> clew.canonical_id("latin:3:123/2../...")
    'latin:cd35670ffc1659cc'
    """
    puzzle = as_puzzle(puzzle)
    return f"{puzzle.name}:{sha256(canonical(puzzle).id.encode()).hexdigest()[:DIGITS]}"


# ------------------------------------------------------------------ symmetries of boards


class Symmetry(NamedTuple):
    """One of the 8 ways to turn and mirror a board.

    `down` and `right` mirror it first, then `across` exchanges rows and columns.
    """

    down: bool
    right: bool
    across: bool

    def square(self, row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
        """Return the square that a square moves to on a board of this size."""
        row = rows - 1 - row if self.down else row
        col = cols - 1 - col if self.right else col
        return (col, row) if self.across else (row, col)

    def offset(self, down: int, right: int) -> tuple[int, int]:
        """Return the image of the vector from one square to another."""
        return self.square(down, right, 1, 1)

    def shape(self, rows: int, cols: int) -> tuple[int, int]:
        return (cols, rows) if self.across else (rows, cols)

    def source(self, rows: int, cols: int) -> Source:
        """Return the cell that each cell of the image comes from, row by row.

        >>> Symmetry(False, True, False).source(1, 3)
        (2, 1, 0)
        """
        return _source(self, rows, cols)


SYMMETRIES = tuple(Symmetry(*way) for way in product((False, True), repeat=3))


@lru_cache(maxsize=64)
def _source(turn: Symmetry, rows: int, cols: int) -> Source:
    squares = [turn.square(row, col, rows, cols) for row in range(rows) for col in range(cols)]
    return tuple(sorted(range(rows * cols), key=squares.__getitem__))


def with_diagonals(height: int, width: int) -> Iterator[Source]:
    """Yield the ways to exchange rows and columns that keep boxes and both diagonals.

    Rows and columns get the same order, which keeps the falling diagonal. Lines that mirror each
    other still do so afterwards, which keeps the rising one. Mirroring swaps the diagonals, and
    reflecting in a diagonal swaps rows and columns. For 9 x 9 there are 24 * 2 * 2 ways.
    """
    size = height * width
    for order in _orders(height, width):
        for cols in (order, order[::-1]):
            yield tuple(row * size + col for row in order for col in cols)
            if height == width:
                yield tuple(row * size + col for col in cols for row in order)


@lru_cache(maxsize=8)
def _orders(height: int, width: int) -> tuple[tuple[int, ...], ...]:
    """Return the orders of lines that preserve bands, stacks and pairs of mirrored lines."""
    size = height * width
    found: list[tuple[int, ...]] = []

    def place(order: list[int]) -> None:
        """Place the next line. A line in the second half mirrors one in the first half."""
        line = len(order)
        if line == size:
            if len(found) == MOST_ORDERS:
                raise TooSymmetric(
                    f"a board of order {size} with diagonals has over {MOST_ORDERS:,} forms, "
                    "too many to compare"
                )
            found.append(tuple(order))
            return
        mirror = size - 1 - line
        choices = [size - 1 - order[mirror]] if mirror < line else range(size)
        for other in choices:
            if mirror == line and 2 * other != size - 1:
                continue
            if other not in order and all(_fits(order, other, block) for block in (height, width)):
                place([*order, other])

    place([])
    return tuple(found)


def _fits(order: list[int], other: int, block: int) -> bool:
    """Check that lines share a block after the change if and only if they did before."""
    line = len(order)
    return all(
        (line // block == each // block) == (other // block == image // block)
        for each, image in enumerate(order)
    )


def rows_of(cells: Cells, order: int) -> Rows:
    """Return the rows of a square board."""
    return tuple(cells[start : start + order] for start in range(0, len(cells), order))


def renamed(cells: Cells, source: Source) -> Cells:
    """Return the cells in another order, with values renamed 1, 2, 3 … in order of appearance."""
    names = {0: 0}
    return tuple(names.setdefault(cells[cell], len(names)) for cell in source)


# ------------------------------------------------------------------ the smallest image


class PartialImage(NamedTuple):
    """The state of the search after the first rows of an image."""

    side: int
    """The index of the grid that this is an image of: the original one or its transpose."""
    used: int
    """The rows that have been placed, with one bit for each."""
    order: tuple[int, ...]
    """The column at each place. Columns are in ascending order within a class."""
    first: tuple[int, ...]
    """For each place, the first place of its class."""
    names: tuple[Name, ...]
    named: int


class Smallest:
    """Searches for the smallest image of one grid, or of several grids of the same shape.

    All grids that differ only in names and order have the same smallest image. A grid has boxes of
    `height` rows and `width` columns. Rows may change places within a band (the rows of a box), and
    so may bands, columns and stacks. In a Latin square, the boxes are whole rows. Values may be
    renamed. Images are compared row by row, with a blank below every value.

    The search goes row by row, breadth-first. Of all the ways to choose the next row, it keeps
    those that give the smallest row, and it postpones each decision until it matters. Columns that
    are equal so far form a class and may still change places. Values get their names where they
    first appear. If that's in a class of columns, each name is tied to the place that its column
    will get.
    """

    def __init__(
        self, grids: Sequence[Rows], height: int, width: int, effort: int = EFFORT
    ) -> None:
        self.grids = list(dict.fromkeys(grids))
        self.height, self.width, self.size = height, width, len(grids[0])
        self.effort = effort
        self.best: tuple[int, ...] = ()
        self.found: set[PartialImage] = set()

    def image(self) -> tuple[int, ...]:
        """Return the cells of the smallest image, row by row."""
        places = tuple(range(self.size))
        first = tuple(place - place % self.width for place in places)
        names: tuple[Name, ...] = (0,) * (self.size + 1)
        here = {PartialImage(side, 0, places, first, names, 0) for side in range(len(self.grids))}
        image: list[int] = []
        for _ in range(self.size):
            self.best, self.found = (self.size + 1,), set()
            for partial in here:
                for row in self.next_rows(partial.side, partial.used):
                    self.widen(partial, row)
            image += self.best
            here = self.found
        return tuple(image)

    def next_rows(self, side: int, used: int) -> list[int]:
        """Return the remaining rows of an unfinished band, or all rows of bands not yet begun.

        One row is enough if there are equal rows in equal bands, such as blank ones.
        """
        grid, height = self.grids[side], self.height
        free = [row for row in range(self.size) if not used >> row & 1]
        band = {row: range(row - row % height, row - row % height + height) for row in free}
        begun = [row for row in free if any(used >> other & 1 for other in band[row])]
        alike = {
            (grid[row], tuple(sorted(grid[other] for other in band[row]))): row
            for row in begun or free
        }
        return list(alike.values())

    def widen(self, partial: PartialImage, row: int) -> None:
        """Extend the partial image by every smallest image of this row, and place the stacks.

        Stacks that have been blank so far may still change places. Those that stay blank come
        first.
        """
        cells = self.grids[partial.side][row]
        pool = self.blank_stacks(partial)
        still = [stack for stack in pool if not any(cells[col] for col in stack)]
        filled = [stack for stack in pool if stack not in still]
        rest = partial.order[len(pool) * self.width :]
        used = partial.used | 1 << row
        for stacks in permutations(filled):
            order = [col for stack in (*still, *stacks) for col in stack] + list(rest)
            draft = _Draft(cells, order, list(partial.first), list(partial.names), partial.named)
            start = len(still) * self.width
            self.go_on(draft, [0] * start, start, (partial.side, used))

    def blank_stacks(self, partial: PartialImage) -> list[tuple[int, ...]]:
        """Return the stacks that have no values so far, in ascending order."""
        grid = self.grids[partial.side]
        rows = [grid[row] for row in range(self.size) if partial.used >> row & 1]
        starts = range(0, self.size, self.width)
        stacks = [tuple(range(start, start + self.width)) for start in starts]
        return [stack for stack in stacks if not any(cells[col] for cells in rows for col in stack)]

    def go_on(self, draft: _Draft, image: list[int], place: int, key: tuple[int, int]) -> None:
        """Complete the row from this place on, class by class."""
        self.effort -= 1
        if self.effort < 0:
            raise TooSymmetric("this puzzle is too symmetric: gave up finding its canonical form")
        if tuple(image) > self.best[: len(image)]:
            return
        if place == self.size:
            self.keep(draft, tuple(image), key)
            return
        end = draft.end(place)
        if draft.all_new(place, end):
            self.go_on(draft, image + draft.tie(place, end), end, key)
            return
        ways = draft.ways(place, end)
        least = min(name for name, _, _ in ways)
        for name, middle, way in ways:
            if name == least:
                self.go_on(way, image + [name] * (middle - place), middle, key)

    def keep(self, draft: _Draft, image: tuple[int, ...], key: tuple[int, int]) -> None:
        if image < self.best:
            self.best, self.found = image, set()
        names = tuple(draft.settled(name) for name in draft.names)
        self.found.add(
            PartialImage(*key, tuple(draft.order), tuple(draft.first), names, draft.named)
        )


@dataclass(slots=True)
class _Draft:
    """An unfinished image of a row: the places of columns and the names of values so far."""

    cells: Sequence[int]
    order: list[int]
    first: list[int]
    names: list[Name]
    named: int

    def copy(self) -> _Draft:
        return _Draft(self.cells, self.order[:], self.first[:], self.names[:], self.named)

    def end(self, place: int) -> int:
        """Return the end of the class that begins at a place."""
        end = place + 1
        while end < len(self.first) and self.first[end] == place:
            end += 1
        return end

    def single_out(self, col: int) -> int:
        """Give a column the first place in its class, and return that place."""
        place = self.first[self.order.index(col)]
        end = self.end(place)
        self.order[place:end] = [col, *(each for each in self.order[place:end] if each != col)]
        self.first[place + 1 : end] = [place + 1] * (end - place - 1)
        return place

    def put_first(self, value: int, place: int, end: int) -> int:
        """Put the columns of a class that have this value first, and return where the others begin.

        Columns with the same value form a new class, and so do blanks.
        """
        cols = self.order[place:end]
        those = [col for col in cols if self.cells[col] == value]
        self.order[place:end] = those + [col for col in cols if self.cells[col] != value]
        middle = place + len(those)
        self.first[middle:end] = [middle] * (end - middle)
        return middle

    def ways(self, place: int, end: int) -> list[tuple[int, int, _Draft]]:
        """List the values that may come first in a class, each as a name, a place and a draft.

        The place is the one after the value's columns. If there are blanks, they come first.
        """
        values = {self.cells[col] for col in self.order[place:end]}
        found = []
        for value in {0} if 0 in values else values:
            way = self.copy()
            middle = way.put_first(value, place, end)
            found.append((way.name(value), middle, way))
        return found

    def all_new(self, place: int, end: int) -> bool:
        """Check that all values of a class differ, and that none is blank or already named."""
        values = {self.cells[col] for col in self.order[place:end]}
        return 1 < len(values) == end - place and not any(
            value == 0 or self.names[value] for value in values
        )

    def tie(self, place: int, end: int) -> list[int]:
        """Name the values of a class, no matter which column comes first, and return the names."""
        for col in self.order[place:end]:
            self.names[self.cells[col]] = (col, self.named + 1 - place)
        start, self.named = self.named, self.named + end - place
        return list(range(start + 1, self.named + 1))

    def name(self, value: int) -> int:
        """Return a value's name, after naming it if it has none.

        If the name is tied to a column, that column gets the first place that's left for it.
        """
        name = self.names[value]
        if isinstance(name, tuple):
            col, more = name
            name = self.names[value] = self.single_out(col) + more
        elif value and not name:
            self.named += 1
            name = self.names[value] = self.named
        return name

    def settled(self, name: Name) -> Name:
        """Return the final name if the column that it's tied to has its final place."""
        if isinstance(name, int):
            return name
        place = self.order.index(name[0])
        alone = self.first[place] == place and self.end(place) == place + 1
        return place + name[1] if alone else name
