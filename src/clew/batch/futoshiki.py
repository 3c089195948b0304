r"""Batches of Futoshikis of one order: solved, counted up to a limit, proven unique.

A batch is puzzles, or the bytes that `pack` makes of them.

>>> from clew.batch import futoshiki
>>> from clew.puzzles.futoshiki import Futoshiki
>>> puzzles = [Futoshiki.parse("2:0R,0,0,0,"), Futoshiki.parse("2:0,0,0,0,")]
>>> solved = futoshiki.solve(puzzles, limit=2)
>>> solved.counts, solved[0]
(array('I', [1, 2]), b'\x02\x01\x01\x02')
>>> list(futoshiki.unique(futoshiki.pack(puzzles), order=2))
[1, 0]
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clew.puzzles.futoshiki import Futoshiki
from clew.puzzles.latin import Latin
from clew.search import native
from clew.search.py_futoshiki_batch import neighbours

Batch = bytes | Iterable[Futoshiki | Latin]
MANY = 8192
"""Puzzles from which on all processors are used, unless told."""


@dataclass(frozen=True)
class Solved:
    """What came of a batch: for each puzzle how many solutions were found, and the first one."""

    order: int
    counts: array[int]
    grids: bytes
    """n * n values for each puzzle, all 0 for one that has no solution."""

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(self, i: int) -> bytes | None:
        i = range(len(self))[i]
        cells = self.order * self.order
        return self.grids[i * cells : (i + 1) * cells] if self.counts[i] else None

    def __iter__(self) -> Iterator[bytes | None]:
        return map(self.__getitem__, range(len(self)))


def solve(
    puzzles: Batch, limit: int = 1, *, order: int | None = None, threads: int | None = None
) -> Solved:
    """A solution of each puzzle, if it has one; `limit=2` also tells which have only that one.

    Which of several solutions comes first is not said. Puzzles that cannot be, and bytes that are
    no puzzle, raise ValueError, which names the first. `threads` is 1 for a small batch and all
    processors for a large one, unless told.
    """
    order, counts, grids = _run(puzzles, limit, True, order, threads)
    return Solved(order, counts, grids)


def count(
    puzzles: Batch, limit: int = 2, *, order: int | None = None, threads: int | None = None
) -> array[int]:
    """How many solutions each puzzle has, up to the limit."""
    return _run(puzzles, limit, False, order, threads)[1]


def unique(puzzles: Batch, *, order: int | None = None, threads: int | None = None) -> bytes:
    """For each puzzle 1 if it has exactly one solution, 0 if it has none or several."""
    return bytes(number == 1 for number in count(puzzles, 2, order=order, threads=threads))


def pack(puzzles: Iterable[Futoshiki | Latin]) -> bytes:
    """Puzzles of one order as the bytes of a batch.

    For each its n * n givens, then a byte for each two cells side by side, row by row, then for
    each two above each other: 0 for no sign, 1 if the first is smaller, 2 if it is greater.
    """
    return _packed(puzzles, None)[1]


def _packed(puzzles: Iterable[Futoshiki | Latin], order: int | None) -> tuple[int, bytes]:
    packed = bytearray()
    for number, puzzle in enumerate(puzzles):
        order = order or puzzle.order
        if puzzle.order != order:
            raise ValueError(f"puzzle {number}: found order {puzzle.order}, expected {order}")
        if getattr(puzzle, "adjacent", False):
            raise ValueError(f"puzzle {number}: found adjacent mode, expected signs < and >")
        signs = frozenset(getattr(puzzle, "signs", ()))
        packed += bytes(puzzle.cells)
        for a, b in neighbours(order):
            if (a, b) in signs and (b, a) in signs:
                raise ValueError(f"puzzle {number}: cells {a} and {b} have signs both ways")
            packed.append(1 if (a, b) in signs else 2 if (b, a) in signs else 0)
    return order or 0, bytes(packed)


def _run(
    puzzles: Batch, limit: int, grids: bool, order: int | None, threads: int | None
) -> tuple[int, array[int], bytes]:
    if isinstance(puzzles, bytes):
        if order is None:
            raise ValueError("puzzles: found bytes and no order, expected order=")
        packed = puzzles
    else:
        order, packed = _packed(puzzles, order)
        if not packed:
            return order, array("I"), b""
    if threads is None:
        many = MANY * order * (3 * order - 2)
        threads = _processors() if len(packed) >= many else 1
    counts, first = native.futoshiki_batch(order, packed, limit, grids, threads)
    return order, array("I", counts), first


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
