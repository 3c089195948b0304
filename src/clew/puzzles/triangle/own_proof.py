"""Why no path has the total: for each entry, runs that hold every total from it down.

Each run [first, last] may hold more than the totals; it is enough that none is missing, and that
the total wanted is in no run of the top.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from clew.core.errors import Unsuited
from clew.core.result import Result
from clew.puzzles.triangle.search import Runs as Totals
from clew.puzzles.triangle.search import merged
from clew.search.proof.own_proofs import (
    NO_SOLUTION,
    Data,
    expect,
    expect_claim,
    listed,
    numbers,
    searched,
)

if TYPE_CHECKING:
    from clew.puzzles.triangle.puzzle import Triangle

Runs = list[list[int]]
NAME = "triangle"
LARGEST = 1_000_000
"""The most runs that are listed."""


def certificate(puzzle: Triangle, found: Result[Sequence[int]]) -> Data:
    """The runs of each entry, row by row from the top, of the triangle below the path."""
    if found.solved:
        raise Unsuited(f"{puzzle.name}: a path was found, which needs no certificate")
    table = list(_table(puzzle.sums().rows))
    return {"claims": NO_SOLUTION, "totals": table[::-1]}


def _table(rows: Sequence[Sequence[int]]) -> Iterator[list[Runs]]:
    """The runs of each entry, from the last row up."""
    below: list[Totals] = [((0, 0),)] * (len(rows) + 1)
    size = 0
    for row in reversed(rows):
        below = [merged(below[at], below[at + 1], value) for at, value in enumerate(row)]
        size += sum(map(len, below))
        if size > LARGEST:
            raise searched(NAME, f"a triangle with more than {LARGEST:,} runs of totals")
        yield [list(map(list, runs)) for runs in below]


def faults(puzzle: Triangle, data: Data) -> list[str]:
    """What is wrong with a certificate: each entry against the two below it."""
    expect_claim(data, NO_SOLUTION)
    expect(data, "claims", "totals")
    face = puzzle.sums()
    table = [
        [_read(runs) for runs in listed(row, "totals", deep)]
        for deep, row in enumerate(listed(data["totals"], "totals", len(face.rows)), 1)
    ]
    table.append([[[0, 0]]] * (len(face.rows) + 1))
    wrong = next(_gaps(face.rows, table), "")
    if not wrong and _holds(table[0][0], face.total, face.total):
        wrong = f"the total {face.total} is in a run of the top"
    return [wrong] if wrong else []


def _gaps(rows: Sequence[Sequence[int]], table: list[list[Runs]]) -> Iterator[str]:
    """The totals that the entries below make, and no run of the entry holds."""
    for row, at in ((r, c) for r in range(len(rows)) for c in range(r + 1)):
        value = rows[row][at]
        for first, last in table[row + 1][at] + table[row + 1][at + 1]:
            if not _holds(table[row][at], first + value, last + value):
                missing = f"{first + value} to {last + value}"
                yield f"place {at} of row {row + 1}: found no run from {missing}"


def _read(found: object) -> Runs:
    """Runs in order, apart from each other."""
    runs = [numbers(listed(run, "run", 2), "run") for run in listed(found, "runs")]
    ends = [end for run in runs for end in run]
    if ends != sorted(ends):
        raise ValueError("runs: found some out of order, expected each from its first to its last")
    return runs


def _holds(runs: Runs, first: int, last: int) -> bool:
    """Whether one of the runs holds all from first to last."""
    at = bisect_right(runs, first, key=lambda run: run[0]) - 1
    return at >= 0 and last <= runs[at][1]
