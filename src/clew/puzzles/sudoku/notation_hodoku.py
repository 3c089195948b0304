"""HoDoKu's library: a position, and what a technique does in it, on one line."""

from __future__ import annotations

import re
from typing import ClassVar

from clew.core.faces import values
from clew.core.grid import Cells
from clew.core.puzzle import Puzzle
from clew.notation._notation import OneALine, words, wrong
from clew.puzzles.sudoku._notation import ALL_NINE, of_nine, read_81, with_candidates, write_81


class Hodoku(OneALine):
    """Givens and placed digits (+) are both filled cells; deleted candidates are kept.

    The technique and what it should eliminate or place are read over.
    """

    name: ClassVar[str] = "hodoku"
    kind: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "A line of HoDoKu's library, :technique:candidates:cells:deleted:…"
    shape: ClassVar[re.Pattern[str]] = re.compile(r":[^:]*:[^:]*:[^:]*:.*")

    def read_line(self, line: str) -> Puzzle:
        fields = line.split(":")
        if not line.startswith(":") or not 7 <= len(fields) <= 9:
            expected = "6 to 8, the first in front"
            raise ValueError(f"column 1: found {len(fields) - 1} colons, expected {expected}")
        start = sum(len(field) + 1 for field in fields[:3]) + 1
        cells = _cells(fields[3], start)
        masks = [ALL_NINE] * 81
        for digit, cell in _deleted(fields[4], start + len(fields[3]) + 1):
            masks[cell] &= ~(1 << digit)
        return with_candidates(cells, masks)

    def write_line(self, puzzle: Puzzle) -> str:
        sudoku = of_nine(self, puzzle, candidates=True)
        deleted = (
            f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
            for cell, held in enumerate(sudoku.domains())
            if not sudoku.cells[cell]
            for digit in values(ALL_NINE & ~held)
        )
        return f":0000:x:{write_81(sudoku.cells, '.')}:{' '.join(deleted)}::"


def _cells(field: str, column: int) -> Cells:
    """81 cells, a + in front of those that the player placed."""
    if stray := re.search(r"\+(?![1-9])", field):
        raise wrong(column + stray.end(), field[stray.end() :][:1], "1 to 9 after +")
    if stray := re.search(r"[^0-9.+]", field):
        raise wrong(column + stray.start(), stray[0], "1 to 9, '.' for a blank, or +")
    return read_81(field.replace("+", ""), column + field.count("+"))


def _deleted(field: str, column: int) -> list[tuple[int, int]]:
    """The digit and the cell of each deleted candidate."""
    found = []
    for word, start in words(field):
        if not re.fullmatch(r"[1-9]{3}", word):
            raise wrong(column + start - 1, word, "a digit, a row and a column, each 1 to 9")
        digit, row, col = map(int, word)
        found.append((digit, (row - 1) * 9 + col - 1))
    return found
