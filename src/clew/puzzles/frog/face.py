"""The face of a pond: jumps in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Hops:
    """Jumps in order, left or right from the first of a row of pads, that visit each pad once."""

    word: ClassVar[str] = "hops"

    jumps: tuple[int, ...]
