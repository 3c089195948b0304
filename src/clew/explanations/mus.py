"""Reasons in any CSP: the fewest rules and known facts that make a value impossible.

A person's next step would be the one that needs the smallest set of rules (J. Espasa,
I. P. Gent, R. Hoffmann, C. Jefferson, A. M. Lynch, "Using Small MUSes to Explain How to Solve Pen
and Paper Puzzles", arXiv 2104.15040; B. Bogaerts, E. Gamba, T. Guns, "A framework for step-wise
explaining how to solve constraint satisfaction problems", 2021). The solver looks at each rule
separately, then at every pair and every set of three. If that isn't enough, it starts with all
rules and removes as many as it can. So a reason is known to have the fewest possible rules if all
sets with one rule fewer were searched. Hitting sets then give the fewest facts for those rules.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import combinations
from math import comb

from clew.core.faces import Domain, values
from clew.search.csp.contradiction import (
    Claim,
    Effort,
    RuleSet,
    Spent,
    Unknown,
    Values,
    grown,
    reduced,
    smallest_contradiction,
    smallest_hitting,
)
from clew.search.csp.rulebook import Rulebook

# ------------------------------------------------------------------ rules worth looking at together
# If a rule shares at most one open variable with the other rules in a set, it adds nothing to them,
# because both the others and the rule itself allow every value of that variable. So after all
# smaller sets have been searched, such a set can be skipped. A rule's scope is its open variables,
# as bits.


MOST = 30_000
"""The maximum number of sets of rules to look at."""


class TooMany(Exception):
    """There are too many sets of rules to look at all of them."""


def connected_sets(scopes: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of `count` rules that may rule out more than smaller sets do.

    Args:
        scopes: The scope of each rule.
        count: The number of rules in a set.

    Raises:
        TooMany: if there are more than `MOST` sets.

    >>> list(connected_sets([0b0011, 0b0110, 0b1110], 2))
    [(1, 2)]
    """
    if count == 1:
        yield from ((rule,) for rule, scope in enumerate(scopes) if scope)
        return
    rules = cyclic(scopes)
    if comb(len(rules), count) > MOST:
        raise TooMany
    for some in combinations(rules, count):
        shared = _shared(scopes[rule] for rule in some)
        if all((scopes[rule] & shared).bit_count() > 1 for rule in some):
            yield some


def cyclic(scopes: Sequence[int]) -> list[int]:
    """Return the rules that share at least two open variables with the other returned rules."""
    rules = [rule for rule, scope in enumerate(scopes) if scope & (scope - 1)]
    while True:
        shared = _shared(scopes[rule] for rule in rules)
        kept = [rule for rule in rules if (scopes[rule] & shared).bit_count() > 1]
        if len(kept) == len(rules):
            return rules
        rules = kept


def _shared(scopes: Iterable[int]) -> int:
    """Return the variables that at least two of the scopes contain."""
    seen = twice = 0
    for scope in scopes:
        twice |= seen & scope
        seen |= scope
    return twice


# ------------------------------------------------------------------ the fewest facts
# A set of rules may rule out several values. Find the one that needs the fewest facts.


Case = tuple["Ruled", int]
"""A value that is ruled out, and the facts (as bits) that are needed to rule it out."""


class Ruled:
    """A value that some rules exclude if all facts are known, and the facts that this needs."""

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
        """Return a smallest set of facts that might be enough."""
        return smallest_hitting(self._cases)

    def follows(self, facts: int, effort: Effort) -> bool:
        """Check whether these facts are known to be enough.

        If they aren't enough, remember a counterexample.
        """
        try:
            found = self._obeyed(facts, effort)
            if found is not None:
                self._remember(found, effort)
        except Unknown:
            return False
        return found is None

    def shown(self, facts: int, effort: Effort) -> bool:
        """Check whether these facts are known to be enough, without remembering anything."""
        try:
            return self._obeyed(facts, effort) is None
        except Unknown:
            return False

    def all_needed(self, effort: Effort) -> int:
        """Return a minimal set of facts. All are needed, but a different set might be smaller."""
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
        """Return the facts that these values contradict."""
        broken = 0
        for at, mask in enumerate(self._known):
            if not mask >> found[at] & 1:
                broken |= 1 << at
        return broken & self._facts

    def _remember(self, found: Values, effort: Effort) -> None:
        """Keep values that obey the rules and contradict as few facts as possible."""
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
    """Return the value that needs the fewest facts, or None if that can't be determined.

    A heap orders the values by a lower bound on the number of facts that each needs.
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


# ------------------------------------------------------------------ reasons


EFFORT = 20_000
"""The maximum number of questions for one step. After that, the best reason so far is used."""
CLOSURE = 2_000_000
"""The maximum number of questions to find everything that small sets of rules rule out."""
HARD = 200_000
"""The maximum number of questions for all of a puzzle's steps with more than `TOGETHER` rules."""
TOGETHER = 3
"""The size up to which all sets of rules are searched, if there aren't too many."""
FOLLOWED = 200
"""The maximum number of nodes with which several rules may refute a value."""
LOOKED_AT, CLOSELY = 12, 3
"""The number of quickly refuted values to look at, and the number to look at closely."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A value that a variable can't have, and the rules and facts that exclude it.

    `rules` contains numbers of rules in the rulebook. The facts are the domains of the variables in
    `known`. All of them are needed. If the reason is `smallest`, it's proven that fewer rules can't
    exclude any value, and that these rules can't exclude this value with fewer facts.
    """

    variable: int
    value: int
    rules: tuple[int, ...]
    known: tuple[int, ...]
    smallest: bool = True


class MusSolver:
    """A puzzle that's solved by reasons alone.

    When a value is filled in, it's immediately eliminated from the variables that must differ, as
    people do with a pencil. This doesn't need a reason.
    """

    def __init__(
        self, book: Rulebook, solution: Sequence[int], filled: Sequence[int | None] = ()
    ) -> None:
        self.book = book
        self.solution = tuple(solution[: book.shown])
        self.free = book.domains[: book.shown]
        self.domains = book.known()[: book.shown]
        self._sets: dict[tuple[int, ...], RuleSet] = {}
        self._differ = [
            rule
            for each in book.rules
            for rule in each.constraints
            if rule.distinct is not None and max(rule.scope, default=0) < book.shown
        ]
        self._every_scope = [each.scope(book.shown) for each in book.rules]
        self._scopes = self._every_scope
        self._proven = 0  # no set of up to this many rules excludes anything new
        self._hard = HARD  # the effort left for several rules together
        for variable, value in enumerate(filled):
            if value is not None:
                self.place(variable, value)

    def take(self, reasons: Sequence[Reason]) -> None:
        """Eliminate the values of these reasons."""
        for reason in reasons:
            self.strike(reason.variable, reason.value)

    def strike(self, variable: int, value: int) -> None:
        """Eliminate a value."""
        self.domains[variable] &= ~(1 << value)

    def place(self, variable: int, value: int) -> None:
        """Fill in a value, and eliminate it where variables must differ from this one."""
        self.domains[variable] = 1 << value
        width = max(self.free).bit_length()
        for rule in self._differ:
            for i, one in enumerate(rule.scope):
                if one != variable:
                    continue
                for j, other in enumerate(rule.scope):
                    ruling = rule.ruled_out(i, j, width) if j != i else None
                    lost = 0 if ruling is None else ruling[1 << value]
                    self.domains[other] = self.domains[other] & ~lost or self.domains[other]

    # ------------------------------------------------------------ the next step

    def next(self) -> tuple[Reason, ...]:
        """Return the smallest reason and its other conclusions, or () if none was found."""
        return self.of_few() or self.of_several()

    def of_few(self, least: int = 1, most: int = 0) -> tuple[Reason, ...]:
        """Return the smallest reason with few rules and its other conclusions, or ().

        Args:
            least: The minimum number of rules. Fewer rules must be known to exclude nothing new.
            most: The maximum number of rules. The default is `TOGETHER`.
        """
        self._proven = 0 if least == 1 else self._proven
        with suppress(Spent):
            for count in range(least, (most or TOGETHER) + 1):
                effort = Effort(EFFORT)
                if found := self._together(count, effort):
                    return self._fewest_facts(found, effort)
        return ()

    def of_several(self) -> tuple[Reason, ...]:
        """Return a small reason with more than `TOGETHER` rules, or () if none was found."""
        effort = Effort(min(EFFORT, self._hard))
        allowed = effort.left
        try:
            return self._several(effort)
        except Spent:
            return ()
        finally:
            self._hard -= allowed - max(effort.left, 0)

    def restart(self, rules: Container[int], known: Sequence[Domain]) -> None:
        """Start another puzzle, with some of the rules and with these values left."""
        scopes = enumerate(self._every_scope)
        self._scopes = [scope if rule in rules else 0 for rule, scope in scopes]
        self.domains, self._proven = list(known), 0

    def keep(self, domains: Sequence[Domain]) -> None:
        """Eliminate the values that aren't in these domains."""
        self.domains = [a & b for a, b in zip(self.domains, domains, strict=True)]

    def solve(self, most: int) -> bool:
        """Eliminate everything that sets of up to `most` rules exclude.

        Returns:
            True if that leaves only the solution.
        """
        try:
            for count in range(1, most + 1):
                self._close(count)
        except Spent:
            return False
        return not any(mask & (mask - 1) for mask in self.domains)

    def _close(self, count: int) -> None:
        """Eliminate everything that sets of up to this many rules exclude.

        Whatever a set excludes, the next one doesn't have to find out again.
        """
        changed = True
        while changed:
            changed, effort = False, Effort(CLOSURE)
            try:
                for rules in tuple(connected_sets(self._open(), count)):
                    if claims := self._set(rules).impossible(self.domains, effort):
                        changed = True
                        for claim in claims:
                            self.strike(*claim)
                        if count > 1:
                            self._close(count - 1)
            except TooMany:
                return
            except Spent:
                if not changed:
                    raise

    def _together(self, count: int, effort: Effort) -> list[tuple[RuleSet, Claim]]:
        """Return the values that sets of `count` rules exclude, with these sets."""
        found, sure = [], self._proven == count - 1
        try:
            for rules in connected_sets(self._open(), count):
                some = self._set(rules)
                found += [(some, claim) for claim in some.impossible(self.domains, effort)]
                sure &= some.sure
                if found and count == TOGETHER:
                    return found
        except TooMany:
            sure = False
        except Spent:
            if not found:
                raise
            return found
        self._proven += sure
        return found

    def _set(self, rules: tuple[int, ...]) -> RuleSet:
        if rules not in self._sets:
            self._sets[rules] = RuleSet(self.book, rules)
        return self._sets[rules]

    def _open(self) -> list[int]:
        """Return the open variables of each rule, as bits."""
        is_open = sum(1 << v for v, mask in enumerate(self.domains) if mask & (mask - 1))
        return [scope & is_open for scope in self._scopes]

    # ------------------------------------------------------------ the facts of a reason

    def _fewest_facts(
        self, found: Sequence[tuple[RuleSet, Claim]], effort: Effort, others: Sequence[Claim] = ()
    ) -> tuple[Reason, ...]:
        """Return the reason with the fewest facts, and its other conclusions."""
        ruled = [Ruled(rules, *claim, self.domains) for rules, claim in found]
        try:
            best = fewest(ruled, effort)
        except Spent:
            best = None
        smallest = best is not None and len(best[0].rules.rules) <= self._proven + 1
        each, facts = best or (ruled[0], ruled[0].all_needed(Effort(EFFORT)))
        first = Reason(each.variable, each.value, each.rules.rules, each.variables(facts), smallest)
        others = others or [claim for rules, claim in found if rules is each.rules]
        return (first, *self._besides(first, facts, each.rules, others))

    def _besides(
        self, first: Reason, facts: int, rules: RuleSet, claims: Sequence[Claim]
    ) -> Iterator[Reason]:
        """Yield the other values that the same rules and facts exclude."""
        effort = Effort(EFFORT)
        for variable, value in claims:
            if (variable, value) == (first.variable, first.value):
                continue
            kept = facts & ~(1 << rules.place[variable])
            if Ruled(rules, variable, value, self.domains).shown(kept, effort):
                known = tuple(each for each in first.known if each != variable)
                yield Reason(variable, value, first.rules, known, first.smallest)

    # ------------------------------------------------------------ several rules together

    def _several(self, effort: Effort) -> tuple[Reason, ...]:
        """Return a reason with few rules, for one of the values that all rules quickly refute."""
        every = sum(1 << rule for rule in cyclic(self._open()))
        found: list[tuple[int, Claim]] = []
        try:
            for claim in self._soonest(every, effort):
                found.append((reduced(every, self._contradict(claim, effort)), claim))
                if found[-1][0].bit_count() <= self._proven + 1:
                    break
            found.sort(key=lambda pair: pair[0].bit_count())
            if found:
                found.insert(0, self._fewest_rules(every, found, effort))
        except Spent:
            found.sort(key=lambda pair: pair[0].bit_count())
        if not found:
            return ()
        some = RuleSet(self.book, values(found[0][0]))
        others = some.impossible(self.domains, Effort(EFFORT))
        return self._fewest_facts([(some, found[0][1])], Effort(EFFORT), others)

    def _fewest_rules(
        self, every: int, found: Sequence[tuple[int, Claim]], effort: Effort
    ) -> tuple[int, Claim]:
        """Return the fewest rules that refute one of the first few claims."""
        best = found[0]
        for _, claim in found[:CLOSELY]:
            contradict = self._contradict(claim, effort)

            def obeyed(rules: int, contradict: Callable[[int], bool] = contradict) -> int | None:
                if contradict(rules):
                    return None
                return grown(rules, every, lambda more: not contradict(more))

            if (most := best[0].bit_count()) > self._proven + 1:
                try:
                    fewer = smallest_contradiction(every, obeyed, most)
                except Spent:
                    break
                best = best if fewer is None else (fewer, claim)
        return best

    def _contradict(self, claim: Claim, effort: Effort) -> Callable[[int], bool]:
        """Return a function that checks whether a set of rules, as bits, refutes the claim."""
        book = self.book
        return lambda some: self._refuted(RuleSet(book, values(some), over_all=True), claim, effort)

    def _soonest(self, every: int, effort: Effort) -> list[Claim]:
        """Return the claims that all rules together refute, in order of the nodes this takes."""
        rules = RuleSet(self.book, values(every))
        efforts: list[tuple[int, Claim]] = []
        for variable in rules.shown:
            for value in values(self.domains[variable] & ~(1 << self.solution[variable])):
                if self._refuted(rules, (variable, value), effort):
                    efforts.append((rules.nodes, (variable, value)))
        return [claim for _, claim in sorted(efforts)[:LOOKED_AT]]

    def _refuted(self, rules: RuleSet, claim: Claim, effort: Effort) -> bool:
        variable, value = claim
        domains = [self.domains[each] for each in rules.shown]
        domains[rules.place[variable]] = 1 << value
        try:
            return rules.obeyed(domains, effort, FOLLOWED) is None
        except Unknown:
            return False
