"""The floor of a maze with boxes to push: where a box can get, and which boxes are stuck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf

from clew.core.heuristics import cheapest_matching, spread


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


def moves_left(floor: Floor, boxes: tuple[int, ...], keeper: int) -> float:
    """Return a number of moves that's never too large: the pushes, and the steps to a box."""
    left, wide = pushes_left(floor, boxes), floor.ways[3]
    if not 0 < left < inf:
        return left
    row, col = divmod(keeper, wide)
    return left - 1 + min([abs(box // wide - row) + abs(box % wide - col) for box in boxes])
