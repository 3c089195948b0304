"""Batches of Futoshikis: the same as one by one, on any number of threads; bad bytes are named."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections.abc import Callable
from random import Random

import pytest

import clew
from clew.puzzles.latin_squares import batch as futoshiki
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.puzzles.latin_squares.search import RanksKernel, futoshiki_batch, py_futoshiki_batch
from clew.search import native
from tests.puzzles.latin_squares.test_ranks import posed, puzzle_of

needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")
kernels = pytest.mark.parametrize("kernel", [futoshiki_batch, py_futoshiki_batch])


def some(order: int, number: int, seed: str = "batch") -> list[Futoshiki]:
    """Puzzles without signs both ways, which a batch has no byte for."""
    rng = Random(f"{seed} {order}")
    puzzles = (puzzle_of(posed(rng, order)) for _ in range(2 * number))
    return [p for p in puzzles if not any(pair[::-1] in p.signs for pair in p.signs)][:number]


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 6, 7, 17])
def test_a_batch_equals_one_by_one(order: int) -> None:
    puzzles = some(order, 150 if order < 8 else 3)
    solved = futoshiki.solve(puzzles, limit=3)
    for puzzle, number, grid in zip(puzzles, solved.counts, solved, strict=True):
        one = clew.solve(puzzle, max_solutions=3)
        assert number == len(one.solutions), puzzle.id
        assert (grid is None) == (number == 0)
        if grid is not None:
            assert puzzle.check(tuple(grid)) == [], puzzle.id
        if number == 1 and grid is not None:
            assert tuple(grid) == one.solutions[0]


@needs_kernel
@pytest.mark.parametrize("order", [3, 4, 5, 6])
def test_the_kernel_equals_its_twin(order: int) -> None:
    """The counts; which solution is the first is left open."""
    batch = futoshiki.pack(some(order, 40))
    for limit in (1, 2, 5):
        fast, grids = futoshiki_batch(order, batch, limit, True, 1)
        slow, others = py_futoshiki_batch(order, batch, limit, True, 1)
        assert fast == slow
        assert len(grids) == len(others)
    assert futoshiki_batch(order, batch, 2, False, 1)[1] == b""


@needs_kernel
@pytest.mark.parametrize("order", range(6, 17))
def test_every_path_counts_the_same(order: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the same as one by one, with boards of all kinds after each other."""
    puzzles = [p for p in some(order, 60) if order < 9 or sum(map(bool, p.cells)) > order**2 // 3]
    one_by_one = [RanksKernel(order, p.cells, p.signs) for p in puzzles]
    answers = [search.run(3, 10**6) for search in one_by_one]
    for path in ("portable", "avx2", "avx512"):
        monkeypatch.setenv("CLEW_SIMD", path)
        solved = futoshiki.solve(puzzles, limit=3)
        assert list(solved.counts) == [len(each) for each in answers]
        assert list(solved) == [bytes(each[0]) if each else None for each in answers]


@pytest.mark.parametrize("order", [4, 5, 7])
def test_threads_change_nothing(order: int) -> None:
    batch = futoshiki.pack(some(order, 150)) * 3
    alone = futoshiki_batch(order, batch, 2, True, 1)
    for threads in (2, 3, 8):
        assert futoshiki_batch(order, batch, 2, True, threads) == alone


def test_many_solutions_are_counted_to_the_limit() -> None:
    blank = [Latin.parse("5"), Latin.parse("5:12345....................")]
    assert list(futoshiki.count(blank, 1000)) == [1000, 1000]
    if native.available:
        assert list(futoshiki.count(blank, 10**6)) == [161_280, 1344]
        assert list(futoshiki.count([Latin.parse("6")], 20_000)) == [20_000]
    assert list(futoshiki.unique(blank)) == [0, 0]


def test_an_empty_batch() -> None:
    assert len(futoshiki.solve([])) == 0
    assert futoshiki.count(b"", order=9) == array("I")
    assert futoshiki.unique([]) == b""


@kernels
def test_bad_bytes(kernel: Callable[..., tuple[bytes, bytes]]) -> None:
    good = bytes(5)  # a square of order 1 has one cell and no signs
    for call, message in [
        ((0, good, 1, True, 1), "order: found 0, expected 1 to 64"),
        ((65, good, 1, True, 1), "order: found 65, expected 1 to 64"),
        ((1, good, 0, True, 1), "limit: found 0, expected 1 to 4294967295"),
        ((1, good, 2**32, True, 1), "limit: found 4294967296, expected 1 to 4294967295"),
        ((1, good, 1, True, 0), "threads: found 0, expected 1 to 1024"),
        ((2, bytes(9), 1, True, 1), "puzzles: found 9 bytes, expected a multiple of 8 for order 2"),
        ((2, bytes(8) + b"\0\0\3" + bytes(5), 1, True, 1), "puzzle 1, cell 2: found 3, expected 0"),
        ((2, bytes(13) + b"\3" + bytes(2), 1, True, 1), "puzzle 1, sign 1: found 3, expected 0 to"),
        ((2, b"." * 8, 1, True, 1), "puzzle 0, cell 0: found 46, expected 0 to 2"),
    ]:
        with pytest.raises(ValueError, match=message):
            kernel(*call)


def test_bad_batches() -> None:
    two, three = Latin.parse("2"), Latin.parse("3")
    with pytest.raises(ValueError, match="puzzle 1: found order 3, expected 2"):
        futoshiki.pack([two, three])
    with pytest.raises(ValueError, match="puzzle 0: found adjacent mode, expected signs < and >"):
        futoshiki.pack([Futoshiki.parse("2a:0,0,0,0,")])
    with pytest.raises(ValueError, match="puzzle 0: cells 0 and 1 have signs both ways"):
        futoshiki.pack([Futoshiki((0,) * 4, ((0, 1), (1, 0)))])
    with pytest.raises(ValueError, match="found bytes and no order"):
        futoshiki.count(bytes(8))


def test_what_clashes_has_no_solution() -> None:
    clashing = Latin.parse("2:11..")
    assert list(futoshiki.count([clashing, Latin.parse("2")])) == [0, 2]
    wide = Latin((7, 7) + (0,) * 47)
    assert list(futoshiki.count([wide])) == [0]


HOURS = """
import os, signal, sys, threading
from clew.puzzles.latin_squares import batch as futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    futoshiki.count([Latin.parse("8")] * 100, 2**32 - 1, threads=int(sys.argv[1]))
except KeyboardInterrupt:
    print("interrupted")
"""


@needs_kernel
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_ends_a_batch(threads: str) -> None:
    """In a process of its own: where CP-SAT has run, Ctrl-C ends the whole process at once."""
    command = [sys.executable, "-c", HOURS, threads]
    told = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert told.stdout == "interrupted\n"


@pytest.mark.skipif("CLEW_MANY" not in os.environ, reason="a million puzzles: set CLEW_MANY=1")
def test_a_million_puzzles() -> None:
    """Table and search agree, on boards of orders 4 and 5."""
    for order in (4, 5):
        for part in range(50):
            puzzles = some(order, 10_000, f"part {part}")
            for puzzle, number in zip(puzzles, futoshiki.count(puzzles), strict=True):
                search = RanksKernel(order, puzzle.cells, puzzle.signs)
                assert len(search.run(2, 10**9)) == number, puzzle.id
