"""The readable twin of native/latin/random_square.hpp: Latin squares, each as likely as another.

The walk of M. T. Jacobson and P. Matthews, "Generating uniformly distributed random Latin squares",
Journal of Combinatorial Designs 4, 1996. A square is a cube of 0 and 1 with one 1 in each line; a
step adds a 1 and a -1 along the edges of a small cube, which may leave one cell improper, and the
steps continue from there until the square is proper again.
"""

from __future__ import annotations

from clew.core.rng import SplitMix64
from clew.search.native import kernel
from clew.search.sliced import expect

LARGEST = 64


def py_latin_squares(count: int, order: int, seed: int, threads: int) -> bytes:
    """`count` squares, n * n bytes each; square i depends on the seed and i alone."""
    expect("count", count, 0, 2**32 - 1)
    expect("order", order, 1, LARGEST)
    expect("threads", threads, 1, 1024)
    squares = (random_latin_square(order, SplitMix64.of(seed, i)) for i in range(count))
    return b"".join(map(bytes, squares))


def random_latin_square(order: int, rng: SplitMix64) -> tuple[int, ...]:
    """A square of the values 1 to n, row by row.

    n^2 steps lead to a square of any kind; then rows, columns and values are exchanged at random.
    """
    walk = _Walk(order)
    for _ in range(order**2 if order > 1 else 0):
        walk.step(rng)
    rows, cols, names = (rng.shuffled(range(order)) for _ in range(3))
    return tuple(names[walk.values[r * order + c]] + 1 for r in rows for c in cols)


class _Walk:
    """The square three ways: the value at row and column, the column of row and value, …"""

    def __init__(self, order: int) -> None:
        n = self.order = order
        self.values = [(row + col) % n for row in range(n) for col in range(n)]
        self.cols = [(value - row) % n for row in range(n) for value in range(n)]
        self.rows = [(value - col) % n for col in range(n) for value in range(n)]

    def step(self, rng: SplitMix64) -> None:
        """From a proper square to another: one value is put into a cell, and what follows."""
        n, values, cols, rows = self.order, self.values, self.cols, self.rows
        r, c = rng.below(n), rng.below(n)
        old = values[r * n + c]
        s = (old + 1 + rng.below(n - 1)) % n
        z, y, x = old, cols[r * n + s], rows[c * n + s]
        values[r * n + c], cols[r * n + s], rows[c * n + s] = s, c, r
        while True:
            cols[r * n + z], values[r * n + y], rows[y * n + s] = y, z, x
            values[x * n + c], rows[c * n + z], cols[x * n + s] = z, x, y
            here = values[x * n + y]
            if here == z:
                values[x * n + y], cols[x * n + z], rows[y * n + z] = s, c, r
                return
            kept, gone = _two(here, s, rng)  # the cell x, y is improper: two values too many
            values[x * n + y] = kept
            kept_col, gone_col = _two(cols[x * n + z], c, rng)
            cols[x * n + z] = kept_col
            kept_row, gone_row = _two(rows[y * n + z], r, rng)
            rows[y * n + z] = kept_row
            r, c, s, z, y, x = x, y, z, gone, gone_col, gone_row


def _two(one: int, other: int, rng: SplitMix64) -> tuple[int, int]:
    return (one, other) if rng.below(2) else (other, one)


latin_squares = kernel("latin_squares", py_latin_squares)
