"""Searches games with points with a compiled kernel, as Python is too slow for most of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, ClassVar, Protocol

from clew.core.capabilities import capability
from clew.core.events import Kind, emit
from clew.core.faces import Game, Verdict
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.puzzles._board_games import Scored, ScoredGame
from clew.puzzles._values import LongSearch, Values
from clew.search.native import expect, kernel
from clew.search.strategy import Strategy

MOST = 30_000
"""More than any lead and any points on a board."""


MOST_PITS, MOST_SEEDS = 8, 100
MOST_LINES = 60
"""The largest boards that the kernels can hold."""


class BoardKernel(Protocol):
    """A kernel that finds the value of a board: the points that the player to move gains from here.

    If it isn't between alpha and beta, the kernel returns a bound. `pause` gets the number of nodes
    when that reaches an alarm, and returns the next alarm.
    """

    @property
    def nodes(self) -> int: ...

    def value(self, board: Any, alpha: int, beta: int, pause: Callable[[int], int], /) -> int: ...


BoardSearch = Callable[[], BoardKernel]
"""A function that makes a new kernel for boards of one size."""


class HasBoardSearch(Protocol):
    """A scored game with a kernel for its boards."""

    def board_search(self) -> BoardSearch | None:
        """Return the function that makes the kernel, or None if the board is too large for it."""


@dataclass(frozen=True)
class Points(Strategy):
    """Alpha-beta on boards without their score, since best play depends only on points to come.

    It finds the same values and best moves as `alpha-beta`. If that takes long, it looks some moves
    ahead with `deepening`, to have a verdict if a limit ends the search.
    """

    name: ClassVar[str] = "points"
    title: ClassVar[str] = "Points still to come"
    summary: ClassVar[str] = "Games with points: boards without their score, in a kernel."
    face: ClassVar[type] = Game
    anytime: ClassVar[bool] = True
    pseudocode: ClassVar[str | None] = ""
    level: ClassVar[int] = 90

    def rank(self, face: Game[Any, Any]) -> int | None:
        return None if self.objection(face) else self.level

    def objection(self, face: Game[Any, Any]) -> str:
        game = capability(face, HasBoardSearch)
        if game is None:
            return "the game has no kernel for boards with points"
        return "" if game.board_search() is not None else "the board is too large for the kernel"

    def __call__(self, game: Game[Any, Any], run: Run) -> Iterator[Verdict]:
        boards = capability(game, HasBoardSearch)
        search = None if boards is None else boards.board_search()
        if search is None:
            raise Unsuited("points searches only games with points, on small boards")
        run.pause()
        verdict = _Values(game, run, search()).verdict(MOST)
        emit(run.trace, Kind.ANSWER)
        yield verdict


class _Values(Values):
    game: Any  # a ScoredGame

    def __init__(self, game: Game[Any, Any], run: Run, kernel: BoardKernel) -> None:
        super().__init__(game, run)
        self.kernel, self.search = kernel, LongSearch(game, run, kernel)

    def of(self, state: Scored, alpha: int, beta: int) -> int:
        paid: int | None = self.game.payoff(state)
        if paid is not None:
            return paid
        board, lead, passing = state
        if passing:
            return -self.of((self.game.across(board), -lead, False), -beta, -alpha)
        return lead + self.search.searched(
            lambda pause: self.kernel.value(board, alpha - lead, beta - lead, pause)
        )


# ------------------------------------------------------------------ the twin of the kernels


class PyPoints:
    """The readable twin of native/games/points.hpp, for the rules of a game.

    It specifies the kernels, and can replace them.
    """

    def __init__(self, game: ScoredGame) -> None:
        self.game = game
        self.nodes = 0
        self._table: dict[Any, tuple[float, float]] = {}  # the least and most it can be worth

    def value(self, board: Any, alpha: int, beta: int, pause: Callable[[int], int], /) -> int:
        """Return the points that the player to move gains from here, or a bound."""
        if alpha >= beta:
            raise ValueError("window: expected alpha below beta")
        self._pause, self._alarm = pause, self.nodes
        return self._search(board, alpha, beta)

    def _search(self, board: Any, alpha: float, beta: float) -> int:
        if self.nodes >= self._alarm:
            self._alarm = max(self._pause(self.nodes), self.nodes + 1)
        self.nodes += 1
        game = self.game
        if (paid := game.rest(board)) is not None:
            return paid
        least, most = self._table.get(board, (-inf, inf))
        if least == most or least >= beta or most <= alpha:
            return int(least if least >= beta else most)
        best, floor = -inf, alpha
        for _, after, points, again in game.turns(board):
            if again:
                worth = points + self._search(after, floor - points, beta - points)
            else:
                worth = points - self._search(game.across(after), points - beta, points - floor)
            best, floor = max(best, worth), max(floor, worth)
            if best >= beta:
                break
        least, most = (best if best > alpha else least), (best if best < beta else most)
        self._table[board] = (least, most)
        return int(best)


class PySowing(PyPoints):
    """The twin with the rules of native/games/sowing.hpp: Kalah with these many pits."""

    def __init__(self, pits: int) -> None:
        from clew.puzzles.kalah import Kalah

        expect("pits", pits, 1, MOST_PITS)
        super().__init__(Kalah((((0,) * pits,) * 2, 0, False)))


class PyBoxes(PyPoints):
    """The twin with the rules of native/games/boxes.hpp: Dots and Boxes on a board of this size."""

    def __init__(self, cols: int, rows: int) -> None:
        from clew.puzzles.dots_and_boxes import DotsAndBoxes

        expect("cols", cols, 1, MOST_LINES)
        expect("rows", rows, 1, MOST_LINES)
        expect("lines", _lines(cols, rows), 4, MOST_LINES)
        super().__init__(DotsAndBoxes((0, 0, False), cols, rows))


def _lines(cols: int, rows: int) -> int:
    return rows * (cols + 1) + cols * (rows + 1)


SowingKernel = kernel("Sowing", PySowing)
BoxesKernel = kernel("Boxes", PyBoxes)


def sowing(pits: int, seeds: int) -> BoardSearch | None:
    """Return a function that makes a kernel for Kalah, or None if the board is too large."""
    fits = pits <= MOST_PITS and seeds <= MOST_SEEDS
    return partial(SowingKernel, pits) if fits else None


def closing(cols: int, rows: int) -> BoardSearch | None:
    """Return a function that makes a kernel for boxes, or None if the board is too large."""
    return partial(BoxesKernel, cols, rows) if _lines(cols, rows) <= MOST_LINES else None
