"""Jigsaw regions by chance: connected, each of as many cells as there are values."""

from __future__ import annotations

from clew.chance import Chance

EXCHANGES_PER_CELL = 6


def jigsaw(order: int, box: tuple[int, int], chance: Chance) -> tuple[int, ...]:
    """The region of each cell: boxes at first, then neighbours exchange cells many times."""
    rows, cols = box
    region = [r // rows * (order // cols) + c // cols for r in range(order) for c in range(order)]
    beside = [_beside(cell, order) for cell in range(order * order)]
    for _ in range(EXCHANGES_PER_CELL * order * order):
        _exchange(region, beside, chance)
    return tuple(region)


def _exchange(region: list[int], beside: list[list[int]], chance: Chance) -> None:
    """A cell goes to a region beside it, and one of that region comes back, if both hold."""
    cell = chance.below(len(region))
    ours = region[cell]
    theirs = region[chance.choice(beside[cell])]
    if theirs == ours:
        return
    region[cell] = theirs
    back = [
        other
        for other, owner in enumerate(region)
        if owner == theirs and other != cell and any(region[by] == ours for by in beside[other])
    ]
    if back:
        other = chance.choice(back)
        region[other] = ours
        if _connected(region, beside, ours) and _connected(region, beside, theirs):
            return
        region[other] = theirs
    region[cell] = ours


def _connected(region: list[int], beside: list[list[int]], which: int) -> bool:
    cells = [cell for cell, owner in enumerate(region) if owner == which]
    met, ends = {cells[0]}, [cells[0]]
    while ends:
        for cell in beside[ends.pop()]:
            if region[cell] == which and cell not in met:
                met.add(cell)
                ends.append(cell)
    return len(met) == len(cells)


def _beside(cell: int, order: int) -> list[int]:
    row, col = divmod(cell, order)
    steps = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return [r * order + c for r, c in steps if 0 <= r < order and 0 <= c < order]
