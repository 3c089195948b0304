"""The readable twins of native/tiles: their specification, and their stand-ins."""

from __future__ import annotations

from collections.abc import Sequence

from clew.core.grid import beside
from clew.search.native import expect_limits, kernel

INFINITE = 1 << 62


def near_cells(cols: int, rows: int) -> list[list[int]]:
    """The neighbours of each cell: above, left, right, below."""
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
    """For each way to place a group of tiles, how often at least its tiles move to get home.

    A way is a number in base n, the cells; the lowest digit is the cell of the first tile. Filled
    backwards from the goal over ways and cells of the blank, by cost.
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
    """Iterative deepening A* on the sum of the groups' tables; all answers are the shortest."""

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
        self._path: list[list[int]] = []  # where the blank came from, tried, what was left before
        self._least, self._found = INFINITE, False
        self.bound, self.nodes, self.generated, self.deepest = self._left, 0, 0, 0
        self.finished = False

    def run(self, max_solutions: int, max_nodes: int) -> list[tuple[int, ...]]:
        """Search on until one of the limits is reached or all shortest answers are found."""
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
