"""Makes random cages and random runs between black cells, lays out graphs, and draws pieces."""

from __future__ import annotations

from cmath import rect
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import pi

from clew.board.board import Arrangement, Board, Cell
from clew.board.pen import Pen
from clew.core.grid import beside, edges
from clew.core.rng import SplitMix64

# ------------------------------------------------------------------ cages and runs
# Random boards that are divided into cages, or that have black cells between runs.


def random_cages(order: int, rng: SplitMix64) -> tuple[int, ...]:
    """Divide a square into cages of 2 to 4 cells, sometimes more.

    Returns:
        The first cell of each cell's cage.
    """
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
    """Return the pairs of regions of a square that share an edge, each pair once."""
    pairs = (sorted((regions[a], regions[b])) for a, b in edges(order, order))
    return sorted({(low, high) for low, high in pairs if low != high})


def random_runs(cols: int, rows: int, rng: SplitMix64, white: float) -> list[str]:
    """Return rows of white cells (.) and black cells (#).

    The first row and column are black. Of the other cells, at least the fraction `white` is white.
    Their pattern has half-turn symmetry, and no run is a single cell.
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


def shading(rows: int, cols: int, rng: SplitMix64) -> list[int]:
    """Shade as many cells as possible, in random order.

    No two of them are side by side, and the rest is connected.
    """
    white, near = set(range(rows * cols)), beside(rows, cols)
    for cell in rng.shuffled(range(rows * cols)):
        rest = white - {cell}
        if rest and white.issuperset(near[cell]):
            met = {start := min(rest)}
            queue = deque([start])
            while queue:
                found = rest.intersection(near[queue.popleft()]) - met
                met |= found
                queue += found
            if len(met) == len(rest):
                white = rest
    return sorted(set(range(rows * cols)) - white)


# ------------------------------------------------------------------ the nodes of a graph
# Positions for a graph's nodes that make its picture clear.


ROUNDS, TRIES = 40, 12
"""The number of times to move every node, and the number of random starting layouts."""
APART = 0.9
"""The minimum distance between two nodes."""
WIDE = 0.4
"""A line closer than this to a node runs through its cell."""
MOST = 64
"""The maximum number of nodes to spread, since each round visits all pairs.

A graph with more nodes goes on a square grid instead.
"""
ALONE = 1.6
"""The distance between two unconnected parts, per step between the nodes farthest apart."""
Spot = tuple[float, float]
Edges = tuple[tuple[int, int], ...]


@cache
def spread(count: int, edges: Edges) -> tuple[Spot, ...]:
    """Place the nodes so that the distance between two of them is about their number of steps.

    This is stress majorization (Gansner, Koren and North, Graph Drawing by Stress Majorization,
    2004): each node moves to the mean of the places where the others want it. The function starts
    from several circles with the nodes in different orders, and keeps the result with the fewest
    crossings.

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
    """Count the lines that cross or run through a node, and add up the lengths of the lines."""
    lines = [(at[one], at[two]) for one, two in edges]
    crossed = sum(_cross(*one, *two) for one, two in combinations(lines, 2))
    hidden = sum(_near(node, *line) for node in at for line in lines if node not in line)
    return crossed + 2 * hidden, sum(abs(one - two) for one, two in lines)


def _side(one: complex, two: complex, point: complex) -> float:
    """Return a point's distance from a line times the line's length. The sign shows the side."""
    return ((two - one).conjugate() * (point - one)).imag


def _cross(one: complex, two: complex, three: complex, four: complex) -> bool:
    apart = _side(one, two, three) * _side(one, two, four)
    return apart < 0 and _side(three, four, one) * _side(three, four, two) < 0


def _near(node: complex, one: complex, two: complex) -> bool:
    """Check whether a line runs through a node's cell."""
    reach = abs(two - one) or 1
    along = ((two - one).conjugate() * (node - one)).real / reach
    return 0 < along < reach and abs(_side(one, two, node)) / reach < WIDE


def _wanted(node: int, at: Sequence[complex], far: Sequence[float]) -> complex:
    """Return the mean of the places where the others want a node. Near ones count more."""
    total, weight = 0j, 0.0
    for other, (place, steps) in enumerate(zip(at, far, strict=True)):
        if other != node:
            apart = at[node] - place or complex(1e-3, 1e-3)
            total += (place + apart / abs(apart) * steps) / steps**2
            weight += 1 / steps**2
    return total / weight if weight else at[node]


def _distances(count: int, edges: Iterable[tuple[int, int]]) -> list[list[float]]:
    """Return the number of steps between each pair of nodes."""
    near: list[list[int]] = [[] for _ in range(count)]
    for one, two in edges:
        near[one].append(two)
        near[two].append(one)
    found = [_steps(node, near) for node in range(count)]
    longest = max((max(each.values()) for each in found), default=0)
    alone = max(1.0, longest * ALONE / 2)
    return [[steps.get(node, alone) for node in range(count)] for steps in found]


def _steps(start: int, near: Sequence[Sequence[int]]) -> dict[int, int]:
    steps, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for other in near[node]:
            if other not in steps:
                steps[other] = steps[node] + 1
                queue.append(other)
    return steps


def _from_corner(at: Sequence[complex]) -> tuple[Spot, ...]:
    left, top = min(each.real for each in at), min(each.imag for each in at)
    return tuple((round(each.real - left, 2), round(each.imag - top, 2)) for each in at)


# ------------------------------------------------------------------ maps and pieces


def road_map(
    title: str,
    roads: Mapping[str, Mapping[str, int]],
    spots: Mapping[str, complex],
    here: str,
    goal: str,
) -> Board:
    """Draw towns with their names, and roads with their lengths.

    Args:
        title: the text that a screen reader reads first.
        roads: the lengths of the roads from each town.
        spots: where each town lies, as x + y i.
        here: the town with the traveller.
        goal: the town to reach.
    """
    pen, names = Pen(), list(spots)
    for at, name in enumerate(names):
        pen.text(("name", at), name)
    pairs = [(one, two) for one, near in roads.items() for two in near if one < two]
    for one, two in pairs:
        pair = names.index(one), names.index(two)
        pen.line(pair, role="road", words=f"{roads[one][two]} km")
        pen.text(pair, str(roads[one][two]))
    looks = {goal: Cell("*", shape="town-goal"), here: Cell(">", shape="town-here")}
    cells = tuple(looks.get(name, Cell(shape="town")) for name in names)
    places = tuple((spot.real, spot.imag) for spot in spots.values())
    return Board(
        len(names), 1, cells, title, drawing=pen.drawing, layout=Arrangement.GRAPH, spots=places
    )


def with_cars(board: Board, cars: Mapping[str, tuple[range, range]], red: str) -> Board:
    """Return a board with cars that span their cells, in eight colours and red.

    Args:
        board: the board with a letter in each cell of a car.
        cars: the cells of each car, and those of its lane.
        red: the letter of the red car.
    """
    cells = list(board.cells)
    for car, (places, _) in cars.items():
        ends, inner = ("we", "h") if places.step == 1 else ("ns", "v")
        parts = ends[0] + inner * (len(places) - 2) + ends[1]
        for place, part in zip(places, parts, strict=True):
            shape = f"{'red' if car == red else 'car'}-{part}"
            cells[place] = replace(cells[place], shape=shape, tint=1 + (ord(car) - 65) % 8)
    return replace(board, cells=tuple(cells))
