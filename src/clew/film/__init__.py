"""Films of searches: `record` a whole film, or receive its `scenes` while the search runs."""

from clew.film.film import Film, favourite, opening, record, scenes, showcase
from clew.film.header import header, pseudocode, tells_steps
from clew.film.recorder import MAX_STEPS

__all__ = [
    "MAX_STEPS", "Film", "favourite", "header", "opening", "pseudocode", "record", "scenes",
    "showcase", "tells_steps",
]  # fmt: skip
