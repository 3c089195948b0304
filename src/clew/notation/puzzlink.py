"""Links of puzz.link: Sudoku, and Minarism for a Futoshiki without givens."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import OneALine, wrong
from clew.puzzles.latin_squares._notation import between, edges
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.sudoku import Sudoku

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}
"""The boxes (rows, columns) that the site draws."""


class Link(OneALine):
    """`…?genre/columns/rows/body`, or what follows the question mark."""

    genre: ClassVar[str]
    largest: ClassVar[int]

    def read_line(self, line: str) -> Puzzle:
        match = self.shape.fullmatch(line)
        if match is None:
            raise wrong(1, line, f"…{self.genre}/columns/rows/body")
        cols, rows, body = match.groups()
        if cols != rows or len(cols) > 3 or not 1 <= int(cols) <= self.largest:
            raise wrong(match.start(1) + 1, f"{cols}/{rows}", f"a square up to {self.largest}")
        return self.read_body(body, int(cols), match.start(3) + 1)

    @abstractmethod
    def read_body(self, body: str, order: int, column: int) -> Puzzle:
        """The puzzle of what follows the size; it starts in that column."""

    def link(self, order: int, body: str) -> str:
        return f"https://puzz.link/p?{self.genre}/{order}/{order}/{body}"


class PuzzlinkSudoku(Link):
    """A number in hex, - before one of two digits; g to z are 1 to 20 blanks; . is a blank too."""

    name: ClassVar[str] = "puzzlink"
    kind: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "A link of puzz.link, …/p?sudoku/9/9/body."
    genre: ClassVar[str] = "sudoku"
    largest: ClassVar[int] = 25
    shape: ClassVar[re.Pattern[str]] = re.compile(r"(?:\S*\?)?sudoku/(\d+)/(\d+)/(\S*)")

    def read_body(self, body: str, order: int, column: int) -> Puzzle:
        if order not in BOXES:
            raise wrong(column - 2, str(order), f"one of {', '.join(map(str, BOXES))}")
        cells: list[int] = []
        for item, at in _items(body, column, r"-[0-9a-f]{2}|[0-9a-f.]|[g-z]"):
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
        return self.link(sudoku.order, _run_lengths(shown, "g", 20))


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
        for item, place in _items(body, column, r"[0-9a-f.-]|[g-z]"):
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
        return self.link(futoshiki.order, _run_lengths(shown, "i", 18))


def _items(body: str, column: int, pattern: str) -> Iterator[tuple[str, int]]:
    """The items of a body with their columns."""
    for match in re.finditer(f"{pattern}|.", body):
        if not re.fullmatch(pattern, match[0]):
            raise wrong(column + match.start(), match[0], "0 to 9 and a to z")
        yield match[0], column + match.start()


def _run_lengths(items: Iterable[str], first: str, longest: int) -> str:
    """The items, with each run of "0" counted by letters from `first` on."""
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
