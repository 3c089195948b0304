"""The readable twin of native/latin/all_squares.hpp: a bit for each Latin square of an order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from operator import eq

from clew.core.faces import values
from clew.puzzles.latin_squares.face import are_neighbours
from clew.search.native import kernel
from clew.search.sliced import expect, expect_limits

LARGEST = 5
"""There are 161,280 Latin squares of order 5, and 812,851,200 of order 6."""
Squares = int
"""A set of Latin squares: bit i is the i-th in the order of their values, row by row."""


class PySquares:
    """The squares that have every given and obey every sign: one AND for each."""

    def __init__(self, order: int, givens: Sequence[int], less: Sequence[tuple[int, int]]) -> None:
        expect("order", order, 1, LARGEST)
        require_square(order, givens, less)
        self._order = order
        left: Squares = (1 << len(all_squares(order))) - 1
        for cell, value in enumerate(givens):
            if value:
                left &= having(order, cell)[value - 1]
        for small, great in less:
            left &= obeying(order, small, great)
        self.answers = left.bit_count()
        self._left = left

    def run(self, max_answers: int) -> list[tuple[int, ...]]:
        """The next squares, at most `max_answers`."""
        expect_limits("run", max_answers)
        found = []
        for number, _ in zip(values(self._left), range(max_answers), strict=False):
            self._left ^= 1 << number
            found.append(tuple(all_squares(self._order)[number]))
        return found


def require_square(order: int, givens: Sequence[int], less: Sequence[tuple[int, int]]) -> None:
    """That there are n * n givens from 0 to n, and signs between neighbours only."""
    if len(givens) != order * order:
        raise ValueError(f"givens: found {len(givens)}, expected {order * order}")
    for small, great in less:
        if not are_neighbours(small, great, order):
            raise ValueError(f"less: found cells {small} and {great}, expected neighbours")
    for cell, value in enumerate(givens):
        expect(f"cell {cell}", value, 0, order)


@cache
def all_squares(order: int) -> tuple[bytes, ...]:
    """Every Latin square of the order, row by row, in increasing order."""
    rows = [bytes(row) for row in permutations(range(1, order + 1))]
    apart = {row: {other for other in rows if not any(map(eq, row, other))} for row in rows}

    def grow(square: bytes, candidates: list[bytes], missing: int) -> Iterator[bytes]:
        if missing == 1:
            yield from (square + row for row in candidates)
            return
        for row in candidates:
            fitting = [other for other in candidates if other in apart[row]]
            yield from grow(square + row, fitting, missing - 1)

    return tuple(grow(b"", rows, order))


@cache
def having(order: int, cell: int) -> tuple[Squares, ...]:
    """For each value, the squares that have it in this cell."""
    held = bytes(square[cell] for square in reversed(all_squares(order)))  # the first is lowest
    ones = (bytes(48 + (byte == value) for byte in range(256)) for value in range(1, order + 1))
    return tuple(int(held.translate(one), 2) for one in ones)


@cache
def obeying(order: int, small: int, great: int) -> Squares:
    """The squares whose first cell is smaller than the second."""
    found = below = 0
    for smaller, greater in zip(having(order, small), having(order, great), strict=True):
        found |= below & greater
        below |= smaller
    return found


SquaresKernel = kernel("Squares", PySquares)
