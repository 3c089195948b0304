"""Depth-first search under a limit, and the searches that raise the limit round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, repeat
from typing import Any, ClassVar

from clew.core.events import PATH, Event, Kind, emit
from clew.core.faces import StateSpace
from clew.core.result import Run, Stopped
from clew.search.space.graph import (
    VISITED,
    Expand,
    Frontier,
    Informed,
    Node,
    Path,
    Space,
    Stack,
    Watch,
    is_tree,
    moves_of,
    priced,
)
from clew.search.strategy import Strategy, choice

INFINITE = float("inf")


class Dive(Watch):
    """Depth-first search of the paths within a limit. It remembers only the current path.

    The length of a path is its number of moves. With an `estimate`, it's the cost so far plus the
    heuristic's estimate of the rest. `least` is the shortest length beyond the limit that the
    search met, or infinite if it cut nothing off.
    """

    def __init__(
        self, space: Space, run: Run, visited: str, estimate: Callable[[Any], Any] | None = None
    ) -> None:
        super().__init__(run, ranked=estimate is not None)
        self.numbers = repeat(-1)  # `take` numbers the nodes
        self.space = space
        self.cycles: bool = visited != "path" or is_tree(space)
        self.moves: Expand = moves_of(space) if estimate is None else priced(space)
        self.estimate = estimate
        self.least: Any = INFINITE

    def within(self, limit: Any, beyond: Any = -INFINITE) -> Iterator[Path]:
        """Run DEPTH-LIMITED-SEARCH (AIMA, 4th edition, figure 3.12): yield the paths up to the
        limit.

        Paths that were never longer than `beyond` are left out, since an earlier round found them.
        """
        space, path, on_path = self.space, list[Any](), set[Any]()
        start = Node(space.start, rank=self.length(space.start, 0))
        self.least, frontier = INFINITE, Stack([start])
        emit(self.trace, Kind.ROUND, 0, limit)
        while frontier:
            node = self.take(frontier)
            self.expand(node)
            if space.is_goal(node.state):
                if longest(node) > beyond:
                    self.answer(node)
                    yield Path(space, node.way(), node.moves())
                continue
            if not self.cycles:  # IS-CYCLE looks into the set, not up the path
                while len(path) > node.depth:
                    on_path.discard(path.pop())
                path.append(node.state)
                on_path.add(node.state)
            children = []
            for move, state, price in self.moves(node.state):
                if state in on_path:
                    self.duplicate(node)
                    continue
                cost = node.cost + price
                length = self.length(state, cost)
                child = self.child(node, move, state, cost, length)
                if length <= limit:
                    children.append(child)
                else:
                    self.cut(node, length, limit)
            frontier += reversed(children)  # the first move is tried first
            self.leave(node)

    def length(self, state: Any, cost: Any) -> Any:
        """Return the length of a path that ends in a state."""
        return cost if self.estimate is None else cost + self.estimate(state)

    def take(self, frontier: Frontier) -> Node:
        """Take the next node and number it: a node that waits has no number."""
        if self.stats.nodes >= self.run.alarm:
            self.run.pause()
        node = frontier.take()
        node.number = self.stats.nodes
        if node.depth >= self.stats.frontier:
            self.stats.frontier = node.depth + 1
        return node

    def cut(self, node: Node, length: Any, limit: Any) -> None:
        """Count a child of the node that lies beyond the limit."""
        self.stats.prunings += 1
        if length < self.least:
            self.least = length
        if self.trace is not None:
            self.trace(Event(Kind.CUT, node.depth, -1, length, (limit,)))


def longest(node: Node) -> Any:
    """Return the greatest length on the way to a node, since an inconsistent heuristic may
    decrease.
    """
    return max(each.rank for each in node.path())


@dataclass(frozen=True)
class DepthLimited(Strategy):
    """Depth-first search that goes `limit` moves deep and no further.

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

    ITERATIVE-DEEPENING-SEARCH (AIMA, 4th edition, figure 3.12).
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
        limit, beyond = estimate(space.start), -INFINITE
        while limit != INFINITE:
            yield from dive.within(limit, beyond)
            limit, beyond = dive.least, limit
        dive.finish()
