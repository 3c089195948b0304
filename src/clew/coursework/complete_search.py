"""002, section 1: Sudoku by trying every assignment, and by filling in step by step.

A board is a list of rows with None for an empty cell, of any square order (4 x 4, 9 x 9 …,
exercise 1). Both functions leave it as it is and agree on the answer: the first one in
reading order. A board whose numbers already break a rule has none, even if it is full.
"""

from __future__ import annotations

from clew.coursework._lists import Grid, Rows, to_rows, to_sudoku
from clew.search.run import solve


def find_solution_exhaustive(board: Grid) -> Rows | None:
    """Approach 1: every way to fill the empty cells in turn, until one is valid.

    >>> find_solution_exhaustive([[None, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, None]])
    [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    """
    return _find(board, "generate-and-test")


def find_solution(board: Grid) -> Rows | None:
    """Approach 2: the first empty cell gets 1, 2 … as long as the board is valid (`explore`).

    >>> find_solution([[1, None, None, 2]] + [[None] * 4] * 3)
    [[1, 3, 4, 2], [2, 4, 1, 3], [3, 1, 2, 4], [4, 2, 3, 1]]
    """
    return _find(board, "backtracking:select=first,infer=none")


def _find(board: Grid, strategy: str) -> Rows | None:
    answer = solve(to_sudoku(board), strategy).answer
    return None if answer is None else to_rows(answer, len(board))
