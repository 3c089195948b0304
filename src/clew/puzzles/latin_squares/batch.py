r"""Solves, counts, rates and makes batches of Futoshikis that have the same order.

A batch is a list of puzzles, or the bytes that `pack` returns for them.

>>> from clew.puzzles.latin_squares import batch as futoshiki
>>> from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
>>> puzzles = [Futoshiki.parse("2:0R,0,0,0,"), Futoshiki.parse("2:0,0,0,0,")]
>>> solved = futoshiki.solve(puzzles, limit=2)
>>> solved.counts, solved[0]
(array('I', [1, 2]), b'\x02\x01\x01\x02')
>>> list(futoshiki.unique(futoshiki.pack(puzzles), order=2))
[1, 0]

A seed makes the same puzzles on every machine. Ratings are in tenths (docs/rating.md).

>>> made = futoshiki.make(3, 5, seed=1, level="easy")
>>> list(futoshiki.unique(made, order=5)), [rated.rating for rated in futoshiki.rate(made, order=5)]
([1, 1, 1], [50, 50, 50])
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple

from clew.batch import Solved
from clew.core.grid import edges
from clew.core.rng import checked_seed
from clew.explanations.explain import rate as rated
from clew.explanations.techniques.scale import SQUARES
from clew.generators.recipe import CannotMake
from clew.puzzles.latin_squares.face import Pair
from clew.puzzles.latin_squares.maker import (
    LEVELS,
    SIGNS,
    Progress,
    Requirements,
    latin_squares,
    packed_futoshikis,
    unpacked,
)
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.puzzles.latin_squares.search import futoshiki_batch
from clew.search import native
from clew.workers import threads_for

__all__ = [
    "LEVELS", "SIGNS", "CannotMake", "Rated", "Solved", "count", "make", "pack", "rate", "solve",
    "squares", "unique", "unpack",
]  # fmt: skip

Batch = bytes | Iterable[Futoshiki | Latin]
MANY = 8192
"""The number of puzzles from which a batch uses all processors, unless you set `threads`."""
MANY_TO_MAKE = 64
ONLY_ONE = bytes.maketrans(b"\2", b"\0")
"""Maps a count of 2 to 0, in a third of the time that comparisons in Python take."""


def solve(
    puzzles: Batch, limit: int = 1, *, order: int | None = None, threads: int | None = None
) -> Solved:
    """Find a solution of each puzzle that has one.

    If a puzzle has several solutions, you may get any of them.

    Args:
        puzzles: The batch.
        limit: The number of solutions at which to stop counting. 2 shows which puzzles are unique.
        order: The order of the puzzles. It's required if the batch is bytes.
        threads: The number of threads. By default, 1 for a small batch and all processors for a
            large one.

    Raises:
        ValueError: A puzzle can't be in a batch, or the bytes aren't puzzles. The message names the
            first such puzzle.
    """
    order, counts, grids = _run(puzzles, limit, True, order, threads)
    return Solved(counts, grids, order * order)


def count(
    puzzles: Batch, limit: int = 2, *, order: int | None = None, threads: int | None = None
) -> array[int]:
    """Count the solutions of each puzzle, up to the limit."""
    return _run(puzzles, limit, False, order, threads)[1]


def unique(puzzles: Batch, *, order: int | None = None, threads: int | None = None) -> bytes:
    """Return 1 for each puzzle with exactly one solution, and 0 for the others."""
    counts = count(puzzles, 2, order=order, threads=threads)
    return bytes(counts.tolist()).translate(ONLY_ONE)


class Rated(NamedTuple):
    """A puzzle's rating, in tenths.

    `rating` is the hardest step, `pearl` is the hardest step up to the first placement, and
    `diamond` is the first step.
    """

    rating: int
    pearl: int
    diamond: int


def rate(puzzles: Batch, *, order: int | None = None, threads: int | None = None) -> list[Rated]:
    """Rate the puzzles on the scale in docs/rating.md, for orders up to 15.

    The ratings are the same as those of `clew.rate`, without the wording.

    Raises:
        ValueError: A puzzle doesn't have exactly one solution.
    """
    order, packed = _bytes(puzzles, order)
    if not packed:
        return []
    if not native.available:
        return [_readable(puzzle) for puzzle in unpack(packed, order)]
    number = len(packed) // (order * (3 * order - 2))
    threads = threads_for(number, MANY_TO_MAKE, threads)
    found = native.lib.rate_futoshikis(order, packed, threads, SQUARES.rows)
    return [Rated(*found[at : at + 3]) for at in range(0, len(found), 3)]


def _readable(puzzle: Futoshiki | Latin) -> Rated:
    found = rated(puzzle)
    return Rated(*(round(10 * each) for each in (found.rating, found.pearl, found.diamond)))


def make(
    count: int,
    order: int,
    seed: int = 0,
    *,
    level: str | None = None,
    signs: str = "many",
    clues: int = 0,
    minimal: bool = False,
    attempts: int = 1000,
    threads: int | None = None,
    progress: Progress | None = None,
) -> bytes:
    """Make `count` puzzles of order 4 to 15, each with one solution, as the bytes of a batch.

    Puzzle i depends only on the seed, i and these options.

    Args:
        count: The number of puzzles.
        order: Their order, from 4 to 15.
        seed: The seed of the random choices.
        level: One of LEVELS. Its techniques solve each puzzle, and those of the level below don't.
            Without a level, no number or sign in a puzzle can be removed (up to order 9).
        signs: One of SIGNS.
        clues: The minimum number of numbers and signs to leave.
        minimal: True if every number and sign must be needed for a unique solution.
        attempts: The maximum number of attempts at each puzzle.
        threads: The number of threads. By default, a large batch uses all processors.
        progress: A function to call with the number of puzzles made so far.

    Raises:
        CannotMake: All attempts at a puzzle failed.
        ValueError: An option is out of its range.
    """
    needs = Requirements(order, level, signs, clues, minimal, attempts)
    threads = threads_for(count, MANY_TO_MAKE, threads)
    return packed_futoshikis(count, needs, seed, threads=threads, progress=progress)


def squares(count: int, order: int, seed: int = 0, *, threads: int | None = None) -> bytes:
    """Make random Latin squares of n * n bytes each, with Jacobson and Matthews's walk."""
    threads = threads_for(count, MANY_TO_MAKE, threads)
    return latin_squares(count, order, checked_seed(seed), threads)


def unpack(packed: bytes, order: int) -> list[Futoshiki | Latin]:
    """Return the puzzles in a batch. A puzzle without signs is a Latin square."""
    cells, width = order * order, order * (3 * order - 2)
    parts = (packed[at : at + width] for at in range(0, len(packed), width))
    return [unpacked(order, part, latin=not any(part[cells:])) for part in parts]


def pack(puzzles: Iterable[Futoshiki | Latin]) -> bytes:
    """Return puzzles that have the same order as the bytes of a batch.

    A puzzle is its n * n givens, then a byte for each pair of neighbours in a row, then a byte for
    each pair of neighbours in a column: 0 for no sign, 1 if the first cell is smaller, 2 if it's
    greater.
    """
    return _packed(puzzles, None)[1]


def _packed(puzzles: Iterable[Futoshiki | Latin], order: int | None) -> tuple[int, bytes]:
    packed = bytearray()
    for number, puzzle in enumerate(puzzles):
        order = order or puzzle.order
        if puzzle.order != order:
            raise ValueError(f"puzzle {number}: found order {puzzle.order}, expected {order}")
        signs: frozenset[Pair] = frozenset()
        if isinstance(puzzle, Futoshiki):
            signs = frozenset(puzzle.signs)
            if puzzle.adjacent:
                raise ValueError(f"puzzle {number}: found adjacent mode, expected signs < and >")
        packed += bytes(puzzle.cells)
        for a, b in edges(order, order):
            if (a, b) in signs and (b, a) in signs:
                raise ValueError(f"puzzle {number}: cells {a} and {b} have signs both ways")
            packed.append(1 if (a, b) in signs else 2 if (b, a) in signs else 0)
    return order or 0, bytes(packed)


def _run(
    puzzles: Batch, limit: int, grids: bool, order: int | None, threads: int | None
) -> tuple[int, array[int], bytes]:
    order, packed = _bytes(puzzles, order)
    if not packed:
        return order, array("I"), b""
    threads = threads_for(len(packed), MANY * order * (3 * order - 2), threads)
    counts, first = futoshiki_batch(order, packed, limit, grids, threads)
    return order, array("I", counts), first


def _bytes(puzzles: Batch, order: int | None) -> tuple[int, bytes]:
    if not isinstance(puzzles, bytes):
        return _packed(puzzles, order)
    if order is None:
        raise ValueError("puzzles: found bytes and no order, expected order=")
    return order, puzzles
