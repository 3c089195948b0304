"""Ordinary 9 x 9 Sudoku by bands of three rows, in a compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from clew.core.result import Run, Stats
from clew.puzzles.sudoku.face import Givens
from clew.puzzles.sudoku.py_sudoku import BandsKernel, bands_briefly
from clew.search.native import answers, available
from clew.search.strategy import Strategy

Answer = tuple[int, ...]
AT_ONCE = 1_000 if available else 1
"""Nodes that need no look at the limits: half a millisecond at most, mostly microseconds."""
FEW = 10
"""If all answers are wanted: up to this many are looked for at once."""


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

    def at_once(self, givens: Givens, max_answers: int | None, stats: Stats) -> list[Answer] | None:
        wanted = FEW if max_answers is None else max_answers
        found = bands_briefly(givens, wanted, AT_ONCE)
        grids, stats.nodes, stats.backtracks, stats.deepest, finished = found
        stats.frontier = stats.deepest
        return grids if finished or len(grids) == max_answers else None
