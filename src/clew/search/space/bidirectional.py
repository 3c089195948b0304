"""Breadth-first search from both ends: forwards from the start, backwards from the goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from clew.core.capabilities import Reversible, capability
from clew.core.events import TWO_QUEUES, Event, Kind, emit
from clew.core.faces import StateSpace
from clew.core.result import Run, Stopped
from clew.search.space.graph import Path, Space
from clew.search.strategy import Strategy


class Side:
    """A breadth-first search from one end, a whole level at a time."""

    def __init__(self, ends: Iterable[Any], step: Callable[[Any], Iterable[Any]], run: Run) -> None:
        self.reached: dict[Any, Any] = dict.fromkeys(ends)
        """For each state reached, the one that it was reached from."""
        self.frontier: list[Any] = list(self.reached)
        self.step = step
        self.run = run
        self.depth: int = 0
        self.numbers: dict[Any, int] = {}
        """The number of each state expanded, if somebody watches."""

    def advance(self) -> None:
        """Expand every state of the frontier."""
        run, stats, reached = self.run, self.run.stats, self.reached
        level: list[Any] = []
        for state in self.frontier:
            if stats.nodes >= run.alarm:
                run.pause()
            number, trace = stats.nodes, run.trace
            if trace is not None:
                self.numbers[state] = number
                trace(Event(Kind.EXPAND, self.depth, number, self.numbers.get(reached[state], -1)))
            stats.nodes += 1
            generated, known = 0, len(level)
            for child in self.step(state):
                generated += 1
                if child not in reached:
                    reached[child] = state
                    level.append(child)
                    if trace is not None:
                        trace(Event(Kind.GENERATE, self.depth + 1, -1, number))
                elif trace is not None:
                    trace(Event(Kind.DUPLICATE, self.depth + 1, -1, number))
            stats.generated += generated
            stats.duplicates += generated - (len(level) - known)
        self.frontier = level
        self.depth += 1

    def back(self, state: Any) -> list[Any]:
        """Return the states from this one back to the end that it was reached from."""
        found = []
        while state is not None:
            found.append(state)
            state = self.reached[state]
        return found


@dataclass(frozen=True)
class Bidirectional(Strategy):
    """Run two breadth-first searches, the smaller frontier first, until they meet: a shortest path.

    The space must be `Reversible`. It finds only one shortest solution. If you ask for more, the
    status is STOPPED.
    """

    name: ClassVar[str] = "bidirectional"
    title: ClassVar[str] = "Bidirectional search"
    summary: ClassVar[str] = "From the start and from the goals at once, until they meet."
    face: ClassVar[type] = StateSpace
    holds: ClassVar[str] = TWO_QUEUES
    optimal: ClassVar[bool] = True

    def objection(self, face: Space) -> str:
        known = capability(face, Reversible) is not None
        return "" if known else "the space does not list its goals and the states before a state"

    def __call__(self, space: Any, run: Run) -> Iterator[Path]:
        run.pause()
        forward = Side([space.start], lambda s: (child for _, child in space.successors(s)), run)
        backward = Side(space.goals, space.predecessors, run)
        while not (meeting := [s for s in backward.frontier if s in forward.reached]):
            stats = run.stats
            waiting = len(forward.frontier) + len(backward.frontier)
            stats.frontier = max(stats.frontier, waiting)
            stats.deepest = forward.depth + backward.depth
            emit(run.trace, Kind.ROUND, stats.deepest, -1, waiting)
            if not forward.frontier or not backward.frontier:
                return
            smaller = len(forward.frontier) <= len(backward.frontier)
            (forward if smaller else backward).advance()
            if smaller and (meeting := [s for s in forward.frontier if s in backward.reached]):
                break
        state = min(meeting, key=lambda s: len(forward.back(s)) + len(backward.back(s)))
        run.stats.deepest = forward.depth + backward.depth
        emit(run.trace, Kind.ANSWER, run.stats.deepest)
        yield Path(space, forward.back(state)[::-1] + backward.back(state)[1:])
        raise Stopped("one shortest answer is all it finds")
