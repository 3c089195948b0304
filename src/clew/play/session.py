"""A game for two, against perfect play or between two at one board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from clew.core.faces import Verdict
from clew.core.result import Stopped
from clew.core.verdicts import worded
from clew.explanations.explain import hint
from clew.explanations.games import preferred
from clew.play.base import Advice, Data, Option, Play, advised
from clew.play.typed import NoMove
from clew.search.run import solve

LONGEST = 10_000
"""So many moves are played out at most."""


@dataclass
class Session(Play):
    """A game for two from a position on."""

    kind: ClassVar[str] = "game"

    def __post_init__(self) -> None:
        self._game = self.first.game()
        self._verdicts: dict[Any, Verdict] = {}

    @property
    def start(self) -> Any:
        return self._game.start

    @property
    def position(self) -> Any:
        return self.first.at(self.state)

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

    def outcome(self, wins: str) -> str:
        """How it ended: a draw, or who wins, and how much if that is more than 1."""
        return worded(abs(self.payoff or 0), wins, "a draw", "", "{} {:,}")

    @property
    def message(self) -> str:
        if self.over:
            return self.outcome(f"player {(self.winner or 0) + 1} wins")
        name = self.first.turn(self.state)
        return f"player {self.mover + 1}{f' ({name})' if name else ''} is to move"

    def options(self) -> Iterator[Option]:
        return (Option(move, move, state) for move, state in self._game.successors(self.state))

    def verdict(self) -> Verdict:
        """Who wins from here, and how; Stopped if that takes too long to find out."""
        if self.state not in self._verdicts:
            result = solve(self.position, max_seconds=self.max_seconds)
            if result.answer is None:
                raise Stopped(result.reason)
            self._verdicts[self.state] = result.answer
        return self._verdicts[self.state]

    def best(self) -> str:
        """A best move; of several, when winning the one that leaves least, else the first."""
        if self.over:
            raise NoMove("the game is over: there is no move")
        return preferred(self.position.game(), self.verdict())

    def advice(self) -> Advice:
        move = self.best()
        return advised(hint(self.position), move, self.position.touches(move))

    def check(self) -> Data:
        try:
            value = self.verdict().value
        except Stopped as stop:
            return {"ok": None, "text": f"not found in time ({stop.limit})", "wrong": []}
        outlook = worded(
            value,
            "the player to move can win",
            "with best play it is a draw",
            "the player to move loses if the other plays best",
            "the player to move can gain {1:,}",
            "the player to move loses {1:,} if the other plays best",
        )
        return {"ok": value >= 0, "text": outlook, "wrong": [], "value": value}

    def solve(self) -> tuple[str, ...]:
        """Best play of both sides, to the end or until it goes round in circles."""
        made: list[str] = []
        while not self.over and len(made) < LONGEST and not (made and self.repeated):
            made.append(self.reply())
        return tuple(made)

    def view(self) -> Data:
        return super().view() | {
            "mover": self.mover,
            "winner": self.winner,
            "payoff": self.payoff,
            "turn": "" if self.over else self.first.turn(self.state),
            "repeated": self.repeated,
        }
