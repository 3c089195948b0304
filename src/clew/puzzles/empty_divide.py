"""Empty and divide: empty one of two boxes, and divide the other's chips between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from clew.core.board import Board
from clew.core.games import GamePuzzle, Rules
from clew.core.heaps import counters, pile_board, read_numbers
from clew.core.puzzle import Example

Position = tuple[int, int]


class Boxes(Rules):
    """The rules: both boxes hold something after the move, so one chip each is the end."""

    def successors(self, state: Position) -> Iterator[tuple[str, Position]]:
        for box, kept in ((1, state[1]), (2, state[0])):
            for one in range(1, kept // 2 + 1):
                yield f"empty box {box}, leave {one} and {kept - one}", (one, kept - one)

    def canonical(self, state: Position) -> Position:
        return min(state), max(state)


@dataclass(frozen=True)
class EmptyDivide(GamePuzzle):
    """The chips in the two boxes."""

    one: int
    two: int

    name: ClassVar[str] = "empty-divide"
    summary: ClassVar[str] = "Empty one box, divide the other between both; the last wins."
    form: ClassVar[str] = "the chips in the two boxes with a comma between"
    series: ClassVar[str] = "{n},{m}"
    title: ClassVar[str] = "Empty and divide"
    examples: ClassVar[tuple[Example, ...]] = (
        Example("4,7", "Two boxes", value=1),
        Example("5,9", "Two odd boxes", value=-1),
        Example("1,1", "The end", value=-1),
    )

    def __post_init__(self) -> None:
        if min(self.one, self.two) < 1:
            raise ValueError("found an empty box, expected at least one chip in each")

    @classmethod
    def parse(cls, text: str) -> Self:
        boxes = read_numbers(text, "a number of chips", least=1, most=10_000)
        if len(boxes) != 2:
            raise ValueError(f"found {len(boxes)} boxes, expected 2")
        return cls(*boxes)

    def __str__(self) -> str:
        return f"{self.one},{self.two}"

    def game(self) -> Boxes:
        return Boxes((self.one, self.two))

    def at(self, state: Position, /) -> Self:
        return replace(self, one=state[0], two=state[1])

    def touches(self, move: str, /) -> tuple[int, ...]:
        """The chips that go from the box that is kept to the one that is emptied."""
        box, one, _ = map(int, re.findall(r"\d+", move))
        return counters((self.one, self.two), 2 - box, one)

    def picture(self) -> Board:
        return pile_board((self.one, self.two), "Empty and divide")
