"""000's `sudoku.py`: the Latin square solver with one thing changed, `is_valid`.

`python -m clew.coursework.sudoku FILE` prints the solved board; `-` reads the standard input.
"""

from __future__ import annotations

from collections.abc import Sequence

from clew.coursework import latin
from clew.coursework._lists import Grid, Rows, to_sudoku
from clew.coursework._program import Arguments, program, read_puzzle, show
from clew.search.run import solve as search

STRATEGY = latin.STRATEGY


def is_valid(board: Grid) -> bool:
    """Whether no value is twice in a row, a column or a 3 x 3 square (000)."""
    return not to_sudoku(board).clashes()


def solve(board: Grid) -> Rows | None:
    """The solved board, or None; the search is that of the Latin square (000)."""
    return latin.solve(board, is_valid)


@program("sudoku")
def main(argv: Sequence[str] | None = None) -> int:
    """Print the solution of the Sudoku in a file."""
    parser = Arguments("clew.coursework.sudoku", "Solve a Sudoku by plain backtracking (000).")
    parser.add_argument("file", metavar="FILE", help="the puzzle, or - for the standard input")
    file = parser.parse_args(argv).file
    return show("sudoku", file, search(read_puzzle(file, "sudoku"), STRATEGY))


if __name__ == "__main__":
    raise SystemExit(main())
