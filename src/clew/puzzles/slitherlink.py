"""Slitherlink: draw one loop along the edges of cells. Numbers count the edges of their cells.

A loop divides the plane, so every cell is inside or outside. The inside is connected, and so is the
outside if it includes the space around the grid. That makes the line between them a single loop
that never touches itself.
"""

import re
from math import prod

from clew.core.grid import read_size
from clew.core.puzzle import Example
from clew.model.expressions import LinearExpression, add_up
from clew.model.grid import Grid
from clew.model.loops import INSIDE, OUTSIDE, LoopGrid
from clew.model.own import puzzle

EXAMPLES = (
    Example("5x5t0:3f213213e2202a3a", "Five by five", solutions=1),
    Example("2x2:d", "Every loop in four cells", solutions=13, source="A140517"),
    Example("3x3:i", "Every loop in nine cells", solutions=213, source="A140517"),
    Example("3x3:a4a4a4a4a", "Loops that cannot meet", solutions=0),
    Example("3x3:d4d", "A loop around one cell", solutions=1),
)


@puzzle(
    "slitherlink",
    form="COLSxROWS: and the cells row by row, 0 to 4, or a to z for 1 to 26 blanks",
    title="Slitherlink",
    summary="Draw one loop; each number counts the sides of its cell on the loop.",
    examples=EXAMPLES,
    like=LoopGrid,
    blank=lambda size, _: f"{size}:{'0' * prod(read_size(size))}",
    sizes=("7x7", "5x5", "10x10"),
)
def slitherlink(text: str) -> Grid:
    """Read the notation of Simon Tatham's Loopy, for squares."""
    found = re.fullmatch(r"(\d+x\d+)(?:t(\d+))?(?:d[a-z])?:([0-4a-z]*)", text)
    if found is None or found[2] not in (None, "0"):
        expected = "COLSxROWS, : and 0 to 4 or letters; squares only, t0"
        raise ValueError(f"found {text[:40]!r}, expected {expected}")
    cols, rows = read_size(found[1])
    numbers = "".join(" " * (ord(c) - 96) if c.isalpha() else c for c in found[3])
    if len(numbers) != rows * cols:
        raise ValueError(f"found {len(numbers)} cells, expected {rows * cols}")
    grid = LoopGrid(
        rows, cols, (OUTSIDE, INSIDE), symbols={OUTSIDE: "-", INSIDE: "#"},
        words={OUTSIDE: "outside", INSIDE: "inside"}, shaded=(INSIDE,),
        shapes={"": "clue-cell", "-": "clue-cell", "#": "clue-cell"},
        parted=True,
    )  # fmt: skip
    for cell, number in enumerate(numbers):
        if number != " ":
            place = divmod(cell, cols)
            grid.number(place, int(number), _sides(grid, *place))
    rim = [
        (rows * cols, cell)
        for cell in range(rows * cols)
        if cell < cols or cell >= cols * (rows - 1) or cell % cols in (0, cols - 1)
    ]
    grid.add(add_up(grid.cells) > 0, label="there is a loop")
    grid.connected(grid.cells, grid.links, "the inside is connected", INSIDE)
    around = [*grid.cells, OUTSIDE]
    grid.connected(around, [*grid.links, *rim], "the outside is connected", OUTSIDE)
    return grid


def _sides(grid: Grid, row: int, col: int) -> LinearExpression:
    """Return an expression for the number of a cell's sides that are on the loop."""
    near, here = grid.neighbours(row, col), grid[row, col]
    return add_up(here != other for other in near) + (4 - len(near)) * here
