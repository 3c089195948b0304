"""A picture of a puzzle as data: what is there, not how it looks. `clew.render` draws it."""

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


class Arrangement(Enum):
    """Where the cells of a board stand."""

    GRID = "grid"
    STRIP = "strip"
    """A row of places."""
    PILES = "piles"
    """A row of counters for each pile."""
    PYRAMID = "pyramid"
    """Each row has one cell more than the row above; what is beside it is no cell."""
    PADS = "pads"
    """Pads beside each other, with the jumps above: the upper row, for text, only names them."""
    VESSELS = "vessels"
    """A jug for each cell; the first row, for text, only says how much each holds."""
    NAMED = "named"
    """Cells that stand alone, each with its name (the clue on its left) above it, in a block."""
    GRAPH = "graph"
    """Nodes joined by links: where `spots` says, or in a circle. A clue on its left is a name."""


HEADED = (Arrangement.PADS, Arrangement.VESSELS)
"""Here the first row is for text alone: it says what a picture writes at the cells."""


@dataclass(frozen=True, slots=True)
class Note:
    """A candidate written small, in a place of its own within the cell; at -1 in its middle."""

    place: int
    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell shows. A cell whose text is one blank is none: there is a hole in the board."""

    text: str = ""
    ink: Ink = Ink.NONE
    shaded: bool = False
    notes: tuple[Note, ...] = ()
    corner: str = ""
    """What stands small in its upper left corner: the goal of a cage, the name of a variable."""
    shape: str = ""
    """What is drawn instead of the text: a name in `render/static/shapes.js`, such as queen."""
    order: int = 0
    """When a walk came here, from 1 on: the way is drawn from each cell to the next."""
    of: int = 0
    """How much a vessel holds, when the text says how much is in it."""
    tint: int = 0
    """A colour that the player gave it, from 1 on."""


NO_CELL = Cell(" ")


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark on the edge between two neighbouring cells."""

    first: int
    second: int
    text: str


@dataclass(frozen=True, slots=True)
class Clue:
    """Numbers beside a row (left, right) or a column (top, bottom), from the outside inward."""

    side: str
    line: int
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Cells with a meaning in a step: `cause`, `effect`, `pivot`, `wing`, `house`, `branch` …

    `render/static/shapes.js` lists the kinds.
    """

    kind: str
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line from one cell to another, or between two candidates in them.

    The kind is `strong` or `weak` (of a chain), `ray` (from a reason to what it rules out), `edge`
    (of a graph), `border` (of a map) or `win` (through cells in a row).
    """

    first: int
    second: int
    kind: str
    first_note: int = -1
    second_note: int = -1


def mark_of(small: int, great: int) -> str:
    """The sign between two neighbours, the smaller of which comes first.

    >>> mark_of(0, 1), mark_of(1, 0), mark_of(0, 9), mark_of(9, 0)
    ('<', '>', '^', 'v')
    """
    return {1: "<", -1: ">"}.get(great - small) or ("^" if small < great else "v")


@dataclass(frozen=True, slots=True)
class Board:
    """Cells row by row, and what is drawn between, around and over them.

    `walls` are the pairs of neighbours (smaller index first) with a heavy line between them;
    `title` is what a screen reader says first; `values` is how many candidates a cell has room for,
    0 for one a column.
    """

    rows: int
    cols: int
    cells: tuple[Cell, ...]
    title: str = ""
    walls: frozenset[tuple[int, int]] = frozenset()
    signs: tuple[Sign, ...] = ()
    clues: tuple[Clue, ...] = ()
    layout: Arrangement = Arrangement.GRID
    cages: tuple[tuple[int, ...], ...] = ()
    """Cells that belong together within the walls: a broken line around each group."""
    marks: tuple[Mark, ...] = ()
    links: tuple[Arrow, ...] = ()
    values: int = 0
    shapes: tuple[tuple[str, str], ...] = ()
    """For a text in a cell the shape that is drawn instead, where the cell names none."""
    spots: tuple[tuple[float, float], ...] = ()
    """Where the nodes of a graph stand, across and down: neighbours are about 1 apart."""

    def shape_of(self, cell: Cell) -> str:
        """The shape that a cell is drawn as; empty if its text is written.

        >>> Board(1, 1, (Cell("Q"),), shapes=(("Q", "queen"),)).shape_of(Cell("Q"))
        'queen'
        """
        return cell.shape or dict(self.shapes).get(cell.text, "")

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
