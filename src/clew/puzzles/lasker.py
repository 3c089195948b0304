"""Lasker's Nim: take any number from a pile, or split it in two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clew.core.games import Piles
from clew.core.puzzle import Example
from clew.puzzles._heaps import PilePuzzle


class TakeOrSplit(Piles):
    """The rules: as in Nim, or two piles out of one without taking any."""

    by_size = True

    def changes(self, part: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        for taken in range(1, part + 1):
            yield f"take {taken}", (part - taken,)
        for one in range(1, part // 2 + 1):
            yield f"split into {one} and {part - one}", (one, part - one)


@dataclass(frozen=True)
class Lasker(PilePuzzle):
    """Piles of counters."""

    name = "lasker"
    summary = "Take from a pile, or split it in two; the last to move wins."
    form = "the piles separated by commas"
    rules = TakeOrSplit
    title = "Lasker's Nim"
    examples = (
        Example("2,5,7", "Ferguson 4.3, example 3", value=1),
        Example("3,4", "As a pile of 4 and one of 3 in Nim", value=1),
        Example("1,2,4", "A position to hand over", value=-1),
    )

    def strategy(self) -> str:
        return (
            "Count a pile of 3, 7, 11, … as one more, a pile of 4, 8, 12, … as one less, and any "
            "other as it is. Leave an even number of ones in every column of these in binary."
        )
