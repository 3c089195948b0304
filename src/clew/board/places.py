"""Computes the position of each cell in a picture. `static/places.js` does the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from math import ceil, cos, log, pi, sin, sqrt
from typing import Any, NamedTuple

from clew.board.board import Arrangement, Board
from clew.board.pen import Text, is_between, texts_at

STATIC = __file__.removesuffix("places.py") + "static"


def _shapes() -> Any:
    with open(f"{STATIC}/shapes.js", encoding="utf-8") as file:
        text = file.read()
    return json.loads(text[text.index("{") : text.rindex("}") + 1])


SHAPES: dict[str, Any] = _shapes()
"""All shapes and measurements, which the browser also uses."""
CELL: int = SHAPES["cell"]
EDGE: int = SHAPES["edge"]


class Box(NamedTuple):
    """The rectangle of a cell."""

    x: float
    y: float
    w: float = CELL
    h: float = CELL

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2


class Placement(NamedTuple):
    """The size of a picture, and the rectangle of each cell. Holes have None."""

    width: float
    height: float
    boxes: list[Box | None]
    left: float = EDGE
    top: float = EDGE
    step: float = CELL
    across: int = 0
    """The number of cells per row, if it differs from the board's columns."""


def places(board: Board) -> Placement:
    """Compute the position of each cell.

    >>> from clew.board.board import Board, Cell
    >>> places(Board(1, 2, (Cell(), Cell()))).width
    88
    """
    return LAYOUTS.get(board.layout, _grid)(board)


def _without_holes(board: Board, boxes: Sequence[Box | None]) -> list[Box | None]:
    pairs = zip(board.cells, boxes, strict=True)
    return [None if cell.text == " " else box for cell, box in pairs]


def _grid(board: Board) -> Placement:
    step = CELL + (SHAPES["gap"] if _parted(board) else 0)
    left, top = EDGE + _room(board, "left"), EDGE + _room(board, "top")
    boxes = [
        Box(left + col * step, top + row * step)
        for row in range(board.rows)
        for col in range(board.cols)
    ]
    width = left + (board.cols - 1) * step + CELL + EDGE + _room(board, "right")
    height = top + (board.rows - 1) * step + CELL + EDGE + _room(board, "bottom")
    return Placement(width, height, _without_holes(board, boxes), left, top, step)


def _parted(board: Board) -> bool:
    """Check whether to leave gaps for text between cells. Boards with walls don't have gaps."""
    if board.walls:
        return False
    return any(isinstance(each, Text) and is_between(each.place) for each in board.drawing)


def _room(board: Board, side: str) -> float:
    """Return the space needed for text at a side and at the corners of the grid."""
    clue: float = SHAPES["clue"]
    last = {"left": -1, "right": board.cols}.get(side)
    texts = texts_at(board.drawing, side).values()
    if last is None:
        return max((len(text.split()) for text in texts), default=0) * clue
    wide: list[float] = [len(text) * SHAPES["letter"] + EDGE for text in texts]
    corners = (texts_at(board.drawing, each) for each in ("top", "bottom"))
    return max([*wide, *(1.4 * clue for each in corners if last in each)], default=0)


def _named(board: Board) -> Placement:
    """Arrange cells in a wide block with as few empty places as possible."""
    size, count = SHAPES["named"], len(board.cells)
    longest = max(map(len, texts_at(board.drawing, "name").values()), default=0)
    wide = max(CELL, longest * size["letter"]) + size["gap"]
    tall = CELL + SHAPES["clue"] + size["gap"]

    def spare(across: int) -> tuple[int, float]:
        shape = across * wide / (ceil(count / across) * tall)
        left_over = -count % across if 0.75 <= shape <= 2.5 else count
        return left_over, abs(log(shape / 1.5))

    across = min(range(1, max(1, count) + 1), key=spare)
    boxes: list[Box | None] = [
        Box(EDGE + col * wide + (wide - CELL) / 2, EDGE + SHAPES["clue"] + row * tall)
        for row, col in (divmod(at, across) for at in range(count))
    ]
    rows = ceil(count / across)
    return Placement(across * wide + 2 * EDGE, rows * tall + 2 * EDGE, boxes, across=across)


def _pyramid(board: Board) -> Placement:
    across, down = SHAPES["pyramid"]["across"], SHAPES["pyramid"]["down"]
    boxes = [
        Box(EDGE + (board.cols - row - 1) * across / 2 + col * across + (across - CELL) / 2,
            EDGE + row * down)
        for row in range(board.rows)
        for col in range(board.cols)
    ]  # fmt: skip
    size = board.cols * across + 2 * EDGE, board.rows * down + 2 * EDGE
    return Placement(*size, _without_holes(board, boxes))


def _pads(board: Board) -> Placement:
    across, rise, below = (SHAPES["pads"][name] for name in ("across", "rise", "below"))
    top = EDGE + board.cols * rise
    row = [Box(EDGE + col * across + (across - CELL) / 2, top) for col in range(board.cols)]
    names: list[Box | None] = [None] * board.cols
    width = board.cols * across + 2 * EDGE
    return Placement(width, top + CELL + below, [*names, *row][: len(board.cells)])


def vessel_size(of: int, most: int, tall: float) -> tuple[float, float]:
    """Return the width and the height of a vessel with this volume."""
    part, size = of / most if most else 1, SHAPES["vessels"]
    wide = size["narrow"] + size["widen"] * sqrt(part)
    return wide, size["least"] + (tall - size["least"]) * part


def _vessels(board: Board) -> Placement:
    size = SHAPES["vessels"]
    tall = size["tall"] if board.rows <= 2 else size["low"]
    most = max((cell.of for cell in board.cells), default=1)
    boxes: list[Box | None] = [None] * board.cols
    for index in range(board.cols, len(board.cells)):
        row, col = divmod(index, board.cols)
        wide, high = vessel_size(board.cells[index].of, most, tall)
        x = EDGE + col * size["across"] + (size["across"] - wide) / 2
        bottom = EDGE + row * (tall + size["foot"])
        boxes.append(Box(x, bottom - high, wide, high))
    height = (board.rows - 1) * (tall + size["foot"]) + 2 * EDGE
    return Placement(board.cols * size["across"] + 2 * EDGE, height, boxes)


def _graph(board: Board) -> Placement:
    """Place nodes at the board's spots, with room for names above, or in a circle without spots."""
    if board.spots:
        name, apart = SHAPES["clue"], SHAPES["graph"]["apart"]
        at = [(EDGE + x * apart, EDGE + name + y * apart) for x, y in board.spots]
        width, height = (max(each) + CELL + EDGE for each in zip(*at, strict=True))
        return Placement(width, height, [Box(x, y) for x, y in at])
    radius, edge = SHAPES["graph"]["radius"], SHAPES["graph"]["edge"]
    count, middle = max(1, len(board.cells)), radius + edge
    turns = [2 * pi * at / count - pi / 2 for at in range(len(board.cells))]
    boxes: list[Box | None] = [
        Box(middle + radius * cos(turn) - CELL / 2, middle + radius * sin(turn) - CELL / 2)
        for turn in turns
    ]
    return Placement(2 * middle, 2 * middle, boxes)


def _edges(board: Board) -> Placement:
    """Place dots where edges meet. Edges are thin, and boxes fill the space between them."""
    rim, thick = SHAPES["edges"]["rim"] + EDGE, SHAPES["edges"]["thick"]
    boxes: list[Box | None] = []
    for index in range(len(board.cells)):
        row, col = divmod(index, board.cols)
        x, y = rim + col // 2 * CELL, rim + row // 2 * CELL
        wide, tall = (CELL if each % 2 else thick for each in (col, row))
        boxes.append(Box(x - (thick / 2 if wide == thick else 0),
                         y - (thick / 2 if tall == thick else 0), wide, tall))  # fmt: skip
    width, height = (2 * rim + each // 2 * CELL for each in (board.cols, board.rows))
    return Placement(width, height, _without_holes(board, boxes), rim, rim)


LAYOUTS: dict[Arrangement, Callable[[Board], Placement]] = {
    Arrangement.NAMED: _named,
    Arrangement.PYRAMID: _pyramid,
    Arrangement.PADS: _pads,
    Arrangement.VESSELS: _vessels,
    Arrangement.GRAPH: _graph,
    Arrangement.EDGES: _edges,
}
