"""A board as pixels of a few colours: enough for a small animation, with no picture library."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, sqrt

from clew.core.board import Board, Cell, Ink
from clew.film.letters import COLS, ROWS, letter

PALETTE = (
    (255, 255, 255),  # paper
    (223, 229, 236),  # a shaded cell
    (180, 188, 198),  # lines
    (28, 39, 51),  # ink and walls
    (26, 95, 180),  # answers, and the cell at hand
    (107, 118, 131),  # notes
    (179, 38, 30),  # what fails
    (19, 108, 54),  # solved
)
PAPER, SHADE, LINE, INK, ANSWER, NOTE, FAIL, SOLVED = range(len(PALETTE))
LARGEST = 900
"""About so many pixels wide at most."""
BAR = 6
"""The height of the bar that shows how far the film is."""


@dataclass(frozen=True)
class Pixels:
    """A picture: a byte for each pixel, row by row, its colour's place in the palette."""

    width: int
    height: int
    data: bytes


class Canvas:
    """Pixels to draw on."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rows = [bytearray(width) for _ in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        left, right = max(0, x), min(self.width, x + width)
        if left < right:
            for row in self.rows[max(0, y) : max(0, y + height)]:
                row[left:right] = bytes([colour]) * (right - left)

    def frame(self, x: int, y: int, size: int, thick: int, colour: int) -> None:
        """The edge of a square."""
        self.fill(x, y, size, thick, colour)
        self.fill(x, y + size - thick, size, thick, colour)
        self.fill(x, y, thick, size, colour)
        self.fill(x + size - thick, y, thick, size, colour)

    def write(self, text: str, x: int, y: int, scale: int, colour: int) -> None:
        """A text with its middle here, each dot of a letter a square of `scale` pixels."""
        left = x - (len(text) * (COLS + 1) - 1) * scale // 2
        top = y - ROWS * scale // 2
        for place, character in enumerate(text):
            for down, bits in enumerate(letter(character)):
                for right in range(COLS):
                    if bits >> (COLS - 1 - right) & 1:
                        dot = left + (place * (COLS + 1) + right) * scale
                        self.fill(dot, top + down * scale, scale, scale, colour)

    def pixels(self) -> Pixels:
        return Pixels(self.width, self.height, b"".join(self.rows))


def cell_size(board: Board) -> int:
    """Pixels of a cell: many for a small board, fewer for a large one."""
    return max(9, min(45, LARGEST // max(board.cols, board.rows, 1)))


class Screen:
    """Draws boards of one size; those that are larger are cut off."""

    def __init__(self, boards: Iterable[Board]) -> None:
        several = list(boards)
        rows, cols = max(b.rows for b in several), max(b.cols for b in several)
        self.cell = min(cell_size(board) for board in several)
        self.gap = self.cell // 2 if any(board.signs for board in several) else 0
        self.step = self.cell + self.gap
        self.edge = 4
        self.width = cols * self.step - self.gap + 1 + 2 * self.edge
        self.height = rows * self.step - self.gap + 1 + 2 * self.edge + BAR

    def draw(self, board: Board, ringed: Iterable[int], colour: int, done: float) -> Pixels:
        """The board, with rings round some cells, and how much of the film is done."""
        canvas = Canvas(self.width, self.height)
        for index, cell in enumerate(board.cells):
            self._cell(canvas, index, cell, board)
        self._walls(canvas, board)
        self._signs(canvas, board)
        for index in ringed:
            x, y = self._place(index, board)
            canvas.frame(x + 1, y + 1, self.cell - 1, max(2, self.cell // 14), colour)
        canvas.fill(0, self.height - BAR + 2, round(done * self.width), BAR - 2, ANSWER)
        return canvas.pixels()

    def _place(self, index: int, board: Board) -> tuple[int, int]:
        row, col = divmod(index, board.cols)
        return self.edge + col * self.step, self.edge + row * self.step

    def _cell(self, canvas: Canvas, index: int, cell: Cell, board: Board) -> None:
        x, y = self._place(index, board)
        canvas.fill(x, y, self.cell + 1, self.cell + 1, LINE)
        canvas.fill(x + 1, y + 1, self.cell - 1, self.cell - 1, SHADE if cell.shaded else PAPER)
        text = cell.text.strip()
        if text:
            colour = {Ink.GIVEN: INK, Ink.ANSWER: ANSWER}.get(cell.ink, NOTE)
            scale = max(1, min(self.cell // 12, self.cell // (len(text) * (COLS + 1))))
            middle = self.cell // 2 + 1
            canvas.write(text, x + middle, y + middle, scale, colour)
        self._notes(canvas, x, y, cell, board)

    def _notes(self, canvas: Canvas, x: int, y: int, cell: Cell, board: Board) -> None:
        """Candidates as small letters, or as dots where there is no room for letters."""
        side = max(1, ceil(sqrt(board.cols)))
        for note in cell.notes:
            down, right = divmod(note.place, side)
            at = x + (2 * right + 1) * self.cell // (2 * side) + 1
            level = y + (2 * down + 1) * self.cell // (2 * side) + 1
            if self.cell // side >= COLS + 3:
                canvas.write(note.text[:1], at, level, 1, NOTE)
            else:
                canvas.fill(at, level, 1, 1, NOTE)

    def _walls(self, canvas: Canvas, board: Board) -> None:
        if not board.walls:
            return
        size, thick = self.cell, max(2, self.cell // 15)
        wide, high = board.cols * self.step - self.gap, board.rows * self.step - self.gap
        for x, y, width, height in (
            (0, 0, wide, thick), (0, high - 1, wide, thick),
            (0, 0, thick, high), (wide - 1, 0, thick, high),
        ):  # fmt: skip
            canvas.fill(self.edge + x, self.edge + y, width + 1, height + 1, INK)
        for first, second in board.walls:
            x, y = self._place(second, board)
            if first // board.cols == second // board.cols:
                canvas.fill(x - thick // 2, y, thick, size + 1, INK)
            else:
                canvas.fill(x, y - thick // 2, size + 1, thick, INK)

    def _signs(self, canvas: Canvas, board: Board) -> None:
        for sign in board.signs:
            x, y = self._place(sign.first, board)
            across = sign.second // board.cols == sign.first // board.cols
            away = self.cell + self.gap // 2
            at = (x + away, y + self.cell // 2) if across else (x + self.cell // 2, y + away)
            canvas.write(sign.text, *at, max(1, self.cell // 20), INK)
