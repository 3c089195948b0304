"""Rows of numbers with blanks between, as a Latin square."""

from __future__ import annotations

from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import OneAFile, is_spaced, rows_of, square_grid, write_rows
from clew.puzzles.latin_squares.puzzle_latin import Latin


class LatinRows(OneAFile):
    name: ClassVar[str] = "latin-rows"
    kind: ClassVar[str] = "latin"
    summary: ClassVar[str] = "Rows of numbers with blanks between them, 0 or '.' for a blank cell."

    def fits(self, text: str) -> bool:
        return is_spaced(text)

    def read_one(self, text: str) -> Puzzle:
        return Latin(square_grid(rows_of(text)))

    def write_one(self, puzzle: Puzzle) -> str:
        return write_rows(self.only(puzzle, Latin))
