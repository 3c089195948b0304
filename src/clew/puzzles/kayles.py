"""Kayles: knock down one pin, or two that stand side by side (Dudeney 1907)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from clew.core.games import Piles
from clew.core.heaps import OctalRules, PilePuzzle
from clew.core.puzzle import Example


class Pins(OctalRules):
    """The rules as an octal code: one or two are taken, and what is left may fall apart."""

    noun = "row"
    code = (0, 7, 7)


@dataclass(frozen=True)
class Kayles(PilePuzzle):
    """Rows of pins that stand side by side."""

    name: ClassVar[str] = "kayles"
    summary: ClassVar[str] = "Knock down a pin or two neighbours; the last to move wins."
    form: ClassVar[str] = "the rows of pins with commas between"
    rules: ClassVar[type[Piles]] = Pins
    title: ClassVar[str] = "Kayles"
    examples: ClassVar[tuple[Example, ...]] = (
        Example("7", "Seven pins", value=1),
        Example("1,10", "Rip Van Winkle's thirteen, the second pin down", value=1),
        Example("5,9", "Two rows of the same value", value=-1),
        Example("0", "No pins", value=-1),
    )
