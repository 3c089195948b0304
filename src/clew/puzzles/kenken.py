"""KenKen: a Latin square in cages, each with a result such as its sum or product."""

import re
from typing import Any

from clew.core.grid import read_order
from clew.core.puzzle import Example
from clew.core.rng import SplitMix64
from clew.model.grid import Grid
from clew.model.own import puzzle
from clew.notation._notation import wrong
from clew.notation._runs import cages, read_regions, write_regions
from clew.puzzles._layouts import random_cages

EXAMPLES = (
    Example("4:ab_6a_a_aa_b,a5s1d2m4m24s2a5", "Four by four", solutions=1),
    Example("3:_13,a3a1a2a1a2a3a2a3a1", "Every cage is one cell", solutions=1),
    Example("2:__b,a3a3", "Two columns", solutions=2),
    Example("2:b__,d2s2", "A difference of 2 among 1 and 2", solutions=0),
    Example("3:l,a18", "One cage: the Latin squares", solutions=12, source="A002860"),
    Example(
        "6:_3b_a_4a_3a_7a_bcaca_4aa_aab,a12s1m60m90a7d3s1a9s1s1m20a7m60m6",
        "Six by six",
        solutions=1,
    ),
)
SIGNS = {"a": "total", "m": "product", "s": "difference", "d": "quotient"}
LETTERS = {"+": "a", "*": "m", "-": "s", "/": "d"}


class KenKenGrid(Grid):
    """A Latin square in cages."""

    regions: tuple[int, ...] = ()
    """The first cell of each cell's cage."""

    def text(self) -> str:
        told = {c.rule.variables()[0]: f"{LETTERS[c.mark[2:]]}{c.goal}" for c in self.clues()}
        firsts = [self.cells[first] for first in sorted(set(self.regions))]
        if len(told) < len(firsts) or len(self.clues()) < sum(each.clue for each in self.stated):
            return ""
        shape = write_regions(self.regions, self.width, counted=True)
        return f"{self.width}:{shape},{''.join(told[first] for first in firsts)}"


def blank(size: str, rng: SplitMix64) -> str:
    """Make random cages, each with a sum, a product or, for two cells, a difference."""
    order = read_order(size, 32)
    regions = random_cages(order, rng)
    signs = ["ams"[rng.below(2 + (len(cage) == 2))] for cage in cages(regions, order)]
    shape = write_regions(regions, order, counted=True)
    return f"{order}:{shape},{''.join(f'{sign}1' for sign in signs)}"


@puzzle(
    "kenken",
    form="ORDER: edges without walls as letters, a comma, then a clue for each cage: a5 adds up to "
    "5, m multiplies, s subtracts, d divides",
    title="KenKen",
    summary="A Latin square whose cages have the given results.",
    examples=EXAMPLES,
    like=KenKenGrid,
    blank=blank,
    sizes=("4", "5", "6"),
)
def kenken(text: str) -> Grid:
    """Read the notation of Simon Tatham's Keen."""
    found = re.fullmatch(r"(\d{1,2})\w*:([a-z_0-9]*),([a-z0-9]*)", text)
    if found is None or not 1 <= int(found[1]) <= 32:
        raise ValueError(
            f"found {text[:40]!r}, expected an order up to 32, :, edges, a comma, clues"
        )
    order = int(found[1])
    grid = KenKenGrid(order, order, range(1, order + 1))
    grid.latin()
    grid.regions = read_regions(found[2], order, found.start(2) + 1)
    held, clues = cages(grid.regions, order), list(re.finditer(r"([a-z])(\d*)", found[3]))
    if len(clues) != len(held) or "".join(clue[0] for clue in clues) != found[3]:
        at = found.start(3) + 1
        raise wrong(at, found[3], f"{len(held)} clues, each a letter and a number")
    for cells, clue in zip(held, clues, strict=True):
        at = found.start(3) + clue.start() + 1
        if clue[1] not in SIGNS or not 1 <= len(clue[2]) <= 18:
            raise wrong(at, clue[0], "a, m, s or d and a number")
        if clue[1] in "sd" and len(cells) != 2:
            raise wrong(at, clue[0], f"a or m: the cage has {len(cells)} cells")
        goals: dict[str, Any] = {SIGNS[clue[1]]: int(clue[2])}
        grid.cage(cells, **goals)
    return grid
