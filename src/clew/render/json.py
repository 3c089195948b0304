"""A board as JSON-ready data, for front ends."""

from __future__ import annotations

import json as _json
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


def json(board: Board) -> str:
    """The board as one line of JSON."""
    return _json.dumps(data(board), ensure_ascii=False)
