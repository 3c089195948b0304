"""Three missionaries and three cannibals cross a river. Cannibals may never outnumber the rest."""

import clew


@clew.walk(start=(3, 3, 1), goal=(0, 0, 0))
def river(state):
    m, c, boat = state  # people on this side, and whether the boat is here
    way, side = (-1, "over") if boat else (1, "back")
    for dm, dc in ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1)):
        m2, c2 = m + way * dm, c + way * dc
        if 0 <= m2 <= 3 and 0 <= c2 <= 3 and (m2 in (0, 3) or m2 == c2):
            yield f"{dm} and {dc} {side}", (m2, c2, 1 - boat)
