"""k in a row, by a compiled kernel: the m,n,k games that a tree search in Python cannot finish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from clew.core.capabilities import capability
from clew.core.events import Event, Kind
from clew.core.faces import Game, Verdict
from clew.core.games import rules_of
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.puzzles.noughts.py_in_a_row import InARowKernel as Kernel
from clew.search.strategy import Strategy

LARGEST_BOARD = 32


class WonInARow(Protocol):
    """A game that is won by so many in a row.

    A state holds the marks of the player to move as its lowest bits, row by row, and above them
    those of the other.
    """

    @property
    def in_a_row(self) -> tuple[int, int, int]:
        """The rows and columns of the board, and how many in a row win."""


@dataclass(frozen=True)
class InARow(Strategy):
    """Alpha-beta with forced replies, a table and symmetry, on boards of up to 32 cells.

    It searches other nodes than `alpha-beta` does, and finds the same values.
    """

    name: ClassVar[str] = "in-a-row"
    title: ClassVar[str] = "Lines by bit masks"
    summary: ClassVar[str] = "K in a row, with bit masks and forced replies, in a kernel."
    face: ClassVar[type] = Game
    pseudocode: ClassVar[str | None] = ""
    level: ClassVar[int] = 90

    def rank(self, face: Game[Any, Any]) -> int | None:
        game = capability(face, WonInARow)
        if game is None or self.objection(face):
            return None
        rows, cols, _ = game.in_a_row
        return self.level if 1 <= rows * cols <= LARGEST_BOARD else None

    def objection(self, face: Game[Any, Any]) -> str:
        if capability(face, WonInARow) is None:
            return "the game is not won by k in a row"
        most = rules_of(face).stakes or 1
        return "" if most == 1 else f"found stakes {most}, expected 1: wins, draws and losses only"

    def __call__(self, game: Game[Any, Any], run: Run) -> Iterator[Verdict]:
        if not self.accepts(game):
            raise Unsuited("in-a-row searches only k-in-a-row games, up to 32 cells")
        run.pause()
        values = _Values(game, run)
        value, best = values.best(game.start)
        verdict = Verdict(value, tuple(move for move, _ in best), tuple(values.line(value, best)))
        if run.trace is not None:
            run.trace(Event(Kind.ANSWER, 0))
        yield verdict


class _Values:
    """The kernel, and what the rules say where the game is over."""

    def __init__(self, game: Game[Any, Any], run: Run) -> None:
        rows, cols, length = game.in_a_row  # type: ignore[attr-defined]  # accepted
        self.game = game
        self.run = run
        self.size = rows * cols
        self.kernel = Kernel(rows, cols, length)

    def _pause(self, nodes: int) -> int:
        self.run.stats.nodes = nodes
        if nodes >= self.run.alarm:
            self.run.pause()
        return self.run.alarm

    def of(self, state: int, alpha: int = -1, beta: int = 1) -> int:
        """The value of a state, or a bound outside of alpha and beta."""
        paid = self.game.payoff(state)
        if paid is not None:
            if not -1 <= paid <= 1:
                raise Unsuited(f"in-a-row: found payoff {paid}, expected -1, 0 or 1")
            return paid
        mine, theirs = state & ((1 << self.size) - 1), state >> self.size
        value = self.kernel.value(mine, theirs, alpha, beta, self._pause)
        self.run.stats.nodes = self.kernel.nodes
        return value

    def best(self, state: int) -> tuple[int, list[tuple[str, int]]]:
        """The value of a state, and the moves that keep it with the states they lead to.

        Once the value is known, it only matters whether a move reaches it.
        """
        value = self.of(state)
        if self.game.payoff(state) is not None:
            return value, []
        after = list(self.game.successors(state))
        return value, [item for item in after if self._keeps(value, item[1])]

    def line(self, value: int, best: list[tuple[str, int]]) -> Iterator[str]:
        """The first of the best moves, and the first that keeps the value from there on."""
        chosen = best[0] if best else None
        while chosen is not None:
            move, state = chosen
            self.run.stats.deepest += 1
            yield move
            value, chosen = -value, None
            if self.game.payoff(state) is None:
                after = self.game.successors(state)
                chosen = next(item for item in after if self._keeps(value, item[1]))

    def _keeps(self, value: int, child: int) -> bool:
        return value < 0 or self.of(child, -value, 1 - value) <= -value
