"""Nimble: coins on a strip, each moved to the left as far as one likes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from clew.core.board import Board, Cell, Ink
from clew.core.games import GamePuzzle, Piles
from clew.core.heaps import WIDEST, number_in, pile_board, read_numbers
from clew.core.look import Look
from clew.core.puzzle import Example

Position = tuple[int, ...]


class Left(Piles):
    """The rules: a coin on square n is a pile of n; coins may meet and pass."""

    noun = "coin"
    is_nim = True

    def changes(self, part: int) -> Iterator[tuple[str, Position]]:
        for square in range(part - 1, -1, -1):
            yield f"to {square}", (square,)

    def changed(self, part: int, change: str) -> Position | None:
        square = number_in(change, "to ")
        return (square,) if 0 <= square < part else None

    def leaving(self, state: Position, place: int, left: int) -> Iterator[tuple[str, Position]]:
        if left < state[place]:
            yield self.named(state, place, f"to {left}", left)


@dataclass(frozen=True)
class Nimble(GamePuzzle):
    """The squares of the coins, counted from 0 at the left end."""

    coins: tuple[int, ...]

    name: ClassVar[str] = "nimble"
    summary: ClassVar[str] = "Move a coin to the left; who makes the last move wins."
    form: ClassVar[str] = "the squares of the coins, from 0 on, with commas between"
    look: ClassVar[Look] = Look("coins")
    examples: ClassVar[tuple[Example, ...]] = (
        Example("1,4,6", "Three coins", value=1),
        Example("2,4,6", "Three coins that balance", value=-1),
        Example("5,5", "Two coins on one square", value=-1),
        Example("0,0", "All home", value=-1),
    )

    def __post_init__(self) -> None:
        if not self.coins or min(self.coins) < 0:
            raise ValueError("found no coins, or one left of the strip")

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(read_numbers(text, "a square"))

    def __str__(self) -> str:
        return ",".join(map(str, self.coins))

    def game(self) -> Left:
        return Left(self.coins)

    def at(self, state: Position, /) -> Self:
        return replace(self, coins=state)

    def touches(self, move: str, /) -> tuple[int, ...]:
        """From where, and to where; or the coin, where only their squares are shown."""
        named, colon, _ = move.rpartition(": ")
        coin = int(named.rpartition(" ")[2]) - 1 if colon else 0
        if max(self.coins) + 1 > WIDEST:
            return (coin,)
        return self.coins[coin], int(move.rpartition(" ")[2])

    def picture(self) -> Board:
        """The strip, with the number of coins on each square; the squares alone if it is long."""
        squares = max(self.coins) + 1
        if squares > WIDEST:
            return pile_board(self.coins, "Nimble: the squares of the coins")
        held = (self.coins.count(square) for square in range(squares))
        cells = (Cell(str(count), Ink.GIVEN) if count else Cell() for count in held)
        return Board(1, squares, tuple(cells), "Nimble")
