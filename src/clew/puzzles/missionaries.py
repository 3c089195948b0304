"""Missionaries and cannibals: cross a river, with the missionaries never outnumbered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from clew.board.board import Board
from clew.board.inputs import Carry
from clew.core.puzzle import Example
from clew.core.texts import read_number, split_options
from clew.core.walks import WalkPuzzle

State = tuple[int, int, bool]
"""The missionaries and the cannibals on the near bank, and whether the boat is there."""
MOST = 100


@dataclass(frozen=True)
class Missionaries(WalkPuzzle):
    """Equal numbers of missionaries and cannibals, and the number of seats in the boat."""

    start: State
    people: int
    boat: int = 2

    name = "missionaries"
    bid = "Send {}"
    title = "Missionaries and cannibals"
    summary = "Bring everyone across. Cannibals may never outnumber missionaries on a bank."
    form = "the number of each, or the people on each bank: MMMCCCB| (B the boat); then ,boat=3"
    inputs = (Carry(("missionary", "cannibal")),)
    examples = (
        Example("3", "Three of each", shortest=11, source="Amarel 1968"),
        Example("2", "Two of each", shortest=5),
        Example("4,boat=3", "Four of each, a boat for three", shortest=9),
        Example("4", "Four of each, a boat for two: impossible", solutions=0),
        Example("MC|MMCCB", "Midway", shortest=6),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        rest, options = split_options(text, "boat")
        boat = read_number(options.get("boat", "2"), 1, MOST, "boat=")
        near, bar, far = rest.strip().upper().partition("|")
        if not bar:
            people = read_number(near, 1, MOST, "how many of each")
            return cls((people, people, True), people, boat)
        both = near + far
        if not re.fullmatch("[MCB]*", both) or both.count("M") != both.count("C") > 0:
            raise ValueError(f"found {rest[:40]!r}, expected as many M as C, and | for the river")
        if both.count("B") != 1:
            raise ValueError(f"found {both.count('B')} B, expected one boat")
        return cls((near.count("M"), near.count("C"), "B" in near), both.count("M"), boat)

    def __str__(self) -> str:
        people, boat = self.people, f",boat={self.boat}" if self.boat != 2 else ""
        if self.start == (people, people, True):
            return f"{people}{boat}"
        m, c, here = self.start
        near = "M" * m + "C" * c + "B" * here
        return f"{near}|{'M' * (people - m)}{'C' * (people - c)}{'B' * (not here)}{boat}"

    def successors(self, state: State) -> Iterator[tuple[str, State]]:
        m, c, here = state
        sign = -1 if here else 1
        for over in range(1, self.boat + 1):
            for some in range(over, -1, -1):
                after = (m + sign * some, c + sign * (over - some), not here)
                if self._is_safe(*after):
                    yield f"{'M' * some}{'C' * (over - some)} {'over' if here else 'back'}", after

    def _is_safe(self, m: int, c: int, here: bool) -> bool:
        n = self.people
        return 0 <= m <= n and 0 <= c <= n and (m in (0, n) or m == c)

    def is_goal(self, state: State) -> bool:
        return state[:2] == (0, 0)

    def heuristic(self, state: State) -> int:
        """Estimate the number of crossings, since somebody must row the boat back each time."""
        m, c, here = state
        trips = -(-(m + c - here) // max(1, self.boat - 1))
        return max(2 * trips - here, int(m + c > 0))

    def picture(self, state: State) -> Board:
        """Draw a row for each group and one for the boat. The heavy line is the river."""
        (m, c, here), n = state, self.people
        rows = [("M", m, n - m), ("C", c, n - c), ("B", int(here), int(not here))]
        lines = "".join(f"{sign * near:<{n}}{sign * far:<{n}}" for sign, near, far in rows)
        river = frozenset((2 * n * row + n - 1, 2 * n * row + n) for row in range(3))
        return self.drawn(state, map(str.strip, lines), 2 * n, river)
