"""Searches as something to watch: `record` a film, or take its `scenes` as they are made."""

from clew.film.film import Film, favourite, record, scenes, showcase
from clew.film.header import header, pseudocode, tells_steps
from clew.film.recorder import MAX_STEPS

__all__ = [
    "MAX_STEPS", "Film", "favourite", "header", "pseudocode", "record", "scenes", "showcase",
    "tells_steps",
]  # fmt: skip
