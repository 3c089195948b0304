"""Boards as the assignments hold them, lists of rows with None or 0 for an empty cell."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from clew.core.grid import Cells, cell_name
from clew.puzzles.sudoku.puzzle import Sudoku

Grid = Sequence[Sequence[int | None]]
Rows = list[list[int]]


def to_cells(board: Grid) -> Cells:
    """The cells row by row, 0 for a blank; ValueError with the place if the board is not square."""
    order = len(board)
    return tuple(
        _cell(value, row * order + col, order)
        for row, line in enumerate(board)
        for col, value in enumerate(_row(line, row, order))
    )


def _row(line: Sequence[int | None], row: int, order: int) -> Sequence[int | None]:
    if len(line) != order:
        raise ValueError(f"row {row + 1}: found {len(line)} cells, expected {order}")
    return line


def _cell(value: int | None, cell: int, order: int) -> int:
    if value is None:
        return 0
    if type(value) is not int or not 0 <= value <= order:
        where = cell_name(cell, order)
        raise ValueError(f"{where}: found {value!r}, expected 1 to {order}, or 0 or None if empty")
    return value


def to_rows(values: Sequence[int], order: int) -> Rows:
    """The values of an answer as a new list of rows."""
    return [list(values[start : start + order]) for start in range(0, order * order, order)]


def to_sudoku(board: Grid) -> Sudoku:
    """The Sudoku with square boxes that a 4 x 4, 9 x 9, 16 x 16 … board states."""
    side = isqrt(len(board))
    if side == 0 or side * side != len(board):
        raise ValueError(f"found {len(board)} rows, expected a square number (4, 9, 16 …)")
    return Sudoku(to_cells(board), (side, side))
