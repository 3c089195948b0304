"""What games on boards share: positions that are their own rules, scores, and rows of X and O."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from operator import methodcaller
from typing import Any, ClassVar, Self

from clew.board.board import Board, Cell, Ink
from clew.core.faces import Faces, Game, Verdict
from clew.core.games import GamePuzzle, Rules
from clew.core.look import Look
from clew.core.texts import read_number

# ------------------------------------------------------------------ boards and scores
# What games on boards share: a position that is its own rules, scores, and moving again.


PASS = "pass"


class BoardGame(GamePuzzle, Rules):
    """A game that is its own rules; a frozen dataclass whose `start` is a state."""

    faces: ClassVar[Faces] = Faces({Game: methodcaller("game")})
    adds: ClassVar[bool] = False
    look: ClassVar[Look] = Look(targets=True)
    start: Any

    def game(self) -> Self:
        return self

    def at(self, state: Any, /) -> Self:
        return replace(self, start=state)  # type: ignore[type-var]  # each is a dataclass

    def drawn(self, texts: Iterable[str], cols: int) -> Board:
        """A board of so many columns with these texts in its cells, row by row."""
        cells = tuple(Cell(text, Ink.GIVEN if text.strip() else Ink.NONE) for text in texts)
        return Board(len(cells) // cols, cols, cells, self.heading())


Scored = tuple[Any, int, bool]
"""A board as the player to move sees it, how many more points that player has, and whether the
player must pass, because the other moves again."""


class ScoredGame(BoardGame):
    """A game of points, in which a player may move again: the other passes. Its states are Scored.

    `worst` is the largest lead that is read.
    """

    stakes = None
    start: Scored
    worst: ClassVar[int] = 9999

    @abstractmethod
    def turns(self, board: Any, /) -> Iterable[tuple[str, Any, int, bool]]:
        """The moves on a board: each with the board after it, its points, and whether to go on."""

    @abstractmethod
    def rest(self, board: Any, /) -> int | None:
        """What the player to move gets beside the lead if the game is over; else None."""

    def across(self, board: Any, /) -> Any:
        """A board as the other player sees it."""
        return board

    def successors(self, state: Scored, /) -> Iterator[tuple[str, Scored]]:
        board, lead, passing = state
        if passing:
            yield PASS, (self.across(board), -lead, False)
            return
        for move, after, points, again in self.turns(board):
            yield move, (self.across(after), -lead - points, again)

    def payoff(self, state: Scored, /) -> int | None:
        board, lead, passing = state
        rest = self.rest(self.across(board) if passing else board)
        return None if rest is None else lead - rest if passing else lead + rest

    def evaluate(self, state: Scored, /) -> int:
        """The lead so far."""
        return state[1]

    def score(self) -> list[str]:
        """The lead and the pass in words, where there are any."""
        _, lead, passing = self.start
        return [str(lead)] * bool(lead) + [PASS] * passing

    @classmethod
    def read_score(cls, words: Sequence[str]) -> tuple[int, bool]:
        """The lead and whether to pass, from words as `score` gives them."""
        lead, *rest = *(word for word in words if word != PASS), "0"
        if len(rest) > 1 or PASS in words[:-1]:
            found = " and ".join(words)
            raise ValueError(f"found {found[:40]}, expected a lead, then {PASS}")
        points = read_number(lead.removeprefix("-"), 0, cls.worst, "a lead")
        return (-points if lead[0] == "-" else points), PASS in words


# ------------------------------------------------------------------ X and O
# What games of X and O share: who is to move, so many in a row that win, and how it is drawn.


MEMO = 1 << 16
STAR = Cell("*", Ink.ANSWER)

Sides = tuple[int, int]
"""The cells of the player to move and of the other, one bit a cell."""


class Won(dict[int, bool]):
    """Whether a player's marks, one bit a cell, hold a whole line; found when first needed."""

    def __init__(self, lines: tuple[int, ...]) -> None:
        super().__init__()
        self.lines = lines

    def __missing__(self, marks: int) -> bool:
        if len(self) >= MEMO:
            self.clear()
        self[marks] = won = any(marks & line == line for line in self.lines)
        return won


@lru_cache(maxsize=64)
def winning_lines(rows: int, cols: int, length: int) -> tuple[int, ...]:
    """Every line of that many cells, as bits."""
    found = []
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_col = row + down * (length - 1), col + right * (length - 1)
                if last_row < rows and 0 <= last_col < cols:
                    cells = ((row + down * i) * cols + col + right * i for i in range(length))
                    found.append(sum(1 << cell for cell in set(cells)))
    return tuple(dict.fromkeys(found))


def completing(lines: Iterable[int], mine: int, theirs: int) -> int:
    """The cells, as bits, with which the player of `mine` would complete a line at once."""
    found = 0
    for line in lines:
        left = line & ~mine
        if not left & (left - 1) and not left & theirs:
            found |= left
    return found


def movers(sides: Sides) -> str:
    """The marks of the player to move and of the other: X begins."""
    return "XO" if sides[0].bit_count() == sides[1].bit_count() else "OX"


def read_sides(marks: str) -> Sides:
    """The cells of both players on a board of X, O and dots; ValueError if it is nobody's turn."""
    xs, os = marks.count("X"), marks.count("O")
    if xs - os not in (0, 1):
        raise ValueError(f"found {xs} X and {os} O, expected as many of each, or one X more")
    mine, theirs = (
        sum(1 << cell for cell, held in enumerate(marks) if held == mark)
        for mark in ("XO" if xs == os else "OX")
    )
    return mine, theirs


def write_sides(sides: Sides, size: int) -> str:
    """The marks on a board of so many cells: X, O, or . for an empty one."""
    (mine, theirs), marks, cells = sides, movers(sides), range(size)
    return "".join(
        marks[0] if mine >> cell & 1 else marks[1] if theirs >> cell & 1 else "." for cell in cells
    )


def mark_cells(marks: str, stars: Container[int] = ()) -> tuple[Cell, ...]:
    """The marks as cells of a board, with stars in some of the empty ones."""
    empty = (STAR if at in stars else Cell() for at in range(len(marks)))
    return tuple(
        Cell(mark, Ink.GIVEN) if mark != "." else cell
        for mark, cell in zip(marks, empty, strict=True)
    )


class InARow(BoardGame):
    """A game of X, who begins, and O on a board, in which so many in a row win; or it is a draw."""

    start: Sides
    cols: int
    rows: int
    length: int
    stakes = 1

    @property
    def marks(self) -> str:
        """What each cell holds, row by row from the top."""
        return write_sides(self.start, self.cols * self.rows)

    @cached_property
    def won(self) -> Won:
        return Won(winning_lines(self.rows, self.cols, self.length))

    def payoff(self, state: Sides, /) -> int | None:
        if self.won[state[1]]:
            return -1
        return 0 if (state[0] | state[1]).bit_count() == self.cols * self.rows else None

    def evaluate(self, state: Sides, /) -> float:
        """The marks in lines that are still open, as a part of a win."""
        (mine, theirs), lines, gain = state, self.won.lines, 0
        for line in lines:
            if not line & theirs:
                gain += (line & mine).bit_count() ** 2
            elif not line & mine:
                gain -= (line & theirs).bit_count() ** 2
        return gain / (len(lines) * self.length**2 + 1)

    def turn(self, state: Sides, /) -> str:
        return movers(state)[0]

    def picture(self) -> Board:
        return self.board()

    def board(self, answer: Verdict | None = None, /) -> Board:
        """The marks; the best cells are marked by a star."""
        best = {self.touches(move)[0] for move in answer.best} if answer else set()
        return Board(self.rows, self.cols, mark_cells(self.marks, best), self.heading())
