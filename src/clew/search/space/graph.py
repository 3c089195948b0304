"""Search of a state space: all graph searches are one loop, each with its own frontier."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, ClassVar

from clew.core.capabilities import HasCost, HasNeighbours, HasPrices, MaybeTree, capability
from clew.core.events import HEAP, QUEUE, STACK, Event, Kind
from clew.core.faces import StateSpace
from clew.core.result import Run, Stats, Stopped
from clew.search.strategy import Strategy, choice

Space = StateSpace[Any, Any]
OTHER_WAYS = "other ways to states it had met are not followed"
"""Why a search that remembers states cannot say how many answers there are."""


class Path:
    """A way from the start to a state."""

    def __init__(self, space: Space, states: Sequence[Any]) -> None:
        self.space = space
        self.states = states

    @property
    def state(self) -> Any:
        """Where it ends."""
        return self.states[-1]

    def moves(self) -> tuple[Any, ...]:
        """The moves from the start, in order; the cheapest where several do the same."""
        cost, successors = cost_of(self.space), self.space.successors
        made = []
        for state, after in zip(self.states, self.states[1:], strict=False):
            found = [move for move, child in successors(state) if child == after]
            if cost is not None and len(found) > 1:
                found.sort(key=lambda move: cost(state, move, after))
            made.append(found[0])
        return tuple(made)


Rank = Callable[[Any, Any], Any]
"""The rank of a node by its state and its cost so far: the least is taken first."""
OLDEST, NEWEST, LEAST = "oldest", "newest", "least"


def search(
    space: Space,
    run: Run,
    take: str,
    visited: str = "all",
    *,
    rank: Rank = lambda state, spent: spent,
    weighted: bool = False,
) -> Iterator[Path]:
    """Take a node from the frontier; if its state is no goal, add its successors.

    `take` says which: the oldest, the newest, or that of least rank, the oldest of equals.
    `visited` says which states are not added again: all that were ever reached, those on the
    way to this one (`path`), or `none`. If `weighted`, moves cost what the space says, and a
    state that is reached more cheaply is added again. Running out of states proves that there
    is no answer; once there is one, it proves that there is no other only if no state was met
    twice, for each other way to it is another answer.

    A node is a place in the lists of states and parents; objects that refer to each other would
    take half as long again. The oldest node is the first in the lists that was not taken yet,
    so there is no queue, only the `edge` of its level. What else is known of the others stands
    in the frontier. If the newest is taken, the places after its own are free again.
    """
    stats, trace, is_goal, total = run.stats, run.trace, space.is_goal, 0
    cost, listed = cost_of(space), None if weighted else capability(space, HasNeighbours)
    prices = capability(space, HasPrices) if weighted else None
    moves, priced = listed is None, prices is not None
    steps: Any = space.successors if listed is None else listed.neighbours
    if prices is not None:
        steps = prices.priced
    oldest, newest, path_only = take == OLDEST, take == NEWEST, visited == "path"
    remember = visited == "all" and not is_tree(space)
    states, parents = [space.start], [-1]
    paid = {space.start: 0}  # if weighted: what each state reached has cost
    reached = {space.start}  # otherwise: the states themselves
    known: Container[Any] = reached if remember else ()
    frontier: list[Any] = [(0, -1, 0, 0) if newest else (rank(space.start, 0), 0, 0, 0)]
    add_state, add_parent, reach = states.append, parents.append, reached.add
    plainly = moves and oldest and remember and not weighted and trace is None
    added, taken, depth, edge, number, ranked, found = 1, 0, -1, 0, 0, 0, False
    nodes, backtracks, duplicates = stats.nodes, stats.backtracks, stats.duplicates
    fresh, deepest, largest = stats.generated - duplicates - 1, stats.deepest, stats.frontier
    try:
        while taken < added:
            if added - taken > largest:
                largest = added - taken
            if nodes >= run.alarm:
                _note(stats, nodes, backtracks, fresh + added, duplicates, deepest, largest)
                run.pause()
            if oldest:
                place = taken
                if place == edge:
                    depth, edge = depth + 1, added
            elif newest:
                number, before, place, depth = frontier.pop()
                if place + 1 < len(states):
                    del states[place + 1 :], parents[place + 1 :]
            else:
                ranked, place, depth, spent = heappop(frontier)
            taken += 1
            state = states[place]
            if weighted and remember and paid[state] < spent:
                if trace is not None:
                    trace(Event(Kind.DROP, depth, place))
                continue  # it was reached more cheaply since
            nodes += 1
            if depth > deepest:
                deepest = depth
            if trace is not None:
                _note(stats, nodes, backtracks, fresh + added, duplicates, deepest, largest)
                if not newest:
                    number, before = place, parents[place]
                why = () if oldest or newest else (spent, _least(ranked))
                trace(Event(Kind.EXPAND, depth, number, before, why))
            if is_goal(state):
                if trace is not None:
                    trace(Event(Kind.ANSWER, depth))
                found = True
                _note(stats, nodes, backtracks, fresh + added, duplicates, deepest, largest)
                yield Path(space, _way(states, parents, place))
                continue
            if path_only:
                known = set(_way(states, parents, place))
            first, met, children = added, duplicates, steps(state)
            if plainly:  # what the loop below comes to, where nothing else is asked of it
                for _, child in children:
                    if child in reached:
                        duplicates += 1
                    else:
                        reach(child)
                        add_state(child)
                        add_parent(place)
                        added += 1
                children = ()
            for child in children:
                if priced:
                    move, child, price = child
                elif moves:
                    move, child = child
                if weighted:
                    if not priced:
                        price = 1 if cost is None else cost(state, move, child)
                    total = spent + price
                    if remember:
                        if child in paid and paid[child] <= total:
                            duplicates += 1
                            if trace is not None:
                                trace(Event(Kind.DUPLICATE, depth + 1, -1, number))
                            continue
                        paid[child] = total
                elif child in known:
                    if moves:
                        duplicates += 1
                    if trace is not None:
                        trace(Event(Kind.DUPLICATE, depth + 1, -1, number))
                    continue
                elif remember:
                    reach(child)
                if newest:
                    frontier.append((added, number, len(states), depth + 1))
                elif not oldest:
                    ranked = rank(child, total)
                    heappush(frontier, (ranked, added, depth + 1, total))
                if trace is not None:
                    why = () if oldest or newest else (total, _least(ranked))
                    trace(Event(Kind.GENERATE, depth + 1, added, number, why))
                add_state(child)
                add_parent(place)
                added += 1
            if not moves:
                duplicates += len(children) - (added - first)
            if added == first and duplicates == met:
                backtracks += 1
                if trace is not None:
                    trace(Event(Kind.STUCK, depth, number))
    finally:
        _note(stats, nodes, backtracks, fresh + added, duplicates, deepest, largest)
    if found and stats.duplicates:
        raise Stopped(OTHER_WAYS)


def _least(rank: Any) -> Any:
    """What a node is ranked by, without what decides between equals."""
    return rank[0] if isinstance(rank, tuple) else rank


def _note(stats: Stats, *counts: int) -> None:
    """Write what the loop has counted into the stats."""
    stats.nodes, stats.backtracks, new, stats.duplicates, stats.deepest, stats.frontier = counts
    stats.generated = new + stats.duplicates


def _way(states: Sequence[Any], parents: Sequence[int], place: int) -> list[Any]:
    """The states from the start to a node."""
    way = []
    while place >= 0:
        way.append(states[place])
        place = parents[place]
    return way[::-1]


VISITED = {
    "visited": "Remembers",
    "visited=all": "every state",
    "visited=path": "remembering only its path",
    "visited=none": "remembering nothing",
}
"""How the option `visited` reads."""


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
        return search(space, run, NEWEST, self.visited)


@dataclass(frozen=True)
class BreadthFirst(Strategy):
    """Expand the oldest state first, so the first answer has the fewest moves."""

    name: ClassVar[str] = "breadth-first"
    title: ClassVar[str] = "Breadth-first search"
    summary: ClassVar[str] = "Take the oldest state first: a queue."
    face: ClassVar[type] = StateSpace
    holds: ClassVar[str] = QUEUE
    optimal: ClassVar[bool] = True
    level: ClassVar[int] = 50

    def rank(self, space: Space) -> int | None:
        """Where moves have costs, the fewest moves need not cost least."""
        return self.level if capability(space, HasCost) is None else 0

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        return search(space, run, OLDEST)


@dataclass(frozen=True)
class UniformCost(Strategy):
    """Expand the cheapest state first (Dijkstra), so the first answer costs least."""

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
        return search(space, run, LEAST, weighted=True)


def cost_of(space: Space) -> Callable[[Any, Any, Any], Any] | None:
    """The cost of a move; None where each costs 1."""
    costs = capability(space, HasCost)
    return None if costs is None else costs.cost


def is_tree(space: Space) -> bool:
    """Whether no state can be reached in two ways."""
    offered = capability(space, MaybeTree)
    return offered is not None and offered.is_tree
