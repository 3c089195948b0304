"""Searches ordinary 9 x 9 Sudokus by bands of three rows, in a compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from clew.core.faces import Domain, domain, values
from clew.core.result import Run
from clew.puzzles.sudoku import face
from clew.puzzles.sudoku.face import CELLS, Givens
from clew.search.native import Sliced, answers, expect, kernel
from clew.search.strategy import Strategy

Answer = tuple[int, ...]


@dataclass(frozen=True)
class Bands(Strategy):
    """Find singles, locked candidates and triples for all digits at once, then try values.

    It chooses the cell with the fewest candidates and, if there are several, the one with the most
    open peers.
    """

    name: ClassVar[str] = "bands"
    title: ClassVar[str] = "All digits at once"
    summary: ClassVar[str] = "9 x 9 Sudoku, all digits at once, in a compiled kernel."
    face: ClassVar[type] = Givens
    level: ClassVar[int] = 100
    quick: ClassVar[bool] = True

    def __call__(self, givens: Givens, run: Run) -> Iterator[Answer]:
        return answers(BandsKernel(givens), run)


# ------------------------------------------------------------------ the twin of the kernel
# The readable twin of native/sudoku/bands.hpp: its specification and fallback.


ALL = (1 << CELLS) - 1

Board = int
"""A set of cells: bit c is cell c, counted row by row."""

UNITS = [domain(unit) for unit in face.UNITS]
LINES, BOXES = UNITS[:18], UNITS[18:]
SEEN = [
    domain(other for unit in UNITS if unit >> cell & 1 for other in values(unit)) & ~(1 << cell)
    for cell in range(CELLS)
]
"""For each cell, the cells that can't have the same value."""
CROSSINGS = [
    (line & box, line & ~box, box & ~line) for line, box in product(LINES, BOXES) if line & box
]
"""Each crossing of a line and a box: its cells, the rest of the line, the rest of the box."""

Grid = list[Board]
"""For each digit, the cells that can have it."""


class PyBands(Sliced[tuple[int, ...]]):
    """Searches a 9 x 9 Sudoku by singles, locked candidates, locked triples and trial.

    Among the cells with the fewest candidates, it chooses the one with the most open peers, or the
    first of several. It tries values in ascending order. If givens clash, it ends before the root.
    """

    def __init__(self, givens: bytes) -> None:
        if len(givens) != CELLS:
            raise ValueError(f"givens: found {len(givens)} cells, expected 81")
        super().__init__()  # a node is the root or a value tried in a cell
        self._grids: list[Grid] = [[ALL] * 9]
        for cell, value in enumerate(givens):
            expect(f"cell {cell}", value, 0, 9)
            if value:
                self.finished |= not self._grids[0][value - 1] >> cell & 1
                _assign(self._grids[0], value - 1, cell)

    def _advance(self) -> tuple[int, ...] | None:
        if self.nodes:
            self._grids.append(self._grids[-1].copy())
            _assign(self._grids[-1], *self._untried[-1].pop())
        self.nodes += 1
        grid, depth = self._grids[-1], len(self._grids) - 1
        self.deepest = max(self.deepest, depth)
        alive = propagate(grid)
        cell = chosen(grid) if alive else None
        tries = [] if cell is None else [d for d in reversed(range(9)) if grid[d] >> cell & 1]
        self._untried.append([(digit, cell) for digit in tries])
        if not alive or tries:
            return None
        self._fruitful = depth
        return answer(grid)

    def _take_back(self) -> None:
        self._untried.pop()
        self._grids.pop()
        self.finished = not self._grids
        if self._grids:
            self._count_taken_back(len(self._grids) - 1)


def _assign(grid: Grid, digit: int, cell: int) -> None:
    mine = grid[digit] & ~SEEN[cell]
    grid[:] = [board & ~(1 << cell) for board in grid]
    grid[digit] = mine


def propagate(grid: Grid) -> bool:
    """Rule out candidates as long as that's possible, and return False if no solution is left."""
    before: Grid = []
    while before != grid:
        before, stale = grid.copy(), before
        for digit in range(9):
            if not stale or stale[digit] != grid[digit]:
                grid[digit] = _locked(grid[digit])
        _hidden_singles(grid)
        _naked_singles(grid)
        once, _ = _counted(grid)
        if once != ALL or not all(board & unit for board in grid for unit in UNITS):
            return False
        if before == grid:
            _fill_threes(grid)
    return True


def _locked(board: Board) -> Board:
    """Remove a digit from the rest of a box if a line has it only there, and vice versa."""
    for crossing, line, box in CROSSINGS:
        if board & crossing:
            if not board & line:
                board &= ~box
            elif not board & box:
                board &= ~line
    return board


def _fill_threes(grid: Grid) -> None:
    """Remove candidates by the fact that a line and a box share three cells with three digits.

    If only three digits are possible in these cells, remove the digits from the rest. If three
    digits must be in these cells, remove all others from the three cells.
    """
    for crossing, line, box in CROSSINGS:
        may = [digit for digit in range(9) if grid[digit] & crossing]
        must = [digit for digit in may if not grid[digit] & line]
        if len(may) == 3:
            for digit in may:
                grid[digit] &= ~(line | box)
        elif len(must) >= 3:
            for digit in set(may) - set(must):
                grid[digit] &= ~crossing


def _hidden_singles(grid: Grid) -> None:
    """Remove the other digits from a cell that's a unit's only place for a digit."""
    for digit, board in enumerate(grid.copy()):
        single = 0
        for unit in UNITS:
            places = board & unit
            if not places & (places - 1):
                single |= places
        for other in range(9):
            if other != digit:
                grid[other] &= ~single


def _naked_singles(grid: Grid) -> None:
    """Remove a cell's only candidate from its peers."""
    once, twice = _counted(grid)
    for digit, board in enumerate(grid):
        for cell in values(board & once & ~twice):
            grid[digit] &= ~SEEN[cell]


def _counted(grid: Grid) -> tuple[Board, Board]:
    """Return the cells with at least one candidate, and those with at least two."""
    once = twice = 0
    for board in grid:
        twice |= once & board
        once |= board
    return once, twice


def candidates(grid: Grid, cell: int) -> Domain:
    """Return the digits (from 0) that a cell can have."""
    return domain(digit for digit in range(9) if grid[digit] >> cell & 1)


def chosen(grid: Grid) -> int | None:
    """Return the cell in which to try values, or None if every cell has only one."""
    _, several = _counted(grid)

    def rank(cell: int) -> tuple[int, int]:
        return candidates(grid, cell).bit_count(), -(SEEN[cell] & several).bit_count()

    return min(values(several), key=rank, default=None)


def answer(grid: Grid) -> tuple[int, ...]:
    """Return the digit of each cell."""
    return tuple(candidates(grid, cell).bit_length() for cell in range(CELLS))


BandsKernel = kernel("Bands", PyBands)
