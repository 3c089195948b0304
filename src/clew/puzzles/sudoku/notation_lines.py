"""Sudoku with one puzzle a line: the common line, .sdm, candidates, puzzle bank, SudokuWiki."""

from __future__ import annotations

import hashlib
import re
from math import isqrt
from typing import ClassVar

from clew.core.faces import domain, values
from clew.core.puzzle import Puzzle
from clew.notation._notation import SAMPLE, OneALine, numbered, wrong
from clew.puzzles.sudoku._notation import of_nine, read_81, with_candidates, write_81
from clew.puzzles.sudoku.puzzle import Sudoku


class Line(OneALine):
    """Any Sudoku there is, as Sudoku itself reads and writes it."""

    name: ClassVar[str] = "line"
    kind: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "All cells on one line, '.' or 0 for a blank, # for comments."

    def fits(self, text: str) -> bool:
        lines = [line for _, line in numbered(text, comments=True)][:SAMPLE]
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
    plain = sum(char in "0123456789._*-," for char in body)
    large = len(body) >= 256 and isqrt(len(body)) ** 2 == len(body)
    return 2 * plain > len(body) or large or "(" in body


class Sdm(OneALine):
    name: ClassVar[str] = "sdm"
    kind: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "A collection (.sdm): 81 digits a line, 0 for a blank."
    extensions: ClassVar[tuple[str, ...]] = (".sdm",)
    shape: ClassVar[re.Pattern[str]] = re.compile(r"[\d._*Xx-]{70,90}(?:\s*#.*)?")

    def read_line(self, line: str) -> Puzzle:
        return Sudoku(read_81(line.partition("#")[0].rstrip()))

    def write_line(self, puzzle: Puzzle) -> str:
        return write_81(of_nine(self, puzzle).cells)


class Candidates(OneALine):
    """Sukaku: nine characters a cell, each its digit or a dot; one digit alone is a given."""

    name: ClassVar[str] = "candidates"
    kind: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "729 characters a line: nine for each cell, the digit or '.' (Sukaku)."
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\S{600,900}")

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
        return with_candidates(cells, masks)

    def write_line(self, puzzle: Puzzle) -> str:
        sets = map(set, map(values, of_nine(self, puzzle, candidates=True).domains()))
        return "".join(str(d) if d in held else "." for held in sets for d in range(1, 10))


class PuzzleBank(OneALine):
    """The Sudoku Exchange puzzle bank. We know no rating, and write 0.0."""

    name: ClassVar[str] = "puzzle-bank"
    kind: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "Records of 100 bytes: 12 digits of SHA-1, 81 digits, a rating."
    shape: ClassVar[re.Pattern[str]] = re.compile(
        r"([\da-fA-F]{8,16}) +([\d.]{60,100}) +[\d.]{1,5}"
    )

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


class SudokuWiki(OneALine):
    name: ClassVar[str] = "sudokuwiki"
    kind: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "A link of sudokuwiki.org, ...?bd= and 81 digits, or the digits alone."
    shape: ClassVar[re.Pattern[str]] = re.compile(r"(\S*[?&])?bd=([^&#\s]*)\S*|[\d.]{70,90}")

    def read_line(self, line: str) -> Puzzle:
        match = self.matched(line, "a link with ?bd= and 81 digits, or 81 digits")
        if match[2] is None:
            return Sudoku(read_81(line))
        return Sudoku(read_81(match[2], match.start(2) + 1))

    def write_line(self, puzzle: Puzzle) -> str:
        return f"https://www.sudokuwiki.org/sudoku.htm?bd={write_81(of_nine(self, puzzle).cells)}"
