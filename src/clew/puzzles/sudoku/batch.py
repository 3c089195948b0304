"""Batches of 9 x 9 Sudokus: solved, counted up to a limit, proven unique, made canonical; and made.

A batch is bytes: 81 cells a puzzle (1 to 9, and 0 or . where empty), with nothing or the end of a
line between two, so that the content of a file of puzzles is a batch.

>>> from clew.puzzles.sudoku import batch as sudoku
>>> puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> solved = sudoku.solve(puzzle + b"." * 81, limit=2)
>>> solved.counts, solved[0][:27]
(array('I', [1, 2]), b'534678912672195348198342567')
>>> list(sudoku.unique(puzzle + b"." * 81))
[1, 0]

A canonical form is the same for all forms of a puzzle, whatever its digits are called and however
its rows and columns were exchanged.

>>> turned = bytes(puzzle[9 * (i % 9) + i // 9] for i in range(81))
>>> sudoku.canonical(turned) == sudoku.canonical(puzzle)
True

Puzzles are made from a seed, the same ones on every machine. Each has one solution, and none that
is left without one of its clues.

>>> puzzles = sudoku.make(3, seed=1)
>>> list(sudoku.unique(puzzles)), sudoku.solve(puzzles).grids == sudoku.grids(3, seed=1)
([1, 1, 1], True)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator

from clew.core.grid import SYMMETRIES as _SYMMETRIES
from clew.puzzles.sudoku.kernels import (
    sudoku_batch,
    sudoku_canonical,
    sudoku_make,
    sudoku_minimal,
    sudoku_path,
)
from clew.workers import threads_for

Batch = bytes | bytearray | memoryview | str
Progress = Callable[[int], object]

CELLS = 81
MANY = 8192
"""Puzzles from which on all processors are used, unless told."""
MANY_TO_MAKE = 512
SYMMETRIES = tuple(_SYMMETRIES)
"""Which clues stand or fall together: none; those that a half or quarter turn, a mirror, one
diagonal or both carry to each other; or `full`, all of these."""


class Solved:
    """What came of a batch: for each puzzle how many solutions were found, and the first one.

    `grids` has 81 digits for each puzzle, and 81 dots for one that has no solution.
    """

    __slots__ = ("counts", "grids")

    def __init__(self, counts: array[int], grids: bytes) -> None:
        self.counts = counts
        self.grids = grids

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


def canonical(
    puzzles: Batch, *, threads: int | None = None, progress: Progress | None = None
) -> bytes:
    """The canonical form of each puzzle, 81 bytes each: digits, and dots for blanks.

    It is the smallest of all forms, as `clew.identity.canonical` says, for puzzles with any number
    of solutions. Bytes that are no puzzle raise ValueError, which names the first.
    """
    batch = puzzles.encode() if isinstance(puzzles, str) else puzzles
    threads = threads_for(memoryview(batch).nbytes // CELLS, MANY, threads)
    return sudoku_canonical(batch, threads, progress)


def make(
    count: int,
    seed: int = 0,
    *,
    symmetry: str = "none",
    clues: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> bytes:
    """So many puzzles, each with exactly one solution and minimal: 81 bytes each.

    No clue can go, or with a symmetry (see SYMMETRIES) no clue with its images. With `clues`,
    taking away ends at that number of them; a puzzle that is minimal before has more. Puzzle i
    depends on the seed, i, symmetry and clues alone: neither on `count` nor on the machine. Every
    puzzle is counted once more before it is handed over.
    """
    threads = threads_for(count, MANY_TO_MAKE, threads)
    return sudoku_make(count, _seed(seed), symmetry, clues, threads, progress)


def minimal(
    grids: Batch,
    seed: int = 0,
    *,
    orders: bytes = b"",
    symmetry: str = "none",
    clues: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> bytes:
    """A puzzle for each full grid (81 digits each, nothing between), made as `make` does.

    `orders` are 81 bytes for each grid: the cells, 0 to 80, in the order in which they are tried.
    Without them, the seed tells the orders.
    """
    full = grids.encode() if isinstance(grids, str) else grids
    threads = threads_for(memoryview(full).nbytes // CELLS, MANY_TO_MAKE, threads)
    return sudoku_minimal(full, orders, _seed(seed), symmetry, clues, threads, progress)


def grids(
    count: int, seed: int = 0, *, threads: int | None = None, progress: Progress | None = None
) -> bytes:
    """So many full grids by chance: the solutions of what `make` makes from that seed."""
    return make(count, seed, clues=CELLS, threads=threads, progress=progress)


def path() -> str:
    """The kind of processor that batches run for: avx512, avx2, portable; or python.

    The variable CLEW_SIMD forces one of the first three.
    """
    return sudoku_path()


def _run(
    puzzles: Batch,
    limit: int,
    width: int,
    grids: bool,
    threads: int | None,
    progress: Progress | None,
) -> tuple[bytes, bytes]:
    batch = puzzles.encode() if isinstance(puzzles, str) else puzzles
    threads = threads_for(memoryview(batch).nbytes, MANY * CELLS, threads)
    return sudoku_batch(batch, limit, width, grids, threads, progress)


def _seed(seed: int) -> int:
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed: found {seed}, expected 0 to {(1 << 64) - 1}")
    return seed
