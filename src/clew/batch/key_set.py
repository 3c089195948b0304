"""A set of keys of 8 bytes that takes 16 to 32 bytes for each, where Python's takes 90.

Two different puzzles have the same key, and one of them is dropped, with a probability of n² / 2^65
among n: one in 370,000 for ten million puzzles.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from clew.batch.input import blake2b

FEWEST = 1 << 10


def key(text: str) -> int:
    """A number for a text, from 1 to 2^64 - 1."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") or 1


class KeySet:
    """A table with open addressing: half of it is empty at least, and a key is near its place."""

    def __init__(self, keys: Iterable[int] = ()) -> None:
        self._count = 0
        self._table = array("Q", bytes(8 * FEWEST))
        for each in keys:
            self.add(each)

    def __len__(self) -> int:
        return self._count

    def add(self, key: int) -> bool:
        """Add a key; whether it is new."""
        table = self._table
        mask = len(table) - 1
        at = key & mask
        while found := table[at]:
            if found == key:
                return False
            at = (at + 1) & mask
        table[at] = key
        self._count += 1
        if 2 * self._count > len(table):
            self._grow()
        return True

    def _grow(self) -> None:
        old, self._table = self._table, array("Q", bytes(16 * len(self._table)))
        self._count = 0
        for each in old:
            if each:
                self.add(each)
