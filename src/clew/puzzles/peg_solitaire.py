"""Peg solitaire: jump over pegs and take them off, until only one is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from clew.board.board import Board
from clew.board.inputs import Drag
from clew.core.grid import cell_name, cell_number, read_rows, write_rows
from clew.core.puzzle import Example
from clew.core.texts import split_options
from clew.core.walks import WalkPuzzle

MOST = 12
SQUARE = ((-1, 0), (0, -1), (0, 1), (1, 0))
TRIANGLE = (*SQUARE, (-1, -1), (1, 1))
"""The directions of jumps on a triangle, which is stored left-aligned: row n has n holes."""
ENGLISH = "  ooo  /  ooo  /ooooooo/ooo.ooo/ooooooo/  ooo  /  ooo  ".replace(" ", "-")


@lru_cache(maxsize=16)
def jumps(holes: str, triangle: bool) -> tuple[tuple[str, int, int], ...]:
    """Return every jump: its name, the holes that it changes, and those that must have pegs."""
    rows = holes.split("/")
    cols = len(rows[0])
    there = {(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "-"}
    found = []
    for r, c in sorted(there):
        for down, right in TRIANGLE if triangle else SQUARE:
            over, to = (r + down, c + right), (r + 2 * down, c + 2 * right)
            if over in there and to in there:
                one, two, three = (y * cols + x for y, x in ((r, c), over, to))
                name = f"{cell_name(one, cols)} to {cell_name(three, cols)}"
                found.append((name, 1 << one | 1 << two | 1 << three, 1 << one | 1 << two))
    return tuple(found)


@dataclass(frozen=True)
class PegSolitaire(WalkPuzzle):
    """A board with pegs in some of its holes.

    `holes` has a - where there's no hole; `start` has a bit for each hole with a peg.
    """

    start: int
    holes: str
    triangle: bool = False

    name = "peg-solitaire"
    bid = "Jump from {}"
    shapes = (("o", "counter"), ("", "gone"), ("#", "nothing"))
    summary = "Jump over a peg into an empty hole and take it off, until one peg is left."
    form = "rows with / between: o a peg, . a hole, - nothing; or `english`; then ,triangle"
    inputs = (Drag("peg"),)
    step = ""  # all solutions have the same length
    examples = (
        Example("--...--/--.o.--/..ooo../...o.../...o.../--...--/--...--", "A cross", shortest=5),
        Example("o----/oo---/ooo--/oooo-/.oooo,triangle", "Fifteen holes", shortest=13),
        Example("oo./ooo/ooo", "Three by three: one is not reached", solutions=0),
        Example("..oo./.o.../.....", "Three pegs", shortest=2),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        word, options = split_options(text.strip().lower(), "triangle")
        rows = read_rows(ENGLISH if word == "english" else word, "o.-", MOST)
        pegs = sum(1 << at for at, sign in enumerate("".join(rows)) if sign == "o")
        return cls(pegs, "/".join(rows).replace("o", "."), "triangle" in options)

    def __str__(self) -> str:
        signs = enumerate(self.holes.replace("/", ""))
        pegs = "".join("o" if self.start >> at & 1 else sign for at, sign in signs)
        return write_rows(pegs, self._cols) + ",triangle" * self.triangle

    @property
    def _cols(self) -> int:
        return len(self.holes.partition("/")[0])

    def successors(self, state: int) -> Iterator[tuple[str, int]]:
        for name, changed, pegs in jumps(self.holes, self.triangle):
            if state & changed == pegs:
                yield name, state ^ changed

    def is_goal(self, state: int) -> bool:
        return state.bit_count() == 1

    def heuristic(self, state: int) -> int:
        """Return the number of jumps left. It's exact if there's a solution at all."""
        return state.bit_count() - 1

    def touches(self, move: str, /) -> tuple[int, ...]:
        one, two = (cell_number(word, self._cols) for word in move.split(" to "))
        return two, one

    def picture(self, state: int) -> Board:
        signs = enumerate(self.holes.replace("/", ""))
        texts = ("#" if sign == "-" else "o" if state >> at & 1 else "" for at, sign in signs)
        return self.drawn(state, texts, self._cols)
