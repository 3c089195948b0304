"""000's Futoshiki: the Latin square solver once more, with an `is_valid` that also reads signs.

`python -m clew.coursework.futoshiki_backtracking FILE` prints the solved board. The file is that
of 001, whose own program, with forward checking, is `futoshiki`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clew.coursework import latin
from clew.coursework._lists import Grid, Rows, to_cells, to_rows
from clew.coursework._program import ANSWERED, NO_SOLUTION, Arguments, program, report
from clew.coursework.futoshiki import output_text, read
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki

Position = tuple[int, int]
Sign = tuple[Position, Position]
"""Two neighbouring cells, each (row, column) from 0: the first is less than the second."""


def is_valid(board: Grid, signs: Iterable[Sign]) -> bool:
    """Whether no value is twice in a row or column and no sign is broken so far (000).

    >>> is_valid([[2, 1], [None, None]], [((0, 0), (0, 1))])
    False
    """
    return not _puzzle(board, signs).clashes()


def solve(board: Grid, signs: Iterable[Sign]) -> Rows | None:
    """The solved board, or None; the search is that of the Latin square (000).

    >>> solve([[0, 0], [0, 0]], [((0, 1), (0, 0))])
    [[2, 1], [1, 2]]
    """
    fixed = tuple(signs)
    return latin.solve(board, lambda square: is_valid(square, fixed))


def _puzzle(board: Grid, signs: Iterable[Sign]) -> Futoshiki:
    pairs = tuple((_cell(board, less), _cell(board, greater)) for less, greater in signs)
    return Futoshiki(to_cells(board), pairs)


def _cell(board: Grid, position: Position) -> int:
    row, col = position
    if not (0 <= row < len(board) and 0 <= col < len(board)):
        raise ValueError(f"found a sign at ({row}, {col}), expected a cell of the board")
    return row * len(board) + col


@program("futoshiki_backtracking")
def main(argv: Sequence[str] | None = None) -> int:
    """Print the solution of the Futoshiki in a file."""
    parser = Arguments(
        "clew.coursework.futoshiki_backtracking", "Solve a Futoshiki by plain backtracking (000)."
    )
    parser.add_argument("file", metavar="FILE", help="the puzzle, or - for the standard input")
    file = parser.parse_args(argv).file
    puzzle = read(file)
    if puzzle.adjacent:
        raise ValueError(f"{file}: found the adjacent mode, expected signs < and >")
    order = puzzle.order
    signs = [(divmod(less, order), divmod(greater, order)) for less, greater in puzzle.signs]
    solved = solve(to_rows(puzzle.cells, order), signs)
    if solved is None:
        return report("futoshiki_backtracking", f"{file}: no solution", NO_SOLUTION)
    print(output_text([value for row in solved for value in row]), end="")
    return ANSWERED


if __name__ == "__main__":
    raise SystemExit(main())
