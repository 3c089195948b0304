"""A table of the API's operations, and the OpenAPI document generated from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from clew import __version__
from clew.board.inputs import MODES
from clew.web import limits
from clew.web.schema import (
    FLAG,
    REAL,
    STRING,
    Invalid,
    Schema,
    anything,
    check,
    either,
    from_text,
    listed,
    number,
    record,
    several,
    text,
    whole,
    word,
)

JSON = "application/json"
SVG = "image/svg+xml"
EVENTS = "text/event-stream"
HTML = "text/html"
GIF = "image/gif"
APNG = "image/apng"


@dataclass(frozen=True)
class Operation:
    """One operation of the API. The server, the workers and the published document use it."""

    name: str
    summary: str
    answer: Schema
    task: str
    """The function in clew.web.tasks that does the work. Only workers import it."""
    body: Schema | None = None
    """The schema of the body. Without one, the operation is a GET request."""
    path: str = ""
    """The path, /api/NAME by default."""
    query: Mapping[str, Schema] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    media: str = JSON
    searches: bool = False
    """True if the operation may take long, so that it belongs in the pool for searches."""
    slow_actions: frozenset[str] = frozenset()
    """The actions that search, if the operation has actions."""
    constant: bool = False
    """True if the answer never changes while the server runs."""

    def __post_init__(self) -> None:
        if not self.path:
            object.__setattr__(self, "path", f"/api/{self.name}")

    @property
    def method(self) -> str:
        return "GET" if self.body is None else "POST"

    @property
    def work(self) -> Callable[[Mapping[str, Any]], Any]:
        found: Callable[[Mapping[str, Any]], Any]
        found = getattr(import_module("clew.web.tasks"), self.task)
        return found

    def is_search(self, params: Mapping[str, Any]) -> bool:
        """Check whether this request may take long."""
        return self.searches or params.get("do", {}).get("action") in self.slow_actions

    def seconds(self, params: Mapping[str, Any]) -> float:
        """Return this request's time limit."""
        if not self.is_search(params):
            return limits.QUICK_SECONDS
        if self.media == EVENTS or "strategies" in params:
            return limits.MOST_SECONDS
        return float(params.get("max_seconds", limits.SECONDS))

    def parameters(self, given: list[tuple[str, str]]) -> dict[str, Any]:
        """Parse an address's parameters. Raise Invalid if they don't match the schema."""
        params: dict[str, Any] = {}
        for name, value in given:
            if name in params:
                raise Invalid(f"the address has {name[:40]!r} twice")
            params[name] = from_text(self.query.get(name, {}), value)
        needed = {name: self.query[name] for name in self.required}
        check(record(needed, self.query), params, "the address")
        return params


# ------------------------------------------------------------------ requests

ID = text(
    "a puzzle's id, such as queens:8",
    limits.ID,
    examples=["queens:6", "sudoku:..233..42.3.1...", "lights-out:3x3", "nim:3,4,5"],
)
KIND = text("a kind of puzzle", 40, examples=["sudoku", "queens"])
STRATEGY = text(
    "a strategy with its options, or auto", 200, examples=["auto", "backtracking:infer=mac"]
)
SEED = whole("the seed of the random numbers", 0, 2**53)
SEARCH = {
    "strategy": STRATEGY,
    "max_seconds": number("the time limit for the search, in seconds", 0.0, limits.MOST_SECONDS),
    "max_nodes": whole("the maximum number of nodes", 0, 2**53),
}
UNIQUENESS = {"uniqueness": FLAG}
PROGRESS = {
    "filled": text(
        "the puzzle's text with the entries so far, or cells and values: r1c1=4 r1c2=1",
        limits.ID,
        examples=["4.233..42.3.1...", "r1c1=4"],
    ),
    "played": text("the moves so far, separated by ;", limits.ID),
}
ACTIONS = (
    "view", "move", "undo", "redo", "check", "hint", "solve", "scramble", "restart", "reply",
    "values", "review",
)  # fmt: skip
DO = record(
    {"action": word("the action to take", *ACTIONS)},
    {
        "text": text("a move", limits.ID, examples=["r1c1"]),
        "degree": word("how much a hint reveals", "vague", "technique", "cells", "full"),
        "count": whole("the number of moves", 1, 1000),
        "level": word("how well Clew plays", "easy", "medium", "perfect"),
        "seed": SEED,
    },
)
COMPARED = {"strategies": several("up to four strategies", STRATEGY, 4, 1)}
SIZES = several("sizes", whole("a size", 1, 100), 12, 1)
EACH = {
    "max_seconds": number("the time limit for each search, in seconds", 0.0, limits.MOST_SECONDS)
}
FILM = {
    "id": ID,
    "strategy": STRATEGY,
    "max_steps": whole("the maximum number of steps", 1, limits.STEPS),
}
MOMENT = {"at": whole("the number of steps before this moment", 0, limits.STEPS)}

# ------------------------------------------------------------------ answers

MAYBE: Schema = {"type": ["string", "null"]}
BOARD: Schema = {
    "type": ["object", "null"],
    "description": "a picture with rows, cols, cells, walls, title and drawing; null if too large",
}
MODE = word("a way of entering something on the board", *MODES)
INPUT = record(
    {
        "mode": MODE,
        "writes": word("the thing that this mode changes", "cell", "edge", "clue", "move"),
        "targets": word(
            "the things you point at", "cells", "edges", "pieces", "columns", "regions", "piles"
        ),
        "by": listed(word("the gesture", "click", "drag", "key")),
        "keys": anything("the keys, besides the arrows, and their effects"),
        "say": {**STRING, "description": "a target in words, for screen readers"},
    },
    {
        "values": {**listed(STRING), "description": "the values to choose from"},
        "cycle": {**listed(STRING), "description": "the values that clicks cycle through"},
        "names": {**listed(STRING), "description": "the words for the values of the cycle"},
        "axis": word("line, if a drag stays in its row or column", "line"),
        "piece": STRING,
        "stays": {"type": "boolean"},
        "shape": STRING,
        "first": {"type": "integer"},
        "last": {"type": "integer"},
    },
)
PIECES = listed({**listed(STRING), "description": "a piece of a sentence and its style"})
PUZZLE = {"id": STRING, "title": STRING, "brief": PIECES, "board": BOARD}
KIND_SHOWN: Schema = {
    **anything("a kind of puzzle, with its input modes"),
    "properties": {"inputs": listed(MODE)},
}
VIEW: Schema = {
    **anything("everything to show: the board, its inputs and the moves"),
    "properties": {"inputs": listed(INPUT)},
}
SAVED = anything("a saved game")
STATUS = word(
    "complete: searched everything; enough: found all requested; stopped: see reason",
    "complete", "enough", "stopped",
)  # fmt: skip
OUTCOME = {
    "id": STRING,
    "strategy": STRING,
    "status": STATUS,
    "reason": STRING,
    "engine": {
        "type": "string",
        "description": "compiled, or readable and the reason for that; empty if neither applies",
    },
    "stats": anything("counters of the search: nodes, backtracks, checks, seconds and more"),
}
ANSWERED = record(
    OUTCOME
    | {"solutions": listed({}), "told": STRING, "boards": listed(BOARD)}
    | {"unique": {"type": ["boolean", "null"], "description": "null if unknown"}},
    {"proof": {}, "best": {"type": "integer"}, "bound": {"type": "integer"}}
    | {"cost": {"type": ["number", "string"]}},
)

OPERATIONS = (
    Operation(
        "puzzles",
        "List all kinds of puzzles, with examples.",
        record({"puzzles": listed(anything("a kind of puzzle"))}),
        "puzzles",
        constant=True,
    ),
    Operation(
        "front",
        "Return a small puzzle with its solution, and the steps of a search for it.",
        record(
            {"id": STRING, "kind": STRING, "title": STRING, "about": STRING}
            | {
                "board": anything("the board"),
                "values": listed(STRING),
                "solution": listed(STRING),
                "strategy": STRING,
            }
            | {"steps": listed(anything("a step: try or back, the cell and the value"))}
        ),
        "front",
        constant=True,
    ),
    Operation(
        "strategies",
        "List the strategies that work on a puzzle, or all strategies.",
        record(
            {"strategies": listed(anything("a strategy"))},
            {"auto": STRING, "textbook": listed(STRING)}
            | {"called": anything("the display names of strategies, by id")},
        ),
        "strategies",
        query={"id": ID, "wanted": text("more strategies to name, separated by ;", 1000)},
    ),
    Operation(
        "read",
        "Parse puzzles in any notation.",
        record({"puzzles": listed(record(PUZZLE))}),
        "read",
        record(
            {"text": text("one or more puzzles in any notation", limits.TEXT)},
            {"kind": KIND, "notation": text("a notation, such as sdk", 40)},
        ),
    ),
    Operation(
        "board",
        "Draw a puzzle.",
        STRING,
        "picture",
        path="/api/board.svg",
        query={"id": ID},
        required=("id",),
        media=SVG,
    ),
    Operation(
        "play",
        "Take an action in a game. The whole state is in the request and in the answer.",
        record(
            {"saved": SAVED, "view": VIEW},
            {
                "hint": anything("a hint with degree, text, cells, board and move"),
                "check": anything("the result of a check: ok, text and wrong"),
                "move": STRING,
                "moves": listed(STRING),
                "values": listed(anything("a move with text, value and plies")),
                "review": anything("the move that gave the game away, with move and text"),
            },
        ),
        "play",
        either(record({"id": ID}, {"do": DO}), record({"saved": SAVED}, {"do": DO})),
        slow_actions=frozenset({"check", "hint", "solve", "reply", "scramble", "values", "review"}),
    ),
    Operation(
        "solve",
        "Solve a puzzle: find one solution, or as many as you request.",
        ANSWERED,
        "solve",
        record(
            {"id": ID},
            SEARCH | {"max_solutions": whole("the maximum number of solutions", 1, limits.ANSWERS)},
        ),
        searches=True,
    ),
    Operation(
        "count",
        "Count the solutions of a puzzle.",
        record(
            OUTCOME | {"count": {**STRING, "description": "a number, of any size"}}, {"proof": {}}
        ),
        "count",
        record({"id": ID}, SEARCH),
        searches=True,
    ),
    Operation(
        "unique",
        "Check whether a puzzle has exactly one solution (null if unknown).",
        ANSWERED,
        "unique",
        record({"id": ID}, SEARCH),
        searches=True,
    ),
    Operation(
        "rate",
        "Rate how hard a puzzle is, by the techniques it needs.",
        anything("level, rating, pearl, diamond, techniques, hodoku"),
        "rate",
        record({"id": ID}, UNIQUENESS),
        searches=True,
    ),
    Operation(
        "hint",
        "Find the next step, with one of four degrees of detail.",
        record(
            dict.fromkeys(("vague", "technique", "cells", "full", "move"), STRING)
            | {"board": BOARD}
        ),
        "hint",
        record({"id": ID}, UNIQUENESS | PROGRESS),
        searches=True,
    ),
    Operation(
        "explain",
        "Explain the whole solution, with a reason and a picture for each step.",
        record(
            dict.fromkeys(("id", "level", "verdict"), STRING)
            | {"rating": REAL, "solved": FLAG}
            | {"steps": listed(anything("a step, in words and as a picture"))}
        ),
        "explain",
        record({"id": ID}, UNIQUENESS),
        searches=True,
    ),
    Operation(
        "make",
        "Make new puzzles of a kind, size and level.",
        record({"puzzles": listed(record(PUZZLE | {"made": STRING, "level": MAYBE}))}),
        "make",
        record(
            {"kind": KIND},
            {
                "size": text("a size, such as 9 or 2x3", 20, examples=["4"]),
                "level": text("a level", 40, examples=["easy"]),
                "seed": SEED,
                "count": whole("the number of puzzles", 1, 24),
            },
        ),
        searches=True,
    ),
    Operation(
        "compare",
        "Run up to four strategies on a puzzle, or on puzzles of several sizes.",
        record({"rows": listed(anything("id, size, strategy, status, reason, stats"))}),
        "compare",
        either(
            record({"id": ID} | COMPARED, EACH),
            record({"kind": KIND, "sizes": SIZES} | COMPARED, EACH),
        ),
        searches=True,
    ),
    Operation(
        "lessons",
        "List the lessons that come with Clew.",
        record({"lessons": listed(record({"name": STRING, "title": STRING, "about": STRING}))}),
        "lessons",
    ),
    Operation(
        "lesson",
        "Read a built-in lesson or your own: its films and their pauses.",
        record({"title": STRING, "about": STRING, "scenes": listed(anything("a film"))}),
        "lesson",
        either(
            record({"name": text("the name of a lesson", 80)}),
            record({"text": text("a lesson, as docs/web.md describes it", limits.TEXT)}),
        ),
        searches=True,
    ),
    Operation(
        "showcase",
        "Return the default example and strategy to watch for a kind of puzzle.",
        record({"id": STRING, "strategy": STRING}),
        "best",
        query={"kind": KIND},
        required=("kind",),
    ),
    Operation(
        "watch",
        "Stream a search step by step, as server-sent events: head, steps, then end.",
        record(
            {
                "event": word("the type of the event", "head", "steps", "end", "error"),
                "data": {**STRING, "description": "an object, as JSON"},
            }
        ),
        "watch",
        query=FILM,
        required=("id",),
        media=EVENTS,
        searches=True,
    ),
    *(
        Operation(
            f"film_{form}",
            f"Export a search as {what}.",
            STRING,
            f"as_{form}",
            path=f"/api/film.{form}",
            query=FILM | (MOMENT if form == "svg" else {}),
            required=("id",),
            media=media,
            searches=True,
        )
        for form, media, what in (
            ("html", HTML, "a self-contained page"),
            ("gif", GIF, "an animated GIF"),
            ("apng", APNG, "an animated PNG"),
            ("svg", SVG, "a picture of one step"),
        )
    ),
)
"""All operations, in the order of the published document."""
KEY = text("a key without control characters", 500, pattern=r"^[^\x00-\x1f\x7f]+(?!\n)$")
VALUE = anything("the progress as the pages save it: solved, the time, the last state")
ENTRY = record({"key": STRING, "value": VALUE, "changed": REAL})
ENTRIES = record({"progress": listed(ENTRY)})
"""A list of saved progress. The server itself answers these requests, without a worker."""
_BY_NAME = {operation.name: operation for operation in OPERATIONS}


def find(name: str) -> Operation:
    """Find an operation by name."""
    return _BY_NAME[name]


REFUSALS = {
    "400": "The request doesn't match its schema.",
    "403": "The request comes from another site or lacks the token.",
    "408": "The body didn't arrive in time.",
    "413": "The body is too large.",
    "414": "The address is too long.",
    "415": "The body isn't JSON.",
    "421": "The Host isn't this server.",
    "422": "The request matches its schema, but has no meaning or exceeds a limit.",
    "500": "There's a bug in Clew, or the worker was killed.",
    "503": "Too many requests are waiting, or progress can't be saved.",
}
ERROR = {"schema": {"$ref": "#/components/schemas/Error"}}
MISSING = {"404": {"description": "No progress is saved under this key.", "content": {JSON: ERROR}}}
FORGOTTEN = {"204": {"description": "The progress was deleted."}}


def document() -> dict[str, Any]:
    """Build the OpenAPI document."""
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Clew",
            "version": __version__,
            "description": "Solve, count, rate, make, play and watch puzzles and games.",
        },
        "paths": paths | _progress(),
        "components": {
            "schemas": {
                "Error": record(
                    {"error": {**STRING, "description": "one line that explains the error"}}
                )
            }
        },
    }


def _described(operation: Operation) -> dict[str, Any]:
    responses = _responses(operation.answer, operation.media)
    found = _operation(operation.name, operation.summary, responses, operation.body)
    found["parameters"] = [
        {"name": name, "in": "query", "required": name in operation.required, "schema": schema}
        for name, schema in operation.query.items()
    ]
    return found


def _operation(
    name: str, summary: str, responses: dict[str, Any], body: Schema | None = None
) -> dict[str, Any]:
    found = {"operationId": name, "summary": summary, "responses": responses}
    content = {"required": True, "content": {JSON: {"schema": body}}}
    return found if body is None else found | {"requestBody": content}


def _responses(answer: Schema | None, media: str = JSON) -> dict[str, Any]:
    good = {"description": "Success.", "content": {media: {"schema": answer}}}
    return ({} if answer is None else {"200": good}) | {
        status: {"description": words, "content": {JSON: ERROR}}
        for status, words in REFUSALS.items()
    }


def _progress() -> dict[str, Any]:
    found = _responses(ENTRY) | MISSING
    gone = _responses(None) | FORGOTTEN | MISSING
    every = _responses(ENTRIES)
    key = [{"name": "key", "in": "path", "required": True, "schema": KEY}]
    put = _operation("progress_put", "Save progress under a key.", found, VALUE)
    return {
        "/api/progress": {
            "get": _operation("progress", "List all saved progress, the latest first.", every)
        },
        "/api/progress/{key}": {
            "parameters": key,
            "get": _operation("progress_get", "Read the progress saved under a key.", found),
            "put": put,
            "delete": _operation("progress_delete", "Delete the progress saved under a key.", gone),
        },
    }
