"""The face of a board of queens, and which queens attack each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from clew.core.candidates import Eliminations
from clew.core.faces import Domain
from clew.core.forms import GridForm, Twin, in_rows
from clew.rules import AllDifferent

PIECE = 100_000
"""The number of rows to check in a single step, which can't be interrupted."""
Square = tuple[int, int]
ROW, COLUMN, RISING, FALLING = range(4)


@dataclass(frozen=True, slots=True)
class QueensBoard:
    """Queens to place, one in each row of a square board, so that none attacks another.

    `placed` holds the squares (row, column) of the queens that are already on the board. A solution
    is the column of each row's queen.
    """

    word: ClassVar[str] = "queens"

    order: int
    placed: tuple[Square, ...] = ()

    def domains(self) -> tuple[Domain, ...]:
        """Return the columns that each row's queen can have, ignoring queens in other rows."""
        masks = [(1 << self.order) - 1] * self.order
        for row, col in self.placed:
            masks[row] &= 1 << col
        return tuple(masks)


@lru_cache(maxsize=16)
def rules(order: int) -> tuple[AllDifferent, ...]:
    """Return the constraints on the rows' columns that keep queens from attacking each other."""
    rows = tuple(range(order))
    return (
        AllDifferent(rows, "columns"),
        AllDifferent(rows, "rising diagonals", rows),
        AllDifferent(rows, "falling diagonals", tuple(-row for row in rows)),
    )


class Attacks(Eliminations):
    """The squares that queens on a board attack."""

    def __init__(self, order: int) -> None:
        self.order = order

    def reach(self, cell: int, value: int) -> Iterator[tuple[int, Domain]]:
        row, col = divmod(cell, self.order)
        for there in range(self.order):
            for across in {col, col + there - row, col - there + row}:
                if 0 <= across < self.order and (there, across) != (row, col):
                    yield there * self.order + across, 0b10
        for across in range(self.order):
            if across != col:
                yield row * self.order + across, 0b10

    def ruled_out(self, entries: Sequence[int]) -> list[Domain]:
        out = [0] * len(entries)
        for cell, queen in enumerate(entries):
            if queen:
                for other, mask in self.reach(cell, queen):
                    out[other] |= mask
        return out


def is_peaceful(answer: Sequence[int], order: int) -> bool:
    """Check quickly that all columns and diagonals differ, without listing those that don't.

    It goes row by row, so that it can be interrupted. With sets, ten million rows would take
    seconds in a single Python operation.
    """
    if not all(_inside(answer[first : first + PIECE], order) for first in range(0, order, PIECE)):
        return False
    columns, rising, falling = bytearray(order), bytearray(2 * order), bytearray(2 * order)
    for row, column in enumerate(answer):
        columns[column] = rising[row + column] = falling[row - column] = 1
    return columns.count(1) == rising.count(1) == falling.count(1) == order


def _inside(columns: Sequence[int], order: int) -> bool:
    return min(columns) >= 0 and max(columns) < order and set(map(type, columns)) == {int}


def attacks(squares: Sequence[Square], order: int) -> list[str]:
    """Return a sentence for each row, column and diagonal that has more than one queen."""
    lines = ((row, col, row + col, col - row) for row, col in squares)
    counts = Counter(line for each in lines for line in enumerate(each))
    return [
        f"{_name(*line, order)} has {count} queens"
        for line, count in sorted(counts.items())
        if count > 1
    ]


def _name(kind: int, number: int, order: int) -> str:
    """Name a row or column by its number, or a diagonal by its topmost square."""
    if kind in (ROW, COLUMN):
        return f"{'row' if kind == ROW else 'column'} {number + 1}"
    row = max(0, number - order + 1 if kind == RISING else -number)
    col = number - row if kind == RISING else number + row
    way = "rising" if kind == RISING else "falling"
    return f"the {way} diagonal through row {row + 1}, column {col + 1}"


def recognise(form: GridForm) -> Twin | None:
    """Return N-Queens if a form states its rules, or None.

    The rules are that on a square board, each row and column has one of the values exactly once,
    and each diagonal has it at most once.
    """
    order, values = form.width, form.values
    if form.height != order or len(values) != 2 or form.differ or form.less or form.sums:
        return None
    queens = {value for _, value, _, _ in form.counts}
    if len(queens) != 1 or order > 1000:
        return None
    once = {cells for cells, _, sign, count in form.counts if (sign, count) == ("==", 1)}
    most = {cells for cells, _, _, count in form.counts if count == 1}
    lines, slopes = in_rows(order, order), diagonals(order)
    if len(most) != len(form.counts) or not lines <= most or most - lines != slopes:
        return None
    rows = frozenset(frozenset(range(n * order, n * order + order)) for n in range(order))
    if not (rows <= once or lines - rows <= once) or not once <= lines:
        return None
    from clew.puzzles.queens.puzzle import Queens

    queen = queens.pop()
    other = next(value for value in values if value != queen)
    return Twin(Queens(order), (other, queen), (str(order), ()))


@lru_cache(maxsize=16)
def diagonals(order: int) -> frozenset[frozenset[int]]:
    """Return the cells of each diagonal with more than one cell."""
    lines: dict[tuple[int, int], list[int]] = {}
    for cell in range(order * order):
        row, col = divmod(cell, order)
        for line in ((RISING, row + col), (FALLING, col - row)):
            lines.setdefault(line, []).append(cell)
    return frozenset(frozenset(cells) for cells in lines.values() if len(cells) > 1)
