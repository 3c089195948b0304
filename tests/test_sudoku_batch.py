"""Batches of Sudokus: kernel and twin agree, on every path, and bad bytes are refused clearly."""

import random

import pytest

from clew.batch import sudoku
from clew.search import native
from clew.search.native import py_sudoku_batch, sudoku_batch

EASY = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")
paths = pytest.mark.parametrize("path", ["avx512", "avx2", "portable"])


@paths
def test_paths(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEW_SIMD", path)
    rng = random.Random(1)
    solution = bytearray(sudoku.solve(EASY)[0] or b"")
    batch = bytearray()
    for _ in range(300):
        grid = bytearray(solution)
        for cell in rng.sample(range(81), rng.randint(30, 60)):
            grid[cell] = ord(".")
        batch += grid
    assert sudoku_batch(batch, 3, 4, False, 1, None) == py_sudoku_batch(batch, 3, 4, False, 1, None)
