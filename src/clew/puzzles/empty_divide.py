"""Empty and divide: empty one of two boxes, and divide the other's chips between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clew.core.games import Rules
from clew.core.puzzle import Example
from clew.puzzles._heaps import PilePuzzle, counters

Position = tuple[int, int]


class EmptyDivideRules(Rules):
    """Both boxes hold something after the move, so one chip each is the end."""

    def successors(self, state: Position) -> Iterator[tuple[str, Position]]:
        for box, kept in ((1, state[1]), (2, state[0])):
            for one in range(1, kept // 2 + 1):
                yield f"empty box {box}, leave {one} and {kept - one}", (one, kept - one)

    def canonical(self, state: Position) -> Position:
        return min(state), max(state)


@dataclass(frozen=True)
class EmptyDivide(PilePuzzle):
    """The chips in the two boxes."""

    name = "empty-divide"
    summary = "Empty one box, divide the other between both; the last wins."
    form = "the chips in the two boxes separated by a comma"
    series = "{n},{m}"
    rules = EmptyDivideRules
    unit = "a number of chips"
    bounds = (1, 10_000)
    count = 2
    title = "Empty and divide"
    examples = (
        Example("4,7", "Two boxes", value=1),
        Example("5,9", "Two odd boxes", value=-1),
        Example("1,1", "The end", value=-1),
    )

    def strategy(self) -> str:
        return (
            "Leave an odd number in both boxes: an even box can be divided so, and two odd boxes "
            "cannot. Whoever finds two odd boxes leaves an even one."
        )

    def touches(self, move: str, /) -> tuple[int, ...]:
        """The chips that go from the box that is kept to the one that is emptied."""
        box, one, _ = map(int, re.findall(r"\d+", move))
        return counters(self.piles, 2 - box, one)
