"""Lights Out: grids on lines, and the ids of Simon Tatham's Flip."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar, TypeVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import OneAFile, OneALine, numbered, wrong
from clew.puzzles.lights_out import PLUS, LightsOut
from clew.puzzles.lights_out import light_grid as bits

LARGEST_FLIP = 1000
"""The most squares of a Flip id that is read: its matrix has a bit for each pair."""
T = TypeVar("T")
ALPHABETS = ("#.", "10", "XO", "xo", "*.", "*-")


class LightsGrid(OneAFile):
    """A row a line, on and off as # and . or 1 and 0 or X and O; a press toggles a plus."""

    name: ClassVar[str] = "lights-grid"
    kind: ClassVar[str] = "lights-out"
    summary: ClassVar[str] = "Lines of # and '.', of 1 and 0 or of X and O, one for each row."

    def fits(self, text: str) -> bool:
        """One alphabet of two, with a light that is on; a grid of blanks alone says too little."""
        lines = ["".join(line.split()) for _, line in numbered(text)]
        used = set("".join(lines))
        return (
            len(lines) > 1
            and any(used <= set(pair) and pair[0] in used for pair in ALPHABETS)
            and len({len(line) for line in lines}) <= 2
        )

    def read_one(self, text: str) -> Puzzle:
        rows: list[int] = []
        cols = 0
        for number, line in numbered(text):
            for match in re.finditer(r"\S", line):
                if match[0] not in bits.ON + bits.OFF:
                    raise ValueError(
                        f"line {number}, column {match.start() + 1}: found {match[0]!r}, "
                        "expected # or ., 1 or 0, X or O"
                    )
            word = "".join(line.split())
            cols = cols or len(word)
            if len(word) != cols:
                raise ValueError(f"line {number}: found {len(word)} lights, expected {cols}")
            rows.append(bits.read_row(word, len(rows)))
        return LightsOut(len(rows), cols, tuple(rows))

    def write_one(self, puzzle: Puzzle) -> str:
        lights = self.only(puzzle, LightsOut)
        if lights.stencil != PLUS or lights.torus or lights.matrix:
            raise self.refusal(puzzle, "it says nothing of the rule, which is that of a plus")
        return "".join(f"{row}\n" for row in bits.write(lights.lit, lights.cols))


class Flip(OneALine):
    """`WxH:matrix,board`, both in hex: row i of the matrix is what pressing square i toggles."""

    name: ClassVar[str] = "flip"
    kind: ClassVar[str] = "lights-out"
    summary: ClassVar[str] = "An id of Tatham's Flip, such as 3x3:d074191345d1644c17058,6c8."
    shape: ClassVar[re.Pattern[str]] = re.compile(
        r"\s*(\d{1,4})x(\d{1,4})[cr]?:([0-9a-fA-F]+),([0-9a-fA-F]+)\s*"
    )

    def read_line(self, line: str) -> Puzzle:
        match = self.shape.fullmatch(line)
        if match is None:
            raise wrong(1, line, "WxH:matrix,board with both in hex")
        cols, rows = int(match[1]), int(match[2])
        if not 1 <= rows * cols <= LARGEST_FLIP:
            raise wrong(match.start(1) + 1, f"{cols}x{rows}", f"1 to {LARGEST_FLIP} squares")
        matrix = _at(match.start(3), lambda: bits.read_matrix(match[3], rows * cols))
        packed = _at(match.start(4), lambda: bits.read_hex(match[4], rows * cols))
        return LightsOut(rows, cols, bits.unpack(packed, rows, cols), matrix=matrix)

    def write_line(self, puzzle: Puzzle) -> str:
        lights = self.only(puzzle, LightsOut)
        if lights.size > LARGEST_FLIP:
            raise self.refusal(puzzle, f"its matrix is read up to {LARGEST_FLIP} squares")
        board = bits.write_hex(lights.packed, lights.size)
        return f"{lights.cols}x{lights.rows}:{bits.write_matrix(lights.masks)},{board}"


def _at(start: int, read: Callable[[], T]) -> T:
    """What a part of the line says; an error names the column where the part begins."""
    try:
        return read()
    except ValueError as error:
        raise ValueError(f"column {start + 1}: {error}") from None
