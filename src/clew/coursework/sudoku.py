"""000's `sudoku.py`: the Latin square solver with one thing changed, `is_valid`.

`python -m clew.coursework.sudoku FILE` prints the solved board; `-` reads the standard input.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clew.coursework import latin
from clew.coursework._lists import Grid, Rows, to_sudoku
from clew.coursework._program import ANSWERED, Arguments, guarded, no_solution
from clew.notation import load, read
from clew.puzzle import Puzzle
from clew.solving import solve as search

STRATEGY = latin.STRATEGY


def is_valid(board: Grid) -> bool:
    """Whether no value stands twice in a row, a column or a 3 x 3 square (000)."""
    return not to_sudoku(board).clashes()


def solve(board: Grid) -> Rows | None:
    """The solved board, or None; the search is that of the Latin square (000)."""
    return latin.solve(board, is_valid)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the solution of the Sudoku in a file."""
    return guarded("sudoku", lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    parser = Arguments("clew.coursework.sudoku", "Solve a Sudoku by plain backtracking (000).")
    parser.add_argument("file", metavar="FILE", help="the puzzle, or - for the standard input")
    file = parser.parse_args(argv).file
    result = search(read_puzzle(file), STRATEGY)
    if not result.solved:
        return no_solution("sudoku", file, result)
    print(result)
    return ANSWERED


def read_puzzle(file: str) -> Puzzle:
    """The Sudoku in a file, or on the standard input if that is `-`; ValueError names the place."""
    if file != "-":
        return read(Path(file), kind="sudoku")
    try:
        return read(f"{load(file)}\n", kind="sudoku")  # a line: never the name of a file
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


if __name__ == "__main__":
    raise SystemExit(main())
