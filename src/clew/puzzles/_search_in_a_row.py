"""Searches k-in-a-row games with a compiled kernel, since Python is too slow for most of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from clew.core.capabilities import capability
from clew.core.events import Event, Kind
from clew.core.faces import Game, Verdict
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.puzzles._board_games import completing, only_wins, winning_lines
from clew.puzzles._values import Values
from clew.search.native import kernel
from clew.search.strategy import Strategy

LARGEST_BOARD = 32


class WonInARow(Protocol):
    """A game that's won by marks in a row.

    The lowest bits of a state are the marks of the player to move, row by row. The bits above them
    are the opponent's marks.
    """

    @property
    def in_a_row(self) -> tuple[int, int, int]:
        """The rows and columns of the board, and the length of a winning line."""


@dataclass(frozen=True)
class InARow(Strategy):
    """Alpha-beta with forced replies, a table and symmetry, on boards of up to 32 cells.

    It visits different nodes from `alpha-beta`, but finds the same values.
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
            return "the game isn't won by k in a row"
        return only_wins(face)

    def __call__(self, game: Game[Any, Any], run: Run) -> Iterator[Verdict]:
        if not self.accepts(game):
            raise Unsuited("in-a-row searches only k-in-a-row games, up to 32 cells")
        run.pause()
        verdict = _Values(game, run).verdict(1)
        if run.trace is not None:
            run.trace(Event(Kind.ANSWER, 0))
        yield verdict


class _Values(Values):
    least = -1

    def __init__(self, game: Game[Any, Any], run: Run) -> None:
        super().__init__(game, run)
        rows, cols, length = game.in_a_row  # type: ignore[attr-defined]  # accepted
        self.size = rows * cols
        self.kernel = InARowKernel(rows, cols, length)

    def _pause(self, nodes: int) -> int:
        self.run.stats.nodes = nodes
        if nodes >= self.run.alarm:
            self.run.pause()
        return self.run.alarm

    def of(self, state: int, alpha: int, beta: int) -> int:
        paid = self.game.payoff(state)
        if paid is not None:
            if not -1 <= paid <= 1:
                raise Unsuited(f"in-a-row: found payoff {paid}, expected -1, 0 or 1")
            return paid
        mine, theirs = state & ((1 << self.size) - 1), state >> self.size
        value = self.kernel.value(mine, theirs, alpha, beta, self._pause)
        self.run.stats.nodes = self.kernel.nodes
        return value


# ------------------------------------------------------------------ the twin of the kernel
# The readable twin of native/games/in_a_row.hpp. It's the kernel's specification and fallback.


class PyInARow:
    """Searches k in a row by alpha-beta. It finds wins and forced blocks without a search."""

    def __init__(self, rows: int, cols: int, length: int) -> None:
        if not (rows >= 1 and cols >= 1 and rows * cols <= 32):
            raise ValueError("board: expected 1 to 32 cells")
        if not 1 <= length <= max(rows, cols):
            raise ValueError("length: expected 1 to the longer side")
        self.nodes = 0
        self._full = (1 << rows * cols) - 1
        self._lines = winning_lines(rows, cols, length)
        self._table: dict[tuple[int, int], tuple[int, int]] = {}  # the lower and upper bound

    def value(
        self, mine: int, theirs: int, alpha: int, beta: int, pause: Callable[[int], int]
    ) -> int:
        """Return the value for the player to move, or a bound if it isn't between alpha and beta.

        When the node count reaches an alarm, it calls `pause` with that count. `pause` returns the
        next alarm.
        """
        if mine < 0 or theirs < 0:
            raise TypeError("marks: found a negative number")
        if mine & theirs or (mine | theirs) & ~self._full:
            raise ValueError("marks: found two in one cell, or one outside the board")
        if not -2 <= alpha < beta <= 2:
            raise ValueError("window: expected alpha below beta, both from -2 to 2")
        self._pause, self._alarm = pause, self.nodes
        return self._search(mine, theirs, alpha, beta)

    def _search(self, mine: int, theirs: int, alpha: int, beta: int) -> int:
        if self.nodes >= self._alarm:
            self._alarm = max(self._pause(self.nodes), self.nodes + 1)
        self.nodes += 1
        empty = self._full & ~(mine | theirs)
        wins = completing(self._lines, mine, theirs)
        blocks = completing(self._lines, theirs, mine)
        if wins or not empty:
            return 1 if wins else 0
        if blocks & (blocks - 1):
            return -1
        least, most = self._table.get((mine, theirs), (-1, 1))
        if least == most or least >= beta or most <= alpha:
            return least if least >= beta else most
        best = -2
        cells = blocks or empty
        while cells and best < beta:
            cell = cells & -cells
            cells ^= cell
            best = max(best, -self._search(theirs, mine | cell, -beta, -max(alpha, best)))
        least, most = (best if best > alpha else least), (best if best < beta else most)
        self._table[mine, theirs] = (least, most)
        return best


InARowKernel = kernel("InARow", PyInARow)
