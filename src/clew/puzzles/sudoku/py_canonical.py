"""The readable twin of native/sudoku/canonical.hpp: its specification, and its stand-in."""

from __future__ import annotations

from collections.abc import Callable

from clew.identity.smallest import Smallest
from clew.puzzles.sudoku.py_batch import split

PLENTY = 10**9
"""The effort that one of 9 x 9 may take: it never needs so much."""


def py_sudoku_canonical(
    puzzles: bytes | bytearray | memoryview,
    threads: int,
    pause: Callable[[int], object] | None,
) -> bytes:
    """For each puzzle the smallest of all its forms, 81 digits and dots."""
    if not 1 <= threads <= 1024:
        raise ValueError(f"threads: found {threads}, expected 1 to 1024")
    forms = bytearray()
    for i, puzzle in enumerate(split(bytes(puzzles))):
        if pause is not None and i % 16 == 0:
            pause(i)
        forms += _form(puzzle)
    return bytes(forms)


def _form(puzzle: bytes) -> bytes:
    cells = [max(0, byte - ord("0")) for byte in puzzle]
    grid = tuple(tuple(cells[9 * row : 9 * row + 9]) for row in range(9))
    turned = tuple(zip(*grid, strict=True))
    image = Smallest((grid, turned), 3, 3, PLENTY).image()
    return bytes(ord("0") + name if name else ord(".") for name in image)
