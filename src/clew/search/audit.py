"""Audits: tests of whether a heuristic is admissible and consistent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from clew.core.arguments import shown
from clew.core.capabilities import Reversible, capability
from clew.core.errors import Unsuited
from clew.core.faces import StateSpace
from clew.core.heuristics import Heuristic, distances, heuristics_of, named_heuristic
from clew.core.puzzle import Puzzle, as_puzzle
from clew.core.result import Stopped
from clew.search.run import blamed
from clew.search.space.graph import Space, cost_of

Estimate = Callable[[Any], Any]
MOST = 5_000_000
"""The maximum number of states for a complete audit; larger spaces need a sample."""
LONGEST_WALK = 100
"""The length of a random walk through a space that's too large for a complete audit."""


@dataclass(frozen=True)
class Audit:
    """The outcome of an audit: the facts about a heuristic, and the exact distances.

    Args:
        puzzle: The puzzle.
        heuristic: The name of the heuristic, which is empty if the puzzle has none.
        states: The number of states that were examined.
        whole: True if these are all states that can reach a goal or be reached, not a sample.
        far: The least cost from each state to a goal, as far as it's known.
        lie: A state where the heuristic overestimates, its estimate there, and an upper bound of
            the true cost. None if there is no such state.
        drop: A state, a move, its cost, and the estimates before and after it, if the move lowers
            the estimate by more than it costs. None if there is no such move.

    >>> import clew
    >>> found = clew.audit("pancakes:3,1,2")
    >>> found.admissible, found.consistent, found.whole, found.levels
    (True, True, True, (1, 2, 2, 1))
    """

    puzzle: Puzzle
    heuristic: str
    states: int
    whole: bool
    far: dict[Any, Any]
    lie: tuple[Any, Any, Any] | None = None
    drop: tuple[Any, Any, Any, Any, Any] | None = None

    @property
    def admissible(self) -> bool | None:
        """True if the heuristic never overestimates; None if that isn't known."""
        return False if self.lie else True if self.whole else None

    @property
    def consistent(self) -> bool | None:
        """True if no move lowers the estimate by more than it costs; None if that isn't known."""
        return False if self.drop else True if self.whole else None

    @property
    def levels(self) -> tuple[int, ...]:
        """The number of states at each distance from a goal, in increasing order."""
        return tuple(count for _, count in sorted(Counter(self.far.values()).items()))

    @property
    def farthest(self) -> Any:
        """The largest distance from a goal."""
        return max(self.far.values(), default=0)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        looked = "all" if self.whole else "a sample of"
        yield f"{looked} {self.states:,} states"
        if self.whole and self.far:
            far, count = self.farthest, self.levels[-1]
            yield f"the farthest from a goal: {far:,} ({count:,} state{'s' * (count > 1)})"
        if not self.heuristic:
            return
        name, known = self.heuristic, "" if self.whole else " in the sample"
        if self.lie:
            state, said, cost = self.lie
            where = self._shown(state)
            yield f"{name} isn't admissible: at {where} it's {said}, but the cost is {cost}"
        else:
            yield f"{name} is admissible{known}: it never overestimates the cost to a goal"
        if self.drop:
            state, move, cost, before, after = self.drop
            yield (
                f"{name} isn't consistent: at {self._shown(state)} the move {move} costs {cost}, "
                f"and lowers it from {before} to {after}"
            )
        else:
            yield f"{name} is consistent{known}: no move lowers it by more than the move costs"

    def _shown(self, state: Any) -> str:
        """Return the id of the puzzle that starts in a state, or the state if there is none."""
        try:
            return self.puzzle.at(state).id
        except Unsuited:
            return shown(state)


def audit(
    puzzle: Puzzle | str,
    heuristic: str | Heuristic | Estimate | None = None,
    *,
    sample: int | None = None,
    seed: int = 1,
) -> Audit:
    """Compare a heuristic with the exact distances to the goals.

    An overestimate found in a sample is a real one; finding none proves nothing about the states
    not sampled.

    Args:
        puzzle: A walk or its id.
        heuristic: The name of a heuristic of the puzzle, or one of your own as a `Heuristic` or a
            function of a state. By default the puzzle's usual heuristic.
        sample: The number of states to examine; by default all of them. Half of the sample is
            nearest to the goals, if moves can be undone, and half lies on random walks.
        seed: The seed of the random walks.

    Returns:
        The audit. Printing it shows the facts in words.

    Raises:
        Unsuited: The puzzle has no state space.
        ValueError: The puzzle has no heuristic with this name.
        Stopped: There are too many states to examine all of them; give a sample.

    >>> import clew
    >>> too_much = clew.Heuristic("double", lambda stack: 2 * len(stack))
    >>> print(clew.audit("pancakes:3,1,2", too_much))
    all 6 states
    the farthest from a goal: 3 (1 state)
    double isn't admissible: at pancakes:1,2,3 it's 6, but the cost is 0
    double is consistent: no move lowers it by more than the move costs
    """
    stated = as_puzzle(puzzle)
    if StateSpace not in stated.faces:
        raise Unsuited(f"{stated.name} has no state space, so there's no heuristic to audit")
    try:
        return _audited(stated, heuristic, sample, Random(seed))
    except (TypeError, ValueError) as error:
        raise blamed(stated, error) from error


def _audited(
    stated: Puzzle, heuristic: str | Heuristic | Estimate | None, sample: int | None, random: Random
) -> Audit:
    space = stated.space()
    name, estimate = _chosen(space, heuristic)
    states, far = _explored(space, sample, random)
    lie, drop = None, None
    if estimate is not None:
        estimate = cache(estimate)
        lies = ((s, said, cost) for s, cost in far.items() if (said := estimate(s)) > cost)
        lie = next(lies, None)
        drop = next(_drops(space, states, estimate), None)
    return Audit(stated, name, len(states), sample is None, far, lie, drop)


def _chosen(
    space: Space, heuristic: str | Heuristic | Estimate | None
) -> tuple[str, Estimate | None]:
    if heuristic is None:
        first = next(iter(heuristics_of(space)), "")
        return first, named_heuristic(space, first) if first else None
    if isinstance(heuristic, str):
        return heuristic, named_heuristic(space, heuristic)
    if isinstance(heuristic, Heuristic):
        return heuristic.name, heuristic.estimate
    return getattr(heuristic, "__name__", "it"), heuristic


def _explored(
    space: Space, sample: int | None, random: Random
) -> tuple[Collection[Any], dict[Any, Any]]:
    """Return the states to examine, and the known distances."""
    back = capability(space, Reversible)
    if back is None:
        return _closed(space, sample, random)
    cost = cost_of(space)

    def before(state: Any) -> Iterator[tuple[Any, Any]]:
        for other in back.predecessors(state):
            if cost is None:
                yield 1, other
                continue
            for move, after in space.successors(other):
                if after == state:
                    yield cost(other, move, after), other

    if sample is None:
        far = distances(back.goals, before, MOST)
        _refuse_more(len(far))
        return far, far
    far = distances(back.goals, before, max(1, sample // 2))
    return dict.fromkeys([*far, *_wandered(space, sample - len(far), random)]), far


def _closed(space: Space, sample: int | None, random: Random) -> tuple[list[Any], dict[Any, Any]]:
    """Return the states that the start leads to, and their distances within these states."""
    cost, most = cost_of(space), sample or MOST
    wandered = [] if sample is None else _wandered(space, sample // 2, random)
    behind: dict[Any, list[tuple[Any, Any]]] = {state: [] for state in (space.start, *wandered)}
    states = list(behind)
    for state in states:  # grows as it goes
        for move, after in space.successors(state):
            if after not in behind:
                if len(states) >= most:
                    continue
                behind[after] = []
                states.append(after)
            behind[after].append((1 if cost is None else cost(state, move, after), state))
    _refuse_more(len(states))
    return states, distances(filter(space.is_goal, states), behind.__getitem__)


def _refuse_more(states: int) -> None:
    if states >= MOST:
        raise Stopped(f"there are more than {MOST:,} states; audit a sample instead")


def _wandered(space: Space, wanted: int, random: Random) -> Iterator[Any]:
    """Yield states on random walks from the start."""
    found: set[Any] = set()
    for _ in range(wanted):
        state = space.start
        for _ in range(LONGEST_WALK):
            if len(found) >= wanted:
                return
            if state not in found:
                found.add(state)
                yield state
            after = list(islice(space.successors(state), 1000))
            if not after:
                break
            state = random.choice(after)[1]


def _drops(
    space: Space, states: Iterable[Any], estimate: Estimate
) -> Iterator[tuple[Any, Any, Any, Any, Any]]:
    price = cost_of(space)
    for state in states:
        before = estimate(state)
        for move, after in space.successors(state):
            cost = 1 if price is None else price(state, move, after)
            if before > cost + estimate(after) and not space.is_goal(state):
                yield state, move, cost, before, estimate(after)
