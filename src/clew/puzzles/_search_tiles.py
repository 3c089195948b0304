"""Searches boards of sliding tiles with IDA* and pattern tables."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from clew.core.grid import beside
from clew.core.heuristics import Heuristic
from clew.core.result import Run, Stats, Stopped
from clew.search.native import answers, expect_limits, kernel
from clew.search.strategy import Strategy, choice

# ------------------------------------------------------------------ the twins of the kernels


INFINITE = 1 << 62


def near_cells(cols: int, rows: int) -> list[list[int]]:
    """Return the neighbours of each cell: above, left, right, below."""
    if not (2 <= cols <= 16 and 2 <= rows <= 16 and cols * rows <= 64):
        raise ValueError(f"found {cols} x {rows} cells, expected 2 x 2 to 64 in all")
    return list(map(sorted, beside(rows, cols)))


def _places(what: str, cells: int, tiles: Sequence[int]) -> list[int]:
    if sorted(tiles) != list(range(cells)):
        raise ValueError(f"{what}: expected each tile from 0 to {cells - 1} once")
    return [tiles.index(tile) for tile in range(cells)]


def _ways(cells: int, group: Sequence[int]) -> int:
    if len(set(group)) < len(group) or not all(0 < tile < cells for tile in group):
        raise ValueError(f"group: expected tiles from 1 to {cells - 1}, each once")
    if cells ** len(group) > 1 << 26:
        raise ValueError("group: found too many tiles for a table")
    return int(cells ** len(group))


def py_tile_pattern(cols: int, rows: int, goal: Sequence[int], group: Sequence[int]) -> bytes:
    """For each placement of a group of tiles, return the fewest moves that bring them home.

    A placement is a number in base n, the number of cells. Its lowest digit is the first tile's
    cell. The search goes backwards from the goal, through placements and cells of the blank, in
    order of cost.
    """
    near, n = near_cells(cols, rows), cols * rows
    home, ways = _places("goal", n, goal), _ways(n, group)
    table, met = bytearray(b"\xff" * ways), bytearray(ways * n)
    first = sum(home[tile] * n**digit for digit, tile in enumerate(group))
    now, cost = [first * n + home[0]], 0
    while now:
        later: list[int] = []
        while now:
            state = now.pop()
            if met[state]:
                continue
            met[state] = 1
            way, blank = divmod(state, n)
            table[way] = min(table[way], cost)
            for cell in near[blank]:
                power, rest = 1, way
                while power < ways and rest % n != cell:
                    power, rest = power * n, rest // n
                if power < ways:
                    later.append((way + power * (blank - cell)) * n + cell)
                else:
                    now.append(way * n + cell)
        now, cost = later, cost + 1
    return bytes(table)


class PyTileSearch:
    """Iterative-deepening A* on the sum of the groups' tables. It finds all shortest solutions."""

    def __init__(
        self, cols: int, rows: int, tiles: Sequence[int], groups: Sequence[Sequence[int]],
        tables: Sequence[bytes],
    ) -> None:  # fmt: skip
        self._near, n = near_cells(cols, rows), cols * rows
        places = _places("tiles", n, tiles)
        sizes = [_ways(n, group) for group in groups]
        if sorted(tile for group in groups for tile in group) != list(range(1, n)):
            raise ValueError("groups: expected each tile in one of them")
        if [len(table) for table in tables] != sizes:
            raise ValueError("tables: expected one for each group, a byte for each way")
        self._tables, self._tiles, self._blank = tables, list(tiles), places[0]
        self._digit = {t: (g, n**i) for g, group in enumerate(groups) for i, t in enumerate(group)}
        self._ways = [sum(places[t] * n**i for i, t in enumerate(group)) for group in groups]
        self._left = sum(table[way] for table, way in zip(tables, self._ways, strict=True))
        self._path: list[list[int]] = []  # the blank's last cell, tries, the previous estimate
        self._least, self._found = INFINITE, False
        self.bound, self.nodes, self.generated, self.deepest = self._left, 0, 0, 0
        self.finished = False

    def run(self, max_solutions: int, max_nodes: int) -> list[tuple[int, ...]]:
        """Continue until a limit is reached or all shortest solutions are found."""
        expect_limits("run", max_solutions, max_nodes)
        answers: list[tuple[int, ...]] = []
        limit = self.nodes + max_nodes
        while not self.finished:
            if self._path and self._path[-1][1] == len(self._near[self._blank]):
                self._take_back()
            elif self.nodes == limit or len(answers) == max_solutions:
                break
            elif self._path:
                self._slide(answers)
            else:
                self._open_root(answers)
        return answers

    def _open_root(self, answers: list[tuple[int, ...]]) -> None:
        self.nodes += 1
        self._least = INFINITE
        self._path.append([-1, 0, self._left])
        if self._left == 0:
            answers.append(())
            self._path.pop()
            self.finished = True

    def _slide(self, answers: list[tuple[int, ...]]) -> None:
        """Try the next neighbour of the blank."""
        top, to = self._path[-1], self._blank
        cell = self._near[to][top[1]]
        top[1] += 1
        if cell == top[0]:
            return
        self.generated += 1
        (g, power), way = self._digit[self._tiles[cell]], 0
        way = self._ways[g] + power * (to - cell)
        after = self._left - self._tables[g][self._ways[g]] + self._tables[g][way]
        if len(self._path) + after > self.bound:
            self._least = min(self._least, len(self._path) + after)
            return
        self.nodes += 1
        self.deepest = max(self.deepest, len(self._path))
        self._path.append([to, 0, self._left])
        self._left, self._ways[g] = after, way
        self._tiles[to], self._tiles[cell], self._blank = self._tiles[cell], 0, cell
        if after == 0:
            answers.append(self._moved())
            self._found = True
            self._take_back()

    def _moved(self) -> tuple[int, ...]:
        tiles, blank, moved = list(self._tiles), self._blank, []
        for came, _, _ in self._path[:0:-1]:
            moved.append(tiles[came])
            tiles[came], tiles[blank], blank = 0, tiles[came], came
        return tuple(moved[::-1])

    def _take_back(self) -> None:
        came, _, left = self._path.pop()
        if not self._path:
            self.finished, self.bound = self._found, self._least
            return
        tile = self._tiles[came]
        g, power = self._digit[tile]
        self._ways[g] += power * (self._blank - came)
        self._tiles[self._blank], self._tiles[came], self._blank = tile, 0, came
        self._left = left


tile_pattern = kernel("tile_pattern", py_tile_pattern)
TileSearchKernel = kernel("TileSearch", PyTileSearch)


# ------------------------------------------------------------------ the face


Tiles = tuple[int, ...]
"""The tile in each cell, row by row; 0 is the blank."""
pattern_of = lru_cache(maxsize=128)(tile_pattern)
LARGEST_TABLE = 1 << 25
"""The maximum number of entries in a table times cells for the blank."""


@dataclass(frozen=True)
class TileBoard:
    """The current and target positions of the tiles."""

    word: ClassVar[str] = "tiles"

    cols: int
    rows: int
    tiles: Tiles
    goal: Tiles

    def groups(self, ones: bool = False) -> tuple[Tiles, ...]:
        """Divide the tiles into similar groups, as large as tables allow, or into single tiles.

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
        """Return the pattern database of each group."""
        groups = self.groups(ones)
        return tuple(pattern_of(self.cols, self.rows, self.goal, group) for group in groups)


# ------------------------------------------------------------------ heuristics
# Heuristics for sliding tiles, from the weakest to the strongest.


@lru_cache(maxsize=16)
def heuristics_for(cols: int, rows: int, goal: Tiles) -> tuple[Heuristic, ...]:
    """Return the heuristics for one goal, the usual one first."""
    cells = range(cols * rows)
    home = [goal.index(tile) for tile in cells]
    row, col = [h // cols for h in home], [h % cols for h in home]
    far = [
        [abs(at // cols - row[tile]) + abs(at % cols - col[tile]) if tile else 0 for at in cells]
        for tile in cells
    ]

    def misplaced(state: Tiles) -> int:
        """Count the tiles that aren't at home, since each must move."""
        return sum(tile != wanted and tile > 0 for tile, wanted in zip(state, goal, strict=True))

    def manhattan(state: Tiles) -> int:
        """Add up the number of rows and columns between each tile and its home."""
        return sum(far[tile][at] for at, tile in enumerate(state))

    def linear_conflict(state: Tiles) -> int:
        """Add two moves for each tile that must leave its line because its order is wrong."""
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
        """Add up the fewest moves for each group's tiles, from tables (Korf and Felner 2002)."""
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
    """Count the items that you must remove so that the rest are in order.

    These are all items except a longest increasing sequence.

    Hansson, Mayer and Yung, "Criticizing solutions to relaxed models", 1992.

    >>> conflicts([2, 0, 1])
    1
    """
    least: list[int] = []
    for place in places:
        at = bisect_left(least, place)
        least[at : at + 1] = [place]
    return len(places) - len(least)


# ------------------------------------------------------------------ the search


LONGER = "longer solutions aren't searched for"


@dataclass(frozen=True)
class TilePatterns(Strategy):
    """Iterative-deepening A* with a pattern table for each group of tiles.

    Korf and Felner, "Disjoint pattern database heuristics", 2002. With `patterns=ones`, each group
    is a single tile, and the sum is the Manhattan distance.
    """

    patterns: str = choice("groups", "ones")

    name: ClassVar[str] = "tile-patterns"
    title: ClassVar[str] = "IDA* with tile patterns"
    reads: ClassVar[Mapping[str, str]] = {
        "patterns": "Tables",
        "patterns=groups": "for groups of tiles",
        "patterns=ones": "for single tiles",
    }
    summary: ClassVar[str] = "IDA* with a table for each group of tiles, whose values are added."
    face: ClassVar[type] = TileBoard
    optimal: ClassVar[bool] = True
    level: ClassVar[int] = 100
    taught: ClassVar[bool] = True
    pseudocode: ClassVar[str | None] = ""

    def __call__(self, face: TileBoard, run: Run) -> Iterator[tuple[str, ...]]:
        run.pause()
        ones = self.patterns == "ones"
        kernel = TileSearchKernel(
            face.cols, face.rows, face.tiles, face.groups(ones), face.tables(ones)
        )
        for moves in answers(kernel, run, _note):
            yield tuple(map(str, moves))
        raise Stopped(LONGER)


def _note(kernel: Any, stats: Stats) -> None:
    stats.generated = kernel.generated
    stats.deepest = stats.frontier = max(stats.deepest, kernel.deepest)
