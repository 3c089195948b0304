"""Turning turtles: turn a head to tails and, if you like, one coin to the left of it over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.inputs import Toggle
from clew.core.games import GamePuzzle
from clew.core.puzzle import Example
from clew.puzzles._heaps import NimInDisguise

LONGEST = 200
OVER = {"H": "T", "T": "H"}


class TurtleRules(NimInDisguise):
    """A head on place n is a pile of n."""

    theorem = (
        "a head on place n is a pile of n: the coin turned with it is the pile that is left, "
        "and two heads on one place would be two equal piles, which cancel"
    )

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        for head in self.parts(state):
            yield self.move(state, (head,))
            for other in range(1, head):
                yield self.move(state, (head, other))

    def legal(self, state: str, numbers: Sequence[int]) -> bool:
        match numbers:
            case [head] | [head, _]:
                order = len(state) >= head > sum(numbers[1:]) and numbers[-1] > 0
                return order and state[head - 1] == "H"
        return False

    def move(self, state: str, numbers: Sequence[int]) -> tuple[str, str]:
        for place in numbers:
            state = f"{state[: place - 1]}{OVER[state[place - 1]]}{state[place:]}"
        return f"turn {' and '.join(map(str, numbers))}", state

    def leaving(self, state: str, place: int, left: int) -> Iterator[tuple[str, str]]:
        head = self.parts(state)[place]
        if left < head:
            yield self.move(state, (head, left) if left else (head,))

    def parts(self, state: str) -> tuple[int, ...]:
        return tuple(place for place, coin in enumerate(state, 1) if coin == "H")

    def names(self, state: str) -> tuple[str, ...]:
        return tuple(f"head on {place}" for place in self.parts(state))


@dataclass(frozen=True)
class Turtles(GamePuzzle):
    """A row of coins, each showing H or T."""

    coins: str

    name = "turtles"
    summary = "Turn a head, and maybe a coin to its left; the last to move wins."
    form = "the coins from left to right, H or T"
    title = "Turning turtles"
    inputs = (Toggle(),)
    examples = (
        Example("THTTHTTTHHTH", "Ferguson 2.6, exercise 4", value=1),
        Example("HHTTH", "Three heads", value=1),
        Example("HHH", "Places 1, 2 and 3", value=-1),
        Example("TTT", "Nothing to turn", value=-1),
    )

    def __post_init__(self) -> None:
        if not 1 <= len(self.coins) <= LONGEST:
            raise ValueError(f"found {len(self.coins)} coins, expected 1 to {LONGEST}")
        if odd := re.search("[^HT]", self.coins):
            raise ValueError(f"coin {odd.start() + 1}: found {odd[0]!r}, expected H or T")

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(re.sub(r"[\s,]", "", text).upper())

    def __str__(self) -> str:
        return self.coins

    def game(self) -> TurtleRules:
        return TurtleRules(self.coins)

    def at(self, state: str, /) -> Self:
        return replace(self, coins=state)

    def touches(self, move: str, /) -> tuple[int, ...]:
        return tuple(int(place) - 1 for place in re.findall(r"\d+", move))

    def picture(self) -> Board:
        ink = {"H": Ink.GIVEN, "T": Ink.NOTE}
        cells = tuple(Cell(coin, ink[coin]) for coin in self.coins)
        shapes = (("H", "head"), ("T", "tail"))
        return Board(
            1, len(cells), cells, "Turning turtles", layout=Arrangement.STRIP, shapes=shapes
        )
