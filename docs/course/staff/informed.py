"""Key of lesson 5, informed search.

Exercise 1. Rimnicu: 220 + 193 = 413 is less than Fagaras's 239 + 176 = 415.
Exercise 2. Uniform-cost search: h = 0 never overestimates, and never helps either.
Exercise 3. Yes, and it's the better one wherever they differ. Neither overestimates, so the larger
one doesn't either. (If both are consistent, it's consistent too.)
Exercise 4. An expensive way may generate the goal while a cheaper one is still waiting.
"""

import heapq


def best_first(problem, key):
    """Expand the state with the least key(g, state)."""
    heap, expanded, serial = [(key(0, problem.initial), 0, 0, problem.initial, [])], set(), 0
    while heap:
        _, _, spent, state, path = heapq.heappop(heap)
        if state in expanded:
            continue
        expanded.add(state)
        if problem.is_goal(state):
            return path
        for action in problem.actions(state):
            child = problem.result(state, action)
            total, serial = spent + problem.action_cost(state, action, child), serial + 1
            if child not in expanded:
                heapq.heappush(heap, (key(total, child), serial, total, child, [*path, action]))
    return None


def greedy_best_first_search(problem):
    return best_first(problem, lambda g, state: problem.h(state))


def astar_search(problem):
    return best_first(problem, lambda g, state: g + problem.h(state))


def heuristic(state):
    """The sum of the distances of the tiles from their places, in rows and columns."""
    return sum(
        abs(at // 2 - goal // 2) + abs(at % 2 - goal % 2)
        for at, tile in enumerate(state)
        if tile
        for goal in [(tile - 1) % 6]
    )
