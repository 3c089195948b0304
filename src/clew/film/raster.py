"""Boards as pixels, drawn with Pillow: the frames of an animation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from math import ceil, sqrt

from PIL import Image, ImageColor, ImageDraw, ImageFont

from clew.core.board import Board, Cell, Ink
from clew.core.events import Kind

PAPER, SHADE, LINE, INK = "#ffffff", "#dfe5ec", "#b4bcc6", "#1c2733"
ANSWER, NOTE, FAIL, SOLVED = "#1a5fb4", "#6b7683", "#b3261e", "#136c36"
TONES = {
    Kind.TRY: ANSWER, Kind.CHANGE: ANSWER, Kind.PRUNE: NOTE, Kind.FAIL: FAIL, Kind.BACK: FAIL,
    Kind.ANSWER: SOLVED,
}  # fmt: skip
"""The colour of the rings around the cells that a step is about."""
INKS = {Ink.GIVEN: INK, Ink.ANSWER: ANSWER}
LARGEST = 900
"""About so many pixels wide at most."""
DOTS = {"•": 0.3, "·": 0.1}
EDGE = 4
BAR = 6
"""The height of the bar that shows how far the film is."""
QUEEN = (
    (0.22, 0.8), (0.78, 0.8), (0.88, 0.3), (0.66, 0.52), (0.5, 0.2), (0.34, 0.52), (0.12, 0.3)
)  # fmt: skip
"""The outline of a crown in a cell of size 1."""


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


@cache
def _palette() -> Image.Image:
    """The colours, and what smooth letters need between each of them and the paper or a shade."""
    inks = (LINE, INK, ANSWER, NOTE, FAIL, SOLVED)
    colours: list[tuple[int, ...]] = [ImageColor.getrgb(each) for each in (PAPER, SHADE, *inks)]
    for under, over in product(colours[:2], colours[2:]):
        for part in (0.2, 0.4, 0.6, 0.8):
            pairs = zip(under, over, strict=True)
            colours.append(tuple(round(a + (b - a) * part) for a, b in pairs))
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    return palette


def _write(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, colour: str, tall: int
) -> None:
    """A text with its middle here; a dot is drawn, since the font has none."""
    if text in DOTS:
        pen.circle(at, max(1, tall * DOTS[text]), colour)
    else:
        pen.text(at, text, colour, _font(tall), anchor="mm")


class Screen:
    """Draws boards in one size; larger ones are cut off."""

    def __init__(self, boards: Iterable[Board]) -> None:
        several = list(boards)
        rows, cols = max(b.rows for b in several), max(b.cols for b in several)
        self.cell = max(9, min(45, LARGEST // max(rows, cols, 1)))
        gap = self.cell // 2 if any(board.signs for board in several) else 0
        self.step = self.cell + gap
        self.width = cols * self.step - gap + 1 + 2 * EDGE
        self.height = rows * self.step - gap + 1 + 2 * EDGE + BAR

    def draw(
        self, board: Board, ringed: Iterable[int], tone: str | None, done: float
    ) -> Image.Image:
        """The board, with rings round some cells, and how much of the film is done."""
        image = Image.new("RGB", (self.width, self.height), PAPER)
        pen = ImageDraw.Draw(image)
        for index, cell in enumerate(board.cells):
            self._cell(pen, *self._place(index, board), cell, max(1, ceil(sqrt(board.cols))))
        self._walls(pen, board)
        self._signs(pen, board)
        for index in ringed:
            x, y = self._place(index, board)
            ring = (x + 1, y + 1, x + self.cell - 1, y + self.cell - 1)
            pen.rectangle(ring, outline=tone, width=max(2, self.cell // 14))
        pen.rectangle((-1, self.height - BAR + 2, done * self.width - 1, self.height), fill=ANSWER)
        return image.quantize(palette=_palette(), dither=Image.Dither.NONE)

    def _place(self, index: int, board: Board) -> tuple[int, int]:
        row, col = divmod(index, board.cols)
        return EDGE + col * self.step, EDGE + row * self.step

    def _cell(self, pen: ImageDraw.ImageDraw, x: int, y: int, cell: Cell, side: int) -> None:
        size, text = self.cell, cell.text.strip()
        pen.rectangle((x, y, x + size, y + size), SHADE if cell.shaded else PAPER, LINE)
        colour = INKS.get(cell.ink, NOTE)
        if text == "Q":
            pen.polygon([(x + a * size, y + b * size) for a, b in QUEEN], fill=colour)
        elif text:
            tall = max(6, min(size * 3 // 5, size * 3 // 2 // len(text)))
            _write(pen, (x + size / 2, y + size / 2), text, colour, tall)
        for note in cell.notes:
            down, right = divmod(note.place, side)
            at = (x + (2 * right + 1) * size / (2 * side), y + (2 * down + 1) * size / (2 * side))
            if size // side >= 8:
                _write(pen, at, note.text[:1], NOTE, min(12, size // side))
            else:  # no room for letters
                pen.point(at, NOTE)

    def _walls(self, pen: ImageDraw.ImageDraw, board: Board) -> None:
        if not board.walls:
            return
        thick = max(2, self.cell // 15)
        right, bottom = EDGE + board.cols * self.step, EDGE + board.rows * self.step
        pen.rectangle((EDGE, EDGE, right, bottom), outline=INK, width=thick)
        for first, second in board.walls:
            x, y = self._place(second, board)
            beside = first // board.cols == second // board.cols
            end = (x, y + self.cell) if beside else (x + self.cell, y)
            pen.line((x, y, *end), INK, thick)

    def _signs(self, pen: ImageDraw.ImageDraw, board: Board) -> None:
        for sign in board.signs:
            x, y = self._place(sign.first, board)
            beside = sign.second // board.cols == sign.first // board.cols
            near, far = self.cell / 2, (self.cell + self.step) / 2
            at = (x + far, y + near) if beside else (x + near, y + far)
            _write(pen, at, sign.text, INK, max(8, self.cell * 2 // 5))
