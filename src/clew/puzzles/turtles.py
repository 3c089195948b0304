"""Turning turtles: turn a head to tails and, if you like, one coin to the left of it over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from clew.core.board import Board, Cell, Ink
from clew.core.games import GamePuzzle, Rules
from clew.core.heaps import number_in
from clew.core.look import Look
from clew.core.puzzle import Example

LONGEST = 200
OVER = {"H": "T", "T": "H"}


def turn(coins: str, place: int) -> str:
    """The coins with one turned over, counted from 1."""
    return f"{coins[: place - 1]}{OVER[coins[place - 1]]}{coins[place:]}"


class Turn(Rules):
    """The rules, and the theorem that a head on place n is a pile of n."""

    is_nim = True
    theorem = (
        "a head on place n is a pile of n: the coin turned with it is the pile that is left, "
        "and two heads on one place would be two equal piles, which cancel"
    )

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        for place, coin in enumerate(state, 1):
            if coin == "H":
                turned = turn(state, place)
                yield f"turn {place}", turned
                for other in range(1, place):
                    yield f"turn {place} and {other}", turn(turned, other)

    def made(self, state: str, move: str) -> str | None:
        head, _, coin = move.partition(" and ")
        place, other = number_in(head, "turn "), number_in(coin, "") if coin else 0
        if not (0 <= other < place <= len(state)) or state[place - 1] == "T":
            return None
        after = turn(turn(state, place), other) if other else turn(state, place)
        return after if move == head or other else None

    def leaving(self, state: str, place: int, left: int) -> Iterator[tuple[str, str]]:
        head = self.parts(state)[place]
        if left == 0:
            yield f"turn {head}", turn(state, head)
        elif left < head:
            yield f"turn {head} and {left}", turn(turn(state, head), left)

    def parts(self, state: str) -> tuple[int, ...]:
        return tuple(place for place, coin in enumerate(state, 1) if coin == "H")

    def names(self, state: str) -> tuple[str, ...]:
        return tuple(f"head on {place}" for place in self.parts(state))

    def options(self, part: int) -> Iterator[tuple[int, ...]]:
        return ((left,) for left in range(part))


@dataclass(frozen=True)
class Turtles(GamePuzzle):
    """A row of coins, each showing H or T."""

    coins: str

    name: ClassVar[str] = "turtles"
    summary: ClassVar[str] = "Turn a head, and maybe a coin to its left; the last to move wins."
    form: ClassVar[str] = "the coins from left to right, H or T"
    title: ClassVar[str] = "Turning turtles"
    look: ClassVar[Look] = Look("coins")
    examples: ClassVar[tuple[Example, ...]] = (
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

    def game(self) -> Turn:
        return Turn(self.coins)

    def at(self, state: str, /) -> Self:
        return replace(self, coins=state)

    def touches(self, move: str, /) -> tuple[int, ...]:
        return tuple(int(place) - 1 for place in re.findall(r"\d+", move))

    def picture(self) -> Board:
        ink = {"H": Ink.GIVEN, "T": Ink.NOTE}
        cells = tuple(Cell(coin, ink[coin]) for coin in self.coins)
        return Board(1, len(cells), cells, "Turning turtles")
