"""Games in which heaps fall apart: octal games, Kayles, Lasker's Nim and Grundy's game.

In each of these games, a move can split a heap into two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from clew.core.games import Piles, Rules
from clew.core.look import Brief
from clew.core.puzzle import Example
from clew.core.texts import read_numbers
from clew.puzzles._heaps import OctalRules, PilePuzzle, counters, mirrored

LONGEST = 64


@dataclass(frozen=True)
class OctalGame(PilePuzzle):
    """Heaps, and the digits of the octal code, starting with d0.

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


# ------------------------------------------------------------------ Kayles


class KaylesRules(OctalRules):
    """The octal code .77: take one or two pins, which may split the row."""

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


# ------------------------------------------------------------------ Dawson's Kayles


class DawsonRules(OctalRules):
    """The octal code .07: take two pins, which may split the row."""

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


# ------------------------------------------------------------------ Lasker's Nim


class TakeOrSplit(Piles):
    """The rules: move as in Nim, or split a pile in two without taking any counters."""

    by_size = True

    def changes(self, part: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        for taken in range(1, part + 1):
            yield f"take {taken}", (part - taken,)
        for one in range(1, part // 2 + 1):
            yield f"split into {one} and {part - one}", (one, part - one)


@dataclass(frozen=True)
class Lasker(PilePuzzle):
    """Piles of counters."""

    name = "lasker"
    summary = "Take from a pile, or split it in two; the last to move wins."
    form = "the piles separated by commas"
    rules = TakeOrSplit
    title = "Lasker's Nim"
    examples = (
        Example("2,5,7", "Ferguson 4.3, example 3", value=1),
        Example("3,4", "As a pile of 4 and one of 3 in Nim", value=1),
        Example("1,2,4", "A position to hand over", value=-1),
    )

    def strategy(self) -> str:
        return (
            "Count a pile of 3, 7, 11, … as one more, a pile of 4, 8, 12, … as one less, and any "
            "other as it is. Leave an even number of ones in every column of these in binary."
        )


# ------------------------------------------------------------------ Grundy's game


class UnequalSplit(Piles):
    """The rules: split a heap into two of different sizes."""

    noun = "heap"
    by_size = True

    def changes(self, part: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        for one in range(1, (part + 1) // 2):
            yield f"split into {one} and {part - one}", (one, part - one)


@dataclass(frozen=True)
class GrundysGame(PilePuzzle):
    """Heaps of counters."""

    name = "grundy"
    summary = "Split a heap into two unequal ones; the last to move wins."
    rules = UnequalSplit
    title = "Grundy's game"
    unit = "a heap"
    examples = (
        Example("8", "A heap of eight", value=1),
        Example("7", "A heap of seven: a loss", value=-1),
        Example("5,8", "Two heaps of the same value", value=-1),
        Example("2", "Nothing to split", value=-1),
    )


# ------------------------------------------------------------------ empty and divide


Position = tuple[int, int]


class EmptyDivideRules(Rules):
    """The rules. Neither box may be empty after a move, so the game ends with one chip in each."""

    def successors(self, state: Position) -> Iterator[tuple[str, Position]]:
        for box, kept in ((1, state[1]), (2, state[0])):
            for one in range(1, kept // 2 + 1):
                yield f"empty box {box}, leave {one} and {kept - one}", (one, kept - one)

    def canonical(self, state: Position) -> Position:
        return min(state), max(state)


@dataclass(frozen=True)
class EmptyDivide(PilePuzzle):
    """Two boxes of chips."""

    name = "empty-divide"
    summary = "Empty one box, divide the other between both; the last to move wins."
    form = "the chips in the two boxes separated by a comma"
    series = "{n},{m}"
    rules = EmptyDivideRules
    unit = "a number of chips"
    bounds = (1, 10_000)
    count = 2
    title = "Empty and divide"
    examples = (
        Example("4,7", "Two boxes", value=1),
        Example("5,9", "Two odd boxes", value=-1),
        Example("1,1", "The end", value=-1),
    )

    def strategy(self) -> str:
        return (
            "Leave an odd number in both boxes: you can divide an even box like that, but from two "
            "odd boxes your opponent has to leave an even one."
        )

    def touches(self, move: str, /) -> tuple[int, ...]:
        # Chips move from the box that's kept to the box that's emptied.
        box, one, _ = map(int, re.findall(r"\d+", move))
        return counters(self.piles, 2 - box, one)
