"""Retrograde analysis: from the ends of a game back to its start, on any graph of positions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from clew.core.events import Event, Kind, emit
from clew.core.faces import ENDLESS, OVER, Game, Verdict
from clew.core.games import AnyGame, stuck
from clew.core.result import Run
from clew.search.strategy import Strategy


@dataclass(frozen=True)
class Retrograde(Strategy):
    """List every reachable position, then work back from those where the game is over.

    A position is won as soon as one move leads to a lost one, and lost as soon as all moves lead to
    won ones. All others are draws: play continues forever, or ends as a draw. If more than 1 is at
    stake, the ends with the greatest payoffs come first. A player who can force one of them won't
    settle for less, and one who can avoid it will.
    """

    name: ClassVar[str] = "retrograde"
    title: ClassVar[str] = "Retrograde analysis"
    summary: ClassVar[str] = "Work back from the ends; values games that may go on forever."
    face: ClassVar[type] = Game
    level: ClassVar[int] = 10

    def __call__(self, game: AnyGame, run: Run) -> Iterator[Verdict]:
        graph = GameGraph(game, run)
        graph.solve()
        emit(run.trace, Kind.ANSWER)
        yield graph.verdict()


class GameGraph:
    """The positions of a game, numbered in breadth-first order, and what is known of them."""

    def __init__(self, game: AnyGame, run: Run) -> None:
        self.game = game
        self.run = run
        self.numbers: dict[Any, int] = {game.start: 0}
        self.states: list[Any] = [game.start]
        self.before: list[list[int]] = [[]]
        self.after: list[list[tuple[str, int]]] = []
        self.value: list[int | None] = []
        self.distance: list[int] = []
        self.settled: list[int] = []
        """When each got its value: those that it comes from had theirs before."""
        self._count = 0
        self._list()

    def _list(self) -> None:
        """List every reachable position, with the positions before and after it."""
        run, game, numbers = self.run, self.game, self.numbers
        for number, state in enumerate(self.states):  # grows as it goes
            if run.stats.nodes >= run.alarm:
                run.pause()
            run.stats.nodes += 1
            if run.trace is not None:
                parent = self.before[number][0] if self.before[number] else -1
                run.trace(Event(Kind.EXPAND, 0, number, parent))
            paid = game.payoff(state)
            self.value.append(paid)
            self.distance.append(0)
            self.settled.append(0)
            moves: list[tuple[str, int]] = []
            known = len(self.states)
            for move, child in game.successors(state) if paid is None else ():
                if fresh := child not in numbers:
                    numbers[child] = len(self.states)
                    self.states.append(child)
                    self.before.append([])
                if run.trace is not None:
                    kind = Kind.GENERATE if fresh else Kind.DUPLICATE
                    run.trace(Event(kind, 0, numbers[child], number))
                self.before[numbers[child]].append(number)
                moves.append((move, numbers[child]))
            if paid is None and not moves:
                raise stuck(state)
            self.after.append(moves)
            run.stats.generated += len(moves)
            run.stats.duplicates += len(moves) - (len(self.states) - known)

    def solve(self) -> None:
        """Compute values and distances from the ends backwards, those with most at stake first."""
        ends: dict[int, deque[int]] = {}
        for number, value in enumerate(self.value):
            if value is not None:
                ends.setdefault(max(abs(value), 1), deque()).append(number)
        waiting = [len(moves) for moves in self.after]
        for most in sorted(ends, reverse=True):
            self._work_back(ends[most], waiting)

    def _work_back(self, known: deque[int], waiting: list[int]) -> None:
        """Settle the consequences of these positions, in the order of their distance."""
        while known:
            number = known.popleft()
            value = self.value[number]
            assert value is not None
            if self.run.trace is not None:
                self.run.trace(Event(Kind.VALUE, self.distance[number], number, value))
            for parent in self.before[number]:
                waiting[parent] -= 1
                if self.value[parent] is None and (value < 0 or waiting[parent] == 0):
                    self._settle(parent, self.distance[number] + 1)
                    known.append(parent)

    def _settle(self, number: int, distance: int) -> None:
        """Settle a position. Positions are settled in the order of their distance from an end."""
        after = (self.value[child] for _, child in self.after[number])
        self.value[number] = max(-value for value in after if value is not None)
        self.distance[number] = distance
        self._count += 1
        self.settled[number] = self._count
        self.run.stats.deepest = max(self.run.stats.deepest, distance)

    def worth(self, number: int) -> int:
        """Return the value of a position: a draw unless something else can be forced."""
        return self.value[number] or 0

    def best(self, number: int) -> tuple[str, int]:
        """Return a move that keeps the value of a position, and reaches the end of a game that is
        won.
        """
        worth = self.worth(number)
        among = (item for item in self.after[number] if self.worth(item[1]) == -worth)
        return min(among, key=lambda item: self.settled[item[1]])

    def verdict(self) -> Verdict:
        value = self.worth(0)
        best = tuple(move for move, child in self.after[0] if self.worth(child) == -value)
        line, ending = self._line()
        return Verdict(value, best, line, ending)

    def _line(self) -> tuple[tuple[str, ...], str]:
        """Return a line in which the winner heads for the nearest end and the loser for the
        farthest.

        A draw repeats.
        """
        moves: list[str] = []
        number, seen = 0, {0}
        while self.after[number]:
            worth = self.worth(number)
            among = [item for item in self.after[number] if self.worth(item[1]) == -worth]
            move, number = self._choose(among, worth)
            moves.append(move)
            if number in seen:
                return tuple(moves), ENDLESS
            seen.add(number)
        return tuple(moves), OVER

    def _choose(self, among: list[tuple[str, int]], worth: int) -> tuple[str, int]:
        if worth == 0:
            settled = [item for item in among if self.value[item[1]] is not None]
            return (settled or among)[0]
        best = min if worth > 0 else max
        return best(among, key=lambda item: self.distance[item[1]])
