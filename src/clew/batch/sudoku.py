"""Batches of 9 x 9 Sudokus: solved, counted up to a limit, proven unique.

A batch is bytes: 81 cells a puzzle (1 to 9, and 0 or . where empty), with nothing or the end of a
line between two, so that the content of a file of puzzles is a batch.

>>> from clew.batch import sudoku
>>> puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> solved = sudoku.solve(puzzle + b"." * 81, limit=2)
>>> solved.counts, solved[0][:27]
(array('I', [1, 2]), b'534678912672195348198342567')
>>> list(sudoku.unique(puzzle + b"." * 81))
[1, 0]
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from clew.search import native

Batch = bytes | bytearray | memoryview | str
Progress = Callable[[int], object]

CELLS = 81
MANY = 8192
"""Puzzles from which on all processors are used, unless told."""


@dataclass(frozen=True)
class Solved:
    """What came of a batch: for each puzzle how many solutions were found, and the first one."""

    counts: array[int]
    grids: bytes
    """81 digits for each puzzle, and 81 dots for one that has no solution."""

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(self, i: int) -> bytes | None:
        i = range(len(self))[i]
        return self.grids[i * CELLS : (i + 1) * CELLS] if self.counts[i] else None

    def __iter__(self) -> Iterator[bytes | None]:
        return map(self.__getitem__, range(len(self)))


def solve(
    puzzles: Batch, limit: int = 1, *, threads: int | None = None, progress: Progress | None = None
) -> Solved:
    """A solution of each puzzle, if it has one; `limit=2` also tells which have only that one.

    Every grid is checked before it is handed over. Which of several solutions comes first is not
    said. Givens that clash have no solution; bytes that are no puzzle raise ValueError, which names
    the first. `threads` is 1 for a small batch and all processors for a large one, unless told.
    `progress` is called some twenty times a second with the number of puzzles begun; what it raises
    ends the batch, and so does Ctrl-C.
    """
    counts, grids = _run(puzzles, limit, 4, True, threads, progress)
    return Solved(array("I", counts), grids)


def count(
    puzzles: Batch, limit: int = 2, *, threads: int | None = None, progress: Progress | None = None
) -> array[int]:
    """How many solutions each puzzle has, up to the limit."""
    return array("I", _run(puzzles, limit, 4, False, threads, progress)[0])


def unique(
    puzzles: Batch, *, threads: int | None = None, progress: Progress | None = None
) -> bytes:
    """For each puzzle 1 if it has exactly one solution, 0 if it has none or several."""
    counts, _ = _run(puzzles, 2, 1, False, threads, progress)
    return counts.replace(b"\2", b"\0")


def path() -> str:
    """The kind of processor that batches run for: avx512, avx2, portable; or python.

    The variable CLEW_SIMD forces one of the first three.
    """
    return native.sudoku_path()


def _run(
    puzzles: Batch,
    limit: int,
    width: int,
    grids: bool,
    threads: int | None,
    progress: Progress | None,
) -> tuple[bytes, bytes]:
    batch = puzzles.encode() if isinstance(puzzles, str) else puzzles
    if threads is None:
        threads = _processors() if memoryview(batch).nbytes >= MANY * CELLS else 1
    return native.sudoku_batch(batch, limit, width, grids, threads, progress)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
