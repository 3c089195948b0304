"""The same puzzle under several strategies, and the same strategies on several sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any

from clew.core.puzzle import Puzzle
from clew.search.auto import choose, suits
from clew.search.run import solve
from clew.web.api.common import puzzle_of
from clew.web.limits import MEMORY, MOST_SECONDS
from clew.web.shapes import SIZED

EACH = 10.0
"""The seconds that each search may take unless told."""


def compare(asked: Mapping[str, Any]) -> dict[str, Any]:
    end = monotonic() + MOST_SECONDS
    each = float(asked.get("max_seconds", EACH))
    rows = []
    for size, puzzle in _puzzles(asked):
        for spelling in asked["strategies"]:
            left = max(0.0, min(each, end - monotonic()))
            rows.append({"size": size, **_row(puzzle, spelling, left)})
    return {"rows": rows}


def _puzzles(asked: Mapping[str, Any]) -> Iterator[tuple[int | None, Puzzle]]:
    if "id" in asked:
        yield None, puzzle_of(asked)
        return
    for size in map(int, asked["sizes"]):
        text = SIZED[asked["kind"]].format(size, "." * size**2)
        yield size, puzzle_of({"id": f"{asked['kind']}:{text}"})


def _row(puzzle: Puzzle, spelling: str, seconds: float) -> dict[str, Any]:
    strategy = choose(puzzle, spelling)
    row = {"id": puzzle.id, "strategy": spelling}
    if not suits(puzzle, strategy):
        return row | {"status": "unsuited", "reason": f"it does not suit {puzzle.name}"}
    result = solve(puzzle, strategy, max_seconds=seconds, max_memory=MEMORY)
    return row | {
        "status": result.status.value,
        "solved": result.solved,
        "reason": result.reason,
        "stats": result.stats.as_dict(),
    }
