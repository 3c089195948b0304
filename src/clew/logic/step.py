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
        """What follows, in words: what is struck out, cell by cell."""
        struck: dict[int, list[str]] = {}
        for cell, value in self.eliminations:
            struck.setdefault(cell, []).append(str(value))
        return "; ".join(
            f"{name(cell)} is not {' or '.join(them)}" for cell, them in struck.items()
        )

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}
