"""Dawson's Kayles: take two pins that stand side by side, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from clew.core.puzzle import Example
from clew.puzzles._heaps import OctalRules, PilePuzzle, mirrored


class DawsonRules(OctalRules):
    """The octal code .07: two are taken, and what is left may fall apart."""

    noun = "row"
    code = (0, 0, 7)


@dataclass(frozen=True)
class Dawson(PilePuzzle):
    """Rows of pins that stand side by side."""

    name = "dawson"
    summary = "Knock down two neighbouring pins; the last to move wins."
    form = "the rows of pins separated by commas"
    rules = DawsonRules
    title = "Dawson's Kayles"
    unit = "a row"
    examples = (
        Example("6", "Six pins", value=1),
        Example("9", "Nine pins: a loss", value=-1),
        Example("3,5,7", "Three rows", value=-1),
        Example("1", "A single pin stays", value=-1),
    )

    def strategy(self) -> str:
        return (
            "In a row of even length, knock down the middle two: two equal rows are left. Then "
            "answer each move in one of them by the same move in the other."
        )

    def alike(self, move: str, /) -> tuple[int, ...]:
        return mirrored(self.piles, move)
