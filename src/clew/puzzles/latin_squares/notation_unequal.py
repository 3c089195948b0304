"""The ids of Simon Tatham's Unequal, which are Futoshiki's own one-line form."""

from __future__ import annotations

import re
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import OneALine
from clew.puzzles.latin_squares._notation import between
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki


class Unequal(OneALine):
    name: ClassVar[str] = "unequal"
    kind: ClassVar[str] = "futoshiki"
    summary: ClassVar[str] = "An id of Tatham's Unequal, such as 4:0,0R,…, or 4a:… (adjacent)."
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\s*\d+a?:[\w\s]*,.*")

    def read_line(self, line: str) -> Puzzle:
        try:
            return Futoshiki.parse(line)
        except ValueError as error:
            cell = re.match(r"cell (\d+)", str(error))
            if cell is None:
                raise
            raise ValueError(f"column {_column(line, int(cell[1]))}: {error}") from None

    def write_line(self, puzzle: Puzzle) -> str:
        futoshiki = self.only(puzzle, Futoshiki)
        if not 3 <= futoshiki.order <= 32:
            raise self.refusal(puzzle, "the program takes orders from 3 to 32")
        if not futoshiki.adjacent:
            between(self, futoshiki)
        return str(futoshiki)


def _column(line: str, item: int) -> int:
    """The column where an item between commas starts."""
    items = line.split(",")[: item - 1]
    return sum(len(each) + 1 for each in items) + 1 if items else line.index(":") + 2
