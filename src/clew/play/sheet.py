"""What is written on a board: entries and pencil marks, and how a move changes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from clew.core.arguments import plainly
from clew.core.candidates import Eliminations
from clew.core.faces import Domain
from clew.core.puzzle import CELL_NAME, CellPuzzle
from clew.play.base import NoMove, short

NONE, CLEAN, FULL = "none", "clean", "full"
LEVELS = (NONE, CLEAN, FULL)
"""How marks are kept: by the player alone; an entry also removes them where it rules them out;
or every value that is not ruled out is marked, but for those the player has struck out."""
SIGNS = "=+^~#-"
LONGEST = 200
"""A name of a cell that's typed has at most this many characters."""
TINTS = 8
"""How many colours there are to give to cells."""
CROSS = TINTS + 1
"""The colour that is none: a cross, for a cell that the player rules out."""
PAINTS = ("", *map(str, range(1, TINTS + 1)), "x")


@dataclass(frozen=True, slots=True)
class Sheet:
    """Entries, marks, what was struck out by hand, marks in the middle, colours and crosses."""

    entries: tuple[int, ...]
    marks: tuple[Domain, ...]
    struck: tuple[Domain, ...]
    centre: tuple[Domain, ...]
    paint: tuple[int, ...]
    level: str = NONE
    """How the marks are kept."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: write (=), mark (+) or strike out (-) a value in a cell; 0 erases.

    `^` puts a mark in the middle, `~` takes it away, and `#` gives a colour or a cross.
    """

    cell: int
    sign: str
    value: int


class Editor:
    """Reads and writes the moves on the board of one puzzle, and makes them."""

    def __init__(self, puzzle: CellPuzzle) -> None:
        self.puzzle = puzzle
        self.givens = puzzle.givens
        self.symbols = puzzle.symbols
        self.rows, self.cols = puzzle.shape

    @cached_property
    def eliminations(self) -> Eliminations:
        return self.puzzle.eliminations()

    @cached_property
    def example(self) -> tuple[str, str]:
        """A cell and a value that may be typed: those of a Sudoku, unless cells have names."""
        name = self.name(0)
        return ("r3c4", "7") if CELL_NAME.fullmatch(name) else (name, self.symbols[0])

    def expected(self) -> str:
        name, value = self.example
        marks = f"{name}+{value} or {name}-{value} for a mark"
        return f"expected a cell and what to write, {name}={value}, {name}= to erase, {marks}"

    def blank(self, level: str) -> Sheet:
        """The sheet at first."""
        none = (0,) * len(self.givens)
        return Sheet(self.givens, none, none, none, none, level)

    # ------------------------------------------------------------ reading and writing

    def read(self, text: str) -> list[Edit] | str:
        """What a move says: changes to make in one go, or a level of marks."""
        words = re.split(r"[\s;,]+", text.strip())
        if len(words) > 1 or not words[0].lower().startswith("marks="):
            return [self._edit(word) for word in words]
        level = words[0].lower().removeprefix("marks=")
        if level not in LEVELS:
            raise NoMove(f"found marks={level[:20]}, expected one of {', '.join(LEVELS)}")
        return level

    def _edit(self, word: str) -> Edit:
        """Read a change: a cell, a sign and what to write; a name may have signs in it."""
        places = [at for at, sign in enumerate(word[:LONGEST]) if at and sign in SIGNS]
        if not places:
            raise NoMove(f"found {short(word)}, {self.expected()}")
        try:
            cell, at = self._split(word, places)
            sign, value = word[at], self._meant(cell, word[at], word[at + 1 :])
        except ValueError as error:
            raise NoMove(str(error)) from None
        if self.givens[cell] and sign != "#":
            raise NoMove(f"{self.name(cell)} is given: it cannot be changed")
        return Edit(cell, sign, value)

    def _split(self, word: str, places: Sequence[int]) -> tuple[int, int]:
        """Find the longest name of a cell at the beginning of a word, and where it ends."""
        for at in reversed(places[1:]):
            with suppress(ValueError):
                return self.puzzle.find_cell(word[:at]), at
        return self.puzzle.find_cell(word[: places[0]]), places[0]

    def _meant(self, cell: int, sign: str, word: str) -> int:
        """Find the value of an edit; ValueError if there's no such value."""
        if sign == "#":
            if word.lower() not in PAINTS:
                raise ValueError(
                    f"there's no colour {plainly(word)}: write 1 to {TINTS}, or x for a cross"
                )
            return PAINTS.index(word.lower())
        value = self.puzzle.find_entry(cell, word, typed=True)
        if not value and sign != "=":
            raise ValueError(f"write a value after {self.name(cell)}{sign}")
        return value

    def name(self, cell: int) -> str:
        return self.puzzle.cell_name(cell)

    def write(self, *edits: Edit) -> str:
        """The move that makes these changes."""
        return " ".join(f"{self.name(e.cell)}{e.sign}{self._word(e)}" for e in edits)

    def _word(self, edit: Edit) -> str:
        if edit.sign == "#":
            return PAINTS[edit.value]
        return self.symbols[edit.value - 1] if edit.value else ""

    # ------------------------------------------------------------ changing a sheet

    def changed(self, sheet: Sheet, edits: list[Edit]) -> Sheet:
        """The sheet after these changes, one after the other."""
        entries, notes, struck = list(sheet.entries), list(sheet.marks), list(sheet.struck)
        centre, paint = list(sheet.centre), list(sheet.paint)
        for edit in edits:
            cell, bit = edit.cell, 1 << edit.value
            if edit.sign == "#":
                paint[cell] = edit.value
            elif edit.sign in "^~":
                centre[cell] = centre[cell] | bit if edit.sign == "^" else centre[cell] & ~bit
            elif edit.sign == "=":
                entries[cell] = edit.value
                if edit.value:
                    notes[cell] = 0
                    if sheet.level == CLEAN and any(notes):
                        for other, mask in self.eliminations.reach(cell, edit.value):
                            notes[other] &= ~mask
            elif edit.sign == "+":
                notes[cell] |= bit
                struck[cell] &= ~bit
            else:
                notes[cell] &= ~bit
                struck[cell] |= bit
        own = tuple(centre), tuple(paint)
        return Sheet(tuple(entries), tuple(notes), tuple(struck), *own, sheet.level)

    def shown(self, sheet: Sheet) -> Iterator[Domain]:
        """The marks that are shown in each cell: none where there is an entry."""
        marks: Iterator[Domain] = iter(sheet.marks)
        if sheet.level == FULL:
            every = (2 << len(self.symbols)) - 2
            out = self.eliminations.ruled_out(sheet.entries)
            marks = (every & ~a & ~b for a, b in zip(out, sheet.struck, strict=True))
        return (0 if entry else mark for entry, mark in zip(sheet.entries, marks, strict=True))

    def wrong(self, sheet: Sheet) -> list[int]:
        """The cells whose entries break a rule."""
        out = self.eliminations.ruled_out(sheet.entries)
        return [
            cell for cell, entry in enumerate(sheet.entries) if entry and out[cell] >> entry & 1
        ]
