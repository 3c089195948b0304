"""Verdicts on board games from a kernel that searches boards, and what it does if that takes long.

A kernel has `value(…, alpha, beta, pause)`: what a board is worth if that lies between alpha and
beta, and otherwise a bound. `pause` gets the number of its nodes and returns the next alarm.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import inf
from typing import Any, Protocol, TypeVar

from clew.core.faces import Game, Verdict
from clew.core.result import Run, Stopped
from clew.search.game.tree import Deepening
from clew.search.native import available

T = TypeVar("T")
PATIENCE = 2_000_000 if available else 2_000
"""The nodes after which a search counts as long."""
LOOK = 20_000
"""The nodes of a look ahead, for the case that a limit ends a long search."""
SHARE = 4
"""The look ahead begins at the latest when this part of a limit is used up."""


class Searched(Protocol):
    """A kernel: it counts its nodes."""

    @property
    def nodes(self) -> int: ...


class Slow(Exception):
    """A search counts as long."""


class LongSearch:
    """A search by a kernel, interrupted once by a look ahead if it's long.

    The look ahead is a search to a small depth with `deepening`. Its verdict is the best known if a
    limit ends the search.
    """

    def __init__(self, game: Game[Any, Any], run: Run, kernel: Searched) -> None:
        self.game, self.run, self._kernel = game, run, kernel
        self._looked = False
        self._others = run.stats.nodes  # those that aren't the kernel's
        self._patience = PATIENCE
        if run.max_nodes is not None:
            self._patience = min(PATIENCE, (run.max_nodes - self._others) // SHARE + 1)

    def searched(self, search: Callable[[Callable[[int], int]], T]) -> T:
        """Return what a function returns that searches with the kernel. It gets `pause`."""
        try:
            found = search(self._pause)
        except Slow:
            self._look_ahead()
            found = search(self._pause)
        self.run.stats.nodes = self._others + self._kernel.nodes
        return found

    def _pause(self, nodes: int) -> int:
        run = self.run
        run.stats.nodes = self._others + nodes
        if not self._looked and (nodes >= self._patience or self._is_late()):
            raise Slow
        if run.stats.nodes >= run.alarm:
            run.pause()
        alarm = run.alarm - self._others
        return alarm if self._looked else min(alarm, self._patience)

    def _is_late(self) -> bool:
        limit = self.run.max_seconds
        return limit is not None and self.run.elapsed() * SHARE > limit

    def _look_ahead(self) -> None:
        """Search a few moves ahead, and keep the verdict as the best known."""
        run, trace, limit = self.run, self.run.trace, self.run.max_nodes
        before = run.stats.nodes
        run.trace, run.max_nodes = None, before + LOOK
        if limit is not None:
            run.max_nodes = min(limit, run.max_nodes)
        run.alarm = before
        try:
            with suppress(Stopped):  # the next pause enforces the limits
                for _ in Deepening()(self.game, run):
                    pass
        finally:
            run.trace, run.max_nodes, run.alarm = trace, limit, run.stats.nodes
        self._others += run.stats.nodes - before
        self._looked = True


class Values(ABC):
    """The values of states: from the rules if the game is over, and otherwise from a kernel."""

    least: float = -inf
    """The least that a state can be worth."""

    def __init__(self, game: Game[Any, Any], run: Run) -> None:
        self.game, self.run = game, run

    @abstractmethod
    def of(self, state: Any, alpha: int, beta: int) -> int:
        """Return the value of a state, or a bound if it isn't between alpha and beta."""

    def verdict(self, most: int) -> Verdict:
        """Return the value of the start, every move that keeps it, and a line of best play.

        It finds the value first, which is at most `most`. For each move, it then only has to test
        for that value.
        """
        start = self.game.start
        value = self.of(start, -most, most)
        if self.game.payoff(start) is not None:
            return Verdict(value, (), ())
        best = [each for each in self.game.successors(start) if self._keeps(value, each[1])]
        line = tuple(self._line(value, best[0]))
        self.run.stats.deepest = max(self.run.stats.deepest, len(line))
        return Verdict(value, tuple(move for move, _ in best), line)

    def _line(self, value: int, chosen: tuple[str, Any] | None) -> Iterator[str]:
        """Yield a line of best play: in each position, the first move that keeps the value."""
        while chosen is not None:
            move, state = chosen
            yield move
            value, chosen = -value, None
            if self.game.payoff(state) is None:
                after = self.game.successors(state)
                chosen = next(item for item in after if self._keeps(value, item[1]))

    def _keeps(self, value: int, child: Any) -> bool:
        return value <= self.least or self.of(child, -value, 1 - value) <= -value
