"""The 8-puzzle: slide the tiles into order, from one of the two hardest positions."""

import clew


def apart(a, b):
    return abs(a // 3 - b // 3) + abs(a % 3 - b % 3)


def manhattan(tiles):
    return sum(apart(cell, tile - 1) for cell, tile in enumerate(tiles) if tile)


@clew.walk(start=(8, 6, 7, 2, 5, 4, 3, 0, 1), goal=(1, 2, 3, 4, 5, 6, 7, 8, 0), heuristic=manhattan)
def eight(tiles):
    hole = tiles.index(0)
    for cell, tile in enumerate(tiles):
        if apart(cell, hole) == 1:
            moved = {cell: 0, hole: tile}
            yield tile, tuple(moved.get(place, each) for place, each in enumerate(tiles))
