"""A picture of a puzzle, independent of how it is shown: cells, walls, and signs between cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Ink(Enum):
    """What kind of mark a cell holds."""

    NONE = "none"
    GIVEN = "given"
    ANSWER = "answer"
    NOTE = "note"


class Tone(Enum):
    """The role of a candidate in a step."""

    PLAIN = "plain"
    CAUSE = "cause"
    STRUCK = "struck"
    PLACED = "placed"


@dataclass(frozen=True, slots=True)
class Note:
    """A candidate written small, in a place of its own within the cell."""

    place: int
    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell shows."""

    text: str = ""
    ink: Ink = Ink.NONE
    shaded: bool = False
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark on the edge between two neighbouring cells."""

    first: int
    second: int
    text: str


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of cells, row by row.

    `walls` are the pairs of neighbours (smaller index first) with a heavy line between them;
    `title` is what a screen reader says first.
    """

    rows: int
    cols: int
    cells: tuple[Cell, ...]
    title: str = ""
    walls: frozenset[tuple[int, int]] = frozenset()
    signs: tuple[Sign, ...] = ()

    def __post_init__(self) -> None:
        if len(self.cells) != self.rows * self.cols:
            raise ValueError(f"{len(self.cells)} cells on a {self.rows}x{self.cols} board")


def board_cells(givens: Sequence[int], answer: Sequence[int | None] | None) -> tuple[Cell, ...]:
    """The cells of a board, givens and answers each in their ink."""
    drawn = []
    for cell, given in enumerate(givens):
        value = given or (answer[cell] if answer is not None else 0)
        if value:
            drawn.append(Cell(str(value), Ink.GIVEN if given else Ink.ANSWER))
        else:
            drawn.append(Cell())
    return tuple(drawn)
