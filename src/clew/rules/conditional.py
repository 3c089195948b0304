"""If: another rule holds under a condition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain
from clew.rules.clause import Clause, Literal, assume, flat
from clew.rules.rule import Constraint, Folded

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class If(Constraint):
    """Another rule holds if all the literals hold.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        literals: the conditions on single variables, by their position in the scope.
        rule: the other rule. Its variables must be the last variables of the scope.

    >>> from clew.rules import LinearRule
    >>> equal = LinearRule((5, 6), "x5 = x6", (1, -1), "==", 0)
    >>> If((2, 5, 6), "x2 = 0 implies x5 = x6", (Literal(0, "==", 0),), equal).holds((0, 3, 4))
    False
    """

    prunes: ClassVar[bool] = True

    literals: tuple[Literal, ...]
    rule: Constraint

    @property
    def kind(self) -> int | None:  # type: ignore[override]  # kernels must support the inner rule
        return None if self.rule.kind is None else 18

    def holds(self, values: Sequence[int]) -> bool:
        if not all(literal.holds(values) for literal in self.literals):
            return True
        return self.rule.holds(values[len(values) - len(self.rule.scope) :])

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Apply the rule if its condition is certain. If the rule fails, rule out the condition."""
        if not all(x.kept(domains[x.at]) for x in self.literals):
            return domains
        is_open = {x.at for x in self.literals if x.kept(domains[x.at]) != domains[x.at]}
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
        """Normalise the inner rule, or deny the condition if that rule never holds."""
        inner = self.rule.normal()
        if inner == (self.rule,) and self.rule.scope and len(set(self.scope)) == len(self.scope):
            return (self,)
        asked = tuple([self.scope[literal.at] for literal in self.literals])
        rules: list[Constraint] = []
        for rule in inner:
            if not rule.scope:
                denied = [x.opposite()._replace(at=at) for at, x in enumerate(self.literals)]
                rules += Clause(asked, self.label, tuple(denied)).normal()
            elif isinstance(rule, Folded):  # put the condition on the rule inside
                rules += Constraint.normal(self.on(asked, rule.rule))
            else:
                rules.append(self.on([x for x in asked if x not in rule.scope], rule))
        return tuple(rules)

    def on(self, first: Iterable[int], rule: Constraint) -> If:
        """Put the condition on another rule. `first` lists the variables before the rule's own."""
        scope = (*dict.fromkeys(first), *rule.scope)
        literals = [x._replace(at=scope.index(self.scope[x.at])) for x in self.literals]
        return If(scope, self.label, tuple(literals), rule)

    def split(self, to: Any) -> Sequence[Constraint]:
        asked = [to.condition(self.scope[each.at], each) for each in self.literals]
        return [] if False in asked else [to.only_if(asked, r) for r in to.stated(self.rule)]

    def told(self) -> Iterable[int]:
        inner = self.rule
        if inner.scope != self.scope[len(self.scope) - len(inner.scope) :]:
            raise ValueError("the variables of the inner rule must be the last of the scope")
        assert inner.kind is not None
        condition = (len(self.literals), *flat(self.literals))
        return (*condition, inner.kind, len(inner.scope), *inner.told())

    def lower(self, to: Target) -> None:
        found = [to.literal(each, self.scope) for each in self.literals]
        if all(always or y for always, y in found):
            with to.only_if(y for always, y in found if y and not always):
                to.add(self.rule)

    def can_lower(self, domains: Sequence[Domain]) -> bool:
        return self.rule.can_lower(domains[len(domains) - len(self.rule.scope) :])

    @property
    def has_lowering(self) -> bool:
        return self.rule.has_lowering
