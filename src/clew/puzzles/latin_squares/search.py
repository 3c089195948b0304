"""Latin squares with signs: all squares at once where there are few, else a search by lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from clew.core.events import Event, Kind
from clew.core.faces import Assignment
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.puzzles.latin_squares.face import LatinSquare
from clew.puzzles.latin_squares.py_ranks import LARGEST, PyRanks, RanksKernel, SquaresKernel
from clew.puzzles.latin_squares.py_ranks import LARGEST_LISTED as LARGEST_TABLE
from clew.search.native import BATCH, answers, exhaust, tree
from clew.search.strategy import Counter, choice

LARGEST_BEST = 9
"""The largest order for which it is the best: its lines are exact up to nine open cells."""


@dataclass(frozen=True)
class Ranks(Counter):
    """Each line made consistent exactly: all values different, and in the order of its signs.

    A line is filled from the smallest value up, so that a sign says which cell comes first, and
    only the set of filled cells matters. Up to order 5 answers are counted without a search: a
    table holds, for each given and each sign, which of all the Latin squares have it. With
    `table=yes` they are found there too, in increasing order.
    """

    name: ClassVar[str] = "ranks"
    title: ClassVar[str] = "Consistent lines"
    reads: ClassVar[Mapping[str, str]] = {
        "table": "Table of lines",
        "table=count": "for counting only",
        "table=yes": "with a table of lines",
        "table=no": "without a table of lines",
    }
    summary: ClassVar[str] = "Latin squares and Futoshiki, each line consistent with its signs."
    face: ClassVar[type] = LatinSquare
    level: ClassVar[int] = 100
    table: str = choice("count", "yes", "no")

    def rank(self, face: LatinSquare) -> int | None:
        """Larger squares are better left to a search that learns: at order 20 it takes 1/40."""
        if face.order > LARGEST:
            return None
        return self.level if face.order <= LARGEST_BEST else 0

    def objection(self, face: LatinSquare) -> str:
        return "" if self.accepts(face) else f"the order is more than {LARGEST}"

    def __call__(self, square: LatinSquare, run: Run) -> Iterator[Assignment]:
        self._require(square)
        if self.table == "yes" and square.order <= LARGEST_TABLE:
            return _listed(square, run)
        return answers(_kernel(square), run)

    def count(self, square: LatinSquare, run: Run) -> int:
        self._require(square)
        if self.table != "no" and square.order <= LARGEST_TABLE:
            run.pause()
            run.stats.nodes += 1
            return SquaresKernel(square.order, square.givens, square.less).answers
        kernel = _kernel(square)
        exhaust(kernel, run, kernel.count, tree)
        return kernel.answers

    def _require(self, square: LatinSquare) -> None:
        if not self.accepts(square):
            raise Unsuited(f"ranks needs a square of order {LARGEST} at most")


def _listed(square: LatinSquare, run: Run) -> Iterator[Assignment]:
    """The squares that the table leaves; the look at the table is a node, and each of them."""
    run.pause()
    stats = run.stats
    stats.nodes += 1
    squares = SquaresKernel(square.order, square.givens, square.less)
    batch = min(run.max_solutions or BATCH, BATCH)
    while found := squares.run(batch):
        for answer in found:
            if stats.nodes >= run.alarm:
                run.pause()
            stats.nodes += 1
            if run.trace is not None:
                run.trace(Event(Kind.ANSWER, stats.deepest))
            yield answer


def _kernel(square: LatinSquare) -> PyRanks:
    return RanksKernel(square.order, square.givens, square.less)
