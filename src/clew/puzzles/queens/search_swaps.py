"""Random answers of N-Queens by swaps."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from clew.core.events import Event, Kind
from clew.core.faces import Assignment
from clew.core.result import Run, Stopped
from clew.puzzles.queens.face import QueensBoard
from clew.puzzles.queens.py_swaps import QueensSwapsKernel
from clew.search.native import available
from clew.search.strategy import Strategy

SLICE = 500_000 if available else 5_000
"""Tries between two looks at the limits: a few milliseconds."""


@dataclass(frozen=True)
class Swaps(Strategy):
    """Place queens at random while that is easy, then swap columns until none clash.

    R. Sosic and J. Gu, "Efficient local search with conflict minimization: a case study of
    the n-queens problem", 1994.

    It cannot prove that there is no answer: after so many `starts` without a new one it ends
    as stopped. Answers are random, each seed giving its own, but not all equally likely.
    """

    starts: int = 100
    seed: int = 0

    name: ClassVar[str] = "swaps"
    summary: ClassVar[str] = "Random answers of N-Queens of any order; proves nothing."
    face: ClassVar[type] = QueensBoard
    complete: ClassVar[bool] = False

    def __call__(self, board: QueensBoard, run: Run) -> Iterator[Assignment]:
        kernel = QueensSwapsKernel(board.order, self.seed, board.placed)
        before, since = run.stats.nodes, 0
        found: set[int] = set()
        run.stats.frontier = 1
        while kernel.starts - since <= self.starts:
            solved = kernel.run(run.allowed(SLICE))
            run.stats.nodes = before + kernel.steps
            answer = tuple(array("i", kernel.columns)) if solved else ()
            if solved and hash(answer) not in found:
                found.add(hash(answer))
                since = kernel.starts
                if run.trace is not None:
                    run.trace(Event(Kind.ANSWER, 0))
                yield answer
        raise Stopped("starts")
