"""Boards at random: parted into cages, or with black cells between runs."""

from __future__ import annotations

from collections.abc import Sequence

from clew.core.grid import beside, edges
from clew.core.rng import SplitMix64


def random_cages(order: int, rng: SplitMix64) -> tuple[int, ...]:
    """A square in cages of 2 to 4 cells, few of one more: for each cell the first."""
    cage: dict[int, int] = {}
    near = beside(order, order)
    for start in rng.shuffled(range(order * order)):
        if start in cage:
            continue
        cells, size = [start], 2 + rng.below(3)
        while len(cells) < size:
            free = sorted({n for cell in cells for n in near[cell]} - cage.keys() - {*cells})
            if not free:
                break
            cells.append(free[rng.below(len(free))])
        joined = [cage[n] for n in near[start] if n in cage]
        cage |= dict.fromkeys(cells, joined[0] if len(cells) == 1 and joined else start)
    first: dict[int, int] = {}
    return tuple(first.setdefault(cage[cell], cell) for cell in range(order * order))


def neighbouring(regions: Sequence[int], order: int) -> list[tuple[int, int]]:
    """The regions of a square that have a side in common, each pair once."""
    pairs = (sorted((regions[a], regions[b])) for a, b in edges(order, order))
    return sorted({(low, high) for low, high in pairs if low != high})


def random_runs(cols: int, rows: int, rng: SplitMix64, white: float) -> list[str]:
    """Rows of white cells, ., and black ones, #: at least so large a part of them is white.

    The first row and column are black, the rest looks the same after a half turn, and no white
    cell stands alone in its row or column.
    """
    if min(cols, rows) < 3:
        raise ValueError(f"found {cols}x{rows}, expected 3x3 at least")
    board = ["#" * cols] + ["#" + "." * (cols - 1)] * (rows - 1)
    for cell in rng.shuffled(range((rows - 1) * (cols - 1))):
        row, col = divmod(cell, cols - 1)
        cells = [list(line) for line in board]
        cells[row + 1][col + 1] = cells[rows - 1 - row][cols - 1 - col] = "#"
        tried = ["".join(line) for line in cells]
        lines = "#".join([*tried, *map("".join, zip(*tried, strict=True)), "#"])
        if "#.#" not in lines and "".join(tried).count(".") >= white * (rows - 1) * (cols - 1):
            board = tried
    return board
