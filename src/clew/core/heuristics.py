"""Heuristics as values: a name, and an estimate of the remaining cost to a goal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from math import inf
from typing import Any, Protocol

from clew.core.arguments import advice
from clew.core.capabilities import HasHeuristic, capability

OWN = "own"
"""The name of a space's only heuristic, if the space doesn't give it one."""


@dataclass(frozen=True)
class Heuristic:
    """A named estimate of the minimum cost from a state to a goal.

    A heuristic is admissible if it never overestimates, and consistent if no move lowers the
    estimate by more than the move costs. `clew.audit` checks both. `a | b` is the larger of two
    estimates. `a + b` is their sum, which is admissible only if no move counts towards both.

    Args:
        name: The name, as in `a-star:heuristic=NAME`.
        estimate: A function that returns the estimate for a state.

    >>> import clew
    >>> far = clew.Heuristic("far", lambda n: abs(100 - n) // 2)
    >>> near = clew.Heuristic("near", lambda n: 1 if n < 100 else 0)
    >>> (far | near)(90), (far + near)(90), (far | near).name
    (5, 6, 'far|near')
    """

    name: str
    estimate: Callable[[Any], Any]

    def __call__(self, state: Any, /) -> Any:
        return self.estimate(state)

    def __or__(self, other: Heuristic) -> Heuristic:
        one, two = self.estimate, other.estimate
        return Heuristic(f"{self.name}|{other.name}", lambda state: max(one(state), two(state)))

    def __add__(self, other: Heuristic) -> Heuristic:
        one, two = self.estimate, other.estimate
        return Heuristic(f"{self.name}+{other.name}", lambda state: one(state) + two(state))


class HasHeuristics(Protocol):
    """A space with several named heuristics. `heuristic` is the usual one."""

    @property
    def heuristics(self) -> Sequence[Heuristic]: ...


def heuristics_of(space: object) -> Mapping[str, Callable[[Any], Any]]:
    """Return a space's heuristics, with their names as keys."""
    if (several := capability(space, HasHeuristics)) is not None:
        return {each.name: each.estimate for each in several.heuristics}
    one = capability(space, HasHeuristic)
    return {} if one is None else {OWN: one.heuristic}


def named_heuristic(space: object, name: str) -> Callable[[Any], Any]:
    """Return the heuristic with this name, or the usual one if the name is empty.

    Raises:
        ValueError: The space has no such heuristic.
    """
    if not name and (usual := capability(space, HasHeuristic)) is not None:
        return usual.heuristic
    found = heuristics_of(space)
    if name not in found:
        if not found:
            raise ValueError("this puzzle has no heuristic")
        raise ValueError(f"no heuristic called {name!r}: {advice(name, list(found))}")
    return found[name]


def pattern_database(
    name: str, goals: Sequence[Any], before: Before, view: Callable[[Any], Any]
) -> Heuristic:
    """Make a pattern database: a table of each pattern's exact distance to the goal.

    A pattern keeps part of a state and blanks out the rest, so a path from the state to a goal is
    also a path from its pattern to the goal's pattern (Culberson and Schaeffer 1998). `view`
    returns a state's pattern. `before` lists the patterns one move before a pattern, as pairs of
    the move's cost and the pattern. The table is built on first use.
    """

    @cache
    def table() -> dict[Any, Any]:
        return distances(map(view, goals), before)

    return Heuristic(name, lambda state: table().get(view(state), float("inf")))


# ------------------------------------------------------------------ exact distances
# Exact distances: the minimum cost to a goal, for every state that can reach one.


Before = Callable[[Any], Iterable[tuple[Any, Any]]]
"""A function that returns the states one move before a state, as pairs of a cost and a state."""


def distances(goals: Iterable[Any], before: Before, most: int | None = None) -> dict[Any, Any]:
    """Compute the minimum cost to a goal for the states that can reach one (Dijkstra).

    The nearest states come first. If `most` is given, stop after this number of states.
    """
    far: dict[Any, Any] = {}
    waiting: dict[Any, list[Any]] = {0: list(goals)}
    costs: list[Any] = [0]
    while costs:
        cost = heappop(costs)
        level = waiting[cost]
        for state in level:  # the level grows if a move costs nothing
            if state in far:
                continue
            far[state] = cost
            if len(far) == most:
                return far
            for step, other in before(state):
                if other in far:
                    continue
                total = cost + step
                if total not in waiting:
                    waiting[total] = []
                    heappush(costs, total)
                waiting[total].append(other)
        del waiting[cost]
    return far


def spread(
    places: Iterable[int], ways: Iterable[int], free: Callable[[int, int], bool]
) -> dict[int, int]:
    """Compute the minimum number of steps from some places to every other place.

    `free` decides whether a step from a place in some direction is possible.

    >>> spread([2], (-1, 1), lambda place, way: 0 <= place + way < 5)
    {2: 0, 1: 1, 3: 1, 0: 2, 4: 2}
    """
    ways = tuple(ways)
    return distances(places, lambda at: ((1, at + way) for way in ways if free(at, way)))


# ------------------------------------------------------------------ matchings


def cheapest_matching(costs: Sequence[Sequence[float]]) -> float:
    """Compute the least total cost of giving each row a column of its own.

    Each row joins in turn, along the cheapest chain of rows that change their columns (the
    Hungarian method of Kuhn and Munkres). The result is infinite if no such choice exists.

    Args:
        costs: For each row, the cost of each column, 0 or more. There are at least as many columns
            as rows. An infinite cost rules a column out.

    >>> cheapest_matching([[1, 2], [1, 5]])
    3
    """
    columns = range(len(costs[0]) if costs else 0)
    row_price = [0.0] * len(costs)
    price = [0.0] * len(columns)
    owner: list[int] = [-1] * len(columns)
    for joining in range(len(costs)):
        least, before = [inf] * len(columns), [-1] * len(columns)
        done: list[int] = []
        open_columns = set(columns)
        row, last, spent = joining, -1, 0.0
        while True:
            for column in open_columns:
                more = spent + costs[row][column] - row_price[row] - price[column]
                if more < least[column]:
                    least[column], before[column] = more, last
            nearest = min(open_columns, key=least.__getitem__, default=-1)
            if nearest < 0 or least[nearest] == inf:
                return inf
            spent, last = least[nearest], nearest
            if owner[nearest] < 0:
                break
            done.append(nearest)
            open_columns.discard(nearest)
            row = owner[nearest]
        row_price[joining] += spent
        for column in done:
            row_price[owner[column]] += spent - least[column]
            price[column] -= spent - least[column]
        while last >= 0:
            owner[last] = owner[before[last]] if before[last] >= 0 else joining
            last = before[last]
    return sum(costs[row][column] for column, row in enumerate(owner) if row >= 0)
