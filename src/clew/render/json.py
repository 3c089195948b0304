"""Boards and results as JSON-ready data, for front ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, is_dataclass
from typing import Any

from clew.core.board import Board, Cell


def data(board: Board) -> dict[str, Any]:
    """The board as plain dictionaries and lists; a cell without notes says nothing of them."""
    return {
        "rows": board.rows,
        "cols": board.cols,
        "cells": [_cell(cell) for cell in board.cells],
        "title": board.title,
        "walls": [list(pair) for pair in sorted(board.walls)],
        "signs": [{"first": s.first, "second": s.second, "text": s.text} for s in board.signs],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    found: dict[str, Any] = {"text": cell.text, "ink": cell.ink.value, "shaded": cell.shaded}
    if cell.notes:
        found["notes"] = [
            {"place": note.place, "text": note.text, "tone": note.tone.value} for note in cell.notes
        ]
    return found


def plain(value: Any) -> Any:
    """What JSON has no form for: a verdict by its fields, a sequence as a list, else text."""
    if is_dataclass(value) and not isinstance(value, type | Sequence):
        return asdict(value)
    return list(value) if isinstance(value, Sequence) else str(value)
