"""The Latin square solver that 000 starts from, with the functions of the course's own example.

`find_unassigned` chooses the next cell, `is_valid` contains the rules, and `solve` searches. Sudoku
and Futoshiki keep `solve` and change `is_valid`. The names, arguments and results are the same as
in Examples/Search/latin_squares.py in the course's repository (github.com/dansmyers/AI).
`python -m clew.coursework.latin N` prints the square of order N that `solve` finds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clew.core.grid import read_order
from clew.coursework._shared import (
    ANSWERED,
    NO_SOLUTION,
    Arguments,
    Grid,
    Rows,
    program,
    report,
    to_cells,
    to_rows,
)
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.search.run import solve as search

LARGEST = 30
"""The maximum order. The search recurses for each empty cell, and Python allows 1,000 levels."""
MOST_TRIES = 4_000_000
"""The program gives up after this many calls to `is_valid`, which take about two seconds."""
Valid = Callable[[Rows, int, int, int], bool]
Choose = Callable[[Rows], tuple[int, int]]


def find_unassigned(square: Grid) -> tuple[int, int]:
    """Find the next cell to fill: the first empty one, row by row.

    Returns:
        The row and column of the cell, or (-1, -1) if every cell is filled.
    """
    for r, line in enumerate(square):
        if not all(line):
            return r, next(c for c, value in enumerate(line) if not value)
    return -1, -1


def is_valid(square: Grid, r: int, c: int, value: int) -> bool:
    """Check whether a value may go into an empty cell, because its row and column don't have it."""
    if value in square[r]:
        return False
    for line in square:  # noqa: SIM110 - a third faster than any()
        if line[c] == value:
            return False
    return True


def solve(
    square: Grid, is_valid: Valid = is_valid, find_unassigned: Choose = find_unassigned
) -> Rows | None:
    """Fill a square by recursive backtracking, the framework for all puzzles in 000.

    Args:
        square: rows of numbers, with 0 or None for an empty cell. It isn't changed.
        is_valid: the rules. It checks whether `value` may go into the empty cell (r, c).
        find_unassigned: a function that chooses the next cell.

    Returns:
        The filled square, or None if it has no solution.

    Raises:
        ValueError: if the square isn't square, or has more than 30 rows.
    """
    size = len(square)
    filled = to_rows(to_cells(square), size)
    if size > LARGEST:
        raise ValueError(f"order {size} is too large for a recursive search: use at most {LARGEST}")

    def fill() -> bool:
        r, c = find_unassigned(filled)
        if r == -1:
            return True
        for value in range(1, size + 1):
            if is_valid(filled, r, c, value):
                filled[r][c] = value
                if fill():
                    return True
        filled[r][c] = 0
        return False

    return filled if _givens_are_valid(filled, is_valid) and fill() else None


def _givens_are_valid(square: Rows, is_valid: Valid) -> bool:
    """Check each given as if it were about to be entered into its cell."""
    for r, line in enumerate(square):
        for c, value in enumerate(line):
            if value:
                line[c] = 0
                valid = is_valid(square, r, c, value)
                line[c] = value
                if not valid:
                    return False
    return True


def square_text(square: Sequence[Sequence[int]]) -> str:
    """Format the rows of a square, with spaces between the numbers."""
    return "".join(f"{' '.join(map(str, line))}\n" for line in square)


class _GaveUp(Exception):
    pass


@program("latin")
def main(argv: Sequence[str] | None = None) -> int:
    """Print the first Latin square of an order that backtracking finds."""
    parser = Arguments("clew.coursework.latin", "Print a Latin square by backtracking (000).")
    parser.add_argument(
        "order", metavar="N", nargs="?", default="5",
        help=f"the order, 1 to {LARGEST} (default: 5), or N:CELLS with . for a blank",
    )  # fmt: skip
    order = parser.parse_args(argv).order
    read_order(order.partition(":")[0], LARGEST)
    puzzle = Latin.parse(order)
    tries = 0

    def counted(square: Rows, r: int, c: int, value: int) -> bool:
        nonlocal tries
        tries += 1
        if tries > MOST_TRIES:
            raise _GaveUp
        return is_valid(square, r, c, value)

    try:
        square = solve(to_rows(puzzle.cells, puzzle.order), counted)
    except _GaveUp:
        another = "with inference, clew finds this square"
        report("latin", f"{order}: gave up after {MOST_TRIES:,} tries; {another}", ANSWERED)
        answer = search(puzzle).solution
        square = None if answer is None else to_rows(answer, puzzle.order)
    if square is None:
        return report("latin", f"{order}: {search(puzzle)}", NO_SOLUTION)
    print(square_text(square), end="")
    return ANSWERED


if __name__ == "__main__":
    raise SystemExit(main())
