"""Search of a state space: every graph search is one loop with another frontier."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, ClassVar, Protocol

from clew.core.events import Event, Kind
from clew.core.faces import StateSpace
from clew.core.result import Run, Stopped
from clew.search.strategy import Strategy, choice

Space = StateSpace[Any, Any]
OTHER_WAYS = "other ways to states it had met are not followed"
"""Why a search that remembers states does not know how many answers there are."""


Node = tuple[Any, Any, Any, int, int]
"""A state that was reached: the state, the node before it (None at the start), the cost so far,
the depth, and its number in the order in which nodes are added to the frontier."""


class Path:
    """A way from the start to a state."""

    def __init__(self, space: Space, states: Sequence[Any]) -> None:
        self.space = space
        self.states = states

    @classmethod
    def to(cls, space: Space, node: Node) -> Path:
        """The way that a node remembers."""
        return cls(space, list(_back(node))[::-1])

    @property
    def state(self) -> Any:
        """Where it ends."""
        return self.states[-1]

    def moves(self) -> tuple[Any, ...]:
        """The moves from the start, in order; the cheapest where several do the same."""
        steps = zip(self.states, self.states[1:], strict=False)
        return tuple(self._move(state, after) for state, after in steps)

    def _move(self, state: Any, after: Any) -> Any:
        found = [move for move, child in self.space.successors(state) if child == after]
        cost = getattr(self.space, "cost", None)
        return found[0] if cost is None else min(found, key=lambda m: cost(state, m, after))


class Frontier(Protocol):
    """Where reached states wait to be expanded."""

    def append(self, node: Node, /) -> None: ...
    def pop(self) -> Node: ...
    def __len__(self) -> int: ...


class Queue(deque[Node]):
    """First in, first out."""

    pop = deque.popleft  # the one that has waited longest


class Heap:
    """The least first, by a priority of the state and its cost; the oldest of equals."""

    def __init__(self, priority: Callable[[Node], Any]) -> None:
        self.priority = priority
        self.nodes: list[tuple[Any, int, Node]] = []

    def append(self, node: Node) -> None:
        heappush(self.nodes, (self.priority(node), node[4], node))

    def pop(self) -> Node:
        return heappop(self.nodes)[2]

    def __len__(self) -> int:
        return len(self.nodes)


def search(
    space: Space, run: Run, frontier: Frontier, visited: str = "all", weighted: bool = False
) -> Iterator[Path]:
    """Take a node from the frontier; if its state is no goal, add its successors.

    `visited` says which states are not added again: all that were ever reached, those on the
    way to this one (`path`), or `none`. If `weighted`, moves cost what the space says, and a
    state that is reached more cheaply is added again. Running out of states proves that there
    is no answer; once there is one, it proves that there is no other only if no state was met
    twice, for each other way to it is another answer.
    """
    stats, trace, is_goal = run.stats, run.trace, space.is_goal
    neighbours = getattr(space, "neighbours", None) or _without_moves(space)
    weigh, path_only = _weighted(space), visited == "path"
    remember = visited == "all" and not getattr(space, "is_tree", False)
    start = space.start
    paid = {start: 0}  # if weighted: what each state reached has cost
    reached = {start}  # otherwise: the states themselves
    known: Container[Any] = reached if remember else ()
    add, pop, reach = frontier.append, frontier.pop, reached.add
    add((start, None, 0, 0, 0))
    added, found = 1, False
    while frontier:
        if len(frontier) > stats.frontier:
            stats.frontier = len(frontier)
        if stats.nodes >= run.alarm:
            run.pause()
        node = pop()
        state, before, spent, depth, number = node
        if weighted and remember and paid[state] < spent:
            continue  # it was reached more cheaply since
        stats.nodes += 1
        if depth > stats.deepest:
            stats.deepest = depth
        if trace is not None:
            trace(Event(Kind.EXPAND, depth, number, -1 if before is None else before[4]))
        if is_goal(state):
            if trace is not None:
                trace(Event(Kind.ANSWER, depth))
            found = True
            yield Path.to(space, node)
            continue
        first, depth = added, depth + 1
        if weighted:
            children = weigh(state, spent)
            for child, total in children:
                if remember:
                    if child in paid and paid[child] <= total:
                        continue
                    paid[child] = total
                add((child, node, total, depth, added))
                added += 1
        else:
            children = neighbours(state)
            if path_only:
                known = set(_back(node))
            for child in children:
                if child not in known:
                    if remember:
                        reach(child)
                    add((child, node, depth, depth, added))
                    added += 1
        stats.generated += len(children)
        stats.duplicates += len(children) - (added - first)
        if not children:
            stats.backtracks += 1
    if found and stats.duplicates:
        raise Stopped(OTHER_WAYS)


def _without_moves(space: Space) -> Callable[[Any], list[Any]]:
    return lambda state: [child for _, child in space.successors(state)]


def _weighted(space: Space) -> Callable[[Any, Any], list[tuple[Any, Any]]]:
    """The successors of a state, each with its cost from the start."""
    cost = getattr(space, "cost", None) or (lambda state, move, child: 1)
    return lambda state, spent: [
        (child, spent + cost(state, move, child)) for move, child in space.successors(state)
    ]


def _back(node: Node) -> Iterator[Any]:
    """The states from a node back to the start."""
    at: Node | None = node
    while at is not None:
        yield at[0]
        at = at[1]


@dataclass(frozen=True)
class DepthFirst(Strategy):
    """Expand the newest state first. Moves are pushed in order, so the last is tried first (003).

    Over a tree (`visited=none` or `path`) instead of a graph it needs no memory of the past.
    """

    visited: str = choice("all", "path", "none")

    name: ClassVar[str] = "depth-first"
    summary: ClassVar[str] = "Take the newest state first: a stack (003)."
    face: ClassVar[type] = StateSpace

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        stack: list[Node] = []
        return search(space, run, stack, self.visited)


@dataclass(frozen=True)
class BreadthFirst(Strategy):
    """Expand the oldest state first, so the first answer has the fewest moves."""

    name: ClassVar[str] = "breadth-first"
    summary: ClassVar[str] = "Take the oldest state first: a queue (003, 004)."
    face: ClassVar[type] = StateSpace
    optimal: ClassVar[bool] = True
    level: ClassVar[int] = 50

    def rank(self, space: Space) -> int | None:
        """Where moves have costs, the fewest moves need not cost least."""
        return 0 if _offers(space, "cost") else self.level

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        return search(space, run, Queue())


@dataclass(frozen=True)
class UniformCost(Strategy):
    """Expand the cheapest state first (Dijkstra), so the first answer costs least."""

    name: ClassVar[str] = "uniform-cost"
    summary: ClassVar[str] = "Take the state that cost least to reach."
    face: ClassVar[type] = StateSpace
    optimal: ClassVar[bool] = True
    level: ClassVar[int] = 60

    def rank(self, space: Space) -> int | None:
        return self.level if _offers(space, "cost") else 0

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        return search(space, run, Heap(lambda node: node[2]), weighted=True)


@dataclass(frozen=True)
class Greedy(Strategy):
    """Expand the state that looks nearest to a goal; the answer need not be short."""

    name: ClassVar[str] = "greedy"
    summary: ClassVar[str] = "Take the state that the heuristic thinks nearest to a goal."
    face: ClassVar[type] = StateSpace

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        estimate = heuristic(space)
        return search(space, run, Heap(lambda node: estimate(node[0])))


@dataclass(frozen=True)
class AStar(Strategy):
    """Expand the state with the least cost so far and estimate to go; the first answer is best."""

    name: ClassVar[str] = "a-star"
    summary: ClassVar[str] = "Take the least sum of the cost so far and the estimate to go."
    face: ClassVar[type] = StateSpace
    optimal: ClassVar[bool] = True
    level: ClassVar[int] = 70

    def rank(self, space: Space) -> int | None:
        return self.level if _offers(space, "heuristic") else 0

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        estimate = heuristic(space)
        return search(space, run, Heap(lambda node: node[2] + estimate(node[0])), weighted=True)


def heuristic(space: Space) -> Callable[[Any], Any]:
    """The space's estimate of what is left to pay; nothing where it offers none."""
    return getattr(space, "heuristic", None) or (lambda state: 0)


def _offers(space: Space, name: str) -> bool:
    return getattr(space, name, None) is not None
