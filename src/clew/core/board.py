"""Boards and the pen, in the module that plugins import them from."""

from clew.board.board import (
    HEADED,
    NO_CELL,
    Arrangement,
    Board,
    Cell,
    Ink,
    Mark,
    Note,
    Tone,
    board_cells,
)
from clew.board.pen import Pen

__all__ = [
    "HEADED",
    "NO_CELL",
    "Arrangement",
    "Board",
    "Cell",
    "Ink",
    "Mark",
    "Note",
    "Pen",
    "Tone",
    "board_cells",
]
