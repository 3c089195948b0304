"""Base classes for board games: positions with their rules, scores, and X and O in a row."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from operator import methodcaller
from typing import Any, ClassVar, Self

from clew.board.board import Board, Cell, Ink
from clew.core.faces import Faces, Game, Verdict, values
from clew.core.games import GamePuzzle, Rules, rules_of
from clew.core.look import Look
from clew.core.texts import read_number

# ------------------------------------------------------------------ boards and scores
# Base classes for board games, including those with scores and extra turns.


PASS = "pass"


class BoardGame(GamePuzzle, Rules):
    """A position together with its rules: a frozen dataclass whose `start` is a state."""

    faces: ClassVar[Faces] = Faces({Game: methodcaller("game")})
    adds: ClassVar[bool] = False
    look: ClassVar[Look] = Look(targets=True)
    start: Any

    def game(self) -> Self:
        return self

    def at(self, state: Any, /) -> Self:
        return replace(self, start=state)  # type: ignore[type-var]  # each is a dataclass

    def drawn(self, texts: Iterable[str], cols: int) -> Board:
        """Return a board with these strings in its cells, row by row."""
        cells = tuple(Cell(text, Ink.GIVEN if text.strip() else Ink.NONE) for text in texts)
        return Board(len(cells) // cols, cols, cells, self.heading())


Scored = tuple[Any, int, bool]
"""The board as the player to move sees it, that player's lead, and whether there's a pass.

The lead is in points. A player must pass if the opponent moves again.
"""


class ScoredGame(BoardGame):
    """A game with points, in which a player may move again while the opponent passes.

    Its states are Scored. `worst` is the largest lead that its text may contain.
    """

    stakes = None
    start: Scored
    worst: ClassVar[int] = 9999

    @abstractmethod
    def turns(self, board: Any, /) -> Iterable[tuple[str, Any, int, bool]]:
        """Return the moves on a board.

        Each comes with the board after it, its points, and whether the same player moves again.
        """

    @abstractmethod
    def rest(self, board: Any, /) -> int | None:
        """Return the points that the player to move gets at the end, in addition to the lead.

        The result is None while the game isn't over.
        """

    def across(self, board: Any, /) -> Any:
        """Return the board as the opponent sees it."""
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
        """Estimate the result from the lead so far."""
        return state[1]

    def score(self) -> list[str]:
        """Return words for the lead, unless it's 0, and for a pass, if there is one."""
        _, lead, passing = self.start
        return [str(lead)] * bool(lead) + [PASS] * passing

    @classmethod
    def read_score(cls, words: Sequence[str]) -> tuple[int, bool]:
        """Parse the words that `score` returns into the lead and whether there's a pass."""
        lead, *rest = *(word for word in words if word != PASS), "0"
        if len(rest) > 1 or PASS in words[:-1]:
            found = " and ".join(words)
            raise ValueError(f"found {found[:40]}, expected a lead, then {PASS}")
        points = read_number(lead.removeprefix("-"), 0, cls.worst, "a lead")
        return (-points if lead[0] == "-" else points), PASS in words


# ------------------------------------------------------------------ X and O
# Base code for games with X and O: whose turn it is, the winning lines, and the picture.


MEMO = 1 << 16
STAR = Cell("*", Ink.ANSWER)

Sides = tuple[int, int]
"""The cells of the player to move and those of the opponent, one bit per cell."""


class Won(dict[int, bool]):
    """A cache that maps a player's marks, one bit per cell, to whether they contain a line."""

    def __init__(self, lines: tuple[int, ...]) -> None:
        super().__init__()
        self.lines = lines
        starts: dict[int, int] = {}
        for line in lines:
            first = line & -line
            starts[line // first] = starts.get(line // first, 0) | first
        self._shapes = [(tuple(values(shape)), cells) for shape, cells in starts.items()]
        """The offsets of the cells of lines in one direction, and the first cells of the lines."""

    def __missing__(self, marks: int) -> bool:
        if len(self) >= MEMO:
            self.clear()
        self[marks] = won = self._has_line(marks)
        return won

    def _has_line(self, marks: int) -> bool:
        for offsets, whole in self._shapes:
            for offset in offsets:
                whole &= marks >> offset
            if whole:
                return True
        return False


@lru_cache(maxsize=64)
def winning_lines(rows: int, cols: int, length: int) -> tuple[int, ...]:
    """Return every line of `length` cells as a bit mask."""
    found = []
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_col = row + down * (length - 1), col + right * (length - 1)
                if last_row < rows and 0 <= last_col < cols:
                    cells = ((row + down * i) * cols + col + right * i for i in range(length))
                    found.append(sum(1 << cell for cell in set(cells)))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=64)
def won_on(rows: int, cols: int, length: int) -> Won:
    """Return the cache for boards of this size, which all their positions share."""
    return Won(winning_lines(rows, cols, length))


def completing(lines: Iterable[int], mine: int, theirs: int) -> int:
    """Return a bit mask of the cells that complete a line for the player of `mine`."""
    found = 0
    for line in lines:
        left = line & ~mine
        if not left & (left - 1) and not left & theirs:
            found |= left
    return found


def movers(sides: Sides) -> str:
    """Return the marks of the player to move and of the opponent. X begins."""
    return "XO" if sides[0].bit_count() == sides[1].bit_count() else "OX"


def read_sides(marks: str) -> Sides:
    """Read both players' cells from a board of X, O and dots.

    Raises:
        ValueError: These numbers of X and O can't occur in a game.
    """
    xs, os = marks.count("X"), marks.count("O")
    if xs - os not in (0, 1):
        raise ValueError(f"found {xs} X and {os} O, expected as many of each, or one X more")
    mine, theirs = (
        sum(1 << cell for cell, held in enumerate(marks) if held == mark)
        for mark in ("XO" if xs == os else "OX")
    )
    return mine, theirs


def write_sides(sides: Sides, size: int) -> str:
    """Return the marks on a board of `size` cells: X, O, or . for an empty cell."""
    (mine, theirs), marks, cells = sides, movers(sides), range(size)
    return "".join(
        marks[0] if mine >> cell & 1 else marks[1] if theirs >> cell & 1 else "." for cell in cells
    )


def mark_cells(marks: str, stars: Container[int] = ()) -> tuple[Cell, ...]:
    """Return the marks as cells of a board, with stars in the given empty ones."""
    empty = (STAR if at in stars else Cell() for at in range(len(marks)))
    return tuple(
        Cell(mark, Ink.GIVEN) if mark != "." else cell
        for mark, cell in zip(marks, empty, strict=True)
    )


class InARow(BoardGame):
    """A game with X and O. `length` marks in a row win; X begins; a full board is a draw."""

    start: Sides
    cols: int
    rows: int
    length: int
    stakes = 1

    @property
    def marks(self) -> str:
        """The mark in each cell, row by row from the top."""
        return write_sides(self.start, self.cols * self.rows)

    @cached_property
    def won(self) -> Won:
        return won_on(self.rows, self.cols, self.length)

    def payoff(self, state: Sides, /) -> int | None:
        if self.won[state[1]]:
            return -1
        return 0 if (state[0] | state[1]).bit_count() == self.cols * self.rows else None

    def evaluate(self, state: Sides, /) -> float:
        """Compare both players' marks in open lines, as a fraction of a win."""
        (mine, theirs), lines, gain = state, self.won.lines, 0
        for line in lines:
            if not line & theirs:
                gain += (line & mine).bit_count() ** 2
            elif not line & mine:
                gain -= (line & theirs).bit_count() ** 2
        return gain / (len(lines) * self.length**2 + 1)

    def threats(self) -> tuple[int, ...]:
        """Return the cells where the opponent would win at once."""
        theirs = self.at((self.start[1], self.start[0]))
        moves = theirs.successors(theirs.start)
        return tuple(theirs.touches(move)[0] for move, after in moves if self.payoff(after) == -1)

    def turn(self, state: Sides, /) -> str:
        return movers(state)[0]

    def picture(self) -> Board:
        return self.board()

    def board(self, answer: Verdict | None = None, /) -> Board:
        """Draw the marks, with a star in each of the best cells."""
        best = {self.touches(move)[0] for move in answer.best} if answer else set()
        return Board(self.rows, self.cols, mark_cells(self.marks, best), self.heading())


def only_wins(face: Game[Any, Any]) -> str:
    """Return the objection to a game whose payoffs are larger than 1, or an empty text."""
    most = rules_of(face).stakes or 1
    return "" if most == 1 else f"found stakes {most}, expected 1: wins, draws and losses only"
