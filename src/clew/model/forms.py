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


def pushed(rule: Rule) -> Rule:
    """The rule with `not` pushed inward as far as it goes."""
    if not isinstance(rule, Not):
        return rule
    inner = rule.parts[0]
    if isinstance(inner, Not):
        return pushed(inner.parts[0])
    if isinstance(inner, Compare):
        return Compare(inner.parts[0], OPPOSITE[inner.symbol], inner.parts[1])
    if isinstance(inner, Both | Either):
        turned = Either if isinstance(inner, Both) else Both
        return turned(pushed(Not((part,))) for part in inner.parts)
    return rule


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
