"""Boards under the name that plugins import: `clew.board.board` and the pen."""

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

__all__ = [
    "HEADED",
    "NO_CELL",
    "Arrangement",
    "Board",
    "Cell",
    "Ink",
    "Mark",
    "Note",
    "Tone",
    "board_cells",
]
