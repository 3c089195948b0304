"""Connect Four: drop discs into columns. Four in a row win, unless you set another number."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from clew.board.board import Board
from clew.board.inputs import Drop
from clew.core.faces import Verdict
from clew.core.grid import read_rows, read_size, write_rows
from clew.core.puzzle import Example
from clew.core.texts import read_number
from clew.puzzles._board_games import InARow, Sides, read_sides

LARGEST = 12
DISCS = (("X", "red-disc"), ("O", "yellow-disc"), ("*", "star"))


@dataclass(frozen=True)
class ConnectFour(InARow):
    """The discs on a board, and how many in a row win. X began."""

    start: Sides
    cols: int
    rows: int
    length: int = 4

    name = "connect-four"
    summary = "Drop discs into columns; the first with four in a row wins."
    form = "7x6 (columns x rows), or the rows from the top with / between: .../.X./OXO; then ,3"
    title = "Connect Four"
    inputs = (Drop(),)
    examples = (
        Example("3x3,3", "Three in a row on three by three", value=0),
        Example("4x3,3", "Three in a row wins in the middle", value=1),
        Example("..../.O../.XX.,3", "O can't stop both ends", value=-1),
        Example("......./......./......./..OO.../..XX...", "An open row wins", value=1),
        Example("OXOX/OXOX/XOXO/XOXO", "A full board", value=0),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        board, comma, word = text.strip().upper().partition(",")
        size = read_size(board, LARGEST) if board[:1].isdigit() else None
        lines = ["." * size[0]] * size[1] if size else read_rows(board, "XO.", LARGEST)
        marks, cols = "".join(lines), len(lines[0])
        if above := re.search(rf"[XO].{{{cols - 1}}}\.", marks):
            raise ValueError(f"row {above.start() // cols + 1}: found a disc above an empty cell")
        length = read_number(word.strip(), 2, LARGEST, "a length") if comma else 4
        return cls(read_sides(marks), cols, len(lines), length)

    def __str__(self) -> str:
        blank = self.start == (0, 0)
        board = f"{self.cols}x{self.rows}" if blank else write_rows(self.marks, self.cols)
        return board if self.length == 4 else f"{board},{self.length}"

    @property
    def drops(self) -> tuple[int, int, int]:
        return self.rows, self.cols, self.length

    @cached_property
    def _board(self) -> int:
        return (1 << self.cols * self.rows) - 1

    @cached_property
    def _columns(self) -> list[int]:
        first = sum(1 << self.cols * row for row in range(self.rows))
        return [first << col for col in range(self.cols)]

    @cached_property
    def _order(self) -> list[tuple[str, int]]:
        """The columns with their names, from the middle outwards."""
        named = [(str(number), column) for number, column in enumerate(self._columns, 1)]
        return sorted(named, key=lambda pair: abs(2 * int(pair[0]) - self.cols - 1))

    def successors(self, state: Sides) -> list[tuple[str, Sides]]:
        """Drop a disc into the lowest free cell of each column."""
        mine, theirs = state
        free = self._board & ~(mine | theirs)
        free &= ~(free >> self.cols)  # those with a free cell below them
        return [(name, (theirs, mine | cell)) for name, col in self._order if (cell := free & col)]

    def board(self, answer: Verdict | None = None, /) -> Board:
        return replace(super().board(answer), shapes=DISCS)

    def canonical(self, state: Sides) -> Sides:
        """Return the smaller of the board and its mirror image."""
        columns = list(enumerate(self._columns))
        mine, theirs = (
            sum((side & column) << self.cols - 1 - col >> col for col, column in columns)
            for side in state
        )
        return min(state, (mine, theirs))

    def touches(self, move: str, /) -> tuple[int, ...]:
        """Return the cell that the disc falls into."""
        return (self.marks[int(move) - 1 :: self.cols].rindex(".") * self.cols + int(move) - 1,)
