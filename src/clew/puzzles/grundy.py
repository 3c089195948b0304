"""Grundy's game: split a heap into two of different sizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clew.core.games import Piles
from clew.core.puzzle import Example
from clew.puzzles._heaps import PilePuzzle


class UnequalSplit(Piles):
    """The rules: two heaps out of one, not of the same size."""

    noun = "heap"
    by_size = True

    def changes(self, part: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        for one in range(1, (part + 1) // 2):
            yield f"split into {one} and {part - one}", (one, part - one)


@dataclass(frozen=True)
class GrundysGame(PilePuzzle):
    """Heaps of counters."""

    name = "grundy"
    summary = "Split a heap into two unequal ones; the last to move wins."
    rules = UnequalSplit
    title = "Grundy's game"
    unit = "a heap"
    examples = (
        Example("8", "A heap of eight", value=1),
        Example("7", "A heap of seven: a loss", value=-1),
        Example("5,8", "Two heaps of the same value", value=-1),
        Example("2", "Nothing to split", value=-1),
    )
