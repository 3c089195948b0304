"""Kayles: knock down one pin, or two that stand side by side (Dudeney 1907)."""

from __future__ import annotations

from dataclasses import dataclass

from clew.core.puzzle import Example
from clew.puzzles._heaps import OctalRules, PilePuzzle, mirrored


class KaylesRules(OctalRules):
    """The octal code .77: one or two are taken, and what is left may fall apart."""

    noun = "row"
    code = (0, 7, 7)


@dataclass(frozen=True)
class Kayles(PilePuzzle):
    """Rows of pins that stand side by side."""

    name = "kayles"
    summary = "Knock down a pin or two neighbours; the last to move wins."
    form = "the rows of pins separated by commas"
    rules = KaylesRules
    title = "Kayles"
    unit = "a row"
    examples = (
        Example("7", "Seven pins", value=1),
        Example("1,10", "Rip Van Winkle's thirteen, the second pin down", value=1),
        Example("5,9", "Two rows of the same value", value=-1),
        Example("0", "No pins", value=-1),
    )

    def strategy(self) -> str:
        return (
            "In one row, knock down the middle pin or the middle two: two equal rows are left. "
            "Then answer each move in one of them by the same move in the other. Do so whenever "
            "the rows come in equal pairs."
        )

    def alike(self, move: str, /) -> tuple[int, ...]:
        return mirrored(self.piles, move)
