"""Paths in a triangle by dynamic programming on what they add up to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import add
from typing import ClassVar

from clew.core.result import Run
from clew.puzzles.triangle.face import SumPaths
from clew.puzzles.triangle.totals import PathTotals
from clew.search.native import answers, available, exhaust
from clew.search.strategy import Counter

SLICE = 100_000 if available else 1_000
"""Entries between two moments at which all totals can be interrupted: a few milliseconds."""
DENSE = 1 << 20
"""The most totals that are counted in one number with a field for each."""

Rows = Sequence[Sequence[int]]
Path = tuple[int, ...]


@dataclass(frozen=True)
class Sums(Counter):
    """The set of totals below each entry, as runs of numbers, from the bottom up; then the paths.

    Going down, only entries are entered from which the total can be made, so no path is a dead
    end, and there may be more paths than could ever be searched.
    """

    name: ClassVar[str] = "sums"
    title: ClassVar[str] = "Sums, bottom up"
    summary: ClassVar[str] = "All totals below each entry, bottom up; then the paths, top down."
    face: ClassVar[type] = SumPaths
    level: ClassVar[int] = 100

    def __call__(self, face: SumPaths, run: Run) -> Iterator[Path]:
        run.pause()
        kernel = PathTotals(face.rows)
        run.stats.deepest = len(face.rows)
        exhaust(kernel, run, kernel.rise, None)
        kernel.seek(face.total)
        found = False
        for path in answers(kernel, run, None, batch=64):
            found = True
            yield path
        if not found:
            run.reason = _nearest(kernel.totals(), face.total)

    def count(self, face: SumPaths, run: Run) -> int:
        """The number of paths, by the numbers of paths to each total that still matters."""
        run.pause()
        windows = _windows(face, run)
        if any(least > most for least, most in windows):
            return 0
        widest = max(most - least + 1 for least, most in windows)
        if widest <= DENSE:
            return _count_dense(face.rows, windows, run)
        return path_counts(face.rows, windows, run).get(face.total, 0)


def _nearest(totals: Sequence[tuple[int, int]], total: int) -> str:
    """Why there is no path: the totals on both sides of the one that was wanted."""
    at = bisect_left(totals, (total, total))
    near = [str(last) for _, last in totals[max(at - 1, 0) : at]]
    near += [str(first) for first, _ in totals[at : at + 1]]
    return f"the nearest {'totals are' if len(near) > 1 else 'total is'} {' and '.join(near)}"


class Totals:
    """Every total that a path in a triangle can have, and a path for each.

    >>> totals = Totals([[4], [7, 5], [6, 3, 4], [4, 2, 1, 6]])
    >>> totals.runs
    (range(13, 17), range(19, 20), range(21, 22))
    >>> totals.path(15)
    (0, 0, 1, 2)
    """

    def __init__(self, rows: Rows) -> None:
        self._kernel = PathTotals(rows)
        while not self._kernel.rise(SLICE):
            pass  # in slices, so that it can be interrupted
        runs = self._kernel.totals()
        self.runs = tuple(range(first, last + 1) for first, last in runs)
        """The totals in increasing order, consecutive ones together."""

    def __len__(self) -> int:
        return sum(map(len, self.runs))

    def __iter__(self) -> Iterator[int]:
        return (total for run in self.runs for total in run)

    def __contains__(self, total: int) -> bool:
        at = bisect_left(self.runs, total, key=lambda run: run[-1])
        return at < len(self.runs) and total in self.runs[at]

    def path(self, total: int) -> Path | None:
        """The first path with that total, leftmost at the top; None if there is none."""
        if total not in self:
            return None
        self._kernel.seek(total)
        found: list[Path] = []
        while not found:
            found = self._kernel.run(1, SLICE)
        return found[0]


reachable_sums = Totals
Window = tuple[int, int]
"""The least and the most of some totals."""


def _windows(face: SumPaths, run: Run) -> list[Window]:
    """For each row, what paths from it down may add up to, if the rows above make the rest."""
    rows, above, below = face.rows, [(0, 0)], []
    least = most = [0]
    for row in rows[:-1]:
        run.pause()
        least, most = _down(least, row, min), _down(most, row, max)
        above.append((min(least), max(most)))
    least = most = [0] * (len(rows) + 1)
    for row in reversed(rows):
        run.pause()
        least, most = _up(least, row, min), _up(most, row, max)
        below.append((min(least), max(most)))
    return [
        (max(low, face.total - high_above), min(high, face.total - low_above))
        for (low_above, high_above), (low, high) in zip(above, reversed(below), strict=True)
    ]


Best = Callable[[Iterable[int]], int]


def _down(sums: list[int], row: Sequence[int], best: Best) -> list[int]:
    """From the best sum above each entry to those above the next row."""
    ends = list(map(add, sums, row))
    return [ends[0], *map(best, pairwise(ends)), ends[-1]]


def _up(sums: list[int], row: Sequence[int], best: Best) -> list[int]:
    """From the best sum below each entry to those from the row on."""
    return list(map(add, map(best, pairwise(sums)), row))


def _count_dense(rows: Rows, windows: Sequence[Window], run: Run) -> int:
    """Counts of all totals of an entry in one integer, a field of bits for each total.

    Adding two such integers adds all their counts, and a shift adds a value to all totals.
    """
    field = len(rows)  # there are at most 2 ** (rows - 1) paths
    base = 0
    counts = [1, 0] * len(rows)  # below the last row: any two neighbours add up to one path
    for row, (least, most) in reversed(list(zip(rows, windows, strict=True))):
        mask = (1 << (most - least + 1) * field) - 1
        above = []
        for col, value in enumerate(row):
            _count_entry(run)
            both = counts[col] + counts[col + 1]
            if base + value > most:  # too much already; a shift so far would only fill the memory
                both = 0
            shift = (base + value - least) * field
            above.append((both << shift if shift >= 0 else both >> -shift) & mask)
        counts, base = above, least
    return counts[0]


def path_counts(rows: Rows, windows: Sequence[Window], run: Run) -> dict[int, int]:
    """How many paths make each total, by a dictionary for each entry: for totals far apart."""
    counts: list[dict[int, int]] = [{0: 1}, {}] * len(rows)  # one path, as above
    for row, (least, most) in reversed(list(zip(rows, windows, strict=True))):
        above: list[dict[int, int]] = []
        for col, value in enumerate(row):
            _count_entry(run)
            entry: dict[int, int] = {}
            for below in counts[col : col + 2]:
                for total, paths in below.items():
                    if least <= total + value <= most:
                        entry[total + value] = entry.get(total + value, 0) + paths
            above.append(entry)
        counts = above
    return counts[0]


def _count_entry(run: Run) -> None:
    run.pause()  # each time: the work at an entry grows with the triangle
    run.stats.nodes += 1
