"""Kakuro: digits in runs that add up to their clues, none twice in a run."""

import re

from clew.core.puzzle import Example
from clew.model.expressions import Variable, add_up
from clew.model.grid import Grid
from clew.model.own import puzzle

EXAMPLES = (
    Example(r"#,4\,3\/\4,.,./\3,.,.", "Two by two", answers=1),
    Example(r"\10,.,.,.,.", "1 to 4 in any order", answers=24, source="A000142"),
    Example(r"\17,.,.", "Eight and nine", answers=2),
    Example(r"#,4\,4\/\3,.,./\4,.,.", "Sums that contradict each other", answers=0),
)
WORD = re.compile(r"#|\.|(\d*)\\(\d*)")


@puzzle(
    "kakuro",
    form=r"rows with / between, cells with , between: . to fill in, # black, or D\A, the sums "
    "of the run down from there and of the run across",
    title="Kakuro",
    summary="Fill in digits that add up to the sums, none twice in a run.",
    examples=EXAMPLES,
    like=Grid,
)
def kakuro(text: str) -> Grid:
    rows = [[word.strip() for word in row.split(",")] for row in text.split("/")]
    if len(set(map(len, rows))) != 1:
        found = ", ".join(str(len(row)) for row in rows)
        raise ValueError(f"found rows of {found[:40]} cells, expected as many in each")
    grid = Grid(len(rows), len(rows[0]), range(10), symbols={0: "#"}, shaded=(0,), shapes=WALLS)
    for row, words in enumerate(rows):
        for col, word in enumerate(words):
            if not (found_word := WORD.fullmatch(word)):
                raise ValueError(
                    rf"r{row + 1}c{col + 1}: found {word[:20]!r}, expected ., # or D\A"
                )
            white = word == "."
            grid.add(
                grid[row, col] > 0 if white else grid[row, col] == 0, label="digits are 1 to 9"
            )
            for down, goal in enumerate(found_word.groups()[::-1] if not white else ()):
                run = _run(grid, rows, row, col, down)
                if goal and not run:
                    raise ValueError(f"r{row + 1}c{col + 1}: found {word}, expected cells after it")
                if len(run) > 1:
                    way = "down" if down else "across"
                    grid.all_different(run, f"no digit twice {way} from {run[0]}")
                if goal:
                    mark = "{}\\" if down else "\\{}"
                    grid.number((row, col), int(goal), add_up(run), f"{goal} at {run[0]}", mark)
    return grid


WALLS = {"#": "wall"}


def _run(grid: Grid, rows: list[list[str]], row: int, col: int, down: int) -> list[Variable]:
    """The white cells after a black one, across or down."""
    run: list[Variable] = []
    while True:
        row, col = (row + 1, col) if down else (row, col + 1)
        if row >= grid.height or col >= grid.width or rows[row][col] != ".":
            return run
        run.append(grid[row, col])
