"""Grids on several lines: Futoshiki drawn with its signs, and rows of a Latin square."""

from __future__ import annotations

import re
from typing import NamedTuple

from clew.board.text import text as drawn
from clew.core.puzzle import Puzzle
from clew.notation._notation import (
    SPACED,
    OneAFile,
    is_spaced,
    numbered,
    placed,
    square_grid,
    words,
    write_rows,
    wrong,
)
from clew.puzzles.latin_squares.face import Pair
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.puzzles.latin_squares.signs import between, number

SIGNS = re.compile(r"[\s^v∧∨V]+")


class DrawnBox(NamedTuple):
    """A cell of the drawing: what it holds, and the columns it spans."""

    word: str
    first: int
    last: int


class FutoshikiDrawing(OneAFile):
    """A sign between rows stands under the cell above it, or one column beside."""

    name = "futoshiki-drawing"
    kind = "futoshiki"
    summary = "A drawing: rows such as 3   . > . with lines of ^ v (or ∧ ∨) between."
    contains = re.compile("[<>^v∧∨V]")

    def fits(self, text: str) -> bool:
        lines = [line for _, line in numbered(text)]
        rows = [line for line in lines if not SIGNS.fullmatch(line)]
        cells = all(re.fullmatch(r"[\s\w.<>*?]+", line) for line in rows)
        signs = len(rows) < len(lines) or any(re.search("[<>]", line) for line in rows)
        return bool(rows) and cells and signs and bool(re.match(r"\s*[\d._*]+\s+\S", rows[0]))

    def read_one(self, text: str) -> Puzzle:
        rows: list[tuple[int, list[DrawnBox]]] = []
        signs: list[Pair] = []
        order = _order(text)
        for line, content in numbered(text):
            if SIGNS.fullmatch(content):
                signs += _down(line, content, rows, order)
            else:
                boxes, across = _across(line, content, len(rows) * order)
                if len(rows) == order:
                    after = "found a row after the last"
                    raise ValueError(f"line {line}: {after}, expected {order} rows")
                if len(boxes) != order:
                    raise ValueError(f"line {line}: found {len(boxes)} cells, expected {order}")
                rows.append((line, boxes))
                signs += across
        if len(rows) != order:
            raise ValueError(f"line {rows[-1][0]}: found {len(rows)} rows, expected {order}")
        values = [
            0 if box.word in "._*" else number(box.word, box.first, line, order)
            for line, boxes in rows
            for box in boxes
        ]
        return Futoshiki(tuple(values), tuple(signs))

    def write_one(self, puzzle: Puzzle) -> str:
        futoshiki = self.only(puzzle, Futoshiki)
        if not any(is_less is not None for is_less in between(self, futoshiki)):
            raise self.refusal(puzzle, "without signs it would be the drawing of a Latin square")
        return drawn(futoshiki.board()) + "\n"


class LatinRows(OneAFile):
    name = "latin-rows"
    kind = "latin"
    summary = "Rows of numbers separated by blanks, 0 or '.' for a blank cell."
    contains = SPACED

    def fits(self, text: str) -> bool:
        return is_spaced(text)

    def read_one(self, text: str) -> Puzzle:
        return Latin(square_grid(numbered(text, comments=True)))

    def write_one(self, puzzle: Puzzle) -> str:
        return write_rows(self.only(puzzle, Latin).cells)


def _order(text: str) -> int:
    """The number of cells in the first row that has any."""
    for line, content in numbered(text):
        if not SIGNS.fullmatch(content):
            found = len(_across(line, content, 0)[0])
            if found > Futoshiki.largest:
                expected = f"at most {Futoshiki.largest}"
                raise ValueError(f"line {line}: found {found} cells, expected {expected}")
            return found
    raise ValueError("line 1, column 1: found no row of cells, expected a drawing")


def _across(line: int, content: str, start: int) -> tuple[list[DrawnBox], list[Pair]]:
    """The cells of a row from cell `start` on, and the signs between them."""
    boxes: list[DrawnBox] = []
    signs: list[Pair] = []
    open_sign = True
    for word, column in words(content, r"\d+|\S"):
        if word in "<>":
            if open_sign:
                raise placed(f"line {line}", wrong(column, word, "a cell"))
            left = start + len(boxes) - 1
            signs.append((left, left + 1) if word == "<" else (left + 1, left))
        else:
            boxes.append(DrawnBox(word, column, column + len(word) - 1))
        open_sign = word in "<>"
    if open_sign:
        raise placed(f"line {line}", wrong(len(content) + 1, "", "a cell after the sign"))
    return boxes, signs


def _down(
    line: int, content: str, rows: list[tuple[int, list[DrawnBox]]], order: int
) -> list[Pair]:
    """The signs of a line between two rows."""
    if not 0 < len(rows) < order:
        word, column = words(content)[0]
        raise placed(f"line {line}", wrong(column, word, "a row of cells: it points outside"))
    signs = []
    for word, column in words(content, r"\S"):
        above = (len(rows) - 1) * order + _above(line, word, column, rows[-1][1])
        pair = (above, above + order)
        signs.append(pair if word in "^∧" else pair[::-1])
    return signs


def _above(line: int, word: str, column: int, boxes: list[DrawnBox]) -> int:
    for slack in (0, 1):
        for place, box in enumerate(boxes):
            if box.first - slack <= column <= box.last + slack:
                return place
    raise placed(f"line {line}", wrong(column, word, "a sign under a cell"))
