"""What the operations share: a puzzle from its id, a strategy that suits it, a board as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clew.board.board import Board
from clew.board.json import data
from clew.core.puzzle import Puzzle
from clew.core.registry import find
from clew.generators.generate import parse
from clew.web.errors import Refused
from clew.web.limits import CELLS

Params = Mapping[str, Any]
"""What a request says; it was checked against the schema of its operation."""


def puzzle_of(params: Params) -> Puzzle:
    """The puzzle of an id or of a recipe; ValueError if it is none."""
    return parse(str(params["id"]))


def kind_of(params: Params) -> type[Puzzle]:
    """Return the kind that a request names.

    Raises:
        Refused: if there is no such kind.
    """
    try:
        return find(params["kind"])
    except KeyError as error:
        raise Refused(str(error.args[0])) from None


def drawn(board: Board | None) -> dict[str, Any] | None:
    """The board as plain data; None if there is none, or if it is too large to send."""
    return None if board is None or len(board.cells) > CELLS else data(board)


def shown(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as a page shows it."""
    return {
        "id": puzzle.id,
        "title": puzzle.heading(),
        "brief": puzzle.brief(),
        "board": drawn(puzzle.board()),
    }


def check_cells(board: Board) -> Board:
    """The board, if it is small enough to be drawn."""
    if len(board.cells) > CELLS:
        raise Refused(f"found a board of {len(board.cells):,} cells, expected at most {CELLS:,}")
    return board
