"""A game in play: moves, undo and redo, hints, and replies by perfect play."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from clew.faces import Verdict
from clew.games import GamePuzzle
from clew.puzzle import Puzzle, Unsuited
from clew.result import Stopped
from clew.solving import parse, solve


class NoMove(ValueError):
    """What was typed is no move here; the message says which there are."""


@dataclass
class Session:
    """A game from a position on. Every front end plays through it; it prints nothing."""

    first: GamePuzzle
    max_seconds: float | None = None
    """How long a reply or a hint may take; Stopped if it needs more."""
    _done: list[tuple[str, Any]] = field(default_factory=list)
    _undone: list[tuple[str, Any]] = field(default_factory=list)
    _verdicts: dict[Any, Verdict] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._game = self.first.game()

    @classmethod
    def of(cls, puzzle: Puzzle, max_seconds: float | None = None) -> Session:
        """A session of any puzzle that is a game; Unsuited for others."""
        if not isinstance(puzzle, GamePuzzle):
            raise Unsuited(f"{puzzle.name} is no game for two players")
        return cls(puzzle, max_seconds)

    # -------------------------------------------------------------- where it stands

    @property
    def state(self) -> Any:
        return self._done[-1][1] if self._done else self._game.start

    @property
    def position(self) -> GamePuzzle:
        """Where the game stands, as a puzzle of its own."""
        return self.first.at(self.state)

    @property
    def played(self) -> tuple[str, ...]:
        """The moves made so far."""
        return tuple(move for move, _ in self._done)

    @property
    def mover(self) -> int:
        """0 if the player who moved first is to move, else 1."""
        return len(self._done) % 2

    @property
    def payoff(self) -> int | None:
        """What the player to move gets if the game is over, else None."""
        return self._game.payoff(self.state)

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

    @property
    def repeated(self) -> bool:
        """Whether this position was there before: the game need never end."""
        before = [self._game.start, *(state for _, state in self._done)][:-1]
        return self.state in before

    def moves(self) -> tuple[str, ...]:
        """Every move there is now."""
        return tuple(self._after())

    def _after(self) -> dict[str, Any]:
        return {} if self.over else dict(self._game.successors(self.state))

    # -------------------------------------------------------------- moving

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

    # -------------------------------------------------------------- perfect play

    def verdict(self) -> Verdict:
        """Who wins from here, and how; Stopped if that takes too long to find out."""
        if self.state not in self._verdicts:
            result = solve(self.position, max_seconds=self.max_seconds)
            if result.answer is None:
                raise Stopped(result.reason)
            self._verdicts[self.state] = result.answer
        return self._verdicts[self.state]

    def hint(self) -> str:
        """A best move, as perfect play would make it now."""
        verdict = self.verdict()
        if not verdict.best:
            raise NoMove("the game is over: there is no move")
        return self._preferred(verdict)

    def reply(self) -> str:
        """Make the best move for whoever is to move; the move."""
        return self.play(self.hint())

    def _preferred(self, verdict: Verdict) -> str:
        """Of the best moves, when winning the one that leaves least; else the first there is."""
        parts = getattr(self._game, "parts", None)
        if verdict.value < 1:
            return verdict.best[0]
        if not getattr(self._game, "is_nim", False) or parts is None:
            return verdict.line[0] if verdict.line else verdict.best[0]
        after = self._after()
        return min(verdict.best, key=lambda move: sum(parts(after[move])))

    # -------------------------------------------------------------- keeping

    def save(self) -> dict[str, Any]:
        """The game as plain data, for a file or a cookie."""
        return {"id": self.first.id, "moves": list(self.played)}

    @classmethod
    def resume(cls, saved: dict[str, Any], max_seconds: float | None = None) -> Session:
        """The game that was saved; ValueError if it is none."""
        session = cls.of(parse(str(saved["id"])), max_seconds)
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
