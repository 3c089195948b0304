"""From an id to a puzzle."""

from __future__ import annotations

from clew.core.puzzle import Puzzle
from clew.core.registry import find, names
from clew.core.sums import PLUS, Sum


def parse(text: str) -> Puzzle:
    """The puzzle of an id, `kind:text`; of several with + between, the sum of these games.

    >>> parse("queens:8").id
    'queens:8'
    """
    if PLUS.search(text):
        return Sum.parse(text)
    kind, colon, rest = text.strip().partition(":")
    if not colon or kind not in names():
        raise ValueError(
            f"found {text.strip()[:40]!r}, expected kind:text "
            f"with a kind among {', '.join(names())}"
        )
    try:
        return find(kind).parse(rest)
    except ValueError as error:
        raise ValueError(f"{kind}: {error}") from None
