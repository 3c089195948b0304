"""A player's sheet: the entries and pencil marks on a board, and the moves that change them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from clew.core.arguments import advice, plainly
from clew.core.candidates import Eliminations
from clew.core.faces import Domain
from clew.core.puzzle import CELL_NAME, CellPuzzle
from clew.play.base import NoMove, short

NONE, CLEAN, FULL = "none", "clean", "full"
LEVELS = (NONE, CLEAN, FULL)
"""How pencil marks are kept. With `none`, only the player changes them. With `clean`, an entry also
removes the marks that it rules out. With `full`, every value is marked unless an entry or the
player rules it out.
"""
SIGNS = "=+^~#-"
LONGEST = 200
"""The maximum length of a cell's name in a move."""
TINTS = 8
"""The number of colours for cells."""
CROSS = TINTS + 1
"""A cross, for a cell that the player rules out. It replaces the cell's colour."""
PAINTS = ("", *map(str, range(1, TINTS + 1)), "x")


@dataclass(frozen=True, slots=True)
class Sheet:
    """Entries, marks, struck-out values, centre marks, colours and crosses."""

    entries: tuple[int, ...]
    marks: tuple[Domain, ...]
    struck: tuple[Domain, ...]
    centre: tuple[Domain, ...]
    paint: tuple[int, ...]
    level: str = NONE
    """How marks are kept."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One change to a cell: enter (=), mark (+) or strike out (-) a value.

    `^` adds a centre mark, `~` removes it, and `#` sets a colour or a cross. The value 0 erases.
    """

    cell: int
    sign: str
    value: int


class Editor:
    """Parses, formats and makes the moves on one puzzle's board."""

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
        """A cell and a value for error messages. They're a Sudoku's, unless cells have names."""
        name = self.name(0)
        return ("r3c4", "7") if CELL_NAME.fullmatch(name) else (name, self.symbols[0])

    def expected(self) -> str:
        """Explain how moves are written."""
        name, value = self.example
        marks = f"{name}+{value} or {name}-{value} to mark it or rule it out"
        return f"write {name}={value} to enter a value, {name}= to erase it, {marks}"

    def blank(self, level: str) -> Sheet:
        """Return a sheet with only the givens."""
        none = (0,) * len(self.givens)
        return Sheet(self.givens, none, none, none, none, level)

    # ------------------------------------------------------------ reading and writing

    def read(self, text: str) -> list[Edit] | str:
        """Parse a move, and return the changes that it makes together, or a level of marks."""
        words = re.split(r"[\s;,]+", text.strip())
        if len(words) > 1 or not words[0].lower().startswith("marks="):
            return [self._edit(word) for word in words]
        level = words[0].lower().removeprefix("marks=")
        if level not in LEVELS:
            raise NoMove(f"unknown marks={level[:20]}: {advice(level, LEVELS)}")
        return level

    def _edit(self, word: str) -> Edit:
        """Parse a change: a cell, a sign and a value. The cell's name may contain signs."""
        places = [at for at, sign in enumerate(word[:LONGEST]) if at and sign in SIGNS]
        if not places:
            raise NoMove(f"{short(word)} isn't a move: {self.expected()}")
        try:
            cell, at = self._split(word, places)
            sign, value = word[at], self._meant(cell, word[at], word[at + 1 :])
        except ValueError as error:
            raise NoMove(str(error)) from None
        if self.givens[cell] and sign != "#":
            raise NoMove(f"{self.name(cell)} is given and can't be changed")
        return Edit(cell, sign, value)

    def _split(self, word: str, places: Sequence[int]) -> tuple[int, int]:
        """Find the cell with the longest name that begins a word, and where the name ends."""
        for at in reversed(places[1:]):
            with suppress(ValueError):
                return self.puzzle.find_cell(word[:at]), at
        return self.puzzle.find_cell(word[: places[0]]), places[0]

    def _meant(self, cell: int, sign: str, word: str) -> int:
        """Find the value of an edit. Raise ValueError if there's no such value."""
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
        """Format these changes as one move."""
        return " ".join(f"{self.name(e.cell)}{e.sign}{self._word(e)}" for e in edits)

    def _word(self, edit: Edit) -> str:
        if edit.sign == "#":
            return PAINTS[edit.value]
        return self.symbols[edit.value - 1] if edit.value else ""

    # ------------------------------------------------------------ changing a sheet

    def changed(self, sheet: Sheet, edits: list[Edit]) -> Sheet:
        """Return the sheet after making these changes in order."""
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
        """Yield the marks to show in each cell. Cells with an entry don't show any."""
        marks: Iterator[Domain] = iter(sheet.marks)
        if sheet.level == FULL:
            every = (2 << len(self.symbols)) - 2
            out = self.eliminations.ruled_out(sheet.entries)
            marks = (every & ~a & ~b for a, b in zip(out, sheet.struck, strict=True))
        return (0 if entry else mark for entry, mark in zip(sheet.entries, marks, strict=True))

    def wrong(self, sheet: Sheet) -> list[int]:
        """Return the cells whose entries break a rule."""
        out = self.eliminations.ruled_out(sheet.entries)
        return [
            cell for cell, entry in enumerate(sheet.entries) if entry and out[cell] >> entry & 1
        ]
