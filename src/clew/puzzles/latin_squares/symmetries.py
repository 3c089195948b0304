"""The forms of a Latin square or a Futoshiki that are the same puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clew.identity.canonical import SYMMETRIES, Smallest, rows_of
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin


def canonical_latin(puzzle: Latin) -> Latin:
    rows = rows_of(puzzle.cells, puzzle.order)
    sides = (rows, tuple(zip(*rows, strict=True)))
    return Latin(Smallest(sides, 1, puzzle.order).image())


def canonical_futoshiki(puzzle: Futoshiki) -> Futoshiki:
    return min(_futoshikis(puzzle), key=lambda form: (form.cells, form.signs))


def _futoshikis(puzzle: Futoshiki) -> Iterator[Futoshiki]:
    """Turned in 8 ways, each also with every value v as n + 1 - v and the signs the other way."""
    order = puzzle.order
    for turn in SYMMETRIES:
        source = turn.source(order, order)
        place = {cell: at for at, cell in enumerate(source)}
        cells = tuple(puzzle.cells[cell] for cell in source)
        signs = tuple((place[small], place[great]) for small, great in puzzle.signs)
        yield replace(puzzle, cells=cells, signs=signs)
        opposite = tuple(value and order + 1 - value for value in cells)
        yield replace(puzzle, cells=opposite, signs=tuple(pair[::-1] for pair in signs))
