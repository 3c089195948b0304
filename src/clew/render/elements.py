"""The elements that pictures are made of."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Any, NamedTuple

from clew.core.board import Board
from clew.render.places import CELL, SHAPES

Point = tuple[float, float]


class Drawn(NamedTuple):
    """One element of a picture: a tag, its class, its attributes, and what is inside."""

    tag: str
    name: str
    attributes: dict[str, Any]
    inside: list[Drawn] | str = ""


def number(value: float) -> str:
    """A number as it stands in the picture: two digits after the point at most."""
    return f"{round(value, 2):g}"


class NoteSquare(NamedTuple):
    """Where candidates stand in each cell of a board: so many in a row, from so far down."""

    side: int
    top: float = SHAPES["inset"]

    @classmethod
    def of(cls, board: Board) -> NoteSquare:
        """Below the labels, on a board that has some in the corners of its cells."""
        labelled = any(cell.corner and not cell.shape for cell in board.cells)
        top = SHAPES["label" if labelled else "inset"]
        return cls(ceil(sqrt(board.values or board.cols)), top)

    def at(self, place: int) -> tuple[float, float, float]:
        """The middle of a candidate within its cell, and how far it reaches."""
        if place < 0:
            return CELL / 2, CELL / 2, CELL / 2
        inset = SHAPES["inset"]
        wide, tall = (CELL - 2 * inset) / self.side, (CELL - inset - self.top) / self.side
        down, right = divmod(place, self.side)
        return inset + wide * (right + 0.5), self.top + tall * (down + 0.5), min(wide, tall) / 2
