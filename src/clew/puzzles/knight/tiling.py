"""A large knight's tour from small ones: tiles, joined where two of their steps lie side by side.

The idea is Parberry's ("An efficient algorithm for the knight's tour problem", 1997), who joins
four quarters in the middle. Here the tiles are as near to 6 x 6 as they can be, at least 5 x 6,
each with an even side so that it has a closed tour (Schwenk, "Which rectangular chessboards have
a knight's tour?", 1991); an odd board has besides one odd tile, with an open tour from the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from clew.puzzles.knight.face import Tour
from clew.puzzles.knight.py_frontier import FrontierSearchKernel
from clew.puzzles.knight.py_tiles import TilesKernel
from clew.puzzles.knight.py_tour import WarnsdorffKernel

LEAST = 5
"""The narrowest tile; an even side is one longer at least."""
USUAL = 6
TRIES = 50
"""So many tours of the odd tile are tried, should one not fit its neighbours."""
ENOUGH = 1_000_000
"""Nodes within which a small tour is found, or given up."""

Box = tuple[int, int, int, int]
"""A rectangle of the board: its first row and column, and how many rows and columns it has."""


def constructed(tour: Tour) -> bytes | None:
    """A tour of a board of at least five rows and columns; None if there is none to be had so."""
    start = 0 if tour.start is None else tour.start[0] * tour.cols + tour.start[1]
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
    if rest in (0, LEAST):
        return [USUAL] * whole + [LEAST] * (rest == LEAST)
    return [USUAL] * (whole - 1) + [USUAL + rest]


def strip(length: int, at: int) -> tuple[int, int]:
    """Where an odd strip that holds a place begins, and how long it is: what is left is even.

    On either side there is nothing, or at least six. The shortest is taken.

    >>> strip(101, 0), strip(101, 50), strip(13, 5)
    ((0, 5), (46, 5), (0, 7))
    """
    for size in range(LEAST, length + 1, 2):
        for before in range(max(0, at - size + 1), at + 1):
            after = length - before - size
            if before % 2 == 0 and before not in (2, 4) and after >= 0 and after not in (2, 4):
                return before, size
    raise ValueError(f"found a length of {length}, expected an odd one of at least {LEAST}")


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
    patterns = [(high, wide, small, False) for _, _, high, wide, small in first]
    tiles = [(0, top, left) for top, left, _, _, _ in first]
    numbers: dict[tuple[int, int], int] = {}
    for top, left, high, wide in others:
        which = numbers.get((high, wide))
        if which is None:
            which = numbers[high, wide] = len(patterns)
            patterns.append((high, wide, closed(high, wide), True))
        tiles.append((which, top, left))
    return TilesKernel(tour.rows, tour.cols, patterns, tiles).route(start)


@lru_cache
def closed(high: int, wide: int) -> bytes:
    """A closed tour of a tile; it leaves the corner for the second row, and so does the whole."""
    (small,) = WarnsdorffKernel(high, wide, -1, True).run(1, ENOUGH)
    return small


def _open(high: int, wide: int, start: int) -> Iterator[bytes]:
    """Open tours of an odd tile from a cell."""
    narrow = min(high, wide) == LEAST
    kind = FrontierSearchKernel if narrow else WarnsdorffKernel
    kernel = kind(high, wide, start, False)
    while small := kernel.run(1, ENOUGH):
        yield small[0]
