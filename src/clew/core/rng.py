"""Random numbers that are the same on every machine and in every version.

So a seed always makes the same puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15


def checked_seed(seed: int) -> int:
    """Return the seed.

    Raises:
        ValueError: The seed doesn't fit into 64 bits.
    """
    if not 0 <= seed <= WORD:
        raise ValueError(f"seed must be from 0 to {WORD}, not {seed}")
    return seed


class SplitMix64:
    """A random number generator (Steele, Lea and Flood, 2014), seeded with a string or 64 bits.

    >>> rng = SplitMix64("sudoku:9x9#1")
    >>> [rng.below(6) for _ in range(8)]
    [3, 2, 1, 3, 0, 5, 2, 5]
    """

    def __init__(self, seed: str | int) -> None:
        if isinstance(seed, str):
            from hashlib import sha256  # imported here, since a batch of Sudokus doesn't need it

            seed = int.from_bytes(sha256(seed.encode()).digest()[:8], "little")
        self.state: int = seed

    @staticmethod
    def of(seed: int, i: int) -> SplitMix64:
        """Return the generator for the i-th of many things that share one seed."""
        return SplitMix64(SplitMix64(seed + i * STEP & WORD).word())

    def word(self) -> int:
        """Return the next 64 bits."""
        self.state = self.state + STEP & WORD
        mixed = (self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9 & WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & WORD
        return mixed ^ mixed >> 31

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1. All numbers are equally likely."""
        most = WORD + 1 - (WORD + 1) % bound
        while (word := self.word()) >= most:
            pass
        return word % bound

    def between(self, least: int, most: int) -> int:
        """Return a number from `least` to `most`, including both."""
        return least + self.below(most - least + 1)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in a random order. All orders are equally likely."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
