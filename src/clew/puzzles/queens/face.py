"""The face of a board of queens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from clew.core.faces import Domain


@dataclass(frozen=True, slots=True)
class QueensBoard:
    """Queens to place, one in each row of a square board, so that none attacks another.

    `placed` are the squares (row, column) of those placed already. What is found is the column of
    the queen in each row.
    """

    word: ClassVar[str] = "queens"

    order: int
    placed: tuple[tuple[int, int], ...] = ()

    def domains(self) -> tuple[Domain, ...]:
        """The columns that each row's queen may take, by the queens in that row alone."""
        masks = [(1 << self.order) - 1] * self.order
        for row, col in self.placed:
            masks[row] &= 1 << col
        return tuple(masks)
