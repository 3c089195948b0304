"""Exact distances: what it costs at least to reach a goal, from every state that can."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any

Before = Callable[[Any], Iterable[tuple[Any, Any]]]
"""The states one move before a state, each after the cost of the move."""


def distances(goals: Iterable[Any], before: Before, most: int | None = None) -> dict[Any, Any]:
    """The least cost to a goal of the states that can reach one, the nearest first (Dijkstra).

    If `most` is given, it ends after so many states.
    """
    far: dict[Any, Any] = {}
    waiting: dict[Any, list[Any]] = {0: list(goals)}
    costs: list[Any] = [0]
    while costs:
        cost = heappop(costs)
        level = waiting[cost]
        for state in level:  # grows, if a move costs nothing
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
    """The fewest steps from some places to each that is reached; `free` allows a step one way.

    >>> spread([2], (-1, 1), lambda place, way: 0 <= place + way < 5)
    {2: 0, 1: 1, 3: 1, 0: 2, 4: 2}
    """
    ways = tuple(ways)
    return distances(places, lambda at: ((1, at + way) for way in ways if free(at, way)))
