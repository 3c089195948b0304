"""003's extension: n queens, formulated so that Sudoku's `DFS` and `BFS` can solve it.

Each row of the board is one cell, which lists the columns that are still possible for its queen.
`python -m clew.coursework.chess_board [N] [--search bfs]` prints a board of N queens.
"""

from __future__ import annotations

from collections.abc import Sequence

from clew.board.text import text
from clew.core.grid import read_number
from clew.coursework._shared import ANSWERED, NO_SOLUTION, Arguments, program, report
from clew.coursework.board import BFS, DFS, CandidateBoard, remove_if_exists
from clew.puzzles.queens.puzzle import Queens


class ChessBoard(CandidateBoard):
    """An n x n board. `rows[r][0]` is the column of row r's queen, or the list of columns left.

    >>> from clew.coursework.board import DFS
    >>> DFS(ChessBoard(4)).print_pretty()
    * * Q *
    Q * * *
    * * * Q
    * Q * *
    """

    def __init__(self, n: int) -> None:
        self.size = Queens(n).order
        self.num_queens_placed = 0
        self.rows = [[list(range(n))] for _ in range(n)]

    def __str__(self) -> str:
        return "\n".join(map(str, self.rows))

    def print_pretty(self) -> None:
        """Print the board with Q for a queen and `*` for any other square."""
        queens = [(row, cell) for row, (cell,) in enumerate(self.rows) if isinstance(cell, int)]
        print(text(Queens(self.size, tuple(queens)).board(), blank="*"))

    def goal_test(self) -> bool:
        """Check whether all n queens are placed."""
        return self.num_queens_placed == self.size

    def update(self, row: int, column: int, assignment: int) -> None:
        """Place a row's queen, and remove the squares that it attacks from the other rows' lists.

        The cell is (row, 0), so `column` is always 0. `assignment` is the queen's column.
        """
        self._require(row, column, assignment)
        for other, (cell,) in enumerate(self.rows):
            distance = abs(other - row)
            for attacked in (assignment - distance, assignment, assignment + distance):
                remove_if_exists(cell, attacked)
        self.rows[row][column] = assignment
        self.num_queens_placed += 1


@program("chess_board")
def main(argv: Sequence[str] | None = None) -> int:
    """Print n queens that don't attack each other."""
    parser = Arguments("clew.coursework.chess_board", "Solve n queens like Sudoku (003).")
    parser.add_argument("n", metavar="N", nargs="?", default="8", help="1 or more (default: 8)")
    parser.add_argument("--search", choices=["bfs", "dfs"], default="dfs", help="dfs if not given")
    given = parser.parse_args(argv)
    board = ChessBoard(read_number(given.n, given.n, 0, "a number of queens", least=1))
    solved = (DFS if given.search == "dfs" else BFS)(board)
    if solved is None:
        return report("chess_board", f"{given.n}: no solution", NO_SOLUTION)
    solved.print_pretty()
    return ANSWERED


if __name__ == "__main__":
    raise SystemExit(main())
