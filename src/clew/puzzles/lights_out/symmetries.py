"""The forms of a board of lights that are the same puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clew.core.puzzle import Unsuited
from clew.identity.canonical import SYMMETRIES
from clew.puzzles.lights_out.puzzle import LightsOut

MOST_LIGHTS = 1 << 14


def canonical(puzzle: LightsOut) -> LightsOut:
    if puzzle.matrix or puzzle.rows * puzzle.cols > MOST_LIGHTS:
        kind = "with a matrix" if puzzle.matrix else f"of more than {MOST_LIGHTS:,} lights"
        raise Unsuited(f"lights-out {kind} has no canonical form")
    return min(_lights(puzzle), key=lambda form: (form.rows, form.cols, form.stencil, form.lit))


def _lights(puzzle: LightsOut) -> Iterator[LightsOut]:
    """The board and what a press toggles, turned in 8 ways."""
    shape = puzzle.rows, puzzle.cols
    lights = [row >> col & 1 for row in puzzle.lit for col in range(puzzle.cols)]
    for turn in SYMMETRIES:
        rows, cols = turn.shape(*shape)
        source = turn.source(*shape)
        lit = tuple(
            sum(lights[source[row * cols + col]] << col for col in range(cols))
            for row in range(rows)
        )
        stencil = tuple(turn.offset(*offset) for offset in puzzle.stencil)
        yield replace(puzzle, rows=rows, cols=cols, lit=lit, stencil=stencil)
