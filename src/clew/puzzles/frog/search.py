"""The frog by layers: where it may be at each time, in a compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from clew.core.result import Run
from clew.puzzles.frog.face import Jumps
from clew.puzzles.frog.py_frog import LayersKernel
from clew.search.native import answers
from clew.search.strategy import Strategy


@dataclass(frozen=True)
class Layers(Strategy):
    """Arc consistency along the jumps by shifts of whole layers, hidden singles, and search.

    It rules out what `backtracking:infer=mac+hidden-singles` does, and branches on a time or on
    a pad, one that has few choices left and has failed often.
    """

    name: ClassVar[str] = "layers"
    title: ClassVar[str] = "Layers of pads"
    summary: ClassVar[str] = "A set of pads for each time, made consistent by shifts."
    face: ClassVar[type] = Jumps
    level: ClassVar[int] = 100

    def __call__(self, face: Jumps, run: Run) -> Iterator[tuple[int, ...]]:
        run.pause()
        for pads in answers(LayersKernel(face.jumps), run):
            yield tuple(pad + 1 for pad in pads)
