"""Knight's tours of large boards without a search: joined from tiles, or grown on four lines.

**Tiles.** The idea is that of Parberry ("An efficient algorithm for the knight's tour problem",
1997), who joins four quarters in the middle. Here the tiles are as near to 6 x 6 as they can be, at
least 5 x 6, each with an even side so that it has a closed tour (Schwenk, "Which rectangular
chessboards have a knight's tour?", 1991); an odd board has besides one odd tile, with an open tour
from the start. Two tiles are joined where two of their steps lie side by side.

**Four lines.** On four lines an outer cell is a move apart from inner ones only, and there are as
many of both. So a tour is outer, inner, outer, inner, and so on, once two inner cells, and then
inner, outer, to an outer cell at the end. Up to there it keeps to one outer and one inner cell of
each column, the two that lie side by side and change sides with every column: a ladder. From there
on it visits the other ladder.

A ladder knows columns only: its outer cell of column c and its inner one of column d are a move
apart if c and d differ by 1 or 2. So a path on it is a list of columns, those of outer and of inner
cells in turns. It grows by three columns: where the last outer cell and the inner one before it
follow each other, the new cells go in between, and do so again. Paths of seven to nine columns,
found by search, so make those of every length; each has such a place at both ends.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from clew.puzzles.knight.face import Tour
from clew.puzzles.knight.py_frontier import FrontierSearchKernel
from clew.puzzles.knight.py_tiles import TilesKernel
from clew.puzzles.knight.py_tour import WarnsdorffKernel

NARROWEST = 5
"""The narrowest tile; an even side is one longer at least."""
USUAL = 6
TRIES = 50
"""The most tours of the odd tile that are tried, should one not fit its neighbours."""
ENOUGH = 1_000_000
"""Nodes within which a small tour is found, or given up."""
LINES = 4
SHORTEST = 7
"""The fewest columns for which a ladder has a path from every outer cell."""
GROWTH = 3
OUTER, INNER = 0, 1

Box = tuple[int, int, int, int]
"""A rectangle of the board: its first row and column, and how many rows and columns it has."""
Columns = tuple[int, ...]
"""A path on a ladder: the columns of outer and inner cells in turns."""


def constructed(tour: Tour) -> bytes | None:
    """A tour of a board of at least five rows and columns; None if it cannot be joined."""
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
        except ValueError:  # this one does not lie beside its neighbours' steps
            continue
    return None


def boxes(board: Box) -> Iterator[Box]:
    """Cut a rectangle with an even side, both at least five, into tiles."""
    top, left, high, wide = board
    columns = sizes(wide)
    for height in sizes(high):
        at = left
        for width in columns:
            yield top, at, height, width
            at += width
        top += height


def sizes(length: int) -> list[int]:
    """A length of five or more as sixes and at most one other size up to ten; even if it is even.

    >>> sizes(16), sizes(17), sizes(19)
    ([6, 10], [6, 6, 5], [6, 6, 7])
    """
    whole, rest = divmod(length, USUAL)
    if rest in (0, NARROWEST):
        return [USUAL] * whole + [NARROWEST] * (rest == NARROWEST)
    return [USUAL] * (whole - 1) + [USUAL + rest]


def strip(length: int, at: int) -> tuple[int, int]:
    """Where an odd strip around a place begins, and how long it is: the rest is even.

    On either side there is nothing, or at least six. The shortest is taken.

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
    """The tiles of the rest of an odd board, each beside one that comes before it."""
    top, left, high, wide = box
    right, bottom = left + wide, top + high
    yield from boxes((top, right, high, tour.cols - right))
    yield from reversed(list(boxes((top, 0, high, left))))
    yield from boxes((bottom, 0, tour.rows - bottom, tour.cols))
    yield from reversed(list(boxes((0, 0, top, tour.cols))))


def _joined(
    tour: Tour, first: list[tuple[int, int, int, int, bytes]], others: list[Box], start: int
) -> bytes:
    """Lay the tiles and walk over them; ValueError if one cannot be joined to those before."""
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
    """A closed tour of a tile; it leaves the corner for the second row, and so does the whole."""
    (small,) = WarnsdorffKernel(high, wide, -1, True).run(1, ENOUGH)
    return small


def _open(high: int, wide: int, start: int) -> Iterator[bytes]:
    """Open tours of an odd tile from a cell."""
    kind = FrontierSearchKernel if min(high, wide) == NARROWEST else WarnsdorffKernel
    kernel = kind(high, wide, start, False)
    while small := kernel.run(1, ENOUGH):
        yield small[0]


def has_ladders(tour: Tour) -> bool:
    """Whether a tour of four lines can be grown from a short one."""
    short, long = sorted((tour.rows, tour.cols))
    if tour.closed or short != LINES or long < SHORTEST:
        return False
    line = (tour.start or (0, 0))[tour.rows != LINES]
    return line in (0, LINES - 1)


def grown_on_four_lines(tour: Tour) -> bytes:
    """A tour from an outer cell, as the bytes of the numbers of its cells."""
    upright = tour.rows == LINES
    length = tour.cols if upright else tour.rows
    line, col = (tour.start or (0, 0))[:: 1 if upright else -1]
    first, second = ladders(length, col)

    def cells(path: Columns, outer: int, kind: int) -> Iterator[int]:
        """The cells of a ladder with the outer cell of the start's column in line `outer`."""
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
    """A path from an outer cell to an inner one, and the path on the other ladder that follows."""
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
    """The same of a short length, each with a place to grow at both ends."""
    for first in paths(length, (start,), OUTER):
        for begin in (first[-1] - 2, first[-1] + 2):
            if 0 <= begin < length:
                for second in paths(length, (begin,), INNER):
                    return first, second
    raise ValueError(f"length: found {length}, expected {SHORTEST} or more")


def paths(length: int, path: Columns, kind: int) -> Iterator[Columns]:
    """The paths that begin so, with an outer cell first or an inner one."""
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
    """Where an outer cell and an inner one follow each other, in either order; 0 if they do not."""
    for at in range(1, len(path)):
        is_inner = kind if at % 2 == 0 else INNER - kind
        if path[at - 1 : at + 1] == ((outer, inner) if is_inner else (inner, outer)):
            return at
    return 0


def grown(path: Columns, kind: int, length: int, before: int, after: int) -> Columns:
    """The path with more columns: three for each step of growth before and after."""
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
