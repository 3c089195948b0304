"""Connect Four: drop discs into columns; four in a row win, or as many as are wanted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from clew.core.board import Board, Cell, Ink
from clew.core.faces import Faces, Game, Verdict, values
from clew.core.games import GamePuzzle, Rules
from clew.core.grid import read_size
from clew.core.heaps import read_number
from clew.core.look import Look
from clew.core.puzzle import Example

State = tuple[int, int]
"""The discs of the player to move and of the other, bit (rows + 1) * column + height."""
LARGEST = 12


class ConnectFourRules(Rules):
    """A disc falls to the lowest free cell of its column."""

    stakes = 1

    def __init__(self, start: State, cols: int, rows: int, length: int) -> None:
        super().__init__(start)
        self.cols, self.rows, self.length, self.high = cols, rows, length, rows + 1
        self.first = (1 << rows) - 1
        self.full = sum(self.first << col * self.high for col in range(cols))
        self.order = sorted(range(cols), key=lambda col: abs(2 * col - cols + 1))

    def successors(self, state: State) -> Iterator[tuple[str, State]]:
        mine, theirs = state
        taken = mine | theirs
        for col in self.order:
            above = taken + (1 << col * self.high)
            if disc := above & ~taken & self.full & self.first << col * self.high:
                yield str(col + 1), (theirs, mine | disc)

    def payoff(self, state: State) -> int | None:
        if self.has_line(state[1]):
            return -1
        return 0 if state[0] | state[1] == self.full else None

    def has_line(self, discs: int) -> bool:
        for step in (1, self.high, self.high - 1, self.high + 1):
            line = discs
            for _ in range(self.length - 1):
                line = discs & line >> step
            if line:
                return True
        return False

    def canonical(self, state: State) -> State:
        """The board or its mirror image."""
        column, high = (1 << self.high) - 1, self.high
        moved = [(col * high, (self.cols - 1 - col) * high) for col in range(self.cols)]
        mine, theirs = (sum((side >> a & column) << b for a, b in moved) for side in state)
        return min(state, (mine, theirs))

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every line that wins."""
        found = []
        for cell in values(self.full):
            for step in (1, self.high, self.high - 1, self.high + 1):
                line = sum(1 << cell + step * n for n in range(self.length))
                if line & self.full == line:
                    found.append(line)
        return tuple(found)

    def evaluate(self, state: State) -> float:
        """The discs in lines that are still open, as a part of a win."""
        mine, theirs = state
        gain = 0
        for line in self.lines:
            if not line & theirs:
                gain += (line & mine).bit_count() ** 2
            elif not line & mine:
                gain -= (line & theirs).bit_count() ** 2
        return gain / (len(self.lines) * self.length**2 + 1)


@dataclass(frozen=True)
class ConnectFour(GamePuzzle):
    """The rows from the top, X who began, O, and . for empty; and how many in a row win."""

    rows: tuple[str, ...]
    length: int = 4

    name = "connect-four"
    summary = "Drop discs into columns; the first with four in a row wins."
    form = "7x6 (columns x rows), or the rows from the top with / between: .../.X./OXO; then ,3"
    faces = Faces({Game: lambda puzzle: puzzle.game()})
    adds = False
    look = Look(targets=True)
    examples = (
        Example("3x3,3", "Three in a row on three by three", value=0),
        Example("4x3,3", "Three in a row wins in the middle", value=1),
        Example("..../.O../.XX.,3", "O cannot stop both ends", value=-1),
        Example("......./......./......./..OO.../..XX...", "An open row wins", value=1),
        Example("OXOX/OXOX/XOXO/XOXO", "A full board", value=0),
    )

    def __post_init__(self) -> None:
        xs, os = (sum(row.count(mark) for row in self.rows) for mark in "XO")
        if xs - os not in (0, 1):
            raise ValueError(f"found {xs} X and {os} O, expected as many of each, or one X more")
        for number, (row, below) in enumerate(zip(self.rows, self.rows[1:], strict=False), 1):
            if any(mark != "." == under for mark, under in zip(row, below, strict=True)):
                raise ValueError(f"row {number}: found a disc above an empty cell")

    @classmethod
    def parse(cls, text: str) -> Self:
        board, comma, word = text.strip().upper().partition(",")
        rows = board.replace("\n", "/").split("/")
        if len(rows) == 1 and board[:1].isdigit():
            cols, high = read_size(board, LARGEST)
            rows = ["." * cols] * high
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows[0]) or not row or set(row) - set("XO."):
                raise ValueError(
                    f"row {number}: found {row[:20]!r}, expected {len(rows[0])} of X O ."
                )
        if max(len(rows), len(rows[0])) > LARGEST:
            raise ValueError(f"found {len(rows[0])}x{len(rows)}, expected at most {LARGEST} a side")
        return cls(tuple(rows), read_number(word.strip(), 2, LARGEST, "a length") if comma else 4)

    def __str__(self) -> str:
        blank = not "".join(self.rows).strip(".")
        board = f"{len(self.rows[0])}x{len(self.rows)}" if blank else "/".join(self.rows)
        return board if self.length == 4 else f"{board},{self.length}"

    def _movers(self) -> str:
        """The marks of the player to move and of the other."""
        marks = "".join(self.rows)
        return "XO" if marks.count("X") == marks.count("O") else "OX"

    def game(self) -> ConnectFourRules:
        cols, high = len(self.rows[0]), len(self.rows)
        columns = ["".join(row[col] for row in self.rows[::-1]) + "." for col in range(cols)]
        cells = "".join(columns)
        mine, theirs = (
            sum(1 << at for at, held in enumerate(cells) if held == mark) for mark in self._movers()
        )
        return ConnectFourRules((mine, theirs), cols, high, self.length)

    def at(self, state: State, /) -> Self:
        discs, high = state[0].bit_count() + state[1].bit_count(), len(self.rows)
        marks = "XO" if discs % 2 == 0 else "OX"

        def mark(at: int) -> str:
            return next((m for m, side in zip(marks, state, strict=True) if side >> at & 1), ".")

        cols = range(len(self.rows[0]))
        rows = ("".join(mark(c * (high + 1) + r) for c in cols) for r in range(high - 1, -1, -1))
        return replace(self, rows=tuple(rows))

    def turn(self, state: State, /) -> str:
        return self.at(state)._movers()[0]

    def touches(self, move: str, /) -> tuple[int, ...]:
        """The cell that the disc falls into."""
        col = int(move) - 1
        free = sum(row[col] == "." for row in self.rows)
        return ((free - 1) * len(self.rows[0]) + col,)

    def picture(self) -> Board:
        return self.board(None)

    def board(self, answer: Verdict | None = None, /) -> Board:
        """The discs; the best cells are marked by a star."""
        best = {self.touches(move)[0] for move in answer.best} if answer else set()
        cells = [Cell(m, Ink.GIVEN) if m != "." else Cell() for row in self.rows for m in row]
        for cell in best:
            cells[cell] = Cell("*", Ink.ANSWER)
        return Board(len(self.rows), len(self.rows[0]), tuple(cells), "Connect Four")
