"""A search as it goes, for those who watch."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from clew.core.result import Run
from clew.film import MAX_STEPS, favourite, scenes
from clew.search.auto import choose, objection, suits
from clew.web.api.common import needs_cells, puzzle_of
from clew.web.errors import Refused
from clew.web.limits import MEMORY, MOST_SECONDS


def watch(asked: Mapping[str, Any]) -> Iterator[str]:
    """The scenes of a film as server-sent events, many steps in each."""
    puzzle = puzzle_of(asked)
    needs_cells(puzzle.board())
    strategy = choose(puzzle, asked["strategy"]) if "strategy" in asked else favourite(puzzle)
    if not suits(puzzle, strategy):
        raise Refused(f"{strategy.name} does not suit {puzzle.name}{objection(puzzle, strategy)}")
    run = Run(1, max_seconds=MOST_SECONDS, max_memory=MEMORY)
    steps = int(asked.get("max_steps", MAX_STEPS))
    for event, said in scenes(puzzle, strategy, run, steps):
        data = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
        yield f"event: {event}\ndata: {data}\n\n"
