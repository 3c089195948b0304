"""A knight's tour of four lines, however long, from an outer cell: two ladders.

On four lines an outer cell is a move apart from inner ones only, and there are as many of both. So
a tour is outer, inner, outer, inner, and so on, once two inner cells, and then inner, outer, to an
outer cell at the end. Up to there it keeps to one outer and one inner cell of each column, the two
that lie side by side and change sides with every column: a ladder. From there on it visits the
other ladder.

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

from clew.puzzles.knight.face import Tour

LINES = 4
LEAST = 7
"""From so many columns on, there is a path from every outer cell."""
GROWTH = 3
OUTER, INNER = 0, 1
Path = tuple[int, ...]
"""The columns of outer and inner cells in turns."""


def fits(tour: Tour) -> bool:
    """Whether a tour of this kind can be had so."""
    if tour.closed or min(tour.rows, tour.cols) != LINES or max(tour.rows, tour.cols) < LEAST:
        return False
    if tour.start is None:
        return True
    line = tour.start[0] if tour.rows == LINES else tour.start[1]
    return line in (0, LINES - 1)


def along(tour: Tour) -> bytes:
    """A tour from an outer cell, as the bytes of the numbers of its cells."""
    upright = tour.rows == LINES
    length = tour.cols if upright else tour.rows
    line, col = (tour.start or (0, 0)) if upright else (tour.start or (0, 0))[::-1]
    first, second = ladders(length, col)

    def cells(path: Path, outer: int, kind: int) -> Iterator[int]:
        """The cells of a ladder with the outer cell of the start's column in line `outer`."""
        for at in path:
            here = outer if (at - col) % 2 == 0 else LINES - 1 - outer
            if kind == INNER:
                here += 1 if here == 0 else -1
            yield here * length + at if upright else at * LINES + here
            kind = INNER - kind

    route = array("i", cells(first, line, OUTER))
    route.extend(cells(second, LINES - 1 - line, INNER))
    return route.tobytes()


def ladders(length: int, start: int) -> tuple[Path, Path]:
    """A path from an outer cell to an inner one, and one of the other ladder that goes on there."""
    steps = (length - LEAST) // GROWTH
    before = min(start // GROWTH, steps)
    small = length - GROWTH * steps
    first, second = seeds(small, start - GROWTH * before)
    return (
        grown(first, OUTER, small, before, steps - before),
        grown(second, INNER, small, before, steps - before),
    )


@lru_cache
def seeds(length: int, start: int) -> tuple[Path, Path]:
    """The same of a short length, each with a place to grow at both ends."""
    for first in paths(length, (start,), OUTER):
        for begin in (first[-1] - 2, first[-1] + 2):
            if 0 <= begin < length:
                for second in paths(length, (begin,), INNER):
                    return first, second
    raise ValueError(f"length: found {length}, expected {LEAST} or more")


def paths(length: int, path: Path, kind: int) -> Iterator[Path]:
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


def place(path: Path, kind: int, outer: int, inner: int) -> int:
    """Where an outer cell and an inner one follow each other, in either order; 0 if they do not."""
    for at in range(1, len(path)):
        is_inner = kind if at % 2 == 0 else INNER - kind
        if path[at - 1 : at + 1] == ((outer, inner) if is_inner else (inner, outer)):
            return at
    return 0


def grown(path: Path, kind: int, length: int, before: int, after: int) -> Path:
    """The path with more columns, so many times three before and after."""
    longer = _grown(path, kind, length, after)
    length += GROWTH * after
    mirrored = tuple(length - 1 - at for at in longer)
    longer = _grown(mirrored, kind, length, before)
    length += GROWTH * before
    return tuple(length - 1 - at for at in longer)


def _grown(path: Path, kind: int, length: int, times: int) -> Path:
    at = place(path, kind, length - 1, length - 2)
    after_outer = (at - 1) % 2 == kind
    front: list[int] = []
    back: list[int] = []
    for new in range(length, length + GROWTH * times, GROWTH):
        if after_outer:
            front += (new + 1,)
            back += (new, new + 2, new + 1, new, new + 2)
        else:
            front += (new, new + 2, new + 1, new, new + 2)
            back += (new + 1,)
        after_outer = not after_outer
    return (*path[:at], *front, *reversed(back), *path[at:])
