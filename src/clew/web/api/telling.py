"""How hard a puzzle is, what to do next, and the whole way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from typing import Any

from clew.core.puzzle import Puzzle
from clew.explanations import explain as explaining
from clew.explanations.explanation import DEGREES, in_words
from clew.explanations.progress import entries, moves
from clew.web.api.common import drawn, puzzle_of
from clew.web.errors import Refused

Asked = Mapping[str, Any]


def rate(asked: Asked) -> dict[str, Any]:
    puzzle = puzzle_of(asked)
    return {"id": puzzle.id, **explaining.rate(puzzle, uniqueness=_uniqueness(asked)).as_dict()}


def hint(asked: Asked) -> dict[str, Any]:
    puzzle = puzzle_of(asked)
    found = explaining.hint(puzzle, _done(puzzle, asked), uniqueness=_uniqueness(asked))
    told = {degree: getattr(found, degree) for degree in DEGREES}
    return told | {
        "move": found.move,
        "board": None if found.board is None else drawn(found.board),
    }


def explain(asked: Asked) -> dict[str, Any]:
    puzzle = puzzle_of(asked)
    told = explaining.explain(puzzle, uniqueness=_uniqueness(asked))
    boards = chain(told.boards(), repeat(None))  # not every step of every kind is drawn
    steps = [
        step.as_dict()
        | {
            "told": in_words(puzzle, step),
            "board": None if board is None else drawn(board),
        }
        for step, board in zip(told.steps, boards, strict=False)
    ]
    return {
        "id": puzzle.id,
        "level": told.level,
        "rating": told.rating,
        "verdict": told.verdict,
        "solved": told.solved,
        "steps": steps,
    }


def _uniqueness(asked: Asked) -> bool:
    return bool(asked.get("uniqueness", True))


def _done(puzzle: Puzzle, asked: Asked) -> Sequence[Any]:
    """What has been done so far: entries, or moves."""
    if "filled" in asked and "played" in asked:
        raise Refused("expected only one of filled and played")
    for member, read in (("filled", entries), ("played", moves)):
        if member in asked:
            try:
                return read(puzzle, asked[member])
            except ValueError as error:
                raise Refused(f"{member}: {error}") from None
    return ()
