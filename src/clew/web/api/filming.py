"""A search as a file, for those who keep it: a page, an animation, a picture of one moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clew.film import MAX_STEPS, Film, export, favourite, page, record
from clew.search.auto import choose, objection, suits
from clew.web.api.common import needs_cells, puzzle_of
from clew.web.errors import Refused
from clew.web.limits import MEMORY, SECONDS

FILMED = SECONDS / 2
"""The seconds that the search may take: drawing it takes its time too."""

Asked = Mapping[str, Any]


def _film(asked: Asked) -> Film:
    puzzle = puzzle_of(asked)
    needs_cells(puzzle.board())
    strategy = choose(puzzle, asked["strategy"]) if "strategy" in asked else favourite(puzzle)
    if not suits(puzzle, strategy):
        raise Refused(f"{strategy.name} does not suit {puzzle.name}{objection(puzzle, strategy)}")
    steps = int(asked.get("max_steps", MAX_STEPS))
    return record(puzzle, strategy, max_steps=steps, max_seconds=FILMED, max_memory=MEMORY)


def as_html(asked: Asked) -> str:
    return page.html(_film(asked))


def as_gif(asked: Asked) -> bytes:
    return export.as_gif(_film(asked))


def as_apng(asked: Asked) -> bytes:
    return export.as_apng(_film(asked))


def as_svg(asked: Asked) -> str:
    return export.svg(_film(asked), asked.get("at"))
