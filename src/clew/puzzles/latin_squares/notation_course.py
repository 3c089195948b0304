"""The Futoshiki file of the course: cells, signs between columns, signs between rows."""

from __future__ import annotations

from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import OneAFile, numbered, placed
from clew.puzzles.latin_squares._notation import between, blocks, cell_rows
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki


class Course(OneAFile):
    """Figure 3 of the assignment; symbols stand apart or run together."""

    name: ClassVar[str] = "futoshiki-course"
    kind: ClassVar[str] = "futoshiki"
    summary: ClassVar[str] = "Rows of cells, then rows of 0 < >, then rows of 0 ^ v."

    def fits(self, text: str) -> bool:
        lines = [line for _, line in numbered(text)]
        symbols = "".join("".join(lines).split())
        order = max(len(lines[0].split()), 1) if lines else 0
        order = len(lines[0].strip()) if order == 1 else order
        good = sum(char in "0123456789<>^v" for char in symbols)
        return len(lines) >= 2 * order > 0 and 10 * good >= 9 * len(symbols)

    def read_one(self, text: str) -> Puzzle:
        try:
            return Futoshiki.parse(text)
        except ValueError as error:
            if str(error).startswith("line"):
                raise
            last = max((line for line, _ in numbered(text)), default=1)
            raise placed(f"line {last}", error) from None

    def write_one(self, puzzle: Puzzle) -> str:
        futoshiki = self.only(puzzle, Futoshiki)
        smaller = between(self, futoshiki)
        half = len(smaller) // 2
        signs = [_sign(is_less, "<>") for is_less in smaller[:half]]
        signs += [_sign(is_less, "^v") for is_less in smaller[half:]]
        rows, order = blocks(signs, futoshiki.order), futoshiki.order
        parts = [part for part in (cell_rows(futoshiki), rows[:order], rows[order:]) if part]
        return "\n".join("".join(f"{' '.join(row)}\n" for row in part) for part in parts)


def _sign(is_less: bool | None, signs: str) -> str:
    return "0" if is_less is None else signs[0] if is_less else signs[1]
