"""What tests of walks share: a space explored whole, and the true distances in it."""

from __future__ import annotations

from typing import Any


def levels(space: Any) -> list[list[Any]]:
    """Every state that can be reached, by the number of moves from the start."""
    seen, found = {space.start}, [[space.start]]
    while found[-1]:
        found.append([])
        for state in found[-2]:
            for _, child in space.successors(state):
                if child not in seen:
                    seen.add(child)
                    found[-1].append(child)
    return found[:-1]


def to_goal(space: Any) -> dict[Any, float]:
    """For every state that can be reached, the fewest moves to a goal; infinite if none leads."""
    states = [state for level in levels(space) for state in level]
    before: dict[Any, list[Any]] = {state: [] for state in states}
    for state in states:
        for _, child in space.successors(state):
            before[child].append(state)
    distance = dict.fromkeys(states, float("inf"))
    frontier = [state for state in states if space.is_goal(state)]
    moves = 0
    while frontier:
        for state in frontier:
            distance[state] = moves
        moves += 1
        frontier = [
            state
            for state in dict.fromkeys(b for state in frontier for b in before[state])
            if distance[state] == float("inf")
        ]
    return distance


def overestimates(space: Any) -> list[Any]:
    """The states whose heuristic is more than the truth: none, if it is admissible."""
    return [state for state, truth in to_goal(space).items() if space.heuristic(state) > truth]
