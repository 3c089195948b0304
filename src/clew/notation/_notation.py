"""The base classes of everything that reads and writes notations."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from math import isqrt
from typing import ClassVar, TypeVar

from clew.core.grid import BLANKS, SYMBOLS, Cells, stray_x
from clew.core.puzzle import Puzzle
from clew.core.registry import find

P = TypeVar("P", bound=Puzzle)

WINDOW, OVERLAP = 1 << 20, 1 << 16
"""The number of characters to search at once, and the maximum number that a pattern spans."""
SAMPLE = 50
"""The number of lines that `fits` examines, so that it stays fast on a long file."""


class Notation(ABC):
    """Reads puzzles from text and writes them as text. Subclasses have no state."""

    name: ClassVar[str]
    """The name of the notation on the command line."""
    kind: ClassVar[str]
    """The kind of puzzle that it can hold, or "" if it can hold every kind."""
    summary: ClassVar[str]
    """One line that describes the notation and names the program that uses it."""
    extensions: ClassVar[tuple[str, ...]] = ()
    """The extensions of files in this notation."""
    longest: ClassVar[int] = 1 << 62
    """The maximum number of characters to read."""
    contains: ClassVar[re.Pattern[str]] = re.compile("")
    """A pattern that any text in this notation contains. `fits` is called only if it's found."""

    def may_be(self, text: str) -> bool:
        """Check whether a long text has the pattern that any text in this notation `contains`.

        The search goes window by window, since no limit can end a single search of all 64 MB.
        """
        for at in range(0, len(text), WINDOW):
            if self.contains.search(text, at, at + WINDOW + OVERLAP):
                return True
        return False

    def fits(self, text: str) -> bool:
        """Check whether a text may be in this notation, perhaps with mistakes.

        The text has the pattern that `contains` defines.
        """
        return True

    @abstractmethod
    def read(self, text: str) -> list[Puzzle]:
        """Read the puzzles in a text.

        Raises:
            ValueError: The text is wrong. The message gives the line and the column.
        """

    @abstractmethod
    def write(self, puzzles: Sequence[Puzzle]) -> str:
        """Write puzzles as text that `read` can read.

        Raises:
            ValueError: The notation can't express one of them.
        """

    def unsupported(self, text: str) -> str:
        """Return the reason why Clew can't read a text of this family.

        The result is an empty string if the reason isn't known.
        """
        return ""

    def __repr__(self) -> str:
        return f"<notation {self.name}>"

    def only(self, puzzle: Puzzle, kind: type[P]) -> P:
        """Return the puzzle if it's of the kind that this notation can write.

        Raises:
            ValueError: The puzzle is of another kind.
        """
        if not isinstance(puzzle, kind):
            raise self.refusal(puzzle, f"it holds only {kind.name} puzzles")
        return puzzle

    def refusal(self, puzzle: Puzzle, reason: str) -> ValueError:
        """Return the error for a puzzle that this notation can't express."""
        shown = puzzle.id if len(puzzle.id) <= 40 else f"{puzzle.id[:37]}..."
        return ValueError(f"{shown} can't be written as {self.name}: {reason}")


class OneALine(Notation):
    """A notation with one puzzle per line. Blank lines and comments after # are skipped."""

    shape: ClassVar[re.Pattern[str]]
    """A pattern for a line in this notation, even if it contains mistakes."""

    def fits(self, text: str) -> bool:
        lines = [line for _, line in islice(numbered(text, comments=True), SAMPLE)]
        return bool(lines) and all(self.shape.fullmatch(line) for line in lines)

    def read(self, text: str) -> list[Puzzle]:
        puzzles = []
        for number, line in numbered(text, comments=True):
            try:
                puzzles.append(self.read_line(line))
            except ValueError as error:
                raise placed(f"line {number}", error) from None
        if not puzzles:
            raise ValueError("line 1, column 1: found no puzzle, expected one per line")
        return puzzles

    def write(self, puzzles: Sequence[Puzzle]) -> str:
        return "".join(f"{self.write_line(puzzle)}\n" for puzzle in puzzles)

    def matched(self, line: str, expected: str) -> re.Match[str]:
        """Match a line with `shape`.

        Raises:
            ValueError: The line doesn't match.
        """
        match = self.shape.fullmatch(line)
        if match is None:
            raise wrong(1, line, expected)
        return match

    @abstractmethod
    def read_line(self, line: str) -> Puzzle:
        """Read the puzzle on one line. Errors may give the column, but needn't give the line."""

    @abstractmethod
    def write_line(self, puzzle: Puzzle) -> str:
        """Write the puzzle on one line."""


class OwnText(OneALine):
    """A notation whose lines are the same as the texts of the kind's ids."""

    def read_line(self, line: str) -> Puzzle:
        return find(self.kind).parse(line)

    def write_line(self, puzzle: Puzzle) -> str:
        if puzzle.name != self.kind:
            raise self.refusal(puzzle, f"it holds only {self.kind} puzzles")
        text = str(puzzle)
        if not self.shape.fullmatch(text):
            raise self.refusal(puzzle, "it can't hold entries or changed clues")
        return text


class OneAFile(Notation):
    """A notation that holds a single puzzle."""

    longest: ClassVar[int] = 2_000_000

    def read(self, text: str) -> list[Puzzle]:
        if len(text) > self.longest:
            raise ValueError(f"found {len(text):,} characters, expected at most {self.longest:,}")
        return [self.read_one(text)]

    def write(self, puzzles: Sequence[Puzzle]) -> str:
        if len(puzzles) != 1:
            raise ValueError(f"found {len(puzzles)} puzzles, expected one: {self.name} holds one")
        return self.write_one(puzzles[0])

    @abstractmethod
    def read_one(self, text: str) -> Puzzle:
        """Read the puzzle in the text."""

    @abstractmethod
    def write_one(self, puzzle: Puzzle) -> str:
        """Write the puzzle, including the last line break."""


def numbered(text: str, comments: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the lines that aren't blank, without trailing spaces, each after its number."""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.rstrip()
        if line and not (comments and line.startswith("#")):
            yield number, line


def placed(where: str, error: ValueError) -> ValueError:
    """Put a place in front of an error's message, which may already begin with the column."""
    return ValueError(f"{where}{', ' if str(error).startswith('column') else ': '}{error}")


def wrong(column: int, found: str, expected: str) -> ValueError:
    """Return the error for an unexpected piece of text. Columns are counted from 1."""
    shown = repr(found[:20]) if found else "the end of the line"
    return ValueError(f"column {column}: found {shown}, expected {expected}")


def words(line: str, pattern: str = r"\S+") -> list[tuple[str, int]]:
    """Return the pieces of a line that match a pattern, each with its column."""
    return [(match[0], match.start() + 1) for match in re.finditer(pattern, line)]


# ------------------------------------------------------------ links to puzz.link


class Link(OneALine):
    """A link `…?genre/columns/rows/body`, or the part after the question mark."""

    genre: ClassVar[str]
    largest: ClassVar[int]

    def read_line(self, line: str) -> Puzzle:
        match = self.matched(line, f"…{self.genre}/columns/rows/body")
        cols, rows, body = match.groups()
        if cols != rows or len(cols) > 3 or not 1 <= int(cols) <= self.largest:
            raise wrong(match.start(1) + 1, f"{cols}/{rows}", f"a square up to {self.largest}")
        return self.read_body(body, int(cols), match.start(3) + 1)

    @abstractmethod
    def read_body(self, body: str, order: int, column: int) -> Puzzle:
        """Read the part of a link after the size, which starts in this column."""

    def link(self, order: int, body: str) -> str:
        return f"https://puzz.link/p?{self.genre}/{order}/{order}/{body}"


def items(body: str, column: int, pattern: str) -> Iterator[tuple[str, int]]:
    """Yield the items of a link's body, each with its column."""
    for match in re.finditer(f"{pattern}|.", body):
        if not re.fullmatch(pattern, match[0]):
            raise wrong(column + match.start(), match[0], "0 to 9 and a to z")
        yield match[0], column + match.start()


def run_lengths(items: Iterable[str], first: str, longest: int) -> str:
    """Write the items, with letters from `first` on that stand for the lengths of runs of "0"."""
    text = ""
    for item, run in groupby(items):
        count = len(list(run))
        if item != "0":
            text += item * count
        else:
            full, rest = divmod(count, longest)
            text += chr(ord(first) + longest - 1) * full
            text += chr(ord(first) + rest - 1) if rest else ""
    return text


# ------------------------------------------------------------ plain grids: rows of numbers

BLANK_SIGNS = "".join(BLANKS) + "Xx"
SPACED = re.compile(r"\S[^\S\n]+\S")
"""Two words on a line."""
_ROWS = r"\s*(?:[\w.*-]{{{0}}}[^\S\n]*\n\s*){{{1}}}[\w.*-]{{{0}}}\s*\Z"
NO_SQUARE = re.compile(rf"\A(?!{_ROWS.format(4, 3)}|{_ROWS.format(9, 8)})")
"""Matches unless a text is a single grid: four lines of four cells, or nine lines of nine."""


def is_spaced(text: str) -> bool:
    """Check whether a text looks like a square grid with spaces between its cells.

    It has about as many lines as words on a line, and nearly all words are numbers or blanks.
    """
    lines = [line for _, line in numbered(text, comments=True)]
    if len(lines) < 2 or abs(len(lines) - len(lines[0].split())) > 1:
        return False
    rows = [line.split() for line in lines]
    every = [word for row in rows for word in row]
    good = sum(bool(re.fullmatch(r"\d{1,3}|[._*-]", word)) for word in every)
    return all(len(row) > 1 for row in rows) and 10 * good >= 9 * len(every)


def write_rows(cells: Cells) -> str:
    """Write a square grid of numbers, one row per line."""
    order = isqrt(len(cells))
    shown = [str(value).rjust(len(str(order))) for value in cells]
    rows = (" ".join(shown[at : at + order]) for at in range(0, len(shown), order))
    return "".join(f"{row}\n" for row in rows)


def square_grid(lines: Iterable[tuple[int, str]], cell: str = r"\S+") -> Cells:
    """Read the cells of a square grid from its lines. Each cell matches the pattern `cell`."""
    rows = []
    for number, line in lines:
        rows.append((number, list(re.finditer(cell, line))))
    if not rows:
        raise ValueError("line 1, column 1: found no rows, expected a grid")
    order = len(rows[0][1])
    for number, symbols in rows:
        if len(symbols) != order:
            expected = f"{order} as in the first row"
            raise ValueError(f"line {number}: found {len(symbols)} cells, expected {expected}")
    if len(rows) != order:
        found = f"{len(rows)} rows of {order} cells"
        raise ValueError(f"line {rows[-1][0]}: found {found}, expected {order}")
    cells, found_at, signs = [], [], []
    for number, symbols in rows:
        for symbol in symbols:
            found_at.append((symbol, number))
            signs.append(symbol[0])
    if order <= 9 and ("x" in signs or "X" in signs) and (slip := stray_x(signs)) is not None:
        raise _no_cell(*found_at[slip], order)
    for symbol, number in found_at:
        cells.append(_cell(symbol, order, number))
    return tuple(cells)


def _cell(symbol: re.Match[str], order: int, line: int) -> int:
    word = symbol[0]
    if word in BLANKS or (word in BLANK_SIGNS and order <= 9):
        return 0
    value = SYMBOLS.find(word.upper()) if len(word) == 1 and word.isascii() else -1
    if len(word) in (2, 3) and word.isascii() and word.isdigit():
        value = int(word)
    if not 1 <= value <= order:
        raise _no_cell(symbol, line, order)
    return value


def _no_cell(symbol: re.Match[str], line: int, order: int) -> ValueError:
    error = wrong(symbol.start() + 1, symbol[0], f"1 to {order}, or '.' for a blank")
    return placed(f"line {line}", error)
