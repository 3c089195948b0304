"""What every way to play shares: moves made and taken back, saving, and the view of it all."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from clew.core.board import Board
from clew.explanations.explanation import DEGREES, Hint
from clew.play.typed import meant, plain, short
from clew.render.json import data

MOST_MOVES = 2_000
"""A view lists no more moves; others are made by typing them."""

Data = dict[str, Any]
"""Plain data: what JSON can hold."""


class Option(NamedTuple):
    """A move as it is typed, as the puzzle has it, and the state that it leads to."""

    text: str
    move: Any
    state: Any


@dataclass
class Play(ABC):
    """Moves from a position on. Every front end plays through it; it prints nothing."""

    kind: ClassVar[str]
    """`game`, `walk` or `fill`."""

    first: Any
    max_seconds: float | None = None
    """How long a reply or a hint may take; Stopped if it needs more."""
    seconds: float = 0.0
    """How long the player has taken so far, as the front end counts it."""
    _done: list[Option] = field(default_factory=list)
    _undone: list[Option] = field(default_factory=list)

    # ------------------------------------------------------------ what each way to play says

    @property
    @abstractmethod
    def start(self) -> Any:
        """The state at first."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether no more moves are to be made."""

    @property
    @abstractmethod
    def position(self) -> Any:
        """Where it stands, as a puzzle of its own."""

    @property
    @abstractmethod
    def message(self) -> str:
        """How it stands, in a few words."""

    @abstractmethod
    def options(self) -> Iterator[Option]:
        """Every move there is now."""

    @abstractmethod
    def next_hint(self) -> Hint:
        """The next step; NoMove if there is none or no way on, Stopped if that takes long."""

    @abstractmethod
    def check(self) -> Data:
        """Whether all is well so far: `ok` (None if that was not found in time), and `text`."""

    @abstractmethod
    def solve(self) -> tuple[str, ...]:
        """Play on to the end as well as can be; the moves made."""

    # ------------------------------------------------------------ moves

    @property
    def state(self) -> Any:
        return self._done[-1].state if self._done else self.start

    @property
    def played(self) -> tuple[str, ...]:
        """The moves made so far."""
        return tuple(option.text for option in self._done)

    @property
    def repeated(self) -> bool:
        """Whether this position was there before: this need never end."""
        before = [self.start, *(option.state for option in self._done)][:-1]
        return self.state in before

    def moves(self) -> tuple[str, ...]:
        """Every move there is now."""
        return tuple(option.text for option in self._now())

    def _now(self) -> Iterator[Option]:
        return iter(()) if self.over else self.options()

    def find(self, text: str) -> Option:
        """The move that a text means; NoMove if it means none, or several."""
        typed = plain(text)
        for option in self._now():
            if option.text.lower() == typed:
                return option
        after = {option.text: option for option in self._now()}
        return after[meant(text, tuple(after))]

    def play(self, text: str) -> str:
        """Make a move, typed as it is shown or as its numbers alone; the move as it is shown."""
        option = self.find(text)
        self._done.append(option)
        self._undone.clear()
        return option.text

    def reply(self) -> str:
        """Make the best move for whoever is to move; the move."""
        return self.play(self.best())

    def best(self) -> str:
        """A best move, as perfect play would make it now."""
        return self.next_hint().move

    def undo(self, moves: int = 1) -> int:
        """Take back so many moves, or as many as there are; how many were taken back."""
        for taken in range(moves):
            if not self._done:
                return taken
            self._undone.append(self._done.pop())
        return moves

    def redo(self, moves: int = 1) -> int:
        """Make again what was taken back."""
        for made in range(moves):
            if not self._undone:
                return made
            self._done.append(self._undone.pop())
        return moves

    def restart(self) -> int:
        """Take back every move; how many there were."""
        return self.undo(len(self._done))

    def hint(self, degree: str = "full") -> Data:
        """What to do next, told as much as is wanted: vague, technique, cells or full.

        `text` says it, `cells` are those to look at, `board` is the picture with the step on
        it, and `move` is what to play. NoMove if there is nothing to do, or no way on; Stopped
        if it is not found in time.
        """
        place = check_degree(degree)
        hint = self.next_hint()
        return {
            "degree": degree,
            "text": getattr(hint, degree),
            "cells": list(hint.places) if place >= 2 else [],
            "board": data(hint.board or self.board()) if place >= 2 else None,
            "move": hint.move if place == 3 else None,
        }

    # ------------------------------------------------------------ plain data

    def save(self) -> Data:
        """The game as plain data, for a file, a URL or a cookie; `resume` takes it up again."""
        return {
            "id": self.first.id,
            "moves": list(self.played),
            "undone": [option.text for option in reversed(self._undone)],
            "seconds": self.seconds,
        }

    def board(self) -> Board:
        """The picture as it stands."""
        board: Board = self.position.board()
        return board

    def view(self) -> Data:
        """All that a front end shows, as plain data."""
        moves = list(islice(self._listed(), MOST_MOVES + 1))
        return {
            "kind": self.kind,
            "id": self.first.id,
            "position_id": self._position_id(),
            "board": data(self.board()),
            "moves": moves[:MOST_MOVES],
            "more_moves": len(moves) > MOST_MOVES,
            "played": list(self.played),
            "over": self.over,
            "message": self.message,
            "can_undo": bool(self._done),
            "can_redo": bool(self._undone),
            "wrong": [],
            "seconds": self.seconds,
        }

    def _position_id(self) -> str | None:
        found: str = self.position.id
        return found

    def _listed(self) -> Iterator[Data]:
        """The moves with the cells they act on; `cell` is the one to click."""
        position = self.position
        for option in self._now():
            cells = list(position.touches(option.move))
            yield {"text": option.text, "cell": cells[0] if cells else None, "cells": cells}


def check_degree(degree: str) -> int:
    """Which of the four degrees it is; ValueError if it is none."""
    if degree not in DEGREES:
        raise ValueError(f"found the degree {short(str(degree))}, expected {', '.join(DEGREES)}")
    return DEGREES.index(degree)
