"""Breadth-first search of small spaces of numbers, in a compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from operator import xor
from typing import Any, ClassVar

from clew.core.capabilities import FlipsBits, capability
from clew.core.events import Kind, emit
from clew.core.faces import StateSpace, values
from clew.core.result import Run, Stopped
from clew.search.native import available, exhaust, graph
from clew.search.space.graph import Path
from clew.search.space.py_xor_walk import XorWalkKernel
from clew.search.strategy import Strategy

LARGEST = 30 if available else 20
"""The most bits and the most moves; each of 2^this states takes a bit of memory."""


@dataclass(frozen=True)
class Bitmap(Strategy):
    """Breadth-first, for spaces whose moves flip bits (`flips`), such as Lights Out.

    It finds one shortest answer, the first in dictionary order; if more are wanted, it ends as
    stopped.
    """

    name: ClassVar[str] = "bitmap"
    title: ClassVar[str] = "Breadth-first, one bit a state"
    summary: ClassVar[str] = "Breadth-first over bit flips, one bit a state, in a compiled kernel."
    face: ClassVar[type] = StateSpace
    pseudocode: ClassVar[str | None] = ""
    optimal: ClassVar[bool] = True

    def objection(self, face: Any) -> str:
        space = capability(face, FlipsBits)
        if space is None:
            return "its moves do not flip bits"
        if max(_bits(space), len(space.flips)) <= LARGEST:
            return ""
        return f"found {_bits(space)} bits and {len(space.flips)} moves, expected at most {LARGEST}"

    def __call__(self, space: Any, run: Run) -> Iterator[Path]:
        run.pause()
        walk, stats = XorWalkKernel(_bits(space), list(space.flips), space.start), run.stats
        exhaust(walk, run, walk.run, graph)
        if walk.moves < 0:
            return
        flips = [space.flips[move] for move in values(walk.moves)]
        stats.deepest = len(flips)
        emit(run.trace, Kind.ANSWER, len(flips))
        yield Path(space, list(accumulate(flips, xor, initial=space.start)))
        raise Stopped("one shortest answer is all it finds")


def _bits(space: FlipsBits) -> int:
    """How many bits the states have."""
    return max(state.bit_length() for state in (space.start, *space.flips))
