"""How front ends draw, name and offer a kind, as data that the kind itself gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Brief = tuple[tuple[str, str], ...]
"""A sentence in pieces, each with its style: "" for plain, "done" or "next"."""
Blanks = tuple[tuple[str, str], ...]
"""Puzzles with nothing in them yet: for each what to call its size, and its text."""


@dataclass(frozen=True)
class Look:
    """The named way in which a board is drawn, and what a page can offer for the kind.

    >>> Look("lamps").as_dict()["shape"]
    'lamps'
    """

    shape: str = "grid"
    """How the board is drawn: grid, pieces, lamps, tour, pads, pyramid, vessels, piles, strip,
    marks, bar, coins, sides or graph."""
    piece: str = ""
    """What stands or moves on the board, such as a queen."""
    prominence: int = 0
    """Kinds with a larger number come first in a list."""
    sized: str = ""
    """The text of the puzzle of size n: {0} is n, {1} a square of n x n blanks."""
    sizes: tuple[int, ...] = ()
    """The sizes that a comparison begins with."""
    editor: str = ""
    """How a puzzle is entered on its board: cells, signs (between cells) or lamps."""
    blanks: Blanks = ()
    """The boards that the editor begins with."""

    def as_dict(self) -> dict[str, Any]:
        return dict(vars(self))


def squares(*orders: int) -> Blanks:
    """Blank square boards whose text is their order."""
    return tuple((f"{n} by {n}", str(n)) for n in orders)
