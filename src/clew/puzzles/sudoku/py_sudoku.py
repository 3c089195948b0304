"""The readable twin of native/sudoku/bands.hpp: its specification, and its stand-in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from clew.core.faces import Domain, domain, values
from clew.puzzles.sudoku import face
from clew.puzzles.sudoku.face import CELLS
from clew.search.native import kernel

ALL = (1 << CELLS) - 1

Board = int
"""A set of cells: bit c is cell c, counted row by row."""

UNITS = [domain(unit) for unit in face.UNITS]
LINES, BOXES = UNITS[:18], UNITS[18:]
SEEN = [
    domain(other for unit in UNITS if unit >> cell & 1 for other in values(unit)) & ~(1 << cell)
    for cell in range(CELLS)
]
"""The cells that may not hold what a cell holds."""
CROSSINGS = [
    (line & box, line & ~box, box & ~line) for line, box in product(LINES, BOXES) if line & box
]
"""Where a line crosses a box: the three cells, the rest of the line, the rest of the box."""

Grid = list[Board]
"""The cells that may hold each digit."""


class PyBands:
    """An ordinary 9 x 9 Sudoku: singles, locked candidates and locked triples; then values tried.

    Of the cells with fewest candidates the one with most open peers is tried, the first of
    several, with its values in ascending order. Givens that clash end it before the root.
    """

    def __init__(self, givens: bytes) -> None:
        if len(givens) != CELLS:
            raise ValueError(f"givens: found {len(givens)} cells, expected 81")
        self.nodes = 0  # the root, and every value tried in a cell
        self.backtracks = 0  # values taken back with no answer below them
        self.deepest = 0  # the most choices on one path
        self.finished = False  # the whole tree has been searched
        self._grids: list[Grid] = [[ALL] * 9]
        self._untried: list[Iterator[tuple[int, int]]] = []
        self._next: tuple[int, int] | None = None
        self._fruitful = 0  # how many of the first choices have an answer below them
        for cell, value in enumerate(givens):
            if value > 9:
                raise ValueError(f"cell {cell}: found {value}, expected 0 to 9")
            if value:
                self.finished |= not self._grids[0][value - 1] >> cell & 1
                _assign(self._grids[0], value - 1, cell)

    def run(self, max_answers: int, max_nodes: int) -> list[tuple[int, ...]]:
        """Search on until one of the limits is reached or the search is finished."""
        if max_answers < 0 or max_nodes < 0:
            raise ValueError("run: found a negative limit, expected 0 or more")
        answers: list[tuple[int, ...]] = []
        limit = self.nodes + max_nodes
        while not self.finished and self.nodes < limit and len(answers) < max_answers:
            self._visit()
            grid = self._grids[-1]
            alive = propagate(grid)
            if alive and (cell := chosen(grid)) is not None:
                tries = [(digit, cell) for digit in range(9) if grid[digit] >> cell & 1]
                self._next, *rest = tries
                self._untried.append(iter(rest))
                continue
            if alive:
                answers.append(answer(grid))
                self._fruitful = len(self._untried)
            self._take_back()
        return answers

    def _visit(self) -> None:
        """Open the root, or try the next value."""
        self.nodes += 1
        if self._next is not None:
            self._grids.append(self._grids[-1].copy())
            _assign(self._grids[-1], *self._next)
        self.deepest = max(self.deepest, len(self._untried))

    def _take_back(self) -> None:
        """Leave the last choice, and those before it that have no other value to try."""
        while self._untried:
            self._grids.pop()
            if self._fruitful >= len(self._untried):
                self._fruitful = len(self._untried) - 1
            else:
                self.backtracks += 1
            self._next = next(self._untried[-1], None)
            if self._next is not None:
                return
            self._untried.pop()
        self.finished = True


def _assign(grid: Grid, digit: int, cell: int) -> None:
    mine = grid[digit] & ~SEEN[cell]
    grid[:] = [board & ~(1 << cell) for board in grid]
    grid[digit] = mine


def propagate(grid: Grid) -> bool:
    """Rule out what no answer has until nothing more is found; whether there may be one."""
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
    """A digit confined to one box of a line is out of the rest of the box, and the other way."""
    for crossing, line, box in CROSSINGS:
        if board & crossing:
            if not board & line:
                board &= ~box
            elif not board & box:
                board &= ~line
    return board


def _fill_threes(grid: Grid) -> None:
    """Three cells where a line crosses a box hold three digits.

    If only three may be there, they are out of the rest; if three must be, no other may.
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
    """A cell that is the only one of a unit for a digit holds no other."""
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
    """A cell that only one digit may be in takes that digit from its peers."""
    once, twice = _counted(grid)
    for digit, board in enumerate(grid):
        for cell in values(board & once & ~twice):
            grid[digit] &= ~SEEN[cell]


def _counted(grid: Grid) -> tuple[Board, Board]:
    """The cells with a candidate, and those with two or more."""
    once = twice = 0
    for board in grid:
        twice |= once & board
        once |= board
    return once, twice


def candidates(grid: Grid, cell: int) -> Domain:
    """The digits (from 0) that a cell may hold."""
    return domain(digit for digit in range(9) if grid[digit] >> cell & 1)


def chosen(grid: Grid) -> int | None:
    """The cell to try values in, or None if each has one."""
    _, several = _counted(grid)

    def rank(cell: int) -> tuple[int, int]:
        return candidates(grid, cell).bit_count(), -(SEEN[cell] & several).bit_count()

    return min(values(several), key=rank, default=None)


def answer(grid: Grid) -> tuple[int, ...]:
    """The digit of each cell."""
    return tuple(candidates(grid, cell).bit_length() for cell in range(CELLS))


def py_bands_briefly(
    givens: bytes, max_answers: int, max_nodes: int
) -> tuple[list[tuple[int, ...]], int, int, int, bool]:
    """The answers of a short search, and its counters, in one call."""
    search = PyBands(givens)
    answers = search.run(max_answers, max_nodes)
    return answers, search.nodes, search.backtracks, search.deepest, search.finished


BandsKernel = kernel("Bands", PyBands)
bands_briefly = kernel("bands_briefly", py_bands_briefly)
