"""A board of sliding tiles as plain data, and the groups of tiles that patterns are made of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from clew.core.heuristics import Heuristic
from clew.puzzles.sliding_tiles.py_tiles import tile_pattern

Tiles = tuple[int, ...]
"""The tile in each cell, row by row; 0 is the blank."""
pattern_of = lru_cache(maxsize=128)(tile_pattern)
LARGEST_TABLE = 1 << 25
"""The most entries of a table, once for each cell of the blank."""


@dataclass(frozen=True)
class TileBoard:
    """Tiles to bring home: where they lie, and where they shall lie."""

    word: ClassVar[str] = "tiles"

    cols: int
    rows: int
    tiles: Tiles
    goal: Tiles

    def groups(self, ones: bool = False) -> tuple[Tiles, ...]:
        """The tiles in groups of about one size, as large as tables allow, or each alone.

        >>> TileBoard(3, 3, (0, 1, 2, 3, 4, 5, 6, 7, 8), (0, 1, 2, 3, 4, 5, 6, 7, 8)).groups()
        ((1, 2, 3, 4), (5, 6, 7, 8))
        """
        cells, size = len(self.goal), 1
        while not ones and cells ** (size + 2) <= LARGEST_TABLE:
            size += 1
        count = -(-(cells - 1) // size)
        size = -(-(cells - 1) // count)
        return tuple(tuple(range(t, min(t + size, cells))) for t in range(1, cells, size))

    def tables(self, ones: bool = False) -> tuple[bytes, ...]:
        """The pattern database of each group."""
        groups = self.groups(ones)
        return tuple(pattern_of(self.cols, self.rows, self.goal, group) for group in groups)


# ------------------------------------------------------------------ heuristics
# Estimates for sliding tiles, from the weakest idea to the strongest.


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
