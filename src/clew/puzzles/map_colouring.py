"""Map colouring: no two regions that border each other have the same colour."""

from __future__ import annotations

from cmath import rect
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, pairwise
from math import pi

from clew.board.board import Arrangement, Board
from clew.board.inputs import Paint
from clew.board.pen import Line
from clew.core.grid import read_order
from clew.core.look import Brief
from clew.core.puzzle import Example
from clew.core.rng import SplitMix64
from clew.generators.layouts import neighbouring, random_cages
from clew.model.own import puzzle
from clew.model.problem import Problem

COLOURS = ("red", "green", "blue", "yellow", "purple", "orange", "brown", "grey")
PAINTS = (1, 4, 6, 3, 7, 2, 2, 8)
"""The number of each colour in `board/static/picture.css`."""
AUSTRALIA = "WA-NT-SA-WA,NT-Q-SA,Q-NSW-SA,NSW-V-SA,T"
STATES = {
    "WA": (0.0, 0.85), "NT": (1.3, 0.1), "SA": (1.35, 1.35), "Q": (2.6, 0.3), "NSW": (2.75, 1.45),
    "V": (2.3, 2.4), "T": (2.6, 3.4),
}  # fmt: skip
"""Where people expect the states of Australia, across and down."""
PETERSEN = "a-b-c-d-e-a,v-x-z-w-y-v,a-v,b-w,c-x,d-y,e-z"

EXAMPLES = (
    Example(f"3:{AUSTRALIA}", "Australia", answers=18, source="Russell and Norvig"),
    Example(f"2:{AUSTRALIA}", "Australia in two colours", answers=0),
    Example("3:a-b-c-d-a,a-c,b-d", "Four regions that all touch", answers=0),
    Example("4:a-b-c-d-a,a-c,b-d", "The same in four colours", answers=24, source="A000142"),
    Example("3:a-b-c-d-e-a", "A ring of five", answers=30, source="A068239"),
    Example(f"3:{PETERSEN}", "The Petersen graph", answers=120, source="its polynomial at 3"),
)


class Map(Problem):
    """Regions, each painted in its colour, and lines between those that have a border."""

    inputs = (Paint(),)

    borders: tuple[tuple[str, str], ...] = ()

    shapes = tuple(
        (colour, f"paint-{paint}") for colour, paint in zip(COLOURS, PAINTS, strict=True)
    )

    def brief(self) -> Brief:
        return ()

    def sheet(self, entries: Sequence[int], /) -> Board:
        place = {name: at for at, name in enumerate(self.known)}
        pairs = tuple((place[one], place[two]) for one, two in self.borders)
        known = place.keys() <= STATES.keys()
        spots = tuple(map(STATES.__getitem__, place)) if known else spread(len(place), pairs)
        board = super().sheet(entries)
        borders = tuple(Line(pair, role="border") for pair in pairs)
        drawing = (*borders, *board.drawing)
        return replace(board, drawing=drawing, layout=Arrangement.GRAPH, spots=spots)


def blank(size: str, rng: SplitMix64) -> str:
    """The regions of a square of so many rows, in four colours; none may be given."""
    order = read_order(size, 12)
    regions = random_cages(order, rng)
    names = {first: f"r{number}" for number, first in enumerate(sorted(set(regions)), 1)}
    return "4:" + ",".join(f"{names[a]}-{names[b]}" for a, b in neighbouring(regions, order))


@puzzle(
    "map-colouring",
    form="COLOURS: and chains of neighbours, with , between, 3:a-b-c-a,d; a=red if it is given",
    title="Map colouring",
    summary="Colour a map so that no neighbours have the same colour.",
    examples=EXAMPLES,
    like=Map,
    blank=blank,
    sizes=("6", "4", "8"),
)
def map_colouring(text: str) -> Problem:
    number, _, rest = text.partition(":")
    if number not in map(str, range(1, len(COLOURS) + 1)):
        raise ValueError(f"found {number[:10]!r} colours, expected 1 to {len(COLOURS)}")
    items = [item.strip() for item in rest.split(",")]
    rows = [[name.strip() for name in item.split("-")] for item in items if "=" not in item]
    if not all(map(all, rows)):
        raise ValueError(f"found {rest[:40]!r}, expected names with - or , between")
    map_ = Map()
    map_.variables(dict.fromkeys(chain(*rows)), COLOURS[: int(number)])
    map_.borders = tuple(chain.from_iterable(map(pairwise, rows)))
    for one, other in map_.borders:
        if one == other:
            raise ValueError(f"found {one}-{other}, expected two regions")
        map_.add(map_[one] != map_[other], label=f"{one} borders {other}")
    for region, _, colour in (item.partition("=") for item in items if "=" in item):
        map_.given(region.strip(), colour.strip())
    map_.head = f"{number}:{','.join(map('-'.join, rows))},"
    return map_


# ------------------------------------------------------------------ where the regions are drawn
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
