"""000's `sudoku.py`: the Latin square solver with one thing changed, `is_valid`.

`python -m clew.coursework.sudoku` solves the book chapter's example, and `… sudoku FILE` solves
another puzzle. `-` reads standard input.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from clew.board.text import text
from clew.coursework import latin
from clew.coursework._shared import (
    ANSWERED,
    NO_SOLUTION,
    Arguments,
    Grid,
    Rows,
    program,
    read_puzzle,
    report,
    to_rows,
    to_sudoku,
)
from clew.coursework.latin import find_unassigned
from clew.puzzles.sudoku.puzzle import Sudoku

__all__ = ["EXAMPLE", "find_unassigned", "is_valid", "main", "solve"]

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The first puzzle in the book chapter, which is also the first in Wikipedia's Sudoku article."""


def is_valid(square: Grid, r: int, c: int, value: int) -> bool:
    """Check whether a value may go into an empty cell.

    It mustn't be in the cell's row, column or 3 x 3 square. A square with N rows has √N x √N
    subsquares.
    """
    if not latin.is_valid(square, r, c, value):
        return False
    side = isqrt(len(square))
    top, left = r - r % side, c - c % side
    for line in square[top : top + side]:  # noqa: SIM110 - a third faster than any()
        if value in line[left : left + side]:
            return False
    return True


def solve(square: Grid) -> Rows | None:
    """Solve a Sudoku with the Latin square's search. Return None if it has no solution (000)."""
    to_sudoku(square)  # raises ValueError for 6 rows, for example, which have no square boxes
    return latin.solve(square, is_valid)


@program("sudoku")
def main(argv: Sequence[str] | None = None) -> int:
    """Print the solution of the chapter's Sudoku, or of one in a file."""
    parser = Arguments("clew.coursework.sudoku", "Solve a Sudoku by plain backtracking (000).")
    parser.add_argument(
        "file", metavar="FILE", nargs="?",
        help="the puzzle, or - for standard input (default: the book chapter's example)",
    )  # fmt: skip
    file = parser.parse_args(argv).file
    puzzle = Sudoku.parse(EXAMPLE) if file is None else read_puzzle(file, "sudoku")
    assert isinstance(puzzle, Sudoku)
    square_box = (isqrt(puzzle.order),) * 2
    if puzzle.box != square_box or puzzle != Sudoku(puzzle.cells, square_box):
        raise ValueError(f"{file}: 000 is about plain Sudoku with square boxes; try clew solve")
    solved = solve(to_rows(puzzle.cells, puzzle.order))
    if solved is None:
        why = "; ".join(puzzle.clashes())
        return report("sudoku", f"{file}: no solution{': ' * bool(why)}{why}", NO_SOLUTION)
    print(text(puzzle.board([value for line in solved for value in line])))
    return ANSWERED


if __name__ == "__main__":
    raise SystemExit(main())
