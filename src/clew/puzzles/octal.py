"""Any octal game by its code: how many may be taken, and what may be left of the heap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from clew.core.look import Brief
from clew.core.puzzle import Example
from clew.core.texts import read_numbers
from clew.puzzles._heaps import OctalRules, PilePuzzle

LONGEST = 64


@dataclass(frozen=True)
class OctalGame(PilePuzzle):
    """The heaps, and the digits of the code from d0 on.

    >>> OctalGame.parse("0.77@7").code
    (0, 7, 7)
    """

    code: tuple[int, ...]

    name = "octal"
    summary = "Take from a heap and break it as the code says; last to move wins."
    form = "the code, @, and the heaps separated by commas: 0.77@7"
    series = "{rule}@{n}"
    caption = "An octal game"
    title = "Octal game"
    examples = (
        Example("0.77@7", "Kayles with seven pins", value=1),
        Example("0.137@8,5", "Dawson's chess, two rows", value=1),
        Example("0.6@9", "Officers: a heap of nine", value=1),
        Example("4.3@6", "Take one, or split", value=1),
        Example("0.33@9", "Take one or two: a loss", value=-1),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 2 <= len(self.code) <= LONGEST or not all(0 <= digit <= 7 for digit in self.code):
            raise ValueError(f"found {len(self.code) - 1} digits, expected 1 to {LONGEST - 1}")
        if self.code[0] not in (0, 4):
            raise ValueError(f"found {self.code[0]} before the point, expected 0 or 4")

    @classmethod
    def parse(cls, text: str) -> Self:
        code, at, heaps = text.strip().partition("@")
        first, point, rest = code.strip().partition(".")
        digits = (first or "0") + rest
        if not (at and point and digits.isascii() and digits.isdigit()):
            raise ValueError(f"found {text.strip()[:40]!r}, expected a code, @ and heaps: 0.77@7")
        if "8" in digits or "9" in digits:
            raise ValueError(f"found the code {code.strip()[:40]!r}, expected digits from 0 to 7")
        return cls(read_numbers(heaps, "a heap"), tuple(map(int, digits)))

    def __str__(self) -> str:
        first, *rest = self.code
        return f"{first}.{''.join(map(str, rest))}@{super().__str__()}"

    def game(self) -> OctalRules:
        return OctalRules(self.piles, self.code)

    def brief(self) -> Brief:
        return ((f"The code is {str(self).partition('@')[0]}.", ""),)
