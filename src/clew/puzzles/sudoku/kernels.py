"""The kernels that take many Sudokus at once.

Their readable twins are imported only where nothing was compiled: a batch starts in a few
milliseconds, of which these would take a tenth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clew.search.native import available, lib

if TYPE_CHECKING or not available:
    from clew.puzzles.sudoku.py_batch import py_sudoku_batch as sudoku_batch
    from clew.puzzles.sudoku.py_batch import py_sudoku_canonical as sudoku_canonical
    from clew.puzzles.sudoku.py_batch import py_sudoku_path as sudoku_path
    from clew.puzzles.sudoku.py_make import py_sudoku_make as sudoku_make
    from clew.puzzles.sudoku.py_make import py_sudoku_minimal as sudoku_minimal
else:
    sudoku_batch = lib.sudoku_batch
    sudoku_canonical = lib.sudoku_canonical
    sudoku_make = lib.sudoku_make
    sudoku_minimal = lib.sudoku_minimal
    sudoku_path = lib.sudoku_path


def rate_sudokus(givens: bytes, solutions: bytes, scale: Sequence[tuple[str, int, int]]) -> bytes:
    """ER, EP and ED of each Sudoku in tenths, three bytes a puzzle; only where it was compiled."""
    ratings: bytes = lib.rate_sudokus(givens, solutions, scale)
    return ratings


__all__ = [
    "rate_sudokus",
    "sudoku_batch",
    "sudoku_canonical",
    "sudoku_make",
    "sudoku_minimal",
    "sudoku_path",
]
