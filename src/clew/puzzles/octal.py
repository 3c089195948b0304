"""Any octal game by its code: how many may be taken, and what may be left of the heap."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from clew.core.board import Board
from clew.core.games import GamePuzzle
from clew.core.heaps import OctalRules, pile_board, read_numbers, taken_from
from clew.core.puzzle import Example

LONGEST = 64


@dataclass(frozen=True)
class Octal(GamePuzzle):
    """The digits of the code, from d0 on, and the heaps.

    >>> Octal.parse("0.77@7").code
    (0, 7, 7)
    """

    code: tuple[int, ...]
    heaps: tuple[int, ...]

    name: ClassVar[str] = "octal"
    summary: ClassVar[str] = "Take from a heap and break it as the code says; last to move wins."
    form: ClassVar[str] = "the code, @, and the heaps with commas between: 0.77@7"
    series: ClassVar[str] = "{rule}@{n}"
    examples: ClassVar[tuple[Example, ...]] = (
        Example("0.77@7", "Kayles with seven pins", value=1),
        Example("0.137@8,5", "Dawson's chess, two rows", value=1),
        Example("0.6@9", "Officers: a heap of nine", value=1),
        Example("4.3@6", "Take one, or split", value=1),
        Example("0.33@9", "Take one or two: a loss", value=-1),
    )

    def __post_init__(self) -> None:
        if not 2 <= len(self.code) <= LONGEST or not all(0 <= digit <= 7 for digit in self.code):
            raise ValueError(f"found {len(self.code) - 1} digits, expected 1 to {LONGEST - 1}")
        if self.code[0] not in (0, 4):
            raise ValueError(f"found {self.code[0]} before the point, expected 0 or 4")
        if not self.heaps or min(self.heaps) < 0:
            raise ValueError("found no heap, or one below zero")

    @classmethod
    def parse(cls, text: str) -> Self:
        code, at, heaps = text.strip().partition("@")
        first, point, rest = code.strip().partition(".")
        digits = (first or "0") + rest
        if not (at and point and digits.isascii() and digits.isdigit()):
            raise ValueError(f"found {text.strip()[:40]!r}, expected a code, @ and heaps: 0.77@7")
        if "8" in digits or "9" in digits:
            raise ValueError(f"found the code {code.strip()[:40]!r}, expected digits from 0 to 7")
        return cls(tuple(map(int, digits)), read_numbers(heaps, "a heap"))

    def __str__(self) -> str:
        first, *rest = self.code
        return f"{first}.{''.join(map(str, rest))}@{','.join(map(str, self.heaps))}"

    def game(self) -> OctalRules:
        return OctalRules(self.heaps, self.code)

    def at(self, state: tuple[int, ...], /) -> Self:
        return replace(self, heaps=state or (0,))

    def touches(self, move: str, /) -> tuple[int, ...]:
        return taken_from(self.heaps, move)

    def picture(self) -> Board:
        return pile_board(self.heaps, "An octal game")
