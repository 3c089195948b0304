# ruff: noqa: E501
"""Searches with one mistake each.

Each is a function of `right.py`, what is changed in it, and the rule
that must name the mistake, with words of its sentence.
"""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    function: str
    old: str
    new: str
    rule: str
    words: str = ""


Q, L, G = "bfs_queue", "bfs_levels", "bfs_graph"
D, DR, DF = "dfs_stack", "dfs_recursive", "dfs_reached"
IR, IS = "ids_recursive", "ids_stack"
U, GR, A, AS = "ucs_heap", "greedy_heap", "a_star_heap", "a_star_scan"
BF, BM, BD, BL, BC = "bt_first", "bt_mrv", "bt_mrv_degree_fc", "bt_lcv_fc", "bt_mac"
MM, AB, AL = "minimax", "alpha_beta", "alpha_beta_late"
HEAP = "            if child not in done:\n"
REMOVALS = "                csp.restore(removals)\n        csp.unassign"

MUTANTS = [
    # spaces of states
    Mutant(Q, "frontier.popleft()", "frontier.pop()", "breadth-first", "waiting"),
    Mutant(Q, "frontier.append(", "frontier.appendleft(", "breadth-first", "waiting"),
    Mutant(Q, "frontier.popleft()", "frontier.pop() if len(frontier) > 3 else frontier.popleft()",
           "breadth-first", "waiting"),
    Mutant(Q, "seen.add(child)", "pass", "visited", "second time"),
    Mutant(Q, "if child not in seen:", "if True:", "visited", "second time"),
    Mutant(Q, "if problem.goal_test(state):", "if state == problem.goal:", "goal-test", "never"),
    Mutant(Q, "[*path, action]", "[action, *path]", "optimal", "isn't possible"),
    Mutant(Q, "    while frontier:\n", "    for _ in range(4):\n", "unsolvable", ""),
    Mutant(Q, "                seen.add(child)\n                frontier.append((child, [*path, action]))",
           "                seen.add(child)\n                if problem.goal_test(child):\n"
           "                    return [*path, action]\n"
           "                frontier.append((child, [*path, action]))", "goal-test", "tested"),
    Mutant(L, "                    if is_goal(child):\n                        return [*path, action]\n",
           "", "goal-test", "before it tested"),
    Mutant(L, "level = below", "level = below[1:]", "unsolvable", ""),
    Mutant(L, "level, seen = [(start, [])], {start}", "level, seen = [(start, [])], set()",
           "visited", "second time"),
    Mutant(G, "frontier.popleft()", "frontier.pop()", "breadth-first", "depth"),
    Mutant(G, "seen.add(path[-1])", "pass", "visited", "second time"),
    Mutant(D, "stack.pop()", "stack.pop(0)", "depth-first", "later"),
    Mutant(D, "seen.add(state)\n        if problem.isGoal", "if problem.isGoal", "visited", "second"),
    Mutant(D, "stack.pop()", "stack.pop(len(stack) // 2)", "depth-first", "later"),
    Mutant(D, "stack.append((child", "stack.insert(0, (child", "depth-first", "later"),
    Mutant(D, "        for child, action, _ in shuffled(problem.getSuccessors(state)):",
           "        for child, action, _ in problem.getSuccessors(state)[:1]:", "unsolvable", ""),
    Mutant(DF, "stack.pop()", "stack.pop(0)", "depth-first", "later"),
    Mutant(DR, "        seen.add(state)\n", "        seen.add(state)\n        if len(seen) > 4:\n"
           "            return None\n", "unsolvable", ""),
    Mutant(DR, "if found is not None:\n                    return [action, *found]\n        return None\n\n"
           "    return visit(problem.initial_state)",
           "return None if found is None else [action, *found]\n        return None\n\n"
           "    return visit(problem.initial_state)", "unsolvable", ""),
    Mutant(IR, "for limit in range(8):", "for limit in range(0, 8, 2):", "iterative-deepening", "round"),
    Mutant(IR, "for limit in range(8):", "for limit in range(7, 8):", "iterative-deepening", "round"),
    Mutant(IR, "for limit in range(8):", "for limit in (0, 1, 1, 2, 2, 3, 3, 4, 5, 6):",
           "iterative-deepening", ""),
    Mutant(IR, "visit(child, limit - 1", "visit(child, limit", "iterative-deepening", "depth"),
    Mutant(IR, "shuffled(problem.actions(state)):\n            child = problem.result(state, action)\n"
           "            if child not in path:",
           "problem.actions(state)[1:]:\n            child = problem.result(state, action)\n"
           "            if child not in path:", "optimal", ""),
    Mutant(IS, "stack.pop()", "stack.pop(0)", "iterative-deepening", ""),
    Mutant(U, "lambda g, state: g)", "lambda g, state: 0)", "uniform-cost", "g ="),
    Mutant(U, "lambda g, state: g)", "lambda g, state: -g)", "uniform-cost", "g ="),
    Mutant(U, "lambda g, state: g)", "lambda g, state: problem.h(state))", "uniform-cost", "g ="),
    Mutant(U, HEAP, HEAP + "                done.add(child)\n", "optimal", "no path"),
    Mutant(U, HEAP, "            if problem.goal_test(child):\n                return [*path, action]\n"
           + HEAP, "optimal", "a cheaper one"),
    Mutant(U, "        if state in done:\n            continue\n        done.add(state)\n        if problem.goal",
           "        if problem.goal", "visited", "second"),
    Mutant(U, "problem.path_cost(spent, state, action, child)", "spent + 1", "uniform-cost", "g ="),
    Mutant(GR, "problem.h(state))", "g)", "greedy", "h ="),
    Mutant(GR, "problem.h(state))", "g + problem.h(state))", "greedy", "h ="),
    Mutant(GR, "problem.h(state))", "-problem.h(state))", "greedy", "h ="),
    Mutant(A, "g + problem.h(state))", "g)", "a-star", "f ="),
    Mutant(A, "g + problem.h(state))", "problem.h(state))", "a-star", "f ="),
    Mutant(A, "g + problem.h(state))", "g + 3 * problem.h(state))", "a-star", "f ="),
    Mutant(A, "g + problem.h(state))", "g - problem.h(state))", "a-star", "f ="),
    Mutant(AS, "or total < ways[child][0]", "", "a-star", "f ="),
    Mutant(AS, "done.add(state)", "pass", "visited", ""),
    # constraints
    Mutant(BF, "next(var for var in csp.variables", "next(var for var in csp.variables[::-1]",
           "variable-order", "first"),
    Mutant(BM, "least = min(len(left(csp, var, held)) for var in free)\n    return",
           "least = max(len(left(csp, var, held)) for var in free)\n    return",
           "variable-order", "values left"),
    Mutant(BM, "least = min(len(left(csp, var, held)) for var in free)\n    return",
           "return free[0]\n    return", "variable-order", "values left"),
    Mutant(BM, "if csp.consistent(var, value, held):", "if True:", "no-clash", "clash"),
    Mutant(BM, "for value in list(order(csp, var, held)):", "for value in order(csp, var, held)[:2]:",
           "unsolvable", "before it had tried all"),
    Mutant(BM, "for value in list(order(csp, var, held)):", "for value in order(csp, var, held)[::-1]:",
           "value-order", "listed first"),
    Mutant(BD, "most = max(map(degree, ties))", "most = min(map(degree, ties))", "variable-order",
           "neighbour"),
    Mutant(BD, "ties = [var for var in free if len(left(csp, var, held)) == least]", "ties = free",
           "variable-order", "values left"),
    Mutant(BD, "return sum(other not in held for other in csp.neighbors[var])",
           "return len(csp.neighbors[var])", "variable-order", "neighbour"),
    Mutant(BD, "csp.prune(other, x, removals)", "pass", "forward-checking", "keeps"),
    Mutant(BD, REMOVALS, "                csp.restore(removals[1:])\n        csp.unassign",
           "forward-checking", "never restored"),
    Mutant(BD, "                if not csp.constraints(var, value, other, x):\n",
           "                if x == 1 or not csp.constraints(var, value, other, x):\n",
           "forward-checking", "nothing rules it out"),
    Mutant(BD, "if other not in held:\n            for x in list(csp.choices(other)):",
           "if other not in held:\n            for x in list(csp.choices(other))[:1]:",
           "forward-checking", "keeps"),
    Mutant(BL, "return sorted(shuffled(left(csp, var, held)), key=lost)",
           "return sorted(shuffled(left(csp, var, held)), key=lost, reverse=True)", "value-order",
           "rules out"),
    Mutant(BL, "csp.restore(removals)\n        return False", "pass\n        return False",
           "forward-checking", "never restored"),
    Mutant(BC, "        if gone:\n            queue += ", "        if not gone:\n            []; queue += ",
           "arc-consistency", "keeps"),
    Mutant(BC, "    queue = [(other, var) for other in csp.neighbors[var]]\n",
           "    return forward_checking(csp, var, value, held, removals)\n", "arc-consistency", "keeps"),
    # games
    Mutant(MM, 'return max(found) if game.to_move(state) == "MAX" else min(found)',
           "return max(found)", "minimax", "best move"),
    Mutant(MM, "return max(shuffled(game.actions(state))", "return min(shuffled(game.actions(state))",
           "minimax", "best move"),
    Mutant(MM, "shuffled(game.actions(state))]", "game.actions(state)[:2]]", "minimax", "never visited"),
    Mutant(AB, "            if best >= beta:\n                return best\n", "", "alpha-beta", "beta"),
    Mutant(AB, "            if best <= alpha:\n                return best\n", "", "alpha-beta", "alpha"),
    Mutant(AB, "if best >= beta:", "if best >= alpha:", "alpha-beta", "could still matter"),
    Mutant(AB, "alpha = max(alpha, best)", "pass", "alpha-beta", "alpha"),
    Mutant(AB, "if found > alpha:", "if found < alpha or chosen is None:", "alpha-beta", ""),
    Mutant(AB, 'return game.utility(state, "MAX")\n        best = INFINITY',
           'return -game.utility(state, "MAX")\n        best = INFINITY', "alpha-beta", ""),
    Mutant(AL, "            if alpha > beta:\n                break\n", "", "alpha-beta", "passed"),
    Mutant(AL, "-INFINITY, INFINITY, True)", "-5, 5, True)", "alpha-beta", ""),
]  # fmt: skip
