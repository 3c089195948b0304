"""Dynamic subtraction: take at most a multiple of what was taken before; Fibonacci Nim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from clew.board.board import Board
from clew.board.inputs import Take
from clew.core.games import GamePuzzle, Rules
from clew.core.look import Brief
from clew.core.puzzle import Example
from clew.core.texts import read_number, split_options
from clew.puzzles._heaps import pile_board, taken_from

Position = tuple[int, int]
LARGEST = 10_000


class DynamicRules(Rules):
    """A state is the pile and the most that may be taken from it now."""

    def __init__(self, start: Position, times: int) -> None:
        super().__init__(start)
        self.times = times

    def successors(self, state: Position) -> Iterator[tuple[str, Position]]:
        pile, most = state
        for taken in range(1, min(pile, most) + 1):
            left = pile - taken
            yield f"take {taken}", (left, min(left, taken * self.times))

    def canonical(self, state: Position) -> Position:
        return state[0], min(state)


@dataclass(frozen=True)
class Dynamic(GamePuzzle):
    """A pile; a move takes at most `times` what the last one took. `limit` holds for the first.

    The first move may take any number but not all, unless a limit is given.

    >>> Dynamic.parse("10,times=2").limit
    9
    """

    pile: int
    times: int = 1
    limit: int = -1

    name = "dynamic"
    summary = "Take at most what was taken before, or twice that; the last wins."
    form = "the pile; then ,times=2 for Fibonacci Nim and ,limit=4 for this move"
    series = "{n},{rule}"
    title = "Take at most so many"
    inputs = (Take(),)
    examples = (
        Example("12", "At most what was taken before", value=1, source="Ferguson 1.5"),
        Example("16", "A power of two: a loss", value=-1, source="Ferguson 1.5"),
        Example("20,times=2", "Fibonacci Nim", value=1, source="Whinihan 1963"),
        Example("21,times=2", "Fibonacci Nim, a Fibonacci number: a loss", value=-1),
        Example("5,times=2,limit=2", "In the middle of a game", value=-1),
        Example("1", "All may not be taken", value=-1),
    )

    def __post_init__(self) -> None:
        if not 0 <= self.pile <= LARGEST or not 1 <= self.times <= LARGEST:
            raise ValueError(f"found a pile or factor outside 0 to {LARGEST}")
        if self.limit < 0:
            object.__setattr__(self, "limit", max(0, self.pile - 1))

    @classmethod
    def parse(cls, text: str) -> Self:
        rest, options = split_options(text, "times", "limit")
        times = read_number(options.get("times", "1"), 1, LARGEST, "times=")
        pile = read_number(rest.strip(), 0, LARGEST, "a pile")
        if "limit" not in options:
            return cls(pile, times)
        return cls(pile, times, read_number(options["limit"], 0, LARGEST, "limit="))

    def strategy(self) -> str:
        if self.times == 1:
            return (
                "Take the largest power of two that divides the pile, if you may: the other then "
                "cannot do the same."
            )
        if self.times == 2:
            return (
                "Write the pile as a sum of Fibonacci numbers (1, 2, 3, 5, 8, …), of which no two "
                "are neighbours, and take the smallest of them, if you may."
            )
        return ""

    def __str__(self) -> str:
        times = f",times={self.times}" if self.times > 1 else ""
        first = max(0, self.pile - 1)
        return f"{self.pile}{times}" + (f",limit={self.limit}" if self.limit != first else "")

    def game(self) -> DynamicRules:
        return DynamicRules((self.pile, self.limit), self.times)

    def at(self, state: Position, /) -> Self:
        return replace(self, pile=state[0], limit=state[1])

    def touches(self, move: str, /) -> tuple[int, ...]:
        return taken_from((self.pile,), move)

    def brief(self) -> Brief:
        return ((f"{self.picture().title}.", ""),)

    def picture(self) -> Board:
        return pile_board((self.pile,), f"Take at most {self.limit}")
