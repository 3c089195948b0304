"""Nonograms: shade runs of cells that are as long as the numbers at the edges."""

from collections.abc import Sequence
from itertools import groupby

from clew.board.inputs import Shade
from clew.core.grid import read_size
from clew.core.puzzle import Example
from clew.model.expressions import Over, Variable
from clew.model.grid import Grid
from clew.model.own import puzzle
from clew.model.stated import ClueRule
from clew.rules.regular import Runs

WORDS = {0: "blank", 1: "shaded"}
EXAMPLES = (
    Example("3x3:1/3/1/1/3/1", "A cross", solutions=1),
    Example("2x2:1/1/1/1", "Two diagonals", solutions=2),
    Example("2x2:2/2/0/2", "Runs that contradict each other", solutions=0),
    Example("4x4:1/1/1/1/1/1/1/1", "The permutations of four", solutions=24, source="A000142"),
    Example("5x5:4/1.1/1/2/1.3/1.1/2/1.1/2.2/3", "Five by five", solutions=1),
    Example(
        "10x10:4.3/1.3/2.1/3/2.3/3.4/3.1/5/3.2/7/1.3/1.1.3/2.3/1.3/1.3/3/5.1/2.3.1/6.2/2.1.2",
        "Ten by ten",
        solutions=1,
    ),
)
UNKNOWN = "?"


class Picture(Grid):
    """A grid of cells that are shaded or blank."""

    inputs = (Shade(),)

    def text(self) -> str:
        told = {clue.mark: ".".join(map(str, clue.goal)) for clue in self.clues()}
        if len(self.clues()) < sum(each.clue for each in self.stated):
            return ""
        lines = [f"top {n}" for n in range(self.width)] + [f"left {n}" for n in range(self.height)]
        return f"{self.width}x{self.height}:{'/'.join(told.get(n, UNKNOWN) for n in lines)}"


def blank(size: str, _: object) -> str:
    cols, rows = read_size(size)
    return f"{size}:{'/'.join('0' * (cols + rows))}"


@puzzle(
    "nonogram",
    form="COLSxROWS: and the runs of each column, then of each row, 3x2:1/2/1/1.1/2; ? if unknown",
    title="Nonogram",
    summary="Shade cells so that each line has runs as long as its numbers.",
    examples=EXAMPLES,
    like=Picture,
    blank=blank,
    sizes=("8x8", "5x5", "10x10", "15x15"),
)
def nonogram(text: str) -> Grid:
    """Read the notation of Simon Tatham's Pattern."""
    size, _, rest = text.partition(":")
    cols, rows = read_size(size)
    lines = rest.split("/")
    if len(lines) != cols + rows:
        raise ValueError(f"found {len(lines)} lines, expected {cols} columns and {rows} rows")
    drawn = {"#": "filled", "-": "blank"}
    grid = Picture(
        rows, cols, (0, 1), symbols={0: "-", 1: "#"}, words=WORDS, shaded=(1,), shapes=drawn
    )  # fmt: skip
    for number, line in enumerate(lines):
        side, at = ("top", number) if number < cols else ("left", number - cols)
        label = f"{'column' if side == 'top' else 'row'} {at + 1}"
        if line != UNKNOWN:
            told = in_runs(grid.line(side, at), _lengths(line, label))
            grid.clue(told, f"{label} with the clue {line}", f"{side} {at}")
    return grid


def in_runs(cells: Sequence[Variable], lengths: Sequence[int]) -> ClueRule:
    """Return a rule that requires a line's shaded cells to form runs of these lengths."""
    return ClueRule(
        lengths,
        lambda goal: Over(Runs.of([length for length in goal if length], len(cells)), cells),
        lambda of: runs_of([of[cell] for cell in cells]),
    )


def runs_of(line: Sequence[int]) -> tuple[int, ...]:
    """Return the lengths of the runs of ones in a line, or 0 if it doesn't have any ones."""
    return tuple(len(list(run)) for shaded, run in groupby(line) if shaded) or (0,)


def _lengths(line: str, label: str) -> tuple[int, ...]:
    words = line.split(".") if line else []
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise ValueError(f"{label}: found {word[:20]!r}, expected numbers with . between")
    return tuple(map(int, words)) or (0,)
