"""Futoshiki with one puzzle a line: ids of Tatham's Unequal, and Minarism links of puzz.link."""

from __future__ import annotations

import re

from clew.core.grid import edges
from clew.core.puzzle import Puzzle
from clew.notation._notation import Link, OneALine, items, run_lengths, wrong
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.signs import between, sign


class UnequalId(OneALine):
    name = "unequal"
    kind = "futoshiki"
    summary = "An id of Tatham's Unequal, such as 4:0,0R,…, or 4a:… (adjacent)."
    contains = re.compile(r"\da?:")
    shape = re.compile(r"\s*\d+a?:[\w\s]*,.*")

    def read_line(self, line: str) -> Puzzle:
        try:
            return Futoshiki.parse(line)
        except ValueError as error:
            cell = re.match(r"cell (\d+)", str(error))
            if cell is None:
                raise
            raise ValueError(f"column {_column(line, int(cell[1]))}: {error}") from None

    def write_line(self, puzzle: Puzzle) -> str:
        futoshiki = self.only(puzzle, Futoshiki)
        if not 3 <= futoshiki.order <= 32:
            raise self.refusal(puzzle, "the program takes orders from 3 to 32")
        if not futoshiki.adjacent:
            between(self, futoshiki)
        return str(futoshiki)


def _column(line: str, item: int) -> int:
    """The column where an item between commas starts."""
    items = line.split(",")[: item - 1]
    return sum(len(each) + 1 for each in items) + 1 if items else line.index(":") + 2


class MinarismLink(Link):
    """g: the left or upper cell is smaller, h: it is greater; i to z: 1 to 18 without."""

    name = "minarism"
    kind = "futoshiki"
    summary = "A link of puzz.link, …/p?minarism/5/5/body: signs, and no givens."
    genre = "minarism"
    largest = Futoshiki.largest
    contains = re.compile("minarism/")
    shape = re.compile(r"(?:\S*\?)?minarism/(\d+)/(\d+)/(\S*)")

    def read_body(self, body: str, order: int, column: int) -> Puzzle:
        borders = edges(order, order)
        signs: list[tuple[int, int]] = []
        at = 0
        for item, place in items(body, column, r"[0-9a-f.-]|[g-z]"):
            if item < "g":
                raise wrong(place, item, "g, h or i to z: a Futoshiki has no differences")
            if item in "gh" and at < len(borders):
                signs.append(borders[at] if item == "g" else borders[at][::-1])
            at += 1 if item in "gh" else ord(item) - ord("i") + 1
        if at != len(borders):
            end = column + len(body)
            raise ValueError(f"column {end}: found {at} borders, expected {len(borders)}")
        return Futoshiki((0,) * (order * order), tuple(signs))

    def write_line(self, puzzle: Puzzle) -> str:
        futoshiki = self.only(puzzle, Futoshiki)
        if any(futoshiki.cells):
            raise self.refusal(puzzle, "it has no givens")
        shown = (sign(is_less, "0gh") for is_less in between(self, futoshiki))
        return self.link(futoshiki.order, run_lengths(shown, "i", 18))
