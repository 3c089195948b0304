"""A board of sliding tiles as plain data, and the groups of tiles that patterns are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

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
