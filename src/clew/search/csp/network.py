"""A CSP laid out for search: the neighbours of each variable, and the values they rule out.

Layouts are shared: rules of the same shape share one table, and squares of the same size share
their peers. So laying out another puzzle of the same kind takes microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import permutations
from operator import or_
from typing import NamedTuple

from clew.core.faces import CSP, Domain, domain
from clew.rules.rule import Constraint, Ruling

Numbers = tuple[int, ...]
Scopes = tuple[Numbers, ...]


Arc = tuple[int, Ruling]
Losses = list[tuple[int, Domain]]
"""Variables, and the values that each of them loses. A variable may be among its own peers."""


class Shift(NamedTuple):
    """Variables that are all different once each one's offset is added (a queen's diagonals)."""

    scope: tuple[int, ...]
    offsets: tuple[int, ...]
    own: int
    """The offset of the variable in question."""


class Network:
    """The constraint graph of a CSP, variable by variable."""

    def __init__(self, csp: CSP) -> None:
        self.csp = csp
        size = len(csp.domains)
        self.full: Domain = reduce(or_, csp.domains, 0)
        """Every value that any variable can take."""
        self.arcs: list[tuple[Arc, ...]] = [()] * size
        """For each variable, the others that it rules values out for, and which."""
        self.shifts: list[tuple[Shift, ...]] = [()] * size
        """For each variable, the groups in which it differs from others after an offset."""
        self.larger: list[tuple[Constraint, ...]] = [()] * size
        """For each variable, its constraints that are more than rules between pairs."""
        plain: list[tuple[int, ...]] = []
        for constraint in csp.constraints:
            if (offsets := constraint.distinct) is None:
                self._add_arcs(constraint)
            elif offsets:
                for variable, own in zip(constraint.scope, offsets, strict=True):
                    self.shifts[variable] += (Shift(constraint.scope, offsets, own),)
            else:
                plain.append(constraint.scope)
        layout = _layout(tuple(plain), size, self.full.bit_count())
        self.peers: Scopes = layout[0]
        """For each variable those it must differ from (itself may be among them)."""
        self.units: Scopes = layout[1]
        """The scopes that must hold every value there is."""
        self._units_of = layout[2]

    def _add_arcs(self, constraint: Constraint) -> None:
        width = self.full.bit_length()
        says_pairs = type(constraint).ruled_out is not Constraint.ruled_out
        is_listed = False
        for i, j in permutations(range(len(constraint.scope)), 2) if says_pairs else ():
            if (ruling := constraint.ruled_out(i, j, width)) is not None:
                self.arcs[constraint.scope[i]] += ((constraint.scope[j], ruling),)
                is_listed = True
        if not (constraint.pairwise and is_listed):
            for variable in constraint.scope:
                self.larger[variable] += (constraint,)

    def units_of_all(self, variables: Iterable[int]) -> int:
        """Return the units that contain any of these variables: bit k is set for unit k."""
        found, units_of = 0, self._units_of
        for variable in variables:
            found |= units_of[variable]
        return found

    @cached_property
    def back_arcs(self) -> list[list[Arc]]:
        """For each variable, the others that rule values out for it, and which."""
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
    def scopes(self) -> list[int]:
        """For each constraint, its variables: bit k is set for variable k."""
        found = [0] * len(self.csp.constraints)
        for variable, numbers in enumerate(self.of):
            for number in numbers:
                found[number] |= 1 << variable
        return found

    def losses(self, variable: int, mask: Domain) -> Iterator[Losses]:
        """Yield what a variable fixed to `mask` rules out by its shifts and arcs.

        Its peers lose `mask` itself.
        """
        for scope, offsets, own in self.shifts[variable]:
            yield [
                (other, shifted(mask, own - offset))
                for other, offset in zip(scope, offsets, strict=True)
            ]
        if arcs := self.arc_losses(variable, mask):
            yield arcs

    def arc_losses(self, variable: int, mask: Domain) -> Losses:
        """Return the values of the others that lack support while a variable is in `mask`."""
        return [(other, ruling[mask]) for other, ruling in self.arcs[variable]]

    def ruled_out_by(self, variable: int, mask: Domain) -> Iterator[tuple[int, Domain]]:
        """Yield the variables that lose values when this one is fixed, and which values."""
        for losses in (
            [(peer, mask) for peer in self.peers[variable]],
            *self.losses(variable, mask),
        ):
            yield from (loss for loss in losses if loss[0] != variable)

    def against(self, variable: int, domains: Sequence[Domain], assigned: Sequence[bool]) -> Losses:
        """Return the assigned variables that rule values out for this one, and which values."""
        found = [(x, domains[x]) for x in self.peers[variable] if assigned[x] and x != variable]
        for scope, offsets, own in self.shifts[variable]:
            found += [
                (x, domains[x] << offset - own if offset >= own else domains[x] >> own - offset)
                for x, offset in zip(scope, offsets, strict=True)
                if assigned[x] and x != variable
            ]
        for other, ruling in self.back_arcs[variable]:
            if assigned[other]:
                found.append((other, ruling[domains[other]]))
        return found


def shifted(mask: Domain, by: int) -> Domain:
    """Return the domain with `by` added to each value. Values below zero are dropped."""
    return mask << by if by >= 0 else mask >> -by


@lru_cache(maxsize=64)
def _layout(scopes: Scopes, size: int, number_of_values: int) -> tuple[Scopes, Scopes, Numbers]:
    """Return the peers of each variable, the units, and the set of units of each variable."""
    units = tuple(scope for scope in scopes if len(scope) == number_of_values)
    peers: list[Numbers] = []
    for variable, numbers in enumerate(_memberships(scopes, size)):
        if len(numbers) == 1:  # the scope itself serves: n queens have n peers each, not n * n
            peers.append(scopes[numbers[0]])
        else:
            others = {other for number in numbers for other in scopes[number]}
            peers.append(tuple(sorted(others - {variable})))
    return tuple(peers), units, tuple(map(domain, _memberships(units, size)))


@lru_cache(maxsize=64)
def _memberships(scopes: Scopes, size: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(size)]
    for number, scope in enumerate(scopes):
        for variable in scope:
            found[variable].append(number)
    return tuple(map(tuple, found))
