"""Key of lesson 1, state spaces.

Exercise 1. A state of the jugs is a pair of levels, and 0 to 3 and 0 to 5 make 24 pairs. You can
reach 16 of them: a move ends only when a jug is empty or full, so one always is.
Exercise 2. The path doesn't belong in the state. If it did, no state would ever be met twice, and
the space would be an endless tree.
Exercise 3. 20 states are safe, and you can reach 16 of them. The boat belongs in the state,
because it decides which moves are possible.
Exercise 4. 9!/2 = 181,440: half of the orders of nine things, by parity.
"""

CAPACITY = (3, 5)


def jug_successors(levels):
    for jug, level in enumerate(levels):
        for name, after in (("fill", CAPACITY[jug]), ("empty", 0)):
            if after != level:
                yield f"{name} {jug}", replaced(levels, {jug: after})
        other = 1 - jug
        poured = min(level, CAPACITY[other] - levels[other])
        if poured:
            after = {jug: level - poured, other: levels[other] + poured}
            yield f"pour {jug} into {other}", replaced(levels, after)


def replaced(levels, changes):
    return tuple(changes.get(jug, level) for jug, level in enumerate(levels))


def jug_goal(levels):
    return 4 in levels


def safe(missionaries, cannibals):
    return missionaries in (0, 3) or missionaries == cannibals


def river_successors(state):
    missionaries, cannibals, near = state
    sign = -1 if near else 1
    for m, c in ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1)):
        after = missionaries + sign * m, cannibals + sign * c
        if min(after) >= 0 and max(after) <= 3 and safe(*after):
            yield f"{m} and {c}", (*after, not near)


def river_goal(state):
    return state == (0, 0, False)
