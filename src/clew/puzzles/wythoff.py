"""Wythoff's game: take from one pile, or the same number from both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from clew.core.board import Board
from clew.core.games import GamePuzzle, Rules
from clew.core.heaps import counters, pile_board, read_numbers
from clew.core.puzzle import Example

Position = tuple[int, int]
LARGEST = 100_000


class Corner(Rules):
    """The rules; a queen on a chessboard moves so, home to the corner."""

    def successors(self, state: Position) -> Iterator[tuple[str, Position]]:
        one, two = state
        for taken in range(1, one + 1):
            yield f"take {taken} from pile 1", (one - taken, two)
        for taken in range(1, two + 1):
            yield f"take {taken} from pile 2", (one, two - taken)
        for taken in range(1, min(one, two) + 1):
            yield f"take {taken} from both", (one - taken, two - taken)

    def canonical(self, state: Position) -> Position:
        return min(state), max(state)


@dataclass(frozen=True)
class Wythoff(GamePuzzle):
    """Two piles."""

    one: int
    two: int

    name: ClassVar[str] = "wythoff"
    summary: ClassVar[str] = "Take from one of two piles, or the same from both; the last wins."
    form: ClassVar[str] = "the two piles with a comma between"
    series: ClassVar[str] = "{n},{m}"
    title: ClassVar[str] = "Wythoff's game"
    examples: ClassVar[tuple[Example, ...]] = (
        Example("3,4", "Two piles", value=1),
        Example("3,5", "The golden section's second pair", value=-1),
        Example("4,7", "And its third", value=-1),
        Example("0,0", "Nothing left", value=-1),
    )

    def __post_init__(self) -> None:
        if min(self.one, self.two) < 0:
            raise ValueError("found a pile below zero")

    @classmethod
    def parse(cls, text: str) -> Self:
        piles = read_numbers(text, "a pile", most=LARGEST)
        if len(piles) != 2:
            raise ValueError(f"found {len(piles)} piles, expected 2")
        return cls(*piles)

    def __str__(self) -> str:
        return f"{self.one},{self.two}"

    def game(self) -> Corner:
        return Corner((self.one, self.two))

    def at(self, state: Position, /) -> Self:
        return replace(self, one=state[0], two=state[1])

    def touches(self, move: str, /) -> tuple[int, ...]:
        piles, count = (self.one, self.two), int(move.split()[1])
        places = (0, 1) if move.endswith("both") else (int(move[-1]) - 1,)
        return tuple(
            cell for place in places for cell in counters(piles, place, piles[place] - count)
        )

    def picture(self) -> Board:
        return pile_board((self.one, self.two), "Wythoff's game")
