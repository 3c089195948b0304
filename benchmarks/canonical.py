"""Finds the canonical forms of 9 x 9 Sudokus: the smallest of 1.2 * 10**12 forms, on one core.

Times are per puzzle. The sets are the files sudoku_*.txt in the folder that CLEW_DATA names. A
missing set is made here, from variants of one or two puzzles, and its name says so. The readable
twin is the same algorithm in Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.puzzles import SUDOKU_9, Later
from benchmarks.row import Row
from benchmarks.sudoku import Batch, batches
from clew.puzzles.sudoku import batch as sudoku
from clew.puzzles.sudoku.py_batch import py_sudoku_canonical

SIZE = 16_384
FULL = 2_048
SETS = ("17_clue", "random")
GOAL = 1 / 20_000
FEW = 16
"""The number of puzzles for the Python twin."""


def rows() -> Iterator[Row]:
    few = SUDOKU_9.encode() * 64
    yield Row("64 times the same", partial(_forms, few), size=64, part="small", quick=True)
    for batch in batches():
        if batch.name in SETS:
            yield _row(batch)
    made = Later(partial(_lines, sudoku.make, SIZE))
    yield _row(Batch("made", "minimal, made by clew", made))
    grids = Later(partial(_lines, sudoku.grids, FULL))
    yield _row(Batch("grids", "full grids, made by clew", grids), FULL)


def _row(batch: Batch, size: int = SIZE) -> Row:
    return Row(
        batch.title,
        lambda: _forms(batch.data),
        {"the twin": lambda: py_sudoku_canonical(batch.data[: 82 * FEW], 1, None)},
        size=size,
        sizes={"the twin": FEW},
        within=GOAL if size == SIZE else None,
        part="canonical forms",
        kernel=batch.name == "17_clue",
    )


def _forms(data: bytes) -> bytes:
    return sudoku.canonical(data, threads=1)


def _lines(make: object, number: int) -> list[str]:
    assert callable(make)
    text = make(number, 1).decode()
    return [text[i : i + 81] for i in range(0, len(text), 81)]
