"""N-Queens boards: rows separated by / as in chess, or drawn on lines."""

from __future__ import annotations

import re
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import OneAFile, OneALine, numbered
from clew.puzzles.queens.puzzle import Queens


class QueensFen(OneALine):
    name: ClassVar[str] = "queens-fen"
    kind: ClassVar[str] = "queens"
    summary: ClassVar[str] = "Rows separated by /: Q a queen, a number of empty squares."
    contains: ClassVar[re.Pattern[str]] = re.compile("/")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\s*[Qq\d.]+(?:/[Qq\d.]*)+\s*")

    def read_line(self, line: str) -> Puzzle:
        return Queens.parse(line)

    def write_line(self, puzzle: Puzzle) -> str:
        queens = self.only(puzzle, Queens)
        return str(queens) if queens.placed else "/".join([str(queens.order)] * queens.order)


class QueensGrid(OneAFile):
    name: ClassVar[str] = "queens-grid"
    kind: ClassVar[str] = "queens"
    summary: ClassVar[str] = "Lines of Q and '.', one for each row of the board."
    contains: ClassVar[re.Pattern[str]] = re.compile("[Qq]")

    def fits(self, text: str) -> bool:
        return all(re.fullmatch(r"[Qq.*_ -]+", line) for _, line in numbered(text))

    def read_one(self, text: str) -> Puzzle:
        return Queens.parse("\n".join(line for _, line in numbered(text)))

    def write_one(self, puzzle: Puzzle) -> str:
        queens = self.only(puzzle, Queens)
        rows = [["."] * queens.order for _ in range(queens.order)]
        for row, col in queens.placed:
            rows[row][col] = "Q"
        return "".join(f"{''.join(row)}\n" for row in rows)
