"""Expressions as functions of a row of values: a table of a rule is many rows, and few steps each.

`Expression.value` says what an expression means; this says the same for values in a known order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import is_, itemgetter
from typing import Any

from clew.model.expressions import (
    Compare,
    Expression,
    Function,
    LinearExpression,
    Variable,
)
from clew.model.values import OPERATORS, Operand, Value

Row = tuple[Value, ...]
Read = Callable[[Row], Any]


def reader(expression: Operand, scope: Sequence[Variable]) -> Read:
    """The function from the values of these variables, in their order, to that of an expression.

    >>> x, y = Variable("x", (1, 2), 0), Variable("y", (1, 2), 1)
    >>> list(map(reader(2 * x + y == 4, (x, y)), [(1, 1), (1, 2)]))
    [False, True]
    """
    if not isinstance(expression, Expression):
        return lambda row: expression
    if isinstance(expression, Variable):
        place = [*map(id, scope)].index(id(expression))
        return itemgetter(place)
    if isinstance(expression, LinearExpression):
        return _sum(expression, scope)
    if isinstance(expression, Compare):
        return _called(OPERATORS[expression.symbol], expression.parts, scope)
    if (function := getattr(expression, "function", None)) is not None:
        return _called(function, expression.parts, scope)
    return lambda row: expression.value(dict(zip(scope, row, strict=True)))


def shape(part: Operand, place: Mapping[Variable, int]) -> Any:
    """What an expression does with the variables at these places: of equal shape, equal values."""
    if part.__class__ is Variable:
        return place[part]
    if isinstance(part, LinearExpression):
        terms = [(shape(each, place), times) for each, times in part.terms.items()]
        return (*terms, part.constant)
    if isinstance(part, Function):
        return (part.function, *[shape(each, place) for each in part.parts])
    return part if isinstance(part, Expression) else (part,)


def _called(
    function: Callable[..., Any], parts: Sequence[Operand], scope: Sequence[Variable]
) -> Read:
    if _are(parts, scope):
        return lambda row: function(*row)
    if len(parts) == 1:
        only = reader(parts[0], scope)
        return lambda row: function(only(row))
    if len(parts) == 2:
        first, second = (reader(part, scope) for part in parts)
        if not isinstance(parts[1], Expression):
            known = parts[1]
            return lambda row: function(first(row), known)
        return lambda row: function(first(row), second(row))
    reads = [reader(part, scope) for part in parts]
    return lambda row: function(*[read(row) for read in reads])


def _sum(expression: LinearExpression, scope: Sequence[Variable]) -> Read:
    constant, factors = expression.constant, tuple(expression.terms.values())
    if set(factors) == {1} and _are(expression.parts, scope):
        return lambda row: sum(row, constant)
    reads = [reader(part, scope) for part in expression.parts]
    if factors == (1, -1):
        first, second = reads
        return lambda row: first(row) - second(row) + constant
    pairs = tuple(zip(factors, reads, strict=True))
    return lambda row: constant + sum([factor * read(row) for factor, read in pairs])


def _are(parts: Sequence[Operand], scope: Sequence[Variable]) -> bool:
    """Whether the parts are just the variables of the scope, in its order."""
    return len(parts) == len(scope) and all(map(is_, parts, scope))
