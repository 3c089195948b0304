"""A search as it goes, for those who watch."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from clew.film import MAX_STEPS, scenes
from clew.result import Run
from clew.solving import parse
from clew.web.api.common import needs_cells
from clew.web.limits import MEMORY, MOST_SECONDS


def watch(asked: Mapping[str, Any]) -> Iterator[str]:
    """The scenes of a film as server-sent events, many steps in each."""
    puzzle = parse(str(asked["id"]))
    needs_cells(puzzle.board())
    run = Run(1, max_seconds=MOST_SECONDS, max_memory=MEMORY)
    steps = int(asked.get("max_steps", MAX_STEPS))
    for event, said in scenes(puzzle, asked.get("strategy"), run, steps):
        data = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
        yield f"event: {event}\ndata: {data}\n\n"
