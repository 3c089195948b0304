"""Rules for puzzles of one's own: arithmetic, literals, conditions.

With those of `clew.core.constraints` and `clew.core.line_rules` they are the closed set that the
search that learns knows, and `cp-sat`. The other searches take them too, in Python: each rule
says in `prune` what is left of its variables.

A value is a small number, 0 and up. Where it stands for another number, a rule has `numbers`: for
each variable of the scope which number each of its values stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import eq, ge, le, ne
from typing import ClassVar, NamedTuple

from clew.core.faces import Constraint, Domain, Folded, values

RELATIONS: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<=": le, ">=": ge}
"""The relations of a sum to its total, of a count to its number, and of literals."""

Numbers = tuple[tuple[int, ...], ...]
"""For each variable of a scope the number that each of its values stands for."""


class OfNumbers(Constraint):
    """A rule about the numbers that values stand for; without `numbers` these are themselves."""

    __slots__ = ()
    prunes: ClassVar[bool] = True
    numbers: Numbers | None

    def number(self, at: int, value: int) -> int:
        """What a value of the variable at this place of the scope stands for."""
        return value if self.numbers is None else self.numbers[at][value]

    def numbers_of(self, at: int, mask: Domain) -> dict[int, int]:
        """The same for each value of a domain."""
        return {value: self.number(at, value) for value in values(mask)}


class Literal(NamedTuple):
    """What one variable of a scope is: `Literal(0, "<=", 3)` says the first is at most 3."""

    at: int
    relation: str
    value: int

    def holds(self, values: Sequence[int]) -> bool:
        return RELATIONS[self.relation](values[self.at], self.value)

    @property
    def mask(self) -> Domain:
        """The values for which it holds, endless ones too: to be and-ed with a domain."""
        at_most = (1 << max(self.value + 1, 0)) - 1
        if self.relation in ("<=", ">="):
            return at_most if self.relation == "<=" else ~(at_most >> 1)
        only = 1 << self.value if self.value >= 0 else 0
        return only if self.relation == "==" else ~only

    def opposite(self) -> Literal:
        """The literal that holds exactly where this one does not.

        >>> Literal(0, "<=", 3).opposite()
        Literal(at=0, relation='>=', value=4)
        """
        if self.relation in ("<=", ">="):
            step = 1 if self.relation == "<=" else -1
            return Literal(self.at, ">=" if step > 0 else "<=", self.value + step)
        return Literal(self.at, "!=" if self.relation == "==" else "==", self.value)


@dataclass(frozen=True, slots=True)
class LinearRule(OfNumbers):
    """The sum of each factor times its variable is equal to, unlike, at most or at least the total.

    >>> LinearRule((0, 1), "2x + 3y = 12", (2, 3), "==", 12).holds((3, 2))
    True
    """

    factors: tuple[int, ...]
    relation: str
    total: int
    numbers: Numbers | None = None

    def holds(self, values: Sequence[int]) -> bool:
        return RELATIONS[self.relation](self.value(values), self.total)

    def value(self, values: Sequence[int]) -> int:
        """What these values add up to."""
        return sum(self.factors[at] * self.number(at, value) for at, value in enumerate(values))

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Keep what is possible beside the bounds of the others."""
        if self.relation == "!=":
            return Constraint.prune(self, domains)
        parts = [
            {value: factor * self.number(at, value) for value in values(mask)}
            for at, (factor, mask) in enumerate(zip(self.factors, domains, strict=True))
        ]
        lows, highs = [min(p.values()) for p in parts], [max(p.values()) for p in parts]
        below = self.total - sum(lows) if self.relation != ">=" else None
        above = self.total - sum(highs) if self.relation != "<=" else None
        return [
            keep(
                part,
                None if above is None else above + high,
                None if below is None else below + low,
            )
            for part, low, high in zip(parts, lows, highs, strict=True)
        ]

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        """Add up what each variable counts; leave out those that cancel."""
        if self.numbers is None:
            factors = [0] * len(once)
            for place, factor in zip(places, self.factors, strict=True):
                factors[place] += factor
            kept = {x: factor for x, factor in zip(once, factors, strict=True) if factor}
            plain = tuple(kept.values())
            return LinearRule(tuple(kept), self.label, plain, self.relation, self.total).normal()
        sums: dict[int, list[int]] = {}
        for place, factor, known in zip(places, self.factors, self.numbers, strict=True):
            here = sums.setdefault(once[place], [0] * len(known))
            for value, number in enumerate(known):
                here[value] += factor * number
        numbers = {x: tuple(known) for x, known in sums.items() if any(known)}
        return LinearRule(
            tuple(numbers), self.label, (1,) * len(numbers), self.relation, self.total,
            tuple(numbers.values()),
        ).normal()  # fmt: skip


def keep(numbers: dict[int, int], least: int | None, most: int | None) -> Domain:
    """The values whose numbers are within the bounds."""
    kept = 0
    for value, number in numbers.items():
        if (least is None or number >= least) and (most is None or number <= most):
            kept |= 1 << value
    return kept


@dataclass(frozen=True, slots=True)
class Test(Constraint):
    """A function of the values, which are given as a list, is true.

    It says something only once all variables but one are fixed; kernels have to call Python for
    it. So it is the last resort, where no other rule says the same.
    """

    function: Callable[[Sequence[int]], bool]

    def holds(self, values: Sequence[int]) -> bool:
        return bool(self.function(values))

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        function = self.function
        folded = Test(once, self.label, lambda values: function([values[at] for at in places]))
        return (folded,)


@dataclass(frozen=True, slots=True)
class Clause(Constraint):
    """At least one of the literals holds; `literals` speak of places in the scope.

    >>> if_then = Clause((4, 7), "x4 implies x7 > 2", (Literal(0, "!=", 1), Literal(1, ">=", 3)))
    >>> if_then.holds((1, 2)), if_then.holds((0, 2))
    (False, True)
    """

    prunes: ClassVar[bool] = True

    literals: tuple[Literal, ...]

    def holds(self, values: Sequence[int]) -> bool:
        return any(literal.holds(values) for literal in self.literals)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """If one literal alone can hold, it does."""
        able = [literal for literal in self.literals if domains[literal.at] & literal.mask]
        if any(not domains[literal.at] & ~literal.mask for literal in able):
            return domains
        if len(able) > 1:
            return domains
        return assume(domains, able) if able else [0] * len(domains)

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        return (Clause(once, self.label, moved(self.literals, places)),)


@dataclass(frozen=True, slots=True)
class Count(Constraint):
    """How many of the literals hold is equal to, unlike, at most or at least a number."""

    prunes: ClassVar[bool] = True

    literals: tuple[Literal, ...]
    relation: str
    number: int

    def holds(self, values: Sequence[int]) -> bool:
        return RELATIONS[self.relation](sum(x.holds(values) for x in self.literals), self.number)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """If all that are open must hold, or none may, so be it."""
        if self.relation == "!=":
            return Constraint.prune(self, domains)
        sure = sum(not domains[x.at] & ~x.mask for x in self.literals)
        able = [x for x in self.literals if domains[x.at] & x.mask]
        is_open = [x for x in able if domains[x.at] & ~x.mask]
        too_many = self.relation != ">=" and sure > self.number
        if too_many or (self.relation != "<=" and len(able) < self.number):
            return [0] * len(domains)
        if self.relation != ">=" and sure == self.number:
            return assume(domains, [x.opposite() for x in is_open])
        if self.relation != "<=" and len(able) == self.number:
            return assume(domains, is_open)
        return domains

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        literals = moved(self.literals, places)
        return (Count(once, self.label, literals, self.relation, self.number),)


def exactly_one(scope: tuple[int, ...], label: str, literals: Iterable[Literal]) -> Count:
    """One of the literals holds, not more: exact cover is made of these."""
    return Count(scope, label, tuple(literals), "==", 1)


def moved(literals: Iterable[Literal], places: Sequence[int]) -> tuple[Literal, ...]:
    """The same literals in a scope where the variable at place i is at `places[i]`."""
    return tuple([Literal(places[at], relation, value) for at, relation, value in literals])


def assume(domains: Sequence[Domain], literals: Iterable[Literal]) -> list[Domain]:
    """What is left if all these literals hold."""
    pruned = list(domains)
    for literal in literals:
        pruned[literal.at] &= literal.mask
    return pruned


@dataclass(frozen=True, slots=True)
class If(Constraint):
    """If all the literals hold, so does the rule; its variables are the last ones of the scope.

    >>> equal = LinearRule((5, 6), "x5 = x6", (1, -1), "==", 0)
    >>> If((2, 5, 6), "x2 = 0 implies x5 = x6", (Literal(0, "==", 0),), equal).holds((0, 3, 4))
    False
    """

    prunes: ClassVar[bool] = True

    literals: tuple[Literal, ...]
    rule: Constraint

    def holds(self, values: Sequence[int]) -> bool:
        if not all(literal.holds(values) for literal in self.literals):
            return True
        return self.rule.holds(values[len(values) - len(self.rule.scope) :])

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """The rule where its condition is sure; the opposite of the condition where it fails."""
        if any(not domains[x.at] & x.mask for x in self.literals):
            return domains
        is_open = {x.at for x in self.literals if domains[x.at] & ~x.mask}
        if len(is_open) > 1:
            return domains
        first, sure = len(domains) - len(self.rule.scope), assume(domains, self.literals)
        able = all(sure)
        pruned = [*sure[:first], *self.rule.prune(sure[first:])] if able else sure
        if not able or not all(pruned) or not (self.rule.scope or self.rule.holds(())):
            pruned = [0] * len(domains)
        if not is_open:
            return pruned
        (at,) = is_open
        left = list(domains)
        left[at] &= ~sure[at] | pruned[at]
        return left

    def normal(self) -> tuple[Constraint, ...]:
        """Normalise the rule inside; one that never holds denies the condition."""
        inner = self.rule.normal()
        if inner == (self.rule,) and self.rule.scope and len(set(self.scope)) == len(self.scope):
            return (self,)
        asked = tuple([self.scope[literal.at] for literal in self.literals])
        rules: list[Constraint] = []
        for rule in inner:
            if not rule.scope:
                denied = [x.opposite()._replace(at=at) for at, x in enumerate(self.literals)]
                rules += Clause(asked, self.label, tuple(denied)).normal()
            elif isinstance(rule, Folded):  # the condition goes inside
                rules += Constraint.normal(self.over(asked, rule.rule))
            else:
                rules.append(self.over([x for x in asked if x not in rule.scope], rule))
        return tuple(rules)

    def over(self, first: Iterable[int], rule: Constraint) -> If:
        """The same condition on another rule; `first` are the variables before the rule's own."""
        scope = (*dict.fromkeys(first), *rule.scope)
        literals = [x._replace(at=scope.index(self.scope[x.at])) for x in self.literals]
        return If(scope, self.label, tuple(literals), rule)
