"""Games in which you take a number from a fixed set, or up to a limit set by the last move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from clew.board.board import Board
from clew.board.inputs import Take
from clew.core.games import GamePuzzle, Piles, Rules
from clew.core.look import Brief
from clew.core.puzzle import Example
from clew.core.texts import LARGEST, read_number, read_numbers, split_options, split_words
from clew.puzzles._heaps import PilePuzzle, pile_board, taken_from

Position = tuple[int, ...]


class SubtractionRules(Piles):
    """The rules: take any number in the set from one pile."""

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
    """The rules with a pack of cards: you can take a number as often as there are cards for it."""

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
    """Piles, and the numbers that a move can take, in increasing order.

    `cards` limits how often each number can still be taken. It needs a single pile.

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
            raise ValueError("the numbers to take must be 1 or more, in increasing order")
        if self.cards and (len(self.piles) != 1 or len(self.cards) != len(self.takes)):
            raise ValueError("cards need a single pile, and a count for each number")

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
        one = "" if len(self.piles) == 1 else " With several piles, play Nim with their remainders."
        return (
            f"Leave {rest} of {most + 1}. However many your opponent takes, take enough to make it "
            f"{most + 1}.{one}"
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
    """Read numbers and ranges such as 1-6."""
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
    """Write numbers for `_read_takes`, with ranges for more than three consecutive numbers."""
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


# ------------------------------------------------------------------ dynamic subtraction


PileAndMost = tuple[int, int]
LARGEST_PILE = 10_000


class DynamicRules(Rules):
    """The rules. A state is the pile and the maximum that the next move can take."""

    def __init__(self, start: PileAndMost, times: int) -> None:
        super().__init__(start)
        self.times = times

    def successors(self, state: PileAndMost) -> Iterator[tuple[str, PileAndMost]]:
        pile, most = state
        for taken in range(1, min(pile, most) + 1):
            left = pile - taken
            yield f"take {taken}", (left, min(left, taken * self.times))

    def canonical(self, state: PileAndMost) -> PileAndMost:
        return state[0], min(state)


@dataclass(frozen=True)
class Dynamic(GamePuzzle):
    """A pile from which a move takes at most `times` as many as the last move took.

    The first move takes at most `limit`. By default it can take any number except the whole pile.

    >>> Dynamic.parse("10,times=2").limit
    9
    """

    pile: int
    times: int = 1
    limit: int = -1

    name = "dynamic"
    summary = "Take at most as many as the last move, or twice that; the last to move wins."
    form = "the pile; then ,times=2 for Fibonacci Nim and ,limit=4 for this move"
    series = "{n},{rule}"
    title = "Dynamic subtraction"
    inputs = (Take(),)
    examples = (
        Example("12", "At most what was taken before", value=1, source="Ferguson 1.5"),
        Example("16", "A power of two: a loss", value=-1, source="Ferguson 1.5"),
        Example("20,times=2", "Fibonacci Nim", value=1, source="Whinihan 1963"),
        Example("21,times=2", "Fibonacci Nim, a Fibonacci number: a loss", value=-1),
        Example("5,times=2,limit=2", "In the middle of a game", value=-1),
        Example("1", "All may not be taken", value=-1),
    )

    def __post_init__(self) -> None:
        if not 0 <= self.pile <= LARGEST_PILE or not 1 <= self.times <= LARGEST_PILE:
            raise ValueError(f"found a pile or factor outside 0 to {LARGEST_PILE}")
        if self.limit < 0:
            object.__setattr__(self, "limit", max(0, self.pile - 1))

    @classmethod
    def parse(cls, text: str) -> Self:
        rest, options = split_options(text, "times", "limit")
        times = read_number(options.get("times", "1"), 1, LARGEST_PILE, "times=")
        pile = read_number(rest.strip(), 0, LARGEST_PILE, "a pile")
        if "limit" not in options:
            return cls(pile, times)
        return cls(pile, times, read_number(options["limit"], 0, LARGEST_PILE, "limit="))

    def strategy(self) -> str:
        if self.times == 1:
            return (
                "Take the largest power of two that divides the pile, if the rules allow it. Your "
                "opponent then can't do the same."
            )
        if self.times == 2:
            return (
                "Write the pile as a sum of Fibonacci numbers (1, 2, 3, 5, 8, …), but never "
                "two neighbours in the sequence. Take the smallest of them, if the rules allow it."
            )
        return ""

    def __str__(self) -> str:
        times = f",times={self.times}" if self.times > 1 else ""
        first = max(0, self.pile - 1)
        return f"{self.pile}{times}" + (f",limit={self.limit}" if self.limit != first else "")

    def game(self) -> DynamicRules:
        return DynamicRules((self.pile, self.limit), self.times)

    def at(self, state: PileAndMost, /) -> Self:
        return replace(self, pile=state[0], limit=state[1])

    def touches(self, move: str, /) -> tuple[int, ...]:
        return taken_from((self.pile,), move)

    def brief(self) -> Brief:
        return ((f"{self.picture().title}.", ""),)

    def picture(self) -> Board:
        return pile_board((self.pile,), f"Take at most {self.limit}")
