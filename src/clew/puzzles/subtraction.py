"""Subtraction games: take one of the given numbers; take-away and the thirty-one game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from clew.core.games import Piles, Rules
from clew.core.look import Brief
from clew.core.puzzle import Example
from clew.core.texts import LARGEST, read_number, read_numbers, split_options, split_words
from clew.puzzles._heaps import PilePuzzle

Position = tuple[int, ...]


class SubtractionRules(Piles):
    """From one pile, a number of the set."""

    by_size = True

    def __init__(self, start: Position, takes: Position, misere: bool) -> None:
        super().__init__(start, misere)
        self.takes = takes
        self.reach = takes[-1]

    def changes(self, part: int) -> Iterator[tuple[str, Position]]:
        for taken in self.takes:
            if taken <= part:
                yield f"take {taken}", (part - taken,)


class CardRules(Rules):
    """With a pack of cards: each number can be taken as often as it has cards."""

    def __init__(self, start: tuple[int, Position], takes: Position, misere: bool) -> None:
        super().__init__(start, misere)
        self.takes = takes

    def successors(self, state: tuple[int, Position]) -> Iterator[tuple[str, Any]]:
        pile, cards = state
        for place, taken in enumerate(self.takes):
            if taken <= pile and cards[place]:
                left = (*cards[:place], cards[place] - 1, *cards[place + 1 :])
                yield f"take {taken}", (pile - taken, left)


@dataclass(frozen=True)
class Subtraction(PilePuzzle):
    """The piles, and the numbers that may be taken, in order.

    With `cards`, how often each of the numbers may still be taken: one pile only.

    >>> Subtraction.parse("1-3@21").takes
    (1, 2, 3)
    """

    takes: tuple[int, ...] = ()
    misere: bool = False
    cards: tuple[int, ...] = ()

    name = "subtraction"
    summary = "Take one of the given numbers from a pile; the last to move wins."
    form = "the numbers, @, the piles: 1,2,3@21; then ,misere and ,cards=4"
    series = "{rule}@{n}"
    caption = "A subtraction game"
    title = "Subtraction game"
    examples = (
        Example("1,2,3@21", "Take-away: 1, 2 or 3 from 21", value=1, source="Ferguson 1.1"),
        Example("1-6@31", "Up to six from 31", value=1, source="Ferguson 1.5, exercise 2"),
        Example("1,3,4@14", "A loss", value=-1, source="Ferguson 1.4"),
        Example("1,2,3@21,misere", "Who takes the last one loses", value=-1),
        Example("1-6@31,cards=4", "The thirty-one game with cards", value=1),
        Example("2,5@1", "No move", value=-1),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.takes or self.takes[0] < 1 or list(self.takes) != sorted(set(self.takes)):
            raise ValueError("found numbers to take that are not 1 or more, in order")
        if self.cards and (len(self.piles) != 1 or len(self.cards) != len(self.takes)):
            raise ValueError("found cards with several piles, or not for each number")

    @classmethod
    def parse(cls, text: str) -> Self:
        numbers, at, rest = text.partition("@")
        if not at:
            found = f"found {text.strip()[:40]!r}"
            raise ValueError(f"{found}, expected numbers, @ and piles: 1,2,3@21")
        numbers, options = split_options(numbers, "misere", "cards")
        rest, more = split_options(rest, "misere", "cards")
        options |= more
        takes = _read_takes(numbers)
        cards = _read_cards(options["cards"], len(takes)) if "cards" in options else ()
        return cls(read_numbers(rest, cls.unit), takes, "misere" in options, cards)

    def __str__(self) -> str:
        same = len(set(self.cards)) == 1
        cards = str(self.cards[0]) if same else "_".join(map(str, self.cards))
        misere = ",misere" if self.misere else ""
        numbers = f"{_write_takes(self.takes)}@{super().__str__()}{misere}"
        return numbers + (f",cards={cards}" if self.cards else "")

    def strategy(self) -> str:
        most = self.takes[-1]
        if self.cards or len(self.takes) != most:
            return ""
        rest = "one more than a multiple" if self.misere else "a multiple"
        one = (
            "" if len(self.piles) == 1 else " With several piles, use what is over in each as Nim."
        )
        return (
            f"Leave {rest} of {most + 1}: whatever the other takes, make it up to {most + 1}.{one}"
        )

    def game(self) -> Any:
        if self.cards:
            return CardRules((self.piles[0], self.cards), self.takes, self.misere)
        return SubtractionRules(self.piles, self.takes, self.misere)

    def at(self, state: Any, /) -> Self:
        if self.cards:
            return replace(self, piles=(state[0],), cards=state[1])
        return super().at(state)

    def brief(self) -> Brief:
        takes = str(self).partition("@")[0].replace(",", ", ")
        return ((f"Take {takes}.", ""), *super().brief())


def _read_takes(text: str) -> Position:
    """Numbers and ranges such as 1-6."""
    takes: set[int] = set()
    for word, column in split_words(text):
        least, dash, most = word.partition("-")
        first = read_number(least, 1, LARGEST, "a number to take", column)
        last = first
        if dash:
            last = read_number(most, first, first + 10_000, "the end of a range", column)
        takes |= set(range(first, last + 1))
    if not takes:
        raise ValueError("found no numbers before @, expected those that may be taken")
    return tuple(sorted(takes))


def _write_takes(takes: Position) -> str:
    """As `_read_takes` reads it: a row of more than three numbers as a range."""
    runs: list[list[int]] = []
    for taken in takes:
        if runs and taken == runs[-1][-1] + 1:
            runs[-1].append(taken)
        else:
            runs.append([taken])
    return ",".join(
        f"{run[0]}-{run[-1]}" if len(run) > 3 else ",".join(map(str, run)) for run in runs
    )


def _read_cards(text: str, count: int) -> Position:
    words = text.split("_")
    cards = tuple(read_number(word, 0, 1000, "cards=, a number of each") for word in words)
    if len(cards) not in (1, count):
        raise ValueError(f"found cards of {len(cards)} numbers, expected {count}")
    return cards if len(cards) == count else cards * count
