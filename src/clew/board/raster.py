"""Draws a board as pixels, with Pillow."""

from __future__ import annotations

import re
from cmath import phase, rect
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import ceil, pi, sqrt
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFont

from clew.board.board import Board
from clew.board.places import places
from clew.board.scene import Drawn, scene
from clew.board.style import Look, Named, look

LARGEST = 900
"""The approximate maximum width in pixels."""
LARGEST_SCALE, SMALLEST_SCALE = 1.125, 0.225
FINER = 4
"""The number of dots per pixel in each direction, for smooth lines."""
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
_MOVE = re.compile(r"(\w+)\(([^)]*)\)")
_PART = re.compile(r"[a-zA-Z]|-?(?:\d+\.\d*|\.\d+|\d+)")
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "q": 4, "a": 7, "z": 0}
STEPS = 12
"""The number of straight pieces in a curve. A full circle has four times as many."""
Area = list[tuple[float, float]]
Transform = tuple[complex, complex, complex]
"""The images of the origin and of the unit vectors pointing right and down."""


class Polyline(NamedTuple):
    """Points joined by straight lines, as complex numbers x + y i."""

    points: tuple[complex, ...]
    is_closed: bool = False


def outline(tag: str, at: dict[str, Any]) -> tuple[Polyline, ...]:
    """Return the lines that an element consists of.

    >>> outline("path", {"d": "M0 0h2v1z"})
    (Polyline(points=(0j, (2+0j), (2+1j)), is_closed=True),)
    """
    if tag == "circle":
        x, y, r = float(at["cx"]), float(at["cy"]), float(at["r"])
        return path(f"M{x + r} {y}A{r} {r} 0 0 1 {x - r} {y}A{r} {r} 0 0 1 {x + r} {y}z")
    if tag == "rect":
        return path(_rounded(*(float(at.get(n, 0)) for n in ("x", "y", "width", "height", "rx"))))
    return path(at["d"])


def _rounded(x: float, y: float, wide: float, tall: float, r: float) -> str:
    if not r:
        return f"M{x} {y}h{wide}v{tall}h{-wide}z"
    across, down, turn = wide - 2 * r, tall - 2 * r, f"a{r} {r} 0 0 1"
    return (
        f"M{x + r} {y}h{across}{turn} {r} {r}v{down}{turn} {-r} {r}"
        f"h{-across}{turn} {-r} {-r}v{-down}{turn} {r} {-r}z"
    )


@cache
def path(d: str) -> tuple[Polyline, ...]:
    """Return the lines that an SVG path consists of."""
    found: list[Polyline] = []
    points: list[complex] = []
    for command, numbers in _commands(d):
        if command in "mM":
            found.append(Polyline(tuple(points)))
            start = points[-1] if points and command == "m" else 0j
            points = [start + complex(*numbers)]
        elif command in "zZ":
            found.append(Polyline(tuple(points), True))
            points = points[:1]
        else:
            points += _reached(points[-1], command, numbers)
    found.append(Polyline(tuple(points)))
    return tuple(line for line in found if len(line.points) > 1)


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers, repeating it for further numbers as SVG does."""
    parts, command = _PART.findall(d), ""
    at = 0
    while at < len(parts):
        if parts[at].isalpha():
            command, at = parts[at], at + 1
        takes = _TAKES[command.lower()]
        yield command, [float(part) for part in parts[at : at + takes]]
        at += takes
        command = {"m": "l", "M": "L"}.get(command, command)


def _reached(here: complex, command: str, numbers: list[float]) -> list[complex]:
    """Return the points that a command draws to."""
    base = here if command.islower() else 0j
    match command.lower():
        case "h":
            return [complex(base.real + numbers[0], here.imag)]
        case "v":
            return [complex(here.real, base.imag + numbers[0])]
        case "a":
            return _arc(here, base + complex(*numbers[5:]), numbers[0], *numbers[3:5])
    ends = [base + complex(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
    return ends if len(ends) == 1 else _curve([here, *ends])


def _curve(ends: list[complex]) -> list[complex]:
    """Return the points of a Bézier curve, using de Casteljau's algorithm."""
    found = []
    for part in (step / STEPS for step in range(1, STEPS + 1)):
        row = ends
        while len(row) > 1:
            row = [a + (b - a) * part for a, b in pairwise(row)]
        found += row
    return found


def _arc(here: complex, end: complex, r: float, large: float, sweep: float) -> list[complex]:
    """Return the points of an arc, or of a half circle if the radius is too small, as in SVG."""
    half = (end - here) / 2
    r = max(r, abs(half))
    away = 1j * half / abs(half) * sqrt(r * r - abs(half) ** 2)
    middle = here + half + (away if large != sweep else -away)
    turn = phase((end - middle) / (here - middle))
    if sweep and turn <= 0:
        turn += 2 * pi
    elif not sweep and turn >= 0:
        turn -= 2 * pi
    steps = max(1, ceil(abs(turn) / (2 * pi) * 4 * STEPS))
    return [middle + (here - middle) * rect(1, turn * k / steps) for k in range(1, steps + 1)]


# ------------------------------------------------------------------ pixels


class Screen:
    """Draws boards that all get the size of the largest one."""

    def __init__(self, boards: Iterable[Board]) -> None:
        sizes = [(there.width, there.height) for there in map(places, boards)]
        wide, tall = (max(each) for each in zip(*sizes, strict=True))
        self.scale = max(SMALLEST_SCALE, min(LARGEST_SCALE, LARGEST / max(wide, tall, 1)))
        self.width, self.height = round(wide * self.scale), round(tall * self.scale)

    def draw(self, board: Board) -> Image.Image:
        """Draw a board.

        Args:
            board: the board.
        """
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
        """Draw elements and their content, each on top of the previous ones."""
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
        """Draw in the colour of a fill or stroke, using a mask unless it's opaque."""
        colour = ImageColor.getrgb(how.get(what, "black"))
        opaque = float(how.get("opacity", 1)) * float(how.get(f"{what}-opacity", 1))
        if opaque == 1:
            draw(self.pen, colour)
            return
        mask = Image.new("L", self.image.size)
        draw(ImageDraw.Draw(mask), 255)
        self.image.paste(colour, mask=mask.point(lambda dot: round(dot * opaque)))

    def _stroke(self, pen: ImageDraw.ImageDraw, lines: list[Polyline], ink: Any, how: Look) -> None:
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
    """Return the frame after a transform such as `translate(4 4) rotate(90)`."""
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


def _placed(line: Polyline, frame: Transform) -> Polyline:
    return Polyline(tuple(_put(point, frame) for point in line.points), line.is_closed)


def _fill(pen: ImageDraw.ImageDraw, areas: list[Area], ink: Any) -> None:
    for area in areas:
        pen.polygon(area, ink)


def _even_odd(areas: list[Area], size: tuple[int, int]) -> Image.Image:
    """Return a mask of areas, with holes where one is inside another."""
    mask = Image.new("L", size)
    for area in areas:
        alone = Image.new("L", size)
        ImageDraw.Draw(alone).polygon(area, 255)
        mask = ImageChops.difference(mask, alone)
    return mask


def _dashed(path: list[complex], dashes: list[float]) -> list[list[complex]]:
    """Return the visible pieces of a dashed line."""
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
