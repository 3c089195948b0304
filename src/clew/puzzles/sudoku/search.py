"""Ordinary 9 x 9 Sudoku by bands of three rows, in a compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from clew.core.result import Run
from clew.puzzles.sudoku.face import Givens
from clew.puzzles.sudoku.py_sudoku import BandsKernel
from clew.search.native import answers
from clew.search.strategy import Strategy

Answer = tuple[int, ...]


@dataclass(frozen=True)
class Bands(Strategy):
    """Singles, locked candidates and triples for all digits at once; then values tried in a cell.

    The cell is one with fewest candidates, among those the one with most open peers.
    """

    name: ClassVar[str] = "bands"
    title: ClassVar[str] = "All digits at once"
    summary: ClassVar[str] = "9 x 9 Sudoku, all digits at once, in a compiled kernel."
    face: ClassVar[type] = Givens
    level: ClassVar[int] = 100
    quick: ClassVar[bool] = True

    def __call__(self, givens: Givens, run: Run) -> Iterator[Answer]:
        return answers(BandsKernel(givens), run)
