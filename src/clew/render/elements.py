"""The elements that pictures are made of."""

from __future__ import annotations

from typing import Any, NamedTuple

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


def note_at(place: int, side: int) -> tuple[float, float, float]:
    """The middle of a candidate within its cell, and how far it reaches."""
    if place < 0:
        return CELL / 2, CELL / 2, CELL / 2
    step = (CELL - 2 * SHAPES["inset"]) / side
    down, right = divmod(place, side)
    return (
        SHAPES["inset"] + step * (right + 0.5), SHAPES["inset"] + step * (down + 0.5), step / 2
    )  # fmt: skip
