"""Sliding tiles: slide tiles into the gap until they're in order, as in the 8-puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import methodcaller
from typing import Self

from clew.board.board import Board, Cell, Ink
from clew.board.inputs import Steer
from clew.core.capabilities import defined_in
from clew.core.faces import Faces, StateSpace
from clew.core.grid import read_size
from clew.core.heuristics import Heuristic
from clew.core.puzzle import Example
from clew.core.texts import read_numbers, split_options
from clew.core.walks import WalkPuzzle
from clew.puzzles._search_tiles import TileBoard, Tiles, heuristics_for, near_cells

__path__: list[str] = []  # pickles name `clew.puzzles.sliding_tiles.puzzle`

LARGEST = 8
near = lru_cache(maxsize=64)(near_cells)


@dataclass(frozen=True)
class SlidingTiles(WalkPuzzle):
    """Tiles, row by row, with 0 for the gap.

    In the goal, the gap is in the last cell or, with `gap_first`, in the first.
    """

    start: Tiles
    cols: int
    rows: int
    gap_first: bool = False

    name = "sliding-tiles"
    bid = "Slide the {}"
    summary = "Slide tiles into the gap until they are in order: the 8-puzzle, the 15-puzzle."
    form = "3x3: and the tiles row by row, 0 for the gap: 3x3:1,2,3,4,5,6,0,7,8; then ,gap=first"
    inputs = (Steer(),)
    faces = Faces({TileBoard: methodcaller("tile_board"), StateSpace: methodcaller("space")})
    step = "slide"
    examples = (
        Example("3x3:7,2,4,5,0,6,8,3,1,gap=first", "The textbook's instance", shortest=26,
                source="Russell and Norvig, figure 3.3"),
        Example("3x3:8,6,7,2,5,4,3,0,1", "As far from the goal as can be", shortest=31,
                source="Reinefeld 1993"),
        Example("3x3:1,2,3,4,5,6,8,7,0", "Two tiles swapped", solutions=0, source="Loyd"),
        Example("2x2:3,2,1,0", "The smallest board", solutions=0),
        Example("4x3:1,2,3,4,5,6,0,8,9,10,7,11", "Twelve cells", shortest=2),
        Example("3x3:1,2,3,4,5,6,7,8,0", "All is in order", shortest=0),
    )  # fmt: skip

    @classmethod
    def parse(cls, text: str) -> Self:
        rest, options = split_options(text.strip(), "gap")
        if (gap := options.get("gap", "last")) not in ("first", "last"):
            raise ValueError(f"found gap={gap[:10]}, expected gap=first or gap=last")
        size, _, numbers = rest.partition(":")
        cols, rows = read_size(size, LARGEST)
        if min(cols, rows) < 2:
            raise ValueError(f"found {size}, expected at least 2x2")
        tiles = read_numbers(numbers, "a tile", 0, cols * rows - 1, cols * rows)
        if sorted(tiles) != list(range(cols * rows)):
            raise ValueError(f"found {numbers[:60]}, expected each of 0 to {cols * rows - 1} once")
        return cls(tiles, cols, rows, gap == "first")

    def __str__(self) -> str:
        tiles = ",".join(map(str, self.start))
        return f"{self.cols}x{self.rows}:{tiles}" + ",gap=first" * self.gap_first

    @property
    def goal(self) -> Tiles:
        count = self.cols * self.rows
        return tuple(range(count)) if self.gap_first else (*range(1, count), 0)

    @property
    def goals(self) -> Sequence[Tiles]:
        return (self.goal,)

    def tile_board(self) -> TileBoard:
        return TileBoard(self.cols, self.rows, self.start, self.goal)

    def successors(self, state: Tiles) -> list[tuple[str, Tiles]]:
        gap = state.index(0)
        cells = near(self.cols, self.rows)[gap]
        return [(str(state[cell]), _slid(state, gap, cell)) for cell in cells]

    def neighbours(self, state: Tiles) -> list[Tiles]:
        gap = state.index(0)
        return [_slid(state, gap, cell) for cell in near(self.cols, self.rows)[gap]]

    predecessors = neighbours

    def is_goal(self, state: Tiles) -> bool:
        return state == self.goal

    @property
    def heuristics(self) -> Sequence[Heuristic]:
        return heuristics_for(self.cols, self.rows, self.goal)

    def heuristic(self, state: Tiles) -> int:
        estimate: int = self.heuristics[0](state)
        return estimate

    def clashes(self) -> list[str]:
        # Every slide swaps the gap with a tile, and moves the gap by one cell.
        swaps = len(self.swaps())
        gap, home = self.start.index(0), self.goal.index(0)
        far = abs(gap // self.cols - home // self.cols) + abs(gap % self.cols - home % self.cols)
        if (swaps + far) % 2 == 0:
            return []
        odd, even = ("odd", "even") if swaps % 2 else ("even", "odd")
        return [f"the order is an {odd} number of swaps ({swaps}) from the goal, but the gap an "
                f"{even} number of slides ({far}), and each slide is a swap"]  # fmt: skip

    def swaps(self) -> list[tuple[int, int]]:
        """Return a shortest list of swaps, as pairs of cells, that put the tiles in order."""
        cells, made = list(self.start), []
        for place, tile in enumerate(self.goal):
            if cells[place] != tile:
                other = cells.index(tile)
                cells[place], cells[other] = tile, cells[place]
                made.append((place, other))
        return made

    certificate = defined_in("clew.puzzles._certificates", "tile_certificate")
    certificate_faults = defined_in("clew.puzzles._certificates", "tile_faults")

    def touches(self, move: str, /) -> tuple[int, ...]:
        return self.start.index(0), self.start.index(int(move))

    def alike(self, move: str, /) -> tuple[int, ...]:
        return (self.start.index(int(move)),)

    def picture(self, state: Tiles) -> Board:
        ink = Ink.GIVEN if state == self.start else Ink.ANSWER
        cells = tuple(Cell(str(tile), ink) if tile else Cell() for tile in state)
        return Board(self.rows, self.cols, cells, f"{self.cols * self.rows - 1}-puzzle")


def _slid(state: Tiles, gap: int, cell: int) -> Tiles:
    cells = list(state)
    cells[gap], cells[cell] = cells[cell], 0
    return tuple(cells)
