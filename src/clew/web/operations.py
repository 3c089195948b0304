"""Every operation of the API, in one table; and the published description, made from it."""

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
    """One row of the API. The server, the workers and the published document all read it."""

    name: str
    summary: str
    answer: Schema
    task: str
    """The function of clew.web.tasks that works it out; imported by workers only."""
    body: Schema | None = None
    """What is posted; without it the operation is a GET."""
    path: str = ""
    """Where it is found, /api/NAME unless stated."""
    query: Mapping[str, Schema] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    media: str = JSON
    searches: bool = False
    """Whether it may take long: then it has a place among the searches."""
    slow_actions: frozenset[str] = frozenset()
    """Of an operation with actions, those that search."""
    constant: bool = False
    """Whether the answer is the same as long as the server runs."""

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
        """Whether this request may take long."""
        return self.searches or params.get("do", {}).get("action") in self.slow_actions

    def seconds(self, params: Mapping[str, Any]) -> float:
        """How long it may take in all."""
        if not self.is_search(params):
            return limits.QUICK_SECONDS
        if self.media == EVENTS or "strategies" in params:
            return limits.MOST_SECONDS
        return float(params.get("max_seconds", limits.SECONDS))

    def parameters(self, given: list[tuple[str, str]]) -> dict[str, Any]:
        """The parameters of an address, each once; Invalid if they are not as stated."""
        params: dict[str, Any] = {}
        for name, value in given:
            if name in params:
                raise Invalid(f"the address: found {name[:40]!r} twice, expected it once")
            params[name] = from_text(self.query.get(name, {}), value)
        needed = {name: self.query[name] for name in self.required}
        check(record(needed, self.query), params, "the address")
        return params


# ------------------------------------------------------------------ what is sent

ID = text(
    "a puzzle's id, kind:text",
    limits.ID,
    examples=["queens:6", "sudoku:..233..42.3.1...", "lights-out:3x3", "nim:3,4,5"],
)
KIND = text("a kind of puzzle", 40, examples=["sudoku", "queens"])
STRATEGY = text(
    "a strategy and its options, or auto", 200, examples=["auto", "backtracking:infer=mac"]
)
SEED = whole("the seed of what is random", 0, 2**53)
SEARCH = {
    "strategy": STRATEGY,
    "max_seconds": number("the seconds that the search may take", 0.0, limits.MOST_SECONDS),
    "max_nodes": whole("the nodes that the search may take", 0, 2**53),
}
UNIQUENESS = {"uniqueness": FLAG}
PROGRESS = {
    "filled": text(
        "the puzzle's text with what has been filled in, or names and values: r1c1=4 r1c2=1",
        limits.ID,
        examples=["4.233..42.3.1...", "r1c1=4"],
    ),
    "played": text("the moves made, separated by ;", limits.ID),
}
ACTIONS = (
    "view", "move", "undo", "redo", "check", "hint", "solve", "scramble", "restart", "reply",
    "values", "review",
)  # fmt: skip
DO = record(
    {"action": word("what to do", *ACTIONS)},
    {
        "text": text("a move", limits.ID, examples=["r1c1"]),
        "degree": word("how much a hint tells", "vague", "technique", "cells", "full"),
        "count": whole("how many", 1, 1000),
        "level": word("how well the other side plays", "easy", "medium", "perfect"),
        "seed": SEED,
    },
)
COMPARED = {"strategies": several("up to four strategies", STRATEGY, 4, 1)}
SIZES = several("sizes", whole("a size", 1, 100), 12, 1)
EACH = {"max_seconds": number("the seconds for each search", 0.0, limits.MOST_SECONDS)}
FILM = {
    "id": ID,
    "strategy": STRATEGY,
    "max_steps": whole("how many steps at most", 1, limits.STEPS),
}
MOMENT = {"at": whole("after how many steps", 0, limits.STEPS)}

# ------------------------------------------------------------------ what is answered

MAYBE: Schema = {"type": ["string", "null"]}
BOARD: Schema = {
    "type": ["object", "null"],
    "description": "a picture: rows, cols, cells, walls, title, drawing; null if it is too large",
}
MODE = word("how something is entered on the board", *MODES)
INPUT = record(
    {
        "mode": MODE,
        "writes": word("what it changes", "cell", "edge", "clue", "move"),
        "targets": word(
            "what is pointed at", "cells", "edges", "pieces", "columns", "regions", "piles"
        ),
        "by": listed(word("how", "click", "drag", "key")),
        "keys": anything("what keys do, next to the arrows"),
        "say": {**STRING, "description": "what a screen reader says of a target"},
    },
    {
        "values": {**listed(STRING), "description": "the values to choose from"},
        "cycle": {**listed(STRING), "description": "what a click goes through"},
        "axis": word("line: a drag stays in its row or column", "line"),
        "piece": STRING,
        "shape": STRING,
        "first": {"type": "integer"},
        "last": {"type": "integer"},
    },
)
PIECES = listed({**listed(STRING), "description": "a piece of a sentence, and its style"})
PUZZLE = {"id": STRING, "title": STRING, "brief": PIECES, "board": BOARD}
KIND_SHOWN: Schema = {
    **anything("a kind of puzzle, with the modes of its inputs"),
    "properties": {"inputs": listed(MODE)},
}
VIEW: Schema = {
    **anything("what there is to show: the board, its inputs, the moves"),
    "properties": {"inputs": listed(INPUT)},
}
SAVED = anything("a game in play, as save gives it")
STATUS = word(
    "complete: searched all; enough: as many as wanted; stopped: a limit, named in reason",
    "complete", "enough", "stopped",
)  # fmt: skip
OUTCOME = {
    "id": STRING,
    "strategy": STRING,
    "status": STATUS,
    "reason": STRING,
    "engine": {"type": "string", "description": "compiled, or readable and why; empty if neither"},
    "stats": anything("what the search did: nodes, backtracks, checks, seconds and more"),
}
ANSWERED = record(
    OUTCOME
    | {"solutions": listed({}), "told": STRING, "boards": listed(BOARD)}
    | {"unique": {"type": ["boolean", "null"], "description": "null if that is not known"}},
    {"proof": {}, "best": {"type": "integer"}, "cost": {"type": ["number", "string"]}},
)

OPERATIONS = (
    Operation(
        "puzzles",
        "Every kind of puzzle, with its examples.",
        record({"puzzles": listed(anything("a kind of puzzle"))}),
        "puzzles",
        constant=True,
    ),
    Operation(
        "strategies",
        "The strategies that suit a puzzle, or all there are.",
        record(
            {"strategies": listed(anything("a strategy"))},
            {"auto": STRING, "textbook": listed(STRING)}
            | {"called": anything("what people call the strategies, by their spelling")},
        ),
        "strategies",
        query={"id": ID, "wanted": text("more to be called by name, with ; between", 1000)},
    ),
    Operation(
        "read",
        "The puzzles of a text in any notation.",
        record({"puzzles": listed(record(PUZZLE))}),
        "read",
        record(
            {"text": text("a text in any notation", limits.TEXT)},
            {"kind": KIND, "notation": text("a notation, such as sdk", 40)},
        ),
    ),
    Operation(
        "board",
        "A picture of a puzzle.",
        STRING,
        "picture",
        path="/api/board.svg",
        query={"id": ID},
        required=("id",),
        media=SVG,
    ),
    Operation(
        "play",
        "One action in a game or puzzle in play. The whole state is sent and answered.",
        record(
            {"saved": SAVED, "view": VIEW},
            {
                "hint": anything("a hint: degree, text, cells, board, move"),
                "check": anything("whether all is well: ok, text, wrong"),
                "move": STRING,
                "moves": listed(STRING),
                "values": listed(anything("a move: text, value, plies")),
                "review": anything("the move that gave the game away: move, text"),
            },
        ),
        "play",
        either(record({"id": ID}, {"do": DO}), record({"saved": SAVED}, {"do": DO})),
        slow_actions=frozenset({"check", "hint", "solve", "reply", "scramble", "values", "review"}),
    ),
    Operation(
        "solve",
        "Solve a puzzle: one answer, or as many as wanted.",
        ANSWERED,
        "solve",
        record(
            {"id": ID},
            SEARCH | {"max_solutions": whole("how many answers are wanted", 1, limits.ANSWERS)},
        ),
        searches=True,
    ),
    Operation(
        "count",
        "How many answers a puzzle has.",
        record(
            OUTCOME | {"count": {**STRING, "description": "a number, of any size"}}, {"proof": {}}
        ),
        "count",
        record({"id": ID}, SEARCH),
        searches=True,
    ),
    Operation(
        "unique",
        "Whether a puzzle has exactly one answer; null if that was not found out.",
        ANSWERED,
        "unique",
        record({"id": ID}, SEARCH),
        searches=True,
    ),
    Operation(
        "rate",
        "How hard a puzzle is, by the techniques that it needs.",
        anything("level, rating, pearl, diamond, techniques, hodoku"),
        "rate",
        record({"id": ID}, UNIQUENESS),
        searches=True,
    ),
    Operation(
        "hint",
        "The next step, in four degrees.",
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
        "A whole solution step by step, each with its reason and its picture.",
        record(
            dict.fromkeys(("id", "level", "verdict"), STRING)
            | {"rating": REAL, "solved": FLAG}
            | {"steps": listed(anything("a step in words, and drawn"))}
        ),
        "explain",
        record({"id": ID}, UNIQUENESS),
        searches=True,
    ),
    Operation(
        "make",
        "New puzzles of a kind, at a size and level.",
        record({"puzzles": listed(record(PUZZLE | {"made": STRING, "level": MAYBE}))}),
        "make",
        record(
            {"kind": KIND},
            {
                "size": text("a size, such as 9 or 2x3", 20, examples=["4"]),
                "level": text("a level", 40, examples=["easy"]),
                "seed": SEED,
                "count": whole("how many", 1, 24),
            },
        ),
        searches=True,
    ),
    Operation(
        "compare",
        "A puzzle, or puzzles of several sizes, under up to four strategies.",
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
        "The guided films that come with Clew.",
        record({"lessons": listed(record({"name": STRING, "title": STRING, "about": STRING}))}),
        "lessons",
    ),
    Operation(
        "lesson",
        "A lesson by its name, or from a text of your own: its films, and where they pause.",
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
        "The example of a kind, and the strategy, that are watched unless others are named.",
        record({"id": STRING, "strategy": STRING}),
        "best",
        query={"kind": KIND},
        required=("kind",),
    ),
    Operation(
        "watch",
        "A search step by step, as server-sent events: head, then steps, then end.",
        record(
            {
                "event": word("what comes", "head", "steps", "end", "error"),
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
            f"A search as {what}.",
            STRING,
            f"as_{form}",
            path=f"/api/film.{form}",
            query=FILM | (MOMENT if form == "svg" else {}),
            required=("id",),
            media=media,
            searches=True,
        )
        for form, media, what in (
            ("html", HTML, "a page of its own, to be kept and opened anywhere"),
            ("gif", GIF, "an animated GIF"),
            ("apng", APNG, "an animated PNG"),
            ("svg", SVG, "a picture of one moment"),
        )
    ),
)
"""In the order of the published document."""
KEY = text("a key without control characters", 500, pattern=r"^[^\x00-\x1f\x7f]+(?!\n)$")
VALUE = anything("whether it is solved, the time, the last state: what the pages keep")
ENTRY = record({"key": STRING, "value": VALUE, "changed": REAL})
ENTRIES = record({"progress": listed(ENTRY)})
"""What is kept of a player's progress; the server itself answers these."""
_BY_NAME = {operation.name: operation for operation in OPERATIONS}


def find(name: str) -> Operation:
    """The operation of that name."""
    return _BY_NAME[name]


REFUSALS = {
    "400": "What was sent is not as described.",
    "403": "The request comes from another site, or lacks the token.",
    "408": "The body did not come in time.",
    "413": "The body is too large.",
    "414": "The address is too long.",
    "415": "The body is not JSON.",
    "421": "The Host is not this server's.",
    "422": "It is as described, but means nothing, or takes more than is allowed.",
    "500": "A mistake in clew, or the worker was ended.",
    "503": "Too many requests wait already, or progress can't be saved.",
}
ERROR = {"schema": {"$ref": "#/components/schemas/Error"}}
MISSING = {"404": {"description": "Nothing is kept under this key.", "content": {JSON: ERROR}}}
FORGOTTEN = {"204": {"description": "Nothing is kept under this key any more."}}


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Clew",
            "version": __version__,
            "description": "Puzzles and games: solve, count, rate, hint, make, play and watch.",
        },
        "paths": paths | _progress(),
        "components": {
            "schemas": {"Error": record({"error": {**STRING, "description": "one clear line"}})}
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
    good = {"description": "The answer.", "content": {media: {"schema": answer}}}
    return ({} if answer is None else {"200": good}) | {
        status: {"description": words, "content": {JSON: ERROR}}
        for status, words in REFUSALS.items()
    }


def _progress() -> dict[str, Any]:
    found = _responses(ENTRY) | MISSING
    gone = _responses(None) | FORGOTTEN | MISSING
    every = _responses(ENTRIES)
    key = [{"name": "key", "in": "path", "required": True, "schema": KEY}]
    put = _operation("progress_put", "Keep something under a key.", found, VALUE)
    return {
        "/api/progress": {
            "get": _operation("progress", "Everything that is kept, the latest first.", every)
        },
        "/api/progress/{key}": {
            "parameters": key,
            "get": _operation("progress_get", "What is kept under a key.", found),
            "put": put,
            "delete": _operation("progress_delete", "Forget what is kept under a key.", gone),
        },
    }
