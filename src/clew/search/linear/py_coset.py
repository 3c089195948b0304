"""The readable twin of native/lights/coset.hpp: its specification, and its stand-in."""

from __future__ import annotations

from collections.abc import Sequence

from clew.search.native import kernel
from clew.search.sliced import expect_limits


class PyCoset:
    """The least of all sums of a base and any of a basis: bit strings, little-endian bytes.

    `word` says which of the basis are in it, bit i for the i-th, the smallest word of equals;
    words are visited in increasing order.
    """

    def __init__(self, base: bytes, basis: Sequence[bytes]) -> None:
        if len(basis) > 62:
            raise ValueError(f"basis: found {len(basis)} strings, expected at most 62")
        self.visited = 0
        self.word = 0
        self.weight = -1
        self._sum = int.from_bytes(base, "little")
        self._steps: list[int] = []  # from one word to the next, all its low bits change
        together = 0
        for each in basis:
            together ^= int.from_bytes(each, "little")
            self._steps.append(together)
        self._words = 1 << len(basis)

    @property
    def finished(self) -> bool:
        return self.visited == self._words

    def run(self, max_words: int) -> None:
        """Visit so many more words, or as many as there are."""
        expect_limits("run", max_words)
        for word in range(self.visited, min(self._words, self.visited + max_words)):
            if word:
                self._sum ^= self._steps[(word & -word).bit_length() - 1]
            weight = self._sum.bit_count()
            if self.weight < 0 or weight < self.weight:
                self.weight, self.word = weight, word
            self.visited = word + 1


CosetKernel = kernel("Coset", PyCoset)
