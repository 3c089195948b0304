"""The face of a triangle: its rows and a total."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class SumPaths:
    """Paths down a triangle, from each entry to one of the two below, that add up to a total."""

    word: ClassVar[str] = "sums"

    rows: tuple[tuple[int, ...], ...]
    total: int
