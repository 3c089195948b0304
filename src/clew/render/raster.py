"""A board as pixels: the elements of its scene, drawn with Pillow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from typing import Any

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFont

from clew.core.board import Board
from clew.render.elements import Drawn
from clew.render.outline import Line, outline
from clew.render.places import places
from clew.render.scene import scene
from clew.render.style import Look, Named, look

LARGEST = 900
"""About so many pixels wide at most."""
LARGEST_SCALE, SMALLEST_SCALE = 1.125, 0.225
FINER = 4
"""How many dots a pixel is drawn with, each way, for smooth lines."""
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
_MOVE = re.compile(r"(\w+)\(([^)]*)\)")
Area = list[tuple[float, float]]
Transform = tuple[complex, complex, complex]
"""Where the origin goes, and what the units to the right and down become."""


class Screen:
    """Draws boards in one size, that of the largest."""

    def __init__(self, boards: Iterable[Board]) -> None:
        sizes = [(there.width, there.height) for there in map(places, boards)]
        wide, tall = (max(each) for each in zip(*sizes, strict=True))
        self.scale = max(SMALLEST_SCALE, min(LARGEST_SCALE, LARGEST / max(wide, tall, 1)))
        self.width, self.height = round(wide * self.scale), round(tall * self.scale)

    def draw(self, board: Board) -> Image.Image:
        """The picture of a board."""
        root = Named("svg", frozenset({"clew", board.layout.value}))
        size = self.width * FINER, self.height * FINER
        image = Image.new("RGB", size, look((root,))["background"])
        unit = self.scale * FINER
        _Brush(image, unit).draw(scene(board)[1], (root,), (0j, unit + 0j, unit * 1j))
        return image.reduce(FINER)


class _Brush:
    def __init__(self, image: Image.Image, unit: float) -> None:
        self.image, self.unit = image, unit
        self.pen = ImageDraw.Draw(image)

    def draw(self, elements: Iterable[Drawn], around: tuple[Named, ...], frame: Transform) -> None:
        """Elements and what is inside of them, each over those before it."""
        before: frozenset[Named] = frozenset()
        for element in elements:
            named = Named(element.tag, frozenset(element.name.split()))
            moved = _moved(frame, element.attributes.get("transform", ""))
            if element.tag == "g" and not isinstance(element.inside, str):
                self.draw(element.inside, (*around, named), moved)
            elif element.tag == "text":
                self._text(element, look((*around, named), before), moved)
            else:
                self._lines(element, look((*around, named), before), moved)
            before |= {named}

    # ---------------------------------------------------------------- lines

    def _lines(self, element: Drawn, how: Look, frame: Transform) -> None:
        lines = [_placed(line, frame) for line in outline(element.tag, element.attributes)]
        areas = [[(at.real, at.imag) for at in line.points] for line in lines]
        areas = [area for area in areas if len(area) > 2]
        fill = how.get("fill", "black")
        if how.get("fill-rule") == "evenodd":
            self.image.paste(fill, mask=_even_odd(areas, self.image.size))
        elif fill != "none":
            self._blend(how, "fill", lambda pen, ink: _fill(pen, areas, ink))
        if "stroke" in how and how["stroke"] != "none":
            self._blend(how, "stroke", lambda pen, ink: self._stroke(pen, lines, ink, how))

    def _blend(
        self, how: Look, what: str, draw: Callable[[ImageDraw.ImageDraw, Any], None]
    ) -> None:
        """Draw in the colour of a fill or stroke; through a mask if that is not opaque."""
        colour = ImageColor.getrgb(how.get(what, "black"))
        opaque = float(how.get("opacity", 1)) * float(how.get(f"{what}-opacity", 1))
        if opaque == 1:
            draw(self.pen, colour)
            return
        mask = Image.new("L", self.image.size)
        draw(ImageDraw.Draw(mask), 255)
        self.image.paste(colour, mask=mask.point(lambda dot: round(dot * opaque)))

    def _stroke(self, pen: ImageDraw.ImageDraw, lines: list[Line], ink: Any, how: Look) -> None:
        wide = max(1, round(float(how.get("stroke-width", 1)) * self.unit))
        dashes = how.get("stroke-dasharray", "none")
        for points, is_closed in lines:
            path = [*points, points[0]] if is_closed else list(points)
            pieces = [path]
            if dashes != "none":
                pieces = _dashed(path, [float(each) * self.unit for each in dashes.split()])
            for piece in pieces:
                pen.line([(at.real, at.imag) for at in piece], ink, wide, joint="curve")
            if (how.get("stroke-linecap") in ("round", "square") and wide > 2) or is_closed:
                for end in (path[0], path[-1]):
                    pen.circle((end.real, end.imag), wide / 2, ink)

    # ---------------------------------------------------------------- words

    def _text(self, element: Drawn, how: Look, frame: Transform) -> None:
        at, size = element.attributes, float(element.attributes["font-size"])
        down = float(at.get("dy", "0em").removesuffix("em")) * size
        where = _put(complex(at.get("x", 0), at.get("y", 0) + down), frame)
        heavy = int(how.get("font-weight", 400)) >= 600
        font, ink = _font(round(size * self.unit)), how.get("fill", "black")
        anchor = ANCHORS[how.get("text-anchor", "middle")]
        spot, words = (where.real, where.imag), str(element.inside)
        if "stroke" in how:
            halo = float(how["stroke-width"].removesuffix("px")) * self.unit / 2
            self.pen.text(
                spot,
                words,
                how["stroke"],
                font,
                anchor,
                stroke_width=halo,
                stroke_fill=how["stroke"],
            )
        bold = size * self.unit / 40 if heavy else 0
        self.pen.text(spot, words, ink, font, anchor, stroke_width=bold, stroke_fill=ink)
        if "underline" in how.get("text-decoration", ""):
            left, _, right, _ = self.pen.textbbox(spot, words, font, anchor)
            y = spot[1] + size * self.unit * 0.12
            self.pen.line([(left, y), (right, y)], ink, max(1, round(self.unit)))


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _moved(frame: Transform, words: str) -> Transform:
    """The frame after a transform such as `translate(4 4) rotate(90)`."""
    for name, numbers in _MOVE.findall(words):
        origin, right, down = frame
        one, *other = map(float, numbers.split())
        if name == "translate":
            frame = _put(complex(one, *other), frame), right, down
        elif name == "scale":
            frame = origin, right * one, down * (other or [one])[0]
        else:
            turn = {0: 1, 90: 1j, 180: -1, 270: -1j}[int(one)]
            frame = origin, right * turn, down * turn
    return frame


def _put(point: complex, frame: Transform) -> complex:
    origin, right, down = frame
    return origin + right * point.real + down * point.imag


def _placed(line: Line, frame: Transform) -> Line:
    return Line(tuple(_put(point, frame) for point in line.points), line.is_closed)


def _fill(pen: ImageDraw.ImageDraw, areas: list[Area], ink: Any) -> None:
    for area in areas:
        pen.polygon(area, ink)


def _even_odd(areas: list[Area], size: tuple[int, int]) -> Image.Image:
    """A mask of areas where one within another is a hole."""
    mask = Image.new("L", size)
    for area in areas:
        alone = Image.new("L", size)
        ImageDraw.Draw(alone).polygon(area, 255)
        mask = ImageChops.difference(mask, alone)
    return mask


def _dashed(path: list[complex], dashes: list[float]) -> list[list[complex]]:
    """The pieces of a line that a pattern of dashes and gaps shows."""
    pieces: list[list[complex]] = [[path[0]]]
    turn, left = 0, dashes[0]
    for one, two in pairwise(path):
        while (reach := abs(two - one)) > left:
            one += (two - one) / reach * left
            pieces[-1].append(one)
            pieces.append([one])
            turn += 1
            left = dashes[turn % len(dashes)]
        left -= reach
        pieces[-1].append(two)
    return pieces[::2]
