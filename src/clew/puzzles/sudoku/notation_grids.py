"""Sudoku on several lines: .sdk files, the boxes of Simple Sudoku, and rows of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isqrt

from clew.core.grid import LARGEST_SYMBOL, write_symbol
from clew.core.puzzle import Puzzle
from clew.notation._notation import (
    SPACED,
    Notation,
    OneAFile,
    is_spaced,
    numbered,
    square_grid,
    write_rows,
)
from clew.puzzles.sudoku.digits import ordinary
from clew.puzzles.sudoku.puzzle import Sudoku

NOT_SDK = re.compile(r"[^\w.*-]")
MOST_SLIPS = 2
"""A grid with so many wrong signs is still read as one: the error then names the first."""


class SdkFile(OneAFile):
    """SadMan and SudoCue; a [State] after the puzzle is the player's and is not read."""

    name = "sdk"
    kind = "sudoku"
    summary = "A file (.sdk): # headers, perhaps [Puzzle], then nine lines of nine."
    extensions = (".sdk",)

    def fits(self, text: str) -> bool:
        rows = list(_sdk_rows(text).values())
        if len(rows) < 2 or abs(len(rows) - len(rows[0])) > 1:
            return False
        signs = "".join(rows)
        slips = len(NOT_SDK.findall(signs))
        plain = sum(map(signs.count, "0123456789._*-"))
        return slips == 0 or (slips <= MOST_SLIPS and 2 * plain > len(signs))

    def read_one(self, text: str) -> Puzzle:
        return _sudoku(_sdk_rows(text).items(), r"\S")

    def write_one(self, puzzle: Puzzle) -> str:
        return "".join(f"{row}\n" for row in _symbol_rows(_with_symbols(self, puzzle)))


def _sdk_rows(text: str) -> dict[int, str]:
    """The lines of the puzzle by their numbers."""
    rows: dict[int, str] = {}
    for number, line in numbered(text, comments=True):
        if re.fullmatch(r"\[\w+\]", line.strip()):
            if rows:
                break
        else:
            rows[number] = line
    return rows


class SimpleSudokuDrawing(OneAFile):
    """Borders may be drawn with any of * + . : ' - = | and blanks may stand between the cells."""

    name = "ss"
    kind = "sudoku"
    summary = "A drawing (.ss, Simple Sudoku): rows |.3.|4..|...|, borders with ---."
    extensions = (".ss",)
    contains = re.compile(r"---|\|")

    def fits(self, text: str) -> bool:
        return len(list(numbered(text))) > 2 and not re.search(r"[<>^,(]", text)

    def read_one(self, text: str) -> Puzzle:
        rows = (
            (number, line)
            for number, line in numbered(text)
            if "---" not in line or re.search(r"\w", line)  # the others are borders
        )
        return _sudoku(rows, r"[^\s|]")

    def write_one(self, puzzle: Puzzle) -> str:
        sudoku = _with_symbols(self, puzzle)
        side = sudoku.box[0]
        border = "-" * (sudoku.order + side - 1)
        between = f"|{'+'.join(['-' * side] * side)}|"
        drawn = [f"*{border}*"] if side > 2 else [f"*-{border}-*"]
        for number, row in enumerate(_symbol_rows(sudoku)):
            if number and number % side == 0:
                drawn.append(between if side > 2 else f"|-{between[1:-1]}-|")
            parts = "|".join(row[at : at + side] for at in range(0, sudoku.order, side))
            drawn.append(f"|{parts}|")
        return "\n".join([*drawn, drawn[0], ""])


class SudokuRows(OneAFile):
    name = "sudoku-rows"
    kind = "sudoku"
    summary = "Rows of numbers separated by blanks, 0 or '.' for a blank cell."
    contains = SPACED

    def fits(self, text: str) -> bool:
        return is_spaced(text)

    def read_one(self, text: str) -> Puzzle:
        return _sudoku(numbered(text, comments=True))

    def write_one(self, puzzle: Puzzle) -> str:
        return write_rows(ordinary(self, puzzle).cells)


def _with_symbols(notation: Notation, puzzle: Puzzle) -> Sudoku:
    sudoku = ordinary(notation, puzzle)
    if sudoku.order > LARGEST_SYMBOL:
        raise notation.refusal(puzzle, f"it has no symbol for {LARGEST_SYMBOL + 1}")
    return sudoku


def _symbol_rows(sudoku: Sudoku) -> list[str]:
    symbols = "".join(map(write_symbol, sudoku.cells))
    return [symbols[at : at + sudoku.order] for at in range(0, len(symbols), sudoku.order)]


def _sudoku(lines: Iterable[tuple[int, str]], cell: str = r"\S+") -> Sudoku:
    """The Sudoku of these rows, with square boxes."""
    cells = square_grid(lines, cell)
    order = isqrt(len(cells))
    side = isqrt(order)
    if side * side != order:
        raise ValueError(
            f"line 1: found a grid of order {order}, expected 4, 9, 16, 25 or 36: "
            "this notation does not say what the boxes are"
        )
    return Sudoku(cells, (side, side))
