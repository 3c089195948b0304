"""A puzzle or a game in play: moves, undo and redo, hints, and replies by perfect play."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from clew.faces import Verdict
from clew.games import GamePuzzle
from clew.puzzle import Puzzle, Unsuited
from clew.result import Stopped
from clew.solving import parse, solve

SHORTEST = "linear:minimum=yes"
"""How to find the fewest presses, where linear algebra can."""


class NoMove(ValueError):
    """What was typed is no move here; the message says which there are."""


@dataclass
class Play(ABC):
    """Moves from a position on. Every front end plays through it; it prints nothing."""

    first: Any
    max_seconds: float | None = None
    """How long a reply or a hint may take; Stopped if it needs more."""
    _done: list[tuple[str, Any]] = field(default_factory=list)
    _undone: list[tuple[str, Any]] = field(default_factory=list)

    @property
    @abstractmethod
    def start(self) -> Any:
        """The state at first."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether no more moves are to be made."""

    @abstractmethod
    def named(self) -> Iterable[tuple[str, Any]]:
        """Every move there is now, as a player would type it, and the state it leads to."""

    @abstractmethod
    def hint(self) -> str:
        """A best move, as perfect play would make it now."""

    @property
    def state(self) -> Any:
        return self._done[-1][1] if self._done else self.start

    @property
    def position(self) -> Any:
        """Where it stands, as a puzzle of its own."""
        return self.first.at(self.state)

    @property
    def played(self) -> tuple[str, ...]:
        """The moves made so far."""
        return tuple(move for move, _ in self._done)

    @property
    def repeated(self) -> bool:
        """Whether this position was there before: this need never end."""
        before = [self.start, *(state for _, state in self._done)][:-1]
        return self.state in before

    def moves(self) -> tuple[str, ...]:
        """Every move there is now."""
        return tuple(self._after())

    def _after(self) -> dict[str, Any]:
        return {} if self.over else dict(self.named())

    def play(self, text: str) -> str:
        """Make a move, typed as it is shown or as its numbers alone; the move as it is shown."""
        after = self._after()
        move = _meant(text, tuple(after))
        self._done.append((move, after[move]))
        self._undone.clear()
        return move

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

    def reply(self) -> str:
        """Make the best move for whoever is to move; the move."""
        return self.play(self.hint())

    def save(self) -> dict[str, Any]:
        """The game as plain data, for a file or a cookie."""
        return {"id": self.first.id, "moves": list(self.played)}


@dataclass
class Session(Play):
    """A game for two from a position on."""

    def __post_init__(self) -> None:
        self._game = self.first.game()
        self._verdicts: dict[Any, Verdict] = {}

    @property
    def start(self) -> Any:
        return self._game.start

    @property
    def mover(self) -> int:
        """0 if the player who moved first is to move, else 1."""
        return len(self._done) % 2

    @property
    def payoff(self) -> int | None:
        """What the player to move gets if the game is over, else None."""
        paid: int | None = self._game.payoff(self.state)
        return paid

    @property
    def over(self) -> bool:
        return self.payoff is not None

    @property
    def winner(self) -> int | None:
        """0 or 1, the first player or the second; None for a draw, or while it goes on."""
        paid = self.payoff
        if not paid:
            return None
        return self.mover if paid > 0 else 1 - self.mover

    def named(self) -> Iterable[tuple[str, Any]]:
        after: Iterable[tuple[str, Any]] = self._game.successors(self.state)
        return after

    def verdict(self) -> Verdict:
        """Who wins from here, and how; Stopped if that takes too long to find out."""
        if self.state not in self._verdicts:
            result = solve(self.position, max_seconds=self.max_seconds)
            if result.answer is None:
                raise Stopped(result.reason)
            self._verdicts[self.state] = result.answer
        return self._verdicts[self.state]

    def hint(self) -> str:
        verdict = self.verdict()
        if not verdict.best:
            raise NoMove("the game is over: there is no move")
        return self._preferred(verdict)

    def _preferred(self, verdict: Verdict) -> str:
        """Of the best moves, when winning the one that leaves least; else the first there is."""
        parts = getattr(self._game, "parts", None)
        if verdict.value < 1:
            return verdict.best[0]
        if not getattr(self._game, "is_nim", False) or parts is None:
            return verdict.line[0] if verdict.line else verdict.best[0]
        after = self._after()
        return min(verdict.best, key=lambda move: sum(parts(after[move])))


@dataclass
class Walk(Play):
    """A puzzle for one, walked from state to state until the goal is reached."""

    def __post_init__(self) -> None:
        self._space = self.first.space()
        self.first.at(self._space.start)  # Unsuited if the puzzle cannot be taken up midway

    @property
    def start(self) -> Any:
        return self._space.start

    @property
    def over(self) -> bool:
        return bool(self._space.is_goal(self.state))

    def named(self) -> Iterable[tuple[str, Any]]:
        return ((self.first.say(move), state) for move, state in self._space.successors(self.state))

    def way(self) -> tuple[str, ...]:
        """A shortest way to the goal; NoMove if there is none, Stopped if it takes too long."""
        shortest = SHORTEST if "linear" in self.first.faces else "auto"
        result = solve(self.position, shortest, max_seconds=self.max_seconds)
        if result.unsolvable:
            raise NoMove(f"there is no way from here: {result.reason}")
        if result.answer is None:
            raise Stopped(result.reason)
        return tuple(self.first.say(move) for move in result.answer)

    def hint(self) -> str:
        if self.over:
            raise NoMove("it is solved: there is nothing to do")
        return self.way()[0]

    def scramble(self, moves: int, random: Random) -> None:
        """Make so many moves at random, and forget how it came to this."""
        state = self.state
        for _ in range(moves):
            state = random.choice([then for _, then in self._space.successors(state)])
        self.first = self.first.at(state)
        self._space = self.first.space()
        self._done.clear()
        self._undone.clear()


def open_play(puzzle: Puzzle, max_seconds: float | None = None) -> Session | Walk:
    """A game for two, or a walk for one; Unsuited for a puzzle that is neither."""
    if isinstance(puzzle, GamePuzzle):
        return Session(puzzle, max_seconds)
    if "space" not in puzzle.faces:
        raise Unsuited(f"{puzzle.name} is not played move by move")
    return Walk(puzzle, max_seconds)


def resume(saved: dict[str, Any], max_seconds: float | None = None) -> Session | Walk:
    """What was saved, at the same point; ValueError if it is nothing of the kind."""
    session = open_play(parse(str(saved["id"])), max_seconds)
    for move in saved["moves"]:
        session.play(str(move))
    return session


def _meant(text: str, moves: tuple[str, ...]) -> str:
    """The one move that the text means: as shown, or by its beginning, or by its numbers."""
    typed = " ".join(text.lower().split())
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
        raise NoMove(f"found {text.strip()[:40]!r}, which could be {_some(begun)}")
    raise NoMove(f"found {text.strip()[:40]!r}, expected a move: {_some(moves)}")


def _some(moves: tuple[str, ...] | list[str]) -> str:
    shown = list(moves[:8])
    return "; ".join(shown) + (f"; … ({len(moves) - 8:,} more)" if len(moves) > 8 else "")
