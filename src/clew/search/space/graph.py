"""Search of a state space, as the textbook prints it.

A *node* is a state and the way it was reached. The *frontier* holds the nodes that wait to be
expanded, and the kind of frontier makes the search: a queue gives breadth-first search, a stack
depth-first, a heap the searches that take the cheapest or most promising node first.

`tree_search`, `graph_search` and `best_first` are the figures of Russell and Norvig's "Artificial
Intelligence: A Modern Approach" (AIMA). They yield a path for each goal that they expand, so the
first solution, all of them and their number come from the same loop. `Watch` does what a figure
leaves out: it counts, enforces the limits and records the steps. `unwatched` replaces a graph
search by its compiled twin if nobody watches.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count, islice
from sys import maxsize
from typing import Any, ClassVar, Protocol

from clew.core.capabilities import (
    HasCost,
    HasHeuristic,
    HasNeighbours,
    HasPlainMoves,
    HasPrices,
    MaybeTree,
    capability,
)
from clew.core.errors import is_ours
from clew.core.events import HEAP, QUEUE, STACK, Event, Kind
from clew.core.faces import StateSpace
from clew.core.heuristics import named_heuristic
from clew.core.result import Run, Stats, Stopped
from clew.search.native import lib
from clew.search.strategy import Strategy, choice, word

Space = StateSpace[Any, Any]
OTHER_WAYS = "the search follows only one path to each state"
"""The reason why a search that remembers states can't count the solutions."""


class Path:
    """A path from the start to a state: its states and, if the search kept them, its moves."""

    def __init__(self, space: Space, states: Sequence[Any], made: Sequence[Any] = ()) -> None:
        self.space = space
        self.states = states
        self.made = tuple(made)

    @property
    def state(self) -> Any:
        """The state at its end."""
        return self.states[-1]

    def moves(self) -> tuple[Any, ...]:
        """Return the moves from the start, in order.

        A search that remembers states keeps no moves. If several moves lead on, the cheapest is
        taken.
        """
        if self.made:
            return self.made
        cost, successors = cost_of(self.space), self.space.successors
        made = []
        for state, after in zip(self.states, self.states[1:], strict=False):
            found = [move for move, child in successors(state) if child == after]
            if cost is not None and len(found) > 1:
                found.sort(key=lambda move: cost(state, move, after))
            made.append(found[0])
        return tuple(made)


# ------------------------------------------------------------------ nodes and frontiers


@dataclass(slots=True, eq=False)
class Node:
    """A state, and how the search reached it."""

    state: Any
    parent: Node | None = None
    move: Any = None
    depth: int = 0
    cost: Any = 0
    rank: Any = 0
    """A heap takes the node of least rank first."""
    number: int = 0

    def path(self) -> list[Node]:
        """Return the nodes from the start to this one."""
        path, node = [self], self
        while node.parent is not None:
            node = node.parent
            path.append(node)
        return path[::-1]

    def way(self) -> list[Any]:
        """Return the states from the start to this one."""
        return [node.state for node in self.path()]

    def moves(self) -> list[Any]:
        """Return the moves from the start to this node."""
        return [node.move for node in self.path()[1:]]


class Frontier(Protocol):
    """The nodes that wait to be expanded."""

    def put(self, node: Node, /) -> None: ...
    def take(self) -> Node: ...
    def __len__(self) -> int: ...


class Queue(deque[Node]):
    """A frontier that takes the oldest node first."""

    put = deque.append
    take = deque.popleft


class Stack(list[Node]):
    """A frontier that takes the newest node first."""

    put = list.append
    take = list.pop


class Heap(list[tuple[Any, int, Node]]):
    """A frontier that takes the node of least rank first, and the oldest one of equals."""

    def put(self, node: Node) -> None:
        heappush(self, (node.rank, node.number, node))

    def take(self) -> Node:
        return heappop(self)[2]


# ------------------------------------------------------------------ the figures


def tree_search(
    space: Space, run: Run, frontier: Frontier, *, cycles: bool = True
) -> Iterator[Path]:
    """Run TREE-SEARCH (AIMA, 3rd edition, figure 3.7). Without `cycles`, no path repeats a state.

    The frontier decides which node is expanded next.
    """
    watch = Watch(run)
    frontier.put(Node(space.start))
    while frontier:
        node = watch.take(frontier)
        watch.expand(node)
        if space.is_goal(node.state):
            watch.answer(node)
            yield Path(space, node.way(), node.moves())
            continue
        on_path = () if cycles else set(node.way())
        for move, state in space.successors(node.state):
            if state in on_path:
                watch.duplicate(node)
            else:
                frontier.put(watch.child(node, move, state))
        watch.leave(node)
    watch.finish()


def graph_search(space: Space, run: Run, frontier: Frontier) -> Iterator[Path]:
    """Run GRAPH-SEARCH (AIMA, 3rd edition, figure 3.7): add no state to the frontier twice."""
    watch, reached = Watch(run), {space.start}
    frontier.put(Node(space.start))
    while frontier:
        node = watch.take(frontier)
        watch.expand(node)
        if space.is_goal(node.state):
            watch.answer(node)
            yield Path(space, node.way())
            continue
        for move, state in space.successors(node.state):
            if state in reached:
                watch.duplicate(node)
            else:
                reached.add(state)
                frontier.put(watch.child(node, move, state))
        watch.leave(node)
    watch.finish()


Rank = Callable[[Any, Any], Any]
"""The rank of a state, given the cost of the path to it."""


def best_first(space: Space, run: Run, rank: Rank, expand: Expand) -> Iterator[Path]:
    """Run BEST-FIRST-SEARCH (AIMA, 4th edition, figure 3.7): add cheaper states again."""
    watch, frontier, reached = Watch(run, ranked=True), Heap(), {space.start: 0}
    remembers = not is_tree(space)
    frontier.put(Node(space.start, rank=rank(space.start, 0)))
    while frontier:
        node = watch.take(frontier)
        if remembers and reached[node.state] < node.cost:
            watch.drop(node)  # a cheaper path to this state was found while the node waited
            continue
        watch.expand(node)
        if space.is_goal(node.state):
            watch.answer(node)
            yield Path(space, node.way())
            continue
        for move, state, price in expand(node.state):
            cost = node.cost + price
            if remembers and state in reached and reached[state] <= cost:
                watch.duplicate(node)
            else:
                reached[state] = cost
                frontier.put(watch.child(node, move, state, cost, rank(state, cost)))
        watch.leave(node)
    watch.finish()


Expand = Callable[[Any], Iterable[tuple[Any, Any, Any]]]
"""The moves from a state, each with the state after it and its cost."""


def priced(space: Space) -> Expand:
    """Return the moves of a space with their costs, which are 1 if the space defines none."""
    if (offered := capability(space, HasPrices)) is not None:
        return offered.priced
    if (cost := cost_of(space)) is None:
        return moves_of(space)
    return lambda state: (
        (move, child, cost(state, move, child)) for move, child in space.successors(state)
    )


def moves_of(space: Space, price: int = 1) -> Expand:
    """Return the moves of a space as if each cost the same."""
    return lambda state: ((move, child, price) for move, child in space.successors(state))


class Watch:
    """The bookkeeping of one search: it counts, enforces the limits and records each step.

    Every counter can be recounted from its events; `core/events.py` defines which ones.
    """

    def __init__(self, run: Run, *, ranked: bool = False) -> None:
        self.run = run
        self.stats = run.stats
        self.trace = run.trace
        self.ranked = ranked
        self.numbers: Iterator[int] = count(1)
        """The numbers of the nodes that are still to join the frontier."""
        self.generated: int = 0
        """How many successors there were before the node at hand."""
        self.found: bool = False
        self.dropped: bool = False

    def take(self, frontier: Frontier) -> Node:
        """Take the next node, unless a limit stops the search."""
        stats = self.stats
        if len(frontier) > stats.frontier:
            stats.frontier = len(frontier)
        if stats.nodes >= self.run.alarm:
            self.run.pause()
        return frontier.take()

    def expand(self, node: Node) -> None:
        """Count a node."""
        stats = self.stats
        stats.nodes += 1
        if node.depth > stats.deepest:
            stats.deepest = node.depth
        self.generated = stats.generated
        if self.trace is not None:
            parent = -1 if node.parent is None else node.parent.number
            self.trace(Event(Kind.EXPAND, node.depth, node.number, parent, self.why(node)))

    def child(self, node: Node, move: Any, state: Any, cost: Any = 0, rank: Any = 0) -> Node:
        """Return a new node below this one."""
        child = Node(state, node, move, node.depth + 1, cost, rank, next(self.numbers))
        self.stats.generated += 1
        if self.trace is not None:
            why = self.why(child)
            self.trace(Event(Kind.GENERATE, child.depth, child.number, node.number, why))
        return child

    def duplicate(self, node: Node) -> None:
        """Count a successor of the node that the search had met before."""
        self.stats.generated += 1
        self.stats.duplicates += 1
        if self.trace is not None:
            self.trace(Event(Kind.DUPLICATE, node.depth + 1, -1, node.number))

    def drop(self, node: Node) -> None:
        """Record that a node is left out: its state was reached more cheaply since."""
        self.dropped = True
        if self.trace is not None:
            self.trace(Event(Kind.DROP, node.depth, node.number))

    def leave(self, node: Node) -> None:
        """Count a backtrack if the node had no successors at all."""
        if self.stats.generated == self.generated:
            self.stats.backtracks += 1
            if self.trace is not None:
                self.trace(Event(Kind.STUCK, node.depth, node.number))

    def answer(self, node: Node) -> None:
        """Record that the node's state is a goal."""
        self.found = True
        if self.trace is not None:
            self.trace(Event(Kind.ANSWER, node.depth))

    def finish(self) -> None:
        """Stop the search as incomplete unless it has proven that it found every path.

        Running out of nodes proves that there is no solution. Once there is a solution, every other
        path to a duplicate state would lead to another one.
        """
        if self.found and (self.stats.duplicates or self.dropped):
            raise Stopped(OTHER_WAYS)

    def why(self, node: Node) -> tuple[Any, ...]:
        """Return the cost and rank by which a heap chooses, without the tie-breaker."""
        if not self.ranked:
            return ()
        return node.cost, node.rank[0] if isinstance(node.rank, tuple) else node.rank


# ------------------------------------------------------------------ the fast twin

OwnWalk: Any = None if lib is None else lib.OwnWalk
"""The compiled twin of `graph_search` with a queue and of `best_first`, or None."""
OLDEST, CHEAPEST, NEAREST, LEAST_SUM = range(4)
"""The node that a search expands next."""


def unwatched(
    space: Space,
    run: Run,
    readable: Iterator[Path],
    order: int,
    estimate: Callable[[Any], Any] | None = None,
) -> Iterator[Path]:
    """Return a search that does the same as a readable one, faster if nobody watches.

    The compiled loop calls the space's Python functions. It hashes each successor only once, and
    keeps nodes as rows of numbers.
    """
    if run.trace is not None or OwnWalk is None or is_tree(space):
        return readable
    return _compiled(space, run, readable, order, estimate)


def _compiled(
    space: Space,
    run: Run,
    readable: Iterator[Path],
    order: int,
    estimate: Callable[[Any], Any] | None,
) -> Iterator[Path]:
    """Search with the compiled loop.

    It refuses anything unusual, such as a cost that is a fraction, or a move that isn't a tuple.
    Then the readable search starts again from the beginning: it can handle it, or knows the error.
    """
    stats, before, found = run.stats, replace(run.stats), 0
    walk = None
    while walk is None or not walk.finished:
        try:
            if walk is None:
                walk = OwnWalk(order, space.start, *_functions(space, order, estimate))
            node = _advance(walk, run, before)
        except (TypeError, ValueError) as error:
            if not is_ours(error):
                raise
            stats.reset(before)
            yield from islice(readable, found, None)
            return
        if node >= 0:
            found += 1
            yield Path(space, walk.way(node))
        elif not walk.finished:
            run.pause()
    if found and (stats.duplicates or walk.dropped):
        raise Stopped(OTHER_WAYS)


def _advance(walk: Any, run: Run, before: Stats) -> int:
    """Search on to the next goal or alarm. Return the number of the goal's node, or -1."""
    stats = run.stats
    try:
        node: int = walk.run(max(run.alarm - stats.nodes, 0))
        return node
    finally:
        nodes, generated, duplicates, backtracks, deepest, frontier = walk.counts
        stats.nodes = before.nodes + nodes
        stats.generated = before.generated + generated
        stats.duplicates = before.duplicates + duplicates
        stats.backtracks = before.backtracks + backtracks
        stats.deepest = max(before.deepest, deepest)
        stats.frontier = max(before.frontier, frontier)


def _functions(
    space: Space, order: int, estimate: Callable[[Any], Any] | None
) -> tuple[Any, Any, Any, int, int, int]:
    """Return the functions of a space for the compiled loop, and the form of its moves.

    Three numbers follow: the number of items of a move, the price of every move (or -1 if it's the
    last item), and the maximum number of moves from a state.
    """
    by_cost = order in (CHEAPEST, LEAST_SUM)
    plain = capability(space, HasPlainMoves)
    if plain is not None:  # the compiled loop checks moves and estimates itself
        price = int(by_cost) if plain.width == 2 else -1 if by_cost else 0
        estimate = getattr(estimate, "__wrapped__", estimate)
        return plain.moves, space.is_goal, estimate, plain.width, price, plain.most_moves
    listed = capability(space, HasNeighbours) if order == OLDEST else None
    if listed is not None:
        return listed.neighbours, space.is_goal, estimate, 1, 0, maxsize
    if by_cost and capability(space, HasCost) is not None:
        return priced(space), space.is_goal, estimate, 3, -1, maxsize
    return space.successors, space.is_goal, estimate, 2, int(by_cost), maxsize


# ------------------------------------------------------------------ the strategies

VISITED = {
    "visited": "Remembers",
    "visited=all": "every state",
    "visited=path": "remembering only its path",
    "visited=none": "remembering nothing",
}
"""The words for the option `visited`."""


@dataclass(frozen=True)
class DepthFirst(Strategy):
    """Expand the newest state first. Moves are pushed in order, so the last is tried first.

    As a tree search (`visited=none` or `path`) it remembers no states off the path.
    """

    visited: str = choice("all", "path", "none")

    name: ClassVar[str] = "depth-first"
    title: ClassVar[str] = "Depth-first search"
    reads: ClassVar[Mapping[str, str]] = VISITED
    summary: ClassVar[str] = "Take the newest state first: a stack."
    face: ClassVar[type] = StateSpace
    holds: ClassVar[str] = STACK

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        if self.visited == "all" and not is_tree(space):
            return graph_search(space, run, Stack())
        return tree_search(space, run, Stack(), cycles=self.visited != "path")


@dataclass(frozen=True)
class BreadthFirst(Strategy):
    """Expand the oldest state first, so the first solution has the fewest moves."""

    name: ClassVar[str] = "breadth-first"
    title: ClassVar[str] = "Breadth-first search"
    summary: ClassVar[str] = "Take the oldest state first: a queue."
    face: ClassVar[type] = StateSpace
    holds: ClassVar[str] = QUEUE
    optimal: ClassVar[bool] = True
    level: ClassVar[int] = 50

    def rank(self, space: Space) -> int | None:
        """Rank it lower if moves have costs: the fewest moves needn't cost least."""
        return self.level if capability(space, HasCost) is None else 0

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        if is_tree(space):
            return tree_search(space, run, Queue())
        return unwatched(space, run, graph_search(space, run, Queue()), OLDEST)


@dataclass(frozen=True)
class UniformCost(Strategy):
    """Expand the cheapest state first (Dijkstra), so the first solution costs least."""

    name: ClassVar[str] = "uniform-cost"
    title: ClassVar[str] = "Uniform-cost search"
    summary: ClassVar[str] = "Take the state that cost least to reach."
    face: ClassVar[type] = StateSpace
    holds: ClassVar[str] = HEAP
    ranked_by: ClassVar[str] = "g"
    optimal: ClassVar[bool] = True
    level: ClassVar[int] = 60

    def rank(self, space: Space) -> int | None:
        return 0 if capability(space, HasCost) is None else self.level

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        readable = best_first(space, run, lambda state, cost: cost, priced(space))
        return unwatched(space, run, readable, CHEAPEST)


@dataclass(frozen=True)
class Informed(Strategy):
    """A search that asks a heuristic: the space's usual one, or another that it has by name."""

    heuristic: str = word()

    face: ClassVar[type] = StateSpace

    def rank(self, space: Space) -> int | None:
        if self.objection(space):
            return None
        return 0 if capability(space, HasHeuristic) is None else self.level

    def objection(self, space: Space) -> str:
        try:
            self.estimate(space)
        except ValueError as error:
            return str(error)
        return ""

    def estimate(self, space: Space) -> Callable[[Any], Any]:
        """Return the heuristic, or one that is always 0 if there's none and you name none."""
        if not self.heuristic and capability(space, HasHeuristic) is None:
            return lambda state: 0
        return named_heuristic(space, self.heuristic)


@dataclass(frozen=True)
class Greedy(Informed):
    """Expand the state that seems nearest to a goal. The solution needn't be short."""

    name: ClassVar[str] = "greedy"
    title: ClassVar[str] = "Greedy best-first search"
    summary: ClassVar[str] = "Take the state that the heuristic thinks nearest to a goal."
    holds: ClassVar[str] = HEAP
    ranked_by: ClassVar[str] = "h"

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        estimate = self.estimate(space)
        rank, expand = (lambda state, cost: estimate(state)), moves_of(space, price=0)
        return unwatched(space, run, best_first(space, run, rank, expand), NEAREST, estimate)


@dataclass(frozen=True)
class AStar(Informed):
    """Expand the state with the least sum of cost so far and estimate; the first solution is the
    best.

    Among ties it takes the state with the smallest estimate, which is the farthest along.
    """

    name: ClassVar[str] = "a-star"
    title: ClassVar[str] = "A* search"
    summary: ClassVar[str] = "Take the least sum of the cost so far and the estimate to go."
    holds: ClassVar[str] = HEAP
    ranked_by: ClassVar[str] = "f"
    optimal: ClassVar[bool] = True
    level: ClassVar[int] = 70

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        estimate = self.estimate(space)

        def rank(state: Any, cost: Any) -> tuple[Any, Any]:
            left = estimate(state)
            return cost + left, left

        readable = best_first(space, run, rank, priced(space))
        return unwatched(space, run, readable, LEAST_SUM, estimate)


def cost_of(space: Space) -> Callable[[Any, Any, Any], Any] | None:
    """Return the cost function of a space, or None if each move costs 1."""
    costs = capability(space, HasCost)
    return None if costs is None else costs.cost


def is_tree(space: Space) -> bool:
    """Check whether no state can be reached in two ways."""
    offered = capability(space, MaybeTree)
    return offered is not None and offered.is_tree
