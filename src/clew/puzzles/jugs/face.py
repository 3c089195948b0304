"""The face of jugs: what they hold, and which moves are allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Vessels:
    """Vessels that are filled, emptied and poured into each other until they hold the goal.

    The goal is one amount, in any vessel, or one for each, None where any amount will do;
    the rules are some of "fill", "empty" and "pour".
    """

    word: ClassVar[str] = "vessels"

    capacities: tuple[int, ...]
    start: tuple[int, ...]
    goal: tuple[int | None, ...]
    rules: tuple[str, ...]
