"""N-Queens by three bit masks: the first strategy with a compiled kernel behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from clew.core.constraints import AllDifferent
from clew.core.faces import CSP, Assignment
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.puzzles.queens.py_queens import QueensKernel
from clew.search.native import answers
from clew.search.strategy import Strategy

LARGEST_BOARD = 64


@dataclass(frozen=True)
class Bitboard(Strategy):
    """Plain backtracking row by row, on any CSP that has the shape of N-Queens.

    On an empty board it visits the nodes of `backtracking:select=first,infer=none`, in that
    order; a queen that stands already is a node of its own when its row is reached.
    """

    name: ClassVar[str] = "bitboard"
    summary: ClassVar[str] = "N-Queens row by row with bit masks, in a compiled kernel."
    face: ClassVar[type] = CSP

    def rank(self, face: CSP) -> int | None:
        """Whether the rules are: no two equal, nor on a rising or falling diagonal."""
        rows = tuple(range(len(face.domains)))
        offsets = {(), rows, tuple(-row for row in rows)}
        fits = (
            1 <= len(rows) <= LARGEST_BOARD
            and all(isinstance(c, AllDifferent) and c.scope == rows for c in face.constraints)
            and {c.offsets for c in face.constraints if isinstance(c, AllDifferent)} == offsets
            and not any(mask >> len(rows) for mask in face.domains)
        )
        return self.level if fits else None

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        if not self.accepts(csp):
            raise Unsuited("bitboard searches N-Queens only")
        return placements(csp.domains, run)


def placements(domains: Sequence[int], run: Run) -> Iterator[Assignment]:
    """Every way to place a queen in each row, in the order of the columns, within the limits."""
    return answers(QueensKernel(len(domains), list(domains)), run)
