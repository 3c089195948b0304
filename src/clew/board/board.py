"""Board: a puzzle's picture as data. It holds the content, which the other modules here draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from clew.board.pen import Drawing, Line


class Ink(Enum):
    """The kind of mark in a cell."""

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
    """The arrangement of a board's cells."""

    GRID = "grid"
    STRIP = "strip"
    """A row of places."""
    PILES = "piles"
    """A row of counters for each pile."""
    PYRAMID = "pyramid"
    """Rows that grow by one cell each. The other cells of the board aren't part of the pyramid."""
    PADS = "pads"
    """A row of pads with the jumps above it. The first row of the board only names them in text."""
    VESSELS = "vessels"
    """A jug for each cell. The first row of the board only gives the sizes in text."""
    NAMED = "named"
    """A block of separate cells, each with its name above it."""
    LOOP = "loop"
    """A grid that draws no lines except its walls, and dots at the corners of its cells."""
    EDGES = "edges"
    """Dots, the edges between them and boxes, each a cell of the board: see `lattice`."""
    GRAPH = "graph"
    """Nodes joined by lines, at `spots` or in a circle, with their names above them."""


HEADED = (Arrangement.PADS, Arrangement.VESSELS)
"""The arrangements whose first row is only for text. A picture writes it next to the cells."""


@dataclass(frozen=True, slots=True)
class Note:
    """A candidate, written small in a cell.

    Args:
        place: its position in the cell, counted row by row from 0, or -1 for the middle.
        text: its symbol.
        tone: its role in a step.
    """

    place: int
    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Cell:
    """The content of one cell.

    Args:
        text: its symbol. A single space makes a hole in the board.
        ink: the kind of mark.
        shaded: whether the cell is dark.
        notes: its candidates.
        shape: the name of the shape to draw instead of the text, from `static/shapes.js`.
        order: its number on a path, counted from 1. The path is drawn from cell to cell.
        of: the size of a vessel, whose text is the amount in it.
        tint: the colour that the player chose, from 1.
    """

    text: str = ""
    ink: Ink = Ink.NONE
    shaded: bool = False
    notes: tuple[Note, ...] = ()
    shape: str = ""
    order: int = 0
    of: int = 0
    tint: int = 0


NO_CELL = Cell(" ")


@dataclass(frozen=True, slots=True)
class Mark:
    """Cells with a role in a step, such as `cause`, `effect`, `pivot`, `wing` or `house`.

    Args:
        kind: the role. `static/shapes.js` lists them all.
        cells: the cells.
    """

    kind: str
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A picture: cells, row by row, with marks between, around and over them.

    Args:
        rows: the number of rows.
        cols: the number of columns.
        cells: the cells, row by row.
        title: the text that a screen reader reads first.
        walls: pairs of neighbours with a heavy line between them, the smaller index first. For a
            wall along the rim, the first number is the side: -1 is the top, -2 the right, -3 the
            bottom and -4 the left.
        drawing: the shapes that clues drew with a pen.
        layout: the arrangement of the cells.
        marks: cells with a role in a step.
        links: the lines of a step, over everything else.
        values: the number of candidates that fit into a cell, or 0 for one per column.
        shapes: pairs of a cell's text and the shape to draw instead.
        spots: the positions of a graph's nodes, across and down, about 1 apart.
    """

    rows: int
    cols: int
    cells: tuple[Cell, ...]
    title: str = ""
    walls: frozenset[tuple[int, int]] = frozenset()
    drawing: Drawing = ()
    layout: Arrangement = Arrangement.GRID
    marks: tuple[Mark, ...] = ()
    links: tuple[Line, ...] = ()
    values: int = 0
    shapes: tuple[tuple[str, str], ...] = ()
    spots: tuple[tuple[float, float], ...] = ()

    def shape_of(self, cell: Cell) -> str:
        """Return the shape to draw for a cell, or "" if its text is written instead.

        Args:
            cell: the cell.

        >>> Board(1, 1, (Cell("Q"),), shapes=(("Q", "queen"),)).shape_of(Cell("Q"))
        'queen'
        """
        return cell.shape or dict(self.shapes).get(cell.text, "")

    def __post_init__(self) -> None:
        if len(self.cells) != self.rows * self.cols:
            size = f"{self.rows} x {self.cols}"
            raise ValueError(f"a {size} board can't have {len(self.cells)} cells")


def board_cells(givens: Sequence[int], solution: Sequence[int | None] | None) -> tuple[Cell, ...]:
    """Return the cells of a board, with givens and other values in different ink.

    Args:
        givens: the given value of each cell, or 0 for a blank.
        solution: the values of all cells, if there's a solution to show.
    """
    drawn = []
    for cell, given in enumerate(givens):
        value = given or (solution[cell] if solution is not None else 0)
        if value:
            drawn.append(Cell(str(value), Ink.GIVEN if given else Ink.ANSWER))
        else:
            drawn.append(Cell())
    return tuple(drawn)
