"""Pancakes: sort a stack by turning over some pancakes at the top."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from clew.board.board import Board
from clew.board.inputs import Drag
from clew.core.puzzle import Example
from clew.core.texts import read_numbers
from clew.core.walks import WalkPuzzle

State = tuple[int, ...]
MOST = 100


@dataclass(frozen=True)
class Pancakes(WalkPuzzle):
    """A stack of pancakes with the sizes 1 to n, listed from the top."""

    start: State

    name = "pancakes"
    bid = "{}"
    summary = "Turn over some pancakes from the top, until the sizes grow from top to bottom."
    form = "the sizes from the top, each of 1 to n once: 3,1,2"
    inputs = (Drag("pancake", stays=True),)
    examples = (
        Example("3,1,2", "Three pancakes", shortest=2),
        Example("1,3,2", "The worst of three", shortest=3, source="A058986"),
        Example(
            "4,6,2,5,1,3", "One of the two worst of six", shortest=7, source="A058986, A067607"
        ),
        Example("1,2,3,4", "A sorted stack", shortest=0),
        Example("5,2,7,1,8,4,6,3", "Eight pancakes", shortest=8),
    )

    def __post_init__(self) -> None:
        if sorted(self.start) != list(range(1, len(self.start) + 1)):
            raise ValueError(f"found {self}, expected each of 1 to {len(self.start)} once")

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(read_numbers(text, "a size", 1, MOST, MOST))

    def __str__(self) -> str:
        return ",".join(map(str, self.start))

    def successors(self, state: State) -> list[tuple[str, State]]:
        turns = range(2, len(state) + 1)
        return [(f"turn {n}", state[n - 1 :: -1] + state[n:]) for n in turns]

    def is_goal(self, state: State) -> bool:
        return state == tuple(range(1, len(state) + 1))

    def heuristic(self, state: State) -> int:
        """Count the gaps: neighbours, including the plate, whose sizes differ by more than 1.

        A move can close only one gap, since it changes only one pair of neighbours (Helmert 2010).
        """
        below = (*state[1:], len(state) + 1)
        return sum(abs(one - two) > 1 for one, two in zip(state, below, strict=True))

    def touches(self, move: str, /) -> tuple[int, ...]:
        return tuple(range(int(move.removeprefix("turn ")) - 1, -1, -1))

    def picture(self, state: State) -> Board:
        board = self.drawn(state, map(str, state), 1)
        cells = (replace(cell, shape="pancake", of=len(state)) for cell in board.cells)
        return replace(board, cells=tuple(cells))
