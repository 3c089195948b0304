"""The pen that clues draw with: five shapes, as data that every renderer knows.

A place is one of these:

- a cell, by its number: `4`
- a point between cells: `(4, 5)` is the edge that they share, four cells are their common corner
- a point outside the grid: `("left", 2)` or `("right", 2)` is next to row 2, `("top", 0)` or
  `("bottom", 0)` above or below column 0; above column -1 is the upper left corner of the grid
- `("corner", 4)` is the upper left corner of a cell, `("name", 4)` the place above it, and
  `("note", 4, 6)` the seventh candidate in it

Colours are roles, which `static/picture.css` defines for light and dark: `shade`, and `tint-1` to
`tint-8`. Every shape can have words, for those who hear the board instead of seeing it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SIDES = ("left", "right", "top", "bottom")
Place = int | tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line through places; each end is plain, a `bulb` or an `arrow`.

    Its role is its look, listed in `static/shapes.js`: `path` is broad and lies under the cells'
    contents, and so is `arrow`, which is thin; `edge` and `border` belong to a graph, `win` crosses
    a row of pieces, and `strong`, `weak` and `ray` are steps of an argument.
    """

    places: tuple[Place, ...]
    start: str = ""
    end: str = ""
    role: str = "path"
    colour: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot between cells, or a circle in a cell, under its content; `white` or `black`."""

    place: Place
    fill: str = "white"
    words: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A text at a place. Above and below the grid its words stand one above the other."""

    place: Place
    text: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """A line around cells: a heavy one along their sides, or a dashed one just inside of them."""

    cells: tuple[int, ...]
    dashed: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Wash:
    """A colour under the content of cells."""

    cells: tuple[int, ...]
    colour: str = "shade"
    words: str = ""


Shape = Line | Dot | Text | Outline | Wash
Drawing = tuple[Shape, ...]
KINDS: dict[str, type[Shape]] = {
    "line": Line, "dot": Dot, "text": Text, "outline": Outline, "fill": Wash,
}  # fmt: skip
"""The five shapes by their names in JSON."""


class Pen:
    """Collects the shapes that clues draw.

    >>> pen = Pen()
    >>> pen.line([0, 1, 10], start="bulb", words="thermometer")
    >>> pen.dot((3, 4), fill="black")
    >>> pen.drawing[1]
    Dot(place=(3, 4), fill='black', words='')
    """

    def __init__(self) -> None:
        self.shapes: list[Shape] = []

    @property
    def drawing(self) -> Drawing:
        """Everything drawn so far."""
        return tuple(self.shapes)

    def line(
        self,
        places: Iterable[Place],
        start: str = "",
        end: str = "",
        *,
        role: str = "",
        colour: str = "",
        words: str = "",
    ) -> None:
        """Draw a line through cells or other places: a broad one, or a thin one with an arrow."""
        role = role or ("arrow" if "arrow" in (start, end) else "path")
        self.shapes.append(Line(tuple(places), start, end, role, colour, words))

    def dot(self, place: Place, fill: str = "white", *, words: str = "") -> None:
        """Draw a dot between cells, or a circle in a cell."""
        self.shapes.append(Dot(place, fill, words))

    def text(self, place: Place, text: str, *, words: str = "") -> None:
        """Write at a place."""
        self.shapes.append(Text(place, text, words))

    def outline(self, cells: Iterable[int], dashed: bool = False, *, words: str = "") -> None:
        """Draw a line around cells."""
        self.shapes.append(Outline(tuple(cells), dashed, words))

    def fill(self, cells: Iterable[int], colour: str = "shade", *, words: str = "") -> None:
        """Colour the background of cells."""
        self.shapes.append(Wash(tuple(cells), colour, words))


def link(first: int, second: int, role: str, first_note: int = -1, second_note: int = -1) -> Line:
    """Return an arrow of an argument, between two cells or two candidates in them."""
    ends = ((first, first_note), (second, second_note))
    places = tuple(cell if note < 0 else ("note", cell, note) for cell, note in ends)
    return Line(places, end="arrow", role=role)


def is_between(place: Place) -> bool:
    """Whether a place is a point between cells."""
    return isinstance(place, tuple) and isinstance(place[0], int)


def texts_at(drawing: Iterable[Shape], where: str) -> dict[int, str]:
    """The texts at the corners of cells, above them (name), or at a side, by their numbers.

    >>> texts_at([Text(("corner", 3), "12+"), Text(("corner", 3), "a"), Text(3, "b")], "corner")
    {3: '12+ a'}
    """
    found: dict[int, str] = {}
    for shape in drawing:
        match shape:
            case Text((str(at), int(number)), text) if at == where:
                found[number] = f"{found[number]} {text}" if number in found else text
    return found
