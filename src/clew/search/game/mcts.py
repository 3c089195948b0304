"""Monte-Carlo tree search: random playouts from the positions that look best so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Any, ClassVar

from clew.core.capabilities import HasEvaluation, capability
from clew.core.events import Event, Kind, emit
from clew.core.faces import CUT, Game, Verdict
from clew.core.games import AnyGame, stuck
from clew.core.result import Run, Stopped
from clew.search.strategy import Strategy

LONGEST = 1_000
"""A game at random that is longer counts as its estimate, or as a draw."""


@dataclass(frozen=True)
class MonteCarlo(Strategy):
    """UCT: descend by the mean gain and how seldom a move was tried, then play on at random.

    Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006. `explore` weighs trying what
    was seldom tried, in hundredths. It proves nothing: the verdict is the best known.
    """

    playouts: int = 1_000
    explore: int = 140
    seed: int = 1

    name: ClassVar[str] = "mcts"
    title: ClassVar[str] = "Monte Carlo tree search"
    summary: ClassVar[str] = "Play at random from the moves that look best; an estimate only."
    face: ClassVar[type] = Game
    complete: ClassVar[bool] = False
    anytime: ClassVar[bool] = True

    def __call__(self, game: AnyGame, run: Run) -> Iterator[Verdict]:
        run.pause()
        tree = Playouts(game, run, self.explore / 100, Random(self.seed))
        wanted = max(self.playouts, 2)  # the first one tries no move yet
        while tree.visits(game.start) < wanted and game.payoff(game.start) is None:
            tree.play()
            if tree.visits(game.start) == 2:
                run.incumbent = tree.verdict
        verdict = tree.verdict()
        emit(run.trace, Kind.ANSWER)
        yield verdict
        if verdict.known:
            raise Stopped("playouts")


class Playouts:
    """The number of visits of each position, and the total gain of its player to move."""

    def __init__(self, game: AnyGame, run: Run, explore: float, random: Random) -> None:
        self.game, self.run, self.explore, self.random = game, run, explore, random
        self.seen: dict[Any, list[float]] = {}
        self.numbers: dict[Any, int] = {}
        """The number of each position in the tree, if somebody watches."""
        self.after: dict[Any, list[tuple[str, Any]]] = {}
        self.most = 1.0
        """The greatest gain or loss so far: gains are weighed against it."""
        evaluation = capability(game, HasEvaluation)
        self.estimate = (lambda state: 0) if evaluation is None else evaluation.evaluate

    def visits(self, state: Any) -> int:
        return int(self.seen[state][0]) if state in self.seen else 0

    def play(self) -> None:
        """Descend to a new position, play on at random, and note the outcome on the way."""
        state, path = self.game.start, [self.game.start]
        while state in self.seen and self.game.payoff(state) is None and len(path) < LONGEST:
            state = self._promising(state)
            path.append(state)
        if state not in self.seen:
            self._count(path)
            self.seen[state] = [0, 0.0]
        gain = self._at_random(state)
        self.most = max(self.most, abs(gain))
        for each in reversed(path):
            noted = self.seen[each]
            noted[0] += 1
            noted[1] += gain
            gain = -gain

    def _promising(self, state: Any) -> Any:
        """Choose the move with the highest upper confidence bound of its mean gain."""
        total, best, chosen = log(max(1.0, self.seen[state][0])), -1e18, None
        for _, child in self._moves(state):
            count, gain = self.seen.get(child, (0, 0.0))
            if not count:
                return child
            bound = -gain / count / self.most + self.explore * sqrt(total / count)
            if bound > best:
                best, chosen = bound, child
        return chosen

    def _moves(self, state: Any) -> list[tuple[str, Any]]:
        if state not in self.after:
            self.after[state] = list(self.game.successors(state))
            if not self.after[state]:
                raise stuck(state)
        return self.after[state]

    def _at_random(self, state: Any) -> float:
        """Return the gain of the player to move if both play at random."""
        sign = 1
        for _ in range(LONGEST):
            if (paid := self.game.payoff(state)) is not None:
                return sign * paid
            _, state = self.random.choice(list(self.game.successors(state)))
            sign = -sign
        return float(sign * self.estimate(state))

    def _count(self, path: list[Any]) -> None:
        run, stats, depth = self.run, self.run.stats, len(path) - 1
        if stats.nodes >= run.alarm:
            run.pause()
        if run.trace is not None:
            self.numbers[path[-1]] = stats.nodes
            parent = self.numbers[path[-2]] if depth else -1
            run.trace(Event(Kind.EXPAND, depth, stats.nodes, parent))
        stats.nodes += 1
        stats.deepest = max(stats.deepest, depth)

    def verdict(self) -> Verdict:
        """Return the move that was tried most often, with its mean gain."""
        start = self.game.start
        if (paid := self.game.payoff(start)) is not None:
            return Verdict(paid, (), ())
        move, child = max(self._moves(start), key=lambda item: self.visits(item[1]))
        count, gain = self.seen[child]
        mean = -gain / count
        known = f"after {self.visits(start):,} playouts"
        return Verdict(round(mean), (move,), (move,), CUT, None, known, mean)
