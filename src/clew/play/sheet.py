"""What is written on a board: entries and pencil marks, and how a move changes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from clew.core.candidates import Eliminations
from clew.core.faces import Domain
from clew.core.grid import SYMBOLS, cell_name
from clew.core.puzzle import CellPuzzle
from clew.play.moves import NoMove, short

NONE, CLEAN, FULL = "none", "clean", "full"
LEVELS = (NONE, CLEAN, FULL)
"""How marks are kept: by the player alone; an entry also removes them where it rules them out;
or every value that is not ruled out is marked, but for those the player has struck out."""
MOVE = re.compile(r"r(\d{1,4})c(\d{1,4})([=+^~#-])(.{0,60})", re.ASCII | re.IGNORECASE)
TINTS = 8
"""How many colours there are to give to cells."""
CROSS = TINTS + 1
"""The colour that is none: a cross, for a cell that the player rules out."""
PAINTS = ("", *map(str, range(1, TINTS + 1)), "x")
EXPECTED = "expected a cell and what to write, r3c4=7, r3c4= to erase, r3c4+7 or r3c4-7 for a mark"


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
        board = puzzle.board()
        self.rows, self.cols = board.rows, board.cols
        self._values = {symbol.lower(): value for value, symbol in enumerate(self.symbols, 1)}

    @cached_property
    def eliminations(self) -> Eliminations:
        return self.puzzle.eliminations()

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
        match = MOVE.fullmatch(word)
        if match is None:
            raise NoMove(f"found {short(word)}, {EXPECTED}")
        row, col = int(match[1]) - 1, int(match[2]) - 1
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise NoMove(f"found {short(word)}, expected r1c1 to r{self.rows}c{self.cols}")
        cell, sign = row * self.cols + col, match[3]
        value = self._meant(sign, match[4])
        if value is None:
            expected = f"{self._expected(sign)} in {self.name(cell)}"
            raise NoMove(f"found {short(word)}, expected {expected}")
        if self.givens[cell] and sign != "#":
            raise NoMove(f"{self.name(cell)} is given: it cannot be changed")
        return Edit(cell, sign, value)

    def _meant(self, sign: str, word: str) -> int | None:
        """The value of an edit, None if there is no such value."""
        if sign == "#":
            return PAINTS.index(word.lower()) if word.lower() in PAINTS else None
        value = self._value(word)
        return value if value or sign == "=" else None

    def _expected(self, sign: str) -> str:
        first, last = self.symbols[0], self.symbols[-1]
        if sign == "#":
            return f"a colour from 1 to {TINTS}, or x,"
        return first if first == last else f"{first} to {last}"

    def _value(self, word: str) -> int | None:
        """The value that a symbol means, 0 for none; letters go on from 9, as in other tools."""
        if word in self.symbols:
            return self.symbols.index(word) + 1
        if not word or word == "0":
            return 0
        found = self._values.get(word.lower())
        if found is None and len(word) == 1 and SYMBOLS.find(word.upper()) <= len(self.symbols):
            found = SYMBOLS.index(word.upper()) if word.upper() in SYMBOLS else None
        return found

    def name(self, cell: int) -> str:
        return cell_name(cell, self.cols)

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
