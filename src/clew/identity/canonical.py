"""Canonical forms: equivalent puzzles have the same one, and others do not.

A form is the puzzle with its values renamed, its board turned or its lines exchanged, as far as
that keeps the rules. The canonical one is the smallest: cell by cell, a blank below every value. So
it does not depend on how it is found, and will not change. docs/canonical.md says which changes
count for each kind.
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
"""How much of the hash an id shows: the probability that two of a billion puzzles agree is 3 %."""
MOST_ORDERS = 10_000
"""How many orders of the lines of a board with diagonals are tried at most."""
EFFORT = 1_000_000
"""How many cells are placed before the search gives up: some seconds."""
Source = tuple[int, ...]
Rows = tuple[tuple[int, ...], ...]
Name = int | tuple[int, int]
"""Of a value: 0 for none yet, its name, or a column and what to add to its place."""


class TooSymmetric(ClewError, ValueError):
    """So many forms begin alike that the smallest was not found within the effort allowed.

    >>> import clew
    >>> issubclass(clew.TooSymmetric, clew.ClewError)
    True
    """


def canonical(puzzle: Puzzle | str) -> Puzzle:
    """The smallest form of the puzzle; Unsuited for a kind that has none.

    It raises TooSymmetric, a ValueError, if so many forms begin alike that the search would take
    too long, as for a few boards above 9 x 9.

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
    """A short id that all forms of a puzzle share: its kind, and a hash of the canonical form.

    >>> import clew
    >>> clew.canonical_id("latin:3:123/2../...")
    'latin:cd35670ffc1659cc'
    """
    puzzle = as_puzzle(puzzle)
    return f"{puzzle.name}:{sha256(canonical(puzzle).id.encode()).hexdigest()[:DIGITS]}"


# ------------------------------------------------------------------ symmetries of boards


class Symmetry(NamedTuple):
    """One of the 8 ways to turn and mirror a board: mirrored, then rows and columns exchanged."""

    down: bool
    right: bool
    across: bool

    def square(self, row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
        """Where a square of a board of so many rows and columns moves."""
        row = rows - 1 - row if self.down else row
        col = cols - 1 - col if self.right else col
        return (col, row) if self.across else (row, col)

    def offset(self, down: int, right: int) -> tuple[int, int]:
        """The same for the way from one square to another."""
        return self.square(down, right, 1, 1)

    def shape(self, rows: int, cols: int) -> tuple[int, int]:
        return (cols, rows) if self.across else (rows, cols)

    def source(self, rows: int, cols: int) -> Source:
        """The cells of the image.

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
    """The ways to exchange rows and columns that keep boxes and both diagonals.

    One order is taken for rows and columns, so that the falling diagonal stays; it also keeps lines
    that mirror each other such, so that the rising one stays. Mirrored, the diagonals change roles;
    turned along a diagonal, rows and columns do. For 9 x 9 these are 24 * 2 * 2 ways.
    """
    size = height * width
    for order in _orders(height, width):
        for cols in (order, order[::-1]):
            yield tuple(row * size + col for row in order for col in cols)
            if height == width:
                yield tuple(row * size + col for col in cols for row in order)


@lru_cache(maxsize=8)
def _orders(height: int, width: int) -> tuple[tuple[int, ...], ...]:
    """The orders of lines that keep bands, stacks, and pairs of lines that mirror each other."""
    size = height * width
    found: list[tuple[int, ...]] = []

    def place(order: list[int]) -> None:
        """The next line; a line of the second half is the mirror of one of the first."""
        line = len(order)
        if line == size:
            if len(found) == MOST_ORDERS:
                raise TooSymmetric(
                    f"found over {MOST_ORDERS} forms of order {size}, expected fewer"
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
    """Whether lines are of one block before if and only if they are of one block after."""
    line = len(order)
    return all(
        (line // block == each // block) == (other // block == image // block)
        for each, image in enumerate(order)
    )


def rows_of(cells: Cells, order: int) -> Rows:
    """The rows of a square board."""
    return tuple(cells[start : start + order] for start in range(0, len(cells), order))


def renamed(cells: Cells, source: Source) -> Cells:
    """The cells in another order, with values named 1, 2, 3 … as they appear."""
    names = {0: 0}
    return tuple(names.setdefault(cells[cell], len(names)) for cell in source)


# ------------------------------------------------------------------ the smallest image


class PartialImage(NamedTuple):
    """The first rows of an image: all that matters for those that follow."""

    side: int
    """Which of the grids, as given or turned along the diagonal, it is an image of."""
    used: int
    """The rows that have their place, a bit each."""
    order: tuple[int, ...]
    """The column at each place; a class of them in ascending order."""
    first: tuple[int, ...]
    """For each place, the first place of its class."""
    names: tuple[Name, ...]
    named: int


class Smallest:
    """The search, for one grid or for several of one shape: the smallest image of any of them.

    It is the same for all grids that differ by names and order alone. A grid has boxes of `height`
    rows and `width` columns: rows may change places within a band (the rows of a box), bands among
    themselves, and so columns and stacks; a Latin square is one whose boxes are whole rows. Values
    may be renamed. The smallest image is smallest row by row, with a blank below every value.

    Row by row and breadth first: of all ways to choose the next row, those stay that give the
    smallest image of it. Nothing is chosen before it matters. Columns that agree so far are a
    class, and may still change places; values get their names where they first appear, and if they
    appear in a class of columns, the name of each is tied to the place that its column will get.
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
        """The cells of the smallest image, row by row."""
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
        """The rest of the band that was begun, or every row of those that were not.

        Of rows that are alike, blank ones for instance, in bands that are alike, one is enough.
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
        """Every smallest image of this row after the partial image; stacks get their places.

        Stacks that were blank so far may still change places: the first of them stay blank.
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
        """The stacks without a value so far, in ascending order."""
        grid = self.grids[partial.side]
        rows = [grid[row] for row in range(self.size) if partial.used >> row & 1]
        starts = range(0, self.size, self.width)
        stacks = [tuple(range(start, start + self.width)) for start in starts]
        return [stack for stack in stacks if not any(cells[col] for cells in rows for col in stack)]

    def go_on(self, draft: _Draft, image: list[int], place: int, key: tuple[int, int]) -> None:
        """The rest of the row, from a place on, class by class."""
        self.effort -= 1
        if self.effort < 0:
            raise TooSymmetric("found too many forms that begin alike, expected fewer")
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
    """A row on its way to its image: the places of columns and the names of values so far."""

    cells: Sequence[int]
    order: list[int]
    first: list[int]
    names: list[Name]
    named: int

    def copy(self) -> _Draft:
        return _Draft(self.cells, self.order[:], self.first[:], self.names[:], self.named)

    def end(self, place: int) -> int:
        """Where the class that begins at a place ends."""
        end = place + 1
        while end < len(self.first) and self.first[end] == place:
            end += 1
        return end

    def single_out(self, col: int) -> int:
        """Give a column the first place of its class; returns the place."""
        place = self.first[self.order.index(col)]
        end = self.end(place)
        self.order[place:end] = [col, *(each for each in self.order[place:end] if each != col)]
        self.first[place + 1 : end] = [place + 1] * (end - place - 1)
        return place

    def put_first(self, value: int, place: int, end: int) -> int:
        """Put the columns of a class with this value before the others; returns where these begin.

        Those with the same value are a class again, as blanks are.
        """
        cols = self.order[place:end]
        those = [col for col in cols if self.cells[col] == value]
        self.order[place:end] = those + [col for col in cols if self.cells[col] != value]
        middle = place + len(those)
        self.first[middle:end] = [middle] * (end - middle)
        return middle

    def ways(self, place: int, end: int) -> list[tuple[int, int, _Draft]]:
        """For each value that may come first in a class its name, the place after it, and a draft.

        If there are blanks, these come first.
        """
        values = {self.cells[col] for col in self.order[place:end]}
        found = []
        for value in {0} if 0 in values else values:
            way = self.copy()
            middle = way.put_first(value, place, end)
            found.append((way.name(value), middle, way))
        return found

    def all_new(self, place: int, end: int) -> bool:
        """Whether no value of a class is blank or has a name, and none is there twice."""
        values = {self.cells[col] for col in self.order[place:end]}
        return 1 < len(values) == end - place and not any(
            value == 0 or self.names[value] for value in values
        )

    def tie(self, place: int, end: int) -> list[int]:
        """Name the values of a class, whichever column comes first; returns the names."""
        for col in self.order[place:end]:
            self.names[self.cells[col]] = (col, self.named + 1 - place)
        start, self.named = self.named, self.named + end - place
        return list(range(start + 1, self.named + 1))

    def name(self, value: int) -> int:
        """The name of a value, which it gets if it has none.

        A column that the name is tied to gets its place: the first that is left for it.
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
        """The name itself, if the column that it is tied to has its place."""
        if isinstance(name, int):
            return name
        place = self.order.index(name[0])
        alone = self.first[place] == place and self.end(place) == place + 1
        return place + name[1] if alone else name
