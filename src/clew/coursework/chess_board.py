"""003's extension: n queens, formulated so that the `DFS` and `BFS` of Sudoku solve it.

Each row of the board is one cell: the columns where its queen may still stand.
"""

from __future__ import annotations

from clew.coursework.board import CandidateBoard, remove_if_exists
from clew.puzzles.queens.puzzle import Queens
from clew.render.text import text


class ChessBoard(CandidateBoard):
    """An n x n board; `rows[r][0]` is the column of row r's queen, or the list of those left.

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
        """Whether all n queens are placed."""
        return self.num_queens_placed == self.size

    def update(self, row: int, column: int, assignment: int) -> None:
        """Place the queen of a row, and take what it attacks from the lists of the others.

        The cell is (row, 0), so `column` is 0, and `assignment` is the column on the board.
        """
        self._require(row, column, assignment)
        for other, (cell,) in enumerate(self.rows):
            distance = abs(other - row)
            for attacked in (assignment - distance, assignment, assignment + distance):
                remove_if_exists(cell, attacked)
        self.rows[row][column] = assignment
        self.num_queens_placed += 1
