"""The forms of a board of queens that are the same puzzle."""

from __future__ import annotations

from dataclasses import replace

from clew.identity.symmetries import SYMMETRIES
from clew.puzzles.queens.puzzle import Queens


def canonical(puzzle: Queens) -> Queens:
    size = puzzle.order
    forms = (
        replace(puzzle, placed=tuple(turn.square(*queen, size, size) for queen in puzzle.placed))
        for turn in SYMMETRIES
    )
    return min(forms, key=lambda form: form.placed)
