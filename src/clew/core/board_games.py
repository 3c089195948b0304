"""What games on boards share: a position that is its own rules, scores, and moving again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import methodcaller
from typing import Any, ClassVar, Self

from clew.board.board import Board, Cell, Ink
from clew.core.faces import Faces, Game
from clew.core.games import GamePuzzle, Rules
from clew.core.heaps import read_number
from clew.core.look import Look

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
