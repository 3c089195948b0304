"""Staircase Nim: move any number of coins from one step to the next one down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clew.core.puzzle import Example
from clew.puzzles._heaps import NimInDisguise, PilePuzzle

Position = tuple[int, ...]


class StaircaseRules(NimInDisguise):
    """Only the coins on odd steps count."""

    theorem = (
        "only the odd steps count: coins that come down from an even step to an odd one "
        "are answered by moving them on"
    )

    def successors(self, state: Position) -> Iterator[tuple[str, Position]]:
        for step, coins in enumerate(state, 1):
            for moved in range(1, coins + 1):
                yield self.move(state, (step, moved))

    def legal(self, state: Position, numbers: Sequence[int]) -> bool:
        match numbers:
            case [step, moved]:
                return 1 <= step <= len(state) and 1 <= moved <= state[step - 1]
        return False

    def move(self, state: Position, numbers: Sequence[int]) -> tuple[str, Position]:
        step, moved = numbers
        after = list(state)
        after[step - 1] -= moved
        if step > 1:
            after[step - 2] += moved
        return f"step {step}: move {moved} down", tuple(after)

    def leaving(self, state: Position, place: int, left: int) -> Iterator[tuple[str, Position]]:
        """From the odd step to the one below it, or to it from the even step above."""
        step, coins = 2 * place + 1, state[2 * place]
        for move in ((step, coins - left), (step + 1, left - coins)):
            if self.legal(state, move):
                yield self.move(state, move)

    def parts(self, state: Position) -> Position:
        return state[::2]

    def names(self, state: Position) -> tuple[str, ...]:
        return tuple(f"step {step}" for step in range(1, len(state) + 1, 2))


@dataclass(frozen=True)
class Staircase(PilePuzzle):
    """How many coins lie on each step, the lowest first; the ground below is no step."""

    name = "staircase"
    summary = "Move coins of one step one step down; the last to move wins."
    form = "the coins on each step from the lowest up, separated by commas"
    series = ""
    rules = StaircaseRules
    caption = "Staircase Nim, the lowest step first"
    unit = "a number of coins"
    title = "Staircase Nim"
    examples = (
        Example("1,2,3", "Three steps", value=1),
        Example("2,1,2", "Lost: two on each odd step", value=-1),
        Example("0,3", "Coins on an even step only", value=-1),
    )
