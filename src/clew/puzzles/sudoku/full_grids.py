"""Random full grids for any division into groups: filled by search, mixed by trades."""

from __future__ import annotations

from collections.abc import Sequence

from clew.core.faces import values
from clew.core.grid import beside, lines
from clew.core.rng import SplitMix64
from clew.generators.recipe import CannotMake
from clew.puzzles.sudoku.puzzle import boxes, parts_of

Groups = Sequence[Sequence[int]]
TRADES_PER_CELL = 20
NODES = 400
RESTARTS = 8


def mixed(
    grid: Sequence[int], groups: Groups, rng: SplitMix64, trades: int = TRADES_PER_CELL
) -> list[int]:
    """Another full grid, after `trades` random trades for each cell.

    A trade takes two values and a cell that has one of them, and exchanges the two along the chain
    of cells that then must follow (A. B. Kempe, 1879): every group keeps each value once.
    """
    cells, order = list(grid), max(grid)
    of_cell = _groups_of(groups, len(cells))
    where = [[0] * (order + 1) for _ in groups]
    for number, group in enumerate(groups):
        for cell in group:
            where[number][cells[cell]] = cell
    for _ in range(trades * len(cells)):
        start = rng.below(len(cells))
        first = cells[start]
        second = (first + rng.below(order - 1)) % order + 1
        _trade(cells, where, of_cell, start, (first, second))
    return cells


def _trade(
    cells: list[int], where: list[list[int]], of_cell: Groups, start: int, two: tuple[int, int]
) -> None:
    other = {two[0]: two[1], two[1]: two[0]}
    chain = {start: other[cells[start]]}
    ends = [start]
    while ends:
        cell = ends.pop()
        for group in of_cell[cell]:
            follower = where[group][chain[cell]]
            if follower not in chain:
                chain[follower] = cells[cell]
                ends.append(follower)
    for cell, value in chain.items():
        cells[cell] = value
    for cell, value in chain.items():
        for group in of_cell[cell]:
            where[group][value] = cell


def filled(order: int, groups: Groups, rng: SplitMix64) -> list[int]:
    """A full grid for these groups by search, the values in random order.

    CannotMake if none is found: there may be none, as for many jigsaws.
    """
    for _ in range(RESTARTS):
        found = _Fill(order, groups, rng).search()
        if found:
            return found
    raise CannotMake(f"found no full grid in {RESTARTS} searches, expected one for these regions")


class _Fill:
    """The cell with the fewest candidates, or the value with the fewest places in a group."""

    def __init__(self, order: int, groups: Groups, rng: SplitMix64) -> None:
        self.order, self.groups, self.rng = order, groups, rng
        self.cells = [0] * (order * order)
        self.of_cell = _groups_of(groups, len(self.cells))
        self.free = [(2 << order) - 2] * len(groups)
        self.left = NODES

    def search(self) -> list[int]:
        return self.cells if self._fill() else []

    def _candidates(self, cell: int) -> int:
        mask = -1
        for group in self.of_cell[cell]:
            mask &= self.free[group]
        return mask

    def _fill(self) -> bool:
        choice = self._choice()
        if choice is None:
            return True
        for cell, value in self.rng.shuffled(choice):
            self.left -= 1
            if self.left < 0:
                return False
            self._set(cell, value, value)
            if self._fill():
                return True
            self._set(cell, 0, value)
        return False

    def _choice(self) -> list[tuple[int, int]] | None:
        """The fewest ways on: the candidates of one cell, or the places of one value."""
        best: list[tuple[int, int]] | None = None
        masks = {cell: self._candidates(cell) for cell, value in enumerate(self.cells) if not value}
        for cell, mask in masks.items():
            if best is None or mask.bit_count() < len(best):
                best = [(cell, value) for value in values(mask)]
                if len(best) < 2:
                    return best
        for number, group in enumerate(self.groups):
            for value in values(self.free[number]):
                ways = [(cell, value) for cell in group if masks.get(cell, 0) >> value & 1]
                if best is not None and len(ways) < len(best):
                    best = ways
                    if len(best) < 2:
                        return best
        return best

    def _set(self, cell: int, entry: int, value: int) -> None:
        """Put a value into a cell, or take it out again."""
        self.cells[cell] = entry
        for group in self.of_cell[cell]:
            self.free[group] ^= 1 << value


def _groups_of(groups: Groups, size: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(size)]
    for number, group in enumerate(groups):
        for cell in group:
            found[cell].append(number)
    return found


# ------------------------------------------------------------------ regions at random
# Random jigsaw regions: connected, each of as many cells as there are values.


EXCHANGES_PER_CELL = 6
ROUNDS_PER_VALUE = 2


def jigsaw(order: int, box: tuple[int, int], rng: SplitMix64) -> tuple[int, ...]:
    """The region of each cell: boxes at first, then neighbours exchange cells many times."""
    region, near = list(boxes(order, box)), _near(order)
    for _ in range(EXCHANGES_PER_CELL * order * order):
        _exchange(region, near, rng)
    return tuple(region)


def jigsaw_with_grid(
    order: int, box: tuple[int, int], grid: Sequence[int], rng: SplitMix64
) -> tuple[tuple[int, ...], list[int]]:
    """Regions and a full grid for them, from a full grid for the boxes.

    Only cells of the same value are exchanged, so the grid stays right; in between it is mixed.
    Large orders need that: few random regions have a grid that a search finds.
    """
    cells, region, near = list(grid), list(boxes(order, box)), _near(order)
    for _ in range(ROUNDS_PER_VALUE * order):
        for _ in range(EXCHANGES_PER_CELL * order * order):
            _exchange(region, near, rng, cells)
        groups = [*(cells for _, cells in lines(order)), *parts_of(region)]
        cells = mixed(cells, groups, rng, 2)
    return tuple(region), cells


def _exchange(
    region: list[int], near: list[list[int]], rng: SplitMix64, cells: Sequence[int] = ()
) -> None:
    """A cell goes to a region beside it, and one of that region comes back, if both hold.

    With the values of the cells, one of the same value.
    """
    cell = rng.below(len(region))
    ours = region[cell]
    theirs = region[rng.choice(near[cell])]
    if theirs == ours:
        return
    region[cell] = theirs
    back = [
        other
        for other, owner in enumerate(region)
        if owner == theirs
        and other != cell
        and any(region[by] == ours for by in near[other])
        and (not cells or cells[other] == cells[cell])
    ]
    if back:
        other = rng.choice(back)
        region[other] = ours
        if _connected(region, near, ours) and _connected(region, near, theirs):
            return
        region[other] = theirs
    region[cell] = ours


def _connected(region: list[int], near: list[list[int]], which: int) -> bool:
    reached = [region.index(which)]
    for cell in reached:
        reached += [c for c in near[cell] if region[c] == which and c not in reached]
    return len(reached) == region.count(which)


def _near(order: int) -> list[list[int]]:
    return list(map(sorted, beside(order, order)))
