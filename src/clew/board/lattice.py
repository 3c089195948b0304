"""Dots joined by edges, with boxes between them: the board of puzzles that are drawn along edges.

Such a board has a row of dots and edges, then a row of edges and boxes, and so on. So each dot,
edge and box is a cell of its own, with a place, a mark and words like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from clew.board.board import Arrangement, Board, Cell, Ink

SIDES = {"top": (-1, 0), "bottom": (1, 0), "left": (0, -1), "right": (0, 1)}
NAME = re.compile(r"r(\d{1,4})c(\d{1,4})\.(top|bottom|left|right)")


@dataclass(frozen=True)
class Lattice:
    """The cells of a board of dots, edges and boxes.

    Args:
        rows: the number of rows of boxes.
        cols: the number of boxes in a row.

    >>> lattice = Lattice(2, 2)
    >>> lattice.edge("r1c2.left"), lattice.edge("r1c1.right"), lattice.name(7)
    (7, 7, 'r1c2.left')
    """

    rows: int
    cols: int

    @property
    def width(self) -> int:
        return 2 * self.cols + 1

    @property
    def height(self) -> int:
        return 2 * self.rows + 1

    @cached_property
    def edges(self) -> tuple[int, ...]:
        """The cells that are edges, row by row."""
        return tuple(at for at in range(self.width * self.height) if at % 2)

    @cached_property
    def dots(self) -> tuple[int, ...]:
        """The cells that are dots, row by row."""
        places = ((row, col) for row in range(self.rows + 1) for col in range(self.cols + 1))
        return tuple(2 * row * self.width + 2 * col for row, col in places)

    @cached_property
    def boxes(self) -> tuple[int, ...]:
        """The cells that are boxes, row by row."""
        places = ((row, col) for row in range(self.rows) for col in range(self.cols))
        return tuple((2 * row + 1) * self.width + 2 * col + 1 for row, col in places)

    def is_across(self, edge: int) -> bool:
        """Check whether an edge runs from left to right.

        Args:
            edge: the cell of the edge.
        """
        return edge // self.width % 2 == 0

    def around(self, cell: int) -> tuple[int, ...]:
        """Return the edges around a box, or those that meet at a dot.

        Args:
            cell: the cell of the box or the dot.
        """
        row, col = divmod(cell, self.width)
        near = ((row + down, col + right) for down, right in SIDES.values())
        return tuple(
            r * self.width + c for r, c in near if 0 <= r < self.height and 0 <= c < self.width
        )

    def ends(self, edge: int) -> tuple[int, int]:
        """Return the dots at the ends of an edge.

        Args:
            edge: the cell of the edge.
        """
        step = 1 if self.is_across(edge) else self.width
        return edge - step, edge + step

    def beside(self, edge: int) -> tuple[int | None, int | None]:
        """Return the numbers of the boxes on both sides of an edge, or None outside the board.

        Args:
            edge: the cell of the edge.
        """
        row, col = divmod(edge, self.width)
        down, right = (1, 0) if self.is_across(edge) else (0, 1)
        return self._box(row - down, col - right), self._box(row + down, col + right)

    def _box(self, row: int, col: int) -> int | None:
        inside = 0 < row < self.height and 0 < col < self.width
        return row // 2 * self.cols + col // 2 if inside else None

    def name(self, edge: int) -> str:
        """Name an edge by a box and its side: the box below it or to its right, if there's one.

        Args:
            edge: the cell of the edge.
        """
        row, col = edge // self.width // 2, edge % self.width // 2
        if self.is_across(edge):
            side, row = ("top", row) if row < self.rows else ("bottom", row - 1)
        else:
            side, col = ("left", col) if col < self.cols else ("right", col - 1)
        return f"r{row + 1}c{col + 1}.{side}"

    def edge(self, name: str) -> int:
        """Find an edge by a name such as r1c2.left.

        Args:
            name: the name.

        Raises:
            ValueError: if there's no such edge.
        """
        found = NAME.fullmatch(name.lower())
        if found is not None:
            row, col = int(found[1]) - 1, int(found[2]) - 1
            if 0 <= row < self.rows and 0 <= col < self.cols:
                down, right = SIDES[found[3]]
                return (2 * row + 1 + down) * self.width + 2 * col + 1 + right
        last = f"r{self.rows}c{self.cols}.right"
        raise ValueError(f"there's no edge {name[:40]!r}: edges go from r1c1.top to {last}")

    def loops(self, lines: set[int]) -> Iterator[set[int]]:
        """Yield the connected parts of some lines.

        Args:
            lines: the cells of the edges that have lines.
        """
        left = set(lines)
        while left:
            part, waiting = set[int](), [left.pop()]
            while waiting:
                edge = waiting.pop()
                part.add(edge)
                for dot in self.ends(edge):
                    near = left.intersection(self.around(dot))
                    left -= near
                    waiting.extend(near)
            yield part

    def board(
        self, title: str, edges: Mapping[int, str], boxes: Mapping[int, Cell], ink: Ink = Ink.ANSWER
    ) -> Board:
        """Draw lines and crosses on edges, and cells in boxes.

        Args:
            title: the text that a screen reader reads first.
            edges: "line" or "cross" for the cells of some edges.
            boxes: the contents of the cells of some boxes.
            ink: the ink of the lines.
        """
        cells = []
        for at in range(self.width * self.height):
            across = self.is_across(at)
            if at % 2:
                state = edges.get(at, "")
                text = {"line": "-" if across else "|", "cross": "x"}.get(state, "")
                shape = f"{state or 'open'}-{'across' if across else 'down'}"
                cells.append(Cell(text, ink if text else Ink.NONE, shape=shape))
            else:
                inner = Cell("+", Ink.GIVEN, shape="dot") if across else Cell(shape="box")
                cells.append(boxes.get(at, inner))
        return Board(self.height, self.width, tuple(cells), title, layout=Arrangement.EDGES)
