"""The inferences of a constraint search: what follows for other variables from a change.

An inference looks at the variables that changed and rules out what cannot be; it says False
when a variable is left without a value:

    forward-checking      what a fixed variable rules out for its neighbours
    singles               the same again from every variable left with one value
    hidden-singles        singles, and values with one place left in a unit
    mac                   arc consistency (AC-3) of each constraint by itself: values without
                          support in a neighbour go
    mac+hidden-singles    both
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from clew.search.csp.state import State

Infer = Callable[[State, Iterable[int]], bool]


def no_inference(state: State, changed: Iterable[int]) -> bool:
    return True


def forward_check(state: State, changed: Iterable[int]) -> bool:
    """Rule out for others what each fixed variable forbids them; go no further."""
    fixed = [x for x in changed if state.domains[x] & (state.domains[x] - 1) == 0]
    good = state.rule_out(fixed[::-1])
    state.fixed.clear()
    return good


def propagate(state: State, changed: Iterable[int], *, arcs: bool, hidden: bool) -> bool:
    """Rule out until nothing changes, the cheapest first.

    First fixed variables, then with `arcs` the others that changed, in their order, then with
    `hidden` the units of everything that changed.
    """
    trail, fixed, network = state.trail, state.fixed, state.network
    fixed[:] = [x for x in changed if state.domains[x] & (state.domains[x] - 1) == 0]
    waiting: Iterable[int] = changed if arcs else ()
    dirty = network.units_of_all(changed) if hidden else 0
    at = len(trail)
    while True:
        if fixed and not state.rule_out(fixed):
            return False
        if len(trail) > at:
            recent = {variable for variable, _ in trail[at:]}
            at = len(trail)
            if hidden:
                dirty |= network.units_of_all(recent)
            if arcs:
                waiting = sorted(recent.union(waiting))
        if waiting:
            revising, waiting = waiting, ()
            if not state.revise(revising):
                return False
        elif dirty:
            units, dirty = dirty, 0
            if not state.find_hidden(units):
                return False
        else:
            return True


INFER: dict[str, Infer] = {
    "none": no_inference,
    "forward-checking": forward_check,
    "singles": partial(propagate, arcs=False, hidden=False),
    "hidden-singles": partial(propagate, arcs=False, hidden=True),
    "mac": partial(propagate, arcs=True, hidden=False),
    "mac+hidden-singles": partial(propagate, arcs=True, hidden=True),
}
SETTLES = frozenset(INFER) - {"none", "forward-checking"}
"""The inferences after which a variable with one value left needs no assignment of its own."""
