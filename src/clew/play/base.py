"""The base class for all ways to play: moves, undo and redo, saving, and the view of a game."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from clew.board.board import Board
from clew.board.inputs import inputs_data
from clew.board.json import data, drawing_data, marks_data
from clew.core.arguments import advice
from clew.core.errors import ClewError
from clew.core.look import Brief
from clew.core.result import Stopped
from clew.explanations.explanation import DEGREES, Hint

MOST_MOVES = 2_000
"""The maximum number of moves in a view. You can still type the others."""

Data = dict[str, Any]
"""Plain data, as in JSON."""


class PlayMove(NamedTuple):
    """A move: its text, its value in the puzzle, and the state that it leads to."""

    text: str
    move: Any
    state: Any


@dataclass
class Play(ABC):
    """A game, played from a given position. Every front end uses it. It prints nothing."""

    kind: ClassVar[str]
    """`game`, `walk` or `fill`."""

    first: Any
    max_seconds: float | None = None
    """The time limit for a reply or a hint. If it needs more time, it raises Stopped."""
    seconds: float = 0.0
    """The player's time so far, which the front end measures."""
    _made: list[PlayMove] = field(default_factory=list)
    _undone: list[PlayMove] = field(default_factory=list)

    # ------------------------------------------------------------ for each way to play

    @property
    @abstractmethod
    def start(self) -> Any:
        """The first state."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """True if the game is over."""

    @property
    @abstractmethod
    def position(self) -> Any:
        """The current position, as a puzzle."""

    @property
    @abstractmethod
    def message(self) -> str:
        """A short description of the position."""

    @abstractmethod
    def options(self) -> Iterator[PlayMove]:
        """Yield all moves from the current position."""

    @abstractmethod
    def next_hint(self) -> Hint:
        """Find the next step.

        Raises:
            NoMove: if the game is over, or can't be won or solved any more.
            Stopped: if the search takes too long.
        """

    @abstractmethod
    def _check(self) -> Data:
        """Check the game so far. Raise Stopped if that takes too long."""

    @abstractmethod
    def solve(self) -> tuple[str, ...]:
        """Play to the end as well as possible, and return the moves."""

    # ------------------------------------------------------------ moves

    @property
    def state(self) -> Any:
        return self._made[-1].state if self._made else self.start

    @property
    def played(self) -> tuple[str, ...]:
        """The moves made so far."""
        return tuple(made.text for made in self._made)

    @property
    def repeated(self) -> bool:
        """True if this position has occurred before, so that the game may never end."""
        return self.state in [self.start, *(made.state for made in self._made)][:-1]

    def moves(self) -> tuple[str, ...]:
        """List all moves from the current position."""
        return tuple(each.text for each in self._options_now())

    def _options_now(self) -> Iterator[PlayMove]:
        return iter(()) if self.over else self.options()

    def find(self, text: str) -> PlayMove:
        """Find the move that the player typed. Raise NoMove if no move matches, or several do."""
        typed = normalized(text)
        for each in self._options_now():
            if each.text.lower() == typed:
                return each
        by_text = {each.text: each for each in self._options_now()}
        return by_text[find_move(text, tuple(by_text))]

    def play(self, text: str) -> str:
        """Make a move, and return its full text. The input may be just the numbers in it."""
        return self._make(self.find(text))

    def _make(self, found: PlayMove) -> str:
        self._made.append(found)
        self._undone.clear()
        return found.text

    def reply(self) -> str:
        """Make the best move for the player to move, and return it."""
        return self.play(self.best())

    def best(self) -> str:
        """Return a best move."""
        return self.next_hint().move

    def undo(self, moves: int = 1) -> int:
        """Undo up to this number of moves, and return the number undone."""
        return _shift(self._made, self._undone, moves)

    def redo(self, moves: int = 1) -> int:
        """Redo up to this number of undone moves, and return the number redone."""
        return _shift(self._undone, self._made, moves)

    def restart(self) -> int:
        """Undo all moves, and return the number undone."""
        return self.undo(len(self._made))

    def hint(self, degree: str = "full") -> Data:
        """Find the next step, with one of four degrees of detail.

        Args:
            degree: vague, technique, cells or full.

        Returns:
            A dictionary with the `text` of the hint, the `cells` to look at, the `board` with
            the step drawn on it, and the `move` to make.

        Raises:
            NoMove: if the game is over, or can't be won or solved any more.
            Stopped: if it takes too long.
            ValueError: if there's no such degree.
        """
        if degree not in DEGREES:
            given = short(str(degree))
            raise ValueError(f"unknown degree of hint {given}: {advice(degree, DEGREES)}")
        hint, shows_cells = self.next_hint(), degree in DEGREES[2:]
        marks, links = hint.drawn(degree)
        branches = hint.argument.branches if hint.argument and degree == "full" else ()
        return {
            "degree": degree,
            "text": getattr(hint, degree),
            "cells": list(hint.places) if shows_cells else [],
            "board": data(hint.board or self.board()) if shows_cells else None,
            "marks": marks_data(marks),
            "links": drawing_data(links),
            "branches": [
                {
                    "text": branch.text,
                    "marks": marks_data(branch.marks),
                    "links": drawing_data(branch.links),
                }
                for branch in branches
            ],
            "move": hint.move if degree == "full" else None,
        }

    def check(self) -> Data:
        """Check the game so far. Return a dictionary with `ok`, `text` and the `wrong` cells.

        `ok` is None if the time limit comes before the answer.
        """
        try:
            return {"wrong": [], **self._check()}
        except Stopped as stop:
            why = "in time" if stop.limit == "seconds" else f"({stop.limit})"
            return {"ok": None, "text": f"couldn't find out {why}", "wrong": []}

    # ------------------------------------------------------------ plain data

    def save(self) -> Data:
        """Save the game as plain data, for a file, a URL or a cookie. `resume` continues it."""
        return {
            "id": self.first.id,
            "moves": list(self.played),
            "undone": [each.text for each in reversed(self._undone)],
            "seconds": self.seconds,
        }

    def board(self) -> Board:
        """Draw the current position."""
        board: Board = self.position.board()
        return board

    def view(self) -> Data:
        """Return everything that a front end shows, as plain data."""
        moves = list(islice(self._listed(), MOST_MOVES + 1))
        return {
            "kind": self.kind,
            "id": self.first.id,
            "title": self.first.heading(),
            "targets": self.first.look.targets,
            "piece": self.first.look.piece,
            "inputs": inputs_data(self.first.inputs),
            "brief": [list(piece) for piece in self._brief()],
            "position_id": self._position_id(),
            "board": data(self.board()),
            "moves": moves[:MOST_MOVES],
            "more_moves": len(moves) > MOST_MOVES,
            "played": list(self.played),
            "over": self.over,
            "message": self.message,
            "can_undo": bool(self._made),
            "can_redo": bool(self._undone),
            "wrong": [],
            "seconds": self.seconds,
        }

    def _brief(self) -> Brief:
        found: Brief = self.position.brief()
        return found

    def _position_id(self) -> str | None:
        found: str = self.position.id
        return found

    def _listed(self) -> Iterator[Data]:
        """Yield the moves with the cells that they affect. `cell` is the one to click."""
        position = self.position
        for each in self._options_now():
            cells = list(position.touches(each.move))
            alike = [cell for cell in position.alike(each.move) if cell not in cells[:1]]
            found = {"text": each.text, "cell": cells[0] if cells else None, "cells": cells}
            yield found | ({"alike": alike} if alike else {})


def _shift(source: list[PlayMove], target: list[PlayMove], most: int) -> int:
    """Move up to `most` items from one list to another, last first, and return their number."""
    count = min(most, len(source))
    for _ in range(count):
        target.append(source.pop())
    return count


class NoMove(ClewError, ValueError):
    """Raised if the input isn't a move in this position. The message lists some that are."""


def find_move(text: str, moves: Sequence[str]) -> str:
    """Find the move that the player typed: all of it, its beginning, or its numbers."""
    typed = normalized(text)
    for move in moves:
        if move.lower() == typed:
            return move
    numbers = re.findall(r"\d+", typed)
    by_number = [move for move in moves if numbers and re.findall(r"\d+", move) == numbers]
    if len(by_number) == 1 and not re.sub(r"[\d\s,.:-]", "", typed):
        return by_number[0]
    begun = [move for move in moves if typed and move.lower().startswith(typed)]
    if len(begun) == 1:
        return begun[0]
    if len(begun) > 1:
        raise NoMove(f"{short(text)} could mean several moves: {_some(begun)}")
    others = "there are no moves"
    if moves:
        others = f"the {'moves are' if len(moves) > 1 else 'only move is'}: {_some(moves)}"
    raise NoMove(f"{short(text)} isn't a move here; {others}")


def normalized(text: str) -> str:
    """Convert to lower case, and replace runs of whitespace with single spaces."""
    return " ".join(text.lower().split())


def short(text: str) -> str:
    """Quote the beginning of a string for a message."""
    return repr(text.strip()[:40])


def _some(moves: Sequence[str]) -> str:
    more = f"; … ({len(moves) - 7:,} more)" if len(moves) > 7 else ""
    return "; ".join(moves[:7]) + more
