"""Sudoku with one puzzle a line: digits, candidates, records of collections, and links."""

from __future__ import annotations

import hashlib
import re
from math import isqrt

from clew.core.faces import domain, values
from clew.core.grid import Cells
from clew.core.puzzle import Puzzle
from clew.notation._notation import (
    NO_SQUARE,
    SAMPLE,
    Link,
    OneALine,
    items,
    numbered,
    run_lengths,
    words,
    wrong,
)
from clew.puzzles.sudoku.digits import of_nine, read_81, write_81
from clew.puzzles.sudoku.puzzle import Sudoku

ALL_NINE = 0b11_1111_1110
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}
"""The boxes (rows, columns) that the site draws."""
SMALLEST = 16
"""The cells of the smallest Sudoku with boxes."""


class SudokuLine(OneALine):
    """Any Sudoku there is, as Sudoku itself reads and writes it."""

    name = "line"
    kind = "sudoku"
    summary = "All cells on one line, '.' or 0 for a blank, # for comments."
    contains = NO_SQUARE

    def fits(self, text: str) -> bool:
        lines = [line for _, line in numbered(text, comments=True)][:SAMPLE]
        if 1 < len(lines) == len(lines[0].strip()) < SMALLEST:
            return False  # the rows of one grid
        return bool(lines) and all(map(_cells_mostly, lines))

    def read_line(self, line: str) -> Puzzle:
        if len(line) == 81 and line.isascii() and line.replace(".", "0").isdigit():
            return Sudoku(read_81(line))
        return Sudoku.parse(line)

    def write_line(self, puzzle: Puzzle) -> str:
        return str(self.only(puzzle, Sudoku))


def _cells_mostly(line: str) -> bool:
    """Whether a line is made of digits and blanks, or of letters in a large grid."""
    head, _, body = line.partition("#")[0].rpartition(":")
    if " " in body.strip() and max(map(len, body.split())) <= 2:
        return False
    body = "".join(body.split())
    options = all(re.fullmatch(r"(?:\d+x\d+|x|regions=\w*)?", word) for word in head.split(","))
    if not options or re.search(r"[<>^/?=\"'\[\];|]", body):
        return False
    plain = sum(map(body.count, "0123456789._*-,"))
    large = len(body) >= 256 and isqrt(len(body)) ** 2 == len(body)
    return 2 * plain > len(body) or large or "(" in body


class SdmLine(OneALine):
    name = "sdm"
    kind = "sudoku"
    summary = "A collection (.sdm): 81 digits a line, 0 for a blank."
    extensions = (".sdm",)
    contains = re.compile(r"(?<![\d._*Xx-])[\d._*Xx-]{70}")
    shape = re.compile(r"[\d._*Xx-]{70,90}(?:\s*#.*)?")

    def read_line(self, line: str) -> Puzzle:
        return Sudoku(read_81(line.partition("#")[0].rstrip()))

    def write_line(self, puzzle: Puzzle) -> str:
        return write_81(of_nine(self, puzzle).cells)


class CandidateLine(OneALine):
    """Sukaku: nine characters a cell, each its digit or a dot; one digit alone is a given."""

    name = "candidates"
    kind = "sudoku"
    summary = "729 characters a line: nine for each cell, the digit or '.' (Sukaku)."
    contains = re.compile(r"(?<!\S)\S{600}")
    shape = re.compile(r"\S{600,900}")

    def read_line(self, line: str) -> Puzzle:
        for index, char in enumerate(line):
            if char not in ".0" and char != str(index % 9 + 1):
                raise wrong(index + 1, char, f"{index % 9 + 1} or '.'")
        if len(line) != 729:
            at = min(len(line), 729) + 1
            raise ValueError(f"column {at}: found {len(line)} characters, expected 729")
        masks = [domain(int(c) for c in line[i : i + 9] if c not in ".0") for i in range(0, 729, 9)]
        if 0 in masks:
            column = masks.index(0) * 9 + 1
            raise wrong(column, line[column - 1 : column + 8], "at least one candidate in nine")
        cells = tuple(mask.bit_length() - 1 if mask.bit_count() == 1 else 0 for mask in masks)
        return Sudoku(cells, candidates=tuple(masks))

    def write_line(self, puzzle: Puzzle) -> str:
        sets = map(set, map(values, of_nine(self, puzzle, candidates=True).domains()))
        return "".join(str(d) if d in held else "." for held in sets for d in range(1, 10))


class PuzzleBankLine(OneALine):
    """The Sudoku Exchange puzzle bank. We know no rating, and write 0.0."""

    name = "puzzle-bank"
    kind = "sudoku"
    summary = "Records of 100 bytes: 12 digits of SHA-1, 81 digits, a rating."
    contains = re.compile(r" [\d.]{60}")
    shape = re.compile(r"([\da-fA-F]{8,16}) +([\d.]{60,100}) +[\d.]{1,5}")

    def read_line(self, line: str) -> Puzzle:
        match = self.matched(line, "12 digits of SHA-1, 81 digits and a rating")
        cells = read_81(match[2], match.start(2) + 1)
        if match[1].lower() != _sha1(match[2]):
            raise wrong(1, match[1], f"{_sha1(match[2])}, the SHA-1 of the digits")
        return Sudoku(cells)

    def write_line(self, puzzle: Puzzle) -> str:
        digits = write_81(of_nine(self, puzzle).cells)
        return f"{_sha1(digits)} {digits}  0.0"


def _sha1(digits: str) -> str:
    return hashlib.sha1(digits.encode(), usedforsecurity=False).hexdigest()[:12]


class SudokuWikiLink(OneALine):
    name = "sudokuwiki"
    kind = "sudoku"
    summary = "A link of sudokuwiki.org, ...?bd= and 81 digits, or the digits alone."
    contains = re.compile(r"bd=|(?<![\d.])[\d.]{70}")
    shape = re.compile(r"(\S*[?&])?bd=([^&#\s]*)\S*|[\d.]{70,90}")

    def read_line(self, line: str) -> Puzzle:
        match = self.matched(line, "a link with ?bd= and 81 digits, or 81 digits")
        if match[2] is None:
            return Sudoku(read_81(line))
        return Sudoku(read_81(match[2], match.start(2) + 1))

    def write_line(self, puzzle: Puzzle) -> str:
        return f"https://www.sudokuwiki.org/sudoku.htm?bd={write_81(of_nine(self, puzzle).cells)}"


class HodokuLine(OneALine):
    """Givens and placed digits (+) are both filled cells; deleted candidates are kept.

    The technique and what it should eliminate or place are read over.
    """

    name = "hodoku"
    kind = "sudoku"
    summary = "A line of HoDoKu's library, :technique:candidates:cells:deleted:…"
    contains = re.compile(":")
    shape = re.compile(r":[^:]*:[^:]*:[^:]*:.*")

    def read_line(self, line: str) -> Puzzle:
        fields = line.split(":")
        if not line.startswith(":") or not 7 <= len(fields) <= 9:
            expected = "6 to 8, the first in front"
            raise ValueError(f"column 1: found {len(fields) - 1} colons, expected {expected}")
        start = sum(len(field) + 1 for field in fields[:3]) + 1
        cells = _cells(fields[3], start)
        masks = [ALL_NINE] * 81
        for digit, cell in _deleted(fields[4], start + len(fields[3]) + 1):
            masks[cell] &= ~(1 << digit)
        return Sudoku(cells, candidates=tuple(masks))

    def write_line(self, puzzle: Puzzle) -> str:
        sudoku = of_nine(self, puzzle, candidates=True)
        deleted = (
            f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
            for cell, held in enumerate(sudoku.domains())
            if not sudoku.cells[cell]
            for digit in values(ALL_NINE & ~held)
        )
        return f":0000:x:{write_81(sudoku.cells, '.')}:{' '.join(deleted)}::"


def _cells(field: str, column: int) -> Cells:
    """81 cells, a + in front of those that the player placed."""
    if stray := re.search(r"\+(?![1-9])", field):
        raise wrong(column + stray.end(), field[stray.end() :][:1], "1 to 9 after +")
    if stray := re.search(r"[^0-9.+]", field):
        raise wrong(column + stray.start(), stray[0], "1 to 9, '.' for a blank, or +")
    return read_81(field.replace("+", ""), column + field.count("+"))


def _deleted(field: str, column: int) -> list[tuple[int, int]]:
    """The digit and the cell of each deleted candidate."""
    found = []
    for word, start in words(field):
        if not re.fullmatch(r"[1-9]{3}", word):
            raise wrong(column + start - 1, word, "a digit, a row and a column, each 1 to 9")
        digit, row, col = map(int, word)
        found.append((digit, (row - 1) * 9 + col - 1))
    return found


class PuzzlinkSudoku(Link):
    """A number in hex, - before one of two digits; g to z are 1 to 20 blanks; . is a blank too."""

    name = "puzzlink"
    kind = "sudoku"
    summary = "A link of puzz.link, …/p?sudoku/9/9/body."
    genre = "sudoku"
    largest = 25
    contains = re.compile("sudoku/")
    shape = re.compile(r"(?:\S*\?)?sudoku/(\d+)/(\d+)/(\S*)")

    def read_body(self, body: str, order: int, column: int) -> Puzzle:
        if order not in BOXES:
            raise wrong(column - 2, str(order), f"one of {', '.join(map(str, BOXES))}")
        cells: list[int] = []
        for item, at in items(body, column, r"-[0-9a-f]{2}|[0-9a-f.]|[g-z]"):
            if "g" <= item <= "z":
                cells += [0] * (ord(item) - ord("g") + 1)
                continue
            value = 0 if item == "." else int(item.removeprefix("-"), 16)
            if not 0 <= value <= order or item == "0":
                raise wrong(at, item, f"1 to {order} in hex, or g to z for blanks")
            cells.append(value)
        if len(cells) != order * order:
            at = column + len(body)
            raise ValueError(f"column {at}: found {len(cells)} cells, expected {order * order}")
        return Sudoku(tuple(cells), BOXES[order])

    def write_line(self, puzzle: Puzzle) -> str:
        sudoku = self.only(puzzle, Sudoku)
        if sudoku.diagonal or sudoku.candidates or sudoku.regions:
            raise self.refusal(puzzle, "it has no diagonals, no regions and no candidates")
        if BOXES.get(sudoku.order) != sudoku.box:
            shapes = ", ".join(f"{rows}x{cols}" for rows, cols in BOXES.values())
            raise self.refusal(puzzle, f"the site's boxes are {shapes}")
        shown = (f"-{value:x}" if value > 15 else f"{value:x}" for value in sudoku.cells)
        return self.link(sudoku.order, run_lengths(shown, "g", 20))
