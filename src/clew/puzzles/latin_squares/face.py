"""The face of a Latin square, with signs or without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class LatinSquare:
    """A square of order n to be filled with 1..n, each value once in every row and column.

    `givens` are its cells row by row, 0 for a blank; `less` are pairs of neighbours, the smaller
    first.
    """

    word: ClassVar[str] = "square"

    order: int
    givens: tuple[int, ...]
    less: tuple[tuple[int, int], ...] = ()
