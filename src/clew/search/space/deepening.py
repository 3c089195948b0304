"""Depth-first search under a limit, and the searches that raise the limit round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar

from clew.core.events import PATH, Event, Kind, emit
from clew.core.faces import StateSpace
from clew.core.result import Run, Stopped
from clew.search.space.graph import OTHER_WAYS, VISITED, Path, Space, cost_of, is_tree
from clew.search.space.informed import Informed
from clew.search.strategy import Strategy, choice

INFINITE = float("inf")


class Dive:
    """Depth-first search of the paths that stay within a limit; only the path is remembered.

    A path is as long as it has moves; with an `estimate`, it is as long as it costs
    and as that says it still will. `least` is the shortest length beyond the limit that
    was met, or infinite if nothing was cut off.
    """

    def __init__(
        self, space: Space, run: Run, visited: str, estimate: Callable[[Any], Any] | None = None
    ) -> None:
        self.space = space
        self.run = run
        self.avoid: bool = visited == "path" and not is_tree(space)
        self.cost: Callable[[Any, Any, Any], Any] | None = cost_of(space) if estimate else None
        self.estimate = estimate
        self.least: Any = INFINITE
        self.found: bool = False

    def finish(self) -> None:
        """Stopped if an answer was found and others may have been passed over."""
        if self.found and self.run.stats.duplicates:
            raise Stopped(OTHER_WAYS)

    def within(self, limit: Any, beyond: Any = -1) -> Iterator[Path]:
        """The paths to goals that cost at most `limit` and more than `beyond`."""
        run, stats, space = self.run, self.run.stats, self.space
        path: list[Any] = []
        on_path: set[Any] = set()
        numbers: list[int] = []
        waiting: list[tuple[Any, Any, int]] = [(space.start, 0, 0)]
        self.least = INFINITE
        emit(run.trace, Kind.ROUND, 0, limit)
        while waiting:
            state, spent, depth = waiting.pop()
            while len(path) > depth:
                on_path.discard(path.pop())
            if stats.nodes >= run.alarm:
                run.pause()
            if run.trace is not None:
                numbers[depth:] = [stats.nodes]
                parent = numbers[depth - 1] if depth else -1
                why = (spent, spent + self.estimate(state)) if self.estimate else ()
                run.trace(Event(Kind.EXPAND, depth, stats.nodes, parent, why))
            stats.nodes += 1
            if depth > stats.deepest:
                stats.deepest = depth
            if depth >= stats.frontier:
                stats.frontier = depth + 1
            path.append(state)
            if not space.is_goal(state):
                on_path.add(state)
                waiting += self._children(state, spent, depth + 1, limit, on_path)
            elif spent > beyond:
                emit(run.trace, Kind.ANSWER, depth)
                self.found = True
                yield Path(space, list(path))

    def _children(
        self, state: Any, spent: Any, depth: int, limit: Any, on_path: set[Any]
    ) -> list[tuple[Any, Any, int]]:
        """The successors within the limit, the last first, with their costs from the start."""
        stats, cost, estimate, least = self.run.stats, self.cost, self.estimate, self.least
        avoided, trace, parent = on_path if self.avoid else (), self.run.trace, stats.nodes - 1
        kept, generated, known = [], 0, 0
        for move, child in self.space.successors(state):
            generated += 1
            if child in avoided:
                known += 1
                if trace is not None:
                    trace(Event(Kind.DUPLICATE, depth, -1, parent))
                continue
            total = spent + (cost(state, move, child) if cost else 1)
            length = total + estimate(child) if estimate else total
            if trace is not None:
                trace(Event(Kind.GENERATE, depth, -1, parent, (total, length) if estimate else ()))
            if length <= limit:
                kept.append((child, total, depth))
            else:
                if trace is not None:
                    trace(Event(Kind.CUT, depth - 1, -1, length, (limit,)))
                if length < least:
                    least = length
        stats.generated += generated
        stats.duplicates += known
        stats.prunings += generated - known - len(kept)
        if not generated:
            stats.backtracks += 1
            if trace is not None:
                trace(Event(Kind.STUCK, depth - 1, parent))
        self.least = least
        kept.reverse()
        return kept


@dataclass(frozen=True)
class DepthLimited(Strategy):
    """Depth-first search that goes `limit` moves deep and no further.

    Russell and Norvig, figure 3.17.

    If anything was cut off, running out of paths proves nothing: it ends as stopped.
    """

    limit: int = 20
    visited: str = choice("path", "none")

    name: ClassVar[str] = "depth-limited"
    title: ClassVar[str] = "Depth-limited search"
    reads: ClassVar[Mapping[str, str]] = VISITED | {"limit": "Limit of depth"}
    summary: ClassVar[str] = "Depth-first, but never deeper than the limit."
    face: ClassVar[type] = StateSpace
    holds: ClassVar[str] = PATH

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        dive = Dive(space, run, self.visited)
        yield from dive.within(self.limit)
        if dive.least != INFINITE:
            raise Stopped("depth")
        dive.finish()


@dataclass(frozen=True)
class IterativeDeepening(Strategy):
    """Depth-limited search with the limit 0, 1, 2, …: shortest answers in little memory.

    Russell and Norvig, figure 3.18.
    """

    visited: str = choice("path", "none")

    name: ClassVar[str] = "iterative-deepening"
    reads: ClassVar[Mapping[str, str]] = VISITED
    summary: ClassVar[str] = "Depth-first to depth 0, then 1, then 2, …"
    face: ClassVar[type] = StateSpace
    holds: ClassVar[str] = PATH
    optimal: ClassVar[bool] = True

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        dive = Dive(space, run, self.visited)
        for limit in count():
            yield from dive.within(limit, limit - 1)
            if dive.least == INFINITE:
                return dive.finish()


@dataclass(frozen=True)
class IDAStar(Informed):
    """A* in little memory: depth-first within a limit on cost and estimate, raised each round.

    Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985.
    """

    visited: str = choice("path", "none")

    name: ClassVar[str] = "ida-star"
    title: ClassVar[str] = "IDA*"
    reads: ClassVar[Mapping[str, str]] = VISITED
    summary: ClassVar[str] = "Iterative deepening on the cost so far and the estimate to go."
    holds: ClassVar[str] = PATH
    ranked_by: ClassVar[str] = "f"
    optimal: ClassVar[bool] = True

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        estimate = self.estimate(space)
        dive = Dive(space, run, self.visited, estimate)
        limit, beyond = estimate(space.start), -1
        while limit != INFINITE:
            yield from dive.within(limit, beyond)
            limit, beyond = dive.least, limit
        dive.finish()
