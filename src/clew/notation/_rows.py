"""Plain grids: rows of numbers with blanks between."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clew.core.grid import BLANKS, SYMBOLS, Cells
from clew.core.puzzle import GridPuzzle
from clew.notation._notation import numbered, placed, words, wrong

BLANK_SIGNS = "".join(BLANKS) + "Xx"
Row = tuple[int, Sequence[tuple[str, int]]]
"""The number of a line, and the symbols on it with their columns."""


def is_spaced(text: str) -> bool:
    """Whether there are about as many lines as words on a line, nearly all numbers or blanks."""
    lines = [line for _, line in numbered(text, comments=True)]
    if len(lines) < 2 or abs(len(lines) - len(lines[0].split())) > 1:
        return False
    rows = [line.split() for line in lines]
    every = [word for row in rows for word in row]
    good = sum(bool(re.fullmatch(r"\d{1,3}|[._*-]", word)) for word in every)
    return all(len(row) > 1 for row in rows) and 10 * good >= 9 * len(every)


def rows_of(text: str) -> list[Row]:
    return [(number, words(line)) for number, line in numbered(text, comments=True)]


def write_rows(puzzle: GridPuzzle) -> str:
    width, order = len(str(puzzle.order)), puzzle.order
    shown = [str(value).rjust(width) for value in puzzle.cells]
    rows = (" ".join(shown[at : at + order]) for at in range(0, len(shown), order))
    return "".join(f"{row}\n" for row in rows)


def square_grid(rows: Sequence[Row]) -> Cells:
    """The cells of a grid of as many rows as its first row has cells."""
    if not rows:
        raise ValueError("line 1, column 1: found no rows, expected a grid")
    order = len(rows[0][1])
    for number, symbols in rows:
        if len(symbols) != order:
            expected = f"{order} as in the first row"
            raise ValueError(f"line {number}: found {len(symbols)} cells, expected {expected}")
    if len(rows) != order:
        line = rows[-1][0]
        raise ValueError(f"line {line}: found {len(rows)} rows of {order} cells, expected {order}")
    return tuple(_cell(symbol, order, row[0]) for row in rows for symbol in row[1])


def _cell(symbol: tuple[str, int], order: int, line: int) -> int:
    word, column = symbol
    if word in BLANKS or (word in BLANK_SIGNS and order <= 9):
        return 0
    value = SYMBOLS.find(word.upper()) if len(word) == 1 and word.isascii() else -1
    if len(word) in (2, 3) and word.isascii() and word.isdigit():
        value = int(word)
    if not 1 <= value <= order:
        raise placed(f"line {line}", wrong(column, word, f"1 to {order}, or '.' for a blank"))
    return value
