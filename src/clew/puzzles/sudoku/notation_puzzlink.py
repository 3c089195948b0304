"""Sudoku links of puzz.link."""

from __future__ import annotations

import re
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import Link, items, run_lengths, wrong
from clew.puzzles.sudoku.puzzle import Sudoku

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}
"""The boxes (rows, columns) that the site draws."""


class PuzzlinkSudoku(Link):
    """A number in hex, - before one of two digits; g to z are 1 to 20 blanks; . is a blank too."""

    name: ClassVar[str] = "puzzlink"
    kind: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "A link of puzz.link, …/p?sudoku/9/9/body."
    genre: ClassVar[str] = "sudoku"
    largest: ClassVar[int] = 25
    shape: ClassVar[re.Pattern[str]] = re.compile(r"(?:\S*\?)?sudoku/(\d+)/(\d+)/(\S*)")

    def read_body(self, body: str, order: int, column: int) -> Puzzle:
        if order not in BOXES:
            raise wrong(column - 2, str(order), f"one of {', '.join(map(str, BOXES))}")
        cells: list[int] = []
        for item, at in items(body, column, r"-[0-9a-f]{2}|[0-9a-f.]|[g-z]"):
            if "g" <= item <= "z":
                cells += [0] * (ord(item) - ord("g") + 1)
                continue
            value = 0 if item == "." else int(item.removeprefix("-"), 16)
            if not 0 <= value <= order or item == "0":
                raise wrong(at, item, f"1 to {order} in hex, or g to z for blanks")
            cells.append(value)
        if len(cells) != order * order:
            at = column + len(body)
            raise ValueError(f"column {at}: found {len(cells)} cells, expected {order * order}")
        return Sudoku(tuple(cells), BOXES[order])

    def write_line(self, puzzle: Puzzle) -> str:
        sudoku = self.only(puzzle, Sudoku)
        if sudoku.diagonal or sudoku.candidates or sudoku.regions:
            raise self.refusal(puzzle, "it has no diagonals, no regions and no candidates")
        if BOXES.get(sudoku.order) != sudoku.box:
            shapes = ", ".join(f"{rows}x{cols}" for rows, cols in BOXES.values())
            raise self.refusal(puzzle, f"the site's boxes are {shapes}")
        shown = (f"-{value:x}" if value > 15 else f"{value:x}" for value in sudoku.cells)
        return self.link(sudoku.order, run_lengths(shown, "g", 20))
