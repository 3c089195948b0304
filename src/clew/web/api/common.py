"""What the tasks share: a puzzle from its id, a board as data."""

from __future__ import annotations

from typing import Any

from clew.core.board import Board
from clew.core.puzzle import Puzzle
from clew.generators.generate import parse
from clew.render.json import data
from clew.web.errors import Refused
from clew.web.limits import CELLS


def puzzle_of(asked: Any) -> Puzzle:
    """The puzzle of an id or of a recipe; ValueError if it is none."""
    return parse(str(asked["id"]))


def drawn(board: Board) -> dict[str, Any] | None:
    """The board as plain data; None if it is too large to be sent."""
    return data(board) if len(board.cells) <= CELLS else None


def needs_cells(board: Board) -> Board:
    """The board, if it is small enough to be drawn."""
    if len(board.cells) > CELLS:
        raise Refused(f"found a board of {len(board.cells):,} cells, expected at most {CELLS:,}")
    return board
