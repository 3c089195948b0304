"""The frog by layers: where it may be at each time, in a compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from clew.core.events import Event, Kind
from clew.core.result import Run
from clew.puzzles.frog.face import Jumps
from clew.puzzles.frog.py_frog import LayersKernel
from clew.search import native
from clew.search.strategy import Strategy

WORK = 400_000 if native.available else 4_000
"""Words of layers between two checks of the limits: a few milliseconds."""
BATCH = 1024
"""Answers handed over at once, if as many are wanted."""


@dataclass(frozen=True)
class Layers(Strategy):
    """Arc consistency along the jumps by shifts of whole layers, hidden singles, and search.

    It rules out what `backtracking:infer=mac+hidden-singles` does, and branches on a time or on
    a pad, one that has few choices left and has failed often.
    """

    name: ClassVar[str] = "layers"
    summary: ClassVar[str] = "A set of pads for each time, made consistent by shifts."
    face: ClassVar[type] = Jumps
    level: ClassVar[int] = 100

    def __call__(self, face: Jumps, run: Run) -> Iterator[tuple[int, ...]]:
        run.pause()
        kernel, stats = LayersKernel(face.jumps), run.stats
        pads = len(face.jumps) + 1
        slice_ = max(1, WORK // (pads * (pads // 64 + 1)))
        batch = min(run.max_answers or BATCH, BATCH)
        while not kernel.finished:
            answers = kernel.run(batch, run.allowed(slice_))
            stats.nodes, stats.backtracks = kernel.nodes, kernel.failures
            stats.deepest = stats.frontier = kernel.deepest
            for answer in answers:
                if run.trace is not None:
                    run.trace(Event(Kind.ANSWER, stats.deepest))
                yield tuple(pad + 1 for pad in answer)
