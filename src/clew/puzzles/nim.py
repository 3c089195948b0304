"""Nim: take any number from one pile; misère Nim, and Moore's Nim of up to k piles at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Any, Self

from clew.core.games import Rules
from clew.core.look import Look
from clew.core.puzzle import Example
from clew.core.texts import read_number, read_numbers, split_options, spoken
from clew.puzzles._heaps import NimPiles, PilePuzzle, counters

__path__: list[str] = []  # pickles name `clew.puzzles.nim.puzzle`

Position = tuple[int, ...]


class NimRules(NimPiles):
    """Any number, from one pile."""

    def word(self, part: int, left: int) -> str:
        return f"take {part - left}"


class MooreRules(Rules):
    """Any numbers, from one to k piles at once."""

    def __init__(self, start: Position, most: int, misere: bool) -> None:
        super().__init__(start, misere)
        self.most = most

    def successors(self, state: Position) -> Iterator[tuple[str, Position]]:
        held = [place for place, pile in enumerate(state) if pile]
        for count in range(1, self.most + 1):
            for places in combinations(held, count):
                for takes in product(*(range(1, state[place] + 1) for place in places)):
                    yield self._move(state, dict(zip(places, takes, strict=True)))

    def _move(self, state: Position, takes: dict[int, int]) -> tuple[str, Position]:
        said = [f"{taken} from pile {place + 1}" for place, taken in takes.items()]
        after = tuple(pile - takes.get(place, 0) for place, pile in enumerate(state))
        return f"take {spoken(said)}", after

    def canonical(self, state: Position) -> Position:
        return tuple(sorted(pile for pile in state if pile))


@dataclass(frozen=True)
class Nim(PilePuzzle):
    """The sizes of the piles; in misère play who takes the last counter loses.

    >>> Nim.parse("3,4,5").piles
    (3, 4, 5)
    """

    misere: bool = False
    at_once: int = 1
    """From how many piles a player may take in one move: Moore's k."""

    name = "nim"
    summary = "Take any number of counters from one pile; the last to move wins."
    form = "the piles separated by commas; then ,misere and ,k=2 for Moore's Nim"
    series = "{n},{rule}"
    look = Look(prominence=1, sized="{0},{0},{0}", sizes=(1, 2, 3, 4))
    examples = (
        Example("3,4,5", "Nim with three piles", value=1),
        Example("5,7,9", "Ferguson 2.6, exercise 1", value=1),
        Example("1,2,3", "A position to hand over", value=-1),
        Example("0", "No counters left", value=-1),
        Example("1,2,3,misere", "Misère Nim", value=-1),
        Example("1,1,1,misere", "Misère Nim with ones only", value=-1),
        Example("1,1,misere", "Misère Nim, an even number of ones", value=1),
        Example("1,2,3,4,k=2", "Moore's Nim, two piles at once", value=1),
        Example("2,2,2,k=2", "Moore's Nim, lost", value=-1),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.at_once <= 20:
            raise ValueError(f"found k={self.at_once}, expected 1 to 20")

    @classmethod
    def parse(cls, text: str) -> Self:
        rest, options = split_options(text, "misere", "k")
        at_once = read_number(options.get("k", "1"), 1, 20, "k=, a number of piles")
        return cls(read_numbers(rest, cls.unit), "misere" in options, at_once)

    def __str__(self) -> str:
        misere = ",misere" if self.misere else ""
        return super().__str__() + misere + (f",k={self.at_once}" if self.at_once > 1 else "")

    def game(self) -> Any:
        if self.at_once == 1:
            return NimRules(self.piles, self.misere)
        return MooreRules(self.piles, self.at_once, self.misere)

    def strategy(self) -> str:
        if self.at_once == 1:
            return super().strategy()
        n = self.at_once + 1
        return f"Write the piles in binary. Make the ones in every column a multiple of {n}."

    def touches(self, move: str, /) -> tuple[int, ...]:
        if self.at_once == 1:
            return super().touches(move)
        takes = re.findall(r"(\d+) from pile (\d+)", move)
        cells = (
            counters(self.piles, int(pile) - 1, self.piles[int(pile) - 1] - int(count))
            for count, pile in takes
        )
        return tuple(chain.from_iterable(cells))
