"""The 2x2x2 cube: turn its faces until each shows one colour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, Self

from clew.core.board import Board
from clew.core.heaps import split_options
from clew.core.heuristics import Heuristic, pattern_database
from clew.core.puzzle import Example
from clew.core.walks import WalkPuzzle

SOLVED = "UUUURRRRFFFFDDDDLLLLBBBB"
CORNERS = ((3, 4, 9), (2, 8, 17), (0, 16, 21), (1, 20, 5), (13, 11, 6), (12, 19, 10), (15, 7, 22))
"""The stickers of each corner clockwise, that of the upper or lower face first, but for the corner
behind on the lower left, which is held still: so only the faces U, R and F are turned."""
RINGS = {
    "U": ((0, 2, 3, 1), (4, 20, 16, 8), (5, 21, 17, 9)),
    "R": ((1, 9, 13, 22), (3, 11, 15, 20), (4, 6, 7, 5)),
    "F": ((2, 19, 13, 4), (3, 17, 12, 6), (8, 10, 11, 9)),
}
"""A quarter turn of a face brings to each place of a ring the sticker of the next."""


def _turn(face: str, times: int) -> Any:
    came = list(range(24))
    for ring in RINGS[face]:
        for place, at in enumerate(ring):
            came[at] = ring[(place + times) % 4]
    return itemgetter(*came)


TURNS = {face + mark: _turn(face, n) for face in RINGS for n, mark in ((1, ""), (2, "2"), (3, "'"))}


@cache
def layers(quarter: bool) -> Heuristic:
    """The distance of the stickers of the upper and lower face alone: 25,515 patterns."""
    cube, blanked = PocketCube(SOLVED, quarter), str.maketrans("RFLB", "....")

    def before(seen: str) -> Iterator[tuple[int, str]]:
        return ((1, other) for other in cube.predecessors(seen))

    return pattern_database("layers", [SOLVED], before, lambda state: state.translate(blanked))


@dataclass(frozen=True)
class PocketCube(WalkPuzzle):
    """The stickers of the faces U, R, F, D, L and B, each row by row; in quarter turns or any."""

    start: str
    quarter: bool = False

    name = "pocket-cube"
    shapes = (("#", "nothing"), *((face, f"paint-{n}") for n, face in enumerate("RLUDFB", 1)))
    title = "2x2x2 cube"
    summary = "Turn the upper, right and front face until each face shows one colour."
    form = "turns that mix it up, RU2F', or the 24 stickers of U, R, F, D, L, B; then ,quarter"
    step = "turn"
    goals = (SOLVED,)
    examples = (
        Example("RU2F'", "Three turns", shortest=3),
        Example("RU2F',quarter", "In quarter turns", shortest=4),
        Example(SOLVED, "A solved cube", shortest=0),
        Example("UUUFURRRFRFFDDDDLLLLBBBB", "A twisted corner", answers=0),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        word, options = split_options(text.strip(), "quarter")
        state, plain = SOLVED, word.replace(" ", "").upper()
        if set(plain) <= set(SOLVED) and len(plain) == 24:
            return cls(plain, "quarter" in options)
        if not re.fullmatch("([URF][2']?)+", plain):
            raise ValueError(f"found {word[:40]!r}, expected turns such as RU2F', or 24 of URFDLB")
        for name in re.findall("[URF][2']?", plain):
            state = "".join(TURNS[name](state))
        return cls(state, "quarter" in options)

    def __str__(self) -> str:
        return self.start + ",quarter" * self.quarter

    def clashes(self) -> list[str]:
        """Each corner is there once, and turns twist corners by whole twists in all."""
        seen = ["".join(itemgetter(*corner)(self.start)) for corner in CORNERS]
        twists = [next((n for n in range(3) if c[n] in "UD"), 0) for c in seen]
        corners = {c[n:] + c[:n] for c, n in zip(seen, twists, strict=True)}
        if corners != {"".join(itemgetter(*corner)(SOLVED)) for corner in CORNERS}:
            return ["no cube has these corners, the one behind on the lower left in its place"]
        return ["a corner is twisted: turns twist corners by whole turns in all"] * (
            sum(twists) % 3 > 0
        )

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        for name, turn in TURNS.items():
            if not (self.quarter and name.endswith("2")):
                yield name, "".join(turn(state))

    def predecessors(self, state: str) -> Iterator[str]:
        return (before for _, before in self.successors(state))

    def is_goal(self, state: str) -> bool:
        return state == SOLVED

    def heuristic(self, state: str) -> Any:
        return layers(self.quarter)(state)

    def picture(self, state: str) -> Board:
        """The cube unfolded: U above and D below F, with L, R and B beside it."""
        texts = ["#"] * 48
        for at, colour in enumerate(state):
            row, col = {"U": (0, 2), "D": (4, 2)}.get(SOLVED[at], (2, "L.F.R.B".find(SOLVED[at])))
            texts[(row + at % 4 // 2) * 8 + col + at % 2] = colour
        return self.drawn(state, texts, 8)
