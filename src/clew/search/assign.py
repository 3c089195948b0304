"""A CSP seen as a space: a state is a partly filled board, a move fills one more cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from clew.faces import CSP, Assignment, Domain, values
from clew.result import Run, Stats
from clew.search.choose import fewest_values
from clew.search.network import Network
from clew.search.state import State, forward_check


class Partial(NamedTuple):
    """A partly filled board: what each variable may still be, and which are assigned."""

    domains: tuple[Domain, ...]
    unassigned: tuple[int, ...]


class AssignmentSpace:
    """The space of 003: assign the most constrained variable, the first of equals, each value.

    After an assignment its value is ruled out for the neighbours; a state with a variable that
    can take no value has no successors. No state can be reached twice.
    """

    is_tree = True

    def __init__(self, csp: CSP, stats: Stats) -> None:
        self._csp, self._stats = csp, stats

    @cached_property
    def _state(self) -> State:
        return State(Network(self._csp), Run(stats=self._stats))

    @cached_property
    def start(self) -> Partial:
        """What the givens leave; laid out when a search begins, not to see whether one can."""
        state = self._state
        consistent = all(state.domains) and forward_check(state, range(len(state.domains)))
        rest = tuple(x for x, done in enumerate(state.assigned) if not done)
        return Partial(tuple(state.domains) if consistent else (0,) * len(state.domains), rest)

    def is_goal(self, state: Partial) -> bool:
        return not state.unassigned and all(state.domains)

    def successors(self, state: Partial) -> Iterator[tuple[tuple[int, int], Partial]]:
        if not state.unassigned or not all(state.domains):
            return
        variable = fewest_values(state.unassigned, state.domains.__getitem__)[0]
        rest = tuple(x for x in state.unassigned if x != variable)
        for value in values(state.domains[variable]):
            work = self._state
            work.domains[:] = state.domains
            work.domains[variable] = 1 << value
            work.trail.clear()
            forward_check(work, (variable,))
            yield (variable, value), Partial(tuple(work.domains), rest)

    def answer(self, state: Partial) -> Assignment:
        """The assignment that a goal state holds."""
        return tuple(mask.bit_length() - 1 for mask in state.domains)


def as_space(csp: CSP, stats: Stats | None = None) -> AssignmentSpace:
    """The CSP as a state space, for the ordinary graph searches; `stats` counts its prunings."""
    return AssignmentSpace(csp, stats or Stats())
