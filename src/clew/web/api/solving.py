"""Solve, count, and whether there is one answer only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clew.core.puzzle import Puzzle
from clew.core.result import Result, Run, Status
from clew.search.auto import AUTO
from clew.search.run import Search
from clew.search.run import solve as search
from clew.web.api.common import drawn, puzzle_of
from clew.web.limits import MEMORY, SECONDS

MOST_BOARDS = 50
"""How many answers are drawn."""

Asked = Mapping[str, Any]


def solve(asked: Asked) -> dict[str, Any]:
    puzzle = puzzle_of(asked)
    result = _searched(puzzle, asked, int(asked.get("max_answers", 1)))
    found = _outcome(result) | {"answers": result.answers, "boards": _boards(puzzle, result)}
    found["told"] = puzzle.tell(result.answer) if result.answers else ""
    return found | ({"proof": result.proof} if result.proof is not None else {})


def unique(asked: Asked) -> dict[str, Any]:
    puzzle = puzzle_of(asked)
    result = _searched(puzzle, asked, 2)
    known = result.unique if result.status is not Status.STOPPED else None
    if len(result.answers) > 1:
        known = False
    return _outcome(result) | {"unique": known, "boards": _boards(puzzle, result)}


def count(asked: Asked) -> dict[str, Any]:
    """The number as text: it may have more digits than a browser's numbers can hold."""
    puzzle = puzzle_of(asked)
    run = Run(**_limits(asked))
    found = Search(puzzle, asked.get("strategy", AUTO), run, keep=0).count()
    return _outcome(found.result) | {"count": str(found.found)}


def _searched(puzzle: Puzzle, asked: Asked, answers: int) -> Result:
    return search(
        puzzle,
        asked.get("strategy", AUTO),
        max_answers=answers,
        **_limits(asked),
    )


def _limits(asked: Asked) -> dict[str, Any]:
    nodes = asked.get("max_nodes")
    return {
        "max_seconds": float(asked.get("max_seconds", SECONDS)),
        "max_nodes": None if nodes is None else int(nodes),
        "max_memory": MEMORY,
    }


def _outcome(result: Result) -> dict[str, Any]:
    return {
        "id": result.puzzle.id,
        "strategy": result.strategy,
        "status": result.status.value,
        "reason": result.reason,
        "stats": result.stats.as_dict(),
    }


def _boards(puzzle: Puzzle, result: Result) -> list[dict[str, Any] | None]:
    return [drawn(puzzle.board(answer)) for answer in result.answers[:MOST_BOARDS]]
