"""A CSP laid out for search: who stands next to whom, and what each domain rules out for others.

The layout is shared: rules of the same shape share one table, and squares of the same size share
their peers, so that stating a puzzle again costs microseconds, not the time of its search.
"""

from __future__ import annotations

from functools import cached_property, lru_cache, reduce
from operator import or_

from clew.constraints import AllDifferent
from clew.faces import CSP, Constraint, Domain, values

MEMO = 1 << 16
Scopes = tuple[tuple[int, ...], ...]


class Ruling(dict[Domain, Domain]):
    """What the domain of one variable rules out for another: the values with no support left.

    A fixed variable is the case of a domain with one value; entries are made when first needed.
    """

    def __init__(self, by_value: tuple[Domain, ...]) -> None:
        super().__init__()
        self.by_value = by_value

    def __missing__(self, mask: Domain) -> Domain:
        ruled_out = -1
        for value in values(mask):
            ruled_out &= self.by_value[value]
            if not ruled_out:
                break
        if len(self) >= MEMO:
            self.clear()
        self[mask] = ruled_out
        return ruled_out


Arc = tuple[int, Ruling]


class Network:
    """The constraint graph of a CSP, variable by variable."""

    def __init__(self, csp: CSP) -> None:
        self.csp = csp
        size = len(csp.domains)
        full = reduce(or_, csp.domains, 0)
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
        self.peers = _peers(tuple(plain), size)
        """For each variable, those it must differ from."""
        self.units = tuple(scope for scope in plain if len(scope) == full.bit_count())
        """The scopes that must hold every value there is."""
        self.units_of = _memberships(self.units, size)

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
            if i != j and (table := constraint.ruled_out(i, j, width)) is not None:
                arcs[first].append((second, _ruling(table)))


@lru_cache(maxsize=4096)
def _ruling(table: tuple[Domain, ...]) -> Ruling:
    return Ruling(table)


@lru_cache(maxsize=64)
def _peers(scopes: Scopes, size: int) -> tuple[tuple[int, ...], ...]:
    found: list[set[int]] = [set() for _ in range(size)]
    for scope in scopes:
        for variable in scope:
            found[variable].update(scope)
    return tuple(tuple(sorted(group - {x})) for x, group in enumerate(found))


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
