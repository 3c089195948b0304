"""The ids of Simon Tatham's Solo: Sudoku of any box, with diagonals, with jigsaw regions."""

from __future__ import annotations

import re

from clew.core.puzzle import Puzzle
from clew.notation._notation import OneALine, wrong
from clew.notation._runs import (
    connected,
    edges,
    parted,
    read_cells,
    read_regions,
    write_cells,
    write_regions,
)
from clew.puzzles.sudoku.puzzle import Sudoku

LARGEST = 31
"""The largest order that the program takes."""
KILLER = re.compile(
    r"""(?mix) (
        ^\d+x\d+:\w*:k:               # JSudoku and SudokuSolver
      | ^SumoCue\w*=                  # SumoCue
      | "(?:killer)?cages?"\s*:\s*\[(?=\s*[{\[])  # SudokuPad, f-puzzles
      | \bkiller\b
    )"""
)


class SoloId(OneALine):
    """`CxR:cells` with boxes C cells tall and R wide, or `Nj:cells,edges`; x asks for diagonals.

    A cell is a number, a letter is 1 to 26 blanks, _ parts two numbers.
    """

    name = "solo"
    kind = "sudoku"
    summary = "An id of Tatham's Solo, such as 2x2:4e4b2e1 or 3x3x:… or 9j:…,…"
    contains = re.compile(r"[\djx]:")
    shape = re.compile(r"(\d+)(?:x(\d+)|j)(x?):([\da-z_]*)(?:,([a-z_]*))?")

    def unsupported(self, text: str) -> str:
        found = KILLER.search(text)
        if found is None:
            return ""
        line = text.count("\n", 0, found.start(1)) + 1
        reason = "a killer Sudoku: these are read as ids of Tatham's Solo only"
        return f"line {line}: found {found[1]!r}, {reason}"

    def read_line(self, line: str) -> Puzzle:
        match = self.matched(line, "CxR:cells or Nj:cells,edges")
        first, second, diagonal, body, told = match.groups()
        short = len(line) < 20_000 and len(first) < 3 and len(second or "") < 3
        order = int(first) * int(second or 1) if short else 0
        if not 1 <= order <= Sudoku.largest:
            raise wrong(1, line.partition(":")[0], f"an order up to {Sudoku.largest}")
        cells = read_cells(body, order, match.start(4) + 1)
        if second is None:
            regions = read_regions(told or "", order, len(line) + 1 - len(told or ""))
            return Sudoku(cells, diagonal=bool(diagonal), regions=regions)
        if told is not None:
            raise wrong(match.start(5), line[match.start(5) - 1 :], "the end: it has no regions")
        return Sudoku(cells, (int(first), int(second)), bool(diagonal))

    def write_line(self, puzzle: Puzzle) -> str:
        sudoku = self.only(puzzle, Sudoku)
        self._check(sudoku)
        diagonal = "x" if sudoku.diagonal else ""
        body = write_cells(sudoku.cells)
        if sudoku.regions:
            return f"{sudoku.order}j{diagonal}:{body},{write_regions(sudoku.regions, sudoku.order)}"
        return f"{sudoku.box[0]}x{sudoku.box[1]}{diagonal}:{body}"

    def _check(self, sudoku: Sudoku) -> None:
        if sudoku.candidates:
            raise self.refusal(sudoku, "it has no candidates")
        if sudoku.order > LARGEST:
            raise self.refusal(sudoku, f"the program takes orders up to {LARGEST}")
        if not sudoku.regions and min(sudoku.box) < 2:
            raise self.refusal(sudoku, "the program takes boxes of at least 2 x 2")
        if sudoku.regions:
            walls = {edge for edge in edges(sudoku.order) if parted(sudoku.regions, edge)}
            if len(set(connected(walls, sudoku.order))) != sudoku.order:
                raise self.refusal(sudoku, "a region is in several pieces")
