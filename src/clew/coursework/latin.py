"""The Latin square solver that 000 starts from: `is_valid` holds the rules, `solve` searches.

`python -m clew.coursework.latin N` prints the Latin square of order N that this search finds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clew.coursework._lists import Grid, Rows, to_cells, to_rows
from clew.coursework._program import ANSWERED, Arguments, program, report, show
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.search.native import available
from clew.search.run import solve as search

STRATEGY = "backtracking:select=first,infer=none"
"""Plain backtracking: the first empty cell, values in increasing order, no inference (000)."""
MOST_NODES = 4_000_000 if available else 100_000
"""The program backtracks so far: enough for every order to 14 and for 16, 17 and 18."""


def is_valid(square: Grid) -> bool:
    """Whether no value is twice in a row or column: all that 000 has its readers change."""
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


@program("latin")
def main(argv: Sequence[str] | None = None) -> int:
    """Print the first Latin square of an order that backtracking finds."""
    parser = Arguments("clew.coursework.latin", "Print a Latin square by backtracking (000).")
    parser.add_argument("order", metavar="N", help="its order, or N:CELLS with . for a blank")
    order = parser.parse_args(argv).order
    puzzle = Latin.parse(order)
    result = search(puzzle, STRATEGY, max_nodes=MOST_NODES)
    if not result.solved and not result.unsolvable:
        gave_up = f"plain backtracking gave up after {MOST_NODES:,} nodes; this is another square"
        report("latin", f"{order}: {gave_up}", ANSWERED)
        result = search(puzzle)
    return show("latin", order, result)


if __name__ == "__main__":
    raise SystemExit(main())
