"""Nonograms: shade cells in runs, so long as the numbers at the edges say."""

from clew.core.grid import read_size
from clew.core.puzzle import Example
from clew.model.grid import Grid
from clew.model.own import puzzle

WORDS = {0: "blank", 1: "shaded"}
EXAMPLES = (
    Example("3x3:1/3/1/1/3/1", "A cross", answers=1),
    Example("2x2:1/1/1/1", "Two diagonals", answers=2),
    Example("2x2:2/2/0/2", "Runs that contradict each other", answers=0),
    Example("4x4:1/1/1/1/1/1/1/1", "The permutations of four", answers=24, source="A000142"),
    Example("5x5:4/1.1/1/2/1.3/1.1/2/1.1/2.2/3", "Five by five", answers=1),
    Example(
        "10x10:4.3/1.3/2.1/3/2.3/3.4/3.1/5/3.2/7/1.3/1.1.3/2.3/1.3/1.3/3/5.1/2.3.1/6.2/2.1.2",
        "Ten by ten",
        answers=1,
    ),
)


@puzzle(
    "nonogram",
    form="COLSxROWS: and the runs of each column, then of each row, 3x2:1/2/1/1.1/2",
    title="Nonogram",
    summary="Shade cells so that each line has runs as long as its numbers.",
    examples=EXAMPLES,
    like=Grid,
)
def nonogram(text: str) -> Grid:
    """The same text as in Simon Tatham's Pattern."""
    size, _, rest = text.partition(":")
    cols, rows = read_size(size)
    lines = rest.split("/")
    if len(lines) != cols + rows:
        raise ValueError(f"found {len(lines)} lines, expected {cols} columns and {rows} rows")
    drawn = {"#": "filled", "-": "blank"}
    grid = Grid(
        rows, cols, (0, 1), symbols={0: "-", 1: "#"}, words=WORDS, shaded=(1,), shapes=drawn
    )  # fmt: skip
    for number, line in enumerate(lines):
        side, at = ("top", number) if number < cols else ("left", number - cols)
        label = f"{'column' if side == 'top' else 'row'} {at + 1}"
        runs = [run for run in _runs(line, label) if run]
        grid.edge(side, at, runs or [0])
        grid.runs(grid.line(side, at), runs, label=label)
    return grid


def _runs(line: str, label: str) -> list[int]:
    words = line.split(".") if line else []
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise ValueError(f"{label}: found {word[:20]!r}, expected numbers with . between")
    return list(map(int, words))
