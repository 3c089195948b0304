"""Right searches, as students write them, that break every tie at random: none may lose a point."""

# mypy: ignore-errors

from __future__ import annotations

import heapq
import random
from collections import deque

random.seed(17)
INFINITY = float("inf")


def shuffled(items):
    mixed = list(items)
    random.shuffle(mixed)
    return mixed


# ------------------------------------------------------------------ spaces of states


def bfs_queue(problem):
    frontier, seen = deque([(problem.initial, [])]), {problem.initial}
    while frontier:
        state, path = frontier.popleft()
        if problem.goal_test(state):
            return path
        for action in shuffled(problem.actions(state)):
            child = problem.result(state, action)
            if child not in seen:
                seen.add(child)
                frontier.append((child, [*path, action]))
    return None


def bfs_levels(start, successors, is_goal):
    """Level by level, each level in any order; tested when generated."""
    if is_goal(start):
        return []
    level, seen = [(start, [])], {start}
    while level:
        below = []
        for state, path in shuffled(level):
            for action, child in shuffled(successors(state)):
                if child not in seen:
                    if is_goal(child):
                        return [*path, action]
                    seen.add(child)
                    below.append((child, [*path, action]))
        level = below
    return None


def bfs_graph(graph, start, goal):
    """Over a dictionary, with no goal test but a comparison; returns states."""
    frontier, seen = deque([[start]]), set()
    while frontier:
        path = frontier.popleft()
        if path[-1] == goal:
            return path
        if path[-1] in seen:
            continue
        seen.add(path[-1])
        frontier.extend([*path, child] for child in shuffled(graph[path[-1]]))
    return None


def dfs_stack(problem):
    stack, seen = [(problem.getStartState(), [])], set()
    while stack:
        state, path = stack.pop()
        if state in seen:
            continue
        seen.add(state)
        if problem.isGoalState(state):
            return path
        for child, action, _ in shuffled(problem.getSuccessors(state)):
            if child not in seen:
                stack.append((child, [*path, action]))
    return []


def dfs_reached(problem):
    """Marks a state when it is pushed."""
    stack, seen = [(problem.initial, [])], {problem.initial}
    while stack:
        state, path = stack.pop()
        if problem.goal_test(state):
            return path
        for action in shuffled(problem.actions(state)):
            child = problem.result(state, action)
            if child not in seen:
                seen.add(child)
                stack.append((child, [*path, action]))
    return None


def dfs_recursive(problem):
    seen = set()

    def visit(state):
        if problem.is_goal(state):
            return []
        seen.add(state)
        for action in shuffled(problem.actions(state)):
            child = problem.result(state, action)
            if child not in seen:
                found = visit(child)
                if found is not None:
                    return [action, *found]
        return None

    return visit(problem.initial_state)


def ids_recursive(problem):
    def visit(state, limit, path):
        if problem.goal_test(state):
            return []
        if limit == 0:
            return None
        for action in shuffled(problem.actions(state)):
            child = problem.result(state, action)
            if child not in path:
                found = visit(child, limit - 1, {*path, child})
                if found is not None:
                    return [action, *found]
        return None

    for limit in range(8):
        found = visit(problem.initial, limit, {problem.initial})
        if found is not None:
            return found
    return None


def ids_stack(start, successors, is_goal):
    for limit in range(1, 9):
        stack = [(start, [], (start,))]
        while stack:
            state, path, states = stack.pop()
            if is_goal(state):
                return path
            if len(path) < limit:
                for action, child in shuffled(successors(state)):
                    if child not in states:
                        stack.append((child, [*path, action], (*states, child)))
    return None


def _best_first(problem, rank):
    heap, done = [(rank(0, problem.initial), random.random(), 0, problem.initial, [])], set()
    while heap:
        _, _, spent, state, path = heapq.heappop(heap)
        if state in done:
            continue
        done.add(state)
        if problem.goal_test(state):
            return path
        for action in shuffled(problem.actions(state)):
            child = problem.result(state, action)
            total = problem.path_cost(spent, state, action, child)
            if child not in done:
                entry = rank(total, child), random.random(), total, child, [*path, action]
                heapq.heappush(heap, entry)
    return None


def ucs_heap(problem):
    return _best_first(problem, lambda g, state: g)


def greedy_heap(problem):
    return _best_first(problem, lambda g, state: problem.h(state))


def a_star_heap(problem):
    return _best_first(problem, lambda g, state: g + problem.h(state))


def a_star_scan(problem):
    """A list that is scanned for the least f, with the cheapest way kept for each state."""
    ways, done = {problem.initial: (0, [])}, set()
    while ways:
        least = min(g + problem.h(state) for state, (g, _) in ways.items())
        ties = [state for state, (g, _) in ways.items() if g + problem.h(state) == least]
        state = random.choice(ties)
        spent, path = ways.pop(state)
        if problem.goal_test(state):
            return path
        done.add(state)
        for action in shuffled(problem.actions(state)):
            child = problem.result(state, action)
            total = spent + problem.cost(state, action, child)
            if child not in done and (child not in ways or total < ways[child][0]):
                ways[child] = total, [*path, action]
    return None


# ------------------------------------------------------------------ constraints


def left(csp, var, held):
    return [value for value in csp.choices(var) if csp.nconflicts(var, value, held) == 0]


def first(csp, held):
    return next(var for var in csp.variables if var not in held)


def mrv(csp, held):
    free = [var for var in csp.variables if var not in held]
    least = min(len(left(csp, var, held)) for var in free)
    return random.choice([var for var in free if len(left(csp, var, held)) == least])


def mrv_degree(csp, held):
    free = [var for var in csp.variables if var not in held]
    least = min(len(left(csp, var, held)) for var in free)
    ties = [var for var in free if len(left(csp, var, held)) == least]

    def degree(var):
        return sum(other not in held for other in csp.neighbors[var])

    most = max(map(degree, ties))
    return random.choice([var for var in ties if degree(var) == most])


def listed(csp, var, held):
    return csp.choices(var)


def lcv(csp, var, held):
    def lost(value):
        return sum(
            not csp.constraints(var, value, other, x)
            for other in csp.neighbors[var]
            if other not in held
            for x in left(csp, other, held)
        )

    return sorted(shuffled(left(csp, var, held)), key=lost)


def no_inference(csp, var, value, held, removals):
    return True


def forward_checking(csp, var, value, held, removals):
    for other in shuffled(csp.neighbors[var]):
        if other not in held:
            for x in list(csp.choices(other)):
                if not csp.constraints(var, value, other, x):
                    csp.prune(other, x, removals)
            if not csp.choices(other):
                return False
    return True


def mac(csp, var, value, held, removals):
    queue = [(other, var) for other in csp.neighbors[var]]
    while queue:
        one, other = queue.pop(random.randrange(len(queue)))
        gone = [
            x
            for x in csp.choices(one)
            if not any(csp.constraints(one, x, other, y) for y in csp.choices(other))
        ]
        for x in gone:
            csp.prune(one, x, removals)
        if not csp.choices(one):
            return False
        if gone:
            queue += [(third, one) for third in csp.neighbors[one] if third != other]
    return True


def _backtracking(csp, select, order, infer):
    """As in aima-python: a variable is unassigned after its last value."""
    csp.support_pruning()

    def backtrack(held):
        if len(held) == len(csp.variables):
            return dict(held)
        var = select(csp, held)
        for value in order(csp, var, held):
            if csp.nconflicts(var, value, held) == 0:
                csp.assign(var, value, held)
                removals = csp.suppose(var, value)
                if infer(csp, var, value, held, removals):
                    found = backtrack(held)
                    if found is not None:
                        return found
                csp.restore(removals)
        csp.unassign(var, held)
        return None

    return backtrack({})


def _backtracking_plain(csp, select, order, infer):
    """Assign, look, unassign: each value is taken back before the next one."""
    csp.support_pruning()
    held = {}

    def backtrack():
        if len(held) == len(csp.variables):
            return True
        var = select(csp, held)
        for value in list(order(csp, var, held)):
            if csp.consistent(var, value, held):
                removals = []
                csp.assign(var, value, held)
                if infer(csp, var, value, held, removals) and backtrack():
                    return True
                csp.unassign(var, held)
                csp.restore(removals)
        return False

    return dict(held) if backtrack() else None


def bt_first(csp):
    return _backtracking(csp, first, listed, no_inference)


def bt_mrv(csp):
    return _backtracking_plain(csp, mrv, listed, no_inference)


def bt_mrv_degree_fc(csp):
    return _backtracking(csp, mrv_degree, listed, forward_checking)


def bt_lcv_fc(csp):
    return _backtracking_plain(csp, mrv, lcv, forward_checking)


def bt_mac(csp):
    return _backtracking(csp, mrv, listed, mac)


# ------------------------------------------------------------------ games


def minimax(state, game):
    def value(state):
        if game.terminal_test(state):
            return game.utility(state, "MAX")
        found = [value(game.result(state, move)) for move in shuffled(game.actions(state))]
        return max(found) if game.to_move(state) == "MAX" else min(found)

    return max(shuffled(game.actions(state)), key=lambda move: value(game.result(state, move)))


def alpha_beta(state, game):
    """Russell and Norvig: cut when the value reaches the bound."""

    def most(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, "MAX")
        best = -INFINITY
        for move in shuffled(game.actions(state)):
            best = max(best, least(game.result(state, move), alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def least(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, "MAX")
        best = INFINITY
        for move in shuffled(game.actions(state)):
            best = min(best, most(game.result(state, move), alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best

    alpha, chosen = -INFINITY, None
    for move in shuffled(game.actions(state)):
        found = least(game.result(state, move), alpha, INFINITY)
        if found > alpha:
            alpha, chosen = found, move
    return chosen


def alpha_beta_late(state, game):
    """Cut only when the value has passed the bound, and return the value."""

    def value(state, alpha, beta, is_max):
        if game.terminal_test(state):
            return game.utility(state)
        best = -INFINITY if is_max else INFINITY
        for move in shuffled(game.actions(state)):
            found = value(game.result(state, move), alpha, beta, not is_max)
            if is_max:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha > beta:
                break
        return best

    return value(state, -INFINITY, INFINITY, True)
