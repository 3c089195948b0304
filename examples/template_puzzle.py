"""A puzzle in one file, to copy: magic squares. As src/clew/puzzles/magic.py it would be found."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from clew.board.board import Board, board_cells
from clew.core.faces import CSP
from clew.core.grid import lines, repeats
from clew.core.puzzle import Example, GridPuzzle
from clew.rules import AllDifferent, Sum
from clew.rules.rule import Constraint


@dataclass(frozen=True)
class Magic(GridPuzzle):
    """A square to fill with 1, 2, …, each once; its cells row by row, 0 for a blank."""

    cells: tuple[int, ...]

    largest: ClassVar[int] = 9
    name: ClassVar[str] = "magic"
    summary: ClassVar[str] = "Rows, columns and diagonals that all add up to the same."
    form: ClassVar[str] = "CELLS row by row separated by commas, . for a blank"
    examples: ClassVar[tuple[Example, ...]] = (
        Example(".,.,.,.,.,.,.,.,.", "The magic squares of order 3", answers=8, source="A006052"),
        Example("2,.,.,.,.,.,.,.,.", "Two in the corner", answers=2),
        Example("16,3,2,13,5,10,11,8,.,.,.,.,.,.,.,.", "Dürer's, half of it", answers=1),
        Example(".,.,.,.", "Order 2: impossible", answers=0),
        Example("2,2,.,.,.,.,.,.,.", "Givens that clash", answers=0),
    )

    @property
    def highest(self) -> int:
        return len(self.cells)

    @classmethod
    def parse(cls, text: str) -> Self:
        words = [word.strip() for word in text.split(",")]
        for number, word in enumerate(words, 1):
            if not re.fullmatch(r"\.|[0-9]{1,4}", word):
                raise ValueError(f"cell {number}: found {word[:20]!r}, expected a number or '.'")
        return cls(tuple(int(word) if word != "." else 0 for word in words))

    def __str__(self) -> str:
        return ",".join(str(value or ".") for value in self.cells)

    def board(self, answer: Sequence[int | None] | None = None, /) -> Board:
        return Board(self.order, self.order, board_cells(self.cells, answer), "Magic square")

    def broken(self, values: Sequence[int | None]) -> list[str]:
        wrong = repeats(values, [("the square", range(len(values)))])
        for label, cells in self._lines():
            line = [value for cell in cells if (value := values[cell])]
            if len(line) == self.order and sum(line) != self._total():
                wrong.append(f"{label} adds up to {sum(line)}, not {self._total()}")
        return wrong

    def csp(self) -> CSP:
        rules: list[Constraint] = [AllDifferent(tuple(range(self.highest)), "the square")]
        rules += [Sum(cells, label, self._total()) for label, cells in self._lines()]
        return CSP(self.domains(), tuple(rules))

    def _total(self) -> int:
        return sum(range(self.highest + 1)) // self.order

    def _lines(self) -> list[tuple[str, tuple[int, ...]]]:
        n = self.order
        falling = tuple(i * n + i for i in range(n))
        rising = tuple(i * n + n - 1 - i for i in range(n))
        return [*lines(n), ("the falling diagonal", falling), ("the rising diagonal", rising)]
