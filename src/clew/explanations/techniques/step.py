"""One step of a solution that a person can follow, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Candidate = tuple[int, int]
"""A cell and a value."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a technique found: where, because of what, and what follows.

    `cells` make the pattern, `causes` are the candidates it rests on.
    """

    technique: str
    rating: float
    cells: tuple[int, ...]
    causes: tuple[Candidate, ...] = ()
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    text: str = ""

    def effects(self, name: Callable[[int], str]) -> str:
        """What is struck out, in words: the cells that lose the same together."""
        lost: dict[int, list[str]] = {}
        for cell, value in self.eliminations:
            lost.setdefault(cell, []).append(str(value))
        alike: dict[str, list[str]] = {}
        for cell, values in lost.items():
            alike.setdefault(" or ".join(values), []).append(name(cell))
        return "; ".join(
            f"{', '.join(cells)} {'are' if len(cells) > 1 else 'is'} not {values}"
            for values, cells in alike.items()
        )

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}
