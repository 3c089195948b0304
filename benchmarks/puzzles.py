"""The puzzles that benchmarks run on: those written here, and those of a folder.

`CLEW_DATA` names a folder with files of more puzzles, one a line. In sudoku_*.txt a line is 81
characters. In *.jsonl it has the order `n`, the `givens` by rows and, for Futoshiki, `less`: row
and column of a cell, and of the larger one next to it. Where a file is not there, made.py makes a
small set instead.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, overload

from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.puzzles.sudoku.puzzle import Sudoku

T = TypeVar("T")
Cells = tuple[int, ...]
SYMBOLS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# ------------------------------------------------------------------ written here: minimal, unique

FUTOSHIKI_5_SIGNS = (
    "5:0R,0D,0L,0,0L,0,0L,0D,0,0,0,0,0,0,0,0UD,0,0D,0L,0D,0,0,0,0,0,",
    "5:0,0L,0,0R,0D,0,0L,0L,0L,0,0,0,0,0,0,0U,0D,0,0,0,0,0,0U,0R,0,",
    "5:0,0,0,0D,0,0,0,0,0,0D,0R,0,0,0,0,0U,0L,0,0D,0,0,0,0L,0L,0,",
    "5:0,0,0,0R,0,0D,0,0,0U,0,0,0R,0,0,0,0,0,0,0L,0,0R,0,0R,0U,0L,",
    "5:0,0,0R,0,0D,0U,0,0,0,0L,0UD,0UR,0,0,0,0,0,0,0,0U,0U,0,0R,0,0U,",
    "5:0,0,0,0R,0,0R,0,0,0D,0D,0,0R,0,0R,0,0,0U,0,0L,0,0,0U,0,0,0,",
    "5:0,0,0D,0L,0,0,0L,0,0,0,0,0,0L,0L,0L,0,0L,0,0,0,0,0RL,0,0R,0,",
    "5:0,0,0,0R,0,0U,0U,0,0U,0D,0,0,0L,0,0,0,0,0U,0,0,0,0,0,0,0,",
)
"""Order 5, signs only."""

FUTOSHIKI_5_MIXED = (
    "5:0,0,4,0,0,0U,0,0U,2U,0,1,0R,0,0,4,0,0,0,0,0,4,0,0,0,2,",
    "5:0,0,0,0,0,0,2U,0,4,0D,0,0,0,0U,0,0,0,0,0,4,0,0U,1,2,0,",
    "5:0,0,4,0,0,2,3,0,0,0,3,4,1,0R,0,0,0,0,1,0,0,0,0,0L,0U,",
    "5:0,0,3,0,0,0D,2,0,0,0,0,5,0,0,0,4,0,0R,0U,0,0,0,1,0,0,",
    "5:0,4,0L,0,0,0,0,0,4,0,1,0,4,0,0,0,0,0L,1,0,0,0,0,0,2,",
    "5:0,0,0,0,0,0U,5,0R,0,1,0,0R,0,0,0,0,0,0,2,4,0,0,0,4,0,",
    "5:5,0,0,0,2,3,0D,0,0,0,0,0,0,1,0,0,3,4,0,0,0,1,0,0,0,",
    "5:0,0,0RL,0,0,0,0R,0,5,0U,0,0,0R,0,0,0,0D,0,0,0L,0,0L,0,0,2,",
)
"""Order 5, signs and givens."""

FUTOSHIKI_7_SIGNS = (
    "7:0,0L,0,0,0,0,0,0D,0L,0UR,0U,0,0D,0D,0R,0,0U,0L,0D,0,0L,0R,0U,0,0,0,0,0D,0D,0D,0D,0,0,0RL"
    ",0D,0D,0,0,0L,0R,0,0,0,0R,0,0R,0,0,0,",
    "7:0,0,0D,0,0R,0,0,0U,0,0D,0,0U,0L,0L,0,0L,0,0,0,0,0DL,0,0R,0U,0,0D,0,0D,0U,0R,0,0L,0,0,0L,"
    "0U,0,0,0D,0,0R,0U,0,0,0,0L,0R,0,0,",
)
"""Order 7, signs only."""

SUDOKU_9 = "..7........1....3..5..4.6...4....7...6...3........1..2.....7.......6..8...2.....1"
"""17 givens."""
SUDOKU_EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SUDOKU_HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

# ------------------------------------------------------------------ of a folder


class Later(Sequence[T]):
    """Items that are made when they're first used, so that `rows()` itself is quick."""

    def __init__(self, make: Callable[[], Sequence[T]]) -> None:
        self._items = cache(make)

    def __len__(self) -> int:
        return len(self._items())

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        return self._items()[at]


def file(name: str) -> Path | None:
    """Return a file in the folder CLEW_DATA, or None if it isn't there."""
    path = Path(os.environ.get("CLEW_DATA") or "/nowhere") / name
    return path if path.is_file() else None


def sudoku_files() -> dict[str, Path]:
    """Return the sets of 9 x 9 Sudokus by file name, without the prefix that all names share."""
    folder = os.environ.get("CLEW_DATA")
    found = sorted(Path(folder).glob("sudoku_*.txt")) if folder else []
    return {path.stem.removeprefix("sudoku_"): path for path in found}


def sudoku_lines(path: Path) -> list[str]:
    """Return the puzzles of a file, one per line with dots for empty cells. Skip other lines."""
    lines = (line.strip().replace("0", ".") for line in path.read_text("utf-8").splitlines())
    return [line for line in lines if len(line) == 81 and not line.startswith("#")]


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def cells_of(record: dict[str, Any]) -> Cells:
    return tuple(cell for row in record["givens"] for cell in row)


def sudoku(cells: Cells) -> Sudoku:
    return Sudoku.parse("".join(SYMBOLS[cell] for cell in cells))


def latin(cells: Cells) -> Latin:
    order = round(len(cells) ** 0.5)
    return Latin.parse(f"{order}:" + "".join(SYMBOLS[cell] for cell in cells))


def futoshiki(record: dict[str, Any]) -> Futoshiki:
    order = record["n"]
    signs = ((a * order + b, c * order + d) for a, b, c, d in record["less"])
    return Futoshiki(cells_of(record), tuple(signs))
