"""What games of heaps and rows share: readers, drawings, and octal codes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.inputs import Input, Take
from clew.core.games import GamePuzzle, Piles, Rules

LARGEST = 1_000_000
"""The largest pile, place or square that is read."""


def split_words(text: str) -> list[tuple[str, int]]:
    """The words of a text between commas or blanks, each with the column it begins in."""
    return [(match[0], match.start() + 1) for match in re.finditer(r"[^\s,]+", text)]


def read_number(word: str, least: int, most: int, what: str, column: int | None = None) -> int:
    """A whole number from least to most; ValueError says where it is and what was expected."""
    if word.isascii() and word.isdigit() and len(word) < 10 and least <= int(word) <= most:
        return int(word)
    where = f"column {column}: " if column else ""
    raise ValueError(f"{where}found {word[:20]!r}, expected {what} from {least} to {most}")


def read_numbers(
    text: str, what: str, least: int = 0, most: int = LARGEST, longest: int = 1000
) -> tuple[int, ...]:
    """At least one number, separated by commas or blanks."""
    words = split_words(text)
    if not 1 <= len(words) <= longest:
        raise ValueError(f"found {len(words)} numbers, expected 1 to {longest}, each {what}")
    return tuple(read_number(word, least, most, what, column) for word, column in words)


def split_options(text: str, *known: str) -> tuple[str, dict[str, str]]:
    """The text without the options at its end, such as `misere` or `k=2`; and these options."""
    options: dict[str, str] = {}
    while True:
        before, _, last = text.rstrip().replace(" ", ",").rpartition(",")
        word, _, value = last.partition("=")
        if word not in known:
            return text, options
        options[word] = value
        text = text[: len(before)].rstrip(", \t\n")


WIDEST = 24


def pile_board(piles: Sequence[int], title: str) -> Board:
    """A row of counters for each pile; numbers instead if there are too many to count."""
    widest = max([1, *piles])
    if widest > WIDEST or len(piles) > WIDEST:
        cells = tuple(Cell(str(pile), Ink.GIVEN) for pile in piles)
        return Board(1, len(cells), cells, title, layout=Arrangement.STRIP)
    counter = Cell("o", Ink.GIVEN)
    drawn = (counter if col < pile else Cell() for pile in piles for col in range(widest))
    shapes = (("", "gone"), ("o", "counter"))
    return Board(len(piles), widest, tuple(drawn), title, layout=Arrangement.PILES, shapes=shapes)


def counters(piles: Sequence[int], place: int, first: int) -> tuple[int, ...]:
    """The cells of a `pile_board` with a pile's counters from `first` on; or that of its number."""
    widest = max([1, *piles])
    if widest > WIDEST or len(piles) > WIDEST:
        return (place,)
    return tuple(range(place * widest + first, place * widest + piles[place]))


def taken_from(piles: Sequence[int], move: str) -> tuple[int, ...]:
    """The cells that a move takes away or splits off: `pile 2: take 3`, `split into 1 and 4`.

    The last counters of a pile are taken; where some are left on both sides, those between.
    """
    named, colon, change = move.rpartition(": ")
    place = int(named.rpartition(" ")[2]) - 1 if colon else 0
    count, *left = map(int, re.findall(r"\d+", change))
    if change.startswith("split"):
        return counters(piles, place, count)
    if left:
        return counters(piles, place, left[0])[:count]
    return counters(piles, place, piles[place] - count)


def mirrored(piles: Sequence[int], move: str) -> tuple[int, ...]:
    """The first cell of the mirror image of what `taken_from` says, in a row of pins.

    >>> taken_from((7,), "take 2, leave 1 and 4"), mirrored((7,), "take 2, leave 1 and 4")
    ((1, 2), (4,))
    """
    named, colon, change = move.rpartition(": ")
    place = int(named.rpartition(" ")[2]) - 1 if colon else 0
    _, *left = map(int, re.findall(r"\d+", change))
    return counters(piles, place, left[1] if left else 0)[:1]


def spoken(names: Iterable[str]) -> str:
    """`1`, `1 and 2`, `1, 2 and 3`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


# ------------------------------------------------------------------ games of piles


@dataclass(frozen=True)
class PilePuzzle(GamePuzzle):
    """A game whose position is some numbers: the sizes of piles, the squares of coins."""

    piles: tuple[int, ...]

    form: ClassVar[str] = "the heaps separated by commas"
    inputs: ClassVar[tuple[Input, ...]] = (Take(),)
    series: ClassVar[str] = "{n}"
    rules: ClassVar[type[Rules]]
    caption: ClassVar[str] = ""
    """The title of the picture, if it is not that of the kind."""
    unit: ClassVar[str] = "a pile"
    """What each of the numbers is, for error messages."""
    bounds: ClassVar[tuple[int, int]] = (0, LARGEST)
    count: ClassVar[int] = 0
    """How many piles there are; 0 for any number of them."""

    def __post_init__(self) -> None:
        if not self.piles or min(self.piles) < self.bounds[0]:
            raise ValueError(f"found no number, or one below {self.bounds[0]}")
        if self.count and len(self.piles) != self.count:
            raise ValueError(f"found {len(self.piles)} numbers, expected {self.count}")

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(read_numbers(text, cls.unit, *cls.bounds))

    def __str__(self) -> str:
        return ",".join(map(str, self.piles))

    def game(self) -> Any:
        return self.rules(self.piles)

    def at(self, state: Any, /) -> Self:
        return replace(self, piles=state or (0,))

    def touches(self, move: str, /) -> tuple[int, ...]:
        return taken_from(self.piles, move)

    def picture(self) -> Board:
        return pile_board(self.piles, self.caption or self.kind_title())


class OctalRules(Piles):
    """Taking and breaking by an octal code, d0.d1d2d3…

    Digit k says what may be left of a heap when k are taken from it: 1 nothing, 2 one heap,
    4 two heaps, and the sum of those that are allowed (Guy and Smith 1956).
    """

    noun = "heap"
    by_size = True
    code: ClassVar[tuple[int, ...]]

    def __init__(self, start: tuple[int, ...], code: tuple[int, ...] = ()) -> None:
        super().__init__(start)
        self.octal: tuple[int, ...] = code or self.code

    def changes(self, part: int, /) -> Iterator[tuple[str, tuple[int, ...]]]:
        for taken, digit in enumerate(self.octal):
            left = part - taken
            said = f"take {taken}" if taken else "split"
            if left == 0 and digit & 1:
                yield said, ()
            if left > 0 and digit & 2:
                yield said, (left,)
            if digit & 4:
                joint = ", leave" if taken else " into"
                for one in range(1, left // 2 + 1):
                    yield f"{said}{joint} {one} and {left - one}", (one, left - one)
