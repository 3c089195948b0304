"""Futoshiki in files of courses: three blocks, with commas, as lists, and START: with REL:."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clew.core.puzzle import Puzzle
from clew.notation._notation import NO_SQUARE, OneAFile, numbered, placed, words, wrong
from clew.puzzles.latin_squares.blocks import read_blocks
from clew.puzzles.latin_squares.face import Pair, are_neighbours
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.signs import between, blocks, cell_rows, number, sign


class ThreeBlocks(OneAFile):
    """Three blocks; symbols stand apart or run together."""

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
    """1: the left or upper cell is smaller; -1: it is greater; 0: no sign."""

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
        order = _order(*lines[0])
        rows = [(line, words(content, r"[^\s,;]+")) for line, content in lines[1:]]
        ways = ("0", "1", "-1")
        return Futoshiki(*read_blocks(rows, order, ways, ways))

    def write_one(self, puzzle: Puzzle) -> str:
        futoshiki = self.only(puzzle, Futoshiki)
        signs = [sign(is_less, ("0", "1", "-1")) for is_less in between(self, futoshiki)]
        rows = [[str(futoshiki.order)], *cell_rows(futoshiki), *blocks(signs, futoshiki.order)]
        return "".join(f"{','.join(row)}\n" for row in rows)


def _order(line: int, text: str) -> int:
    word = text.strip()
    if not (word.isascii() and word.isdigit() and len(word) < 3 and int(word) > 0):
        raise placed(f"line {line}", wrong(1, word, f"an order from 1 to {Futoshiki.largest}"))
    return int(word)


def _fields(line: int, text: str, width: int) -> list[tuple[int, str, int]]:
    """The words between commas, each with its line and column."""
    found = [(line, word, column) for word, column in words(text, r"[^\s,;]+")]
    if len(found) != width:
        raise ValueError(f"line {line}: found {len(found)} items, expected {width}")
    return found


class TorontoLists(OneAFile):
    """Lists of cells with '<', '>' or '.' between them; there are no signs between rows."""

    name = "toronto"
    kind = "futoshiki"
    summary = "Rows as lists, [3,'.',0,'<',0], with signs between columns only."
    contains = re.compile(r"\A\s*\[[\s\[]*\d")

    def read_one(self, text: str) -> Puzzle:
        rows = list(_lists(text))
        order = len(rows)
        cells: list[int] = []
        signs: list[Pair] = []
        for line, items in rows:
            if len(items) != 2 * order - 1:
                found = f"found {len(items)} items, expected {2 * order - 1} for {order} rows"
                raise ValueError(f"line {line}: {found}")
            for place, (word, column) in enumerate(items):
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
    """The innermost lists of the text, each with its line, its items and their columns."""
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
        order = _order(*lines[0])
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
            raise self.refusal(puzzle, "its rows are letters, and there are 26")
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
    """The cell a letter and a number name, -1 if it is outside the board."""
    match = re.fullmatch(r"([A-Za-z])(\d{1,2})", word, re.ASCII)
    row, col = (ord(match[1].upper()) - ord("A"), int(match[2]) - 1) if match else (-1, -1)
    return row * order + col if 0 <= row < order and 0 <= col < order else -1
