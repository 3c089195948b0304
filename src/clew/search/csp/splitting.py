"""Splits variables with too many values for a kernel into a high and a low part.

A kernel has a literal for each value of a variable, and up to 4,032 of them. A variable with more
becomes two, x = first + step * (base * high + low), if only its sums, comparisons and bounds matter
to its rules. A condition such as x <= 70,000 becomes a variable of its own. The parts determine it,
so there are as many solutions as before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import sub

from clew.core.faces import CSP, Assignment, Domain, values
from clew.rules import Clause, If, LinearRule, Literal, Minimise
from clew.rules.rule import Constraint
from clew.rules.table import WIDEST
from clew.search.csp import wire

MOST_VALUES = 4_032
"""The maximum number of values of a variable in a kernel."""
MOST_GAPS = 100
"""The maximum number of gaps in the domain of a variable to split."""
MOST_CONDITIONS = 5_000
"""The maximum number of conditions on variables that are split."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The two variables that stand for one: the high part has its place, the low part a new one."""

    first: int
    step: int
    size: int
    """The number of values from the first to the last, gaps included."""
    low: int
    gaps: tuple[tuple[int, int], ...] = ()
    """The places without a value: for each gap, the last place before it and the last in it."""

    @property
    def base(self) -> int:
        """The number of values of the low part."""
        return 1 << ((self.size - 1).bit_length() + 1) // 2

    def value(self, high: int, low: int) -> int:
        """Return the value of the variable."""
        return self.first + self.step * (self.base * high + low)


Condition = bool | tuple[int, str, int]
"""A variable, a relation and a value; or True or False if it always or never holds."""


class Split:
    """A CSP whose variables fit a kernel, and the way back to the solutions of the original.

    >>> from clew.rules import Less
    >>> wide = (1 << 100_000) - 1
    >>> made = Split(CSP((wide, wide), (Less((0, 1), "x < y"),)))
    >>> max(mask.bit_count() for mask in made.csp.domains), made.joined((1, 0, 5, 7))
    (512, (517, 7))

    Raises:
        ValueError: a rule is about each of a variable's values.
    """

    def __init__(self, csp: CSP) -> None:
        self._size = len(csp.domains)
        self._masks, self._rules = list(csp.domains), list[Constraint]()
        self._parts: dict[int, Parts] = {}
        self._known: dict[tuple[int, int], int] = {}
        self._label = "the values of a variable"
        for x, mask in enumerate(csp.domains):
            if is_wide(mask):
                self._split(x, mask)
        for rule in csp.constraints:
            self._label = rule.label
            found = self.stated(rule)
            self._rules += found
        costs = None if csp.objective is None else self._costs(csp.objective)
        self.csp = CSP(tuple(self._masks), tuple(self._rules), costs)

    def joined(self, found: Assignment) -> Assignment:
        """Return a solution of the original CSP, given one of the new one."""
        answer = list(found[: self._size])
        for x, parts in self._parts.items():
            answer[x] = parts.value(found[x], found[parts.low])
        return tuple(answer)

    def _split(self, x: int, mask: Domain) -> None:
        first = (mask & -mask).bit_length() - 1
        rest = mask ^ 1 << first
        step = (rest & -rest).bit_length() - 1 - first
        even = mask == _progression(first, step, mask.bit_count())
        step = step if even else 1
        size = (mask.bit_length() - 1 - first) // step + 1
        gaps = () if even else _gaps(mask >> first)
        parts = self._parts[x] = Parts(first, step, size, len(self._masks), gaps)
        high, last = divmod(size - 1, parts.base)
        if high >= MOST_VALUES:
            raise ValueError(f"found a variable of {size:,} values, too many for a kernel")
        self._masks[x] = (2 << high) - 1
        self._masks.append((1 << parts.base) - 1)
        if last != parts.base - 1:
            self._rules.append(self._bound(x, "<=", size - 1))
        for low, high in gaps:
            self._rules.append(self.clause([self._at_most(x, low), _not(self._at_most(x, high))]))

    # ------------------------------------------------------------ rules

    def stated(self, rule: Constraint) -> Sequence[Constraint]:
        """Return rules about the parts that mean the same."""
        rule, scope = rule.unfolded(), rule.unfolded().scope
        if self._parts.keys().isdisjoint(scope):
            return [rule]
        found = rule.split(self)
        if found is None:
            raise self._refusal()
        return found

    def _refusal(self) -> ValueError:
        said = f"the rule {self._label} is about each value of a variable with too many"
        return ValueError(f"{said}: the kernel takes {MOST_VALUES:,} below {WIDEST:,}")

    def compare(
        self, scope: Sequence[int], factors: Sequence[int], relation: str, total: int
    ) -> LinearRule:
        """Return a comparison of a weighted sum with a number, over the parts."""
        return self.sum(LinearRule(tuple(scope), "", tuple(factors), relation, total))

    def new(self, rules: Sequence[Constraint], otherwise: Sequence[Constraint]) -> Condition:
        """Return a new condition: some rules hold if it does, and others if it doesn't."""
        new = self._new()
        self._rules += [self.only_if([(new, "==", 1)], rule) for rule in rules]
        self._rules += [self.only_if([(new, "==", 0)], rule) for rule in otherwise]
        return new, "==", 1

    def sum(self, rule: LinearRule) -> LinearRule:
        """Return a sum of the parts that equals the sum of a rule."""
        terms: list[tuple[int, int, Sequence[int] | None]] = []
        total = rule.total
        for at, (x, factor) in enumerate(zip(rule.scope, rule.factors, strict=True)):
            numbers = None if rule.numbers is None else rule.numbers[at]
            if x in self._parts:
                constant, found = self._terms(x, numbers)
                total -= factor * constant
                terms += [(each, factor * by, None) for each, by in found]
            else:
                terms.append((x, factor, numbers))
        known = None
        if any(numbers is not None for _, _, numbers in terms):
            known = tuple(
                tuple(range(self._masks[x].bit_length()) if numbers is None else numbers)
                for x, _, numbers in terms
            )
        scope, factors = (tuple(term[at] for term in terms) for at in (0, 1))
        return LinearRule(scope, self._label, factors, rule.relation, total, known)  # type: ignore[arg-type]

    def _terms(
        self, x: int, numbers: Sequence[int] | None
    ) -> tuple[int, Sequence[tuple[int, int]]]:
        """Return the number of a value as a constant and a sum of variables times factors."""
        parts = self._parts[x]
        start, slope, jumps = parts.first, parts.step, list[tuple[int, int]]()
        if numbers is not None:
            given = list(numbers[parts.first :: parts.step][: parts.size])
            ((slope, _),) = Counter(map(sub, given[1:], given)).most_common(1)
            for low, high in parts.gaps:
                for at in range(low + 1, high + 1):
                    given[at] = given[at - 1] + slope
            rises = enumerate(map(sub, given[1:], given))
            jumps = [(at, rise - slope) for at, rise in rises if rise != slope]
            start = given[0] + sum(jump for _, jump in jumps)
            if len(jumps) > MOST_GAPS:
                raise self._refusal()
        line = [(x, slope * parts.base), (parts.low, slope)] if slope else []
        return start, [*line, *((self._up_to(x, at), -jump) for at, jump in jumps)]

    def _costs(self, costs: Minimise) -> Minimise:
        self._label = costs.label
        ones = (1,) * len(costs.scope)
        found = self.sum(LinearRule(costs.scope, "", ones, "<=", 0, costs.numbers))
        widths = [range(self._masks[x].bit_length()) for x in found.scope]
        numbers = tuple(
            tuple([factor * n for n in known])
            for factor, known in zip(found.factors, found.numbers or widths, strict=True)
        )
        return Minimise(found.scope, costs.label, numbers, costs.constant - found.total)

    # ------------------------------------------------------------ conditions

    def conditions(self, scope: Sequence[int], literals: Iterable[Literal]) -> list[Condition]:
        """Return literals as conditions. Values of one variable in a row become one condition."""
        found: list[Condition] = []
        equal: dict[int, list[int]] = {}
        for each in literals:
            x = scope[each.at]
            if x in self._parts and each.relation == "==":
                equal.setdefault(x, []).append(each.value)
            else:
                found.append(self.condition(x, each))
        for x, wanted in equal.items():
            parts = self._parts[x]
            places = [divmod(value - parts.first, parts.step) for value in sorted(set(wanted))]
            runs: list[list[int]] = []
            for place in (at for at, rest in places if not rest and 0 <= at < parts.size):
                if runs and runs[-1][1] == place - 1:
                    runs[-1][1] = place
                else:
                    runs.append([place, place])
            found += [self._within(x, first, last) for first, last in runs]
        return found

    def condition(self, x: int, literal: Literal) -> Condition:
        """Return the condition that a variable obeys a literal."""
        if x not in self._parts:
            return x, literal.relation, literal.value
        parts = self._parts[x]
        place, rest = divmod(literal.value - parts.first, parts.step)
        if literal.relation == "<=":
            return self._at_most(x, place)
        if literal.relation == ">=":
            return _not(self._at_most(x, place if rest else place - 1))
        same: Condition = False if rest else self._within(x, place, place)
        return same if literal.relation == "==" else _not(same)

    def _within(self, x: int, first: int, last: int) -> Condition:
        """Return the condition that the place of a value is in a range."""
        if not 0 <= first <= last < self._parts[x].size:
            return False
        low, high = _not(self._at_most(x, first - 1)), self._at_most(x, last)
        if isinstance(low, bool) or isinstance(high, bool):
            return low if isinstance(high, bool) else high
        new = self._new()
        both: Condition = (new, "==", 1)
        self._rules += [self.clause([_not(both), low]), self.clause([_not(both), high])]
        self._rules.append(self.clause([both, _not(low), _not(high)]))
        return both

    def _at_most(self, x: int, place: int) -> Condition:
        """Return the condition that the place of a value is at most this."""
        if not 0 <= place < self._parts[x].size - 1:
            return place >= 0
        return self._up_to(x, place), "==", 1

    def _up_to(self, x: int, place: int) -> int:
        """Return a variable that's 1 if the place of a value is at most this, else 0."""
        if (x, place) not in self._known:
            new = self._known[x, place] = self._new()
            for value, relation, limit in ((1, "<=", place), (0, ">=", place + 1)):
                rule = self._bound(x, relation, limit)
                self._rules.append(self.only_if([(new, "==", value)], rule))
        return self._known[x, place]

    def _new(self) -> int:
        """Return a variable for a condition."""
        if len(self._masks) > self._size + len(self._parts) + MOST_CONDITIONS:
            raise self._refusal()
        self._masks.append(0b11)
        return len(self._masks) - 1

    def _bound(self, x: int, relation: str, place: int) -> LinearRule:
        parts = self._parts[x]
        return LinearRule((x, parts.low), self._label, (parts.base, 1), relation, place)

    def clause(self, conditions: Sequence[Condition]) -> Clause:
        return Clause(*self.over(conditions))

    def only_if(self, conditions: Sequence[Condition], rule: Constraint) -> If:
        asked, _, literals = self.over(conditions)
        scope = (*[x for x in asked if x not in rule.scope], *rule.scope)
        moved = [each._replace(at=scope.index(asked[each.at])) for each in literals]
        return If(scope, self._label, tuple(moved), rule)

    def over(
        self, conditions: Iterable[Condition]
    ) -> tuple[tuple[int, ...], str, tuple[Literal, ...]]:
        """Return a scope, the label, and literals over it for conditions that can be open."""
        some = [each for each in conditions if not isinstance(each, bool)]
        place = {x: at for at, x in enumerate(dict.fromkeys(x for x, _, _ in some))}
        return tuple(place), self._label, tuple([Literal(place[x], r, v) for x, r, v in some])


def is_wide(mask: Domain) -> bool:
    """Check whether a kernel can't hold a variable with this domain."""
    return mask.bit_length() > MOST_VALUES and (
        mask.bit_count() > MOST_VALUES or mask.bit_length() > WIDEST
    )


def _not(condition: Condition) -> Condition:
    if isinstance(condition, bool):
        return not condition
    x, relation, value = condition
    return x, *Literal(0, relation, value).opposite()[1:]


def _progression(first: int, step: int, size: int) -> Domain:
    """Return the domain with this many values, each a step above the one before."""
    return ((1 << step * size) - 1) // ((1 << step) - 1) << first


def _gaps(mask: Domain) -> tuple[tuple[int, int], ...]:
    """Return the gaps between the values of a domain, as in `Parts`."""
    full = (1 << mask.bit_length()) - 1
    ends = mask & ~(mask >> 1) & (full >> 1)  # a value, and none above it
    starts = (mask & ~(mask << 1)) >> 1  # no value, and one above it
    if ends.bit_count() > MOST_GAPS:
        raise ValueError(f"found a variable with more than {MOST_GAPS} gaps between its values")
    return tuple(zip(values(ends), values(starts), strict=True))


_last: list[tuple[CSP, Split]] = []
"""The CSP that was split last: it's asked for before a search, and for each solution's way back."""


def split(csp: CSP) -> Split | None:
    """Return the CSP with variables that fit a kernel, or None if all of them do.

    Raises:
        ValueError: a rule is about each of a variable's values.
    """
    if not any(map(is_wide, csp.domains)):
        return None
    if not _last or _last[0][0] is not csp:
        _last[:] = [(csp, Split(wire.whole(csp)))]
    return _last[0][1]
