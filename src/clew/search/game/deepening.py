"""Game trees that are too large to be searched to the end: deeper and deeper, with estimates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar

from clew.core.capabilities import HasEvaluation, HasMoveOrder, capability
from clew.core.events import Event, Kind
from clew.core.faces import CUT, OVER, Game, Verdict
from clew.core.games import rules_of
from clew.core.result import Run, Stopped
from clew.search.game.negamax import AT_LEAST, AT_MOST, EXACT, INFINITE, AnyGame, Line, stuck
from clew.search.strategy import Strategy


@dataclass(frozen=True)
class Deepening(Strategy):
    """Alpha-beta to depth 1, 2, 3, …; where it stops short of the end, the game's own estimate.

    H-MINIMAX of Russell and Norvig, by iterative deepening. Once a search has met no position that
    it had to estimate, or has found a forced win, its verdict is proven. If a limit or `depth` ends
    it first, the verdict is the best known: it says at which depth, and proves nothing.
    """

    depth: int = 0

    name: ClassVar[str] = "deepening"
    title: ClassVar[str] = "Alpha-beta, ever deeper"
    summary: ClassVar[str] = "Alpha-beta to depth 1, 2, 3, … with estimates where it stops."
    face: ClassVar[type] = Game
    anytime: ClassVar[bool] = True
    level: ClassVar[int] = 75  # below alpha-beta, unless a game estimates its positions

    def rank(self, game: AnyGame) -> int | None:
        return 0 if capability(game, HasEvaluation) is None else self.level + 10

    def __call__(self, game: AnyGame, run: Run) -> Iterator[Verdict]:
        run.pause()
        best, stop = None, Stopped("depth")
        try:
            for depth in count(1):
                best = Limited(game, run, depth).verdict()
                if not best.known or best.forced or depth == self.depth:
                    break
        except Stopped as limit:
            if best is None:
                raise
            stop = limit
        assert best is not None
        if run.trace is not None:
            run.trace(Event(Kind.ANSWER, 0))
        yield best
        if best.known:
            raise stop  # there may be other moves as good


class Limited:
    """Alpha-beta to one depth."""

    def __init__(self, game: AnyGame, run: Run, depth: int) -> None:
        self.game, self.run, self.depth = game, run, depth
        if run.trace is not None:
            run.trace(Event(Kind.ROUND, 0, depth))
        evaluation = capability(game, HasEvaluation)
        self.estimate: Callable[[Any], Any] = evaluation.evaluate if evaluation else lambda state: 0
        order = capability(game, HasMoveOrder)
        self.promise = None if order is None else order.promise
        self.table: dict[Any, tuple[Any, int, Line]] = {}
        self.estimated = False
        """Whether the value of any position is an estimate only."""

    def verdict(self) -> Verdict:
        """The value of the start at this depth, and the moves that reach it."""
        game = self.game
        if (paid := game.payoff(game.start)) is not None:
            self._enter(0, -1)
            return Verdict(paid, (), ())
        root, value, firsts = self._enter(0, -1), -INFINITE, []
        for move, child in self._moves(game.start):
            worth, then = self._value(child, 1, -INFINITE, 1 - value, root)
            firsts.append((move, -worth, then))
            value = max(value, -worth)
        if not firsts:
            raise stuck(game.start)
        best = {move: then for move, worth, then in firsts if worth == value}
        in_order = tuple(move for move, _ in game.successors(game.start) if move in best)
        first = next(iter(best))
        line, ending = self._line((first, best[first]))
        stakes = rules_of(game).stakes
        forced = stakes is not None and abs(value) == stakes
        if not self.estimated or (forced and value < 0):  # then every move loses
            return Verdict(int(value), in_order, line, ending)
        worth = int(value) if forced else round(value)
        known = f"at depth {self.depth}"
        return Verdict(worth, in_order, line, CUT, None, known, float(value), forced)

    def _moves(self, state: Any) -> list[tuple[str, Any]]:
        found, promise = list(self.game.successors(state)), self.promise
        return found if promise is None else sorted(found, key=lambda item: promise(item[1]))

    def _enter(self, depth: int, parent: int) -> int:
        """Keep the limits, and count a node; its number."""
        run, stats = self.run, self.run.stats
        if stats.nodes >= run.alarm:
            run.pause()
        number = stats.nodes
        if run.trace is not None:
            run.trace(Event(Kind.EXPAND, depth, number, parent))
        stats.nodes += 1
        stats.deepest = max(stats.deepest, depth)
        return number

    def _value(
        self, state: Any, depth: int, alpha: Any, beta: Any, parent: int
    ) -> tuple[Any, Line]:
        """What the player to move gets if it lies between alpha and beta, else a bound."""
        number = self._enter(depth, parent)
        value, line = self.game.payoff(state), None
        if value is None and depth == self.depth:
            value, self.estimated = self.estimate(state), True
        if value is None:
            value, line = self._searched(state, depth, alpha, beta, number)
        if self.run.trace is not None:
            self.run.trace(Event(Kind.VALUE, depth, number, value))
        return value, line

    def _searched(
        self, state: Any, depth: int, alpha: Any, beta: Any, number: int
    ) -> tuple[Any, Line]:
        entry = self.table.get((state, depth))
        if entry is not None:
            best, kind, line = entry
            if kind == EXACT or (best >= beta if kind == AT_LEAST else best <= alpha):
                self.run.stats.duplicates += 1
                if self.run.trace is not None:
                    self.run.trace(Event(Kind.KNOWN, depth, number, best))
                return best, line
        best, line, floor = -INFINITE, None, alpha
        for move, child in self._moves(state):
            worth, then = self._value(child, depth + 1, -beta, -floor, number)
            if -worth > best:
                best, line = -worth, (move, then)
                if best >= beta:
                    self.run.stats.prunings += 1
                    if self.run.trace is not None:
                        self.run.trace(Event(Kind.CUT, depth, number, best, (beta,)))
                    break
                floor = max(floor, best)
        if line is None:
            raise stuck(state)
        kind = EXACT if alpha < best < beta else AT_LEAST if best >= beta else AT_MOST
        self.table[state, depth] = best, kind, line
        return best, line

    def _line(self, known: Line) -> tuple[tuple[str, ...], str]:
        """The moves of a line, and whether the game is over after them."""
        state, moves = self.game.start, []
        while known is not None:
            move, known = known
            moves.append(move)
            state = dict(self.game.successors(state))[move]
        return tuple(moves), OVER if self.game.payoff(state) is not None else CUT
