"""Key of lesson 2, uninformed search.

Exercise 1. S, A, B, C, D, E. When the search takes C, D and E are waiting, and S is a duplicate.
Exercise 2. A stack holds the children of every state on one path: at most b times m states.
Exercise 3. 1 + 4 + 16 + 64 = 85 in the last round, and 1 + 5 + 21 = 27 before it: 32 % more.
Exercise 4. No. Its first solution has the fewest moves, with 450 km. The shortest way has 418 km.
"""

import heapq
from collections import deque


def breadth_first_search(problem):
    frontier, reached = deque([(problem.initial, [])]), {problem.initial}
    while frontier:
        state, path = frontier.popleft()
        if problem.is_goal(state):
            return path
        for action in problem.actions(state):
            child = problem.result(state, action)
            if child not in reached:
                reached.add(child)
                frontier.append((child, [*path, action]))
    return None


def depth_first_search(problem):
    stack, expanded = [(problem.initial, [])], set()
    while stack:
        state, path = stack.pop()
        if problem.is_goal(state):
            return path
        if state not in expanded:
            expanded.add(state)
            for action in problem.actions(state):
                stack.append((problem.result(state, action), [*path, action]))
    return None


def iterative_deepening_search(problem):
    limit = 0
    while True:
        found, cut = depth_limited(problem, problem.initial, limit, (problem.initial,))
        if found is not None or not cut:
            return found
        limit += 1


def depth_limited(problem, state, limit, path):
    """The actions to a goal, or None; and whether the limit cut anything off."""
    if problem.is_goal(state):
        return [], False
    if limit == 0:
        return None, True
    cut = False
    for action in problem.actions(state):
        child = problem.result(state, action)
        if child not in path:
            found, below = depth_limited(problem, child, limit - 1, (*path, child))
            if found is not None:
                return [action, *found], False
            cut = cut or below
    return None, cut


def uniform_cost_search(problem):
    heap, expanded, serial = [(0, 0, problem.initial, [])], set(), 0
    while heap:
        spent, _, state, path = heapq.heappop(heap)
        if state in expanded:
            continue
        expanded.add(state)
        if problem.is_goal(state):
            return path
        for action in problem.actions(state):
            child = problem.result(state, action)
            total, serial = spent + problem.action_cost(state, action, child), serial + 1
            heapq.heappush(heap, (total, serial, child, [*path, action]))
    return None
