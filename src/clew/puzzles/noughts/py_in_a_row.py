"""The readable twin of native/games/in_a_row.hpp: its specification, and its stand-in."""

from __future__ import annotations

from collections.abc import Callable

from clew.puzzles._board_games import completing, winning_lines
from clew.search.native import kernel


class PyInARow:
    """k in a row: marks as bits, wins and blocks recognised at once, the rest by alpha-beta."""

    def __init__(self, rows: int, cols: int, length: int) -> None:
        if not (rows >= 1 and cols >= 1 and rows * cols <= 32):
            raise ValueError("board: expected 1 to 32 cells")
        if not 1 <= length <= max(rows, cols):
            raise ValueError("length: expected 1 to the longer side")
        self.nodes = 0
        self._full = (1 << rows * cols) - 1
        self._lines = winning_lines(rows, cols, length)
        self._table: dict[tuple[int, int], tuple[int, int]] = {}  # the least and most it can be

    def value(
        self, mine: int, theirs: int, alpha: int, beta: int, pause: Callable[[int], int]
    ) -> int:
        """What the player to move gets, or a bound outside of alpha and beta.

        `pause` is called with the nodes whenever they reach an alarm, and sets the next one.
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
