"""Nimble: coins on a strip, each moved to the left as far as one likes."""

from __future__ import annotations

from dataclasses import dataclass

from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.inputs import Drag
from clew.core.puzzle import Example
from clew.puzzles._heaps import WIDEST, NimPiles, PilePuzzle


class NimbleRules(NimPiles):
    """A coin on square n is a pile of n; coins may meet and pass."""

    noun = "coin"

    def word(self, part: int, left: int) -> str:
        return f"to {left}"


@dataclass(frozen=True)
class Nimble(PilePuzzle):
    """The squares of the coins, counted from 0 at the left end."""

    name = "nimble"
    summary = "Move a coin to the left; whoever makes the last move wins."
    form = "the squares of the coins, from 0 on, separated by commas"
    inputs = (Drag("coin", axis="line"),)
    series = ""
    rules = NimbleRules
    caption = "Nimble: the squares of the coins"
    unit = "a square"
    examples = (
        Example("1,4,6", "Three coins", value=1),
        Example("2,4,6", "Three coins that balance", value=-1),
        Example("5,5", "Two coins on one square", value=-1),
        Example("0,0", "All home", value=-1),
    )

    def strategy(self) -> str:
        return super().strategy().replace("the piles", "the squares of the coins", 1)

    def touches(self, move: str, /) -> tuple[int, ...]:
        """From where, and to where; or the coin, where only their squares are shown."""
        named, colon, _ = move.rpartition(": ")
        coin = int(named.rpartition(" ")[2]) - 1 if colon else 0
        if max(self.piles) + 1 > WIDEST:
            return (coin,)
        return self.piles[coin], int(move.rpartition(" ")[2])

    def picture(self) -> Board:
        """The strip, with the number of coins on each square; the squares alone if it is long."""
        squares = max(self.piles) + 1
        if squares > WIDEST:
            return super().picture()
        held = (self.piles.count(square) for square in range(squares))
        cells = (Cell(str(n), Ink.GIVEN, shape="coin") if n else Cell() for n in held)
        return Board(1, squares, tuple(cells), "Nimble", layout=Arrangement.STRIP)
