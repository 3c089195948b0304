"""Game trees that are too large to be searched to the end: deeper and deeper, with estimates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from math import inf, nextafter
from typing import Any, ClassVar

from clew.core.capabilities import HasEvaluation, HasMoveOrder, capability
from clew.core.events import Kind, emit
from clew.core.faces import CUT, OVER, Game, Verdict
from clew.core.games import AnyGame, rules_of, stuck
from clew.core.result import Run, Stopped
from clew.search.game.tree import AlphaBeta
from clew.search.strategy import Strategy

SEARCH = AlphaBeta(order="promising")


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
        best: Verdict | None = None
        run.incumbent = lambda: best
        for depth in count(1):
            best = limited(game, run, depth)
            if not best.known or best.forced or depth == self.depth:
                break
        assert best is not None
        emit(run.trace, Kind.ANSWER)
        yield best
        if best.known:
            raise Stopped("depth")  # there may be other moves as good


def limited(game: AnyGame, run: Run, depth: int) -> Verdict:
    """What alpha-beta finds within so many moves."""
    emit(run.trace, Kind.ROUND, 0, depth)
    cut = CutGame(game, depth)
    found = SEARCH.verdict(cut, run)
    stakes = rules_of(game).stakes
    forced = stakes is not None and abs(found.value) == stakes
    if not cut.estimated or (forced and found.value < 0):  # then every move loses
        return replace(found, value=int(found.value), ending=_ending(game, found.line))
    estimate, known = float(found.value), f"at depth {depth}"
    value = round(found.value)
    return Verdict(value, found.best, found.line, CUT, None, known, estimate, forced)


def _ending(game: AnyGame, line: tuple[str, ...]) -> str:
    state = game.start
    for move in line:
        state = dict(game.successors(state))[move]
    return OVER if game.payoff(state) is not None else CUT


class CutGame:
    """A game that ends at a depth, where estimates are its payoffs; states have their depth."""

    def __init__(self, game: AnyGame, depth: int) -> None:
        self.game, self.depth = game, depth
        self.start = (game.start, 0)
        evaluation = capability(game, HasEvaluation)
        self.estimate: Callable[[Any], Any] = evaluation.evaluate if evaluation else lambda state: 0
        stakes = rules_of(game).stakes
        self.most: float = inf if stakes is None else nextafter(stakes, 0)
        """No estimate is as much as the stakes: that would pass for a forced win."""
        self.estimated = False
        """Whether the value of any position is an estimate only."""
        order = capability(game, HasMoveOrder)
        self.promise = None if order is None else lambda state: order.promise(state[0])

    def successors(self, state: tuple[Any, int], /) -> list[tuple[str, tuple[Any, int]]]:
        place, depth = state
        found = [(move, (child, depth + 1)) for move, child in self.game.successors(place)]
        if not found:
            raise stuck(place)
        return found

    def payoff(self, state: tuple[Any, int], /) -> Any:
        place, depth = state
        paid = self.game.payoff(place)
        if paid is None and depth == self.depth:
            paid, self.estimated = max(min(self.estimate(place), self.most), -self.most), True
        return paid
