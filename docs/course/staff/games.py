"""Key of lesson 6, games.

Exercise 1. 3: the three MIN positions are worth 3, 2 and 2.
Exercise 2. Two. Once the second position has shown a 2, its other two leaves can't matter, because
MAX has 3 elsewhere. In the third position, 14 and 5 leave the question open until the 2 appears.
Exercise 3. With 2 first in the third position, its other two leaves are cut as well.
Exercise 4. No. A cut skips only moves that can't change the value of the root.
"""

INFINITY = float("inf")


def minimax_search(game, state):
    return max(game.actions(state), key=lambda move: value(game, game.result(state, move)))


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    best = max if game.to_move(state) == "MAX" else min
    return best(value(game, game.result(state, move)) for move in game.actions(state))


def alpha_beta_search(game, state):
    return max_value(game, state, -INFINITY, INFINITY)[1]


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    best, chosen = -INFINITY, None
    for move in game.actions(state):
        found, _ = min_value(game, game.result(state, move), alpha, beta)
        if found > best:
            best, chosen = found, move
            alpha = max(alpha, best)
        if best >= beta:
            break
    return best, chosen


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    best, chosen = INFINITY, None
    for move in game.actions(state):
        found, _ = max_value(game, game.result(state, move), alpha, beta)
        if found < best:
            best, chosen = found, move
            beta = min(beta, best)
        if best <= alpha:
            break
    return best, chosen
