"""A board as plain text that reads well in a terminal."""

from __future__ import annotations

from clew.core.board import Board

Signs = dict[tuple[int, int], str]
"""What stands on the edge between two cells."""


def text(board: Board, blank: str = ".") -> str:
    """The board in characters: walls and signs drawn where it has them.

    >>> from clew.core.board import Board, Cell
    >>> print(text(Board(1, 2, (Cell("1"), Cell()))))
    1 .
    """
    width = max([1, *(len(cell.text) for cell in board.cells)])
    shown = [(cell.text or blank).rjust(width) for cell in board.cells]
    signs = {(sign.first, sign.second): sign.text for sign in board.signs}
    divided = {b % board.cols for a, b in board.walls if b - a == 1 and b % board.cols}
    drawn = []
    for row in range(board.rows):
        drawn.append(_row(board, shown, signs, divided, row))
        if row + 1 < board.rows:
            drawn.extend(_between(board, signs, divided, row, width))
    return "\n".join(map(str.rstrip, drawn))


def _row(board: Board, shown: list[str], signs: Signs, divided: set[int], row: int) -> str:
    start = row * board.cols
    line = shown[start] if board.cols else ""
    for cell in range(start + 1, start + board.cols):
        pair = (cell - 1, cell)
        if board.signs:
            line += f" {signs.get(pair, ' ')} "
        elif pair[1] % board.cols in divided:
            line += " | " if pair in board.walls else "   "
        else:
            line += " "
        line += shown[cell]
    return line


def _between(board: Board, signs: Signs, divided: set[int], row: int, width: int) -> list[str]:
    """The line between a row and the next: signs, or a wall, or nothing."""
    start = row * board.cols
    pairs = [(cell, cell + board.cols) for cell in range(start, start + board.cols)]
    if board.signs:
        return [" ".join(signs.get(pair, " ").rjust(width) + "  " for pair in pairs)]
    if board.walls.isdisjoint(pairs):
        return []
    line = ""
    for col, pair in enumerate(pairs):
        here = pair in board.walls
        if col:
            before = pairs[col - 1] in board.walls
            if col in divided:
                left, right = ("-" if before else " "), ("-" if here else " ")
                line += left + ("+" if before or here else " ") + right
            else:
                line += "-" if before and here else " "
        line += ("-" if here else " ") * width
    return [line]
