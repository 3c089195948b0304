"""Random jigsaw regions: connected, each of as many cells as there are values."""

from __future__ import annotations

from collections.abc import Sequence

from clew.core.grid import beside, lines
from clew.core.rng import SplitMix64
from clew.puzzles.sudoku.full_grids import mixed
from clew.puzzles.sudoku.puzzle import boxes, parts_of

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
