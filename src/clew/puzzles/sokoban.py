"""Sokoban: push the boxes onto the goals. Mazes are in XSB format, as in most programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from clew.board.inputs import Steer
from clew.core.capabilities import defined_in
from clew.core.grid import read_rows
from clew.core.heuristics import spread
from clew.core.puzzle import Example
from clew.core.walks import TextWalk
from clew.puzzles._floor import Floor, floor_of, moves_left

MOST = 99
BOXES = re.compile("[$*]")
FLOOR, BARE = str.maketrans(" _", "--"), str.maketrans("@$+*", "--..")
KEEPER, BOX = {"-": "@", ".": "+"}, {"-": "$", ".": "*"}
"""The signs for a place with the keeper on it, and for one with a box on it."""


def keeper_in(state: str) -> int:
    return max(state.find("@"), state.find("+"))


def walled(signs: str, ways: tuple[int, ...]) -> str:
    """Replace unreachable floor with walls, or raise ValueError if the maze has an exit."""
    maze = signs.translate(BARE) + "/" * ways[3]
    inside = spread([keeper_in(signs)], ways, lambda at, way: maze[at + way] in "-.")
    if any(maze[at + way] == "/" for at in inside for way in ways):
        raise ValueError("found a way out of the maze, expected walls around it")
    shown = enumerate(signs)
    return "".join("#" if maze[at] == "-" and at not in inside else s for at, s in shown)


@dataclass(frozen=True)
class Sokoban(TextWalk):
    """A maze with / between its rows. Moves are l, u, r and d, in upper case if they push a box."""

    start: str

    name = "sokoban"
    drawn_as = str.maketrans("-", " ")
    drawings = ("wall", "person", "person-home", "crate", "crate-home", "spot")
    shapes = tuple(zip("#@+$*.", drawings, strict=True))
    summary = "Push every box onto a goal; boxes are pushed one at a time, and never pulled."
    form = "XSB rows with / between: # wall, @ you, $ box, . goal, + you and * box on a goal"
    inputs = (Steer(),)
    told = defined_in("clew.puzzles._explanations", "push_told")
    examples = (
        Example("#####/#@$.#/#####", "One push", shortest=1),
        Example("####/#-.#/#--###/#*@--#/#--$-#/#--###/####", "Microban 1", shortest=33),
        Example("######/#----#/#-#@-#/#-$*-#/#-.*-#/#----#/######", "Microban 2", shortest=16),
        Example("####/#@-#/#$.#/####", "A box in a corner", solutions=0),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        floored = text.translate(FLOOR).strip("\n").rstrip("/")
        signs = "/".join(read_rows(floored, "#@$.+*-", MOST, pad="-"))
        keepers, boxes, goals = (len(re.findall(sign, signs)) for sign in ("[@+]", "[$*]", "[.+*]"))
        if keepers != 1 or not 0 < boxes <= goals:
            found = f"{keepers} @, {boxes} boxes and {goals} goals"
            raise ValueError(f"found {found}, expected one @, and a goal for each box")
        return cls(walled(signs, cls(signs).ways))

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """The offsets in the text from a place to its neighbours: left, up, right and down."""
        return -1, -self.cols - 1, 1, self.cols + 1

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        keeper, bare = keeper_in(state), state.translate(BARE)
        for move, way in zip("lurd", self.ways, strict=True):
            to, beyond, pushed = keeper + way, keeper + 2 * way, state[keeper + way] in "$*"
            if state[beyond if pushed else to] in "-.":
                after = list(state)
                after[keeper], after[to] = bare[keeper], KEEPER[bare[to]]
                if pushed:
                    after[beyond] = BOX[bare[beyond]]
                yield move.upper() if pushed else move, "".join(after)

    def is_goal(self, state: str) -> bool:
        return "$" not in state

    @cached_property
    def _floor(self) -> Floor:
        return floor_of(self.start.translate(BARE), self.ways)

    def heuristic(self, state: str) -> float:
        """Add up the pushes from the boxes to goals, and the steps to the nearest box.

        Each box gets a goal of its own, so that the sum is least. It's infinite if that's
        impossible, or if a box is stuck anywhere but on a goal.
        """
        boxes = tuple([box.start() for box in BOXES.finditer(state)])
        return moves_left(self._floor, boxes, keeper_in(state))

    def touches(self, move: str, /) -> tuple[int, ...]:
        to = (here := keeper_in(self.start)) + self.ways["lurd".index(move.lower())]
        return to - self.start[:to].count("/"), here - self.start[:here].count("/")
