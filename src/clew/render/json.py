"""A board as JSON-ready data, for front ends."""

from __future__ import annotations

import json as _json
from dataclasses import asdict
from typing import Any

from clew.board import Board


def data(board: Board) -> dict[str, Any]:
    """The board as plain dictionaries and lists."""
    found = asdict(board)
    found["cells"] = [
        {"text": cell.text, "ink": cell.ink.value, "shaded": cell.shaded} for cell in board.cells
    ]
    found["walls"] = sorted(board.walls)
    return found


def json(board: Board) -> str:
    """The board as one line of JSON."""
    return _json.dumps(data(board), ensure_ascii=False)
