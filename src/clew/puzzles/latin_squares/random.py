"""Random Latin squares, each as likely as any other (nearly), the same from a seed everywhere."""

from __future__ import annotations

from clew.puzzles.latin_squares.py_random import latin_squares, random_latin_square

__all__ = ["random_latin_square", "random_latin_squares"]


def random_latin_squares(count: int, order: int, seed: int = 0, *, threads: int = 1) -> bytes:
    """So many squares of the values 1 to n, n * n bytes each, row by row.

    Square i depends on the order, the seed and i alone.
    """
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed: found {seed}, expected 0 to {(1 << 64) - 1}")
    return latin_squares(count, order, seed, threads)
