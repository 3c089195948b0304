"""Searches games of discs in columns with a compiled kernel, as Python is too slow for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Protocol

from clew.core.capabilities import capability
from clew.core.events import Kind, emit
from clew.core.faces import Game, Verdict
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.puzzles._board_games import completing, only_wins, winning_lines
from clew.puzzles._values import LongSearch
from clew.search.native import kernel
from clew.search.strategy import Strategy

WIDEST, BITS = 32, 64
"""The most columns of a board that the kernel can hold, and the most bits: a column takes one more
than it has rows.
"""


class DropsDiscs(Protocol):
    """A game that's won by discs in a row, which fall to the bottom of their columns.

    A state is a pair: the discs of the player to move and of the other. Each has one bit for each
    cell, row by row from the top. A move is the number of its column, from 1.
    """

    @property
    def drops(self) -> tuple[int, int, int]:
        """The rows and columns of the board, and the length of a winning line."""


@dataclass(frozen=True)
class Connect(Strategy):
    """Alpha-beta on bit masks, for boards with (rows + 1) x columns up to 64.

    It finds the same values and best moves as `alpha-beta`. If that takes long, it looks some moves
    ahead with `deepening`, to have a verdict if a limit ends the search.
    """

    name: ClassVar[str] = "connect"
    title: ClassVar[str] = "Discs by bit masks"
    summary: ClassVar[str] = "Discs in columns, with bit masks and forced replies, in a kernel."
    face: ClassVar[type] = Game
    anytime: ClassVar[bool] = True
    pseudocode: ClassVar[str | None] = ""
    level: ClassVar[int] = 90

    def rank(self, face: Game[Any, Any]) -> int | None:
        game = capability(face, DropsDiscs)
        if game is None or self.objection(face):
            return None
        rows, cols, length = game.drops
        fits = rows >= 1 and 1 <= cols <= WIDEST and (rows + 1) * cols <= BITS
        return self.level if fits and 2 <= length <= BITS else None

    def objection(self, face: Game[Any, Any]) -> str:
        if capability(face, DropsDiscs) is None:
            return "the game isn't won by discs in columns"
        return only_wins(face)

    def __call__(self, game: Game[Any, Any], run: Run) -> Iterator[Verdict]:
        if not self.accepts(game):
            raise Unsuited("connect searches only discs in columns, on boards of up to 64 bits")
        run.pause()
        paid = game.payoff(game.start)
        verdict = _searched(game, run) if paid is None else Verdict(paid, (), ())
        emit(run.trace, Kind.ANSWER)
        yield verdict


def _searched(game: Game[Any, Any], run: Run) -> Verdict:
    kernel = ConnectKernel(*game.drops)  # type: ignore[attr-defined]  # accepted
    search = LongSearch(game, run, kernel)
    value, columns, line = search.searched(partial(kernel.verdict, *game.start))
    best = {str(col + 1) for col in columns}
    in_order = tuple(move for move, _ in game.successors(game.start) if move in best)
    run.stats.deepest = max(run.stats.deepest, len(line))
    return Verdict(value, in_order, tuple(str(col + 1) for col in line))


# ------------------------------------------------------------------ the twin of the kernel
# The readable twin of native/games/connect.hpp. It specifies the kernel, and can replace it.


class PyConnect:
    """Searches discs in columns by alpha-beta. It finds wins and forced blocks without a search."""

    def __init__(self, rows: int, cols: int, length: int) -> None:
        if not (rows >= 1 and 1 <= cols <= WIDEST and (rows + 1) * cols <= BITS):
            said = "expected 1 or more rows and columns, and (rows + 1) * columns up to 64"
            raise ValueError(f"board: {said}")
        if not 2 <= length <= BITS:
            raise ValueError("length: expected 2 to 64")
        self.nodes = self.deepest = 0
        self._cols = cols
        self._full = (1 << rows * cols) - 1
        self._columns = [sum(1 << cols * row + col for row in range(rows)) for col in range(cols)]
        self._order = sorted(range(cols), key=lambda col: abs(2 * col + 1 - cols))
        self._lines = winning_lines(rows, cols, length)
        self._table: dict[tuple[int, int], tuple[int, int]] = {}  # the least and most it can be

    def verdict(
        self, mine: int, theirs: int, pause: Callable[[int], int]
    ) -> tuple[int, list[int], list[int]]:
        """Return the value for the player to move, the best columns, and a line of best play.

        It calls `pause` with the number of nodes when that reaches an alarm, and `pause` returns
        the next alarm.
        """
        if mine < 0 or theirs < 0:
            raise TypeError("discs: found a negative number")
        taken = mine | theirs
        if mine & theirs or taken & ~self._full:
            raise ValueError("discs: found two in one cell, or one outside the board")
        if taken << self._cols & self._full & ~taken:
            raise ValueError("discs: found one above an empty cell")
        self._pause, self._alarm = pause, self.nodes
        self._enter()
        if taken == self._full:
            return 0, [], []
        moves = self._moves(taken)
        values = {col: self._after(mine, theirs, cell, -1, 1) for col, cell in moves}
        value = max(values.values())
        best = [col for col, worth in values.items() if worth == value]
        line = self._line(mine, theirs, value, best)
        self.deepest = max(self.deepest, len(line))
        return value, best, line

    def _line(self, mine: int, theirs: int, value: int, best: list[int]) -> list[int]:
        line: list[int] = []
        while (taken := mine | theirs) != self._full:
            moves = [(col, cell) for col, cell in self._moves(taken) if line or col in best]
            keeping = (
                (col, cell)
                for col, cell in moves
                if self._wins(mine, cell) or self._after(mine, theirs, cell, -1, 1) == value
            )
            col, cell = next((each for each in moves if self._wins(mine, each[1])), None) or next(
                keeping
            )
            line.append(col)
            if self._wins(mine, cell):
                break
            mine, theirs, value = theirs, mine | cell, -value
        return line

    def _enter(self) -> None:
        if self.nodes >= self._alarm:
            self._alarm = max(self._pause(self.nodes), self.nodes + 1)
        self.nodes += 1

    def _moves(self, taken: int) -> list[tuple[int, int]]:
        """Return the columns that aren't full, each with its lowest free cell."""
        free = [(col, self._columns[col] & ~taken) for col in self._order]
        return [(col, 1 << cells.bit_length() - 1) for col, cells in free if cells]

    def _wins(self, mine: int, cell: int) -> bool:
        return any(line & ~(mine | cell) == 0 for line in self._lines)

    def _after(self, mine: int, theirs: int, cell: int, alpha: int, beta: int) -> int:
        """Return the value of a move."""
        if self._wins(mine, cell):
            return 1
        return -self._search(theirs, mine | cell, -beta, -alpha)

    def _search(self, mine: int, theirs: int, alpha: int, beta: int) -> int:
        """Return the value, or a bound if it isn't between alpha and beta. The other hasn't won."""
        self._enter()
        taken = mine | theirs
        if taken == self._full:
            return 0
        moves = self._moves(taken)
        open_cells = sum(cell for _, cell in moves)
        if completing(self._lines, mine, theirs) & open_cells:
            return 1
        if forced := completing(self._lines, theirs, mine) & open_cells:
            if forced & (forced - 1):
                return -1
            moves = [(col, cell) for col, cell in moves if cell == forced]
        least, most = self._table.get((mine, theirs), (-1, 1))
        if least == most or least >= beta or most <= alpha:
            return least if least >= beta else most
        best = -2
        for _, cell in moves:
            best = max(best, self._after(mine, theirs, cell, max(alpha, best), beta))
            if best >= beta:
                break
        least, most = (best if best > alpha else least), (best if best < beta else most)
        self._table[mine, theirs] = (least, most)
        return best


ConnectKernel = kernel("Connect", PyConnect)
