"""Magic squares: every row, column and diagonal has the same sum."""

from itertools import chain

from clew.core.puzzle import Example
from clew.model.expressions import add_up
from clew.model.grid import Grid
from clew.model.own import puzzle

EXAMPLES = (
    Example("3", "Lo Shu, turned and mirrored", solutions=8, source="8 times A006052"),
    Example("3:1,.,./.,.,./.,.,.", "One in a corner", solutions=0),
    Example("3:8,.,./.,.,./.,.,.", "Eight in a corner", solutions=2),
    Example("2", "None of order 2", solutions=0, source="A006052"),
    Example("4:16,3,.,./.,10,.,./.,6,.,./.,15,14,.", "Dürer, 1514", solutions=1),
)
LARGEST = 20


@puzzle(
    "magic-square",
    form="ORDER, or ORDER: and the rows with / between, their cells with , between, . for a blank",
    title="Magic square",
    summary="Fill in 1 to n² so that all rows, columns and diagonals have the same sum.",
    examples=EXAMPLES,
    like=Grid,
    blank=lambda size, _: size,
    sizes=("4", "3"),
)
def magic_square(text: str) -> Grid:
    size, colon, rest = text.partition(":")
    if not (size.isascii() and size.isdigit() and len(size) < 3 and 1 <= int(size) <= LARGEST):
        raise ValueError(f"found the order {size[:20]!r}, expected 1 to {LARGEST}")
    order = int(size)
    square = Grid(order, order, range(1, order * order + 1))
    square.all_different(label="no number twice")
    goal = order * (order * order + 1) // 2
    rows, columns = square.rows, square.columns
    down = [rows[n][n] for n in range(order)], [rows[n][-n - 1] for n in range(order)]
    lines = {f"row {n}": row for n, row in enumerate(rows, 1)}
    lines |= {f"column {n}": column for n, column in enumerate(columns, 1)}
    lines |= {f"diagonal {n}": diagonal for n, diagonal in enumerate(down, 1)}
    for name, line in lines.items():
        square.add(add_up(line) == goal, label=f"{name} adds up to {goal}")
    for row, words in enumerate(_rows(rest, order) if colon else []):
        for col, word in enumerate(words):
            if word != ".":
                square.given((row, col), int(word))
    return square


def _rows(text: str, order: int) -> list[list[str]]:
    rows = [[word.strip() for word in row.split(",")] for row in text.split("/")]
    if [len(row) for row in rows] != [order] * order:
        raise ValueError(f"found {len(rows)} rows, expected {order} of {order} cells each")
    for word in chain(*rows):
        if word != "." and not (word.isascii() and word.isdigit()):
            raise ValueError(f"found {word[:20]!r}, expected . or 1 to {order * order}")
    return rows
