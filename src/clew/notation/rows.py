"""Plain grids: rows of numbers with blanks between, for Sudoku and for Latin squares."""

from __future__ import annotations

import re
from typing import ClassVar

from clew.core.puzzle import GridPuzzle, Puzzle
from clew.notation._notation import OneAFile, numbered, words
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.puzzles.sudoku import Sudoku
from clew.puzzles.sudoku._notation import Row, ordinary, square_box, square_grid


class SudokuRows(OneAFile):
    name: ClassVar[str] = "sudoku-rows"
    kind: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "Rows of numbers with blanks between them, 0 or '.' for a blank cell."

    def fits(self, text: str) -> bool:
        return _spaced(text)

    def read_one(self, text: str) -> Puzzle:
        cells = square_grid(_rows(text))
        return Sudoku(cells, square_box(len(_rows(text))))

    def write_one(self, puzzle: Puzzle) -> str:
        return _write(ordinary(self, puzzle))


class LatinRows(OneAFile):
    name: ClassVar[str] = "latin-rows"
    kind: ClassVar[str] = "latin"
    summary: ClassVar[str] = "Rows of numbers with blanks between them, 0 or '.' for a blank cell."

    def fits(self, text: str) -> bool:
        return _spaced(text)

    def read_one(self, text: str) -> Puzzle:
        return Latin(square_grid(_rows(text)))

    def write_one(self, puzzle: Puzzle) -> str:
        return _write(self.only(puzzle, Latin))


def _spaced(text: str) -> bool:
    """Whether there are about as many lines as words on a line, nearly all numbers or blanks."""
    lines = [line for _, line in numbered(text, comments=True)]
    if len(lines) < 2 or abs(len(lines) - len(lines[0].split())) > 1:
        return False
    rows = [line.split() for line in lines]
    every = [word for row in rows for word in row]
    good = sum(bool(re.fullmatch(r"\d{1,3}|[._*-]", word)) for word in every)
    return all(len(row) > 1 for row in rows) and 10 * good >= 9 * len(every)


def _rows(text: str) -> list[Row]:
    return [(number, words(line)) for number, line in numbered(text, comments=True)]


def _write(puzzle: GridPuzzle) -> str:
    width, order = len(str(puzzle.order)), puzzle.order
    shown = [str(value).rjust(width) for value in puzzle.cells]
    rows = (" ".join(shown[at : at + order]) for at in range(0, len(shown), order))
    return "".join(f"{row}\n" for row in rows)
