"""Compares `auto` with OR-Tools' CP-SAT on the same large or hard puzzles.

Clew's times are those of `clew.solve` and `clew.is_unique` as a user calls them. They include the
model, the search and the check of each solution. CP-SAT runs one worker, builds its model within
the time, and looks for one solution. Sets "made here" come from fixed seeds: clues are removed as
long as the solution stays unique. The other sets are the files sudoku_16x16.jsonl,
latin_completion.jsonl and futoshiki.jsonl in the folder that CLEW_DATA names. CP-SAT is stopped
after a while and compared on the puzzles that it finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from benchmarks.made import holes, minimal_sudokus
from benchmarks.peers import cp_sat
from benchmarks.puzzles import Later, cells_of, file, futoshiki, latin, records, sudoku
from benchmarks.row import Row
from clew import Puzzle, Sudoku, is_unique, solve

LONGEST, TIMES = 1.0, 20.0
"""The goals for 16 x 16: seconds for the worst puzzle, and the mean ratio to CP-SAT."""
MINUTE = 60.0
READERS: dict[str, Callable[[dict[str, Any]], Puzzle]] = {
    "sudoku_16x16": lambda record: sudoku(cells_of(record)),
    "futoshiki": futoshiki,
}


def rows() -> Iterator[Row]:
    four = [Sudoku.parse("." * 16)]
    yield Row("Sudoku 4x4, empty", solve, over=four, part="first answer", quick=True)
    every = sets()
    for title, puzzles in every.items():
        sixteen = "16x16" in title
        yield Row(
            title,
            solve,
            slow={"CP-SAT": cp_sat},
            over=puzzles,
            goals={"CP-SAT": TIMES} if sixteen else {},
            worst=LONGEST if sixteen else None,
            part="first answer",
            cap=MINUTE if sixteen else None,
        )
    for title, puzzles in every.items():
        yield Row(title, is_unique, over=puzzles, part="unique or not")
    yield from learnt()


def learnt() -> Iterator[Row]:
    """Yield rows of the hardest Latin squares: `learning` by its name, and `auto` with a limit."""
    if path := file("latin_completion.jsonl"):
        yield Row(
            "latin completion",
            partial(solve, strategy="learning"),
            slow={"auto": solve, "CP-SAT": cp_sat},
            over=[latin(cells_of(record)) for record in records(path)],
            part="first answer, `learning`",
        )


def sets() -> dict[str, Sequence[Puzzle]]:
    found: dict[str, Sequence[Puzzle]] = {
        "Sudoku 16x16, minimal, made here": Later(partial(_sudokus, 16, 10)),
        "Sudoku 25x25, 330 clues, made here": Later(partial(_sudokus, 25, 3, 330)),
        "Latin completion 25x25, 42 % open, made here": Later(_latins),
    }
    for name, read in READERS.items():
        if path := file(f"{name}.jsonl"):
            found[name.replace("_", " ")] = [read(record) for record in records(path)]
    return found


def _sudokus(order: int, number: int, least: int = 0) -> list[Puzzle]:
    return [sudoku(cells) for cells in minimal_sudokus(order, number, least)]


def _latins() -> list[Puzzle]:
    return [latin(cells) for cells in holes(25, 5)]
