"""A CSP as a state space: a state is a partial assignment, and a move assigns one more variable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from clew.core.events import Event, Kind
from clew.core.faces import CSP, Assignment, Domain, values
from clew.core.result import Run
from clew.search.csp.network import Network
from clew.search.csp.tree import State, fewest_values, forward_check


class PartialAssignment(NamedTuple):
    """The remaining domain of each variable, and the variables that aren't assigned yet."""

    domains: tuple[Domain, ...]
    unassigned: tuple[int, ...]


class AssignmentSpace:
    """A state space whose moves assign each value to the most constrained variable, the first in a
    tie.

    After an assignment, its value is ruled out for the neighbours (forward checking). A state in
    which a variable has no values left has no successors. No state can be reached twice.
    """

    is_tree = True

    def __init__(self, csp: CSP, run: Run) -> None:
        self._csp, self._run = csp, run

    @cached_property
    def _state(self) -> State:
        return State(Network(self._csp), Run(stats=self._run.stats))

    def _infer(self, changed: Sequence[int]) -> bool:
        """Run forward checking. A watcher gets the numbers of checks and prunings."""
        trace, stats = self._run.trace, self._run.stats
        if trace is None:
            return forward_check(self._state, changed)
        checks, prunings = stats.checks, stats.prunings
        good = forward_check(self._state, changed)
        subject = changed[0] if len(changed) == 1 else -1
        counts = stats.checks - checks, (stats.prunings - prunings,)
        trace(Event(Kind.INFER, 0, subject, *counts))
        return good

    @cached_property
    def start(self) -> PartialAssignment:
        """The state that the givens leave. It's made when a search begins, not before."""
        state = self._state
        consistent = all(state.domains) and self._infer(range(len(state.domains)))
        rest = tuple(x for x, done in enumerate(state.assigned) if not done)
        return PartialAssignment(
            tuple(state.domains) if consistent else (0,) * len(state.domains), rest
        )

    def is_goal(self, state: PartialAssignment) -> bool:
        return not state.unassigned and all(state.domains)

    def successors(
        self, state: PartialAssignment
    ) -> Iterator[tuple[tuple[int, int], PartialAssignment]]:
        if not state.unassigned or not all(state.domains):
            return
        variable = fewest_values(state.unassigned, state.domains.__getitem__)[0][0]
        rest = tuple(x for x in state.unassigned if x != variable)
        for value in values(state.domains[variable]):
            work = self._state
            work.domains[:] = state.domains
            work.domains[variable] = 1 << value
            work.trail.clear()
            self._infer((variable,))
            yield (variable, value), PartialAssignment(tuple(work.domains), rest)

    def answer(self, state: PartialAssignment) -> Assignment:
        """Return the assignment in a goal state."""
        return tuple(mask.bit_length() - 1 for mask in state.domains)


def as_space(csp: CSP, run: Run | None = None) -> AssignmentSpace:
    """Return the CSP as a state space for graph searches; `run` counts its prunings."""
    return AssignmentSpace(csp, run or Run())
