"""A board as plain text that reads well in a terminal."""

from __future__ import annotations

from clew.board import Board


def text(board: Board, blank: str = ".") -> str:
    """The board in characters: walls and signs drawn where it has them.

    >>> from clew.board import Board, Cell
    >>> print(text(Board(1, 2, (Cell("1"), Cell()))))
    1 .
    """
    width = max([1, *(len(cell.text) for cell in board.cells)])
    shown = [(cell.text or blank).rjust(width) for cell in board.cells]
    signs = {(sign.first, sign.second): sign.text for sign in board.signs}
    drawn = []
    for row in range(board.rows):
        drawn.append(_row(board, shown, signs, row))
        if row + 1 < board.rows:
            drawn.extend(_between(board, signs, row, width))
    return "\n".join(line.rstrip() for line in drawn)


def _row(board: Board, shown: list[str], signs: dict[tuple[int, int], str], row: int) -> str:
    start = row * board.cols
    line = shown[start] if board.cols else ""
    for cell in range(start + 1, start + board.cols):
        pair = (cell - 1, cell)
        if board.signs:
            line += f" {signs.get(pair, ' ')} "
        elif _divides(board, pair[1] % board.cols):
            line += " | " if pair in board.walls else "   "
        else:
            line += " "
        line += shown[cell]
    return line


def _divides(board: Board, col: int) -> bool:
    """Whether a wall stands anywhere in front of this column."""
    return bool(board.walls) and any(
        (row * board.cols + col - 1, row * board.cols + col) in board.walls
        for row in range(board.rows)
    )


def _between(board: Board, signs: dict[tuple[int, int], str], row: int, width: int) -> list[str]:
    """The line between a row and the next: signs, or a wall, or nothing."""
    start = row * board.cols
    pairs = [(cell, cell + board.cols) for cell in range(start, start + board.cols)]
    if board.signs:
        return [" ".join(signs.get(pair, " ").rjust(width) + "  " for pair in pairs)]
    if not any(pair in board.walls for pair in pairs):
        return []
    line = ""
    for col, pair in enumerate(pairs):
        here = pair in board.walls
        if col:
            before = pairs[col - 1] in board.walls
            if _divides(board, col):
                left, right = ("-" if before else " "), ("-" if here else " ")
                line += left + ("+" if before or here else " ") + right
            else:
                line += "-" if before and here else " "
        line += ("-" if here else " ") * width
    return [line]
