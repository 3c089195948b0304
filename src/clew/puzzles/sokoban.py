"""Sokoban: push the boxes onto the goals; written as XSB, as in most programs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from clew.core.board import Board
from clew.core.puzzle import Example
from clew.core.walks import WalkPuzzle

State = tuple[int, frozenset[int]]
"""The keeper and the boxes, by their places in the text of the maze."""
PLACED = str.maketrans("-.", "@+"), str.maketrans("-.", "$*")
"""What a place shows with the keeper on it, and with a box."""
MOST = 10_000
"""The largest maze, in signs."""
BARE = str.maketrans("@$+* _", "--..--")


@lru_cache(maxsize=64)
def pushes(maze: str, ways: tuple[int, ...]) -> dict[int, int]:
    """The fewest pushes that bring a box to a goal from each place: pulled there from the goals."""
    found = {place: 0 for place, sign in enumerate(maze) if sign == "."}
    waiting = deque(found)
    while waiting:
        goal = waiting.popleft()
        for way in ways:
            box, keeper = goal + way, goal + 2 * way
            if box not in found and maze[box] != "#" != maze[keeper : keeper + 1]:
                found[box] = found[goal] + 1
                waiting.append(box)
    return found


@dataclass(frozen=True)
class Sokoban(WalkPuzzle):
    """A maze, with / between its rows; moves are l, u, r, d, in capitals if they push a box."""

    start: State
    maze: str

    name = "sokoban"
    shapes = (
        ("#", "wall"), ("@", "person"), ("+", "person-home"), ("$", "crate"), ("*", "crate-home"),
        (".", "spot"),
    )  # fmt: skip
    summary = "Push every box onto a goal; boxes are pushed one at a time, and never pulled."
    form = "XSB rows with / between: # wall, @ you, $ box, . goal, + you and * box on a goal"
    examples = (
        Example("#####/#@$.#/#####", "One push", shortest=1),
        Example("####/#-.#/#--###/#*@--#/#--$-#/#--###/####", "Microban 1", shortest=33),
        Example("######/#----#/#-#@-#/#-$*-#/#-.*-#/#----#/######", "Microban 2", shortest=16),
        Example("####/#@-#/#$.#/####", "A box in a corner", answers=0),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        rows = text.strip("\n").replace("\n", "/").rstrip("/").split("/")
        width = max(map(len, rows))
        if len(rows) * width > MOST:
            raise ValueError(f"found {len(rows)} rows of {width} signs, expected {MOST} at most")
        signs = "/".join(row.ljust(width, "-") for row in rows)
        maze, down = signs.translate(BARE), len(signs) // len(rows) + 1
        keepers = [place for place, sign in enumerate(signs) if sign in "@+"]
        boxes = frozenset(place for place, sign in enumerate(signs) if sign in "$*")
        if wrong := set(maze) - set("#-./"):
            raise ValueError(f"found {min(wrong)!r}, expected # @ $ . + * or -")
        if len(keepers) != 1 or not 0 < len(boxes) <= maze.count("."):
            found = f"{len(keepers)} @, {len(boxes)} boxes and {maze.count('.')} goals"
            raise ValueError(f"found {found}, expected one @, and a goal for each box")
        inside, waiting = {keepers[0]}, keepers
        for place in waiting:
            beside = {place - 1, place + 1, place - down, place + down} - inside
            if any(not 0 <= at < len(maze) or maze[at] == "/" for at in beside):
                raise ValueError("found a way out of the maze, expected walls around it")
            waiting += (reached := {at for at in beside if maze[at] != "#"})
            inside |= reached
        shown = (s if s in "#/." or at in inside else "#" for at, s in enumerate(maze))
        return cls((keepers[0], boxes), "".join(shown))

    def _signs(self, state: State) -> str:
        signs = list(self.maze)
        signs[state[0]] = signs[state[0]].translate(PLACED[0])
        for box in state[1]:
            signs[box] = signs[box].translate(PLACED[1])
        return "".join(signs)

    def __str__(self) -> str:
        return self._signs(self.start)

    @property
    def _ways(self) -> tuple[int, ...]:
        down = self.maze.find("/") + 1
        return -1, -down, 1, down

    def successors(self, state: State) -> Iterator[tuple[str, State]]:
        keeper, boxes = state
        for move, way in zip("lurd", self._ways, strict=True):
            to, beyond = keeper + way, keeper + 2 * way
            if to not in boxes and self.maze[to] in "-.":
                yield move, (to, boxes)
            elif to in boxes and beyond not in boxes and self.maze[beyond] in "-.":
                yield move.upper(), (to, boxes - {to} | {beyond})

    def is_goal(self, state: State) -> bool:
        return all(self.maze[box] == "." for box in state[1])

    def heuristic(self, state: State) -> float:
        """Each box is pushed to a goal; from some places that is impossible."""
        far = pushes(self.maze, self._ways)
        return sum(far.get(box, float("inf")) for box in state[1])

    def touches(self, move: str, /) -> tuple[int, ...]:
        to = self.start[0] + self._ways["lurd".index(move.lower())]
        return (to - self.maze[:to].count("/"),)

    def picture(self, state: State) -> Board:
        signs = self._signs(state).replace("/", "")
        return self.drawn(state, (s.strip("-") for s in signs), self._ways[3] - 1)
