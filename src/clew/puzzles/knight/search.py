"""Searches for knight's tours: Warnsdorff's rule, the frontier method, and joined tours."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain, islice
from typing import ClassVar

from clew.core.events import TREE, Event, Kind, Watcher
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.puzzles.knight.puzzle import Knight, Tour
from clew.puzzles.knight.py_tour import (
    MASKED,
    WIDEST,
    FrontierCountKernel,
    FrontierSearchKernel,
    PyWarnsdorff,
    TilesKernel,
    TourCountKernel,
    WarnsdorffKernel,
    spread,
)
from clew.search.native import Finder, answers, deepest, drive, exhaust, tree
from clew.search.strategy import Counter

CELLS = 1_000_000
"""The number of cells in a batch of solutions handed over together."""
COMPACT = 36
"""The maximum number of cells for counting tours one by one. Above it, frontier is faster."""
NARROW = 4
"""On boards up to this width, frontier finds a tour in time proportional to their length."""

PSEUDOCODE = """
function extend(path):                             || enter
    if every cell is on the path: answer           || answer
    if some cell cannot be reached any more: fail  || fail
    for each free cell a move away,
            the one with the fewest onward moves first:
        step there                                 || try
        extend(path)
        step back                                  || back undo
"""


@dataclass(frozen=True)
class Warnsdorff(Counter):
    """Go to the cell with the fewest onward moves, and backtrack if that fails.

    H. C. von Warnsdorff, "Des Rösselsprungs einfachste und allgemeinste Lösung", 1823. Ties go
    to the cell farthest from the centre. The search abandons a position as soon as a free cell no
    longer has a way in and a way out. So on most boards it hardly ever takes a step back.
    """

    name: ClassVar[str] = "warnsdorff"
    title: ClassVar[str] = "Warnsdorff's rule"
    summary: ClassVar[str] = "Knight's tours: go to the cell with the fewest onward moves."
    face: ClassVar[type] = Tour
    holds: ClassVar[str] = TREE
    pseudocode: ClassVar[str | None] = PSEUDOCODE
    taught: ClassVar[bool] = True

    def __call__(self, tour: Tour, run: Run) -> Iterator[bytes]:
        board = tour.rows, tour.cols, tour.first, tour.closed, tour.prefix
        if run.trace is None:
            return found(WarnsdorffKernel(*board), tour, run)
        twin = PyWarnsdorff(*board, run.trace)  # it takes the same steps, and reports each one
        paths = chain.from_iterable(drive(twin, run, partial(twin.run, 1), tree))
        return (spread(path, tour.cols) for path in paths)

    def count(self, tour: Tour, run: Run) -> int:
        """Count the tours from one cell of each symmetry class, and multiply."""
        if tour.cells > MASKED:
            return sum(1 for _ in self(tour, run))
        if tour.path:
            return _count_from(tour, tour.first, run)
        if tour.closed:
            both_ways = _count_from(tour, 0, run)
            return both_ways // 2 if tour.start is None else both_ways
        starts = tour.starts() if tour.start is None else [(tour.first, 1)]
        return sum(times * _count_from(tour, cell, run) for cell, times in starts)


@dataclass(frozen=True)
class Frontier(Counter):
    """Choose a tour's moves cell by cell, and remember only the facts that matter for the rest.

    On a narrow board there are few of these facts. So the time for finding or counting tours is
    proportional to the board's length, no matter how many tours there are.
    """

    name: ClassVar[str] = "frontier"
    title: ClassVar[str] = "Frontier, cell by cell"
    summary: ClassVar[str] = "Knight's tours of narrow boards, found or counted cell by cell."
    face: ClassVar[type] = Tour
    taught: ClassVar[bool] = True

    def rank(self, face: Tour) -> int | None:
        return self.level if min(face.rows, face.cols) <= WIDEST and not face.path else None

    def __call__(self, tour: Tour, run: Run) -> Iterator[bytes]:
        self._require(tour)
        kernel = FrontierSearchKernel(tour.rows, tour.cols, tour.first, tour.closed)
        for path in found(kernel, tour, run):
            yield path
            if orders(tour) == 2:
                yield reversed_path(path, tour)

    def count(self, tour: Tour, run: Run) -> int:
        self._require(tour)
        kernel = FrontierCountKernel(tour.rows, tour.cols, tour.first, tour.closed)
        exhaust(kernel, run, kernel.run, deepest)
        run.stats.frontier = kernel.frontier
        return orders(tour) * kernel.tours

    def _require(self, tour: Tour) -> None:
        if not self.accepts(tour):
            raise Unsuited(
                f"frontier needs a board with a side of at most {WIDEST}, and no given path"
            )


@dataclass(frozen=True)
class AnyTour(Counter):
    """Choose a method for the board: the frontier if it's narrow; otherwise joining small tours.

    On four lines, it grows a tour from a short one. The time is proportional to the number of
    cells. If you ask for more than one tour, it searches for the others. It counts tours one by one
    on small boards, and by the frontier on larger boards.
    """

    name: ClassVar[str] = "tour"
    title: ClassVar[str] = "Tours joined from small ones"
    summary: ClassVar[str] = "Knight's tours of any board, large ones joined from small ones."
    face: ClassVar[type] = Tour
    level: ClassVar[int] = 100

    def __call__(self, tour: Tour, run: Run) -> Iterator[bytes]:
        narrow = min(tour.rows, tour.cols) <= NARROW and not tour.path
        search = Frontier() if narrow else Warnsdorff()
        if tour.path or (narrow and not has_ladders(tour)):
            yield from search(tour, run)
            return
        run.pause()
        run.stats.nodes += 1
        first = grown_on_four_lines(tour) if narrow else constructed(tour)
        if first is not None:
            first = spread(first, tour.cols)
            run.stats.deepest = tour.cells
            if run.trace is not None:
                run.trace(Event(Kind.ANSWER, tour.cells))
            yield first
        yield from (path for path in search(tour, run) if path != first)

    def count(self, tour: Tour, run: Run) -> int:
        small = tour.cells <= COMPACT and min(tour.rows, tour.cols) > NARROW
        return (Warnsdorff() if small or tour.path else Frontier()).count(tour, run)


def found(kernel: Finder[bytes], tour: Tour, run: Run) -> Iterator[bytes]:
    """Yield the tours that a kernel finds."""

    def tell(path: bytes, trace: Watcher) -> None:
        trace(Event(Kind.ANSWER, tour.cells))

    for path in answers(kernel, run, batch=max(1, CELLS // tour.cells), tell=tell):
        yield spread(path, tour.cols)


def _count_from(tour: Tour, start: int, run: Run) -> int:
    kernel = TourCountKernel(tour.rows, tour.cols, start, tour.closed, tour.prefix)
    exhaust(kernel, run, kernel.run, deepest)
    return kernel.tours


def orders(tour: Tour) -> int:
    """Return how many times a tour counts: 2 if it may go either way, and otherwise 1."""
    return 2 if tour.closed == (tour.start is not None) and tour.cells > 1 else 1


def reversed_path(path: bytes, tour: Tour) -> bytes:
    """Return the same tour in reverse. A closed tour keeps its first cell."""
    cells = array("i", path)
    cells = cells[:1] + cells[:0:-1] if tour.closed else cells[::-1]
    return cells.tobytes()


# ------------------------------------------------------------------ tours put together
# Makes knight's tours of large boards without a search: from tiles, or by growth on four lines.
#
# **Tiles.** The idea is Parberry's ("An efficient algorithm for the knight's tour problem", 1997),
# who joins four quarters in the middle. Here the tiles are as close to 6 x 6 as possible, and at
# least 5 x 6. Each has an even side, so that it has a closed tour (Schwenk, "Which rectangular
# chessboards have a knight's tour?", 1991). A board with an odd number of cells also has one odd
# tile, with an open tour from the start. Two tiles can be joined where two of their steps are side
# by side.
#
# **Four lines.** On four lines, every move from an outer cell leads to an inner one, and there are
# equal numbers of both. So a tour alternates between outer and inner cells, except for one place
# with two inner cells in a row, and both its ends are outer cells. Up to that place it visits one
# outer and one inner cell of each column. These two are neighbours, and they switch sides with
# every column, which makes a ladder. From there on, the tour visits the other ladder.
#
# On a ladder only columns matter: its outer cell in column c and its inner one in column d are a
# move apart if c and d differ by 1 or 2. So a path on it is a list of columns, for outer and inner
# cells in turn. Such a path can grow by three columns. If the last column's outer cell is next to
# the previous column's inner cell, the new cells go in between, and create such a place again. A
# search finds paths of seven to nine columns with such a place at both ends, and these grow to
# every other length.


NARROWEST = 5
"""The length of the shortest side of a tile. An even side is at least one longer."""
USUAL = 6
TRIES = 50
"""The maximum number of tours of the odd tile to try, since some don't fit its neighbours."""
ENOUGH = 1_000_000
"""The maximum number of nodes in a search for a small tour."""
LINES = 4
SHORTEST = 7
"""The minimum number of columns for which a ladder has a path from every outer cell."""
GROWTH = 3
OUTER, INNER = 0, 1

Box = tuple[int, int, int, int]
"""A rectangle of the board: its first row and column, and its numbers of rows and columns."""
Columns = tuple[int, ...]
"""A path on a ladder: the columns of outer and inner cells in turn."""


def constructed(tour: Tour) -> bytes | None:
    """Join a tour of a board with at least five rows and columns, or return None if that fails."""
    start = max(tour.first, 0)
    if tour.cells % 2 == 0:
        return _joined(tour, [], list(boxes((0, 0, tour.rows, tour.cols))), start)
    row, col = tour.start or (0, 0)
    if tour.closed or (row + col) % 2:
        return None
    top, high = strip(tour.rows, row)
    left, wide = strip(tour.cols, col)
    others = list(_around((top, left, high, wide), tour))
    for small in islice(_open(high, wide, (row - top) * wide + col - left), TRIES):
        try:
            return _joined(tour, [(top, left, high, wide, small)], others, start)
        except ValueError:  # this tour can't be joined to its neighbours
            continue
    return None


def boxes(board: Box) -> Iterator[Box]:
    """Cut a rectangle into tiles. Its sides must be at least five, and one of them even."""
    top, left, high, wide = board
    columns = sizes(wide)
    for height in sizes(high):
        at = left
        for width in columns:
            yield top, at, height, width
            at += width
        top += height


def sizes(length: int) -> list[int]:
    """Split a length of five or more into sixes and at most one other size, up to ten.

    All sizes are even if the length is.

    >>> sizes(16), sizes(17), sizes(19)
    ([6, 10], [6, 6, 5], [6, 6, 7])
    """
    whole, rest = divmod(length, USUAL)
    if rest in (0, NARROWEST):
        return [USUAL] * whole + [NARROWEST] * (rest == NARROWEST)
    return [USUAL] * (whole - 1) + [USUAL + rest]


def strip(length: int, at: int) -> tuple[int, int]:
    """Return the start and length of the shortest odd strip around a place.

    The lengths left over on both sides are even, and each is 0 or at least six.

    >>> strip(101, 0), strip(101, 50), strip(13, 5)
    ((0, 5), (46, 5), (0, 7))
    """
    for size in range(NARROWEST, length + 1, 2):
        for before in range(max(0, at - size + 1), at + 1):
            after = length - before - size
            if before % 2 == 0 and before not in (2, 4) and after >= 0 and after not in (2, 4):
                return before, size
    raise ValueError(f"found a length of {length}, expected an odd one of at least {NARROWEST}")


def _around(box: Box, tour: Tour) -> Iterator[Box]:
    """Yield the tiles around an odd one, each of them next to an earlier tile."""
    top, left, high, wide = box
    right, bottom = left + wide, top + high
    yield from boxes((top, right, high, tour.cols - right))
    yield from reversed(list(boxes((top, 0, high, left))))
    yield from boxes((bottom, 0, tour.rows - bottom, tour.cols))
    yield from reversed(list(boxes((0, 0, top, tour.cols))))


def _joined(
    tour: Tour, first: list[tuple[int, int, int, int, bytes]], others: list[Box], start: int
) -> bytes:
    """Place the tiles, and return the tour over them.

    Raises:
        ValueError: A tile can't be joined to the earlier ones.
    """
    shapes = list(dict.fromkeys((high, wide) for _, _, high, wide in others))
    patterns = [(high, wide, small, False) for _, _, high, wide, small in first]
    tiles = [(0, top, left) for top, left, _, _, _ in first]
    tiles += [
        (len(first) + shapes.index((high, wide)), top, left) for top, left, high, wide in others
    ]
    patterns += [(high, wide, closed(high, wide), True) for high, wide in shapes]
    return TilesKernel(tour.rows, tour.cols, patterns, tiles).path(start)


@lru_cache
def closed(high: int, wide: int) -> bytes:
    """Return a closed tour of a tile that goes from the corner to the second row.

    That way, the tour of the whole board does so too.
    """
    (small,) = WarnsdorffKernel(high, wide, -1, True).run(1, ENOUGH)
    return small


def _open(high: int, wide: int, start: int) -> Iterator[bytes]:
    """Yield open tours of an odd tile that start from a cell."""
    kind = FrontierSearchKernel if min(high, wide) == NARROWEST else WarnsdorffKernel
    kernel = kind(high, wide, start, False)
    while small := kernel.run(1, ENOUGH):
        yield small[0]


def has_ladders(tour: Tour) -> bool:
    """Check whether the board has four lines and a tour that can grow from a short one."""
    short, long = sorted((tour.rows, tour.cols))
    if tour.closed or short != LINES or long < SHORTEST:
        return False
    line = (tour.start or (0, 0))[tour.rows != LINES]
    return line in (0, LINES - 1)


def grown_on_four_lines(tour: Tour) -> bytes:
    """Return a tour from an outer cell, as the bytes of its cells' numbers."""
    upright = tour.rows == LINES
    length = tour.cols if upright else tour.rows
    line, col = (tour.start or (0, 0))[:: 1 if upright else -1]
    first, second = ladders(length, col)

    def cells(path: Columns, outer: int, kind: int) -> Iterator[int]:
        """Yield the cells of the ladder that is in line `outer` in the start's column."""
        for at in path:
            here = outer if (at - col) % 2 == 0 else LINES - 1 - outer
            if kind == INNER:
                here += 1 if here == 0 else -1
            yield here * length + at if upright else at * LINES + here
            kind = INNER - kind

    path = array("i", cells(first, line, OUTER))
    path.extend(cells(second, LINES - 1 - line, INNER))
    return path.tobytes()


def ladders(length: int, start: int) -> tuple[Columns, Columns]:
    """Return a path from an outer to an inner cell, and its continuation on the other ladder."""
    steps = (length - SHORTEST) // GROWTH
    before = min(start // GROWTH, steps)
    small = length - GROWTH * steps
    first, second = seeds(small, start - GROWTH * before)
    return (
        grown(first, OUTER, small, before, steps - before),
        grown(second, INNER, small, before, steps - before),
    )


@lru_cache
def seeds(length: int, start: int) -> tuple[Columns, Columns]:
    """Find two such paths that are short, each with a place to grow at both ends."""
    for first in paths(length, (start,), OUTER):
        for begin in (first[-1] - 2, first[-1] + 2):
            if 0 <= begin < length:
                for second in paths(length, (begin,), INNER):
                    return first, second
    raise ValueError(f"length: found {length}, expected {SHORTEST} or more")


def paths(length: int, path: Columns, kind: int) -> Iterator[Columns]:
    """Yield the paths that continue this beginning, which starts with an outer or an inner cell."""
    if len(path) == 2 * length:
        if place(path, kind, length - 1, length - 2) and place(path, kind, 0, 1):
            yield path
        return
    taken = path[len(path) % 2 :: 2]
    for step in (-2, -1, 1, 2):
        at = path[-1] + step
        if 0 <= at < length and at not in taken:
            yield from paths(length, (*path, at), kind)


def place(path: Columns, kind: int, outer: int, inner: int) -> int:
    """Find the place where an outer and an inner cell follow each other, in either order.

    Return 0 if they don't.
    """
    for at in range(1, len(path)):
        is_inner = kind if at % 2 == 0 else INNER - kind
        if path[at - 1 : at + 1] == ((outer, inner) if is_inner else (inner, outer)):
            return at
    return 0


def grown(path: Columns, kind: int, length: int, before: int, after: int) -> Columns:
    """Add columns to a path, three for each step of growth at its beginning and its end."""
    for times in (after, before):
        path = _grown(path, kind, length, times)
        length += GROWTH * times
        path = tuple(length - 1 - at for at in path)  # mirrored, so that the other end grows next
    return path


def _grown(path: Columns, kind: int, length: int, times: int) -> Columns:
    at = place(path, kind, length - 1, length - 2)
    after_outer = (at - 1) % 2 == kind
    front: list[int] = []
    back: list[int] = []
    for new in range(length, length + GROWTH * times, GROWTH):
        few, many = (front, back) if after_outer else (back, front)
        few.append(new + 1)
        many += (new, new + 2, new + 1, new, new + 2)
        after_outer = not after_outer
    return (*path[:at], *front, *reversed(back), *path[at:])


# ------------------------------------------------------------------ counts in parts
# Divides a count of tours into parts by the first moves.


def split(puzzle: Knight, wanted: int) -> list[tuple[Knight, int]]:
    """Divide a count by the first moves of a tour.

    Without a given start, it uses one start for each symmetry class of cells.
    """
    parts = deque(_starts(puzzle))
    longest = puzzle.rows * puzzle.cols - 1
    while len(parts) < wanted and parts and len(parts[0][0].path) < longest:
        knight, times = parts.popleft()
        parts += [(further, times) for further in _one_move_on(knight)]
    return list(parts)


def _one_move_on(knight: Knight) -> Iterator[Knight]:
    space = knight.space()
    state = space.start
    for _ in knight.opening():  # the first step is onto the start itself
        ((_, state),) = space.successors(state)
    for move, after in space.successors(state):
        yield knight.midway([move], after)


def _starts(puzzle: Knight) -> list[tuple[Knight, int]]:
    if puzzle.start is not None:
        return [(puzzle, 1)]
    if puzzle.closed:  # each tour goes through the corner with this as one of its two moves
        return [(replace(puzzle, path=((0, 0), (1, 2))), 1)]
    starts = puzzle.tour().starts()
    return [(replace(puzzle, start=divmod(cell, puzzle.cols)), times) for cell, times in starts]
