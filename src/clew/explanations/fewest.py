"""Of several values that some rules rule out, the one that needs the fewest known facts for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush

from clew.core.faces import Domain
from clew.search.csp.contradiction import Effort, RuleSet, Unknown, Values, smallest_hitting

Case = tuple["Ruled", int]
"""A value that is ruled out, and facts (as bits) without which it cannot be."""


class Ruled:
    """A value that some rules rule out where all facts are known: which of these does it take?"""

    def __init__(
        self, rules: RuleSet, variable: int, value: int, domains: Sequence[Domain]
    ) -> None:
        self.rules, self.variable, self.value = rules, variable, value
        self._at = rules.place[variable]
        self._known = [domains[each] for each in rules.shown]
        self._facts = 0
        for at, mask in enumerate(self._known):
            if at != self._at and mask != rules.free[at]:
                self._facts |= 1 << at
        self._cases = [self._broken(each) for each in rules.tried if each[self._at] == value]

    def needed(self) -> int:
        """A smallest set of facts that might do."""
        return smallest_hitting(self._cases)

    def follows(self, facts: int, effort: Effort) -> bool:
        """Whether these facts do; if not, what shows it is remembered. Unknown is no."""
        try:
            found = self._obeyed(facts, effort)
            if found is not None:
                self._remember(found, effort)
        except Unknown:
            return False
        return found is None

    def shown(self, facts: int, effort: Effort) -> bool:
        """Whether these facts do; nothing is remembered."""
        try:
            return self._obeyed(facts, effort) is None
        except Unknown:
            return False

    def all_needed(self, effort: Effort) -> int:
        """Facts of which none can be left out: not always the fewest."""
        facts = rest = self._facts
        while rest:
            bit = rest & -rest
            rest ^= bit
            if self.shown(facts & ~bit, effort):
                facts &= ~bit
        return facts

    def variables(self, facts: int) -> tuple[int, ...]:
        return tuple(each for at, each in enumerate(self.rules.shown) if facts >> at & 1)

    def _obeyed(self, facts: int, effort: Effort) -> Values | None:
        free = self.rules.free
        domains = [mask if facts >> at & 1 else free[at] for at, mask in enumerate(self._known)]
        domains[self._at] = 1 << self.value
        return self.rules.obeyed(domains, effort)

    def _broken(self, found: Values) -> int:
        """The facts that some values contradict."""
        broken = 0
        for at, mask in enumerate(self._known):
            if not mask >> found[at] & 1:
                broken |= 1 << at
        return broken & self._facts

    def _remember(self, found: Values, effort: Effort) -> None:
        """Keep a way to obey the rules that contradicts as few facts as can be."""
        broken = rest = self._broken(found)
        while rest:
            bit = rest & -rest
            rest ^= bit
            better = self._obeyed(self._facts & ~broken | bit, effort) if broken & bit else None
            if better is not None:
                found, broken = better, self._broken(better)
                rest &= broken
        self.rules.tried.append(found)
        self._cases.append(broken)


def fewest(ruled: Iterable[Ruled], effort: Effort) -> Case | None:
    """The value that needs the fewest facts, of all; None if that was not found out of some.

    What needs at least so many facts waits until all that might need fewer are settled.
    """
    waiting = [(0, number, 0, each) for number, each in enumerate(ruled)]
    heapify(waiting)
    while waiting:
        _, number, facts, each = heappop(waiting)
        better = each.needed()
        if better.bit_count() > facts.bit_count():
            heappush(waiting, (better.bit_count(), number, better, each))
            continue
        if each.follows(better, effort):
            return each, better
        if each.needed() == better:  # unknown
            return None
        heappush(waiting, (better.bit_count(), number, better, each))
    return None
