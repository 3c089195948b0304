"""A search to watch: as events while it runs, or as a file to keep."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from clew.core.puzzle import Puzzle
from clew.core.result import Run
from clew.film import MAX_STEPS, Film, export, favourite, page, record, scenes, showcase
from clew.film import lesson as lesson_files
from clew.search.auto import choose, objection, suits
from clew.search.strategy import Strategy
from clew.web.api.common import Params, check_cells, kind_of, puzzle_of
from clew.web.errors import Refused
from clew.web.limits import MEMORY, MOST_SECONDS, SECONDS

FILM_SECONDS = SECONDS / 2
"""How long the search of a file may take: drawing it takes time too."""


def watch(params: Params) -> Iterator[str]:
    """The scenes of a film as server-sent events, many steps in each."""
    puzzle, strategy, steps = _chosen(params)
    run = Run(1, max_seconds=MOST_SECONDS, max_memory=MEMORY)
    for event, scene in scenes(puzzle, strategy, run, steps):
        data = json.dumps(scene, ensure_ascii=False, separators=(",", ":"))
        yield f"event: {event}\ndata: {data}\n\n"


def lessons(params: Params) -> dict[str, Any]:
    """The lessons that come with Clew."""
    found = lesson_files.listed()
    return {"lessons": [{"name": n, "title": each.title, "about": each.about} for n, each in found]}


def lesson(params: Params) -> dict[str, Any]:
    """A lesson, with the places of its pauses."""
    if "name" in params:
        return lesson_files.named(params["name"]).data()
    return lesson_files.read(params["text"]).data()


def best(params: Params) -> dict[str, str]:
    """The film of a kind that shows most of what a search is."""
    kind = kind_of(params)
    puzzle = kind.parse(showcase(kind).text)
    return {"id": puzzle.id, "strategy": favourite(puzzle).spelling}


def _chosen(params: Params) -> tuple[Puzzle, Strategy, int]:
    puzzle = puzzle_of(params)
    check_cells(puzzle.board())
    strategy = choose(puzzle, params["strategy"]) if "strategy" in params else favourite(puzzle)
    if not suits(puzzle, strategy):
        raise Refused(f"{strategy.name} does not suit {puzzle.name}{objection(puzzle, strategy)}")
    return puzzle, strategy, int(params.get("max_steps", MAX_STEPS))


def _film(params: Params) -> Film:
    puzzle, strategy, steps = _chosen(params)
    return record(puzzle, strategy, max_steps=steps, max_seconds=FILM_SECONDS, max_memory=MEMORY)


def as_html(params: Params) -> str:
    return page.html(_film(params))


def as_gif(params: Params) -> bytes:
    return export.animation(_film(params), "gif")


def as_apng(params: Params) -> bytes:
    return export.animation(_film(params), "apng")


def as_svg(params: Params) -> str:
    return export.svg(_film(params), params.get("at"))
