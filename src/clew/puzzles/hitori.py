"""Hitori: shade cells so that no number is left twice in a line and the rest is connected."""

from itertools import combinations, pairwise

from clew.board.inputs import Shade
from clew.core.grid import SYMBOLS, read_size
from clew.core.puzzle import Example
from clew.core.rng import SplitMix64
from clew.model.expressions import Both
from clew.model.filling import Filling, Uniqueness
from clew.model.grid import Grid
from clew.model.own import puzzle
from clew.puzzles._layouts import shading

WORDS = {0: "shaded", 1: "white"}
LINE = "no number twice, no two shaded side by side"
"""The label of a line's rule. It's a single rule, so that line-by-line puzzles rate as easy."""
REPAIRS = 60
"""The number of times to draw numbers again where another solution differs."""
EXAMPLES = (
    Example("5x5:4515443415145131124232454", "Five by five", solutions=1),
    Example("2x2:1221", "No cell needs shading", solutions=5),
    Example("4x1:1111", "Four in a row", solutions=0),
    Example("3x3:123231312", "A Latin square", solutions=39),
)


class Numbers(Grid):
    """A grid of numbers to shade."""

    inputs = (Shade(names=("Shade", "Keep", "Erase")),)

    complete = True


def blank(size: str, rng: SplitMix64) -> str:
    """Shade as many cells of a Latin square as possible, and repeat a number in each of them.

    Where another solution differs, draw the numbers again.
    """
    cols, rows = read_size(size, 20)
    order = max(cols, rows)
    down, across, names = (rng.shuffled(range(order)) for _ in range(3))
    cells = [SYMBOLS[names[(d + a) % order] + 1] for d in down[:rows] for a in across[:cols]]
    shaded = again = shading(rows, cols, rng)
    for _ in range(REPAIRS):
        for cell in again:
            white = [a for a in range(len(cells)) if a not in shaded]
            row = [cells[a] for a in white if a // cols == cell // cols]
            col = [cells[a] for a in white if a % cols == cell % cols]
            both = [number for number in row if number in col] or row + col
            cells[cell] = both[rng.below(len(both))]
        text = f"{size}:{''.join(cells)}"
        stated = hitori.parse(text)
        assert isinstance(stated, Grid)
        known = {x: int(x.index not in shaded) for x in stated.cells}
        other = Uniqueness(Filling(stated), known).other()
        if other is None:
            break
        differs = [x.index for x in other if other[x] != known[x]]
        again = [cell for cell in shaded if cell in differs] or shaded[:1]
    return text


@puzzle(
    "hitori",
    form="COLSxROWS: and the numbers row by row, 1 to 9 and then letters",
    title="Hitori",
    summary="Shade cells so that no number is left twice in a line.",
    examples=EXAMPLES,
    like=Numbers,
    blank=blank,
    sizes=("6x6", "5x5", "8x8"),
)
def hitori(text: str) -> Grid:
    """Read the notation of Simon Tatham's Singles."""
    size, _, numbers = text.upper().partition(":")
    cols, rows = read_size(size.partition("D")[0].lower())
    if len(numbers) != cols * rows:
        raise ValueError(f"found {len(numbers)} numbers, expected {cols * rows}")
    drawn = {"": "clue-cell", "-": "clue-kept", "#": "clue-black"}
    grid = Numbers(
        rows, cols, (0, 1), symbols={0: "#", 1: "-"}, words=WORDS, shaded=(0,), shapes=drawn
    )  # fmt: skip
    for index, number in enumerate(numbers):
        place = divmod(index, cols)
        if number not in SYMBOLS[1:]:
            raise ValueError(f"{grid[place]}: found {number!r}, expected 1 to 9 or a letter")
        grid.print(place, number)
    for word, lines in (("row", grid.rows), ("column", grid.columns)):
        for at, line in enumerate(lines, 1):
            pairs, printed = combinations(line, 2), grid.printed
            rules = [(a == 0) | (b == 0) for a, b in pairs if printed[a] == printed[b]]
            rules += [(a == 1) | (b == 1) for a, b in pairwise(line)]
            if rules:
                grid.add(Both(rules), label=f"{word} {at}: {LINE}")
    grid.connected(grid.cells, grid.links, "the cells that aren't shaded are connected")
    return grid
