"""Wythoff's game: take from one pile, or the same number from both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt

from clew.core.games import Rules
from clew.core.puzzle import Example
from clew.puzzles._heaps import PilePuzzle, counters

Position = tuple[int, int]


def golden(k: int) -> Position:
    """The k-th pair of piles that the player to move loses (Wythoff 1907).

    >>> [golden(k) for k in (1, 2, 3)]
    [(1, 2), (3, 5), (4, 7)]
    """
    low = (k + isqrt(5 * k * k)) // 2
    return low, low + k


class WythoffRules(Rules):
    """A queen on a chessboard moves so, home to the corner."""

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
class Wythoff(PilePuzzle):
    """Two piles."""

    name = "wythoff"
    summary = "Take from one of two piles, or the same from both; the last wins."
    form = "the two piles separated by a comma"
    series = "{n},{m}"
    rules = WythoffRules
    bounds = (0, 100_000)
    count = 2
    title = "Wythoff's game"
    examples = (
        Example("3,4", "Two piles", value=1),
        Example("3,5", "The golden section's second pair", value=-1),
        Example("4,7", "And its third", value=-1),
        Example("0,0", "Nothing left", value=-1),
    )

    def strategy(self) -> str:
        near = (golden(k) for k in range(1, max(self.piles) + 2))
        pairs = [f"{low} and {high}" for low, high in near if high <= max(8, *self.piles)]
        return (
            f"Leave a golden pair: {', '.join(pairs[:6])}. The k-th has k times 1.618 and k times "
            "2.618, rounded down; they differ by k, and each number is in one pair only."
        )

    def touches(self, move: str, /) -> tuple[int, ...]:
        piles, count = self.piles, int(move.split()[1])
        places = (0, 1) if move.endswith("both") else (int(move[-1]) - 1,)
        return tuple(
            cell for place in places for cell in counters(piles, place, piles[place] - count)
        )
