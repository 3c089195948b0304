"""Totals of paths in a triangle, as runs of consecutive numbers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import isqrt

from clew.search.sliced import expect, expect_limits

Run = tuple[int, int]
"""Consecutive numbers, from the first to the last."""
Runs = tuple[Run, ...]
MAX_RUNS = 1 << 20
"""Made in one call of `rise`."""


def merged(one: Runs, other: Runs, value: int) -> Runs:
    """The numbers of both, with a value added to each.

    >>> merged(((1, 2), (8, 9)), ((3, 5),), 10)
    ((11, 15), (18, 19))
    """
    found: list[Run] = []
    for first, last in sorted(one + other):
        if found and first + value <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], last + value)
        else:
            found.append((first + value, last + value))
    return tuple(found)


def holds(runs: Runs, number: int) -> bool:
    """Whether a number lies in one of the runs."""
    at = bisect_left(runs, number, key=lambda run: run[1])
    return at < len(runs) and runs[at][0] <= number


class PathTotals:
    """The totals below each entry, row by row from the bottom up; then paths, from the top down.

    Only every `step`-th row is kept; what lies between is made again below the path.
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
        """Whether every total is known, and every path of the one that is sought."""
        return self._risen and self._exhausted

    def rise(self, max_nodes: int) -> bool:
        """Go on upwards by at most so many entries, fewer where there are many runs in each.

        Whether every total is known then.
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
        """The totals below an entry; `below` begins at column `first`, or is empty."""
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

    def totals(self) -> list[Run]:
        """Every total, as runs in increasing order; none before the pass has reached the top."""
        return list(self._kept[0][0]) if self._risen else []

    def seek(self, total: int) -> None:
        """Begin to walk the paths of one total."""
        if not self._risen:
            raise ValueError("seek: the totals are not known yet")
        self._exhausted = False
        self._path: list[int] = []
        self._left = [total]  # what the rows from here on must add
        self._options = [[0]]  # places not tried yet, for each row reached

    def run(self, max_answers: int, max_nodes: int) -> list[tuple[int, ...]]:
        """Go on until one of the limits is reached or there are no more paths."""
        expect_limits("run", max_answers, max_nodes)
        answers: list[tuple[int, ...]] = []
        while not self._exhausted:
            if not self._next_option():
                self._back()
            elif not max_nodes or len(answers) == max_answers:
                break
            else:
                max_nodes -= 1
                self.nodes += 1
                self._enter(self._options[-1].pop(0))
                if len(self._path) == len(self._rows):
                    answers.append(tuple(self._path))
        return answers

    def _next_option(self) -> bool:
        """Drop places from which the total cannot be made; whether one is left."""
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
        """The rows below one entry of a kept row, down to the next kept row."""
        end = min(top + self._step, len(self._rows))
        below = self._kept[end][entry : entry + end - top + 1] if end in self._kept else []
        found: list[list[Runs]] = []
        for row in reversed(range(top + 1, end)):
            cols = range(entry, entry + row - top + 1)
            below = [self._entry(row, col, below, entry) for col in cols]
            found.append(below)
        return [[], *reversed(found)]
