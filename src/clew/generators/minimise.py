"""Taking clues away as long as what is left has one solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Clue = TypeVar("Clue")
FIRST = 16
"""How many clues are taken at once at first."""


def thinned(
    clues: Sequence[Clue], is_unique: Callable[[list[Clue]], bool], least: int = 0
) -> list[Clue]:
    """What is left when each clue in turn is taken away if the rest is still unique.

    Several are tried at once: if the rest is unique without all of them, it was so without the
    first ones. Where it is not, the halves are tried, so the outcome is that of one by one.
    `least` ends it at that number of clues.
    """
    left = list(clues)
    place, stride = 0, FIRST
    while place < len(left) and len(left) > least:
        taken = min(stride, len(left) - place, len(left) - least)
        rest = left[:place] + left[place + taken :]
        if is_unique(rest):
            left, stride = rest, min(2 * taken, FIRST)
        elif taken == 1:
            place += 1
        else:
            stride = taken // 2
    return left
