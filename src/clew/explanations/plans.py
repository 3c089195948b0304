"""Plans from a state on: a shortest one, or any that leads on, or a proof that there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from clew.core.capabilities import HasCost, HasHeuristic, capability
from clew.core.faces import StateSpace
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Run, Stopped
from clew.explanations.explanation import limit_of, solved_soon
from clew.search.auto import choose
from clew.search.space.graph import BreadthFirst, UniformCost

TRIES = 200_000
"""How many states are looked at before a search is given up."""

Space = StateSpace[Any, Any]


@dataclass(frozen=True)
class Plan:
    """The moves to a goal, and whether no fewer do; or None, and whether that is proven."""

    moves: tuple[Any, ...] | None
    proven: bool
    reason: str = ""

    @property
    def dead(self) -> bool:
        """Whether it is proven that no goal can be reached."""
        return self.moves is None and self.proven


class SpaceFrom:
    """A space with another start that offers all that the space offers."""

    def __init__(self, space: Space, start: Any) -> None:
        self._space, self.start = space, start

    def __getattr__(self, name: str) -> Any:
        return getattr(self._space, name)

    def successors(self, state: Any) -> Any:
        return self._space.successors(state)

    def is_goal(self, state: Any) -> bool:
        return self._space.is_goal(state)


def opening(puzzle: Puzzle) -> tuple[Any, ...]:
    """What an answer has before its first move, such as the place where it starts."""
    return tuple(puzzle.translate(StateSpace, ()))


def plan_from(puzzle: Puzzle, space: Space, state: Any) -> Plan:
    """How to go on: by the best strategy for the puzzle from there, or by looking ahead."""
    try:
        position = puzzle if state == space.start else puzzle.at(state)
    except Unsuited:
        if not puzzle.step:  # solutions are all of one length: what counts is not to be stuck
            return lookahead(space, state, dead_ends(puzzle), TRIES)
        return _shortest(space, state)
    return _solved(position)


def _solved(puzzle: Puzzle) -> Plan:
    result = solved_soon(puzzle)
    if result.answers:
        return Plan(tuple(result.answer)[len(opening(puzzle)) :], choose(puzzle).optimal)
    limit = "a limit of " * (result.reason == "seconds")
    return Plan(None, result.unsolvable, f"{limit}{limit_of(result)}")


def _shortest(space: Space, state: Any) -> Plan:
    run = Run(1, TRIES)
    try:
        cheapest = UniformCost() if capability(space, HasCost) else BreadthFirst()
        for path in cheapest(SpaceFrom(space, state), run):
            return Plan(path.moves(), True)
    except Stopped as stop:
        return Plan(None, False, stop.limit)
    return Plan(None, True, f"all {run.stats.nodes:,} states that can be reached were looked at")


def lookahead(space: Space, state: Any, is_dead: Callable[[Any], bool], tries: int) -> Plan:
    """Any plan, depth-first: first where the fewest moves lead on (Warnsdorff 1823)."""

    def branches(state: Any) -> Iterator[tuple[Any, Any]]:
        pairs = () if is_dead(state) else space.successors(state)
        return iter(sorted(pairs, key=lambda pair: out_degree(space, pair[1])))

    if space.is_goal(state):
        return Plan((), False)
    trail, frontier = [(None, state)], [branches(state)]
    dead: set[Any] = set()
    looked = 1
    while frontier:
        pair = next((pair for pair in frontier[-1] if pair[1] not in dead), None)
        if pair is None:
            frontier.pop()
            dead.add(trail.pop()[1])
            continue
        looked += 1
        trail.append(pair)
        if space.is_goal(pair[1]):
            return Plan(tuple(move for move, _ in trail[1:]), False)
        if looked > tries:
            return Plan(None, False, f"a limit of {tries:,} positions")
        frontier.append(branches(pair[1]))
    positions = f"{looked:,} position{'s' * (looked != 1)}"
    return Plan(None, True, f"every continuation was tried ({positions})")


def out_degree(space: Space, state: Any) -> int:
    """How many moves lead on from a state."""
    return sum(1 for _ in space.successors(state))


@runtime_checkable
class HasDeadEnds(Protocol):
    """A puzzle that recognizes some states from which no goal can be reached."""

    def dead_ends(self) -> Callable[[Any], bool]: ...


def dead_ends(puzzle: Puzzle) -> Callable[[Any], bool]:
    """What shows at once that no goal can be reached from a state, where there is such a test."""
    own = capability(puzzle, HasDeadEnds)
    if own is not None:
        return own.dead_ends()
    bound = capability(puzzle.space(), HasHeuristic)
    if bound is None:
        return lambda state: False
    return lambda state: bool(bound.heuristic(state) == float("inf"))


def states_of(space: Space, moves: Sequence[Any]) -> list[Any]:
    """The states that moves lead through, the start first; ValueError if one is no move."""
    states = [space.start]
    for number, move in enumerate(moves, 1):
        after = [child for each, child in space.successors(states[-1]) if each == move]
        if not after:
            raise ValueError(f"move {number}: found {move}, which is no move there")
        states.append(after[0])
    return states
