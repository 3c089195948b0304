"""The same puzzle under several strategies, and the same strategies on several sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any

from clew.puzzle import Puzzle
from clew.solving import choose, solve, suits
from clew.web.api.common import puzzle_of
from clew.web.errors import Refused
from clew.web.limits import MEMORY, MOST_SECONDS

EACH = 10.0
"""The seconds that each search may take unless told."""
SIZED = {
    "frog": "frog:{0},{0}",
    "knight": "knight:{0}x{0}",
    "latin": "latin:{0}",
    "lights-out": "lights-out:{0}x{0}",
    "nim": "nim:{0},{0},{0}",
    "noughts": "noughts:{0}x{0}",
    "queens": "queens:{0}",
}
"""The puzzle of a size, for kinds that have one of each size."""


def compare(asked: Mapping[str, Any]) -> dict[str, Any]:
    if ("id" in asked) == ("kind" in asked and "sizes" in asked):
        raise Refused("expected either id, or kind and sizes")
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
    if asked["kind"] not in SIZED:
        raise Refused(f"found kind {asked['kind']!r}, expected one of {', '.join(SIZED)}")
    for size in asked["sizes"]:
        yield int(size), puzzle_of({"id": SIZED[asked["kind"]].format(int(size))})


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
