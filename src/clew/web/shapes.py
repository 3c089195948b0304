"""The shapes of what is sent and answered, which several operations share."""

from __future__ import annotations

from clew.web import limits
from clew.web.schema import Schema, anything, number, record, text, whole, word

ID = text(
    "a puzzle's id, kind:text",
    limits.ID,
    examples=["queens:6", "sudoku:..233..42.3.1...", "lights-out:3x3", "nim:3,4,5"],
)
KIND = text("a kind of puzzle", 40, examples=["sudoku", "queens"])
STRATEGY = text(
    "a strategy and its options, or auto", 200, examples=["auto", "backtracking:infer=mac"]
)
FILLED = text(
    "the puzzle's text with what has been filled in", limits.ID, examples=["4.233..42.3.1..."]
)
SECONDS = number("the seconds that the search may take", 0.0, limits.MOST_SECONDS)
NODES = whole("the nodes that the search may take", 0, 2**53)
ANSWERS = whole("how many answers are wanted", 1, limits.ANSWERS)
SEED = whole("where chance begins", 0, 2**53)
DEGREE = word("how much a hint tells", "vague", "technique", "cells", "full")

SIZED = {
    "knight": "{0}x{0}",
    "latin": "{0}",
    "lights-out": "{0}x{0}",
    "nim": "{0},{0},{0}",
    "noughts": "{0}x{0}",
    "queens": "{0}",
    "sudoku": "{1}",
}
"""Kinds with one puzzle of each size n, and its text: {0} is n, {1} a square of n x n blanks."""

STRING: Schema = {"type": "string"}
MAYBE: Schema = {"type": ["string", "null"]}
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
OUTCOME = {"id": STRING, "strategy": STRING, "status": STATUS, "reason": STRING, "stats": STATS}
