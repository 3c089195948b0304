"""Batches of 9 x 9 Sudokus: solve, count, check, canonicalise and make many at a time.

A batch is bytes: 81 cells per puzzle (1 to 9, and 0 or . for a blank), with either nothing or a
line end between two puzzles. So the contents of a file of puzzles are a batch.

>>> from clew.puzzles.sudoku import batch as sudoku
>>> puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> solved = sudoku.solve(puzzle + b"." * 81, limit=2)
>>> solved.counts, solved[0][:27]
(array('I', [1, 2]), b'534678912672195348198342567')
>>> list(sudoku.unique(puzzle + b"." * 81))
[1, 0]

All equivalent puzzles have the same canonical form, even if the digits are renamed, or rows and
columns exchanged.

>>> turned = bytes(puzzle[9 * (i % 9) + i // 9] for i in range(81))
>>> sudoku.canonical(turned) == sudoku.canonical(puzzle)
True

A seed makes the same puzzles on every machine. Each has one solution, and removing any clue gives
it more.

>>> puzzles = sudoku.make(3, seed=1)
>>> list(sudoku.unique(puzzles)), sudoku.solve(puzzles).grids == sudoku.grids(3, seed=1)
([1, 1, 1], True)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from clew.batch import Solved
from clew.core.grid import SYMMETRIES as _SYMMETRIES
from clew.core.rng import checked_seed
from clew.puzzles.sudoku.face import CELLS, FROM_DIGITS
from clew.search.native import available, lib
from clew.workers import threads_for

# The readable twins are imported only if nothing was compiled: importing them would take a tenth
# of the few milliseconds in which a batch starts.
if TYPE_CHECKING or not available:
    from clew.puzzles.sudoku import py_batch

    sudoku_batch = py_batch.py_sudoku_batch
    sudoku_canonical = py_batch.py_sudoku_canonical
    sudoku_make = py_batch.py_sudoku_make
    sudoku_minimal = py_batch.py_sudoku_minimal
    path = py_batch.py_sudoku_path
else:
    sudoku_batch = lib.sudoku_batch
    sudoku_canonical = lib.sudoku_canonical
    sudoku_make = lib.sudoku_make
    sudoku_minimal = lib.sudoku_minimal
    path = lib.sudoku_path

__all__ = [
    "SYMMETRIES", "Solved", "canonical", "count", "grids", "make", "minimal", "path", "solve",
    "unique",
]  # fmt: skip

Batch = bytes | bytearray | memoryview | str
Progress = Callable[[int], object]

MANY = 8192
"""The number of puzzles from which a batch uses all processors, unless you set `threads`."""
MANY_TO_MAKE = 512
RATED_TOGETHER = 64
"""The number of puzzles that one call of the kernel rates."""
SYMMETRIES = tuple(_SYMMETRIES)
"""The symmetries, whose clues stay or go together.

They are `none`, a half turn, a quarter turn, a mirror, one diagonal, both diagonals, or `full`,
which is all of these.
"""


def solve(
    puzzles: Batch, limit: int = 1, *, threads: int | None = None, progress: Progress | None = None
) -> Solved:
    """Find a solution of each puzzle, and check it.

    Args:
        puzzles: The batch.
        limit: The maximum number of solutions to count. 2 shows which puzzles have only one.
        threads: The number of threads. By default, a small batch uses one, and a large one uses all
            processors.
        progress: A function to call about twenty times a second with the number of puzzles
            started. If it raises an exception, the batch ends, as it does with Ctrl-C.

    Returns:
        The counts and the grids. Which of several solutions comes first isn't defined.

    Raises:
        ValueError: Some bytes aren't a puzzle. The message names the first of them.
    """
    counts, grids = _run(puzzles, limit, 4, True, threads, progress)
    return Solved(array("I", counts), grids, CELLS)


def count(
    puzzles: Batch, limit: int = 2, *, threads: int | None = None, progress: Progress | None = None
) -> array[int]:
    """Count the solutions of each puzzle, up to the limit."""
    return array("I", _run(puzzles, limit, 4, False, threads, progress)[0])


def unique(
    puzzles: Batch, *, threads: int | None = None, progress: Progress | None = None
) -> bytes:
    """Return 1 for each puzzle with exactly one solution, and 0 for the others."""
    counts, _ = _run(puzzles, 2, 1, False, threads, progress)
    return counts.replace(b"\2", b"\0")


def canonical(
    puzzles: Batch, *, threads: int | None = None, progress: Progress | None = None
) -> bytes:
    """Return the canonical form of each puzzle, 81 bytes each: digits, and dots for blanks.

    It's the smallest of all forms, as `clew.identity.canonical` defines it. A puzzle may have any
    number of solutions.

    Raises:
        ValueError: Some bytes aren't a puzzle. The message names the first of them.
    """
    batch, threads = _bytes(puzzles, MANY, threads)
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
    """Make minimal puzzles with exactly one solution, 81 bytes each.

    Minimal means that no clue can be removed or, with a symmetry, no clue together with its images.
    Puzzle i depends only on the seed, i, symmetry and clues, not on `count` or the machine. Before
    it's returned, every puzzle is checked again for a unique solution.

    Args:
        count: The number of puzzles.
        seed: The seed of the random numbers.
        symmetry: One of SYMMETRIES.
        clues: The number of clues at which to stop removing them. A puzzle that becomes minimal
            earlier has more.
        threads: The number of threads, as for `solve`.
        progress: A function to call now and then, as for `solve`.
    """
    threads = threads_for(count, MANY_TO_MAKE, threads)
    return sudoku_make(count, checked_seed(seed), symmetry, clues, threads, progress)


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
    """Make a puzzle from each full grid, in the same way as `make`.

    Args:
        grids: The grids, 81 digits each, with nothing between them.
        seed: The seed of the orders, if `orders` is empty.
        orders: 81 bytes for each grid: the cells, 0 to 80, in the order in which to try them.
        symmetry: One of SYMMETRIES.
        clues: The number of clues at which to stop removing them.
        threads: The number of threads, as for `solve`.
        progress: A function to call now and then, as for `solve`.
    """
    full, threads = _bytes(grids, MANY_TO_MAKE, threads)
    return sudoku_minimal(full, orders, checked_seed(seed), symmetry, clues, threads, progress)


def grids(
    count: int, seed: int = 0, *, threads: int | None = None, progress: Progress | None = None
) -> bytes:
    """Return `count` random full grids: the solutions of the puzzles that `make` makes."""
    return make(count, seed, clues=CELLS, threads=threads, progress=progress)


def ratings(
    puzzles: bytes, uniqueness: bool = True, *, threads: int = 1
) -> list[tuple[int, int, int] | int]:
    """Return each puzzle's hardest step, pearl and diamond, in tenths.

    A puzzle that doesn't have exactly one solution gets its count instead. There must be nothing
    between the puzzles. This needs the compiled kernel.
    """
    solved = solve(puzzles, 2, threads=1)
    rated: list[tuple[int, int, int] | int] = list(solved.counts)
    one = [i for i, count in enumerate(solved.counts) if count == 1]
    givens, solutions = (
        b"".join(cells[CELLS * i : CELLS * (i + 1)] for i in one).translate(FROM_DIGITS)
        for cells in (puzzles, solved.grids)
    )

    from clew.explanations.techniques.scale import box_scale  # other batches don't need it

    scale = box_scale(uniqueness).rows

    def some(start: int) -> bytes:
        part = slice(start, start + RATED_TOGETHER * CELLS)
        rows: bytes = lib.rate_sudokus(givens[part], solutions[part], scale)
        return rows

    starts = range(0, len(givens), RATED_TOGETHER * CELLS)
    threaded = threads > 1 and len(starts) > 1
    tenths = b"".join(_in_threads(some, starts, threads) if threaded else map(some, starts))
    for i, *each in zip(one, tenths[::3], tenths[1::3], tenths[2::3], strict=True):
        rated[i] = each[0], each[1], each[2]
    return rated


def _in_threads(work: Callable[[int], bytes], starts: Sequence[int], threads: int) -> list[bytes]:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        try:
            return list(pool.map(work, starts))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _run(
    puzzles: Batch,
    limit: int,
    width: int,
    grids: bool,
    threads: int | None,
    progress: Progress | None,
) -> tuple[bytes, bytes]:
    batch, threads = _bytes(puzzles, MANY, threads)
    return sudoku_batch(batch, limit, width, grids, threads, progress)


def _bytes(
    puzzles: Batch, many: int, threads: int | None
) -> tuple[bytes | bytearray | memoryview, int]:
    """Return a batch as bytes, and the number of threads to use for it."""
    batch = puzzles.encode() if isinstance(puzzles, str) else puzzles
    return batch, threads_for(memoryview(batch).nbytes // CELLS, many, threads)
