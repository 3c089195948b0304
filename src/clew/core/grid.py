"""Shared code for square grids: symbols, rows and columns, and readers with precise errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import islice, pairwise
from math import isqrt
from typing import Any

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANKS = ("0", ".", "_", "*", "-")
LARGEST_SYMBOL = len(SYMBOLS) - 1
MOST_CELLS = 255 * 255
"""The maximum number of cells in a puzzle. Clew rejects a longer text before it has read it all."""

Cells = tuple[int, ...]
"""A grid's cells, row by row. 0 is a blank."""


@lru_cache
def lines(order: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the name and the cells of each row and column of a square grid."""
    rows = [(f"row {r + 1}", tuple(range(r * order, r * order + order))) for r in range(order)]
    cols = [(f"column {c + 1}", tuple(range(c, order * order, order))) for c in range(order)]
    return tuple(rows + cols)


Edge = tuple[int, int]
"""Two cells that share a side, in reading order."""


@lru_cache
def edges(rows: int, cols: int) -> tuple[Edge, ...]:
    """Return the pairs of cells that share a side: horizontal pairs first, then vertical ones."""
    cells = range(rows * cols)
    across: list[Edge] = []
    for first in cells[::cols]:
        across += pairwise(cells[first : first + cols])
    return (*across, *zip(cells, cells[cols:], strict=False))


def beside(rows: int, cols: int) -> list[list[int]]:
    """Return each cell's neighbours that share a side with it: left, right, above, below."""
    found: list[list[int]] = [[] for _ in range(rows * cols)]
    for one, two in edges(rows, cols):
        found[one].append(two)
        found[two].append(one)
    return found


class Role(StrEnum):
    """The role of a set of cells on a board. Techniques and wording depend on it."""

    BOX, ROW, COLUMN, LINE = "box", "row", "column", "line"


def role_of(cells: Iterable[int], width: int) -> Role:
    """Return the role of a set of cells, which follows from their positions.

    The cells of a box are connected through their sides. A set that is neither a row, a column nor
    a box is a line, such as a diagonal.

    >>> role_of((0, 1, 4, 5), width=4), role_of((0, 5, 10, 15), width=4)
    (<Role.BOX: 'box'>, <Role.LINE: 'line'>)
    """
    inside = set(cells)
    if len({cell // width for cell in inside}) == 1:
        return Role.ROW
    if len({cell % width for cell in inside}) == 1:
        return Role.COLUMN
    return Role.BOX if _hang_together(inside, width) else Role.LINE


def _hang_together(cells: set[int], width: int) -> bool:
    left, frontier = set(cells), [min(cells)]
    left.discard(min(cells))
    while frontier:
        cell = frontier.pop()
        near = {cell - width, cell + width}
        near |= {cell - 1} if cell % width else set()
        near |= {cell + 1} if (cell + 1) % width else set()
        frontier += near & left
        left -= near
    return not left


def house_name(cells: Collection[int], height: int, width: int) -> str:
    """Return the name of a row, a column, a box or a diagonal, or an empty string for other cells.

    Only whole rows and columns have a name. A box has one only if boxes of its shape tile the
    board.

    >>> house_name((2, 3, 6, 7), 4, 4), house_name((3, 6, 9, 12), 4, 4), house_name((0, 1), 4, 4)
    ('box 2', 'the rising diagonal', '')
    """
    inside, first = set(cells), min(cells)
    row, col = divmod(first, width)
    if inside == set(range(first, first + width)) and not col:
        return f"row {row + 1}"
    if inside == set(range(first, height * width, width)) and not row:
        return f"column {col + 1}"
    if height == width:
        if inside == set(range(0, width * width, width + 1)):
            return "the falling diagonal"
        if inside == set(range(width - 1, width * width - 1, width - 1)):
            return "the rising diagonal"
    tall, wide = (max(inside) - first) // width + 1, max(inside) % width - col + 1
    box = {first + down * width + right for down in range(tall) for right in range(wide)}
    tiles = min(tall, wide) > 1 and not (height % tall or width % wide or row % tall or col % wide)
    if tiles and inside == box:
        return f"box {row // tall * (width // wide) + col // wide + 1}"
    return ""


def cell_name(cell: int, cols: int) -> str:
    """Return a player's name for a cell.

    >>> cell_name(10, 9)
    'r2c2'
    """
    return f"r{cell // cols + 1}c{cell % cols + 1}"


class GridSolution(tuple[Any, ...]):
    """The values of a grid's cells, row by row. You can also get one by its cell's place or name.

    >>> solution = GridSolution((1, 2, 2, 1))
    >>> solution[1, 0], solution["r2c1"], solution == (1, 2, 2, 1)
    (2, 2, True)
    """

    cols: int | None = None
    """The number of cells in a row, or None if the grid is square."""

    @staticmethod
    def of(values: Iterable[Any], cols: int) -> GridSolution:
        """Return a solution with `cols` cells in a row."""
        made = GridSolution(values)
        if cols * cols != len(made):
            made.cols = cols
        return made

    @property
    def width(self) -> int:
        return self.cols or isqrt(len(self))

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, int | slice):
            return tuple.__getitem__(self, at)
        name = getattr(at, "name", at)  # a variable of the grid has a name
        place = name if isinstance(name, tuple) else _place(name)
        if place is not None and len(place) == 2:
            row, col = place
            if 0 <= col < self.width and 0 <= row * self.width < len(self):
                return tuple.__getitem__(self, row * self.width + col)
        raise KeyError(at)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Mapping):
            return dict(self.items()) == other
        return tuple.__eq__(self, other)

    __hash__ = tuple.__hash__

    def keys(self) -> list[str]:
        """Return the names of the cells."""
        return [cell_name(cell, self.width) for cell in range(len(self))]

    def values(self) -> tuple[Any, ...]:
        return tuple(self)

    def items(self) -> list[tuple[str, Any]]:
        """Return the name and the value of each cell."""
        return list(zip(self.keys(), self, strict=True))

    def get(self, at: Any, default: Any = None) -> Any:
        """Return the value of a cell, or the default if there's no such cell."""
        try:
            return self[at]
        except (KeyError, IndexError):
            return default


def _place(name: Any) -> tuple[int, int] | None:
    """Return the row and the column that a name such as r3c4 stands for, counted from 0."""
    found = re.fullmatch(r"r(\d{1,6})c(\d{1,6})", name, re.ASCII) if isinstance(name, str) else None
    return (int(found[1]) - 1, int(found[2]) - 1) if found else None


def cell_number(name: str, cols: int) -> int:
    """Return the index of the cell with this name.

    >>> cell_number("r2c2", 9)
    10
    """
    row, _, col = name.lower().removeprefix("r").partition("c")
    return (int(row) - 1) * cols + int(col) - 1


def repeats(values: Sequence[int | None], groups: Iterable[tuple[str, Sequence[int]]]) -> list[str]:
    """List the values that a group of cells repeats, in lines such as "row 1 has two 1s"."""
    broken = []
    for label, cells in groups:
        held = [value for cell in cells if (value := values[cell]) is not None]
        if len(set(held)) < len(held):
            for value in sorted(set(held)):
                if (times := held.count(value)) > 1:
                    often = {2: "two", 3: "three", 4: "four"}.get(times, times)
                    broken.append(f"{label} has {often} {value}s")
    return broken


Token = tuple[str, int]
"""A piece of text and its index."""


def tokens(text: str) -> list[Token]:
    """Split a string into one token for each cell: a word if there are commas, or else a symbol.

    Whitespace and `/` are skipped. Without commas, parentheses and their content are one token.
    """
    pattern = r"[^\s,/]+" if "," in text else r"\([^()]*\)|[^\s/]"
    found = islice(re.finditer(pattern, text), MOST_CELLS + 1)
    cells = [(match[0], match.start()) for match in found]
    if len(cells) > MOST_CELLS:
        raise ValueError(f"found more than {MOST_CELLS} cells, expected at most {MOST_CELLS}")
    return cells


def between(text: str, separator: str = ",", start: int = 0) -> list[Token]:
    """Split a string into stripped pieces at the separators from an index on.

    >>> between("any:2, 3", start=4)
    [('2', 4), ('3', 7)]
    """
    found = []
    for piece in text[start:].split(separator):
        found.append((piece.strip(), start + len(piece) - len(piece.lstrip())))
        start += len(piece) + len(separator)
    return found


def read_number(word: str, text: str, index: int, expected: str, least: int = 0) -> int:
    """Read a whole number of at most ten digits. `text` and `index` give its position in errors."""
    if not (word.isascii() and word.isdigit() and len(word) <= 10 and int(word) >= least):
        raise ValueError(f"{place(text, index)}: found {word[:20]!r}, expected {expected}")
    return int(word)


def read_numbers(text: str, expected: str, start: int = 0, least: int = 0) -> tuple[int, ...]:
    """Read the whole numbers from an index on, separated by commas or as a Python or OCaml list.

    >>> read_numbers("any:2, 3", "a length", start=4), read_numbers("[2;3]", "a length")
    ((2, 3), (2, 3))
    """
    words = between(_without_brackets(text, start), start=start)
    return tuple(read_number(word, text, index, expected, least) for word, index in words)


def _without_brackets(text: str, start: int) -> str:
    """Blank out the brackets of a list, and turn its separators into commas."""
    if found := re.fullmatch(r"\s*\[([^\[\],]*|[^\[\];]*)\]\s*", text[start:]):
        first, last = start + found.start(1), start + found.end(1)
        inside = text[first:last].replace(";", ",")
        return f"{text[: first - 1]} {inside} {text[last + 1 :]}"
    return text


def place(text: str, index: int) -> str:
    """Return an index as a position that people count from 1: a column, and a line if needed."""
    before = text[:index]
    line = f"line {before.count(chr(10)) + 1}, " if "\n" in text.strip() else ""
    return f"{line}column {index - before.rfind(chr(10))}"


def read_cells(text: str, order: int | None = None) -> Cells:
    """Read the cells of a square grid: symbols, or numbers separated by commas.

    If `order` is None, it follows from the number of cells.
    """
    found = tokens(text)
    size = square_order(len(found)) if order is None else order
    if len(found) != size * size:
        raise ValueError(f"found {len(found)} cells, expected {size * size} for order {size}")
    if size > 9 and {"0", "."} <= {token for token, _ in found}:
        raise ValueError(
            "found both '0' and '.': 0 may be a blank, or the first value in tools that count "
            "from 0; expected one sign for blanks"
        )
    if (slip := stray_x([token for token, _ in found])) is not None and size <= 9:
        token, index = found[slip]
        raise _no_cell(token, size, text, index)
    return tuple(read_value(token, size, text, index) for token, index in found)


def stray_x(signs: Sequence[str]) -> int | None:
    """Find an x that must be a typo. Some files use x for a blank, but none uses two signs for it.

    >>> stray_x("1x.2"), stray_x("1xx2")
    (1, None)
    """
    if not ("x" in signs or "X" in signs) or not any(sign in BLANKS for sign in signs):
        return None
    return next(index for index, sign in enumerate(signs) if sign in ("x", "X"))


def square_order(count: int) -> int:
    """Return the order of a square grid with this number of cells."""
    order = isqrt(count)
    if count == 0 or order * order != count:
        raise ValueError(f"found {count} cells, expected a square number (16, 36, 81, 256 …)")
    return order


def read_value(token: str, order: int, text: str, index: int) -> int:
    """Read a token's value, 0 for a blank. `text` and `index` give its position in errors."""
    if token in BLANKS or (token in "Xx" and order <= 9):
        return 0
    if len(token) == 1 or "," not in text:
        value = SYMBOLS.find(token.upper()) if token.isascii() else -1
    else:
        value = int(token) if token.isascii() and token.isdigit() and len(token) < 6 else -1
    if not 0 <= value <= order:
        raise _no_cell(token, order, text, index)
    return value


def _no_cell(token: str, order: int, text: str, index: int) -> ValueError:
    largest = write_symbol(order) if order > 9 and "," not in text else str(order)
    expected = f"expected 1 to {largest}, or '.' for a blank"
    return ValueError(f"{place(text, index)}: found {token[:20]!r}, {expected}")


def write_symbol(value: int) -> str:
    """Return a cell's symbol: `.` for a blank, a letter from 10 on, and the number itself after Z.

    The letters are those of `SYMBOLS`.
    """
    if value == 0:
        return "."
    return SYMBOLS[value] if value <= LARGEST_SYMBOL else str(value)


def write_cells(cells: Sequence[int], order: int) -> str:
    """Write cells on one line, in a form that `read_cells` can read."""
    if order <= LARGEST_SYMBOL:
        return "".join(map(write_symbol, cells))
    return ",".join(map(write_symbol, cells))


def read_size(text: str, most: int = 99) -> tuple[int, int]:
    """Read the number of columns and of rows from a size such as `7x5`.

    >>> read_size("7x5")
    (7, 5)
    """
    sides = text.strip().lower().split("x")
    right = len(sides) == 2 and all(side.isascii() and side.isdigit() for side in sides)
    if not right or not all(1 <= int(side[:6]) <= most for side in sides):
        raise ValueError(f"found the size {text[:20]!r}, expected COLSxROWS, each up to {most}")
    return int(sides[0]), int(sides[1])


def read_rows(text: str, signs: str, most: int, pad: str = "") -> list[str]:
    """Read rows that are separated by / and have the same length and only these signs.

    There are at most `most` rows and `most` columns. If `pad` is given, it fills up short rows.

    >>> read_rows("o.o/.o.", "o.", 9), read_rows("oo/o", "o.", 9, pad=".")
    (['o.o', '.o.'], ['oo', 'o.'])
    """
    rows = text.strip().replace("\n", "/").split("/")
    cols = max(map(len, rows)) if pad else len(rows[0])
    if not 1 <= cols <= most >= len(rows):
        raise ValueError(f"found {len(rows)} rows of {cols}, expected 1 to {most}")
    rows = [row.ljust(cols, pad) for row in rows] if pad else rows
    for number, row in enumerate(rows, 1):
        if len(row) != cols or set(row) - set(signs):
            raise ValueError(
                f"row {number}: found {row[:20]!r}, expected {cols} of {' '.join(signs)}"
            )
    return rows


def write_rows(cells: str, cols: int) -> str:
    """Write cells, one sign each, as rows separated by /."""
    return "/".join(cells[at : at + cols] for at in range(0, len(cells), cols))


def read_order(text: str, largest: int) -> int:
    """Read an order from 1 to `largest`."""
    word = text.strip()
    if not (word.isascii() and word.isdigit() and len(word) < 10 and 1 <= int(word) <= largest):
        raise ValueError(f"found {word[:20]!r}, expected an order from 1 to {largest}")
    return int(word)


# ------------------------------------------------------------------ symmetries

Image = Callable[[int, int, int], tuple[int, int]]
SYMMETRIES: dict[str, tuple[Image, ...]] = {
    "none": (),
    "half-turn": (lambda r, c, last: (last - r, last - c),),
    "quarter-turn": (lambda r, c, last: (c, last - r),),
    "mirror": (lambda r, c, last: (r, last - c),),
    "diagonal": (lambda r, c, last: (c, r),),
    "diagonals": (lambda r, c, last: (c, r), lambda r, c, last: (last - c, last - r)),
    "full": (lambda r, c, last: (c, last - r), lambda r, c, last: (r, last - c)),
}
"""The generators of each symmetry: functions of a cell's row, its column and the last row."""


def orbits(order: int, symmetry: str) -> list[list[int]]:
    """Return each cell's orbit: the cell itself and then its other images."""
    if symmetry not in SYMMETRIES:
        names = ", ".join(SYMMETRIES)
        raise ValueError(f"symmetry: found {symmetry}, expected {names}")  # worded like the kernel
    return [_orbit(cell, order, SYMMETRIES[symmetry]) for cell in range(order * order)]


def _orbit(cell: int, order: int, images: Sequence[Image]) -> list[int]:
    met = [cell]
    for each in met:
        for image in images:
            row, col = image(*divmod(each, order), order - 1)
            if order * row + col not in met:
                met.append(order * row + col)
    return met


def mark_of(small: int, great: int) -> str:
    """Return the sign between two neighbouring cells. The first has the smaller value.

    >>> mark_of(0, 1), mark_of(1, 0), mark_of(0, 9), mark_of(9, 0)
    ('<', '>', '^', 'v')
    """
    return {1: "<", -1: ">"}.get(great - small) or ("^" if small < great else "v")
