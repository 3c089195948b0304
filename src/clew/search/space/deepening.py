"""Depth-first search under a limit, and the searches that raise the limit round by round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar

from clew.core.events import Event, Kind
from clew.core.faces import StateSpace
from clew.core.result import Run, Stopped
from clew.search.space.graph import OTHER_WAYS, Path, Space, heuristic
from clew.search.strategy import Strategy, choice

INFINITE = float("inf")


class Dive:
    """Depth-first search of the paths that stay within a limit; only the path is remembered.

    A path is as long as it has moves; if `informed`, it is as long as it costs and as the
    space's heuristic says it still will. `least` is the shortest length beyond the limit that
    was met, or infinite if nothing was cut off.
    """

    def __init__(self, space: Space, run: Run, visited: str, informed: bool = False) -> None:
        self.space = space
        self.run = run
        self.avoid = visited == "path" and not getattr(space, "is_tree", False)
        self.cost = getattr(space, "cost", None) if informed else None
        self.estimate = heuristic(space) if informed else None
        self.least: Any = INFINITE
        self.found = False

    def finish(self) -> None:
        """Stopped if an answer was found and others may have been passed over."""
        if self.found and self.run.stats.duplicates:
            raise Stopped(OTHER_WAYS)

    def within(self, limit: Any, beyond: Any = -1) -> Iterator[Path]:
        """The paths to goals that cost at most `limit` and more than `beyond`."""
        stats, space = self.run.stats, self.space
        self.least = INFINITE
        path, spent, numbers = [space.start], [0], [-1]
        branches: list[Iterator[tuple[Any, Any]]] = []
        while path:
            self._enter(len(path) - 1, numbers)
            found = space.is_goal(path[-1])
            if found and spent[-1] > beyond:
                if self.run.trace is not None:
                    self.run.trace(Event(Kind.ANSWER, len(path) - 1))
                self.found = True
                yield Path(space, list(path))
            branches.append(iter(() if found else self._children(path, spent[-1], limit)))
            stats.frontier = max(stats.frontier, len(path))
            while path:
                child = next(branches[-1], None)
                if child is not None:
                    path.append(child[0])
                    spent.append(child[1])
                    break
                for stack in (path, spent, numbers, branches):
                    stack.pop()

    def _enter(self, depth: int, numbers: list[int]) -> None:
        """Count the state that the path has come to."""
        stats = self.run.stats
        if stats.nodes >= self.run.alarm:
            self.run.pause()
        if self.run.trace is not None:
            self.run.trace(Event(Kind.EXPAND, depth, stats.nodes, numbers[-1] if depth else -1))
        numbers[depth:] = [stats.nodes]
        stats.nodes += 1
        stats.deepest = max(stats.deepest, depth)

    def _children(self, path: list[Any], spent: Any, limit: Any) -> list[tuple[Any, Any]]:
        """The successors within the limit, each with its cost from the start."""
        stats, state, cost, estimate = self.run.stats, path[-1], self.cost, self.estimate
        kept, generated = [], 0
        for move, child in self.space.successors(state):
            generated += 1
            if self.avoid and child in path:
                stats.duplicates += 1
                continue
            total = spent + (cost(state, move, child) if cost else 1)
            length = total + estimate(child) if estimate else total
            if length <= limit:
                kept.append((child, total))
            elif length < self.least:
                self.least = length
        stats.generated += generated
        stats.backtracks += not generated
        return kept


@dataclass(frozen=True)
class DepthLimited(Strategy):
    """Depth-first search that goes `limit` moves deep and no further (figure 3.17).

    If anything was cut off, running out of paths proves nothing: it ends as stopped.
    """

    limit: int = 20
    visited: str = choice("path", "none")

    name: ClassVar[str] = "depth-limited"
    summary: ClassVar[str] = "Depth-first, but never deeper than the limit."
    face: ClassVar[type] = StateSpace

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        dive = Dive(space, run, self.visited)
        yield from dive.within(self.limit)
        if dive.least != INFINITE:
            raise Stopped("depth")
        dive.finish()


@dataclass(frozen=True)
class IterativeDeepening(Strategy):
    """Depth-limited search with the limit 0, 1, 2, …: shortest answers in little memory.

    000's `solve` with its `current_depth` and `max_depth` is `visited=none`.
    """

    visited: str = choice("path", "none")

    name: ClassVar[str] = "iterative-deepening"
    summary: ClassVar[str] = "Depth-first to depth 0, then 1, then 2, … (000)."
    face: ClassVar[type] = StateSpace
    optimal: ClassVar[bool] = True

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        dive = Dive(space, run, self.visited)
        for limit in count():
            yield from dive.within(limit, limit - 1)
            if dive.least == INFINITE:
                return dive.finish()


@dataclass(frozen=True)
class IDAStar(Strategy):
    """A* in little memory: depth-first within a limit on cost and estimate, raised each round.

    Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985.
    """

    visited: str = choice("path", "none")

    name: ClassVar[str] = "ida-star"
    summary: ClassVar[str] = "Iterative deepening on the cost so far and the estimate to go."
    face: ClassVar[type] = StateSpace
    optimal: ClassVar[bool] = True

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        dive = Dive(space, run, self.visited, informed=True)
        limit, beyond = heuristic(space)(space.start), -1
        while limit != INFINITE:
            yield from dive.within(limit, beyond)
            limit, beyond = dive.least, limit
        dive.finish()
