"""Knight's tours: Warnsdorff's rule, the frontier method, and large tours from small ones."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import ClassVar

from clew.core.events import TREE, Event, Kind, Watcher
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.puzzles.knight.construct import constructed, grown_on_four_lines, has_ladders
from clew.puzzles.knight.face import Tour
from clew.puzzles.knight.py_frontier import WIDEST, FrontierCountKernel, FrontierSearchKernel
from clew.puzzles.knight.py_tour import (
    MASKED,
    PyWarnsdorff,
    TourCountKernel,
    WarnsdorffKernel,
    spread,
)
from clew.search.native import Finder, answers, deepest, drive, exhaust, tree
from clew.search.strategy import Counter

CELLS = 1_000_000
"""The cells of the answers handed over at once."""
COMPACT = 36
"""The most cells for counting tours one by one; on larger boards the frontier is faster."""
NARROW = 4
"""On boards as narrow as this the frontier finds a tour in time that grows with the length only."""

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
    """Go to the cell with the fewest onward moves, and backtrack where that fails.

    H. C. von Warnsdorff, "Des Rösselsprungs einfachste und allgemeinste Lösung", 1823. Ties go
    to the cell farthest from the centre; positions in which a cell can no longer be passed
    through are left at once, so most boards take hardly a step back.
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
        twin = PyWarnsdorff(*board, run.trace)  # it takes the same steps, and reports each
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
    """Decide cell by cell which moves a tour takes, and remember only what matters for the rest.

    On a narrow board that is little, so tours are found and counted in time that grows with the
    length of the board only, however many there are.
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
                f"frontier needs a board with a side of at most {WIDEST}, and no path that is set"
            )


@dataclass(frozen=True)
class AnyTour(Counter):
    """What suits the board: the frontier where it is narrow, else a tour joined from small ones.

    A tour of four lines is grown from a short one. The time grows with the number of cells only. If
    more than one tour is wanted, it searches for the others. It counts one by one on small boards
    and by the frontier on others.
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
    """What a kernel finds."""

    def tell(path: bytes, trace: Watcher) -> None:
        trace(Event(Kind.ANSWER, tour.cells))

    for path in answers(kernel, run, batch=max(1, CELLS // tour.cells), tell=tell):
        yield spread(path, tour.cols)


def _count_from(tour: Tour, start: int, run: Run) -> int:
    kernel = TourCountKernel(tour.rows, tour.cols, start, tour.closed, tour.prefix)
    exhaust(kernel, run, kernel.run, deepest)
    return kernel.tours


def orders(tour: Tour) -> int:
    """In how many orders the cells of one tour may be visited: both ways, or one that is set."""
    return 2 if tour.closed == (tour.start is not None) and tour.cells > 1 else 1


def reversed_path(path: bytes, tour: Tour) -> bytes:
    """The same tour the other way; a closed one from the same cell."""
    cells = array("i", path)
    cells = cells[:1] + cells[:0:-1] if tour.closed else cells[::-1]
    return cells.tobytes()
