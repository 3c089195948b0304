"""Dots and Boxes: draw lines between dots. If you close a box, you get it and move again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from clew.board.board import Board, Cell, Ink
from clew.board.inputs import Edge
from clew.board.lattice import Lattice
from clew.core.grid import cell_name, cell_number, read_size
from clew.core.puzzle import Example
from clew.puzzles._board_games import PASS, Scored, ScoredGame
from clew.puzzles._search_points import BoardSearch, closing


@lru_cache(maxsize=16)
def lines_of(cols: int, rows: int) -> dict[str, int]:
    """Map the name of each line's cell, on a board of dots, lines and boxes, to the line's bit."""
    wide, tall = 2 * cols + 1, 2 * rows + 1
    cells = (cell for cell in range(wide * tall) if cell % 2)
    return {cell_name(cell, wide): 1 << number for number, cell in enumerate(cells)}


@lru_cache(maxsize=16)
def boxes_of(cols: int, rows: int) -> dict[int, int]:
    """Map each box's cell to the bits of the four lines around it."""
    wide, lines = 2 * cols + 1, lines_of(cols, rows)
    inner = [r * wide + c for r in range(1, 2 * rows, 2) for c in range(1, 2 * cols, 2)]
    around = {box: (box - wide, box + wide, box - 1, box + 1) for box in inner}
    return {box: sum(lines[cell_name(cell, wide)] for cell in four) for box, four in around.items()}


@dataclass(frozen=True)
class DotsAndBoxes(ScoredGame):
    """A board of boxes, each worth one point. The state has a bit for each line that's drawn."""

    start: Scored
    cols: int
    rows: int

    name = "dots-and-boxes"
    summary = "Draw a line between two dots. If you close a box, you get it and draw another line."
    form = "2x2 (columns x rows of boxes); then :r1c2,r2c1 for lines drawn, :-1 for a lead, :pass"
    title = "Dots and Boxes"
    inputs = (Edge(("line",), ("Line",)),)
    worst = 64
    examples = (
        Example("1x1", "One box", value=-1),
        Example("2x1", "Two boxes", value=0),
        Example("2x2", "Four boxes", value=2),
        Example("1x1:r1c2,r2c1,r2c3", "One line left", value=1),
        Example("1x1:r1c2,r2c1,r2c3,r3c2:-1", "Over", value=-1),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        size, *words = text.strip().lower().split(":")
        cols, rows = read_size(size, 8)
        lines = lines_of(cols, rows)
        names = words.pop(0).split(",") if words and words[0].startswith("r") else []
        for name in names:
            if name not in lines:
                raise ValueError(
                    f"found {name[:20]!r}, expected a line such as {next(iter(lines))}"
                )
        drawn = sum(lines[name] for name in set(names))
        return cls((drawn, *cls.read_score(words)), cols, rows)

    def __str__(self) -> str:
        lines = lines_of(self.cols, self.rows).items()
        names = ",".join(name for name, line in lines if self.start[0] & line)
        return ":".join((f"{self.cols}x{self.rows}", *[names] * bool(names), *self.score()))

    def turns(self, drawn: int) -> Iterator[tuple[str, int, int, bool]]:
        boxes = boxes_of(self.cols, self.rows).values()
        for name, line in lines_of(self.cols, self.rows).items():
            if not drawn & line:
                after = drawn | line
                closed = sum(box & after == box for box in boxes if box & line)
                yield name, after, closed, closed > 0 and self.rest(after) is None

    def rest(self, drawn: int) -> int | None:
        return 0 if drawn == (1 << len(lines_of(self.cols, self.rows))) - 1 else None

    def board_search(self) -> BoardSearch | None:
        return closing(self.cols, self.rows)

    def touches(self, move: str, /) -> tuple[int, ...]:
        return () if move == PASS else (cell_number(move, 2 * self.cols + 1),)

    def picture(self) -> Board:
        """Draw the dots, lines and boxes, with # in a closed box."""
        wide, drawn = 2 * self.cols + 1, self.start[0]
        named = lines_of(self.cols, self.rows).items()
        lines = {cell_number(name, wide): "line" for name, line in named if drawn & line}
        around = boxes_of(self.cols, self.rows).items()
        closed = [cell for cell, box in around if box & drawn == box]
        boxes = dict.fromkeys(closed, Cell("#", Ink.GIVEN, True, shape="box"))
        return Lattice(self.rows, self.cols).board(self.heading(), lines, boxes, Ink.GIVEN)
