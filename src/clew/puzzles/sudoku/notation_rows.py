"""Rows of numbers with blanks between, as a Sudoku."""

from __future__ import annotations

from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import OneAFile, is_spaced, rows_of, square_grid, write_rows
from clew.puzzles.sudoku._notation import ordinary, square_box
from clew.puzzles.sudoku.puzzle import Sudoku


class SudokuRows(OneAFile):
    name: ClassVar[str] = "sudoku-rows"
    kind: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "Rows of numbers with blanks between them, 0 or '.' for a blank cell."

    def fits(self, text: str) -> bool:
        return is_spaced(text)

    def read_one(self, text: str) -> Puzzle:
        cells = square_grid(rows_of(text))
        return Sudoku(cells, square_box(len(rows_of(text))))

    def write_one(self, puzzle: Puzzle) -> str:
        return write_rows(ordinary(self, puzzle))
