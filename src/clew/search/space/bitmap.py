"""Breadth-first search of small spaces of numbers, in a compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from operator import xor
from typing import Any, ClassVar

from clew.core.events import Event, Kind
from clew.core.faces import StateSpace, values
from clew.core.result import Run, Stopped
from clew.search.native import available
from clew.search.space.graph import Path, Space
from clew.search.space.py_xor_walk import XorWalkKernel
from clew.search.strategy import Strategy

LARGEST = 30 if available else 20
"""The most bits and the most moves; a bit of memory is kept for each of 2^this states."""
SLICE = 1 << 18 if available else 1 << 10
"""States between two looks at the limits."""


@dataclass(frozen=True)
class Bitmap(Strategy):
    """Breadth-first, for spaces whose moves flip bits (`flips`), such as Lights Out.

    It finds one shortest answer, the first in dictionary order; asked for more it ends as
    stopped.
    """

    name: ClassVar[str] = "bitmap"
    summary: ClassVar[str] = "Breadth-first over bit flips, one bit a state, in a compiled kernel."
    face: ClassVar[type] = StateSpace
    pseudocode: ClassVar[str | None] = ""
    optimal: ClassVar[bool] = True

    def rank(self, face: Space) -> int | None:
        flips = getattr(face, "flips", None)
        small = flips is not None and len(flips) <= LARGEST and _bits(face) <= LARGEST
        return self.level if small else None

    def objection(self, face: Any) -> str:
        if getattr(face, "flips", None) is None:
            return "its moves do not flip bits"
        return f"found {_bits(face)} bits and {len(face.flips)} moves, expected {LARGEST} at most"

    def __call__(self, space: Any, run: Run) -> Iterator[Path]:
        run.pause()
        walk, stats = XorWalkKernel(_bits(space), list(space.flips), space.start), run.stats
        while not walk.finished:
            walk.run(run.allowed(SLICE))
            stats.nodes, stats.generated = walk.nodes, walk.generated
            stats.duplicates, stats.frontier = walk.duplicates, walk.frontier
            stats.deepest = len(walk.levels) - 1
        if walk.moves < 0:
            return
        flips = [space.flips[move] for move in values(walk.moves)]
        stats.deepest = len(flips)
        if run.trace is not None:
            run.trace(Event(Kind.ANSWER, len(flips)))
        yield Path(space, list(accumulate(flips, xor, initial=space.start)))
        raise Stopped("one shortest answer is all it finds")


def _bits(space: Any) -> int:
    """How many bits the states have."""
    return int(max(state.bit_length() for state in (space.start, *space.flips)))
