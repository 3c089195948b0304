"""Sliding tiles by IDA* with pattern databases that are added."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from clew.core.result import Run, Stats, Stopped
from clew.puzzles.sliding_tiles.face import TileBoard
from clew.puzzles.sliding_tiles.py_tiles import TileSearchKernel
from clew.search.native import answers
from clew.search.strategy import Strategy, choice

LONGER = "longer answers are not looked for"


@dataclass(frozen=True)
class TilePatterns(Strategy):
    """Iterative deepening on the slides so far and what tables say of groups of tiles.

    Korf and Felner, "Disjoint pattern database heuristics", 2002. With `patterns=ones` each tile
    is a group of its own: the sum is the Manhattan distance.
    """

    patterns: str = choice("groups", "ones")

    name: ClassVar[str] = "tile-patterns"
    title: ClassVar[str] = "IDA* with tile patterns"
    reads: ClassVar[Mapping[str, str]] = {
        "patterns": "Tables",
        "patterns=groups": "for groups of tiles",
        "patterns=ones": "for single tiles",
    }
    summary: ClassVar[str] = "IDA* with a table for each group of tiles, whose values are added."
    face: ClassVar[type] = TileBoard
    optimal: ClassVar[bool] = True
    level: ClassVar[int] = 100
    taught: ClassVar[bool] = True
    pseudocode: ClassVar[str | None] = ""

    def __call__(self, face: TileBoard, run: Run) -> Iterator[tuple[str, ...]]:
        run.pause()
        ones = self.patterns == "ones"
        kernel = TileSearchKernel(
            face.cols, face.rows, face.tiles, face.groups(ones), face.tables(ones)
        )
        for moves in answers(kernel, run, _note):
            yield tuple(map(str, moves))
        raise Stopped(LONGER)


def _note(kernel: Any, stats: Stats) -> None:
    stats.generated = kernel.generated
    stats.deepest = stats.frontier = max(stats.deepest, kernel.deepest)
