"""Map colouring: no two regions that border each other have the same colour."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise

from clew.board.board import Arrangement, Board
from clew.board.inputs import Paint
from clew.board.pen import Line
from clew.core.grid import read_order
from clew.core.look import Brief
from clew.core.puzzle import Example
from clew.core.rng import SplitMix64
from clew.model.own import puzzle
from clew.model.problem import Problem
from clew.puzzles._layouts import neighbouring, random_cages, spread

COLOURS = ("red", "green", "blue", "yellow", "purple", "orange", "brown", "grey")
PAINTS = (1, 4, 6, 3, 7, 2, 2, 8)
"""The numbers of the colours in `board/static/picture.css`."""
AUSTRALIA = "WA-NT-SA-WA,NT-Q-SA,Q-NSW-SA,NSW-V-SA,T"
STATES = {
    "WA": (0.0, 0.85), "NT": (1.3, 0.1), "SA": (1.35, 1.35), "Q": (2.6, 0.3), "NSW": (2.75, 1.45),
    "V": (2.3, 2.4), "T": (2.6, 3.4),
}  # fmt: skip
"""The positions of Australia's states on the map, across and down."""
PETERSEN = "a-b-c-d-e-a,v-x-z-w-y-v,a-v,b-w,c-x,d-y,e-z"

EXAMPLES = (
    Example(f"3:{AUSTRALIA}", "Australia", solutions=18, source="Russell and Norvig"),
    Example(f"2:{AUSTRALIA}", "Australia in two colours", solutions=0),
    Example("3:a-b-c-d-a,a-c,b-d", "Four regions that all touch", solutions=0),
    Example("4:a-b-c-d-a,a-c,b-d", "The same in four colours", solutions=24, source="A000142"),
    Example("3:a-b-c-d-e-a", "A ring of five", solutions=30, source="A068239"),
    Example(f"3:{PETERSEN}", "The Petersen graph", solutions=120, source="its polynomial at 3"),
)


class Map(Problem):
    """A map drawn as a graph, with painted regions and lines between neighbours."""

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
    """Divide a square with `size` rows into regions for four colours, without given colours."""
    order = read_order(size, 12)
    regions = random_cages(order, rng)
    names = {first: f"r{number}" for number, first in enumerate(sorted(set(regions)), 1)}
    return "4:" + ",".join(f"{names[a]}-{names[b]}" for a, b in neighbouring(regions, order))


@puzzle(
    "map-colouring",
    form="COLOURS: and chains of neighbours with , between, 3:a-b-c-a,d; a=red for a given colour",
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
