"""Minesweeper: find the cells with and without mines, and the other cells' probabilities."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from clew.board.inputs import Shade
from clew.core.grid import read_size, write_rows
from clew.core.puzzle import Example
from clew.model.chances import chances
from clew.model.expressions import add_up
from clew.model.grid import Grid
from clew.model.own import puzzle
from clew.model.stated import counted

__path__: list[str] = []  # pickles name `clew.puzzles.minesweeper.puzzle`

WORDS, SIGNS = {0: "safe", 1: "a mine"}, {0: "-", 1: "*"}
GIVEN = {sign: value for value, sign in SIGNS.items()}
EXAMPLES = (
    Example("3x1:.1.", "One or the other", solutions=2),
    Example("3x3:.../.8./...", "Mines all around", solutions=1),
    Example("4x2:..../1221", "Two in the middle", solutions=1),
    Example("3x1:.3.", "More mines than cells", solutions=0),
    Example("3x3n3:02./03./02.", "After the first click", solutions=1),
    Example("5x2n3:.2.1./.....", "Three mines in all", solutions=9),
)


class Minefield(Grid):
    """Cells with or without a mine, and numbers that count the mines around them."""

    inputs = (Shade(("*", "-", ""), names=("Mine", "Safe", "Erase")),)

    sparse = True
    mines: int | None = None
    """The total number of mines, or None if it isn't known."""

    def text(self) -> str:
        numbers = {clue.at: str(clue.goal) for clue in self.clues()}
        given = {each.rule.parts[0]: SIGNS[each.goal] for each in self.stated if each.is_given}
        told = "".join((numbers | given).get(cell, ".") for cell in self.cells)
        total = "" if self.mines is None else f"n{self.mines}"
        return f"{self.width}x{self.height}{total}:{write_rows(told, self.width)}"

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
        """Return the chance of a mine in each unknown cell if all placements are equally likely."""
        numbers = [each for each in self.stated if each.clue]
        known = {each.rule.variables()[0] for each in numbers}
        found = chances(numbers, [x for x in self.cells if x not in known], self.mines)
        return {x.name: found[x] for x in self.cells if x in found and x not in known}


def blank(size: str, _: object) -> str:
    """Put a number in every cell. A solution replaces one in five with a mine."""
    cols, rows = read_size(size)
    return f"{size}n{max(1, cols * rows // 5)}:{write_rows('0' * (cols * rows), cols)}"


@puzzle(
    "minesweeper",
    form="COLSxROWS[nMINES]: and the rows with / between, . unknown, - no mine, * a mine",
    title="Minesweeper",
    summary="Find the mines. Each number counts those in the cells around it.",
    examples=EXAMPLES,
    like=Minefield,
    blank=blank,
    sizes=("8x8", "6x6", "10x10"),
)
def minesweeper(text: str) -> Grid:
    size, _, rest = text.partition(":")
    shape, n, mines = size.partition("n")
    cols, rows = read_size(shape)
    lines = rest.split("/")
    if [len(line) for line in lines] != [cols] * rows:
        raise ValueError(f"found {len(lines)} rows, expected {rows} of {cols} cells each")
    drawn = {"*": "mine", "-": "opened"}
    field = Minefield(rows, cols, (0, 1), symbols=SIGNS, words=WORDS, shapes=drawn)
    for cell, sign in zip(field.cells, signs := "".join(lines), strict=True):
        if sign.isdigit():
            near = field.neighbours(*divmod(cell.index, cols), diagonal=True)
            around = [x for x in near if signs[x.index] in ".*"] or near
            field.clue(counted(cell, int(sign), around), f"the {sign} in {cell}", "{}", cell)
        elif sign in GIVEN:
            field.given(cell, GIVEN[sign])
        elif sign != ".":
            raise ValueError(f"{cell}: found {sign!r}, expected 0 to 8 or . - *")
    if n:
        if not mines.isdigit():
            raise ValueError(f"found n{mines[:10]}, expected a number of mines after n")
        field.mines = int(mines)
        field.add(add_up(field.cells) == field.mines, label=f"{mines} mines in all")
    return field
