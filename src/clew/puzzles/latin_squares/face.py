"""The face of a Latin square, with signs or without, and the pairs of cells that may have one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

Pair = tuple[int, int]
"""Two neighbouring cells; of a sign, the smaller first."""


@dataclass(frozen=True, slots=True)
class LatinSquare:
    """A square of order n to be filled with 1..n, each value once in every row and column.

    `givens` are its cells row by row, 0 for a blank; `less` are pairs of neighbours, the smaller
    first.
    """

    word: ClassVar[str] = "square"

    order: int
    givens: tuple[int, ...]
    less: tuple[Pair, ...] = ()


def are_neighbours(one: int, other: int, order: int) -> bool:
    """Whether two cells of the square share an edge."""
    first, second = sorted((one, other))
    beside = second - first == order or (second - first == 1 and second % order > 0)
    return beside and first >= 0 and second < order * order
