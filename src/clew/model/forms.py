"""Questions about the form of a rule, by which it is decided what it is compiled to."""

from __future__ import annotations

from clew.model.expressions import (
    Both,
    Compare,
    Either,
    Expression,
    LinearExpression,
    Not,
    Operand,
    Rule,
    Variable,
)
from clew.model.values import OPPOSITE


class Denials:
    """The opposites of rules, with `not` pushed inward as far as it goes.

    Each rule has one opposite, the same whenever it's asked for: so a compiler that keeps what it
    made of a rule meets no part of a nested rule more than twice.
    """

    def __init__(self) -> None:
        self._known: dict[Rule, Rule] = {}

    def pushed(self, rule: Rule) -> Rule:
        """The rule itself, without a `not` outside that can go inside."""
        return self.of(rule.parts[0]) if isinstance(rule, Not) else rule

    def of(self, rule: Rule) -> Rule:
        """The opposite of a rule."""
        if rule not in self._known:
            made = self._made(rule)
            self._known[rule] = made
            self._known.setdefault(made, rule)
        return self._known[rule]

    def _made(self, rule: Rule) -> Rule:
        if isinstance(rule, Not):
            return self.pushed(rule.parts[0])
        if isinstance(rule, Compare):
            return Compare(rule.parts[0], OPPOSITE[rule.symbol], rule.parts[1])
        if isinstance(rule, Both | Either):
            turned = Either if isinstance(rule, Both) else Both
            return turned(map(self.of, rule.parts))
        return Not.of(rule)


def offset(part: Operand) -> tuple[Operand, int]:
    """An expression without the number that is added to it, and that number."""
    if isinstance(part, LinearExpression) and list(part.terms.values()) == [1]:
        return next(iter(part.terms)), part.constant
    return part, 0


def is_order(rule: Compare) -> bool:
    """Whether a rule is only the order of two variables."""
    return rule.symbol == "<" and all(isinstance(part, Variable) for part in rule.parts)


def adds(part: Operand) -> bool:
    """Whether a side of a comparison is a sum of numbers."""
    if isinstance(part, Variable):
        return part.is_numeric
    return isinstance(part, Expression | int)
