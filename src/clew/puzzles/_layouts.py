"""Layouts at random: cages, runs between black cells, and the nodes of a graph."""

from __future__ import annotations

from cmath import rect
from collections import deque
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from math import pi

from clew.core.grid import beside, edges
from clew.core.rng import SplitMix64

# ------------------------------------------------------------------ cages and runs
# Boards at random: parted into cages, or with black cells between runs.


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


# ------------------------------------------------------------------ the nodes of a graph
# Where the nodes of a graph stand, so that a picture shows who is next to whom.


ROUNDS, TRIES = 40, 12
"""How often every node is moved, and from how many beginnings."""
APART = 0.9
"""The least distance of two nodes."""
WIDE = 0.4
"""A line that comes so near to a node runs through its cell."""
MOST = 64
"""A graph with more nodes is laid out on a square grid instead: each round looks at all pairs."""
ALONE = 1.6
"""How far apart, for each step between its farthest nodes, parts stand that nothing joins."""
Spot = tuple[float, float]
Edges = tuple[tuple[int, int], ...]


@cache
def spread(count: int, edges: Edges) -> tuple[Spot, ...]:
    """A spot for each node: two nodes are about as far apart as there are steps between them.

    Stress majorization (Gansner, Koren and North, Graph Drawing by Stress Majorization, 2004): each
    node goes to the mean of where the others would have it. Of several beginnings, each a circle in
    another order, the one counts that ends with the fewest crossings.

    >>> spread(2, ((0, 1),))
    ((0.0, 0.0), (1.0, 0.0))
    """
    if count > MOST:
        side = int(count**0.5) + 1
        return tuple((float(node % side), float(node // side)) for node in range(count))
    far, rng = _distances(count, edges), SplitMix64("spread")
    orders = [list(range(count)), *(rng.shuffled(range(count)) for _ in range(TRIES))]
    tries = (_settled(order, far) for order in orders)
    return _from_corner(min(tries, key=lambda at: _faults(at, edges)))


def _settled(order: Sequence[int], far: Sequence[Sequence[float]]) -> list[complex]:
    count = len(order)
    at = [0j] * count
    for place, node in enumerate(order):
        at[node] = rect(count / 6, pi + 2 * pi * place / count)
    for _ in range(ROUNDS):
        for node in range(count):
            at[node] = _wanted(node, at, far[node])
    nearest = min((abs(one - two) for one, two in combinations(at, 2)), default=1)
    return [each * max(1.0, APART / max(nearest, 0.01)) for each in at]


def _faults(at: Sequence[complex], edges: Edges) -> tuple[int, float]:
    """How many lines cross or run through a node; and then how long the lines are."""
    lines = [(at[one], at[two]) for one, two in edges]
    crossed = sum(_cross(*one, *two) for one, two in combinations(lines, 2))
    hidden = sum(_near(node, *line) for node in at for line in lines if node not in line)
    return crossed + 2 * hidden, sum(abs(one - two) for one, two in lines)


def _side(one: complex, two: complex, point: complex) -> float:
    """On which side of a line a point is, and how far, for each unit of the line."""
    return ((two - one).conjugate() * (point - one)).imag


def _cross(one: complex, two: complex, three: complex, four: complex) -> bool:
    apart = _side(one, two, three) * _side(one, two, four)
    return apart < 0 and _side(three, four, one) * _side(three, four, two) < 0


def _near(node: complex, one: complex, two: complex) -> bool:
    """Whether a line runs through the cell of a node."""
    reach = abs(two - one) or 1
    along = ((two - one).conjugate() * (node - one)).real / reach
    return 0 < along < reach and abs(_side(one, two, node)) / reach < WIDE


def _wanted(node: int, at: Sequence[complex], far: Sequence[float]) -> complex:
    """The mean of the places that the others want a node at, the near ones counting more."""
    total, weight = 0j, 0.0
    for other, (place, steps) in enumerate(zip(at, far, strict=True)):
        if other != node:
            apart = at[node] - place or complex(1e-3, 1e-3)
            total += (place + apart / abs(apart) * steps) / steps**2
            weight += 1 / steps**2
    return total / weight if weight else at[node]


def _distances(count: int, edges: Iterable[tuple[int, int]]) -> list[list[float]]:
    """The steps between each two nodes."""
    beside: list[list[int]] = [[] for _ in range(count)]
    for one, two in edges:
        beside[one].append(two)
        beside[two].append(one)
    found = [_steps(node, beside) for node in range(count)]
    longest = max((max(each.values()) for each in found), default=0)
    alone = max(1.0, longest * ALONE / 2)
    return [[steps.get(node, alone) for node in range(count)] for steps in found]


def _steps(start: int, beside: Sequence[Sequence[int]]) -> dict[int, int]:
    steps, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for other in beside[node]:
            if other not in steps:
                steps[other] = steps[node] + 1
                queue.append(other)
    return steps


def _from_corner(at: Sequence[complex]) -> tuple[Spot, ...]:
    left, top = min(each.real for each in at), min(each.imag for each in at)
    return tuple((round(each.real - left, 2), round(each.imag - top, 2)) for each in at)
