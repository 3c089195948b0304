"""Ways from a state on: a shortest one, or one that survives, or a proof that there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from clew.core.capabilities import capability
from clew.core.faces import StateSpace
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Run, Stopped
from clew.explanations.explanation import solved_within
from clew.search.auto import choose
from clew.search.space.graph import BreadthFirst

TRIES = 200_000
"""The states that are looked at before it is said that it could not be found out."""

Space = StateSpace[Any, Any]


@dataclass(frozen=True)
class Way:
    """The moves to a goal, and whether no fewer do; or None, and whether that is proven."""

    moves: tuple[Any, ...] | None
    proven: bool
    reason: str = ""

    @property
    def dead(self) -> bool:
        """Whether it is proven that no goal can be reached."""
        return self.moves is None and self.proven


class From:
    """A space that begins in another state, and offers what it offered."""

    def __init__(self, space: Space, start: Any) -> None:
        self._space = space
        self.start = start

    def __getattr__(self, name: str) -> Any:
        return getattr(self._space, name)

    def successors(self, state: Any) -> Any:
        return self._space.successors(state)

    def is_goal(self, state: Any) -> bool:
        return self._space.is_goal(state)


def begun(puzzle: Puzzle) -> tuple[Any, ...]:
    """What an answer has before its first move: the pad where the frog sits."""
    return tuple(puzzle.translate(StateSpace, ()))


def way_from(puzzle: Puzzle, space: Space, state: Any, tries: int = TRIES) -> Way:
    """How to go on: by the best strategy there is for the puzzle, or by looking ahead."""
    position = puzzle if state == space.start else _at(puzzle, state)
    if position is not None:
        return _solved(position)
    if not puzzle.step:  # answers are all of one length: what counts is not to be stuck
        return surviving(space, state, hopeless(puzzle), tries)
    return _searched(space, state, tries)


def _at(puzzle: Puzzle, state: Any) -> Puzzle | None:
    try:
        return puzzle.at(state)
    except Unsuited:
        return None


def _solved(puzzle: Puzzle) -> Way:
    result = solved_within(puzzle)
    if result.answers:
        return Way(tuple(result.answer)[len(begun(puzzle)) :], choose(puzzle).optimal)
    return Way(None, result.unsolvable, result.reason)


def _searched(space: Space, state: Any, tries: int) -> Way:
    """A shortest way, breadth-first."""
    run = Run(1, tries)
    try:
        for path in BreadthFirst()(From(space, state), run):
            return Way(path.moves(), True)
    except Stopped as stop:
        return Way(None, False, stop.limit)
    return Way(None, True, f"all {run.stats.nodes:,} states that can be reached were looked at")


def surviving(space: Space, state: Any, hopeless: Callable[[Any], bool], tries: int) -> Way:
    """Any way to a goal, depth-first: first where the fewest moves go on (Warnsdorff 1823)."""
    if space.is_goal(state):
        return Way((), False)
    trail = [(None, state)]
    branches = [iter([] if hopeless(state) else narrowest(space, state))]
    dead: set[Any] = set()
    looked = 1
    while branches:
        pair = next((pair for pair in branches[-1] if pair[1] not in dead), None)
        if pair is None:
            branches.pop()
            dead.add(trail.pop()[1])
            continue
        looked += 1
        trail.append(pair)
        if space.is_goal(pair[1]):
            return Way(tuple(move for move, _ in trail[1:]), False)
        if looked > tries:
            return Way(None, False, f"a limit of {tries:,} positions")
        branches.append(iter([] if hopeless(pair[1]) else narrowest(space, pair[1])))
    return Way(None, True, f"all ways on were tried, in {looked:,} positions")


def narrowest(space: Space, state: Any) -> list[tuple[Any, Any]]:
    """The moves of a state, those first after which the fewest moves go on."""
    return sorted(space.successors(state), key=lambda pair: onward(space, pair[1]))


def onward(space: Space, state: Any) -> int:
    """How many moves go on from a state."""
    return sum(1 for _ in space.successors(state))


@runtime_checkable
class HasDeadEnds(Protocol):
    """A puzzle that knows of some states that they lead nowhere."""

    def dead_ends(self) -> Callable[[Any], bool]: ...


def hopeless(puzzle: Puzzle) -> Callable[[Any], bool]:
    """What shows at once that a state leads nowhere, where such a thing is known."""
    own = capability(puzzle, HasDeadEnds)
    if own is not None:
        return own.dead_ends()
    heuristic = getattr(puzzle.space(), "heuristic", None)
    if heuristic is None:
        return lambda state: False
    return lambda state: bool(heuristic(state) == float("inf"))


def states_of(space: Space, moves: Sequence[Any]) -> list[Any]:
    """The states that moves lead through, the start first; ValueError if one is no move."""
    states = [space.start]
    for number, move in enumerate(moves, 1):
        after = [child for each, child in space.successors(states[-1]) if each == move]
        if not after:
            raise ValueError(f"move {number}: found {move}, which is no move there")
        states.append(after[0])
    return states
