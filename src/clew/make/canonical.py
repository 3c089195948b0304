"""Canonical forms: the same for all forms of a puzzle, and another for each other puzzle.

A form is the puzzle with its values renamed, its board turned, its lines exchanged, as far as that
keeps the rules. The canonical one is the smallest: cell by cell, a blank below every value. So it
does not depend on how it is found, and will not change. docs/canonical.md says which exchanges
count for each kind.

>>> import clew
>>> print(canonical(clew.parse("latin:3:..3/.../...")))
3:........1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

from clew.grid import Cells
from clew.make.symmetries import TURNS, Source, with_diagonals
from clew.puzzle import Puzzle, Unsuited, as_puzzle
from clew.puzzles.futoshiki import Futoshiki
from clew.puzzles.knight import Knight
from clew.puzzles.latin import Latin
from clew.puzzles.lights_out import LightsOut
from clew.puzzles.queens import Queens
from clew.puzzles.sudoku import Sudoku
from clew.search import native
from clew.search.smallest import Rows, Smallest

DIGITS = 16
"""How much of a hash an id shows: among a billion puzzles, two agree by chance with 3 %."""
MOST_LIGHTS = 1 << 14


def canonical(puzzle: Puzzle | str) -> Puzzle:
    """The smallest form of the puzzle; Unsuited for a kind that has none.

    TooSymmetric, a ValueError, if so many forms begin alike that it would take too long. That is
    so for few boards above 9 x 9.
    """
    puzzle = as_puzzle(puzzle)
    for kind, form in FORMS.items():
        if isinstance(puzzle, kind):
            found: Puzzle = form(puzzle)
            return found
    raise Unsuited(f"{puzzle.name} has no canonical form")


def canonical_id(puzzle: Puzzle | str) -> str:
    """A short name that all forms of a puzzle share: its kind, and a hash of the canonical form."""
    puzzle = as_puzzle(puzzle)
    return f"{puzzle.name}:{sha256(canonical(puzzle).id.encode()).hexdigest()[:DIGITS]}"


# ------------------------------------------------------------------ boards with lines to exchange


def _sudoku(puzzle: Sudoku) -> Sudoku:
    if puzzle.candidates:
        raise Unsuited("sudoku with candidates has no canonical form")
    if puzzle.regions:
        return min(_jigsaws(puzzle), key=lambda form: (form.regions, form.cells))
    if "bands" in puzzle.faces:
        text = native.sudoku_canonical(bytes(48 + value for value in puzzle.cells), 1, None)
        return Sudoku(tuple(0 if byte == 46 else byte - 48 for byte in text))
    height, width = sorted(puzzle.box)
    rows = _rows(puzzle.cells, puzzle.order)
    if height != puzzle.box[0]:
        rows = tuple(zip(*rows, strict=True))
    if puzzle.diagonal:
        cells = tuple(value for row in rows for value in row)
        forms = (_renamed(cells, source) for source in with_diagonals(height, width))
        return Sudoku(min(forms), (height, width), diagonal=True)
    sides = [rows, tuple(zip(*rows, strict=True))] if height == width else [rows]
    return Sudoku(Smallest(sides, height, width).image(), (height, width))


def _jigsaws(puzzle: Sudoku) -> Iterator[Sudoku]:
    for turn in TURNS:
        source = turn.source(puzzle.order, puzzle.order)
        regions = tuple(puzzle.regions[cell] for cell in source)
        yield replace(puzzle, cells=_renamed(puzzle.cells, source), regions=regions)


def _latin(puzzle: Latin) -> Latin:
    rows = _rows(puzzle.cells, puzzle.order)
    sides = (rows, tuple(zip(*rows, strict=True)))
    return Latin(Smallest(sides, 1, puzzle.order).image())


def _rows(cells: Cells, order: int) -> Rows:
    return tuple(cells[start : start + order] for start in range(0, len(cells), order))


def _renamed(cells: Cells, source: Source) -> Cells:
    """The cells in another order, with values named 1, 2, 3 … as they appear."""
    names = {0: 0}
    return tuple(names.setdefault(cells[cell], len(names)) for cell in source)


# ------------------------------------------------------------------ boards to turn


def _futoshiki(puzzle: Futoshiki) -> Futoshiki:
    return min(_futoshikis(puzzle), key=lambda form: (form.cells, form.signs))


def _futoshikis(puzzle: Futoshiki) -> Iterator[Futoshiki]:
    """Turned in 8 ways, each also with every value v as n + 1 - v and the signs the other way."""
    order = puzzle.order
    for turn in TURNS:
        source = turn.source(order, order)
        place = {cell: at for at, cell in enumerate(source)}
        cells = tuple(puzzle.cells[cell] for cell in source)
        signs = tuple((place[small], place[great]) for small, great in puzzle.signs)
        yield replace(puzzle, cells=cells, signs=signs)
        opposite = tuple(value and order + 1 - value for value in cells)
        yield replace(puzzle, cells=opposite, signs=tuple(pair[::-1] for pair in signs))


def _queens(puzzle: Queens) -> Queens:
    size = puzzle.order
    forms = (
        replace(puzzle, placed=tuple(turn.square(*queen, size, size) for queen in puzzle.placed))
        for turn in TURNS
    )
    return min(forms, key=lambda form: form.placed)


def _knight(puzzle: Knight) -> Knight:
    if puzzle.start is None:
        rows, cols = sorted((puzzle.rows, puzzle.cols))
        return replace(puzzle, rows=rows, cols=cols)
    shape = puzzle.rows, puzzle.cols
    forms = [(*turn.shape(*shape), turn.square(*puzzle.start, *shape)) for turn in TURNS]
    rows, cols, start = min(forms)
    return replace(puzzle, rows=rows, cols=cols, start=start)


def _lights_out(puzzle: LightsOut) -> LightsOut:
    if puzzle.matrix or puzzle.rows * puzzle.cols > MOST_LIGHTS:
        kind = "with a matrix" if puzzle.matrix else f"of more than {MOST_LIGHTS:,} lights"
        raise Unsuited(f"lights-out {kind} has no canonical form")
    return min(_lights(puzzle), key=lambda form: (form.rows, form.cols, form.stencil, form.lit))


def _lights(puzzle: LightsOut) -> Iterator[LightsOut]:
    """The board and what a press toggles, turned in 8 ways."""
    shape = puzzle.rows, puzzle.cols
    lights = [row >> col & 1 for row in puzzle.lit for col in range(puzzle.cols)]
    for turn in TURNS:
        rows, cols = turn.shape(*shape)
        source = turn.source(*shape)
        lit = tuple(
            sum(lights[source[row * cols + col]] << col for col in range(cols))
            for row in range(rows)
        )
        stencil = tuple(turn.offset(*offset) for offset in puzzle.stencil)
        yield replace(puzzle, rows=rows, cols=cols, lit=lit, stencil=stencil)


FORMS: dict[type[Puzzle], Callable[[Any], Puzzle]] = {
    Sudoku: _sudoku,
    Latin: _latin,
    Futoshiki: _futoshiki,
    Queens: _queens,
    Knight: _knight,
    LightsOut: _lights_out,
}
"""How each kind is brought into its form."""
