"""Towers: a Latin square of heights. Each clue counts the towers that are visible from it."""

import re

from clew.core.grid import read_order
from clew.core.puzzle import Example
from clew.model.grid import Grid
from clew.model.own import puzzle
from clew.notation._notation import wrong
from clew.notation._runs import read_cells, write_cells

EXAMPLES = (
    Example("5:4/2/4/1/3/2/2/1/2/3/3/2/2/1/3/2/2/1/4/3", "Five by five", solutions=1),
    Example("4:///////////////", "No clues: the Latin squares", solutions=576, source="A002860"),
    Example("3:3/2/1/1/2/2/3/2/1/1/2/2", "Three by three", solutions=1),
    Example("3:3/3//////////", "Two columns that rise alike", solutions=0),
    Example("6:3//3//////2/4/2/////2/4/3////3//,d4k2_3c3n", "Six by six", solutions=1),
)
SIDES = ("top", "bottom", "left", "right")


class City(Grid):
    """Towers in rows and columns, and the numbers of towers visible from the sides."""

    def text(self) -> str:
        seen = {c.mark: str(c.goal) for c in self.clues()}
        order = self.width
        told = [seen.get(f"{side} {line}", "") for side in SIDES for line in range(order)]
        given = {c.rule.variables()[0]: c.goal for c in self.stated if c.clue and not c.mark}
        cells = [given.get(cell, 0) for cell in self.cells]
        return f"{order}:{'/'.join(told)}" + (f",{write_cells(cells)}" if given else "")


@puzzle(
    "towers",
    form="ORDER: and clues with / between, at the top, the bottom, the left and the right, "
    "or nothing for no clue; optionally a comma and the cells, with letters for blanks",
    title="Towers",
    summary="A Latin square of heights; numbers outside count the visible towers.",
    examples=EXAMPLES,
    like=City,
    blank=lambda size, _: f"{size}:{'/'.join(['1'] * 4 * read_order(size, 32))}",
    sizes=("5", "4", "6"),
)
def towers(text: str) -> Grid:
    """Read the notation of Simon Tatham's Towers."""
    found = re.fullmatch(r"(\d{1,2})\w*:([\d/]*)(?:,([\w]*))?", text)
    if found is None or not 1 <= int(found[1]) <= 32:
        raise ValueError(
            f"found {text[:40]!r}, expected an order up to 32, : and clues with / between"
        )
    order, clues = int(found[1]), found[2].split("/")
    if len(clues) != 4 * order:
        raise wrong(found.start(2) + 1, found[2], f"{4 * order} clues, not {len(clues)}")
    city = City(order, order, range(1, order + 1))
    city.latin()
    for number, clue in enumerate(clues):
        side, line = SIDES[number // order], number % order
        if clue and not (len(clue) < 3 and 1 <= int(clue) <= order):
            raise ValueError(f"{side} {line + 1}: found {clue[:9]!r}, expected 1 to {order}")
        if clue:
            city.edge(side, line, int(clue), city.visible(city.line(side, line)))
    city.fill(read_cells(found[3], order, found.start(3) + 1) if found[3] else ())
    return city
