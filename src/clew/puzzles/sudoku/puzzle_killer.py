"""Killer Sudoku: a Sudoku with cages. A cage adds up to its number, without repeated digits."""

import re

from clew.core.grid import read_size
from clew.core.puzzle import Example
from clew.core.rng import SplitMix64
from clew.model.grid import Grid
from clew.model.own import puzzle
from clew.notation._notation import wrong
from clew.notation._runs import cages, letters, read_cells, read_regions, write_cells, write_regions
from clew.puzzles._layouts import random_cages

EXAMPLES = (
    Example(
        "3x3k:zzzc,aa___ba_____aaa___aa___aaa__aa_a__a___a___a_aa_ba_aab__a_a_______a______b___a_a"
        "___a_a_a_a_aa_a_aba_,14a7a16_5_3_10a14a9d17_10_10_5a10a8d14_15a9a18_12_12_13b7f9a14a11_9"
        "b9_10_12c13_16c22_5_8h22b7a",
        "Nine by nine",
        solutions=1,
    ),
    Example("2x3k:zj,_a_a____a____b__a__b_b_a_a___a__aaaaa_ba,7_8a5_8b12_8a10_8c13b8c4b5a8a12_10e",
            "Six by six", solutions=1),
    Example("2x2k:p,abbba____________,5a5a5a5a5a5a5a5a", "Dominoes in a square", solutions=64),
    Example("2x2k:p,abbba____________,2a5a5a5a5a5a5a5a", "Two in two cells", solutions=0),
)  # fmt: skip
ID = re.compile(r"(\d{1,2})(?:x(\d{1,2})|j)(x?)k\w*:([\da-z_]*)((?:,[\da-z_]*)*)")


class KillerGrid(Grid):
    """A Sudoku with cages."""

    around: tuple[str, list[str]] = "", []
    """The parts of its text before the cells, and between the cells and the cages."""
    regions: tuple[int, ...] = ()
    """For each cell, the first cell of its cage."""

    def text(self) -> str:
        clues: tuple[dict[int, int], dict[int, int]] = {}, {}
        for each in (each for each in self.stated if each.clue):
            clues[each.is_given][each.rule.variables()[0].index] = each.goal
        sums, cells = (write_cells([of.get(n, 0) for n in range(len(self.cells))]) for of in clues)
        cages = write_regions(self.regions, self.width)
        return ",".join([f"{self.around[0]}:{cells}", *self.around[1], cages, sums])


def blank(size: str, rng: SplitMix64) -> str:
    """Return the text of a Sudoku with boxes of this size and random cages."""
    tall, wide = read_size(size, 5)
    order = tall * wide
    regions = random_cages(order, rng)
    sums = write_cells([int(first == cell) for cell, first in enumerate(regions)])
    return f"{size}k:{letters(order * order)},{write_regions(regions, order)},{sums}"


@puzzle(
    "killer",
    form="an id of Tatham's Solo: 3x3k: cells, cages as letters, and their sums",
    title="Killer Sudoku",
    summary="A Sudoku whose cages add up to their numbers.",
    examples=EXAMPLES,
    like=KillerGrid,
    blank=blank,
    sizes=("3x3", "2x3", "2x2"),
)
def killer(text: str) -> Grid:
    """Read a Killer in the notation of Simon Tatham's Solo: j for regions, and x for diagonals."""
    found = ID.fullmatch(text)
    parts = found[5].split(",")[1:] if found else []
    if found is None or len(parts) != (2 if found[2] else 3):
        raise ValueError(
            f"found {text[:40]!r}, expected 3x3k:cells,cages,sums or 9jk: with regions"
        )
    order = int(found[1]) * int(found[2] or 1)
    if not 1 <= order <= 31:
        raise wrong(1, text.partition(":")[0], "an order up to 31")
    grid = KillerGrid(order, order, range(1, order + 1))
    grid.latin()
    places = [found.start(5) + 2 + sum(len(p) + 1 for p in parts[:n]) for n in range(len(parts))]
    if found[2]:
        grid.boxes(int(found[1]), int(found[2]))
    else:
        for cells in cages(read_regions(parts[0], order, places[0]), order):
            grid.all_different([grid[cell] for cell in cells])
            grid.outline(cells)
    for line in grid.diagonals if found[3] else ():
        grid.all_different(line)
    grid.regions = read_regions(parts[-2], order, places[-2])
    sums = read_cells(parts[-1], order, places[-1], order * order * order)
    for cells in cages(grid.regions, order):
        row, col = cells[0]
        if goal := sums[row * order + col]:
            grid.cage(cells, total=goal, distinct=True)
    grid.fill(read_cells(found[4], order, found.start(4) + 1))
    grid.around = text.partition(":")[0], parts[:-2]
    return grid
