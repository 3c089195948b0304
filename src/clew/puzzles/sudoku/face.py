"""The face of an ordinary 9 x 9 Sudoku: its givens, laid out to check all 27 units at once.

A grid becomes one number with a byte for each cell, with one bit for each of the values 1 to 8 and
no bit for 9. The XOR of nine such bytes is 255 only if each value appears once: eight bits that are
each set an odd number of times take eight cells or at least ten, so they take eight, and the ninth
cell has a 9. Any other number has no bit either. But in a correct grid exactly nine cells have no
bit, one in each row, so if nine cells have a 9, no cell has an invalid number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from clew.core.forms import GridForm, Twin

from_bytes = int.from_bytes
CELLS = 81
TO_DIGITS = bytes.maketrans(bytes(range(10)), b"0123456789")
FROM_DIGITS = bytes.maketrans(b"0123456789.", bytes([*range(10), 0]))
"""Tables that translate between a string's digits and values, with 0 for a blank."""
CORNERS = [27 * (box // 3) + 3 * (box % 3) for box in range(9)]
UNITS = [
    *(range(9 * r, 9 * r + 9) for r in range(9)),
    *(range(c, CELLS, 9) for c in range(9)),
    *([corner + 9 * r + c for r in range(3) for c in range(3)] for corner in CORNERS),
]
"""The cells of each row, column and box."""
CODE = bytes([0, *(1 << bit for bit in range(8)), *[0] * 247])
NINTH = bytes([*[0] * 9, 1, *[0] * 246])
EVERY_BIT = bytes([0, *[255] * 9, *[0] * 246])
BY_UNIT = bytes(cell for place in zip(*UNITS, strict=True) for cell in place)
"""The first cell of each unit, then the second cell of each unit, and so on."""
PAD = bytes(256 - CELLS)
"""Padding for a `translate` table: translating BY_UNIT by a grid gives the grid by units."""
ONE, TWO, THREE, SIX = (27 * 8 * count for count in (1, 2, 3, 6))
"""The number of bits for one cell of each unit, for two cells of each unit, and so on."""
RIGHT, THIRD = (1 << ONE) - 1, (1 << THREE) - 1


def _odd(grid: int) -> int:
    """For each unit, return the bits that an odd number of its cells have."""
    grid = (grid ^ grid >> THREE ^ grid >> SIX) & THIRD
    return (grid ^ grid >> ONE ^ grid >> TWO) & RIGHT


class Givens(bytes):
    """An ordinary 9 x 9 Sudoku as 81 cells, row by row, with 0 for a blank."""

    word: ClassVar[str] = "bands"
    given: int
    where: int

    def __init__(self, cells: bytes) -> None:
        self.given = from_bytes(BY_UNIT.translate(cells.translate(CODE) + PAD), "little")
        self.where = from_bytes(BY_UNIT.translate(cells.translate(EVERY_BIT) + PAD), "little")

    def is_filled_by(self, answer: Sequence[int]) -> bool:
        """Check that 81 values match the givens and that each unit has every value once."""
        try:
            plain = bytearray(answer)
        except (TypeError, ValueError):  # not all values are from 0 to 255
            return False
        if len(plain) != CELLS or plain.count(9) != 9:
            return False
        grid = from_bytes(BY_UNIT.translate(plain.translate(CODE) + PAD), "little")
        if grid & self.where != self.given:
            return False
        return _odd(grid) == RIGHT

    def clashes(self) -> bool:
        """Check whether a value is given twice in a row, a column or a box."""
        # If two cells of a unit have the same value, there are fewer bits than cells.
        nines = from_bytes(BY_UNIT.translate(self.translate(NINTH) + PAD), "little")
        return any(_odd(grid).bit_count() != grid.bit_count() for grid in (self.given, nines))


def recognise(form: GridForm) -> Twin | None:
    """Return the Sudoku or Killer whose rules a form states, or None.

    A Sudoku has every value once in each row, column, and box or region, and optionally on both
    diagonals. A Killer is a Sudoku with boxes and cages.
    """
    from clew.core.forms import Offers, Twin, in_rows, parts_whole  # batches don't need it

    if form.sums:
        return _killer(form)

    order, lines = form.order, in_rows(form.width, form.height)
    if order < 2 or form.less or form.counts or not lines <= form.differ:
        return None
    falling = frozenset(range(0, order * order, order + 1))
    rising = frozenset(range(order - 1, order * order - 1, order - 1))
    diagonal = {falling, rising} <= form.differ
    rest = form.differ - lines - ({falling, rising} if diagonal else set())
    parts = sorted(rest, key=min)
    if {len(part) for part in parts} != {order} or not parts_whole(parts, order * order):
        return None
    from clew.puzzles.sudoku.puzzle import Sudoku, boxes

    if order > Sudoku.largest:
        return None
    region = {cell: number for number, part in enumerate(parts) for cell in part}
    regions = tuple(region[cell] for cell in range(order * order))
    blank, options = (0,) * (order * order), ("x",) * diagonal
    for rows in range(2, order):
        box = rows, order // rows
        if order % rows == 0 and boxes(order, box) == regions:
            puzzle = Sudoku(blank, box, diagonal)
            ordinary = (rows, order, diagonal) == (3, 9, False)
            offers = Offers(Givens, _givens, False, _explainer, _rates_together)
            recipe = f"{rows}x{box[1]}", options
            return Twin(puzzle, (None, *form.ranked), recipe, offers=offers if ordinary else None)
    return Twin(Sudoku(blank, (0, 0), diagonal, regions), (None, *form.ranked))


def _givens(puzzle: Any) -> Givens:
    return Givens(bytes(puzzle.cells))


def _explainer(puzzle: Any) -> Any:
    from clew.puzzles.sudoku.maker import OrdinaryExplainer

    return OrdinaryExplainer(puzzle)


def _rates_together() -> Any:
    from clew.puzzles.sudoku.maker import rate_together
    from clew.search.native import available

    return rate_together if available else None


# ------------------------------------------------------------------ killers


def _killer(form: GridForm) -> Twin | None:
    """Return the recipe of a Killer if a form states its rules, or None.

    A Killer has the numbers from 1 on, each once in every row, column and box, and sums in cages.
    No cage has a value twice, and no cell is in two cages.
    """
    from clew.core.forms import Twin, in_rows

    order, cages = form.order, [cells for cells, _ in form.sums]
    if not cages or form.less or form.counts or form.ranked != tuple(range(1, order + 1)):
        return None
    if sum(map(len, cages)) > len(frozenset().union(*cages)):
        return None
    for rows in range(2, order):
        houses = in_rows(order, order) | _box_houses(order, rows)
        apart = {cells for cells in cages if not any(cells <= house for house in houses)}
        if order % rows == 0 and houses | apart <= form.differ <= houses | {*cages}:
            return Twin(
                None, (None, *form.ranked), (f"{rows}x{order // rows}", ()), "killer", _killer_form
            )
    return None


def _box_houses(order: int, rows: int) -> frozenset[frozenset[int]]:
    """Return the cells of each box, for boxes with this number of rows."""
    wide = order // rows
    return frozenset(
        frozenset((top + r) * order + left + c for r in range(rows) for c in range(wide))
        for top in range(0, order - rows + 1, rows)
        for left in range(0, order - wide + 1, wide)
    )


def _killer_form(made: object) -> GridForm:
    from clew.model.form import Formed, grid_form

    assert isinstance(made, Formed)
    found = grid_form(made)
    assert found is not None  # it's a killer
    return found[0]
