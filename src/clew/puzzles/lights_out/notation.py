"""Lights Out: grids on lines, with their size first or without, and the ids of Tatham's Flip."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import ClassVar, TypeVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import Notation, OneAFile, OneALine, numbered, placed, wrong
from clew.puzzles.lights_out import light_grid
from clew.puzzles.lights_out.puzzle import LightsOut

LARGEST_FLIP = 1000
"""The most squares of a Flip id that is read: its matrix has a bit for each pair."""
T = TypeVar("T")


class LightsGrid(OneAFile):
    """A row a line, on and off as # and . or 1 and 0 or X and O; a press toggles a plus."""

    name: ClassVar[str] = "lights-grid"
    kind: ClassVar[str] = "lights-out"
    summary: ClassVar[str] = "Lines of # and '.', of 1 and 0 or of X and O, one for each row."
    contains: ClassVar[re.Pattern[str]] = re.compile(
        r"\A(?:[#.\s]+|[10\s]+|[XO\s]+|[xo\s]+|[*.\s]+|[*\-\s]+)\Z"
    )

    def fits(self, text: str) -> bool:
        """At least one light is on: a grid of blanks could be anything."""
        lengths = [len("".join(line.split())) for _, line in numbered(text)]
        lit = re.search("[#1Xx*]", text)
        return lit is not None and len(lengths) > 1 and len(set(lengths)) <= 2

    def read_one(self, text: str) -> Puzzle:
        rows, cols = _read_rows(
            numbered(text), light_grid.ON + light_grid.OFF, "# or ., 1 or 0, X or O"
        )
        return LightsOut(len(rows), cols, rows)

    def write_one(self, puzzle: Puzzle) -> str:
        return "".join(f"{row}\n" for row in _plus_rows(self, puzzle))


class LightsSized(OneAFile):
    """The boards of Carnegie Mellon's course 15-122, for its assignment "Lights Out".

    That # is on follows from the course's own boards: 4x4-solvable-in-3.txt and -in-7.txt need 3
    and 7 presses if it is, and would need 7 and 5 if O were. So do its sources: the function that
    reads a board sets a bit for each #, and the goal is the board without light_grid.
    """

    name: ClassVar[str] = "lights-sized"
    kind: ClassVar[str] = "lights-out"
    summary: ClassVar[str] = "COLSxROWS, then a line of # (on) and O (off) for each row (CMU)."
    size: ClassVar[re.Pattern[str]] = re.compile(r"\s*(\d{1,6})x(\d{1,6})")
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\A\s*\d{1,6}x\d")

    def fits(self, text: str) -> bool:
        lines = [line for _, line in islice(numbered(text), 2)]
        sized = len(lines) == 2 and self.size.fullmatch(lines[0])
        return bool(sized and re.search("[#O]", lines[1]))

    def read_one(self, text: str) -> Puzzle:
        lines = numbered(text)
        number, first = next(lines, (1, ""))
        size = self.size.fullmatch(first)
        if size is None:
            raise placed(f"line {number}", wrong(1, first, "COLSxROWS, such as 5x5"))
        cols, rows = map(int, size.groups())
        lit, _ = _read_rows(lines, "#O", "# or O", cols)
        if len(lit) != rows:
            raise ValueError(f"found {len(lit)} rows, expected {rows} for {cols}x{rows}")
        return LightsOut(rows, cols, lit)

    def write_one(self, puzzle: Puzzle) -> str:
        rows = [row.replace(".", "O") for row in _plus_rows(self, puzzle)]
        return f"{len(rows[0])}x{len(rows)}\n" + "".join(f"{row}\n" for row in rows)


def _read_rows(
    lines: Iterable[tuple[int, str]], signs: str, expected: str, cols: int = 0
) -> tuple[tuple[int, ...], int]:
    """The rows of lights, and how many each has: as many as the first, if it is not given."""
    rows: list[int] = []
    for number, line in lines:
        for match in re.finditer(r"\S", line):
            if match[0] not in signs:
                raise placed(f"line {number}", wrong(match.start() + 1, match[0], expected))
        word = "".join(line.split())
        cols = cols or len(word)
        if len(word) != cols:
            raise ValueError(f"line {number}: found {len(word)} lights, expected {cols}")
        rows.append(light_grid.read_row(word, len(rows)))
    return tuple(rows), cols


def _plus_rows(notation: Notation, puzzle: Puzzle) -> list[str]:
    """The rows of a board on which a press toggles a plus, as words of # and '.'."""
    lights = notation.only(puzzle, LightsOut)
    if lights.stencil != light_grid.PLUS or lights.torus or lights.matrix:
        raise notation.refusal(puzzle, "it holds only boards on which a press toggles a plus")
    return light_grid.write(lights.lit, lights.cols)


class Flip(OneALine):
    """`WxH:matrix,board`, both in hex: row i of the matrix is what pressing square i toggles."""

    name: ClassVar[str] = "flip"
    kind: ClassVar[str] = "lights-out"
    summary: ClassVar[str] = "An id of Tatham's Flip, such as 3x3:d074191345d1644c17058,6c8."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\dx\d{1,4}[cr]?:")
    shape: ClassVar[re.Pattern[str]] = re.compile(
        r"\s*(\d{1,4})x(\d{1,4})[cr]?:([0-9a-fA-F]+),([0-9a-fA-F]+)\s*"
    )

    def read_line(self, line: str) -> Puzzle:
        match = self.matched(line, "WxH:matrix,board with both in hex")
        cols, rows = int(match[1]), int(match[2])
        if not 1 <= rows * cols <= LARGEST_FLIP:
            raise wrong(match.start(1) + 1, f"{cols}x{rows}", f"1 to {LARGEST_FLIP} squares")
        matrix = _at(match.start(3), lambda: light_grid.read_matrix(match[3], rows * cols))
        packed = _at(match.start(4), lambda: light_grid.read_hex(match[4], rows * cols))
        return LightsOut(rows, cols, light_grid.unpack(packed, rows, cols), matrix=matrix)

    def write_line(self, puzzle: Puzzle) -> str:
        lights = self.only(puzzle, LightsOut)
        if lights.size > LARGEST_FLIP:
            raise self.refusal(puzzle, f"its matrix is read up to {LARGEST_FLIP} squares")
        board = light_grid.write_hex(lights.packed, lights.size)
        return f"{lights.cols}x{lights.rows}:{light_grid.write_matrix(lights.masks)},{board}"


def _at(start: int, read: Callable[[], T]) -> T:
    """Read a part of the line; an error names the column where the part begins."""
    try:
        return read()
    except ValueError as error:
        raise ValueError(f"column {start + 1}: {error}") from None
