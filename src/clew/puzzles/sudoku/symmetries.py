"""The forms of a Sudoku that are the same puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clew.core.puzzle import Unsuited
from clew.identity.canonical import SYMMETRIES, Smallest, renamed, rows_of, with_diagonals
from clew.puzzles.sudoku.face import FROM_DIGITS, TO_DIGITS
from clew.puzzles.sudoku.kernels import sudoku_canonical
from clew.puzzles.sudoku.puzzle import Sudoku


def canonical(puzzle: Sudoku) -> Sudoku:
    if puzzle.candidates:
        raise Unsuited("sudoku with candidates has no canonical form")
    if puzzle.regions:
        return min(_jigsaws(puzzle), key=lambda form: (form.regions, form.cells))
    if puzzle.is_ordinary:
        form = sudoku_canonical(bytes(puzzle.cells).translate(TO_DIGITS), 1, None)
        return Sudoku(tuple(form.translate(FROM_DIGITS)))
    height, width = sorted(puzzle.box)
    rows = rows_of(puzzle.cells, puzzle.order)
    if height != puzzle.box[0]:
        rows = tuple(zip(*rows, strict=True))
    if puzzle.diagonal:
        cells = tuple(value for row in rows for value in row)
        forms = (renamed(cells, source) for source in with_diagonals(height, width))
        return Sudoku(min(forms), (height, width), diagonal=True)
    sides = [rows, tuple(zip(*rows, strict=True))] if height == width else [rows]
    return Sudoku(Smallest(sides, height, width).image(), (height, width))


def _jigsaws(puzzle: Sudoku) -> Iterator[Sudoku]:
    for turn in SYMMETRIES:
        source = turn.source(puzzle.order, puzzle.order)
        regions = tuple(puzzle.regions[cell] for cell in source)
        yield replace(puzzle, cells=renamed(puzzle.cells, source), regions=regions)
