"""Estimates for sliding tiles, from the weakest idea to the strongest."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from clew.core.heuristics import Heuristic
from clew.puzzles.sliding_tiles.face import TileBoard, Tiles


@lru_cache(maxsize=16)
def heuristics_for(cols: int, rows: int, goal: Tiles) -> tuple[Heuristic, ...]:
    """The heuristics for one goal; the first is the usual one."""
    cells = range(cols * rows)
    home = [goal.index(tile) for tile in cells]
    row, col = [h // cols for h in home], [h % cols for h in home]
    far = [
        [abs(at // cols - row[tile]) + abs(at % cols - col[tile]) if tile else 0 for at in cells]
        for tile in cells
    ]

    def misplaced(state: Tiles) -> int:
        """Each tile that is not at home must move."""
        return sum(tile != wanted and tile > 0 for tile, wanted in zip(state, goal, strict=True))

    def manhattan(state: Tiles) -> int:
        """Each tile must be moved over the rows and columns between it and its home."""
        return sum(far[tile][at] for at, tile in enumerate(state))

    def linear_conflict(state: Tiles) -> int:
        """Tiles in their own line but in the wrong order: one must step aside and back."""
        extra = 0
        for r in range(rows):
            line = state[r * cols : (r + 1) * cols]
            extra += conflicts([col[tile] for tile in line if tile and row[tile] == r])
        for c in range(cols):
            line = state[c::cols]
            extra += conflicts([row[tile] for tile in line if tile and col[tile] == c])
        return manhattan(state) + 2 * extra

    board = TileBoard(cols, rows, goal, goal)
    powers = [(tile, len(goal) ** n) for group in board.groups() for n, tile in enumerate(group)]
    ends = [sum(map(len, board.groups()[: n + 1])) for n in range(len(board.groups()))]

    def patterns(state: Tiles) -> int:
        """Tables of how often tiles of a group move at least, added up (Korf and Felner 2002)."""
        total, first = 0, 0
        for table, end in zip(board.tables(), ends, strict=True):
            total += table[sum(state.index(tile) * power for tile, power in powers[first:end])]
            first = end
        return total

    return (
        Heuristic("linear-conflict", linear_conflict),
        Heuristic("manhattan", manhattan),
        Heuristic("misplaced", misplaced),
        Heuristic("patterns", patterns),
    )


def conflicts(places: Sequence[int]) -> int:
    """How many must go so that the rest are in order: all but a longest increasing sequence.

    Hansson, Mayer and Yung, "Criticizing solutions to relaxed models", 1992.

    >>> conflicts([2, 0, 1])
    1
    """
    least: list[int] = []
    for place in places:
        at = bisect_left(least, place)
        least[at : at + 1] = [place]
    return len(places) - len(least)
