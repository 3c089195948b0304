"""How hard a puzzle is, what to do next, and the whole way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clew.make import explain as explaining
from clew.make import hint as hinting
from clew.make import rate as rating
from clew.puzzle import GridPuzzle, Puzzle
from clew.web.api.common import drawn, puzzle_of
from clew.web.errors import Refused

Asked = Mapping[str, Any]


def rate(asked: Asked) -> dict[str, Any]:
    puzzle = puzzle_of(asked)
    return {"id": puzzle.id, **rating.rate(puzzle, uniqueness=_uniqueness(asked)).as_dict()}


def hint(asked: Asked) -> dict[str, Any]:
    puzzle = puzzle_of(asked)
    found = hinting.hint(puzzle, _filled(puzzle, asked), uniqueness=_uniqueness(asked))
    told = {degree: getattr(found, degree) for degree in hinting.DEGREES}
    return told | {"board": None if found.board is None else drawn(found.board)}


def explain(asked: Asked) -> dict[str, Any]:
    puzzle = puzzle_of(asked)
    told = explaining.explain(puzzle, uniqueness=_uniqueness(asked))
    steps = [
        step.as_dict() | {"told": explaining.told(step, told.puzzle.order), "board": drawn(board)}
        for step, board in zip(told.steps, told.boards(), strict=True)
    ]
    return {"id": puzzle.id, "level": told.level, "rating": told.rating, "steps": steps}


def _uniqueness(asked: Asked) -> bool:
    return bool(asked.get("uniqueness", True))


def _filled(puzzle: Puzzle, asked: Asked) -> Sequence[int]:
    """The cells of the grid that was filled in: the same puzzle, but for more numbers in it."""
    if "filled" not in asked or not isinstance(puzzle, GridPuzzle):
        return ()
    try:
        other = type(puzzle).parse(asked["filled"])
    except ValueError as error:
        raise Refused(f"filled: {error}") from None
    if len(other.cells) != len(puzzle.cells):
        raise Refused(f"filled: found {len(other.cells)} cells, expected {len(puzzle.cells)}")
    return other.cells
