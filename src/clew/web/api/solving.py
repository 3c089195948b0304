"""Solve, count, whether there is one answer only, and the same under several strategies."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

from clew.core.puzzle import Puzzle
from clew.core.result import Result, Run
from clew.search.auto import AUTO, choose
from clew.search.run import Search
from clew.search.run import solve as search
from clew.web.api.common import Params, drawn, kind_of, puzzle_of
from clew.web.errors import Refused
from clew.web.limits import MEMORY, MOST_SECONDS, SECONDS

MOST_BOARDS = 50
"""How many answers are drawn."""
EACH_SECONDS = 10.0
"""How long each search of a comparison may take unless the request says."""


def solve(params: Params) -> dict[str, Any]:
    return _searched(params, int(params.get("max_answers", 1)))


def unique(params: Params) -> dict[str, Any]:
    return _searched(params, 2)


def _searched(params: Params, answers: int) -> dict[str, Any]:
    """The result as it is everywhere, and a picture of each answer."""
    puzzle = puzzle_of(params)
    result = search(puzzle, params.get("strategy", AUTO), max_answers=answers, **_limits(params))
    boards = [drawn(puzzle.board(answer)) for answer in result.answers[:MOST_BOARDS]]
    return result.as_dict() | {"boards": boards}


def count(params: Params) -> dict[str, Any]:
    """The number as text: it may have more digits than a browser's numbers can hold."""
    run = Run(**_limits(params))
    found = Search(puzzle_of(params), params.get("strategy", AUTO), run, keep=0).count()
    return _without_answers(found.result) | {"count": str(found.found)}


def _without_answers(result: Result) -> dict[str, Any]:
    left_out = ("answers", "told", "unique")
    return {name: value for name, value in result.as_dict().items() if name not in left_out}


def _limits(params: Params) -> dict[str, Any]:
    nodes = params.get("max_nodes")
    return {
        "max_seconds": float(params.get("max_seconds", SECONDS)),
        "max_nodes": None if nodes is None else int(nodes),
        "max_memory": MEMORY,
    }


# ------------------------------------------------------------------ comparing


def compare(params: Params) -> dict[str, Any]:
    end = monotonic() + MOST_SECONDS
    each = float(params.get("max_seconds", EACH_SECONDS))
    rows = []
    for size, puzzle in _puzzles(params):
        for spelling in params["strategies"]:
            left = max(0.0, min(each, end - monotonic()))
            rows.append({"size": size, **_row(puzzle, spelling, left)})
    return {"rows": rows}


def _puzzles(params: Params) -> Iterator[tuple[int | None, Puzzle]]:
    if "id" in params:
        yield None, puzzle_of(params)
        return
    kind, text = params["kind"], kind_of(params).look.sized
    if not text:
        raise Refused(f"{kind} has no puzzle for each size, expected a kind that has")
    for size in map(int, params["sizes"]):
        yield size, puzzle_of({"id": f"{kind}:{text.format(size, '.' * size**2)}"})


def _row(puzzle: Puzzle, spelling: str, seconds: float) -> dict[str, Any]:
    strategy = choose(puzzle, spelling)
    row = {"id": puzzle.id, "strategy": spelling}
    one = Search(puzzle, strategy, Run(1, max_seconds=seconds, max_memory=MEMORY))
    if not one.is_suited():
        return row | {"status": "unsuited", "reason": f"it does not suit {puzzle.name}"}
    result = one.finish().result
    return _without_answers(result) | row | {"solved": result.solved}
