"""What every way to play shares: moves made and taken back, saving, and the view of it all."""

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
from clew.core.errors import ClewError
from clew.core.look import Brief
from clew.core.result import Stopped
from clew.explanations.explanation import DEGREES, Hint

MOST_MOVES = 2_000
"""A view lists no more moves; the others can still be typed."""

Data = dict[str, Any]
"""Plain data: what JSON can hold."""


class PlayMove(NamedTuple):
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
    _made: list[PlayMove] = field(default_factory=list)
    _undone: list[PlayMove] = field(default_factory=list)

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
    def options(self) -> Iterator[PlayMove]:
        """Every move there is now."""

    @abstractmethod
    def next_hint(self) -> Hint:
        """The next step; NoMove if there is none or no way on, Stopped if that takes long."""

    @abstractmethod
    def _check(self) -> Data:
        """Whether all is well so far; Stopped if that takes too long to find out."""

    @abstractmethod
    def solve(self) -> tuple[str, ...]:
        """Play on to the end as well as can be; the moves made."""

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
        """Whether this position came up before: then the game need never end."""
        return self.state in [self.start, *(made.state for made in self._made)][:-1]

    def moves(self) -> tuple[str, ...]:
        """Every move there is now."""
        return tuple(each.text for each in self._options_now())

    def _options_now(self) -> Iterator[PlayMove]:
        return iter(()) if self.over else self.options()

    def find(self, text: str) -> PlayMove:
        """The move that a text means; NoMove if it means none, or several."""
        typed = normalized(text)
        for each in self._options_now():
            if each.text.lower() == typed:
                return each
        by_text = {each.text: each for each in self._options_now()}
        return by_text[find_move(text, tuple(by_text))]

    def play(self, text: str) -> str:
        """Make a move, typed as it is shown or as its numbers alone; the move as it is shown."""
        return self._make(self.find(text))

    def _make(self, found: PlayMove) -> str:
        self._made.append(found)
        self._undone.clear()
        return found.text

    def reply(self) -> str:
        """Make the best move for whoever is to move; the move."""
        return self.play(self.best())

    def best(self) -> str:
        """A best move, as perfect play would make it now."""
        return self.next_hint().move

    def undo(self, moves: int = 1) -> int:
        """Take back so many moves, or as many as there are; how many were taken back."""
        return _shift(self._made, self._undone, moves)

    def redo(self, moves: int = 1) -> int:
        """Make again what was taken back; how many moves were."""
        return _shift(self._undone, self._made, moves)

    def restart(self) -> int:
        """Take back every move; how many there were."""
        return self.undo(len(self._made))

    def hint(self, degree: str = "full") -> Data:
        """What to do next, in as much detail as `degree` says: vague, technique, cells or full.

        `text` says it, `cells` are those to look at, `board` is the picture with the step on
        it, and `move` is what to play. NoMove if there is nothing to do, or no way on; Stopped
        if it is not found in time.
        """
        if degree not in DEGREES:
            expected = ", ".join(DEGREES)
            raise ValueError(f"found the degree {short(str(degree))}, expected {expected}")
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
        """Whether all is well so far: `ok` (None if it was not found in time), `text`, `wrong`."""
        try:
            return {"wrong": [], **self._check()}
        except Stopped as stop:
            return {"ok": None, "text": f"not found in time ({stop.limit})", "wrong": []}

    # ------------------------------------------------------------ plain data

    def save(self) -> Data:
        """The game as plain data, for a file, a URL or a cookie; `resume` takes it up again."""
        return {
            "id": self.first.id,
            "moves": list(self.played),
            "undone": [each.text for each in reversed(self._undone)],
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
        """The moves with the cells they act on; `cell` is the one to click."""
        position = self.position
        for each in self._options_now():
            cells = list(position.touches(each.move))
            alike = [cell for cell in position.alike(each.move) if cell not in cells[:1]]
            found = {"text": each.text, "cell": cells[0] if cells else None, "cells": cells}
            yield found | ({"alike": alike} if alike else {})


def _shift(source: list[PlayMove], target: list[PlayMove], most: int) -> int:
    """Move the last items of a list to another, the last first; how many there were."""
    count = min(most, len(source))
    for _ in range(count):
        target.append(source.pop())
    return count


class NoMove(ClewError, ValueError):
    """What was typed is no move here; the message says which there are."""


def find_move(text: str, moves: Sequence[str]) -> str:
    """The one move that the text means: as shown, or by its beginning, or by its numbers."""
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
        raise NoMove(f"found {short(text)}, which could be {_some(begun)}")
    expected = f"a move: {_some(moves)}" if moves else "nothing: there is no move"
    raise NoMove(f"found {short(text)}, expected {expected}")


def normalized(text: str) -> str:
    """Small letters, one blank between words."""
    return " ".join(text.lower().split())


def short(text: str) -> str:
    """What was found, for a message."""
    return repr(text.strip()[:40])


def _some(moves: Sequence[str]) -> str:
    more = f"; … ({len(moves) - 8:,} more)" if len(moves) > 8 else ""
    return "; ".join(moves[:8]) + more
