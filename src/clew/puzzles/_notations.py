"""Reads and writes the notations of kinds that have only one or two.

They're separate from the kinds, so that reading a file imports only the kind that it needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from hashlib import sha1
from itertools import islice
from operator import xor
from typing import ClassVar, TypeVar

from clew.core.grid import read_size
from clew.core.puzzle import Puzzle
from clew.core.registry import find
from clew.notation._notation import Notation, OneAFile, OneALine, OwnText, numbered, placed, wrong
from clew.puzzles import _light_grid as light_grid
from clew.puzzles.lights_out import LightsOut
from clew.puzzles.queens.puzzle import Queens
from clew.puzzles.triangle.puzzle import Triangle
from clew.search.run import solve


class SinglesId(OwnText):
    name: ClassVar[str] = "singles"
    kind: ClassVar[str] = "hitori"
    summary: ClassVar[str] = "An id of Tatham's Singles, such as 3x2:112231."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d{1,9}x\d{1,9}\w{0,20}:\w{4}")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"(?i)\d+x\d+(?:d[a-z])?:[0-9a-z]*")


class KeenId(OwnText):
    name: ClassVar[str] = "keen"
    kind: ClassVar[str] = "kenken"
    summary: ClassVar[str] = "An id of Tatham's Keen, such as 2:__b,a3a3."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d\w{0,20}:[a-z_0-9]+,[amsd]\d")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d\w*:[a-z_0-9]*,[a-z0-9]*")


class PatternId(OwnText):
    name: ClassVar[str] = "pattern"
    kind: ClassVar[str] = "nonogram"
    summary: ClassVar[str] = "An id of Tatham's Pattern, such as 2x2:1/1/1/1."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d{1,9}x\d{1,9}:[\d.]*/")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d+x\d+:[\d./]*(?:,\w*)?")


class LoopyId(OwnText):
    name: ClassVar[str] = "loopy"
    kind: ClassVar[str] = "slitherlink"
    summary: ClassVar[str] = "An id of Tatham's Loopy on squares, such as 3x3t0:d4d."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d{1,9}x\d{1,9}t\d{1,9}\w{0,20}:")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d+x\d+t\d+\w*:\w*")


class TowersId(OwnText):
    name: ClassVar[str] = "towers"
    kind: ClassVar[str] = "towers"
    summary: ClassVar[str] = "An id of Tatham's Towers, such as 2:1/2/2/1/1/2/2/1."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d\w{0,20}:\d*/")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d+[a-z]*:[\d/]*(?:,\w*)?")


class MinesId(OneALine):
    """`COLSxROWS:x,y,` and the mines as hex digits: plain after u, masked after m.

    Clew reads it as the position after the first click, with a known number of mines.
    """

    name: ClassVar[str] = "mines"
    kind: ClassVar[str] = "minesweeper"
    summary: ClassVar[str] = "An id of Tatham's Mines, such as 4x4:0,0,u0001: its first position."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d{1,9}x\d{1,9}\w{0,20}:\d+,\d+,")
    shape: ClassVar[re.Pattern[str]] = re.compile(
        r"(\d+x\d+)(?:n\d+)?a?:(\d+),(\d+),([mu]?)([\da-fA-F]+)"
    )

    def read_line(self, line: str) -> Puzzle:
        match = self.matched(line, "COLSxROWS:x,y, u or m, and the mines in hex")
        cols, rows = read_size(match[1])
        area, digits = cols * rows, match[5]
        if len(digits) != (area + 3) // 4:
            raise wrong(match.start(5) + 1, digits, f"{(area + 3) // 4} hex digits")
        held = bytes.fromhex(digits + "0" * (len(digits) % 2))
        if match[4] == "m":
            held = unmasked(held, area)
        bits = "".join(f"{byte:08b}" for byte in held)[:area]
        mines = {divmod(cell, cols) for cell, bit in enumerate(bits) if bit == "1"}
        start = (int(match[3][:4]), int(match[2][:4]))
        if start[0] >= rows or start[1] >= cols or start in mines:
            raise wrong(match.start(2) + 1, f"{match[2]},{match[3]}", "a cell without a mine")
        shown = opened(mines, rows, cols, start)
        lines = "/".join(
            "".join(shown.get((row, col), ".") for col in range(cols)) for row in range(rows)
        )
        return find(self.kind).parse(f"{match[1]}n{len(mines)}:{lines}")

    def write_line(self, puzzle: Puzzle) -> str:
        if puzzle.name != self.kind:
            raise self.refusal(puzzle, f"it holds only {self.kind} puzzles")
        result = solve(puzzle, max_solutions=2)
        if not result.unique:
            raise self.refusal(puzzle, "it lists all mines, but the puzzle doesn't determine them")
        size, _, lines = str(puzzle).partition(":")
        bits = "".join(str(value) for value in result.solution.values())
        digits = f"{int(bits + '0' * (-len(bits) % 4), 2):0{(len(bits) + 3) // 4}x}"
        for row, line in enumerate(lines.split("/")):
            for col in (col for col, sign in enumerate(line) if sign != "."):
                text = f"{size.partition('n')[0]}:{col},{row},u{digits}"
                if self.read_line(text) == puzzle:
                    return text
        raise self.refusal(puzzle, "no first click opens just these cells, with the mines counted")


def unmasked(held: bytes, bits: int) -> bytes:
    """Remove the mask from the bits.

    The mask combines the second half with a stream made from the first, and then the first half
    with a stream made from the second.
    """
    half = len(held) // 2
    first, second = held[:half], held[half:]
    second = _mixed(second, first)
    if bits % 8:
        second = second[:-1] + bytes([second[-1] & 0xFF00 >> bits % 8])
    return _mixed(first, second) + second


def _mixed(held: bytes, seed: bytes) -> bytes:
    """XOR bytes with the SHA-1 of the seed and 0, of the seed and 1, and so on."""
    size = sha1().digest_size
    blocks = (
        sha1(seed + str(number).encode(), usedforsecurity=False).digest()
        for number in range(len(held) // size + 1)
    )
    return bytes(map(xor, held, b"".join(blocks)))


def opened(
    mines: set[tuple[int, int]], rows: int, cols: int, start: tuple[int, int]
) -> dict[tuple[int, int], str]:
    """Return the numbers that a click opens, including all numbers around a 0."""
    shown: dict[tuple[int, int], str] = {}
    waiting = [start]
    while waiting:
        row, col = cell = waiting.pop()
        if cell in shown or not (0 <= row < rows and 0 <= col < cols):
            continue
        around = [(row + r, col + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
        shown[cell] = str(len(mines.intersection(around)))
        waiting += around if shown[cell] == "0" else []
    return shown


class TriangleRows(OneAFile):
    name: ClassVar[str] = "triangle-rows"
    kind: ClassVar[str] = "triangle"
    summary: ClassVar[str] = "A line for each row of numbers, or [[4];[7;5]], then = and the total."
    extensions: ClassVar[tuple[str, ...]] = (".tri",)
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\A\s*(?:\d+\s*\n|\[\s*\[)")

    def fits(self, text: str) -> bool:
        return "=" in text[-40:]

    def read_one(self, text: str) -> Puzzle:
        return Triangle.parse(text)

    def write_one(self, puzzle: Puzzle) -> str:
        triangle = self.only(puzzle, Triangle)
        if triangle.path:
            raise self.refusal(puzzle, "it can't include the beginning of a path")
        rows = (" ".join(map(str, row)) for row in triangle.rows)
        return "".join(f"{row}\n" for row in rows) + f"={triangle.total}\n"


class QueensFen(OneALine):
    name: ClassVar[str] = "queens-fen"
    kind: ClassVar[str] = "queens"
    summary: ClassVar[str] = "Rows separated by /: Q for a queen, numbers for empty squares."
    contains: ClassVar[re.Pattern[str]] = re.compile("/")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\s*[Qq\d.]+(?:/[Qq\d.]*)+\s*")

    def read_line(self, line: str) -> Puzzle:
        return Queens.parse(line)

    def write_line(self, puzzle: Puzzle) -> str:
        queens = self.only(puzzle, Queens)
        return str(queens) if queens.placed else "/".join([str(queens.order)] * queens.order)


class QueensGrid(OneAFile):
    name: ClassVar[str] = "queens-grid"
    kind: ClassVar[str] = "queens"
    summary: ClassVar[str] = "Lines of Q and '.', one for each row of the board."
    contains: ClassVar[re.Pattern[str]] = re.compile("[Qq]")

    def fits(self, text: str) -> bool:
        return all(re.fullmatch(r"[Qq.*_ -]+", line) for _, line in numbered(text))

    def read_one(self, text: str) -> Puzzle:
        return Queens.parse("\n".join(line for _, line in numbered(text)))

    def write_one(self, puzzle: Puzzle) -> str:
        queens = self.only(puzzle, Queens)
        rows = [["."] * queens.order for _ in range(queens.order)]
        for row, col in queens.placed:
            rows[row][col] = "Q"
        return "".join(f"{''.join(row)}\n" for row in rows)


LARGEST_FLIP = 1000
"""The maximum number of squares in a Flip id, as its matrix has a bit for each pair of them."""
T = TypeVar("T")


class LightsGrid(OneAFile):
    """One line per row, with # and . or 1 and 0 or X and O; a press toggles a plus."""

    name: ClassVar[str] = "lights-grid"
    kind: ClassVar[str] = "lights-out"
    summary: ClassVar[str] = "Lines of # and '.', of 1 and 0 or of X and O, one for each row."
    contains: ClassVar[re.Pattern[str]] = re.compile(
        r"\A(?:[#.\s]+|[10\s]+|[XO\s]+|[xo\s]+|[*.\s]+|[*\-\s]+)\Z"
    )

    def fits(self, text: str) -> bool:
        """Check that at least one light is on, since a grid of blanks could be anything."""
        lengths = [len("".join(line.split())) for _, line in numbered(text)]
        lit = re.search("[#1Xx*]", text)
        return lit is not None and len(lengths) > 1 and len(set(lengths)) <= 2

    def read_one(self, text: str) -> Puzzle:
        rows, cols = _read_lights(
            numbered(text), light_grid.ON + light_grid.OFF, "# or ., 1 or 0, X or O"
        )
        return LightsOut(len(rows), cols, rows)

    def write_one(self, puzzle: Puzzle) -> str:
        return "".join(f"{row}\n" for row in _plus_lights(self, puzzle))


class LightsSized(OneAFile):
    """The boards of Carnegie Mellon's course 15-122, for its assignment "Lights Out".

    A # is a light that's on. The course's own boards confirm this: 4x4-solvable-in-3.txt and
    -in-7.txt need 3 and 7 presses if # is on, but 7 and 5 if O is. So does the source code: reading
    a board sets a bit for each #, and the goal is a board without lights.
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
        lit, _ = _read_lights(lines, "#O", "# or O", cols)
        if len(lit) != rows:
            raise ValueError(f"found {len(lit)} rows, expected {rows} for {cols}x{rows}")
        return LightsOut(rows, cols, lit)

    def write_one(self, puzzle: Puzzle) -> str:
        rows = [row.replace(".", "O") for row in _plus_lights(self, puzzle)]
        return f"{len(rows[0])}x{len(rows)}\n" + "".join(f"{row}\n" for row in rows)


def _read_lights(
    lines: Iterable[tuple[int, str]], signs: str, expected: str, cols: int = 0
) -> tuple[tuple[int, ...], int]:
    """Read the rows of lights, and return them with their length.

    If `cols` is 0, all rows must be as long as the first.
    """
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


def _plus_lights(notation: Notation, puzzle: Puzzle) -> list[str]:
    """Return the rows of a board on which a press toggles a plus, as strings of # and '.'."""
    lights = notation.only(puzzle, LightsOut)
    if lights.stencil != light_grid.PLUS or lights.torus or lights.matrix:
        raise notation.refusal(puzzle, "it holds only boards on which a press toggles a plus")
    return light_grid.write(lights.lit, lights.cols)


class Flip(OneALine):
    """`WxH:matrix,board`, both in hex. Row i of the matrix has the lights that press i toggles."""

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
        matrix = _at_column(match.start(3), lambda: light_grid.read_matrix(match[3], rows * cols))
        packed = _at_column(match.start(4), lambda: light_grid.read_hex(match[4], rows * cols))
        return LightsOut(rows, cols, light_grid.unpack(packed, rows, cols), matrix=matrix)

    def write_line(self, puzzle: Puzzle) -> str:
        lights = self.only(puzzle, LightsOut)
        if lights.size > LARGEST_FLIP:
            raise self.refusal(puzzle, f"its matrix is read up to {LARGEST_FLIP} squares")
        board = light_grid.write_hex(lights.packed, lights.size)
        return f"{lights.cols}x{lights.rows}:{light_grid.write_matrix(lights.masks)},{board}"


def _at_column(start: int, read: Callable[[], T]) -> T:
    """Read a part of the line, and add the column where it begins to any error."""
    try:
        return read()
    except ValueError as error:
        raise ValueError(f"column {start + 1}: {error}") from None
