"""The readable twin of native/latin/batch.hpp: many Futoshikis of one order in one call."""

from __future__ import annotations

from array import array

from clew.core.grid import edges
from clew.puzzles.latin_squares.face import Pair
from clew.puzzles.latin_squares.py_ranks import LARGEST, PyRanks
from clew.search.native import kernel
from clew.search.sliced import expect


def py_futoshiki_batch(
    order: int, puzzles: bytes, limit: int, grids: bool, threads: int
) -> tuple[bytes, bytes]:
    """The number of solutions of each puzzle, as 32-bit integers, and the first of each.

    A puzzle is n * n givens, then a sign for each two cells side by side, then for each two above
    each other: 0 for none, 1 if the first is the smaller, 2 if it is the greater.
    """
    expect("order", order, 1, LARGEST)
    expect("limit", limit, 1, 2**32 - 1)
    expect("threads", threads, 1, 1024)
    width = order * order + 2 * order * (order - 1)
    if len(puzzles) % width:
        raise ValueError(
            f"puzzles: found {len(puzzles)} bytes, expected a multiple of {width} for order {order}"
        )
    batch = [puzzles[start : start + width] for start in range(0, len(puzzles), width)]
    for number, puzzle in enumerate(batch):
        _check(number, puzzle, order)
    counts, first = array("I"), bytearray()
    for puzzle in batch:
        search = PyRanks(order, puzzle[: order * order], less_in(order, puzzle))
        solutions = search.run(limit, 10**15)
        counts.append(len(solutions))
        first += bytes(solutions[0] if solutions else order * order) if grids else b""
    return counts.tobytes(), bytes(first)


def _check(number: int, puzzle: bytes, order: int) -> None:
    cells = order * order
    for place, byte in enumerate(puzzle):
        most = order if place < cells else 2
        if byte > most:
            what = f"cell {place}" if place < cells else f"sign {place - cells}"
            raise ValueError(f"puzzle {number}, {what}: found {byte}, expected 0 to {most}")


def less_in(order: int, puzzle: bytes | bytearray) -> list[Pair]:
    """The signs of a puzzle in a batch, the smaller cell of each first."""
    signs = zip(edges(order, order), puzzle[order * order :], strict=True)
    return [(a, b) if sign == 1 else (b, a) for (a, b), sign in signs if sign]


futoshiki_batch = kernel("futoshiki_batch", py_futoshiki_batch)
