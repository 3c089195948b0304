"""Sudokus in the notations of other programs."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import ClassVar
from xml.parsers import expat

from clew.core.faces import domain, values
from clew.core.grid import LARGEST_SYMBOL, Cells, stray_x, write_symbol
from clew.core.puzzle import Puzzle
from clew.notation._notation import (
    BLANK_SIGNS,
    NO_SQUARE,
    SAMPLE,
    SPACED,
    Link,
    Notation,
    OneAFile,
    OneALine,
    OwnText,
    is_spaced,
    items,
    numbered,
    placed,
    run_lengths,
    square_grid,
    words,
    write_rows,
    wrong,
)
from clew.notation._runs import (
    connected,
    edges,
    parted,
    read_cells,
    read_regions,
    write_cells,
    write_regions,
)
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.search.run import solve

# ------------------------------------------------------------------ digits
# Code that Sudoku notations share: 81 digits in a row, and puzzles that a notation rejects.


_NOT_A_CELL = re.compile(r"[^1-9" + re.escape(BLANK_SIGNS) + "]")
_AS_DIGITS = str.maketrans(BLANK_SIGNS, "0" * len(BLANK_SIGNS))


def read_81(text: str, column: int = 1) -> Cells:
    """Read 81 consecutive cells that start at this column of their line."""
    if found := _NOT_A_CELL.search(text):
        raise wrong(column + found.start(), found[0], "1 to 9, or '.' or 0 for a blank")
    if (slip := stray_x(text)) is not None:
        raise wrong(column + slip, text[slip], "1 to 9, or '.' or 0 for a blank")
    if len(text) != 81:
        at = column + min(len(text), 81)
        raise ValueError(f"column {at}: found {len(text)} cells, expected 81")
    return tuple(map(int, text.translate(_AS_DIGITS)))


def write_81(cells: Cells, blank: str = "0") -> str:
    return "".join(map(str, cells)).replace("0", blank)


def of_nine(notation: Notation, puzzle: Puzzle, candidates: bool = False) -> Sudoku:
    """Return the puzzle if it's an ordinary Sudoku of order 9, without candidates by default."""
    sudoku = ordinary(notation, puzzle, candidates)
    if sudoku.order != 9:
        raise notation.refusal(
            puzzle, f"it holds only 9x9 grids, not {sudoku.order}x{sudoku.order}"
        )
    return sudoku


def ordinary(notation: Notation, puzzle: Puzzle, candidates: bool = False) -> Sudoku:
    """Return the puzzle if it's a Sudoku with square boxes, without candidates by default."""
    sudoku = notation.only(puzzle, Sudoku)
    refusals = {
        "it has no jigsaw regions": sudoku.regions,
        "it holds only square boxes": sudoku.box[0] != sudoku.box[1],
        "it has no diagonals": sudoku.diagonal,
        "it has no candidates": sudoku.candidates and not candidates,
        "a cell has no candidate left": not all(sudoku.candidates),
    }
    for reason, applies in refusals.items():
        if applies:
            raise notation.refusal(puzzle, reason)
    return sudoku


# ------------------------------------------------------------------ one a line
# Sudoku with one puzzle per line: digits, candidates, records of collections, and links.


ALL_NINE = 0b11_1111_1110
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}
"""The boxes (rows, columns) that puzz.link draws, by order."""
SMALLEST = 16
"""The number of cells in the smallest Sudoku with boxes."""


class SudokuLine(OneALine):
    """Any Sudoku, in the format that the class Sudoku reads and writes."""

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
    """Check that a line consists of digits and blanks or, in a large grid, also letters."""
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
    summary = "A collection (.sdm): 81 digits per line, 0 for a blank."
    extensions = (".sdm",)
    contains = re.compile(r"(?<![\d._*Xx-])[\d._*Xx-]{70}")
    shape = re.compile(r"[\d._*Xx-]{70,90}(?:\s*#.*)?")

    def read_line(self, line: str) -> Puzzle:
        return Sudoku(read_81(line.partition("#")[0].rstrip()))

    def write_line(self, puzzle: Puzzle) -> str:
        return write_81(of_nine(self, puzzle).cells)


class CandidateLine(OneALine):
    """Sukaku: nine characters per cell, each a digit or a dot. A single digit is a given."""

    name = "candidates"
    kind = "sudoku"
    summary = "729 characters per line: nine for each cell, the digit or '.' (Sukaku)."
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
    """The format of Sudoku Exchange's puzzle bank. Clew writes 0.0 for the unknown rating."""

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
    summary = "A link of sudokuwiki.org, ...?bd= and 81 digits, or only the digits."
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
    """A line of HoDoKu's library. Placed digits (+) become givens; deletions stay deleted.

    Clew ignores the technique, and the digits that the technique should eliminate or place.
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
    """Read 81 cells, with a + before each digit that the player placed."""
    if stray := re.search(r"\+(?![1-9])", field):
        raise wrong(column + stray.end(), field[stray.end() :][:1], "1 to 9 after +")
    if stray := re.search(r"[^0-9.+]", field):
        raise wrong(column + stray.start(), stray[0], "1 to 9, '.' for a blank, or +")
    return read_81(field.replace("+", ""), column + field.count("+"))


def _deleted(field: str, column: int) -> list[tuple[int, int]]:
    """Return each deleted candidate's digit and cell."""
    found = []
    for word, start in words(field):
        if not re.fullmatch(r"[1-9]{3}", word):
            raise wrong(column + start - 1, word, "a digit, a row and a column, each 1 to 9")
        digit, row, col = map(int, word)
        found.append((digit, (row - 1) * 9 + col - 1))
    return found


class PuzzlinkSudoku(Link):
    """Hex numbers, with - before two digits. g to z stand for 1 to 20 blanks, and . for one."""

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


# ------------------------------------------------------------------ drawn
# Sudoku on several lines: .sdk files, Simple Sudoku's drawings, and rows of numbers.


NOT_SDK = re.compile(r"[^\w.*-]")
MOST_SLIPS = 2
"""The maximum number of wrong characters in a text that still counts as a grid.

The error names the first of them.
"""


class SdkFile(OneAFile):
    """A SadMan or SudoCue file. Clew doesn't read the player's [State] after the puzzle."""

    name = "sdk"
    kind = "sudoku"
    summary = "A file (.sdk): # headers, an optional [Puzzle], then nine lines of nine."
    extensions = (".sdk",)

    def fits(self, text: str) -> bool:
        rows = list(_sdk_rows(text).values())
        if len(rows) < 2 or abs(len(rows) - len(rows[0])) > 1:
            return False
        signs = "".join(rows)
        slips = len(NOT_SDK.findall(signs))
        plain = sum(map(signs.count, "0123456789._*-"))
        return slips == 0 or (slips <= MOST_SLIPS and 2 * plain > len(signs))

    def read_one(self, text: str) -> Puzzle:
        return _sudoku(_sdk_rows(text).items(), r"\S")

    def write_one(self, puzzle: Puzzle) -> str:
        return "".join(f"{row}\n" for row in _symbol_rows(_with_symbols(self, puzzle)))


def _sdk_rows(text: str) -> dict[int, str]:
    """Return the puzzle's lines by line number."""
    rows: dict[int, str] = {}
    for number, line in numbered(text, comments=True):
        if re.fullmatch(r"\[\w+\]", line.strip()):
            if rows:
                break
        else:
            rows[number] = line
    return rows


class SimpleSudokuDrawing(OneAFile):
    """A drawing with borders made of * + . : ' - = | and optional blanks between the cells."""

    name = "ss"
    kind = "sudoku"
    summary = "A drawing (.ss, Simple Sudoku): rows |.3.|4..|...|, borders with ---."
    extensions = (".ss",)
    contains = re.compile(r"---|\|")

    def fits(self, text: str) -> bool:
        return len(list(numbered(text))) > 2 and not re.search(r"[<>^,(]", text)

    def read_one(self, text: str) -> Puzzle:
        rows = (
            (number, line)
            for number, line in numbered(text)
            if "---" not in line or re.search(r"\w", line)  # the other lines are borders
        )
        return _sudoku(rows, r"[^\s|]")

    def write_one(self, puzzle: Puzzle) -> str:
        sudoku = _with_symbols(self, puzzle)
        side = sudoku.box[0]
        border = "-" * (sudoku.order + side - 1)
        between = f"|{'+'.join(['-' * side] * side)}|"
        drawn = [f"*{border}*"] if side > 2 else [f"*-{border}-*"]
        for number, row in enumerate(_symbol_rows(sudoku)):
            if number and number % side == 0:
                drawn.append(between if side > 2 else f"|-{between[1:-1]}-|")
            parts = "|".join(row[at : at + side] for at in range(0, sudoku.order, side))
            drawn.append(f"|{parts}|")
        return "\n".join([*drawn, drawn[0], ""])


class SudokuRows(OneAFile):
    name = "sudoku-rows"
    kind = "sudoku"
    summary = "Rows of numbers separated by blanks, 0 or '.' for a blank cell."
    contains = SPACED

    def fits(self, text: str) -> bool:
        return is_spaced(text)

    def read_one(self, text: str) -> Puzzle:
        return _sudoku(numbered(text, comments=True))

    def write_one(self, puzzle: Puzzle) -> str:
        return write_rows(ordinary(self, puzzle).cells)


def _with_symbols(notation: Notation, puzzle: Puzzle) -> Sudoku:
    sudoku = ordinary(notation, puzzle)
    if sudoku.order > LARGEST_SYMBOL:
        raise notation.refusal(puzzle, f"it has no symbol for {LARGEST_SYMBOL + 1}")
    return sudoku


def _symbol_rows(sudoku: Sudoku) -> list[str]:
    symbols = "".join(map(write_symbol, sudoku.cells))
    return [symbols[at : at + sudoku.order] for at in range(0, len(symbols), sudoku.order)]


def _sudoku(lines: Iterable[tuple[int, str]], cell: str = r"\S+") -> Sudoku:
    """Return the Sudoku that has these rows and square boxes."""
    cells = square_grid(lines, cell)
    order = isqrt(len(cells))
    side = isqrt(order)
    if side * side != order:
        raise ValueError(
            f"line 1: found a grid of order {order}, expected 4, 9, 16, 25 or 36: "
            "this notation doesn't give the boxes"
        )
    return Sudoku(cells, (side, side))


# ------------------------------------------------------------------ files
# Sudoku in files with many puzzles: tables with a header, and OpenSudoku's XML.


FIELDS = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}
"""The number of fields per cell in each version of a game in progress."""
_START = "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<opensudoku version=\"2\">\n"


class CsvTable(Notation):
    """A table with one puzzle per record, in the column that the header names."""

    kind = "sudoku"
    extensions = (".csv",)
    header: ClassVar[tuple[str, ...]]
    column: ClassVar[str]

    def fits(self, text: str) -> bool:
        names = text.lstrip().partition("\n")[0].split(",")
        return self.column.lower() in [name.strip().strip('"').lower() for name in names]

    def read(self, text: str) -> list[Puzzle]:
        lines = text.splitlines()
        records = _records(lines)
        _, header = next(records, (1, []))
        if self.column.lower() not in (names := [name.strip().lower() for name in header]):
            found = ", ".join(header)[:40]
            raise ValueError(
                f"line 1: found columns {found!r}, expected {self.column!r} among them"
            )
        which = names.index(self.column.lower())
        puzzles = [self._puzzle(number, lines, record, which) for number, record in records]
        if not puzzles:
            raise ValueError(f"line {len(lines)}: found no record, expected one per puzzle")
        return puzzles

    def _puzzle(self, number: int, lines: list[str], record: list[str], which: int) -> Puzzle:
        if which >= len(record):
            raise ValueError(
                f"line {number}: found {len(record)} fields, expected {self.column!r} as field "
                f"{which + 1}"
            )
        field = record[which]
        try:
            return Sudoku(read_81(field.strip(), max(lines[number - 1].find(field), 0) + 1))
        except ValueError as error:
            raise placed(f"line {number}", error) from None

    def write(self, puzzles: Sequence[Puzzle]) -> str:
        made = io.StringIO()
        table = csv.writer(made, lineterminator="\n")
        table.writerow(self.header)
        table.writerows(self.record(of_nine(self, puzzle)) for puzzle in puzzles)
        return made.getvalue()

    @abstractmethod
    def record(self, sudoku: Sudoku) -> Sequence[str]:
        """Return the fields of one puzzle."""

    def solution(self, sudoku: Sudoku) -> str:
        """Return the solution, which these tables list next to the puzzle."""
        answers = solve(sudoku).solutions
        if not answers:
            raise self.refusal(sudoku, "it needs the solution too, and there isn't one")
        return write_81(answers[0])


class KaggleTable(CsvTable):
    name = "csv-kaggle"
    summary = "A table quizzes,solutions with 0 for a blank (Kaggle)."
    header = ("quizzes", "solutions")
    column = "quizzes"
    contains = re.compile(column, re.IGNORECASE)

    def record(self, sudoku: Sudoku) -> Sequence[str]:
        return write_81(sudoku.cells), self.solution(sudoku)


class SudokuExtremeTable(CsvTable):
    name = "csv-extreme"
    summary = "A table source,question,answer,rating (sudoku-extreme)."
    header = ("source", "question", "answer", "rating")
    column = "question"
    contains = re.compile(column, re.IGNORECASE)

    def record(self, sudoku: Sudoku) -> Sequence[str]:
        return "clew", write_81(sudoku.cells, "."), self.solution(sudoku), "0"


class QqwingTable(CsvTable):
    name = "csv-qqwing"
    summary = "A table with a column Puzzle (qqwing --csv)."
    header = ("Puzzle", "")
    column = "Puzzle"
    contains = re.compile(column, re.IGNORECASE)

    def record(self, sudoku: Sudoku) -> Sequence[str]:
        return write_81(sudoku.cells, "."), ""


def _records(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the records that aren't empty, each with the number of its last line."""
    table = csv.reader(lines, strict=True)
    try:
        for record in table:
            if any(field.strip() for field in record):
                yield table.line_num, record
    except csv.Error as error:
        raise ValueError(f"line {table.line_num}: found {error}, expected a CSV record") from None


class OpenSudokuFile(Notation):
    """An OpenSudoku file. Clew reads only the givens, and rejects document types and entities."""

    name = "opensudoku"
    kind = "sudoku"
    summary = "The XML of OpenSudoku: <game data=…/>, with or without folders."
    extensions = (".opensudoku", ".xml")
    contains = re.compile(r"\A\s*<")

    def read(self, text: str) -> list[Puzzle]:
        puzzles: list[Puzzle] = []
        parser = expat.ParserCreate("utf-8")

        def where() -> str:
            return f"line {parser.CurrentLineNumber}, column {parser.CurrentColumnNumber + 1}"

        def refuse(*_: object) -> None:
            raise ValueError(f"{where()}: found a document type, expected plain elements")

        def start(tag: str, attributes: dict[str, str]) -> None:
            if tag == "game":
                try:
                    puzzles.append(_game(attributes.get("data", "")))
                except ValueError as error:
                    raise placed(where(), ValueError(f"game {len(puzzles) + 1}, {error}")) from None

        parser.StartDoctypeDeclHandler = refuse
        parser.StartElementHandler = start
        try:
            parser.Parse(text.lstrip().encode(), True)
        except expat.ExpatError as error:
            found = expat.ErrorString(error.code)
            raise ValueError(f"{where()}: found {found}, expected well-formed XML") from None
        if not puzzles:
            raise ValueError("line 1, column 1: found no <game data=…/>, expected at least one")
        return puzzles

    def write(self, puzzles: Sequence[Puzzle]) -> str:
        games = (write_81(of_nine(self, puzzle).cells) for puzzle in puzzles)
        lines = "".join(f'    <game data="{digits}" />\n' for digits in games)
        return f'{_START}  <folder name="clew">\n{lines}  </folder>\n</opensudoku>\n'


def _game(data: str) -> Sudoku:
    head = re.match(r"\s*version:\s*(\d+)\s+", data)
    return Sudoku(_played(data[head.end() :], head[1]) if head else read_81(data.strip()))


def _played(data: str, version: str) -> Cells:
    """Return the givens of a game in progress. Cells have a value, notes and an open flag."""
    if version not in FIELDS:
        raise wrong(1, f"version: {version}", "a version from 1 to 5")
    width = FIELDS[version]
    fields = data.replace("||", "|").rstrip("|\n ").split("|")
    if len(fields) != 81 * width:
        raise ValueError(f"column 1: found {len(fields)} fields, expected {81 * width}")
    cells = zip(fields[::width], fields[width - 1 :: width], strict=True)
    return read_81("".join(value if is_open == "0" else "0" for value, is_open in cells))


# ------------------------------------------------------------------ ids of Solo
# The ids of Simon Tatham's Solo: Sudoku with boxes of any shape, diagonals or jigsaw regions.


LARGEST = 31
"""The largest order that Solo accepts."""
KILLER = re.compile(
    r"""(?mix) (
        ^\d+x\d+:\w*:k:               # JSudoku and SudokuSolver
      | ^SumoCue\w*=                  # SumoCue
      | "(?:killer)?cages?"\s*:\s*\[(?=\s*[{\[])  # SudokuPad, f-puzzles
      | \bkiller\b
    )"""
)


class SoloId(OneALine):
    """`CxR:cells` with boxes C cells tall and R wide, or `Nj:cells,edges`. An x adds diagonals.

    A cell is a number, a letter stands for 1 to 26 blanks, and _ separates two numbers.
    """

    name = "solo"
    kind = "sudoku"
    summary = "An id of Tatham's Solo, such as 2x2:4e4b2e1 or 3x3x:… or 9j:…,…"
    contains = re.compile(r"[\djx]:")
    shape = re.compile(r"(\d+)(?:x(\d+)|j)(x?):([\da-z_]*)(?:,([a-z_]*))?")

    def unsupported(self, text: str) -> str:
        found = KILLER.search(text)
        if found is None:
            return ""
        line = text.count("\n", 0, found.start(1)) + 1
        reason = "a killer Sudoku: these are read as ids of Tatham's Solo only"
        return f"line {line}: found {found[1]!r}, {reason}"

    def read_line(self, line: str) -> Puzzle:
        match = self.matched(line, "CxR:cells or Nj:cells,edges")
        first, second, diagonal, body, told = match.groups()
        short = len(line) < 20_000 and len(first) < 3 and len(second or "") < 3
        order = int(first) * int(second or 1) if short else 0
        if not 1 <= order <= Sudoku.largest:
            raise wrong(1, line.partition(":")[0], f"an order up to {Sudoku.largest}")
        cells = read_cells(body, order, match.start(4) + 1)
        if second is None:
            regions = read_regions(told or "", order, len(line) + 1 - len(told or ""))
            return Sudoku(cells, diagonal=bool(diagonal), regions=regions)
        if told is not None:
            raise wrong(match.start(5), line[match.start(5) - 1 :], "the end: it has no regions")
        return Sudoku(cells, (int(first), int(second)), bool(diagonal))

    def write_line(self, puzzle: Puzzle) -> str:
        sudoku = self.only(puzzle, Sudoku)
        self._check(sudoku)
        diagonal = "x" if sudoku.diagonal else ""
        body = write_cells(sudoku.cells)
        if sudoku.regions:
            return f"{sudoku.order}j{diagonal}:{body},{write_regions(sudoku.regions, sudoku.order)}"
        return f"{sudoku.box[0]}x{sudoku.box[1]}{diagonal}:{body}"

    def _check(self, sudoku: Sudoku) -> None:
        if sudoku.candidates:
            raise self.refusal(sudoku, "it has no candidates")
        if sudoku.order > LARGEST:
            raise self.refusal(sudoku, f"the program takes orders up to {LARGEST}")
        if not sudoku.regions and min(sudoku.box) < 2:
            raise self.refusal(sudoku, "the program takes boxes of at least 2 x 2")
        if sudoku.regions:
            walls = {edge for edge in edges(sudoku.order) if parted(sudoku.regions, edge)}
            if len(set(connected(walls, sudoku.order))) != sudoku.order:
                raise self.refusal(sudoku, "a region is in several pieces")


class SoloKillerId(OwnText):
    name: ClassVar[str] = "solo-killer"
    kind: ClassVar[str] = "killer"
    summary: ClassVar[str] = "A killer id of Tatham's Solo, 3x3k:cells,cages,sums."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d(?:x\d{1,9}|j)x?k\w{0,20}:")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d+(?:x\d+|j)x?k\w*:[\da-z_]*(?:,[\da-z_]*)*")
