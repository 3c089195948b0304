"""Sudokus made in batches: unique, minimal, symmetric, and the same everywhere for one seed."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import clew
from clew.core.grid import SYMMETRIES, orbits
from clew.core.rng import SplitMix64
from clew.puzzles.sudoku import batch as sudoku
from clew.puzzles.sudoku.batch import sudoku_make, sudoku_minimal
from clew.puzzles.sudoku.face import UNITS
from clew.puzzles.sudoku.py_batch import py_sudoku_make, py_sudoku_minimal
from clew.search import native
from tests.puzzles.sudoku.test_sudoku_batch import Enough, needs_kernel, outside, path

__all__ = ["path"]  # a fixture

GRID = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWIN = 24
"""Puzzles that the twin makes too: some 40 ms each."""

make_both = pytest.mark.parametrize("make", [sudoku_make, py_sudoku_make], ids=["kernel", "python"])
reduce_both = pytest.mark.parametrize(
    "reduce", [sudoku_minimal, py_sudoku_minimal], ids=["kernel", "python"]
)
Make = Callable[..., bytes]


def parts(puzzles: bytes) -> list[bytes]:
    return [puzzles[i : i + 81] for i in range(0, len(puzzles), 81)]


def clues(puzzle: bytes) -> int:
    return 81 - puzzle.count(b".")


def without(puzzle: bytes, cells: list[int]) -> bytes:
    return bytes(ord(".") if cell in cells else digit for cell, digit in enumerate(puzzle))


# ------------------------------------------------------------------ the same everywhere


@cache
def expected(count: int, seed: int, symmetry: str, least: int) -> bytes:
    return py_sudoku_make(count, seed, symmetry, least, 1, None)


def test_kernel_equals_twin_on_every_path(path: str) -> None:
    assert sudoku.make(TWIN, 7) == expected(TWIN, 7, "none", 0), path


@needs_kernel
@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("least", [0, 30])
def test_kernel_equals_twin_with_symmetry_and_clues(symmetry: str, least: int) -> None:
    made = sudoku.make(3, 2**64 - 1, symmetry=symmetry, clues=least)
    assert made == expected(3, 2**64 - 1, symmetry, least)


@needs_kernel
def test_kernel_equals_twin_from_given_grids() -> None:
    grids = sudoku.grids(6, 3)
    orders = b"".join(bytes(SplitMix64(seed).shuffled(range(81))) for seed in range(6))
    for symmetry in ("none", "half-turn"):
        twin = py_sudoku_minimal(grids, orders, 0, symmetry, 0, 1, None)
        assert sudoku.minimal(grids, orders=orders, symmetry=symmetry) == twin
    assert sudoku.minimal(grids, 5) == py_sudoku_minimal(grids, b"", 5, "none", 0, 1, None)


@needs_kernel
def test_full_grids_equal_the_twins() -> None:
    assert sudoku.grids(100, 11) == py_sudoku_make(100, 11, "none", 81, 1, None)


def test_known_puzzle_of_a_seed() -> None:
    """Never to be changed: what a seed makes is the same in every version."""
    assert sudoku.grids(1, 1) == KNOWN_GRID
    assert sudoku.make(1, 1) == KNOWN_PUZZLE


KNOWN_GRID = b"679154328543298761821736594437869152915472836268513947152347689786925413394681275"
KNOWN_PUZZLE = b"..9..4......2.87...2.73.5...3..6.......4...362..5..9..........9.86....1.394......"


@needs_kernel
def test_paths_and_threads_make_the_same(path: str) -> None:
    made = sudoku.make(1500, 9, threads=1)
    assert made == big()
    assert sudoku.make(1500, 9, threads=3) == made


@cache
def big() -> bytes:
    return sudoku.make(1500, 9, threads=2)


@needs_kernel
def test_a_puzzle_does_not_depend_on_how_many_there_are() -> None:
    assert big().startswith(sudoku.make(100, 9))
    assert len(set(parts(big()))) == 1500


# ------------------------------------------------------------------ what is promised


@needs_kernel
def test_puzzles_are_unique_and_minimal() -> None:
    puzzles = parts(big())
    assert set(sudoku.unique(big())) == {1}
    assert 24 < sum(map(clues, puzzles)) / len(puzzles) < 25
    less = [without(p, [c]) for p in puzzles[:300] for c in range(81) if p[c] != ord(".")]
    assert set(sudoku.count(b"".join(less))) == {2}


@pytest.mark.skipif("CLEW_FUZZ" not in os.environ, reason="by command: CLEW_FUZZ=1000000")
def test_a_million_puzzles() -> None:
    made = sudoku.make(1_000_000, 1)
    assert sudoku.unique(made).count(1) == 1_000_000
    for puzzle in parts(made)[::100]:
        less = [without(puzzle, [c]) for c in range(81) if puzzle[c] != ord(".")]
        assert set(sudoku.count(b"".join(less))) == {2}
    assert {outside(puzzle) for puzzle in parts(made)[::5_000]} == {1}


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetric_puzzles(symmetry: str) -> None:
    together = orbits(9, symmetry)
    number = 100 if native.available else 1
    for puzzle in parts(sudoku.make(number, 4, symmetry=symmetry)):
        groups = {tuple(sorted(together[c])) for c in range(81) if puzzle[c] != ord(".")}
        assert all(puzzle[c] != ord(".") for group in groups for c in group)
        assert set(sudoku.count(b"".join(without(puzzle, list(g)) for g in groups))) == {2}
        assert sudoku.unique(puzzle) == b"\1"


@needs_kernel
def test_outside_solver_and_clew_agree() -> None:
    puzzles = parts(sudoku.make(5, 21))
    assert [outside(puzzle) for puzzle in puzzles] == [1] * 5
    assert all(clew.is_unique(clew.Sudoku.parse(puzzle.decode())) for puzzle in puzzles)


def test_number_of_clues() -> None:
    number = 200 if native.available else 3
    for puzzle in parts(sudoku.make(number, 8, clues=30)):
        assert clues(puzzle) == 30
    for puzzle in parts(sudoku.make(number, 8, clues=32, symmetry="half-turn")):
        assert clues(puzzle) >= 32
    assert min(map(clues, parts(sudoku.make(number, 8, clues=25)))) == 25
    assert sudoku.make(3, 8, clues=81) == sudoku.grids(3, 8)


@needs_kernel
def test_grids_are_right_and_spread() -> None:
    full = parts(sudoku.grids(9000, 5))
    assert len(set(full)) == 9000
    assert all({grid[c] for c in u} == set(b"123456789") for grid in full[::9] for u in UNITS)
    for cell in (0, 17, 40, 80):
        often = [sum(grid[cell] == digit for grid in full) for digit in b"123456789"]
        assert sum((n - 1000) ** 2 / 1000 for n in often) < 35  # one in 40,000 by chance


def test_orders_are_kept() -> None:
    """What is tried first goes first: the first cells of an order are gone."""
    forth, back = bytes(range(81)), bytes(reversed(range(81)))
    first, last = sudoku.minimal(GRID, orders=forth), sudoku.minimal(GRID, orders=back)
    assert first[:15] == b"." * 15
    assert last[-15:] == b"." * 15
    assert sudoku.solve(first + last, 2).grids == GRID * 2


def test_what_grids_may_be() -> None:
    made = sudoku.minimal(GRID, 3)
    for grids in (GRID.decode(), bytearray(GRID), memoryview(GRID)):
        assert sudoku.minimal(grids, 3) == made
    assert sudoku.minimal(b"") == sudoku.make(0) == b""


# ------------------------------------------------------------------ bad input and stopping


@make_both
@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"count": -1}, "count: found -1, expected 0 to 4294967295"),
        ({"symmetry": "round"}, "symmetry: found round, expected none, half-turn, quarter-turn, "),
        ({"clues": 82}, "clues: found 82, expected 0 to 81"),
        ({"clues": -1}, "clues: found -1, expected 0 to 81"),
        ({"threads": 0}, "threads: found 0, expected 1 to 1024"),
    ],
)
def test_bad_requests(make: Make, bad: dict[str, Any], message: str) -> None:
    asked = {"count": 1, "seed": 1, "symmetry": "none", "clues": 0, "threads": 1, "pause": None}
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        make(**{**asked, **bad})


@reduce_both
@pytest.mark.parametrize(
    ("grids", "orders", "message"),
    [
        (GRID[:80], b"", "grids: found 80 bytes, expected 81 for each"),
        (GRID, b"12", "orders: found 2 bytes, expected 81"),
        (GRID + b"." + GRID[1:], b"", "grid 1: cell 0: found byte 46, expected 1 to 9"),
        (b"3" + GRID[1:], b"", "grid 0: found a digit twice in a row, column or box"),
        (GRID, bytes(81), "order 0: found 0 twice, expected each cell from 0 to 80 once"),
        (GRID, b"Q" * 81, "order 0: found 81, expected each cell from 0 to 80 once"),
    ],
)
def test_bad_grids(reduce: Make, grids: bytes, orders: bytes, message: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        reduce(grids, orders, 1, "none", 0, 1, None)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_bad_seeds(seed: int) -> None:
    with pytest.raises(
        ValueError, match=f"seed must be from 0 to 18446744073709551615, not {seed}"
    ):
        sudoku.make(1, seed)


@needs_kernel
@pytest.mark.parametrize("threads", [1, 2])
def test_what_progress_raises_ends_it(threads: int) -> None:
    told: list[int] = []

    def progress(done: int) -> None:
        told.append(done)
        if len(told) == 3:
            raise Enough

    with pytest.raises(Enough):
        sudoku.make(10_000_000, threads=threads, progress=progress)
    assert len(told) == 3


@needs_kernel
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers")
@pytest.mark.parametrize("clues", [0, 81])
def test_a_signal_ends_it_soon(clues: int) -> None:
    def ring(*_: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, ring)
    try:
        start = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(Enough):
            sudoku.make(10_000_000, clues=clues)
        assert time.monotonic() - start < 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
