"""Staircase Nim: move any number of coins from one step to the next one down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from clew.core.board import Board
from clew.core.games import GamePuzzle, Rules
from clew.core.heaps import number_in, pile_board, read_numbers, taken_from
from clew.core.puzzle import Example

Position = tuple[int, ...]


class Down(Rules):
    """The rules, and the theorem that only the odd steps count."""

    is_nim = True
    theorem = (
        "only the odd steps count: coins that come down from an even step to an odd one "
        "are answered by moving them on"
    )

    def successors(self, state: Position) -> Iterator[tuple[str, Position]]:
        for step, coins in enumerate(state):
            for moved in range(1, coins + 1):
                yield _move(state, step, moved)

    def made(self, state: Position, move: str) -> Position | None:
        named, _, change = move.partition(": ")
        step, moved = number_in(named, "step ") - 1, number_in(change[:-5], "move ")
        fits = 0 <= step < len(state) and 1 <= moved <= state[step] and change.endswith(" down")
        return _move(state, step, moved)[1] if fits else None

    def leaving(self, state: Position, place: int, left: int) -> Iterator[tuple[str, Position]]:
        """From the odd step to the one below it, or to it from the even step above."""
        coins = state[2 * place]
        above = state[2 * place + 1] if 2 * place + 1 < len(state) else 0
        if left < coins:
            yield _move(state, 2 * place, coins - left)
        elif coins < left <= coins + above:
            yield _move(state, 2 * place + 1, left - coins)

    def parts(self, state: Position) -> Position:
        return state[::2]

    def names(self, state: Position) -> tuple[str, ...]:
        return tuple(f"step {step}" for step in range(1, len(state) + 1, 2))

    def options(self, part: int) -> Iterator[Position]:
        return ((left,) for left in range(part))


def _move(state: Position, step: int, moved: int) -> tuple[str, Position]:
    """So many coins from a step, counted from 0, to the next one down; and the state after it."""
    after = list(state)
    after[step] -= moved
    if step:
        after[step - 1] += moved
    return f"step {step + 1}: move {moved} down", tuple(after)


@dataclass(frozen=True)
class Staircase(GamePuzzle):
    """How many coins lie on each step, the lowest first; the ground below is no step."""

    steps: tuple[int, ...]

    name: ClassVar[str] = "staircase"
    summary: ClassVar[str] = "Move coins of one step one step down; the last to move wins."
    form: ClassVar[str] = "the coins on each step from the lowest up, with commas between"
    title: ClassVar[str] = "Staircase Nim"
    examples: ClassVar[tuple[Example, ...]] = (
        Example("1,2,3", "Three steps", value=1),
        Example("2,1,2", "Lost: two on each odd step", value=-1),
        Example("0,3", "Coins on an even step only", value=-1),
    )

    def __post_init__(self) -> None:
        if not self.steps or min(self.steps) < 0:
            raise ValueError("found no steps, or fewer than no coins on one")

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(read_numbers(text, "a number of coins"))

    def __str__(self) -> str:
        return ",".join(map(str, self.steps))

    def game(self) -> Down:
        return Down(self.steps)

    def at(self, state: Position, /) -> Self:
        return replace(self, steps=state)

    def touches(self, move: str, /) -> tuple[int, ...]:
        return taken_from(self.steps, move)

    def picture(self) -> Board:
        return pile_board(self.steps, "Staircase Nim, the lowest step first")
