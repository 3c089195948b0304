"""Searches number triangles: the faces, and dynamic programming on the totals of paths."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import isqrt
from operator import add
from typing import ClassVar

from clew.core.result import Run
from clew.search.native import answers, available, exhaust, expect, expect_limits
from clew.search.strategy import Counter

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SumPaths:
    """Paths down a triangle that add up to a total. Each step leads to one of two entries below."""

    word: ClassVar[str] = "sums"

    rows: Rows
    total: int


class SumSpace:
    """The state space of unfinished paths. A state is the end of a path, and its sum so far.

    It's one integer that packs the sum, the row and the place in the row. A move is the place in
    the next row.
    """

    def __init__(self, rows: Rows, total: int, path: tuple[int, ...] = ()) -> None:
        self.rows = rows
        self.total = total
        self.bits: int = len(rows).bit_length()
        self.last: int = len(rows) - 1
        path = path or (0,)
        made = sum(row[at] for row, at in zip(rows, path, strict=False))
        self.start: int = self._state(made, len(path) - 1, path[-1])

    def _state(self, total: int, row: int, at: int) -> int:
        return (total << self.bits | row) << self.bits | at

    def _parts(self, state: int) -> tuple[int, int, int]:
        """Return the sum so far, the row and the place."""
        mask = (1 << self.bits) - 1
        return state >> 2 * self.bits, state >> self.bits & mask, state & mask

    def successors(self, state: int) -> Iterator[tuple[int, int]]:
        total, row, at = self._parts(state)
        if row < self.last:
            below = self.rows[row + 1]
            for there in (at, at + 1):
                yield there, self._state(total + below[there], row + 1, there)

    def neighbours(self, state: int) -> list[int]:
        return [child for _, child in self.successors(state)]

    def is_goal(self, state: int) -> bool:
        total, row, _ = self._parts(state)
        return row == self.last and total == self.total

    def heuristic(self, state: int) -> float:
        """Return the number of rows left, or infinity if no path from here reaches the total."""
        total, row, at = self._parts(state)
        least, most = self._below[row][at]
        return self.last - row if least <= self.total - total <= most else float("inf")

    @cached_property
    def _below(self) -> list[list[tuple[int, int]]]:
        """The least and the most that a path below each entry can add."""
        found = [[(0, 0)] * len(self.rows)]
        for row in reversed(self.rows[1:]):
            below = zip(found[-1], row, strict=True)
            ends = [(least + value, most + value) for (least, most), value in below]
            found.append([(min(a[0], b[0]), max(a[1], b[1])) for a, b in pairwise(ends)])
        return found[::-1]

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """The goal states: each place in the last row, with the right total."""
        return tuple(self._state(self.total, self.last, at) for at in range(self.last + 1))

    def predecessors(self, state: int) -> Iterator[int]:
        total, row, at = self._parts(state)
        before = total - self.rows[row][at]
        for there in (at - 1, at):
            if 0 <= there < row and before >= 0:
                yield self._state(before, row - 1, there)


# ------------------------------------------------------------------ the totals of paths


Stretch = tuple[int, int]
"""The first and the last of some consecutive numbers."""
Runs = tuple[Stretch, ...]
MAX_RUNS = 1 << 20
"""The maximum number of runs to make in one call of `rise`."""


def merged(one: Runs, other: Runs, value: int) -> Runs:
    """Return the numbers of both, with a value added to each.

    >>> merged(((1, 2), (8, 9)), ((3, 5),), 10)
    ((11, 15), (18, 19))
    """
    found: list[Stretch] = []
    for first, last in sorted(one + other):
        if found and first + value <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], last + value)
        else:
            found.append((first + value, last + value))
    return tuple(found)


def holds(runs: Runs, number: int) -> bool:
    """Check whether a number is in one of the runs."""
    at = bisect_left(runs, number, key=lambda run: run[1])
    return at < len(runs) and runs[at][0] <= number


class PathTotals:
    """A search that finds the totals below each entry, bottom up, and then the paths, top down.

    It keeps only every `step`-th row. If paths need the rows in between, it computes them again.
    """

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        expect("rows", len(rows), 1, 1 << 20)
        for r, row in enumerate(rows):
            if len(row) != r + 1:
                raise ValueError(f"row {r}: found {len(row)} values, expected {r + 1}")
            if not -(1 << 31) <= min(row) <= max(row) < 1 << 31:
                raise ValueError(f"row {r}: found a value beyond 32 bits")
        self.nodes = 0  # entries passed upwards and downwards
        self._risen = False  # every total is known
        self._exhausted = True  # there are no more paths
        self._rows = rows
        self._step = max(isqrt(len(rows) - 1) + 1, 32)
        self._kept: dict[int, list[Runs]] = {}
        self._below: list[Runs] = []
        self._above: list[Runs] = []
        self._cones: dict[int, tuple[int, list[list[Runs]]]] = {}
        self._row = len(rows) - 1

    @property
    def finished(self) -> bool:
        """True if every total has been found, and every path with the requested total."""
        return self._risen and self._exhausted

    def rise(self, max_nodes: int) -> bool:
        """Go up by at most `max_nodes` entries, or fewer if they have many runs.

        Returns:
            True if every total is now known.
        """
        expect_limits("rise", max_nodes)
        runs = 0
        while max_nodes and runs < MAX_RUNS and not self._risen:
            max_nodes -= 1
            self.nodes += 1
            col = len(self._above)
            entry = self._entry(self._row, col, self._below, 0)
            runs += len(entry)
            self._above.append(entry)
            if col == self._row:
                self._finish_row()
        return self._risen

    def _entry(self, row: int, col: int, below: list[Runs], first: int) -> Runs:
        """Return the totals below an entry. `below` begins at column `first`, or is empty."""
        value = self._rows[row][col]
        if not below:
            return ((value, value),)
        return merged(below[col - first], below[col - first + 1], value)

    def _finish_row(self) -> None:
        if self._row % self._step == 0:
            self._kept[self._row] = self._above
        self._below, self._above = self._above, []
        if self._row == 0:
            self._risen = True
        else:
            self._row -= 1

    def totals(self) -> list[Stretch]:
        """Return every total, as runs in increasing order, or nothing before `rise` is done."""
        return list(self._kept[0][0]) if self._risen else []

    def seek(self, total: int) -> None:
        """Start finding the paths with this total."""
        if not self._risen:
            raise ValueError("seek: the totals are not known yet")
        self._exhausted = False
        self._path: list[int] = []
        self._left = [total]  # what the rows from here on must add
        self._options = [[0]]  # places not tried yet, for each row reached

    def run(self, max_solutions: int, max_nodes: int) -> list[tuple[int, ...]]:
        """Return the next paths, until a limit is reached or there aren't any more."""
        expect_limits("run", max_solutions, max_nodes)
        answers: list[tuple[int, ...]] = []
        while not self._exhausted:
            if not self._next_option():
                self._back()
            elif not max_nodes or len(answers) == max_solutions:
                break
            else:
                max_nodes -= 1
                self.nodes += 1
                self._enter(self._options[-1].pop(0))
                if len(self._path) == len(self._rows):
                    answers.append(tuple(self._path))
        return answers

    def _next_option(self) -> bool:
        """Drop the places from which no path reaches the total, and return whether any are left."""
        row, options = len(self._path), self._options[-1]
        while options and not holds(self._totals(row, options[0]), self._left[-1]):
            options.pop(0)
        return bool(options)

    def _enter(self, col: int) -> None:
        row = len(self._path)
        self._path.append(col)
        self._left.append(self._left[-1] - self._rows[row][col])
        self._options.append([col, col + 1] if row + 1 < len(self._rows) else [])

    def _back(self) -> None:
        if not self._path:
            self._exhausted = True
            return
        for stack in (self._path, self._left, self._options):
            stack.pop()

    def _totals(self, row: int, col: int) -> Runs:
        top = row - row % self._step
        if row == top:
            return self._kept[row][col]
        entry = self._path[top]
        if self._cones.get(top, (-1,))[0] != entry:
            self._cones[top] = entry, self._cone(top, entry)
        return self._cones[top][1][row - top][col - entry]

    def _cone(self, top: int, entry: int) -> list[list[Runs]]:
        """Return the rows below one entry of a kept row, down to the next kept row."""
        end = min(top + self._step, len(self._rows))
        below = self._kept[end][entry : entry + end - top + 1] if end in self._kept else []
        found: list[list[Runs]] = []
        for row in reversed(range(top + 1, end)):
            cols = range(entry, entry + row - top + 1)
            below = [self._entry(row, col, below, entry) for col in cols]
            found.append(below)
        return [[], *reversed(found)]


# ------------------------------------------------------------------ the search
# Paths in a triangle by dynamic programming on their totals.


SLICE = 100_000 if available else 1_000
"""The number of entries between two chances to interrupt the search: a few milliseconds."""
DENSE = 1 << 20
"""The maximum number of totals to count in one integer, with a field for each."""


Path = tuple[int, ...]


@dataclass(frozen=True)
class Sums(Counter):
    """Find the totals below each entry, as runs of numbers, from the bottom up; then the paths.

    On the way down, it enters only entries from which a path reaches the total. So it never runs
    into a dead end, even if there are more paths than anyone could search.
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
        """Count the paths. For each entry, it counts those with each total that still matters."""
        run.pause()
        windows = _windows(face, run)
        if any(least > most for least, most in windows):
            return 0
        widest = max(most - least + 1 for least, most in windows)
        if widest <= DENSE:
            return _count_dense(face.rows, windows, run)
        return path_counts(face.rows, windows, run).get(face.total, 0)


def _nearest(totals: Sequence[tuple[int, int]], total: int) -> str:
    """Explain that no path has a total, by giving the nearest totals that paths do have."""
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

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self._kernel = PathTotals(rows)
        while not self._kernel.rise(SLICE):
            pass  # in slices, so that it can be interrupted
        runs = self._kernel.totals()
        self.runs = tuple(range(first, last + 1) for first, last in runs)
        """The totals in increasing order, with consecutive totals in one range."""

    def __len__(self) -> int:
        return sum(map(len, self.runs))

    def __iter__(self) -> Iterator[int]:
        return (total for run in self.runs for total in run)

    def __contains__(self, total: int) -> bool:
        at = bisect_left(self.runs, total, key=lambda run: run[-1])
        return at < len(self.runs) and total in self.runs[at]

    def path(self, total: int) -> Path | None:
        """Return the first path with that total, leftmost at the top, or None if there's none."""
        if total not in self:
            return None
        self._kernel.seek(total)
        found: list[Path] = []
        while not found:
            found = self._kernel.run(1, SLICE)
        return found[0]


reachable_sums = Totals
Window = tuple[int, int]
"""The smallest and the largest of some totals."""


def _windows(face: SumPaths, run: Run) -> list[Window]:
    """For each row, return the sums of paths from there down that the rows above can complete."""
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
    """Turn the best sums above a row's entries into the best sums above the next row's entries."""
    ends = list(map(add, sums, row))
    return [ends[0], *map(best, pairwise(ends)), ends[-1]]


def _up(sums: list[int], row: Sequence[int], best: Best) -> list[int]:
    """Turn the best sums below a row's entries into the best sums that include the row."""
    return list(map(add, map(best, pairwise(sums)), row))


def _count_dense(rows: Sequence[Sequence[int]], windows: Sequence[Window], run: Run) -> int:
    """Count the paths with one integer for each entry, with a field of bits for each total.

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
            if base + value > most:  # already too much, and the shift would only use up memory
                both = 0
            shift = (base + value - least) * field
            above.append((both << shift if shift >= 0 else both >> -shift) & mask)
        counts, base = above, least
    return counts[0]


def path_counts(
    rows: Sequence[Sequence[int]], windows: Sequence[Window], run: Run
) -> dict[int, int]:
    """Count the paths to each total with a dictionary for each entry: for totals far apart."""
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
