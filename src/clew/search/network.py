"""A CSP laid out for search: who stands next to whom, and what each domain rules out for others.

The layout is shared: rules of the same shape share one table, and squares of the same size share
their peers, so that stating a puzzle again costs microseconds, not the time of its search.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache, reduce
from operator import or_

from clew.constraints import AllDifferent
from clew.faces import CSP, Constraint, Ruling, domain

Numbers = tuple[int, ...]
Scopes = tuple[Numbers, ...]


Arc = tuple[int, Ruling]


class Network:
    """The constraint graph of a CSP, variable by variable."""

    def __init__(self, csp: CSP) -> None:
        self.csp = csp
        size = len(csp.domains)
        self.full = full = reduce(or_, csp.domains, 0)
        """Every value that any variable can take."""
        plain: list[tuple[int, ...]] = []
        arcs: list[list[Arc]] = [[] for _ in range(size)]
        larger: list[list[Constraint]] = [[] for _ in range(size)]
        for constraint in csp.constraints:
            if isinstance(constraint, AllDifferent) and not constraint.offsets:
                plain.append(constraint.scope)
                continue
            _add_arcs(arcs, constraint, full.bit_length())
            if not constraint.pairwise:
                for variable in constraint.scope:
                    larger[variable].append(constraint)
        self.arcs = arcs
        """For each variable, whom it rules values out for, and which."""
        self.larger = larger
        """For each variable, its constraints that say more than their pairs do."""
        self.peers, self.units, self._units_of = _layout(tuple(plain), size, full.bit_count())
        """For each variable those it must differ from; the scopes that must hold every value."""

    def units_of_all(self, variables: Iterable[int]) -> int:
        """The units that hold any of these variables: bit k is set for unit k."""
        found, units_of = 0, self._units_of
        for variable in variables:
            found |= units_of[variable]
        return found

    @cached_property
    def back_arcs(self) -> list[list[Arc]]:
        """For each variable, who rules values out for it, and which."""
        found: list[list[Arc]] = [[] for _ in self.arcs]
        for variable, arcs in enumerate(self.arcs):
            for other, ruling in arcs:
                found[other].append((variable, ruling))
        return found

    @cached_property
    def of(self) -> tuple[tuple[int, ...], ...]:
        """For each variable, the numbers of its constraints."""
        scopes = tuple(constraint.scope for constraint in self.csp.constraints)
        return _memberships(scopes, len(self.csp.domains))

    @cached_property
    def links(self) -> tuple[tuple[int, ...], ...]:
        """For each variable, the others it meets, once for each constraint they share."""
        scopes = tuple(constraint.scope for constraint in self.csp.constraints)
        return _links(scopes, len(self.csp.domains))


def _add_arcs(arcs: list[list[Arc]], constraint: Constraint, width: int) -> None:
    for i, first in enumerate(constraint.scope):
        for j, second in enumerate(constraint.scope):
            if i != j and (ruling := constraint.ruled_out(i, j, width)) is not None:
                arcs[first].append((second, ruling))


@lru_cache(maxsize=64)
def _layout(scopes: Scopes, size: int, number_of_values: int) -> tuple[Scopes, Scopes, Numbers]:
    """The peers of each variable, the units, and the set of units of each variable."""
    peers: list[set[int]] = [set() for _ in range(size)]
    for scope in scopes:
        for variable in scope:
            peers[variable].update(scope)
    units = tuple(scope for scope in scopes if len(scope) == number_of_values)
    return (
        tuple(tuple(sorted(group - {x})) for x, group in enumerate(peers)),
        units,
        tuple(map(domain, _memberships(units, size))),
    )


@lru_cache(maxsize=64)
def _memberships(scopes: Scopes, size: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(size)]
    for number, scope in enumerate(scopes):
        for variable in scope:
            found[variable].append(number)
    return tuple(map(tuple, found))


@lru_cache(maxsize=64)
def _links(scopes: Scopes, size: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(size)]
    for scope in scopes:
        for variable in scope:
            found[variable].extend(other for other in scope if other != variable)
    return tuple(map(tuple, found))
