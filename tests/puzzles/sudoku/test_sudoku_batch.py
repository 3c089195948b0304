"""Batches of Sudokus: kernel and twin agree on every path, and bad bytes are refused clearly."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from array import array
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

import clew
from clew.puzzles.sudoku import batch as sudoku
from clew.puzzles.sudoku.batch import path as sudoku_path
from clew.puzzles.sudoku.batch import sudoku_batch
from clew.puzzles.sudoku.face import UNITS
from clew.puzzles.sudoku.py_batch import py_sudoku_batch
from clew.search import native

EASY = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVENTEEN = b"................12..3..4........5.....4.36....1.....78....1......98..3...7....6.."
EMPTY = b"." * 81
PATHS = ("avx512", "avx2", "portable")
FUZZ = int(os.environ.get("CLEW_FUZZ", "500"))
"""Grids to compare; a million by command."""

needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")
Batch = Callable[..., tuple[bytes, bytes]]
both = pytest.mark.parametrize("batch", [sudoku_batch, py_sudoku_batch], ids=["kernel", "python"])


@pytest.fixture(params=PATHS)
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each path that this processor has, forced."""
    name: str = request.param
    monkeypatch.setenv("CLEW_SIMD", name)
    try:
        used = sudoku_path()
    except ValueError as error:
        pytest.skip(str(error))
    if used != name:
        pytest.skip("no compiled kernels")
    return name


def counts(puzzles: bytes, limit: int = 3) -> list[int]:
    return list(array("I", sudoku_batch(puzzles, limit, 4, False, 1, None)[0]))


def solves(grid: bytes, puzzle: bytes) -> bool:
    """Whether the grid obeys the rules and the givens; stated once more."""
    return all({grid[c] for c in unit} == set(b"123456789") for unit in UNITS) and all(
        clue in (ord("."), ord("0"), digit) for clue, digit in zip(puzzle, grid, strict=True)
    )


# ------------------------------------------------------------------ random and adversarial grids


def shuffled(grid: bytes, rng: Random) -> bytearray:
    """Another grid of the same kind: digits, rows of a band and columns of a stack exchanged."""
    digits = bytes(rng.sample(b"123456789", 9))
    lines = [3 * band + i for band in rng.sample(range(3), 3) for i in rng.sample(range(3), 3)]
    columns = [3 * stack + i for stack in rng.sample(range(3), 3) for i in rng.sample(range(3), 3)]
    table = bytes.maketrans(b"123456789", digits)
    return bytearray(bytes(grid[9 * r + c] for r in lines for c in columns).translate(table))


def holes(rng: Random, least: int, most: int) -> bytearray:
    """A solved grid with some cells emptied: one solution or several."""
    grid = shuffled(SOLUTION, rng)
    for cell in rng.sample(range(81), rng.randint(least, most)):
        grid[cell] = rng.choice(b".0")
    return grid


def wrong(rng: Random) -> bytearray:
    """The same with one or two digits changed: mostly no solution, and often deep to find."""
    grid = holes(rng, 0, 55)
    for cell in rng.sample(range(81), rng.randint(1, 2)):
        grid[cell] = rng.choice(b"123456789")
    return grid


def scattered(rng: Random) -> bytearray:
    """A few digits anywhere: mostly they clash, or there are very many solutions."""
    grid = bytearray(EMPTY)
    for cell in rng.sample(range(81), rng.randint(0, 25)):
        grid[cell] = rng.choice(b"123456789")
    return grid


def known(rng: Random) -> bytearray:
    """A hard puzzle with one solution, or with a clue less or more."""
    grid = shuffled(rng.choice([EASY, HARD, SEVENTEEN]), rng)
    if rng.random() < 0.5:
        grid[rng.randrange(81)] = rng.choice(b".123456789")
    return grid


def grids(number: int, seed: int) -> bytes:
    rng = Random(seed)
    kinds: list[Callable[[Random], bytearray]] = [
        lambda r: holes(r, 30, 58), wrong, scattered, known,
    ]  # fmt: skip
    return b"".join(rng.choice(kinds)(rng) for _ in range(number))


@cache
def expected(number: int, seed: int) -> bytes:
    return py_sudoku_batch(grids(number, seed), 3, 4, False, 1, None)[0]


def test_kernel_equals_twin_on_every_path(path: str) -> None:
    for seed in range(0, FUZZ, 500):
        batch = grids(500, seed)
        assert sudoku_batch(batch, 3, 4, False, 1, None)[0] == expected(500, seed), (path, seed)


def test_paths_agree_and_solutions_are_right(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = grids(max(FUZZ, 4000), 99)
    found = sudoku.solve(batch, 2, threads=2)
    monkeypatch.setenv("CLEW_SIMD", "portable")
    assert found.counts == sudoku.count(batch, 2), path
    for i, grid in enumerate(found):
        assert (grid is None) == (found.counts[i] == 0)
        assert grid is None or solves(grid, batch[81 * i : 81 * i + 81])


def test_cp_sat_agrees() -> None:
    batch = grids(30, 7)
    assert counts(batch, 2) == [outside(batch[81 * i : 81 * i + 81]) for i in range(30)]


def outside(puzzle: bytes) -> int:
    """The number of solutions, up to two, that CP-SAT finds."""
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, 9, "") for _ in puzzle]
    for unit in UNITS:
        model.add_all_different([cells[c] for c in unit])
    for cell, digit in zip(cells, puzzle, strict=True):
        if digit not in b".0":
            model.add(cell == digit - ord("0"))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) == cp_model.INFEASIBLE:
        return 0
    first = [solver.value(cell) for cell in cells]
    differ = [model.new_bool_var("") for _ in cells]
    for cell, value, other in zip(cells, first, differ, strict=True):
        model.add(cell != value).only_enforce_if(other)
    model.add_bool_or(differ)
    return 1 if solver.solve(model) == cp_model.INFEASIBLE else 2


def test_clew_solve_agrees() -> None:
    for puzzle in (EASY, HARD, SEVENTEEN):
        answer = clew.solve(clew.Sudoku.parse(puzzle.decode())).solution
        assert sudoku.solve(puzzle)[0] == "".join(map(str, answer)).encode()


# ------------------------------------------------------------------ counts and limits


@both
def test_known_puzzles(batch: Batch) -> None:
    found = batch(EASY + HARD + SEVENTEEN + EMPTY + SOLUTION, 2, 1, True, 1, None)
    assert found[0] == bytes([1, 1, 1, 2, 1])
    assert found[1][:81] == found[1][-81:] == SOLUTION
    assert all(solves(found[1][81 * i :][:81], p) for i, p in enumerate([EASY, HARD, SEVENTEEN]))


@both
def test_givens_that_clash_have_no_solution(batch: Batch) -> None:
    for a, b in [(0, 8), (0, 72), (0, 20), (0, 1), (40, 41), (80, 79), (10, 20)]:
        grid = bytearray(EMPTY)
        grid[a] = grid[b] = ord("5")
        assert batch(bytes(grid) + EASY, 2, 1, True, 1, None) == (b"\0\1", EMPTY + SOLUTION)


def test_each_count_up_to_a_limit_is_exact(path: str) -> None:
    batch, all_of = several()
    assert len({n for n in all_of if n < 200}) > 8
    for limit in (1, 2, 7, 50, 200):
        assert counts(batch, limit) == [min(n, limit) for n in all_of], (path, limit)


@cache
def several() -> tuple[bytes, list[int]]:
    """Puzzles with larger holes, and how many solutions each has, up to 200."""
    rng = Random(3)
    batch = b"".join(bytes(holes(rng, 45, 56)) for _ in range(40))
    return batch, list(array("I", py_sudoku_batch(batch, 200, 4, False, 1, None)[0]))


@needs_kernel
@pytest.mark.parametrize("limit", [1, 511, 512, 513, 100_000])
def test_a_limit_is_kept_exactly(path: str, limit: int) -> None:
    assert counts(EMPTY * 3, limit) == [limit] * 3


@needs_kernel
@pytest.mark.parametrize("number", [0, 1, 63, 64, 65, 127, 128, 255, 256, 257, 511, 512, 513, 2000])
def test_batches_of_any_size(path: str, number: int) -> None:
    kinds = [(EASY, 1), (EMPTY, 2), (b"55" + EMPTY[2:], 0), (SEVENTEEN, 1), (HARD, 1)]
    batch = b"".join(kinds[i % 5][0] for i in range(number))
    assert counts(batch, 2) == [kinds[i % 5][1] for i in range(number)]


@needs_kernel
@pytest.mark.parametrize("threads", [1, 2, 3, 16])
def test_any_number_of_threads_finds_the_same(threads: int) -> None:
    batch = grids(3000, 5)
    assert sudoku.count(batch, 2, threads=threads) == sudoku.count(batch, 2, threads=1)


# ------------------------------------------------------------------ what Python offers


def test_solve_count_and_unique() -> None:
    batch = EASY + EMPTY + b"11" + EMPTY[2:]
    solved = sudoku.solve(batch, 2)
    assert solved.counts == array("I", [1, 2, 0]) == sudoku.count(batch)
    assert (len(solved), solved[0], solved[-1]) == (3, SOLUTION, None)
    assert [grid is None for grid in solved] == [False, False, True]
    assert sudoku.unique(batch) == b"\1\0\0"
    assert sudoku.solve(batch).counts == array("I", [1, 1, 0])
    with pytest.raises(IndexError):
        solved[3]


def test_what_a_batch_may_be() -> None:
    lines = [EASY, HARD.replace(b".", b"0"), SEVENTEEN]
    for end in (b"", b"\n", b"\r\n"):
        text = end.join(lines)
        for batch in (text, text + end, bytearray(text), memoryview(text), text.decode()):
            assert sudoku.unique(batch) == b"\1\1\1"
    assert sudoku.unique(b"") == b""
    assert len(sudoku.solve(b"")) == 0


@both
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (EASY[:80], "puzzle 0: found 80 bytes, expected 81"),
        (EASY + b"1", "puzzle 1: found 1 bytes, expected 81"),
        (EASY * 2 + b"\n", "puzzle 2: found 1 bytes, expected 81"),
        (b"?" + EASY, "puzzle 0: cell 0: found '?', expected 1 to 9, 0 or ."),
        (EASY + b"\n" + EASY[:9], "puzzle 1: found 9 bytes, expected 82"),
        (EASY + b"\n" + EASY + b" ", "puzzle 1: found ' ' after 81 cells, expected the end"),
        (EASY + b"\r\n" + EASY + b"\n\n", "puzzle 1: found byte 10 after 81 cells"),
        (EASY + b"x" + EMPTY[1:], "puzzle 1: cell 0: found 'x', expected 1 to 9, 0 or ."),
        (EMPTY[:80] + b"\xff", "puzzle 0: cell 80: found byte 255, expected 1 to 9, 0 or ."),
        (EASY * 5 + EMPTY[:40] + b"\0" + EMPTY[41:], "puzzle 5: cell 40: found byte 0, expected"),
        (EASY + b"\r" + EASY, "puzzle 1: cell 0: found byte 13, expected"),
        (b"\n", "puzzle 0: found 1 bytes"),
    ],
)
def test_bad_bytes(batch: Batch, text: bytes, message: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        batch(text, 2, 1, False, 1, None)


@needs_kernel
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_of_several_bad_puzzles_the_first_is_named(threads: int) -> None:
    rng = Random(threads)
    for _ in range(50):
        batch = bytearray(EASY * 20_000)
        bad = rng.sample(range(20_000), rng.randint(1, 8))
        for puzzle in bad:
            batch[81 * puzzle + rng.randrange(81)] = ord("x")
        with pytest.raises(ValueError, match=f"^puzzle {min(bad)}: cell "):
            sudoku.unique(batch + b"12", threads=threads)
    with pytest.raises(ValueError, match=r"^puzzle 20000: found 2 bytes, expected 81"):
        sudoku.unique(EASY * 20_000 + b"12", threads=threads)


@both
@pytest.mark.parametrize(
    ("limit", "width", "threads", "message"),
    [
        (0, 4, 1, "limit: found 0, expected 1 to 4294967295"),
        (-1, 1, 1, "limit: found -1, expected 1 to 255"),
        (256, 1, 1, "limit: found 256, expected 1 to 255"),
        (2**32, 4, 1, "limit: found 4294967296, expected 1 to 4294967295"),
        (1, 2, 1, "width: found 2, expected 1 or 4"),
        (1, 1, 0, "threads: found 0, expected 1 to 1024"),
        (1, 1, 1025, "threads: found 1025, expected 1 to 1024"),
    ],
)
def test_bad_requests(batch: Batch, limit: int, width: int, threads: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        batch(EASY, limit, width, False, threads, None)


@both
def test_what_is_no_bytes(batch: Batch) -> None:
    bad: Any = ["1"] * 81
    with pytest.raises(TypeError):
        batch(bad, 2, 1, False, 1, None)


@given(st.binary(max_size=200) | st.text("0123456789.\n\r x", max_size=260).map(str.encode))
@settings(deadline=None, max_examples=300)
def test_kernel_and_twin_refuse_the_same_bytes(text: bytes) -> None:
    assert verdict(sudoku_batch, text) == verdict(py_sudoku_batch, text)


def verdict(batch: Batch, text: bytes) -> bytes | str:
    try:
        return batch(text, 1, 1, False, 1, None)[0]
    except ValueError as error:
        return str(error)


@needs_kernel
def test_paths_that_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEW_SIMD", "mmx")
    with pytest.raises(ValueError, match=r"CLEW_SIMD: found mmx, expected .*portable"):
        sudoku.unique(EASY)
    monkeypatch.setenv("CLEW_SIMD", "")
    assert sudoku.path() in PATHS


# ------------------------------------------------------------------ stopping


class Enough(Exception):
    """Raised to end a batch."""


def endless() -> bytes:
    """A batch that runs for hours."""
    return EMPTY * 3


@needs_kernel
@pytest.mark.parametrize("threads", [1, 2])
def test_what_progress_raises_ends_the_batch(threads: int) -> None:
    told: list[int] = []

    def progress(taken: int) -> None:
        told.append(taken)
        if len(told) == 3:
            raise Enough

    with pytest.raises(Enough):
        sudoku.count(endless(), 2**32 - 1, threads=threads, progress=progress)
    assert told == [3, 3, 3]


@needs_kernel
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_signal_ends_the_batch_soon(threads: int) -> None:
    def ring(*_: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, ring)
    try:
        start = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(Enough):
            sudoku.count(endless(), 2**32 - 1, threads=threads)
        assert time.monotonic() - start < 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@needs_kernel
def test_other_threads_run_meanwhile() -> None:
    stop = threading.Event()
    beats: list[float] = []

    def beat() -> None:
        while not stop.wait(0.001):
            beats.append(time.monotonic())

    def progress(_: int) -> None:
        if len(beats) > 20:
            raise Enough

    thread = threading.Thread(target=beat)
    thread.start()
    try:
        with pytest.raises(Enough):
            sudoku.count(endless(), 2**32 - 1, threads=1, progress=progress)
    finally:
        stop.set()
        thread.join()


@pytest.mark.skipif("CLEW_FUZZ" not in os.environ, reason="by command: CLEW_FUZZ=1000000")
def test_ten_million_puzzles() -> None:
    batch = (EASY + SEVENTEEN + SOLUTION + b"55" + EMPTY[2:]) * 2_500_000
    assert sudoku.unique(batch) == b"\1\1\1\0" * 2_500_000
