"""Kakuro: fill runs with digits that add up to their clues, none twice in a run."""

import re
from collections.abc import Sequence

from clew.board.inputs import Digit
from clew.core.grid import read_size
from clew.core.puzzle import Example
from clew.core.rng import SplitMix64
from clew.model.expressions import add_up
from clew.model.grid import Grid, Place
from clew.model.own import puzzle
from clew.puzzles._layouts import random_runs

EXAMPLES = (
    Example(r"#,4\,3\/\4,.,./\3,.,.", "Two by two", solutions=1),
    Example(r"\10,.,.,.,.", "1 to 4 in any order", solutions=24, source="A000142"),
    Example(r"\17,.,.", "Eight and nine", solutions=2),
    Example(r"#,4\,4\/\3,.,./\4,.,.", "Sums that contradict each other", solutions=0),
)
WORD = re.compile(r"#|\.|(\d*)\\(\d*)")
MARKS = ("\\{}", "{}\\")
"""The formats of a sum across and of a sum down."""
Words = Sequence[Sequence[str]]
"""The text of each cell, row by row."""


class Runs(Grid):
    """A grid of white cells and black cells. A black cell's value is 0."""

    inputs = (Digit(1, 9),)

    drawn: Words = ()

    def text(self) -> str:
        sums = {(clue.at, clue.mark): str(clue.goal) for clue in self.clues()}
        if len(sums) < sum(each.clue for each in self.stated):
            return ""

        told = ("\\".join(sums.get((x, mark), "") for mark in MARKS[::-1]) for x in self.cells)
        words = (word for row in self.drawn for word in row)
        cells = ["." if word == "." else t for word, t in zip(words, told, strict=True)]
        return as_text([cells[at : at + self.width] for at in range(0, len(cells), self.width)])


def as_text(words: Words) -> str:
    return "/".join(",".join("#" if word == "\\" else word for word in row) for row in words)


def run(words: Words, row: int, col: int, down: bool) -> list[Place]:
    """Return the run of white cells after a black cell, across or down."""
    line = [(r, col) for r in range(row + 1, len(words))]
    line = line if down else [(row, c) for c in range(col + 1, len(words[0]))]
    ends = (at for at, (r, c) in enumerate(line) if words[r][c] != ".")
    return line[: next(ends, len(line))]


def blank(size: str, rng: SplitMix64) -> str:
    cols, rows = read_size(size, 20)
    words = [list(line) for line in random_runs(cols, rows, rng, white=2 / 3)]
    for row, line in enumerate(words):
        for col in (col for col, word in enumerate(line) if word != "."):
            runs = (run(words, row, col, down) for down in (True, False))
            line[col] = "\\".join("1" * bool(cells) for cells in runs)
    return as_text(words)


@puzzle(
    "kakuro",
    form=r"rows with / between, cells with , between: . for a white cell, # for a black one, or "
    r"D\A for the sums of the runs down and across from there",
    title="Kakuro",
    summary="Fill in digits that add up to the sums, none twice in a run.",
    examples=EXAMPLES,
    like=Runs,
    blank=blank,
    sizes=("6x6", "5x5", "8x8"),
)
def kakuro(text: str) -> Grid:
    words = [[word.strip() for word in row.split(",")] for row in text.split("/")]
    if len(set(map(len, words))) != 1:
        found = ", ".join(str(len(row)) for row in words)
        raise ValueError(f"found rows of {found[:40]} cells, expected as many in each")
    shape = len(words), len(words[0])
    grid = Runs(*shape, range(10), symbols={0: "#"}, shaded=(0,), shapes={"#": "wall"})
    grid.drawn = words
    for row, col in ((r, c) for r in range(shape[0]) for c in range(shape[1])):
        word, cell = words[row][col], grid[row, col]
        if not (found_word := WORD.fullmatch(word)):
            raise ValueError(rf"{cell}: found {word[:20]!r}, expected ., # or D\A")
        grid.add(cell > 0 if word == "." else cell == 0, label="digits are 1 to 9")
        for down, goal in enumerate(found_word.groups()[::-1] if word != "." else ()):
            cells = [grid[place] for place in run(words, row, col, bool(down))]
            if goal and not cells:
                raise ValueError(f"{cell}: found {word}, expected cells after it")
            if len(cells) > 1:
                way = "down" if down else "across"
                grid.all_different(cells, f"no digit twice {way} from {cells[0]}")
            if goal:
                said = f"the sum {goal} at {cells[0]}"
                grid.number((row, col), int(goal), add_up(cells), said, MARKS[down])
    return grid
