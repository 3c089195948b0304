"""Grids whose cells are inside or outside one loop, which is drawn along their sides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Self

from clew.board.board import Arrangement, Board
from clew.board.inputs import Edge
from clew.board.pen import texts_at
from clew.model.grid import Grid
from clew.notation._runs import letters

INSIDE, OUTSIDE = 1, 0


class LoopGrid(Grid):
    """A grid of cells inside or outside a loop. Some cells have numbers."""

    inputs = (Edge(),)

    def sheet(self, entries: Sequence[int], /) -> Board:
        """Draw the loop along the sides of cells, including those on the rim."""
        rows, cols = self.shape
        board = super().sheet(entries)
        values = self.compiled()[1].values
        inside = [entry > 0 and values[entry] == INSIDE for entry in entries]
        rim = {
            (side, cell)
            for cell, within in enumerate(inside)
            for side, far in (
                (-1, cell < cols), (-2, cell % cols == cols - 1),
                (-3, cell >= cols * (rows - 1)), (-4, cell % cols == 0),
            )
            if within and far
        }  # fmt: skip
        return replace(board, walls=board.walls | rim, layout=Arrangement.LOOP)

    @property
    def numbers(self) -> dict[int, int]:
        """The numbers of lines around cells that have clues, by cell."""
        return {cell: int(word) for cell, word in texts_at(self.drawing, "corner").items()}

    def with_sides(self, sides: Iterable[tuple[int | None, int | None, bool]]) -> Self:
        """Return this puzzle with lines or crosses on some edges.

        Args:
            sides: the cells on both sides of each edge (None for outside), and whether it has a
                line.
        """
        made = self._copy()
        cells = made.cells
        for one, two, line in sides:
            if one is None or two is None:
                here = cells[two if one is None else one]  # type: ignore[index]
                made.add(here == (INSIDE if line else OUTSIDE))
            else:
                made.add(cells[one] != cells[two] if line else cells[one] == cells[two])
        return made

    def text(self) -> str:
        if len(self.clues()) < sum(each.clue for each in self.stated):
            return ""
        told = {each.at: str(each.goal) for each in self.clues()}
        cells = "".join(told.get(cell, " ") for cell in self.cells)
        blanks = re.sub(" +", lambda run: letters(len(run[0])), cells)
        return f"{self.width}x{self.height}t0:{blanks}"
