"""The 2x2x2 cube: turn its faces until each shows one colour."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from clew.board.board import Board
from clew.board.inputs import Turn
from clew.core.puzzle import Example
from clew.core.texts import split_options
from clew.core.walks import PatternWalk

SOLVED = "UUUURRRRFFFFDDDDLLLLBBBB"
SIDES = str.maketrans("RFLB", "....")
PLACES = "abcdefghijklmnopqrstuvwx"
CORNERS = ("dej", "cir", "aqv", "buf", "nlg", "mtk", "phw")
"""The places of each corner clockwise, beginning on the upper or lower face.

The lower left corner at the back is missing. It stays where it is, so only U, R and F ever turn.
"""
QUARTERS = {
    "U": "cadbuvghefklmnopijstqrwx",
    "R": "ajclgehfinkpmwouqrstdvbx",
    "F": "abtrcfdhkiljgeopqmsnuvwx",
}
"""For each face, the places from which a quarter turn moves stickers to a, b, c and so on."""
NET = "##ab#### ##cd#### qrijefuv stklghwx ##mn#### ##op####".replace(" ", "")
"""The unfolded cube: U above F, D below it, and L, R and B next to it."""


def stickers(places: str, state: str) -> str:
    """Return a state's stickers at these places."""
    return places.translate(str.maketrans(PLACES, state))


TURNS: dict[str, str] = {}
for face, once in QUARTERS.items():
    twice = stickers(once, once)
    TURNS |= {face: once, f"{face}2": twice, f"{face}'": stickers(once, twice)}


@dataclass(frozen=True)
class PocketCube(PatternWalk):
    """The stickers of the faces U, R, F, D, L and B, row by row; `quarter` forbids half turns."""

    start: str
    quarter: bool = False

    name = "pocket-cube"
    bid = "Turn {}"
    shapes = (("#", "nothing"), *((face, f"paint-{n}") for n, face in enumerate("RLUDFB", 1)))
    title = "2x2x2 cube"
    summary = "Turn the upper, right and front face until each face shows one colour."
    form = "turns that mix it up, RU2F', or the 24 stickers of U, R, F, D, L, B; then ,quarter"
    inputs = (Turn(("R", "U", "F")),)
    step = "turn"
    goals = (SOLVED,)
    examples = (
        Example("RU2F'", "Three turns", shortest=3),
        Example("RU2F',quarter", "In quarter turns", shortest=4),
        Example(SOLVED, "A solved cube", shortest=0),
        Example("UUUFURRRFRFFDDDDLLLLBBBB", "A twisted corner", solutions=0),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        word, options = split_options(text.strip(), "quarter")
        plain = word.replace(" ", "").upper()
        if set(plain) <= set(SOLVED) and len(plain) == 24:
            return cls(plain, "quarter" in options)
        if not re.fullmatch("([URF][2']?)+", plain):
            raise ValueError(f"found {word[:40]!r}, expected turns such as RU2F', or 24 of URFDLB")
        start = SOLVED
        for turn in re.findall("[URF][2']?", plain):
            start = stickers(TURNS[turn], start)
        return cls(start, "quarter" in options)

    def __str__(self) -> str:
        return self.start + ",quarter" * self.quarter

    def clashes(self) -> list[str]:
        # Turns keep each corner intact, and all twists always add up to a whole turn.
        seen = [stickers(places, self.start) for places in CORNERS]
        twists = [next((n for n in range(3) if c[n] in "UD"), 0) for c in seen]
        solved = {stickers(places, SOLVED) for places in CORNERS}
        if {c[n:] + c[:n] for c, n in zip(seen, twists, strict=True)} != solved:
            return ["no cube has these corners with its lower left back corner in place"]
        twisted = "the corners are twisted in a way that turns can't undo"
        return [twisted] if sum(twists) % 3 else []

    def successors(self, state: str) -> list[tuple[str, str]]:
        shown = str.maketrans(PLACES, state)
        turns = ((n, places) for n, places in TURNS.items() if not (self.quarter and "2" in n))
        return [(name, places.translate(shown)) for name, places in turns]

    def view(self, state: str) -> str:
        """Return only the stickers with the upper and the lower colour: 25,515 patterns."""
        return state.translate(SIDES)

    def picture(self, state: str) -> Board:
        return self.drawn(state, stickers(NET, state), 8)
