"""Pictures of setters' clues, drawn with a pen and without rules."""

from __future__ import annotations

from clew.board.board import Board, Cell, Ink
from clew.board.pen import Pen

GIVENS = {1: "3", 8: "1", 27: "8", 37: "2", 50: "6", 63: "2", 66: "1", 68: "6", 79: "7"}
WRITTEN = {at: Cell(text, Ink.GIVEN) for at, text in GIVENS.items()} | {13: Cell("5", Ink.ANSWER)}


def _cell(row: int, col: int) -> int:
    return 9 * row + col


def setters() -> Board:
    """Draw a Sudoku with a thermometer, an arrow, dots, lines, cages and numbers around it."""
    pen = Pen()
    pen.fill([_cell(8, col) for col in range(3)], "tint-3", words="odd cells")
    pen.fill([_cell(0, 4)])
    pen.line([3, 4, 13, 22], start="bulb", words="thermometer")
    pen.line([31, 40, 49, 50], start="bulb", words="thermometer")
    pen.dot(_cell(2, 7), words="sum of an arrow")
    pen.line([_cell(2, 7), _cell(3, 7), _cell(4, 7), _cell(5, 8)], end="arrow", words="arrow")
    pen.dot((_cell(1, 1), _cell(1, 2)), words="white dot")
    pen.dot((_cell(2, 2), _cell(3, 2)), fill="black")
    pen.text((_cell(6, 0), _cell(6, 1)), "<")
    pen.text((_cell(6, 7), _cell(7, 7)), "X", words="ten together")
    pen.dot((_cell(6, 3), _cell(6, 4), _cell(7, 3), _cell(7, 4)))
    pen.line([68, 69, 60, 51], colour="tint-7", words="palindrome")
    loop = [_cell(4, 1), _cell(4, 2), _cell(5, 2), _cell(5, 1)]
    pen.line([*loop, loop[0]], colour="tint-4", words="loop")
    pen.outline([_cell(7, 0), _cell(7, 1), _cell(7, 2), _cell(8, 2)], dashed=True, words="cage")
    pen.text(("corner", _cell(7, 0)), "14")
    pen.outline([_cell(1, 5), _cell(1, 6), _cell(2, 6)])
    pen.text(("top", 1), "23", words="the diagonal has the sum 23")
    pen.line([("top", 1), 2], end="arrow")
    pen.text(("top", -1), "41", words="the diagonal has the sum 41")
    pen.line([("top", -1), 0], end="arrow")
    pen.text(("left", 4), "17", words="sandwich of 17")
    pen.text(("right", 4), "5")
    pen.text(("bottom", 3), "2 9")
    cells = tuple(WRITTEN.get(at, Cell()) for at in range(81))
    walls = frozenset(
        (a, b)
        for a in range(81)
        for b in (a + 1, a + 9)
        if b < 81 and (b - a == 9 or b % 9) and (a // 27, a % 9 // 3) != (b // 27, b % 9 // 3)
    )
    return Board(9, 9, cells, "A Sudoku with setters' clues", walls, pen.drawing)
