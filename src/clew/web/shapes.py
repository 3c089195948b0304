"""The shapes of what is sent and answered, which several operations share."""

from __future__ import annotations

from clew.web import limits
from clew.web.schema import Schema, anything, number, record, several, text, whole, word

ID = text("a puzzle's id, kind:text, such as queens:8", limits.ID)
KIND = text("a kind of puzzle, such as sudoku", 40)
STRATEGY = text("a strategy, such as backtracking:infer=mac, or auto", 200)
FILLED = text("the puzzle's text with what has been filled in", limits.ID)
SECONDS = number("the seconds that the search may take", 0.0, limits.MOST_SECONDS)
ANSWERS = whole("how many answers are wanted", 1, limits.ANSWERS)
DEGREE = word("how much a hint tells", "vague", "technique", "cells", "full")

STRING: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer"}
REAL: Schema = {"type": "number"}
STRINGS: Schema = {"type": "array", "items": STRING}
BOARD: Schema = {
    "type": ["object", "null"],
    "description": "a picture: rows, cols, cells, walls, signs, title; null if it is too large",
}
ERROR = record({"error": {"type": "string", "description": "one clear line"}})
STATS = anything("what the search did: nodes, backtracks, checks, seconds and more")
STATUS = word(
    "complete: searched all; enough: as many as wanted; stopped: a limit, named in reason",
    "complete", "enough", "stopped",
)  # fmt: skip


def listed(items: Schema) -> Schema:
    """A list of any length, in an answer."""
    return {"type": "array", "items": items}


PUZZLE = record({"id": STRING, "board": BOARD})
SAVED = anything("a game in play, as save gives it")
MOVES = several("moves", text("a move", 200), limits.MOVES)
OUTCOME = {"id": STRING, "strategy": STRING, "status": STATUS, "reason": STRING, "stats": STATS}
