"""The forms of a knight's board that are the same puzzle."""

from __future__ import annotations

from dataclasses import replace

from clew.identity.symmetries import SYMMETRIES
from clew.puzzles.knight.puzzle import Knight


def canonical(puzzle: Knight) -> Knight:
    if puzzle.start is None:
        rows, cols = sorted((puzzle.rows, puzzle.cols))
        return replace(puzzle, rows=rows, cols=cols)
    shape = puzzle.rows, puzzle.cols
    forms = [(*turn.shape(*shape), turn.square(*puzzle.start, *shape)) for turn in SYMMETRIES]
    rows, cols, start = min(forms)
    return replace(puzzle, rows=rows, cols=cols, start=start)
