"""What is written on a sheet: entries and pencil marks, and how a move changes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from clew.core.candidates import Eliminations
from clew.core.faces import Domain
from clew.core.grid import SYMBOLS, cell_name
from clew.core.puzzle import CellPuzzle
from clew.play.typed import NoMove, short

NONE, CLEAN, FULL = "none", "clean", "full"
LEVELS = (NONE, CLEAN, FULL)
"""How marks are kept: by the player alone; an entry also removes them where it rules them out;
or every value that is not ruled out is marked, but for those the player has struck."""
MOVE = re.compile(r"r(\d{1,4})c(\d{1,4})([=+-])(\w{0,4})", re.ASCII | re.IGNORECASE)
EXPECTED = "expected a cell and what to write, r3c4=7, r3c4= to erase, r3c4+7 or r3c4-7 for a mark"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Entries, marks, what was struck out by hand, and how the marks are kept."""

    entries: tuple[int, ...]
    marks: tuple[Domain, ...]
    struck: tuple[Domain, ...]
    level: str = NONE


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing to do: write (=), mark (+) or strike out (-) a value in a cell; 0 erases."""

    cell: int
    sign: str
    value: int


class Scribe:
    """Reads moves and makes them, on the board of one puzzle."""

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
        return Sheet(self.givens, none, none, level)

    # ------------------------------------------------------------ reading and writing

    def read(self, text: str) -> list[Mark] | str:
        """What a move says: things to do in one go, or a level of marks."""
        words = re.split(r"[\s;,]+", text.strip())
        if len(words) == 1 and words[0].lower().startswith("marks="):
            return self._level(words[0].lower().removeprefix("marks="))
        return [self._mark(word) for word in words]

    def _level(self, word: str) -> str:
        if word not in LEVELS:
            raise NoMove(f"found marks={word[:20]}, expected one of {', '.join(LEVELS)}")
        return word

    def _mark(self, word: str) -> Mark:
        match = MOVE.fullmatch(word)
        if match is None:
            raise NoMove(f"found {short(word)}, {EXPECTED}")
        row, col = int(match[1]) - 1, int(match[2]) - 1
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise NoMove(f"found {short(word)}, expected r1c1 to r{self.rows}c{self.cols}")
        cell, value = row * self.cols + col, self._value(match[4])
        if value is None or (value == 0 and match[3] != "="):
            last = self.symbols[-1]
            range_ = self.symbols[0] if len(self.symbols) == 1 else f"{self.symbols[0]} to {last}"
            raise NoMove(f"found {short(word)}, expected {range_} in {self.name(cell)}")
        if self.givens[cell]:
            raise NoMove(f"{self.name(cell)} is given: it cannot be changed")
        return Mark(cell, match[3], value)

    def _value(self, word: str) -> int | None:
        """The value that a symbol means, 0 for none; letters go on from 9, as in other tools."""
        if not word or word == "0":
            return 0
        found = self._values.get(word.lower())
        if found is None and len(word) == 1 and SYMBOLS.find(word.upper()) <= len(self.symbols):
            found = SYMBOLS.index(word.upper()) if word.upper() in SYMBOLS else None
        return found

    def name(self, cell: int) -> str:
        return cell_name(cell, self.cols)

    def write(self, marks: list[Mark]) -> str:
        """The move that says this."""
        return " ".join(
            f"{self.name(m.cell)}{m.sign}{self.symbols[m.value - 1] if m.value else ''}"
            for m in marks
        )

    # ------------------------------------------------------------ doing it

    def made(self, sheet: Sheet, marks: list[Mark]) -> Sheet:
        """The sheet after these are done, one after the other."""
        entries, notes, struck = list(sheet.entries), list(sheet.marks), list(sheet.struck)
        for mark in marks:
            cell, bit = mark.cell, 1 << mark.value
            if mark.sign == "=":
                entries[cell] = mark.value
                if mark.value:
                    notes[cell] = 0
                    if sheet.level == CLEAN and any(notes):
                        for other, mask in self.eliminations.reach(cell, mark.value):
                            notes[other] &= ~mask
            elif mark.sign == "+":
                notes[cell] |= bit
                struck[cell] &= ~bit
            else:
                notes[cell] &= ~bit
                struck[cell] |= bit
        return replace(sheet, entries=tuple(entries), marks=tuple(notes), struck=tuple(struck))

    def shown(self, sheet: Sheet) -> Iterator[Domain]:
        """The marks to be seen in each cell: none where there is an entry."""
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
            cell for cell, entry in enumerate(sheet.entries) if out[cell] >> entry & 1 and entry
        ]
