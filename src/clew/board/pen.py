"""The pen that clues draw with: five shapes, as data that every renderer supports.

A place is one of these:

- a cell, by its number: `4`
- a point between cells: `(4, 5)` is the edge that two cells share, and four cells stand for the
  corner that they share
- a point outside the grid: `("left", 2)` and `("right", 2)` are next to row 2, and `("top", 0)` and
  `("bottom", 0)` are above and below column 0. The grid's upper left corner is above column -1
- a point in or at a cell: `("corner", 4)` is the upper left corner of a cell, `("name", 4)` is the
  place above it, and `("note", 4, 6)` is its seventh candidate

Colours are roles that `static/picture.css` defines for light and dark pages: `shade`, and `tint-1`
to `tint-8`. Every shape can have words for people who use a screen reader.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SIDES = ("left", "right", "top", "bottom")
Place = int | tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line through places. Each end is plain, a `bulb` or an `arrow`.

    The role determines the style (see `static/shapes.js`). `path` is a broad line and `arrow` a
    thin one, both under the contents of cells. `edge` and `border` belong to a graph, `win` crosses
    a row of pieces, and `strong`, `weak` and `ray` are steps in an argument.

    Args:
        places: the places, in order.
        start: the first end: "", "bulb" or "arrow".
        end: the other end.
        role: its role, which determines the style.
        colour: the role of its colour; by default, the colour that belongs to its style.
        words: the words for screen readers.
    """

    places: tuple[Place, ...]
    start: str = ""
    end: str = ""
    role: str = "path"
    colour: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot between cells, or a circle in a cell under its content.

    Args:
        place: the place.
        fill: "white" or "black".
        words: the words for screen readers.
    """

    place: Place
    fill: str = "white"
    words: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """Text at a place. Words above and below the grid are stacked.

    Args:
        place: the place.
        text: the text.
        words: the words for screen readers, if they differ.
    """

    place: Place
    text: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """A line around cells: a heavy one along their sides, or a dashed one just inside them.

    Args:
        cells: the cells.
        dashed: whether to draw the dashed line.
        words: the words for screen readers.
    """

    cells: tuple[int, ...]
    dashed: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Wash:
    """A background colour for cells.

    Args:
        cells: the cells.
        colour: the role of the colour.
        words: the words for screen readers.
    """

    cells: tuple[int, ...]
    colour: str = "shade"
    words: str = ""


Shape = Line | Dot | Text | Outline | Wash
Drawing = tuple[Shape, ...]
KINDS: dict[str, type[Shape]] = {
    "line": Line, "dot": Dot, "text": Text, "outline": Outline, "fill": Wash,
}  # fmt: skip
"""The five shapes, with their names in JSON as keys."""


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
        """Draw a line, which is broad, or thin if it has an arrow.

        Args:
            places: the cells or other places.
            start: the first end: "", "bulb" or "arrow".
            end: the other end.
            role: its role, if it isn't the usual one.
            colour: the role of its colour.
            words: the words for screen readers.
        """
        role = role or ("arrow" if "arrow" in (start, end) else "path")
        self.shapes.append(Line(tuple(places), start, end, role, colour, words))

    def dot(self, place: Place, fill: str = "white", *, words: str = "") -> None:
        """Draw a dot between cells, or a circle in a cell.

        Args:
            place: the place.
            fill: "white" or "black".
            words: the words for screen readers.
        """
        self.shapes.append(Dot(place, fill, words))

    def text(self, place: Place, text: str, *, words: str = "") -> None:
        """Write text at a place.

        Args:
            place: the place.
            text: the text.
            words: the words for screen readers, if they differ.
        """
        self.shapes.append(Text(place, text, words))

    def outline(self, cells: Iterable[int], dashed: bool = False, *, words: str = "") -> None:
        """Draw a line around cells.

        Args:
            cells: the cells.
            dashed: whether to draw a dashed line just inside the cells.
            words: the words for screen readers.
        """
        self.shapes.append(Outline(tuple(cells), dashed, words))

    def fill(self, cells: Iterable[int], colour: str = "shade", *, words: str = "") -> None:
        """Colour the background of cells.

        Args:
            cells: the cells.
            colour: the role of the colour.
            words: the words for screen readers.
        """
        self.shapes.append(Wash(tuple(cells), colour, words))


def link(first: int, second: int, role: str, first_note: int = -1, second_note: int = -1) -> Line:
    """Return an arrow for a step in an argument, between two cells or two of their candidates."""
    ends = ((first, first_note), (second, second_note))
    places = tuple(cell if note < 0 else ("note", cell, note) for cell, note in ends)
    return Line(places, end="arrow", role=role)


def is_between(place: Place) -> bool:
    """Check whether a place is a point between cells."""
    return isinstance(place, tuple) and isinstance(place[0], int)


def texts_at(drawing: Iterable[Shape], where: str) -> dict[int, str]:
    """Return the text at each place of one kind, with the cell, row or column as the key.

    Args:
        drawing: the shapes.
        where: "corner" or "name" for cells, or a side of the grid.

    >>> texts_at([Text(("corner", 3), "12+"), Text(("corner", 3), "a"), Text(3, "b")], "corner")
    {3: '12+ a'}
    """
    found: dict[int, str] = {}
    for shape in drawing:
        match shape:
            case Text((str(at), int(number)), text) if at == where:
                found[number] = f"{found[number]} {text}" if number in found else text
    return found
