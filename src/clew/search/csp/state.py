"""The state of a constraint search: domains, and a trail to take changes back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from random import Random

from clew.core.events import Event, Kind, Watcher
from clew.core.faces import Assignment, Constraint, Domain, values
from clew.core.result import Run, Stats
from clew.search.csp.network import Network


class State:
    """Domains that only shrink, and a trail of what they were before."""

    def __init__(self, network: Network, run: Run, seed: int = 0) -> None:
        self.network = network
        self.seed = seed
        self.domains: list[Domain] = list(network.csp.domains)
        self.assigned: list[bool] = [
            mask & (mask - 1) == 0 != mask ^ network.full for mask in self.domains
        ]
        """Which variables have their value; at first the givens."""
        self.trail: list[tuple[int, Domain]] = []
        self.fixed: list[int] = []
        """The variables left with one value that are not propagated yet."""
        self.weights: list[int] | None = None
        self.stats: Stats = run.stats
        self.trace: Watcher | None = run.trace
        self.depth = 0
        self._orders: dict[int, list[int]] = {}

    @cached_property
    def luck(self) -> list[float]:
        """A random number for each variable, drawn from the seed."""
        return random_numbers(self.seed, len(self.domains))

    def shuffled(self, variable: int) -> list[int]:
        """The values of a variable in an order drawn from the seed, the same at every node."""
        order = self._orders.get(variable)
        if order is None:
            order = shuffle(self.network.csp.domains[variable], self.luck[variable])
            self._orders[variable] = order
        return order

    def answer(self) -> Assignment:
        """The values of a state in which every domain has one."""
        return tuple(mask.bit_length() - 1 for mask in self.domains)

    def narrow(self, variable: int, mask: Domain, cause: int, unit: int = -1) -> bool:
        """Take away the values outside `mask`; False if none is left.

        `cause` is the variable that rules them out, or one of the `unit` that does.
        """
        old = self.domains[variable]
        new = old & mask
        self.trail.append((variable, old))
        self.domains[variable] = new
        self.stats.prunings += (old ^ new).bit_count()
        if self.trace is not None:
            self.trace(Event(Kind.PRUNE, self.depth, variable, old ^ new, (cause, unit)))
        if not new:
            return self.fail(variable, cause, unit)
        if new & (new - 1) == 0:
            self.fixed.append(variable)
        return True

    def fail(self, variable: int, cause: int, unit: int = -1) -> bool:
        """Note that `variable` has no value left because of `cause`; always False."""
        if self.trace is not None:
            self.trace(Event(Kind.FAIL, self.depth, variable, -1, (cause, unit)))
        if self.weights is not None:
            of = self.network.of
            for number in set(of[variable]) & set(of[cause]):
                self.weights[number] += 1
        return False

    def undo(self, mark: int) -> None:
        """Give back everything taken away since the trail had this length."""
        trail, domains = self.trail, self.domains
        while len(trail) > mark:
            variable, old = trail.pop()
            domains[variable] = old

    def legal(self, variable: int) -> Domain:
        """The values of a variable that agree with everything assigned so far."""
        network, assigned = self.network, self.assigned
        mask, before = self.domains[variable], self.stats.checks
        for _, ruled_out in network.ruled_out_for(variable, self.domains, assigned):
            self.stats.checks += 1
            mask &= ~ruled_out
        for constraint in network.larger[variable]:
            if all(assigned[other] or other == variable for other in constraint.scope):
                mask = self._last(constraint, variable, mask)
        if self.trace is not None:
            checks = self.stats.checks - before
            self.trace(Event(Kind.CHECK, self.depth, variable, checks, (mask.bit_count(),)))
        return mask

    def _check(self, variable: int, checks: int) -> None:
        """Count tests of the rules on a variable."""
        self.stats.checks += checks
        if self.trace is not None:
            self.trace(Event(Kind.CHECK, self.depth, variable, checks))

    def _last(self, constraint: Constraint, variable: int, mask: Domain) -> Domain:
        """The values in `mask` that obey a constraint whose other variables are all fixed."""
        held = [self.domains[other].bit_length() - 1 for other in constraint.scope]
        at = constraint.scope.index(variable)
        again = self._again(constraint, variable, at)
        kept = 0
        for value in values(mask):
            held[at] = value
            for place in again:
                held[place] = value
            self.stats.checks += 1
            if constraint.holds(held):
                kept |= 1 << value
        return kept

    @staticmethod
    def _again(constraint: Constraint, variable: int, first: int) -> list[int]:
        """The other places of a variable; the kernel does not look at them, for its rules."""
        if not constraint.prunes:
            return []
        return [
            at for at, other in enumerate(constraint.scope) if other == variable and at != first
        ]

    def rule_out(self, fixed: list[int]) -> bool:
        """Take from the others what these fixed variables rule out for them, the last first.

        Variables that are fixed by it are added to `self.fixed`; where that is the list given,
        they are propagated too. The loop over the peers is `narrow`, unrolled: a search spends
        most of its time here.
        """
        domains, trail, trace, stats = self.domains, self.trail, self.trace, self.stats
        network, newly = self.network, self.fixed
        all_peers, shifts = network.peers, network.shifts
        arcs, larger = network.arcs, network.larger
        while fixed:
            variable = fixed.pop()
            mask = domains[variable]
            peers = all_peers[variable]
            before = len(trail)
            stats.checks += len(peers)
            if trace is not None and peers:
                trace(Event(Kind.CHECK, self.depth, variable, len(peers)))
            for peer in peers:
                old = domains[peer]
                if old & mask and peer != variable:
                    trail.append((peer, old))
                    domains[peer] = new = old ^ mask
                    if trace is not None:
                        trace(Event(Kind.PRUNE, self.depth, peer, mask, (variable, -1)))
                    if new & (new - 1) == 0:
                        if not new:
                            stats.prunings += len(trail) - before
                            return self.fail(peer, variable)
                        newly.append(peer)
            stats.prunings += len(trail) - before
            if shifts[variable] and not self._rule_out_shifted(variable):
                return False
            if arcs[variable] and not self._rule_out_along_arcs(variable):
                return False
            for constraint in larger[variable]:
                if not self._rule_out_last(constraint, variable):
                    return False
        return True

    def revise(self, variables: Iterable[int]) -> bool:
        """Take from the others what these variables, not fixed yet, leave without support."""
        domains, arcs, larger = self.domains, self.network.arcs, self.network.larger
        for variable in variables:
            mask = domains[variable]
            if not mask & (mask - 1):
                continue
            if arcs[variable] and not self._rule_out_along_arcs(variable):
                return False
            for constraint in larger[variable]:
                if constraint.prunes and not self._prune(constraint, variable):
                    return False
        return True

    def _rule_out_shifted(self, variable: int) -> bool:
        domains = self.domains
        mask = domains[variable]
        for scope, offsets, own in self.network.shifts[variable]:
            self._check(variable, len(scope))
            for other, offset in zip(scope, offsets, strict=True):
                by = own - offset
                ruled_out = mask << by if by >= 0 else mask >> -by
                if (
                    domains[other] & ruled_out
                    and other != variable
                    and not self.narrow(other, ~ruled_out, variable)
                ):
                    return False
        return True

    def _rule_out_along_arcs(self, variable: int) -> bool:
        domains, arcs = self.domains, self.network.arcs[variable]
        mask = domains[variable]
        self._check(variable, len(arcs))
        for other, ruling in arcs:
            ruled_out = ruling[mask]
            if domains[other] & ruled_out and not self.narrow(other, ~ruled_out, variable):
                return False
        return True

    def _rule_out_last(self, constraint: Constraint, cause: int) -> bool:
        """Once at most one variable of a constraint is not fixed, keep only what obeys it."""
        if constraint.prunes:
            return self._prune(constraint, cause)
        domains = self.domains
        rest = [x for x in constraint.scope if domains[x] & (domains[x] - 1)]
        if len(rest) > 1:
            return True
        variable = rest[0] if rest else cause
        before = self.stats.checks
        kept = self._last(constraint, variable, domains[variable])
        if self.trace is not None:
            self.trace(Event(Kind.CHECK, self.depth, variable, self.stats.checks - before))
        return kept == domains[variable] or self.narrow(variable, kept, cause)

    def _prune(self, constraint: Constraint, cause: int) -> bool:
        """Keep what the constraint itself says is left of its variables."""
        domains, scope = self.domains, constraint.scope
        self._check(cause, 1)
        pruned = constraint.prune([domains[x] for x in scope])
        for variable, kept in zip(scope, pruned, strict=True):
            if domains[variable] & ~kept and not self.narrow(variable, kept, cause):
                return False
        return True

    def find_hidden(self, units: int) -> bool:
        """Fix every variable that alone can take some value of a unit; bit k stands for unit k."""
        domains = self.domains
        for number, unit in enumerate(self.network.units):
            if not units >> number & 1:
                continue
            once = twice = 0
            for variable in unit:
                mask = domains[variable]
                twice |= once & mask
                once |= mask
            self._check(unit[0], 1)
            if once.bit_count() < len(unit):
                return self.fail(unit[0], unit[-1], number)
            if single := once & ~twice:
                for variable in unit:
                    mask = domains[variable]
                    only = mask & single
                    if only and mask & (mask - 1):
                        kept = only if only & (only - 1) == 0 else 0  # two values need this place
                        if not self.narrow(variable, kept, unit[0], number):
                            return False
        return True


def random_numbers(seed: int, size: int) -> list[float]:
    """So many random numbers, drawn from the seed."""
    random = Random(seed)
    return [random.random() for _ in range(size)]


def shuffle(mask: Domain, luck: float) -> list[int]:
    """The values of a domain in a random order."""
    order = list(values(mask))
    Random(luck).shuffle(order)
    return order
