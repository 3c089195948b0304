"""New puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clew.generators.generate import recipe, series
from clew.generators.maker import makers
from clew.web.api.common import drawn


def offer(kind: str) -> dict[str, Any] | None:
    """The sizes and levels at which puzzles of a kind are made; None if none are."""
    maker = makers().get(kind)
    if maker is None:
        return None
    return {"sizes": list(maker.sizes), "levels": list(maker.levels), "form": maker.form}


def make(asked: Mapping[str, Any]) -> dict[str, Any]:
    """As many puzzles as wanted, with the seeds from the first on."""
    level, seed = asked.get("level"), asked.get("seed")
    first = recipe(
        asked["kind"],
        asked.get("size", ""),
        level=level,
        seed=None if seed is None else int(seed),
    )
    made = enumerate(series(first, int(asked.get("count", 1))), first.seed)
    return {
        "puzzles": [
            {
                "id": puzzle.id,
                "made": str(first.with_seed(seed)),
                "level": level,
                "board": drawn(puzzle.board()),
            }
            for seed, puzzle in made
        ]
    }
