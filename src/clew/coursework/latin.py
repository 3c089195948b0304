"""The Latin square solver that 000 starts from: `is_valid` holds the rules, `solve` searches.

`python -m clew.coursework.latin N` prints a Latin square of order N.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clew.coursework._lists import Grid, Rows, to_cells, to_rows
from clew.coursework._program import ANSWERED, Arguments, guarded, no_solution
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.search.run import solve as search


def is_valid(square: Grid) -> bool:
    """Whether no value stands twice in a row or column: all that 000 has its readers change."""
    return not Latin(to_cells(square)).clashes()


def solve(square: Grid, is_valid: Callable[[Grid], bool] = is_valid) -> Rows | None:
    """000's recursive search: fill the first empty cell with each value that is valid in turn.

    The square itself is not changed. With Sudoku's `is_valid` it solves Sudoku.
    """
    cells = to_cells(square)
    if not is_valid(square):
        return None
    if 0 not in cells:
        return to_rows(cells, len(square))
    row, col = divmod(cells.index(0), len(square))
    for value in range(1, len(square) + 1):
        filled = [list(line) for line in square]
        filled[row][col] = value
        if (solved := solve(filled, is_valid)) is not None:
            return solved
    return None


def main(argv: Sequence[str] | None = None) -> int:
    """Print a Latin square of the order that is asked for."""
    return guarded("latin", lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    parser = Arguments("clew.coursework.latin", "Print a Latin square (000).")
    parser.add_argument("order", metavar="N", help="its order, or N:CELLS with . for a blank")
    order = parser.parse_args(argv).order
    result = search(Latin.parse(order))
    if not result.solved:
        return no_solution("latin", order, result)
    print(result)
    return ANSWERED


if __name__ == "__main__":
    raise SystemExit(main())
