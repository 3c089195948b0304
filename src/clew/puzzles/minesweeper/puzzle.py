"""Minesweeper: where mines must be, where they cannot be, and how likely they are elsewhere."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from clew.core.grid import read_size
from clew.core.puzzle import Example
from clew.model.chances import chances
from clew.model.expressions import add_up
from clew.model.grid import Grid
from clew.model.own import puzzle

WORDS = {0: "safe", 1: "a mine"}
EXAMPLES = (
    Example("3x1:.1.", "One or the other", answers=2),
    Example("3x3:.../.8./...", "Mines all around", answers=1),
    Example("4x2:..../1221", "Two in the middle", answers=1),
    Example("3x1:.3.", "More mines than cells", answers=0),
    Example("3x3n3:02./03./02.", "After the first click", answers=1),
    Example("5x2n3:.2.1./.....", "Three mines in all", answers=9),
)


class Minefield(Grid):
    """Cells with a mine or without; numbers count the mines around them."""

    mines: int | None = None
    """How many there are in all, if that is known."""

    def tell(self, answer: Mapping[str, Any], /) -> str:
        found = self.chances()
        sure = {"safe": 0, "mines": 1}
        lines = {word: [x for x, chance in found.items() if chance == sure[word]] for word in sure}
        told = [f"{word}: {', '.join(cells)}" for word, cells in lines.items() if cells]
        rest = {name: chance for name, chance in found.items() if 0 < chance < 1}
        if rest and not lines["safe"]:
            best = min(rest, key=rest.__getitem__)
            told.append(f"nothing is safe; least likely a mine: {best} ({rest[best]})")
        return "\n".join(told)

    def chances(self) -> dict[str, Fraction]:
        """How likely each unknown cell is a mine, if all ways to place them are equally likely."""
        numbers = [each for each in self.stated if each.at is not None]
        known = {each.at for each in numbers}
        found = chances(numbers, [x for x in self.cells if x not in known], self.mines)
        return {x.name: found[x] for x in self.cells if x in found}


@puzzle(
    "minesweeper",
    form="COLSxROWS[nMINES]: and the rows with / between, . for an unknown cell",
    title="Minesweeper",
    summary="Find the cells that hold mines, by the numbers of mines around others.",
    examples=EXAMPLES,
    like=Minefield,
)
def minesweeper(text: str) -> Grid:
    size, _, rest = text.partition(":")
    shape, n, mines = size.partition("n")
    cols, rows = read_size(shape)
    lines = rest.split("/")
    if [len(line) for line in lines] != [cols] * rows:
        raise ValueError(f"found {len(lines)} rows, expected {rows} of {cols} cells each")
    drawn = {"*": "mine", "-": "opened"}
    field = Minefield(rows, cols, (0, 1), symbols={0: "-", 1: "*"}, words=WORDS, shapes=drawn)
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            if sign.isdigit():
                field.add(field[row, col] == 0, label=f"the number in r{row + 1}c{col + 1}")
                near = field.neighbours(row, col, diagonal=True)
                around = [x for x in near if rest.replace("/", "")[x.index] == "."]
                field.number((row, col), int(sign), add_up(around or [field[row, col]]))
            elif sign != ".":
                raise ValueError(f"r{row + 1}c{col + 1}: found {sign!r}, expected . or 0 to 8")
    if n:
        if not mines.isdigit():
            raise ValueError(f"found n{mines[:10]}, expected a number of mines after n")
        field.mines = int(mines)
        field.add(add_up(field.cells) == field.mines, label=f"{mines} mines in all")
    return field
