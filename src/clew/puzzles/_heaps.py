"""Base classes for games with heaps and rows: drawings, the rules of Nim, and octal codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.inputs import Input, Take
from clew.core.games import GamePuzzle, Piles, Rules
from clew.core.texts import LARGEST, read_numbers

# ------------------------------------------------------------------ drawings
# Pictures of heaps, and the cells in them that a move changes.


WIDEST = 24


def pile_board(piles: Sequence[int], title: str) -> Board:
    """Draw a row of counters for each pile, or numbers if there are too many to count."""
    widest = max([1, *piles])
    if widest > WIDEST or len(piles) > WIDEST:
        cells = tuple(Cell(str(pile), Ink.GIVEN) for pile in piles)
        return Board(1, len(cells), cells, title, layout=Arrangement.STRIP)
    counter = Cell("o", Ink.GIVEN)
    drawn = (counter if col < pile else Cell() for pile in piles for col in range(widest))
    shapes = (("", "gone"), ("o", "counter"))
    return Board(len(piles), widest, tuple(drawn), title, layout=Arrangement.PILES, shapes=shapes)


def counters(piles: Sequence[int], place: int, first: int) -> tuple[int, ...]:
    """Return the cells of a pile's counters from `first` on, or the cell with its number."""
    widest = max([1, *piles])
    if widest > WIDEST or len(piles) > WIDEST:
        return (place,)
    return tuple(range(place * widest + first, place * widest + piles[place]))


def taken_from(piles: Sequence[int], move: str) -> tuple[int, ...]:
    """Return the cells that a move such as `pile 2: take 3` takes or splits off.

    A move takes the last counters of a pile. If it leaves some on both sides, it takes those in
    between.
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
    """Return the first cell that the mirror image of a move takes from a row of pins.

    >>> taken_from((7,), "take 2, leave 1 and 4"), mirrored((7,), "take 2, leave 1 and 4")
    ((1, 2), (4,))
    """
    named, colon, change = move.rpartition(": ")
    place = int(named.rpartition(" ")[2]) - 1 if colon else 0
    _, *left = map(int, re.findall(r"\d+", change))
    return counters(piles, place, left[1] if left else 0)[:1]


# ------------------------------------------------------------------ games of piles


@dataclass(frozen=True)
class PilePuzzle(GamePuzzle):
    """A game whose position is a list of numbers, such as the sizes of piles or coins' squares."""

    piles: tuple[int, ...]

    form: ClassVar[str] = "the heaps separated by commas"
    inputs: ClassVar[tuple[Input, ...]] = (Take(),)
    series: ClassVar[str] = "{n}"
    rules: ClassVar[type[Rules]]
    caption: ClassVar[str] = ""
    """The picture's title, if it isn't the kind's title."""
    unit: ClassVar[str] = "a pile"
    """The name of each number in error messages."""
    bounds: ClassVar[tuple[int, int]] = (0, LARGEST)
    count: ClassVar[int] = 0
    """The required number of piles, or 0 for any number."""

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
    """A taking-and-breaking game with the octal code d0.d1d2d3… (Guy and Smith 1956).

    Digit k adds up the ways in which a player may leave a heap after taking k from it: 1 for
    leaving nothing, 2 for leaving one heap, 4 for leaving two heaps.
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


# ------------------------------------------------------------------ Nim
# Rules of games that are Nim, either because they have piles or by a theorem.


class NimPiles(Piles):
    """Piles from which a player may take any number. `word` describes the change to one pile."""

    is_nim = True

    def word(self, part: int, left: int, /) -> str:
        """Describe the change that leaves `left` in a pile. The last word must be a number."""
        raise NotImplementedError

    def changes(self, part: int, /) -> Iterator[tuple[str, tuple[int, ...]]]:
        for left in range(part - 1, -1, -1):
            yield self.word(part, left), (left,)

    def changed(self, part: int, change: str, /) -> tuple[int, ...] | None:
        for number in _numbers(change)[-1:]:
            for left in (number, part - number):
                if 0 <= left < part and self.word(part, left) == change:
                    return (left,)
        return None

    def leaving(
        self, state: tuple[int, ...], place: int, left: int, /
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        if left < state[place]:
            yield self.named(state, place, self.word(state[place], left), left)


class NimInDisguise(Rules):
    """A game whose parts are Nim piles by a theorem. Its moves are written with numbers."""

    is_nim = True

    def legal(self, state: Any, numbers: Sequence[int], /) -> bool:
        """Check whether there's a move with these numbers."""
        raise NotImplementedError

    def move(self, state: Any, numbers: Sequence[int], /) -> tuple[str, Any]:
        """Return the move with these numbers, and the state after it."""
        raise NotImplementedError

    def made(self, state: Any, move: str, /) -> Any:
        numbers = _numbers(move)
        name, after = self.move(state, numbers) if self.legal(state, numbers) else ("", None)
        return after if name == move else None

    def options(self, part: int, /) -> Iterator[tuple[int, ...]]:
        return ((left,) for left in range(part))


def _numbers(text: str) -> list[int]:
    return list(map(int, re.findall(r"\d{1,9}", text)))
