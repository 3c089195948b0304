"""Count: a limit on the number of literals that hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain, values
from clew.rules.clause import Literal, assume, flat, moved
from clew.rules.rule import RELATIONS, Constraint, code_of

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Count(Constraint):
    """Compares the number of true literals with a number.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        literals: conditions on single variables, by their position in the scope.
        relation: "==", "!=", "<=" or ">=".
        number: the number to compare with.
    """

    kind: ClassVar[int | None] = 9
    prunes: ClassVar[bool] = True

    literals: tuple[Literal, ...]
    relation: str
    number: int

    def holds(self, values: Sequence[int]) -> bool:
        return RELATIONS[self.relation](sum(x.holds(values) for x in self.literals), self.number)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Decide the open literals if all of them must hold or none of them can."""
        able = [x for x in self.literals if x.kept(domains[x.at])]
        is_open = [x for x in able if x.kept(domains[x.at]) != domains[x.at]]
        sure = len(able) - len(is_open)
        if len({x.at for x in is_open}) == 1 and (len(is_open) > 1 or self.relation == "!="):
            return self._last(domains, is_open[0].at)
        if self.relation == "!=":
            return domains if is_open or sure != self.number else [0] * len(domains)
        too_many = self.relation != ">=" and sure > self.number
        if too_many or (self.relation != "<=" and len(able) < self.number):
            return [0] * len(domains)
        if self.relation != ">=" and sure == self.number:
            return assume(domains, [x.opposite() for x in is_open])
        if self.relation != "<=" and len(able) == self.number:
            return assume(domains, is_open)
        return domains

    def _last(self, domains: Sequence[Domain], at: int) -> Sequence[Domain]:
        """Keep the values that obey the rule, if only this variable's literals are open."""
        held, pruned = [mask.bit_length() - 1 for mask in domains], list(domains)
        for value in values(domains[at]):
            held[at] = value
            if not self.holds(held):
                pruned[at] ^= 1 << value
        return pruned

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        literals = moved(self.literals, places)
        return (Count(once, self.label, literals, self.relation, self.number),)

    def split(self, to: Any) -> Sequence[Constraint]:
        found = to.conditions(self.scope, self.literals)
        scope, label, literals = to.over(found)
        return [Count(scope, label, literals, self.relation, self.number - found.count(True))]

    def told(self) -> Iterable[int]:
        return (code_of(self.relation), self.number, *flat(self.literals))

    def lower(self, to: Target) -> None:
        found = [to.literal(each, self.scope) for each in self.literals]
        sure = sum(always for always, _ in found)
        terms = [(1, y) for always, y in found if y and not always]
        to.compare(terms, self.relation, self.number - sure)


def exactly_one(scope: tuple[int, ...], label: str, literals: Iterable[Literal]) -> Count:
    """Return a rule that requires exactly one literal to hold. Exact covers consist of such rules.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        literals: conditions on single variables, by their position in the scope.
    """
    return Count(scope, label, tuple(literals), "==", 1)
