"""Search of a state space: every graph search is one loop with another frontier."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from clew.faces import StateSpace
from clew.result import Run
from clew.search.strategy import Strategy
from clew.trace import Event, Kind


class Path(NamedTuple):
    """A way from the start to a state: the last step, and the path before it."""

    state: Any
    move: Any = None
    before: Path | None = None
    depth: int = 0
    number: int = 0
    """In which place it was added to the frontier."""

    def moves(self) -> tuple[Any, ...]:
        """The moves from the start, in order."""
        found = []
        path: Path | None = self
        while path is not None and path.before is not None:
            found.append(path.move)
            path = path.before
        return tuple(reversed(found))


def search(
    space: StateSpace[Any, Any], run: Run, take: Callable[[deque[Path]], Path]
) -> Iterator[Path]:
    """Take a path from the frontier; if its state is no goal, add the paths one move longer.

    A state seen before is not added again, unless the space says it is a tree.
    """
    stats, trace = run.stats, run.trace
    start = space.start
    frontier = deque([Path(start)])
    seen = None if getattr(space, "is_tree", False) else {start}
    added = 0
    while frontier:
        stats.frontier = max(stats.frontier, len(frontier))
        if stats.nodes >= run.alarm:
            run.pause()
        path = take(frontier)
        stats.nodes += 1
        stats.deepest = max(stats.deepest, path.depth)
        if trace is not None:
            trace(
                Event(
                    Kind.EXPAND, path.depth, path.number, path.before.number if path.before else -1
                )
            )
        if space.is_goal(path.state):
            if trace is not None:
                trace(Event(Kind.ANSWER, path.depth))
            yield path
            continue
        dead = True
        for move, state in space.successors(path.state):
            dead = False
            if seen is not None:
                stats.checks += 1
                if state in seen:
                    continue
                seen.add(state)
            added += 1
            frontier.append(Path(state, move, path, path.depth + 1, added))
        stats.backtracks += dead


@dataclass(frozen=True)
class DepthFirst(Strategy):
    """Expand the newest path first. Moves are pushed in their order, so the last is tried first."""

    name: ClassVar[str] = "depth-first"
    summary: ClassVar[str] = "Take the newest state first: a stack (003)."
    face: ClassVar[str] = "space"

    def __call__(self, space: StateSpace[Any, Any], run: Run) -> Iterator[Path]:
        return search(space, run, deque.pop)


@dataclass(frozen=True)
class BreadthFirst(Strategy):
    """Expand the oldest path first, so the first answer has the fewest moves."""

    name: ClassVar[str] = "breadth-first"
    summary: ClassVar[str] = "Take the oldest state first: a queue (003, 004)."
    face: ClassVar[str] = "space"

    def __call__(self, space: StateSpace[Any, Any], run: Run) -> Iterator[Path]:
        return search(space, run, deque.popleft)
