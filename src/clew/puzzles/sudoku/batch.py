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
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from clew.batch import Solved
from clew.core.grid import SYMMETRIES as _SYMMETRIES
from clew.core.rng import checked_seed
from clew.puzzles.sudoku.face import CELLS, FROM_DIGITS
from clew.search.native import available, lib
from clew.workers import threads_for

# The readable twins are imported only where nothing was compiled: a batch starts in a few
# milliseconds, of which these would take a tenth.
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
"""A batch of this many puzzles or more uses all processors, unless `threads` is given."""
MANY_TO_MAKE = 512
RATED_TOGETHER = 64
"""Puzzles that one call of the kernel rates."""
SYMMETRIES = tuple(_SYMMETRIES)
"""Which clues stand or fall together: none; those that a half or quarter turn, a mirror, one
diagonal or both carry to each other; or `full`, all of these."""


def solve(
    puzzles: Batch, limit: int = 1, *, threads: int | None = None, progress: Progress | None = None
) -> Solved:
    """A solution of each puzzle, if it has one; `limit=2` also shows which have only that one.

    Every grid is checked before it is returned. Which of several solutions comes first is not
    defined. Givens that clash have no solution; bytes that are not a puzzle raise ValueError, which
    names the first. By default a small batch uses one thread and a large one all processors.
    `progress` is called some twenty times a second with the number of puzzles begun; what it raises
    ends the batch, and so does Ctrl-C.
    """
    counts, grids = _run(puzzles, limit, 4, True, threads, progress)
    return Solved(array("I", counts), grids, CELLS)


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

    It is the smallest of all forms, as `clew.identity.canonical` defines it; a puzzle may have any
    number of solutions. Bytes that are not a puzzle raise ValueError, which names the first.
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
    """Make `count` puzzles, each with exactly one solution and minimal: 81 bytes each.

    No clue can go, or with a symmetry (see SYMMETRIES) no clue with its images. With `clues`,
    taking away ends at that number of them; a puzzle that is minimal before has more. Puzzle i
    depends on the seed, i, symmetry and clues alone: neither on `count` nor on the machine. Every
    puzzle is counted once more before it is returned.
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
    """A puzzle for each full grid (81 digits each, nothing between), made as `make` does.

    `orders` are 81 bytes for each grid: the cells, 0 to 80, in the order in which they are tried.
    Without them, the orders come from the seed.
    """
    full, threads = _bytes(grids, MANY_TO_MAKE, threads)
    return sudoku_minimal(full, orders, checked_seed(seed), symmetry, clues, threads, progress)


def grids(
    count: int, seed: int = 0, *, threads: int | None = None, progress: Progress | None = None
) -> bytes:
    """`count` random full grids: the solutions of what `make` makes from that seed."""
    return make(count, seed, clues=CELLS, threads=threads, progress=progress)


def ratings(
    puzzles: bytes, uniqueness: bool = True, *, threads: int = 1
) -> list[tuple[int, int, int] | int]:
    """The hardest step, pearl and diamond of each puzzle in tenths; its count unless that is 1.

    The puzzles have nothing between them. Only the compiled kernel rates so.
    """
    solved = solve(puzzles, 2, threads=1)
    rated: list[tuple[int, int, int] | int] = list(solved.counts)
    one = [i for i, count in enumerate(solved.counts) if count == 1]
    givens, solutions = (
        b"".join(cells[CELLS * i : CELLS * (i + 1)] for i in one).translate(FROM_DIGITS)
        for cells in (puzzles, solved.grids)
    )

    from clew.explanations.techniques.scale import box_scale  # other batches start without it

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
    """A batch as bytes, and how many threads work on it."""
    batch = puzzles.encode() if isinstance(puzzles, str) else puzzles
    return batch, threads_for(memoryview(batch).nbytes // CELLS, many, threads)
