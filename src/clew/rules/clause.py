"""Clause: at least one of some literals holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from clew.core.faces import Domain
from clew.rules.rule import RELATIONS, Constraint, code_of

if TYPE_CHECKING:
    from clew.rules.target import Target


class Literal(NamedTuple):
    """A condition on one variable: `Literal(0, "<=", 3)` means the first variable is at most 3."""

    at: int
    relation: str
    value: int

    def holds(self, values: Sequence[int]) -> bool:
        return RELATIONS[self.relation](values[self.at], self.value)

    def kept(self, domain: Domain) -> Domain:
        """Return the values of a domain that satisfy the literal.

        >>> bin(Literal(0, "<=", 10**12).kept(0b1010)), bin(Literal(0, "!=", 3).kept(0b1010))
        ('0b1010', '0b10')
        """
        width = domain.bit_length()  # the literal's own value may be much larger
        if self.relation in ("<=", ">="):
            at_most = self.value if self.relation == "<=" else self.value - 1
            low = domain & ((1 << min(max(at_most + 1, 0), width)) - 1)
            return low if self.relation == "<=" else domain ^ low
        only = domain & 1 << self.value if 0 <= self.value < width else 0
        return only if self.relation == "==" else domain ^ only

    def opposite(self) -> Literal:
        """Return the literal that holds if and only if this one doesn't.

        >>> Literal(0, "<=", 3).opposite()
        Literal(at=0, relation='>=', value=4)
        """
        if self.relation in ("<=", ">="):
            step = 1 if self.relation == "<=" else -1
            return Literal(self.at, ">=" if step > 0 else "<=", self.value + step)
        return Literal(self.at, "!=" if self.relation == "==" else "==", self.value)


@dataclass(frozen=True, slots=True)
class Clause(Constraint):
    """At least one of the literals holds.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        literals: conditions on single variables, by their position in the scope.

    >>> if_then = Clause((4, 7), "x4 implies x7 > 2", (Literal(0, "!=", 1), Literal(1, ">=", 3)))
    >>> if_then.holds((1, 2)), if_then.holds((0, 2))
    (False, True)
    """

    kind: ClassVar[int | None] = 8
    prunes: ClassVar[bool] = True

    literals: tuple[Literal, ...]

    def holds(self, values: Sequence[int]) -> bool:
        return any(literal.holds(values) for literal in self.literals)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """If only one variable can still satisfy the clause, keep the values that do."""
        able = [x for x in self.literals if x.kept(domains[x.at])]
        if len({x.at for x in able}) > 1:
            return domains
        pruned = list(domains) if able else [0] * len(domains)
        for x in able[:1]:
            pruned[x.at] = reduce(or_, [each.kept(domains[x.at]) for each in able])
        return pruned

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        return (Clause(once, self.label, moved(self.literals, places)),)

    def split(self, to: Any) -> Sequence[Constraint]:
        found = to.conditions(self.scope, self.literals)
        return [] if True in found else [to.clause(found)]

    def told(self) -> Iterable[int]:
        return flat(self.literals)

    def lower(self, to: Target) -> None:
        found = [to.literal(each, self.scope) for each in self.literals]
        if not any(always for always, _ in found):
            to.clause(*(y for _, y in found if y))


def moved(literals: Iterable[Literal], places: Sequence[int]) -> tuple[Literal, ...]:
    """Return the literals with position i replaced by `places[i]`."""
    return tuple([Literal(places[at], relation, value) for at, relation, value in literals])


def assume(domains: Sequence[Domain], literals: Iterable[Literal]) -> list[Domain]:
    """Return the domains, reduced to the values that satisfy all these literals."""
    pruned = list(domains)
    for literal in literals:
        pruned[literal.at] = literal.kept(pruned[literal.at])
    return pruned


def flat(literals: Iterable[Literal]) -> Iterable[int]:
    """Return the literals in the kernels' format."""
    return (n for at, relation, value in literals for n in (at, code_of(relation), value))
