"""Compares graph searches over a space of your own with the same searches written by hand.

The 8-puzzle, with tuples as states. By hand each search is some fifteen lines for this one purpose:
it counts nothing, keeps no limit, and can't be watched. Breadth-first search and A* have a compiled
twin, so they shouldn't take longer. IDA* may take 1.25 times as long: a ratio of 0.8.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from heapq import heappop, heappush
from math import inf

from benchmarks.row import Row
from clew.core.result import Run
from clew.search.space.deepening import IDAStar
from clew.search.space.graph import AStar, BreadthFirst
from clew.search.strategy import Strategy

State = tuple[int, ...]
STARTS = {"19 moves": (3, 0, 5, 7, 1, 6, 2, 8, 4), "31 moves": (8, 6, 7, 2, 5, 4, 3, 0, 1)}
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
BESIDE = [
    [(word, cell) for word, cell in (("up", b - 3), ("down", b + 3)) if 0 <= cell < 9]
    + [(word, cell) for word, cell in (("left", b - 1), ("right", b + 1)) if cell // 3 == b // 3]
    for b in range(9)
]
"""The moves of the blank from each cell, and where it goes."""
AWAY = [
    [abs(cell // 3 - home // 3) + abs(cell % 3 - home % 3) for cell in range(9)]
    for home in (8, *range(8))
]
"""The distance of a cell from the home of each tile."""
AWAY[0] = [0] * 9


class EightPuzzle:
    """The 8-puzzle: slide tiles until they're in order."""

    def __init__(self, start: State) -> None:
        self.start = start

    def successors(self, state: State) -> Iterator[tuple[str, State]]:
        blank = state.index(0)
        for move, cell in BESIDE[blank]:
            after = list(state)
            after[blank], after[cell] = after[cell], 0
            yield move, tuple(after)

    def is_goal(self, state: State) -> bool:
        return state == GOAL

    def heuristic(self, state: State) -> int:
        """Return the sum of the Manhattan distances."""
        return sum(AWAY[tile][cell] for cell, tile in enumerate(state))


def rows() -> Iterator[Row]:
    searches: dict[Strategy, Callable[[EightPuzzle], list[str]]] = {
        BreadthFirst(): breadth_first,
        AStar(): a_star,
        IDAStar(): ida_star,
    }
    for title, start in STARTS.items():
        for strategy, by_hand in searches.items():
            yield Row(
                str(strategy),
                partial(first, strategy, EightPuzzle(start)),
                peers={"by hand": partial(by_hand, EightPuzzle(start))},
                goals={"by hand": 0.8 if strategy.name == "ida-star" else 1.0},
                part=f"8-puzzle, {title}",
                quick=strategy.name == "ida-star" and title == "19 moves",
            )


def first(strategy: Strategy, space: EightPuzzle) -> list[str]:
    """Return the moves of the first solution."""
    return list(next(iter(strategy(space, Run()))).moves())


# ------------------------------------------------------------------ by hand


def breadth_first(space: EightPuzzle) -> list[str]:
    frontier = deque([space.start])
    parent: dict[State, tuple[State, str] | None] = {space.start: None}
    while frontier:
        state = frontier.popleft()
        if space.is_goal(state):
            return way(parent, state)
        for move, child in space.successors(state):
            if child not in parent:
                parent[child] = state, move
                frontier.append(child)
    raise ValueError("no way")


def a_star(space: EightPuzzle) -> list[str]:
    start, ties = space.start, 0
    cost, frontier = {start: 0}, [(space.heuristic(start), 0, start)]
    parent: dict[State, tuple[State, str] | None] = {start: None}
    while frontier:
        _, _, state = heappop(frontier)
        if space.is_goal(state):
            return way(parent, state)
        total = cost[state] + 1
        for move, child in space.successors(state):
            if child not in cost or total < cost[child]:
                cost[child] = total
                parent[child] = state, move
                ties += 1
                heappush(frontier, (total + space.heuristic(child), ties, child))
    raise ValueError("no way")


def ida_star(space: EightPuzzle) -> list[str]:
    path, moves = [space.start], list[str]()

    def dive(spent: int, limit: float) -> float | None:
        """Search to a limit. Return None for a goal, or the smallest estimate beyond the limit."""
        state = path[-1]
        length = spent + space.heuristic(state)
        if length > limit:
            return length
        if space.is_goal(state):
            return None
        least = inf
        for move, child in space.successors(state):
            if child not in path:
                path.append(child)
                moves.append(move)
                found = dive(spent + 1, limit)
                if found is None:
                    return None
                least = min(least, found)
                path.pop()
                moves.pop()
        return least

    limit: float | None = space.heuristic(space.start)
    while limit is not None:
        limit = dive(0, limit)
    return moves


def way(parent: dict[State, tuple[State, str] | None], state: State) -> list[str]:
    moves = []
    while (before := parent[state]) is not None:
        state, move = before
        moves.append(move)
    return moves[::-1]
