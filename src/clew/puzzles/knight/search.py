"""Knight's tours: Warnsdorff's rule, the frontier method, and large tours from small ones."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import ClassVar

from clew.core.events import Event, Kind
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.puzzles.knight import four_lines
from clew.puzzles.knight.face import Tour
from clew.puzzles.knight.py_frontier import WIDEST, FrontierCountKernel, FrontierSearchKernel
from clew.puzzles.knight.py_tour import (
    LARGEST_RIDE,
    PyWarnsdorff,
    RideCountKernel,
    WarnsdorffKernel,
    spread,
)
from clew.puzzles.knight.tiling import constructed
from clew.search.native import Finder, answers, deepest, drive, exhaust, tree
from clew.search.strategy import Counter

CELLS = 1_000_000
"""Cells of the answers handed over at once, if as many are wanted."""
COMPACT = 36
"""Up to so many cells tours are counted one by one; on larger boards the frontier is quicker."""
NARROW = 4
"""On boards as narrow as this the frontier finds a tour in time that grows with the length only."""


@dataclass(frozen=True)
class Warnsdorff(Counter):
    """Go where the fewest ways lead on, and take steps back where that fails.

    H. C. von Warnsdorff, "Des Rösselsprungs einfachste und allgemeinste Lösung", 1823. Ties go
    to the cell farthest from the centre; positions in which a cell can no longer be passed
    through are left at once, so most boards take hardly a step back.
    """

    name: ClassVar[str] = "warnsdorff"
    summary: ClassVar[str] = "Knight's tours: go where the fewest ways lead on."
    face: ClassVar[type] = Tour
    taught: ClassVar[bool] = True

    def __call__(self, tour: Tour, run: Run) -> Iterator[bytes]:
        board = tour.rows, tour.cols, number(tour), tour.closed, path(tour)
        if run.trace is None:
            return found(WarnsdorffKernel(*board), tour, run)
        twin = PyWarnsdorff(*board, run.trace)  # it takes the same steps, and tells of each
        routes = chain.from_iterable(drive(twin, run, partial(twin.run, 1), tree))
        return (spread(route, tour.cols) for route in routes)

    def count(self, tour: Tour, run: Run) -> int:
        """Count the tours from one cell of each kind: symmetry tells those from the others."""
        if tour.cells > LARGEST_RIDE:
            return sum(1 for _ in self(tour, run))
        if tour.path:
            return _rides(tour, number(tour), run)
        if tour.closed:
            both_ways = _rides(tour, 0, run)
            return both_ways // 2 if tour.start is None else both_ways
        if tour.start is not None:
            return _rides(tour, number(tour), run)
        return sum(times * _rides(tour, cell, run) for cell, times in kinds(tour))


@dataclass(frozen=True)
class Frontier(Counter):
    """Decide cell by cell which moves a tour takes, and remember only what the rest can see.

    On a narrow board few things can be seen, so tours are found and counted in time that
    grows with the length of the board only, however many there are.
    """

    name: ClassVar[str] = "frontier"
    summary: ClassVar[str] = "Knight's tours of narrow boards, found or counted cell by cell."
    face: ClassVar[type] = Tour
    taught: ClassVar[bool] = True

    def rank(self, face: Tour) -> int | None:
        return self.level if min(face.rows, face.cols) <= WIDEST and not face.path else None

    def __call__(self, tour: Tour, run: Run) -> Iterator[bytes]:
        self._require(tour)
        kernel = FrontierSearchKernel(tour.rows, tour.cols, number(tour), tour.closed)
        for route in found(kernel, tour, run):
            yield route
            if ways(tour) == 2:
                yield turned(route, tour)

    def count(self, tour: Tour, run: Run) -> int:
        self._require(tour)
        kernel = FrontierCountKernel(tour.rows, tour.cols, number(tour), tour.closed)
        exhaust(kernel, run, kernel.run, deepest)
        run.stats.frontier = kernel.frontier
        return ways(tour) * kernel.tours

    def _require(self, tour: Tour) -> None:
        if not self.accepts(tour):
            raise Unsuited(
                f"frontier needs a board with a side of at most {WIDEST}, and no path that is set"
            )


@dataclass(frozen=True)
class AnyTour(Counter):
    """What suits the board: the frontier where it is narrow, else a tour joined from small ones.

    One of four lines is grown from a short one. The time grows with the number of cells only. Asked
    for more than one tour, it searches for the others. It counts one by one on small boards and by
    the frontier on others.
    """

    name: ClassVar[str] = "tour"
    summary: ClassVar[str] = "Knight's tours of any board, large ones joined from small ones."
    face: ClassVar[type] = Tour
    level: ClassVar[int] = 100

    def __call__(self, tour: Tour, run: Run) -> Iterator[bytes]:
        if tour.path:
            yield from Warnsdorff()(tour, run)
            return
        narrow = min(tour.rows, tour.cols) <= NARROW
        if narrow and not four_lines.fits(tour):
            yield from Frontier()(tour, run)
            return
        run.pause()
        run.stats.nodes += 1
        first = four_lines.along(tour) if narrow else constructed(tour)
        if first is not None:
            first = spread(first, tour.cols)
            run.stats.deepest = tour.cells
            if run.trace is not None:
                run.trace(Event(Kind.ANSWER, tour.cells))
            yield first
        for route in (Frontier() if narrow else Warnsdorff())(tour, run):
            if route != first:
                yield route

    def count(self, tour: Tour, run: Run) -> int:
        small = tour.cells <= COMPACT and min(tour.rows, tour.cols) > NARROW
        one_by_one = small or tour.path
        return Warnsdorff().count(tour, run) if one_by_one else Frontier().count(tour, run)


def number(tour: Tour) -> int:
    """The number of the cell where the tour begins, or -1."""
    return -1 if tour.start is None else tour.start[0] * tour.cols + tour.start[1]


def path(tour: Tour) -> list[int]:
    """The numbers of the cells that a tour must begin with."""
    return [row * tour.cols + col for row, col in tour.path]


def found(kernel: Finder[bytes], tour: Tour, run: Run) -> Iterator[bytes]:
    """What a kernel finds."""
    batch = max(1, CELLS // tour.cells)
    for route in answers(kernel, run, batch=batch, depth=lambda _: tour.cells):
        yield spread(route, tour.cols)


def _rides(tour: Tour, start: int, run: Run) -> int:
    kernel = RideCountKernel(tour.rows, tour.cols, start, tour.closed, path(tour))
    exhaust(kernel, run, kernel.run, deepest)
    return kernel.tours


def ways(tour: Tour) -> int:
    """In how many orders the cells of one tour may be visited: both ways, or one that is set."""
    return 2 if tour.closed == (tour.start is not None) and tour.cells > 1 else 1


def turned(route: bytes, tour: Tour) -> bytes:
    """The same tour the other way; a closed one from the same cell."""
    cells = array("i", route)
    cells = cells[:1] + cells[:0:-1] if tour.closed else cells[::-1]
    return cells.tobytes()


def kinds(tour: Tour) -> Iterator[tuple[int, int]]:
    """A cell of each kind that a tour may begin at, and how many there are of its kind.

    Two cells are of a kind if turning or mirroring the board takes one to the other. On an
    odd board a tour begins and ends on the colour of the corners.
    """
    rows, cols = tour.rows, tour.cols
    for row in range((rows + 1) // 2):
        for col in range((cols + 1) // 2):
            places = {(r, c) for r in (row, rows - 1 - row) for c in (col, cols - 1 - col)}
            if rows == cols:
                places |= {(c, r) for r, c in places}
            if min(places) == (row, col) and not (tour.cells % 2 and (row + col) % 2):
                yield row * cols + col, len(places)
