"""Sokoban: push the boxes onto the goals. Mazes are in XSB format, as in most programs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from typing import Self

from clew.board.inputs import Steer
from clew.core.grid import read_rows
from clew.core.heuristics import cheapest_matching, spread
from clew.core.puzzle import Example
from clew.core.walks import TextWalk

MOST = 99
BOXES = re.compile("[$*]")
FLOOR, BARE = str.maketrans(" _", "--"), str.maketrans("@$+*", "--..")
KEEPER, BOX = {"-": "@", ".": "+"}, {"-": "$", ".": "*"}
"""The signs for a place with the keeper on it, and for one with a box on it."""


def keeper_in(state: str) -> int:
    return max(state.find("@"), state.find("+"))


@dataclass(frozen=True)
class Floor:
    """A maze without its boxes, and what's known of it."""

    maze: str
    ways: tuple[int, ...]

    @cached_property
    def walls(self) -> str:
        return self.maze.replace("/", "#") + "#" * 2 * self.ways[3]  # index -1 is a wall too

    @cached_property
    def pushes(self) -> list[dict[int, int]]:
        """For each goal, the fewest pushes to it from each place, found by pulling backwards."""
        goals = (at for at, sign in enumerate(self.maze) if sign == ".")
        return [spread([goal], self.ways, self._pulls) for goal in goals]

    @cached_property
    def alive(self) -> frozenset[int]:
        """The places from which a box alone in the maze can be pushed to a goal."""
        return frozenset().union(*self.pushes)

    def _pulls(self, at: int, way: int) -> bool:
        return "#" not in self.walls[at + way] + self.walls[at + 2 * way]

    def frozen(self, boxes: Sequence[int]) -> set[int]:
        """Return the boxes that can't move, or only to places from which no goal can be reached.

        A box can move along a row or a column if neither place next to it there holds a wall or a
        frozen box. So all boxes count as frozen at first, and those that can move are freed.
        """
        held, walls, alive = set(boxes), self.walls, self.alive
        while freed := {
            box
            for box in held
            for way in self.ways[2:]
            if walls[box - way] != "#" != walls[box + way]
            and not {box - way, box + way} & held
            and {box - way, box + way} & alive
        }:
            held -= freed
        return held

    def left(self, boxes: Sequence[int]) -> float:
        """Return the fewest pushes that bring each box to a goal of its own, as if it were alone.

        The result is infinite if a box can't get to a goal, or is frozen elsewhere.
        """
        if any(self.maze[box] != "." for box in self.frozen(boxes)):
            return inf
        return cheapest_matching([[far.get(box, inf) for far in self.pushes] for box in boxes])


@lru_cache(maxsize=64)
def floor_of(maze: str, ways: tuple[int, ...]) -> Floor:
    return Floor(maze, ways)


@lru_cache(maxsize=1 << 16)
def pushes_left(floor: Floor, boxes: tuple[int, ...]) -> float:
    return floor.left(boxes)


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
        left, wide = pushes_left(self._floor, boxes), self.cols + 1
        if not 0 < left < inf:
            return left
        row, col = divmod(keeper_in(state), wide)
        return left - 1 + min([abs(box // wide - row) + abs(box % wide - col) for box in boxes])

    def touches(self, move: str, /) -> tuple[int, ...]:
        to = keeper_in(self.start) + self.ways["lurd".index(move.lower())]
        return (to - self.start[:to].count("/"),)
