"""Minarism links of puzz.link, for a Futoshiki without givens."""

from __future__ import annotations

import re
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import Link, items, run_lengths, wrong
from clew.puzzles.latin_squares._notation import between, edges
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki


class PuzzlinkMinarism(Link):
    """g: the left or upper cell is smaller, h: it is greater; i to z: 1 to 18 without."""

    name: ClassVar[str] = "minarism"
    kind: ClassVar[str] = "futoshiki"
    summary: ClassVar[str] = "A link of puzz.link, …/p?minarism/5/5/body: signs, and no givens."
    genre: ClassVar[str] = "minarism"
    largest: ClassVar[int] = Futoshiki.largest
    shape: ClassVar[re.Pattern[str]] = re.compile(r"(?:\S*\?)?minarism/(\d+)/(\d+)/(\S*)")

    def read_body(self, body: str, order: int, column: int) -> Puzzle:
        borders = edges(order)
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
        smaller = between(self, futoshiki)
        shown = ("0" if is_less is None else "g" if is_less else "h" for is_less in smaller)
        return self.link(futoshiki.order, run_lengths(shown, "i", 18))
