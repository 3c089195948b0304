"""000's Futoshiki: the Latin square solver again, with an `is_valid` that also checks signs.

`python -m clew.coursework.futoshiki_backtracking` solves the book chapter's example. With a FILE,
it solves another puzzle, in the format that 001 uses. `futoshiki` is 001's own program, with
forward checking.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from clew.coursework import latin
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
from clew.coursework.futoshiki import read
from clew.coursework.latin import find_unassigned, square_text
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki

__all__ = ["EXAMPLE", "SIGNS", "find_unassigned", "is_valid", "main", "solve"]

Position = tuple[int, int]
Sign = tuple[Position, Position]
"""Two neighbouring cells, each (row, column) from 0. The first is less than the second."""

EXAMPLE = [[0] * 5, [4, 0, 0, 0, 2], [0, 0, 4, 0, 0], [0, 0, 0, 0, 4], [0] * 5]
SIGNS: list[Sign] = [
    ((0, 1), (0, 0)), ((0, 3), (0, 2)), ((0, 4), (0, 3)), ((3, 3), (3, 4)),
    ((4, 0), (4, 1)), ((4, 1), (4, 2)),
]  # fmt: skip
"""The puzzle in 000's picture, which is Wikipedia's example (Futoshiki1.png)."""


def is_valid(square: Grid, r: int, c: int, value: int, signs: Iterable[Sign]) -> bool:
    """Check a value for an empty cell, by the Latin square's rules and the signs at the cell.

    >>> is_valid([[2, 0], [0, 0]], 0, 1, 1, [((0, 0), (0, 1))])
    False
    """
    if not latin.is_valid(square, r, c, value):
        return False
    for (r1, c1), (r2, c2) in signs:
        if (r1, c1) == (r, c):
            if (greater := square[r2][c2]) and value >= greater:
                return False
        elif (r2, c2) == (r, c) and (less := square[r1][c1]) and less >= value:
            return False
    return True


def solve(square: Grid, signs: Iterable[Sign]) -> Rows | None:
    """Solve a Futoshiki with the Latin square's search. Return None if it has no solution (000).

    >>> solve([[0, 0], [0, 0]], [((0, 1), (0, 0))])
    [[2, 1], [1, 2]]
    """
    signs = tuple(signs)
    pairs = tuple((_cell(square, less), _cell(square, greater)) for less, greater in signs)
    Futoshiki(to_cells(square), pairs)  # raises ValueError if a sign isn't between neighbours
    at = defaultdict[Position, list[Sign]](list)
    for less, greater in signs:
        at[less].append((less, greater))
        at[greater].append((less, greater))
    return latin.solve(square, lambda square, r, c, value: is_valid(square, r, c, value, at[r, c]))


def _cell(square: Grid, position: Position) -> int:
    row, col = position
    if not (0 <= row < len(square) and 0 <= col < len(square)):
        raise ValueError(f"found a sign at ({row}, {col}), expected a cell of the board")
    return row * len(square) + col


@program("futoshiki_backtracking")
def main(argv: Sequence[str] | None = None) -> int:
    """Print the solution of the chapter's Futoshiki, or of one in a file."""
    parser = Arguments(
        "clew.coursework.futoshiki_backtracking", "Solve a Futoshiki by plain backtracking (000)."
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?",
        help="the puzzle, or - for standard input (default: the book chapter's example)",
    )  # fmt: skip
    file = parser.parse_args(argv).file
    square, signs = (EXAMPLE, SIGNS) if file is None else _read(file)
    solved = solve(square, signs)
    if solved is None:
        return report("futoshiki_backtracking", f"{file}: no solution", NO_SOLUTION)
    print(square_text(solved), end="")
    return ANSWERED


def _read(file: str) -> tuple[Rows, list[Sign]]:
    puzzle = read(file)
    order = puzzle.order
    signs = [(divmod(less, order), divmod(greater, order)) for less, greater in puzzle.signs]
    return to_rows(puzzle.cells, order), signs


if __name__ == "__main__":
    raise SystemExit(main())
