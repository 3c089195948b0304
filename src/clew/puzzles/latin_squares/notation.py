"""Latin squares and Futoshikis in other programs' notations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clew.board.text import text as drawn
from clew.core.grid import edges
from clew.core.puzzle import Puzzle
from clew.notation._notation import (
    NO_SQUARE,
    SPACED,
    Link,
    Notation,
    OneAFile,
    OneALine,
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
from clew.puzzles.latin_squares.face import Pair, are_neighbours
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki, read_blocks
from clew.puzzles.latin_squares.puzzle_latin import Latin

# ------------------------------------------------------------------ signs
# The borders between cells and the signs on them, for all notations of Futoshiki.


def between(notation: Notation, puzzle: Futoshiki) -> list[bool | None]:
    """Return True for each edge whose first cell is smaller, False if greater, None if no sign."""
    if puzzle.adjacent:
        raise notation.refusal(puzzle, "it has no adjacent mode")
    signs = set(puzzle.signs)
    if any(pair[::-1] in signs for pair in signs):
        raise notation.refusal(puzzle, "two cells have both signs between them")
    return [
        True if edge in signs else False if edge[::-1] in signs else None
        for edge in edges(puzzle.order, puzzle.order)
    ]


def blocks(items: Sequence[str], order: int) -> list[list[str]]:
    """Split the items for all edges into the rows of two blocks, left-right and upper-lower."""
    wide, split = order - 1, order * (order - 1)
    across = [list(items[at : at + wide]) for at in range(0, split, wide)] if wide else []
    return across + [list(items[at : at + order]) for at in range(split, 2 * split, order)]


def cell_rows(puzzle: Futoshiki) -> list[list[str]]:
    """Return the cells as rows of numbers, with 0 for a blank."""
    shown, order = list(map(str, puzzle.cells)), puzzle.order
    return [shown[at : at + order] for at in range(0, len(shown), order)]


def sign(is_less: bool | None, words: Sequence[str]) -> str:
    """Choose an edge's word from three: no sign, first cell smaller, first cell greater."""
    return words[0 if is_less is None else 1 if is_less else 2]


def number(word: str, column: int, line: int, largest: int) -> int:
    """Read a cell's number, or 0 for a blank."""
    value = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else -1
    if not 0 <= value <= largest:
        raise placed(f"line {line}", wrong(column, word, f"0 to {largest}"))
    return value


# ------------------------------------------------------------------ one per line
# Futoshiki with one puzzle per line: ids of Tatham's Unequal, and Minarism links of puzz.link.


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
    """Return the column where an item between commas starts."""
    items = line.split(",")[: item - 1]
    return sum(len(each) + 1 for each in items) + 1 if items else line.index(":") + 2


class MinarismLink(Link):
    """Signs as letters: g if the left or upper cell is smaller, h if it's greater.

    i to z stand for 1 to 18 borders without a sign.
    """

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


# ------------------------------------------------------------------ drawn
# Grids on several lines: Futoshiki drawn with its signs, and rows of a Latin square.


SIGNS = re.compile(r"[\s^v∧∨V]+")


class DrawnBox(NamedTuple):
    """A cell in the drawing: its text, and its first and last column."""

    word: str
    first: int
    last: int


class FutoshikiDrawing(OneAFile):
    """A drawing with signs. A sign between rows is under its upper cell, or one column off."""

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
            raise self.refusal(puzzle, "without signs, it would be a drawing of a Latin square")
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
    """Count the cells in the first row that has any."""
    for line, content in numbered(text):
        if not SIGNS.fullmatch(content):
            found = len(_across(line, content, 0)[0])
            if found > Futoshiki.largest:
                expected = f"at most {Futoshiki.largest}"
                raise ValueError(f"line {line}: found {found} cells, expected {expected}")
            return found
    raise ValueError("line 1, column 1: found no row of cells, expected a drawing")


def _across(line: int, content: str, start: int) -> tuple[list[DrawnBox], list[Pair]]:
    """Read a row's cells from cell `start` on, and the signs between them."""
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
    """Read the signs on a line between two rows."""
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


# ------------------------------------------------------------------ files
# Futoshiki in course files: as three blocks, with commas, as lists, or with START: and REL:.


class ThreeBlocks(OneAFile):
    """Three blocks, with or without spaces between the symbols."""

    name = "futoshiki-course"
    kind = "futoshiki"
    summary = "Rows of cells, then rows of 0 < >, then rows of 0 ^ v."
    contains = NO_SQUARE

    def fits(self, text: str) -> bool:
        lines = list(numbered(text))
        row = lines[0][1].split() if lines else []
        order = len(row[0]) if len(row) == 1 else len(row)
        symbols = "".join(text.split())
        good = sum(map("0123456789<>^v".count, symbols))
        return len(lines) >= 2 * order > 0 and 10 * good >= 9 * len(symbols)

    def read_one(self, text: str) -> Puzzle:
        try:
            return Futoshiki.parse(text)
        except ValueError as error:
            if str(error).startswith("line"):
                raise
            last = max((line for line, _ in numbered(text)), default=1)
            raise placed(f"line {last}", error) from None

    def write_one(self, puzzle: Puzzle) -> str:
        futoshiki = self.only(puzzle, Futoshiki)
        smaller = between(self, futoshiki)
        half = len(smaller) // 2
        signs = [sign(is_less, "0<>") for is_less in smaller[:half]]
        signs += [sign(is_less, "0^v") for is_less in smaller[half:]]
        rows, order = blocks(signs, futoshiki.order), futoshiki.order
        parts = [part for part in (cell_rows(futoshiki), rows[:order], rows[order:]) if part]
        return "\n".join("".join(f"{' '.join(row)}\n" for row in part) for part in parts)


class CommaFile(OneAFile):
    """Signs as numbers: 1 if the left or upper cell is smaller, -1 if it's greater, otherwise 0."""

    name = "futoshiki-commas"
    kind = "futoshiki"
    summary = "The order, rows of cells, and two blocks of 1, -1, 0, with commas."
    contains = re.compile(",")

    def fits(self, text: str) -> bool:
        lines = [line for _, line in numbered(text, comments=True)]
        rest = lines[1:]
        return bool(rest) and lines[0].strip().isdigit() and all("," in line for line in rest[:2])

    def read_one(self, text: str) -> Puzzle:
        lines = list(numbered(text, comments=True)) or [(1, "")]
        order = _file_order(*lines[0])
        rows = [(line, words(content, r"[^\s,;]+")) for line, content in lines[1:]]
        ways = ("0", "1", "-1")
        return Futoshiki(*read_blocks(rows, order, ways, ways))

    def write_one(self, puzzle: Puzzle) -> str:
        futoshiki = self.only(puzzle, Futoshiki)
        signs = [sign(is_less, ("0", "1", "-1")) for is_less in between(self, futoshiki)]
        rows = [[str(futoshiki.order)], *cell_rows(futoshiki), *blocks(signs, futoshiki.order)]
        return "".join(f"{','.join(row)}\n" for row in rows)


def _file_order(line: int, text: str) -> int:
    word = text.strip()
    if not (word.isascii() and word.isdigit() and len(word) < 3 and int(word) > 0):
        raise placed(f"line {line}", wrong(1, word, f"an order from 1 to {Futoshiki.largest}"))
    return int(word)


def _fields(line: int, text: str, width: int) -> list[tuple[int, str, int]]:
    """Return the words between commas, each with its line and column."""
    found = [(line, word, column) for word, column in words(text, r"[^\s,;]+")]
    if len(found) != width:
        raise ValueError(f"line {line}: found {len(found)} items, expected {width}")
    return found


class TorontoLists(OneAFile):
    """Lists of cells with '<', '>' or '.' between them. There are no signs between rows."""

    name = "toronto"
    kind = "futoshiki"
    summary = "Rows as lists, [3,'.',0,'<',0], with signs between columns only."
    contains = re.compile(r"\A\s*\[[\s\[]*\d")

    def read_one(self, text: str) -> Puzzle:
        rows = list(_lists(text))
        order = len(rows)
        cells: list[int] = []
        signs: list[Pair] = []
        for line, held in rows:
            if len(held) != 2 * order - 1:
                found = f"found {len(held)} items, expected {2 * order - 1} for {order} rows"
                raise ValueError(f"line {line}: {found}")
            for place, (word, column) in enumerate(held):
                if place % 2 == 0:
                    cells.append(number(word, column, line, order))
                elif word not in (".", "<", ">"):
                    raise placed(f"line {line}", wrong(column, word, "'<', '>' or '.'"))
                elif word != ".":
                    pair = (len(cells) - 1, len(cells))
                    signs.append(pair if word == "<" else pair[::-1])
        return Futoshiki(tuple(cells), tuple(signs))

    def write_one(self, puzzle: Puzzle) -> str:
        futoshiki = self.only(puzzle, Futoshiki)
        smaller = between(self, futoshiki)
        half, wide = len(smaller) // 2, futoshiki.order - 1
        if any(is_less is not None for is_less in smaller[half:]):
            raise self.refusal(puzzle, "it has no signs between rows")
        rows = []
        for row, (first, *others) in enumerate(cell_rows(futoshiki)):
            signs = (sign(is_less, ".<>") for is_less in smaller[row * wide : (row + 1) * wide])
            pairs = [f"'{word}',{cell}" for word, cell in zip(signs, others, strict=True)]
            rows.append(f"[{','.join([first, *pairs])}]")
        return "[" + ",\n ".join(rows) + "]\n"


def _lists(text: str) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """Yield the innermost lists of the text, each with its line, its items and their columns."""
    for match in re.finditer(r"\[([^\[\]]*)\]", text):
        before = text[: match.start(1)]
        offset = len(before) - before.rfind("\n") - 1
        found = words(match[1], r"[^\s,'\"]+")
        yield before.count("\n") + 1, [(word, column + offset) for word, column in found]


class StartRelFile(OneAFile):
    """The order, START: and rows with semicolons, REL: and pairs such as D4;C4, smaller first."""

    name = "start-rel"
    kind = "futoshiki"
    summary = "The order, START: rows 0;0;3, REL: pairs D4;C4, the smaller first."
    contains = re.compile(r"^[ \t]*START:", re.MULTILINE)

    def read_one(self, text: str) -> Puzzle:
        lines = list(numbered(text)) or [(1, "")]
        order = _file_order(*lines[0])
        _expect(lines, 1, "START:")
        rows = [_fields(*line, order) for line in lines[2 : 2 + order]]
        _expect(lines, 2 + order, "REL:")
        cells = [number(word, col, line, order) for row in rows for line, word, col in row]
        pairs = [_relation(line, text, order) for line, text in lines[3 + order :]]
        return Futoshiki(tuple(cells), tuple(pairs))

    def write_one(self, puzzle: Puzzle) -> str:
        futoshiki = self.only(puzzle, Futoshiki)
        between(self, futoshiki)
        if futoshiki.order > 26:
            raise self.refusal(puzzle, "it has a letter for each row, so at most 26 rows")
        rows = [";".join(row) for row in cell_rows(futoshiki)]
        pairs = [";".join(_square(cell, futoshiki.order) for cell in p) for p in futoshiki.signs]
        return "\n".join([str(futoshiki.order), "START:", *rows, "REL:", *pairs, ""])


def _expect(lines: list[tuple[int, str]], index: int, word: str) -> None:
    if index >= len(lines):
        raise ValueError(f"line {lines[-1][0]}: found the end of the text, expected {word}")
    line, text = lines[index]
    if text.strip() != word:
        raise placed(f"line {line}", wrong(1, text, word))


def _relation(line: int, text: str, order: int) -> Pair:
    found = [(word, col, _cell(word, order)) for _, word, col in _fields(line, text, 2)]
    for word, column, cell in found:
        if cell < 0:
            last = _square(order * order - 1, order)
            raise placed(f"line {line}", wrong(column, word, f"a cell from A1 to {last}"))
    first, second = found[0][2], found[1][2]
    if not are_neighbours(first, second, order):
        raise placed(f"line {line}", wrong(1, text, "two neighbouring cells"))
    return first, second


def _square(cell: int, order: int) -> str:
    return f"{chr(ord('A') + cell // order)}{cell % order + 1}"


def _cell(word: str, order: int) -> int:
    """Return the cell named by a letter and a number, or -1 if it's outside the board."""
    match = re.fullmatch(r"([A-Za-z])(\d{1,2})", word, re.ASCII)
    row, col = (ord(match[1].upper()) - ord("A"), int(match[2]) - 1) if match else (-1, -1)
    return row * order + col if 0 <= row < order and 0 <= col < order else -1
