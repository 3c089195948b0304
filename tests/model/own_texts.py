"""Files with a walk and a game, as a user would write them, for the tests of all front ends."""

from __future__ import annotations

RIVER_AND_TAKE = """
@clew.walk(start=(3, 3, 1), goal=(0, 0, 0), show=lambda s: f"{s[0]}M {s[1]}C boat:{s[2]}")
def river(state):
    m, c, boat = state
    for dm, dc in ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1)):
        m2, c2 = (m - dm, c - dc) if boat else (m + dm, c + dc)
        if 0 <= m2 <= 3 and 0 <= c2 <= 3 and (m2 in (0, 3) or m2 == c2):
            yield f"{dm}M {dc}C {'over' if boat else 'back'}", (m2, c2, 1 - boat)

@clew.game
class Take:
    start = 5
    def successors(self, left):
        return [(f"take {n}", left - n) for n in (1, 2) if n <= left]
    def payoff(self, left):
        return -1 if left == 0 else None
"""
