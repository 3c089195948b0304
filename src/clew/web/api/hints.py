"""How hard a puzzle is, what to do next, and the whole solution step by step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat
from typing import Any

from clew.core.puzzle import Puzzle
from clew.explanations import explain as explaining
from clew.explanations.explanation import DEGREES, in_words
from clew.explanations.progress import entries, moves
from clew.web.api.common import Params, drawn, puzzle_of
from clew.web.errors import Refused


def rate(params: Params) -> dict[str, Any]:
    puzzle = puzzle_of(params)
    return {"id": puzzle.id, **explaining.rate(puzzle, uniqueness=_uniqueness(params)).as_dict()}


def hint(params: Params) -> dict[str, Any]:
    puzzle = puzzle_of(params)
    found = explaining.hint_after(puzzle, _progress(puzzle, params), _uniqueness(params))
    texts = {degree: getattr(found, degree) for degree in DEGREES}
    return texts | {"move": found.move, "board": drawn(found.board)}


def explain(params: Params) -> dict[str, Any]:
    puzzle = puzzle_of(params)
    found = explaining.explain(puzzle, uniqueness=_uniqueness(params))
    boards = chain(found.boards(), repeat(None))  # not every step of every kind is drawn
    return {
        "id": puzzle.id,
        "level": found.level,
        "rating": found.rating,
        "verdict": found.verdict,
        "solved": found.solved,
        "steps": [
            step.as_dict() | {"told": in_words(puzzle, step), "board": drawn(board)}
            for step, board in zip(found.steps, boards, strict=False)
        ],
    }


def _uniqueness(params: Params) -> bool:
    return bool(params.get("uniqueness", True))


def _progress(puzzle: Puzzle, params: Params) -> Sequence[Any]:
    """What the player has entered, or the moves made, so far."""
    if "filled" in params and "played" in params:
        raise Refused("expected only one of filled and played")
    for member, read in (("filled", entries), ("played", moves)):
        if member in params:
            try:
                return read(puzzle, params[member])
            except ValueError as error:
                raise Refused(f"{member}: {error}") from None
    return ()
