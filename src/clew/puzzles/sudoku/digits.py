"""What the notations of Sudoku share: 81 digits run together, and what a notation cannot hold."""

from __future__ import annotations

import re

from clew.core.grid import Cells, stray_x
from clew.core.puzzle import Puzzle
from clew.notation._notation import BLANK_SIGNS, Notation, wrong
from clew.puzzles.sudoku.puzzle import Sudoku

_NOT_A_CELL = re.compile(r"[^1-9" + re.escape(BLANK_SIGNS) + "]")
_AS_DIGITS = str.maketrans(BLANK_SIGNS, "0" * len(BLANK_SIGNS))


def read_81(text: str, column: int = 1) -> Cells:
    """81 cells run together; `column` is where they start on their line."""
    if found := _NOT_A_CELL.search(text):
        raise wrong(column + found.start(), found[0], "1 to 9, or '.' or 0 for a blank")
    if (slip := stray_x(text)) is not None:
        raise wrong(column + slip, text[slip], "1 to 9, or '.' or 0 for a blank")
    if len(text) != 81:
        at = column + min(len(text), 81)
        raise ValueError(f"column {at}: found {len(text)} cells, expected 81")
    return tuple(map(int, text.translate(_AS_DIGITS)))


def write_81(cells: Cells, blank: str = "0") -> str:
    return "".join(map(str, cells)).replace("0", blank)


def of_nine(notation: Notation, puzzle: Puzzle, candidates: bool = False) -> Sudoku:
    """The puzzle, if it is an ordinary Sudoku of order 9; with candidates only if they are held."""
    sudoku = ordinary(notation, puzzle, candidates)
    if sudoku.order != 9:
        raise notation.refusal(puzzle, f"it holds 9x9 only, not {sudoku.order}x{sudoku.order}")
    return sudoku


def ordinary(notation: Notation, puzzle: Puzzle, candidates: bool = False) -> Sudoku:
    """The puzzle, if it is a Sudoku with square boxes and nothing more."""
    sudoku = notation.only(puzzle, Sudoku)
    refusals = {
        "it has no jigsaw regions": sudoku.regions,
        "it holds square boxes only": sudoku.box[0] != sudoku.box[1],
        "it has no diagonals": sudoku.diagonal,
        "it has no candidates": sudoku.candidates and not candidates,
        "a cell has no candidate left": not all(sudoku.candidates),
    }
    for reason, applies in refusals.items():
        if applies:
            raise notation.refusal(puzzle, reason)
    return sudoku
