"""Every operation of the API that a worker answers, in one table."""

from __future__ import annotations

from clew.web import limits, shapes
from clew.web.operation import APNG, EVENTS, GIF, HTML, SVG, Operation
from clew.web.schema import anything, either, number, record, several, text, whole, word
from clew.web.shapes import BOARD, FLAG, ID, KIND, MAYBE, OUTCOME, STRATEGY, STRING, listed

ASKED = {"strategy": STRATEGY, "max_seconds": shapes.SECONDS, "max_nodes": shapes.NODES}
TOLD = {"uniqueness": FLAG}
DONE = {"filled": shapes.FILLED, "played": text("the moves made, with ; between", limits.ID)}
ACTIONS = (
    "view", "move", "undo", "redo", "check", "hint", "solve", "scramble", "restart", "reply"
)  # fmt: skip
DO = record(
    {"action": word("what to do", *ACTIONS)},
    {
        "text": text("a move", limits.ID, examples=["r1c1"]),
        "degree": shapes.DEGREE,
        "count": whole("how many", 1, 1000),
        "seed": shapes.SEED,
    },
)
EACH = number("the seconds for each search", 0.0, limits.MOST_SECONDS)
UNDER = several("up to four strategies", STRATEGY, 4, 1)
SIZES = several("sizes", whole("a size", 1, 100), 12, 1)
FILM = {
    "id": ID,
    "strategy": STRATEGY,
    "max_steps": whole("how many steps at most", 1, limits.STEPS),
}
MOMENT = {"at": whole("after how many steps", 0, limits.STEPS)}

OPERATIONS = (
    Operation(
        "puzzles",
        "/api/puzzles",
        "Every kind of puzzle, with its examples.",
        record({"puzzles": listed(anything("a kind of puzzle"))}),
        "catalogue:puzzles",
        constant=True,
    ),
    Operation(
        "strategies",
        "/api/strategies",
        "The strategies that suit a puzzle, or all there are.",
        record(
            {"strategies": listed(anything("a strategy"))},
            {"auto": STRING, "textbook": shapes.STRINGS},
        ),
        "catalogue:strategies",
        query={"id": ID},
    ),
    Operation(
        "read",
        "/api/read",
        "The puzzles of a text in any notation.",
        record({"puzzles": listed(shapes.PUZZLE)}),
        "catalogue:read",
        body=record(
            {"text": text("a text in any notation", limits.TEXT)},
            {"kind": KIND, "notation": text("a notation, such as sdk", 40)},
        ),
    ),
    Operation(
        "board",
        "/api/board.svg",
        "A picture of a puzzle.",
        STRING,
        "catalogue:picture",
        query={"id": ID},
        required=("id",),
        media=SVG,
    ),
    Operation(
        "play",
        "/api/play",
        "One action in a game or puzzle in play. The whole state is sent and answered.",
        record(
            {"saved": shapes.SAVED, "view": anything("what there is to show")},
            {
                "hint": anything("a hint: degree, text, cells, board, move"),
                "check": anything("whether all is well: ok, text, wrong"),
                "move": STRING,
                "moves": shapes.STRINGS,
            },
        ),
        "playing:play",
        body=either(record({"id": ID}, {"do": DO}), record({"saved": shapes.SAVED}, {"do": DO})),
        slow_actions=frozenset({"check", "hint", "solve", "reply", "scramble"}),
    ),
    Operation(
        "solve",
        "/api/solve",
        "Solve a puzzle: one answer, or as many as wanted.",
        record(
            {**OUTCOME, "answers": listed({}), "boards": listed(BOARD), "told": STRING},
            {"proof": {}},
        ),
        "solving:solve",
        body=record({"id": ID}, {**ASKED, "max_answers": shapes.ANSWERS}),
        searches=True,
    ),
    Operation(
        "count",
        "/api/count",
        "How many answers a puzzle has.",
        record({**OUTCOME, "count": {"type": "string", "description": "a number, of any size"}}),
        "solving:count",
        body=record({"id": ID}, ASKED),
        searches=True,
    ),
    Operation(
        "unique",
        "/api/unique",
        "Whether a puzzle has exactly one answer; null if that was not found out.",
        record({**OUTCOME, "unique": {"type": ["boolean", "null"]}, "boards": listed(BOARD)}),
        "solving:unique",
        body=record({"id": ID}, ASKED),
        searches=True,
    ),
    Operation(
        "rate",
        "/api/rate",
        "How hard a puzzle is, by the techniques that it needs.",
        anything("level, rating, pearl, diamond, techniques, hodoku"),
        "telling:rate",
        body=record({"id": ID}, TOLD),
        searches=True,
    ),
    Operation(
        "hint",
        "/api/hint",
        "The next step, in four degrees.",
        record(
            dict.fromkeys(("vague", "technique", "cells", "full", "move"), STRING)
            | {"board": BOARD}
        ),
        "telling:hint",
        body=record({"id": ID}, TOLD | DONE),
        searches=True,
    ),
    Operation(
        "explain",
        "/api/explain",
        "A whole solution step by step, each with its reason and its picture.",
        record(
            {
                "id": STRING,
                "level": STRING,
                "rating": shapes.REAL,
                "verdict": STRING,
                "solved": FLAG,
                "steps": listed(anything("a step, told and drawn")),
            }
        ),
        "telling:explain",
        body=record({"id": ID}, TOLD),
        searches=True,
    ),
    Operation(
        "make",
        "/api/make",
        "New puzzles of a kind, at a size and level.",
        record(
            {
                "puzzles": listed(
                    record({"id": STRING, "made": STRING, "level": MAYBE, "board": BOARD})
                )
            }
        ),
        "making:make",
        body=record(
            {"kind": KIND},
            {
                "size": text("a size, such as 9 or 2x3", 20, examples=["4"]),
                "level": text("a level", 40, examples=["easy"]),
                "seed": shapes.SEED,
                "count": whole("how many", 1, 24),
            },
        ),
        searches=True,
    ),
    Operation(
        "compare",
        "/api/compare",
        "A puzzle, or puzzles of several sizes, under up to four strategies.",
        record({"rows": listed(anything("id, size, strategy, status, reason, stats"))}),
        "comparing:compare",
        body=either(
            record({"id": ID, "strategies": UNDER}, {"max_seconds": EACH}),
            record(
                {"kind": word("a kind", *shapes.SIZED), "sizes": SIZES, "strategies": UNDER},
                {"max_seconds": EACH},
            ),
        ),
        searches=True,
    ),
    Operation(
        "watch",
        "/api/watch",
        "A search step by step, as server-sent events: head, then steps, then end.",
        record(
            {
                "event": word("what comes", "head", "steps", "end", "error"),
                "data": {"type": "string", "description": "an object, as JSON"},
            }
        ),
        "watching:watch",
        query=FILM,
        required=("id",),
        media=EVENTS,
        searches=True,
    ),
    *(
        Operation(
            f"film_{form}",
            f"/api/film.{form}",
            f"A search as {what}.",
            STRING,
            f"filming:as_{form}",
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
_BY_NAME = {operation.name: operation for operation in OPERATIONS}


def find(name: str) -> Operation:
    """The operation of that name."""
    return _BY_NAME[name]
