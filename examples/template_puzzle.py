"""A puzzle in one file, to copy: magic squares. As src/clew/puzzles/magic.py it would be found."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import ClassVar, Self

from clew.core.board import Board
from clew.core.constraints import AllDifferent, Sum
from clew.core.faces import CSP, Constraint, Faces
from clew.core.grid import board_cells, lines, repeats, square_order
from clew.core.puzzle import Example, Puzzle


@dataclass(frozen=True)
class Magic(Puzzle):
    """A square to fill with 1, 2, …, each once; its cells row by row, 0 for a blank."""

    cells: tuple[int, ...]

    name: ClassVar[str] = "magic"
    summary: ClassVar[str] = "Rows, columns and diagonals that all add up to the same."
    form: ClassVar[str] = "CELLS row by row with commas between, . for a blank"
    examples: ClassVar[tuple[Example, ...]] = (
        Example(".,.,.,.,.,.,.,.,.", "The magic squares of order 3", answers=8, source="A006052"),
        Example("2,.,.,.,.,.,.,.,.", "Two in the corner", answers=2),
        Example("16,3,2,13,5,10,11,8,.,.,.,.,.,.,.,.", "Dürer's, half of it", answers=1),
        Example(".,.,.,.", "Order 2: impossible", answers=0),
        Example("2,2,.,.,.,.,.,.,.", "Givens that clash", answers=0),
    )

    def __post_init__(self) -> None:
        square_order(len(self.cells))  # ValueError unless it is a square
        if (largest := max(self.cells)) > len(self.cells):
            raise ValueError(f"found {largest}, expected at most {len(self.cells)}")

    @classmethod
    def parse(cls, text: str) -> Self:
        words = [word.strip() for word in text.split(",")]
        for number, word in enumerate(words, 1):
            if not re.fullmatch(r"\.|[0-9]{1,4}", word):
                raise ValueError(f"cell {number}: found {word[:20]!r}, expected a number or '.'")
        return cls(tuple(int(word) if word != "." else 0 for word in words))

    def __str__(self) -> str:
        return ",".join(str(value or ".") for value in self.cells)

    def board(self, answer: Sequence[int] | None = None, /) -> Board:
        order = isqrt(len(self.cells))
        return Board(order, order, board_cells(self.cells, answer), "Magic square")

    def check(self, answer: Sequence[int], /) -> list[str]:
        if sorted(answer) != list(range(1, len(self.cells) + 1)):
            return [f"the values are not 1 to {len(self.cells)}, each once"]
        pairs = zip(self.cells, answer, strict=True)
        wrong = ["a given is changed"] if any(given not in (0, v) for given, v in pairs) else []
        sums = [(label, sum(answer[cell] for cell in cells)) for label, cells in self._groups()]
        total = sum(answer) // isqrt(len(answer))
        return wrong + [f"{label} adds up to {s}, not {total}" for label, s in sums if s != total]

    def clashes(self) -> list[str]:
        values = [value or None for value in self.cells]
        return repeats(values, [("the square", range(len(values)))])

    def csp(self) -> CSP:
        size = len(self.cells)
        rules: list[Constraint] = [AllDifferent(tuple(range(size)), "the square")]
        total = sum(range(size + 1)) // isqrt(size)
        rules += [Sum(cells, label, total) for label, cells in self._groups()]
        return CSP(tuple(1 << v if v else (2 << size) - 2 for v in self.cells), tuple(rules))

    faces = Faces({CSP: csp})

    def _groups(self) -> list[tuple[str, tuple[int, ...]]]:
        n = isqrt(len(self.cells))
        falling = tuple(i * n + i for i in range(n))
        rising = tuple(i * n + n - 1 - i for i in range(n))
        return [*lines(n), ("the falling diagonal", falling), ("the rising diagonal", rising)]
