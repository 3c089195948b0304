"""002, exercise 4: a knight that visits every cell of a 5 x 5 board once, from a given cell.

The exercise says that a knight has at most 6 moves, but it has up to 8. There's no tour from a cell
whose colour only 12 of the 25 cells have, and it takes no search to know that.
"""

from __future__ import annotations

from clew.puzzles.knight.puzzle import Knight
from clew.search.run import solve

SIDE = 5
Cells = list[tuple[int, int]]


def knight_cover(start: tuple[int, int], rows: int = SIDE, cols: int = SIDE) -> Cells | None:
    """Return the cells (row, column) in the order of visits, or None if there's no tour.

    >>> len(knight_cover((2, 2)))
    25
    >>> knight_cover((0, 1)) is None
    True
    """
    answer = solve(Knight(rows, cols, start)).solution
    return None if answer is None else list(answer)
