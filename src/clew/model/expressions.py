"""Expressions over the variables of a problem: arithmetic, comparisons, and what they mean.

`value` evaluates an expression as Python would. It is how answers are checked, and it knows nothing
of how a rule is searched.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from clew.model.values import OPERATORS, OPPOSITE, Choices, divisor, whole
from clew.model.values import Operand as Operand
from clew.model.values import Value as Value

Values = Mapping["Variable", Any]
"""The value of each variable."""


class Expression:
    """Something that has a value once the variables have theirs."""

    __slots__ = ("_scope", "parts")
    __hash__ = object.__hash__
    is_call = False  # a call needs no brackets

    def __init__(self, parts: Iterable[Operand] = ()) -> None:
        self.parts: tuple[Operand, ...] = tuple(parts)
        self._scope: tuple[Variable, ...] | None = None

    def value(self, of: Values) -> Any:
        raise NotImplementedError

    def variables(self) -> tuple[Variable, ...]:
        """The variables in it, each once, in order."""
        if self._scope is None:
            found: dict[Variable, None] = {}
            for part in self.parts:
                if part.__class__ is Variable:
                    found[part] = None
                elif isinstance(part, Expression):
                    found.update(dict.fromkeys(part.variables()))
            self._scope = tuple(found)
        return self._scope

    def __bool__(self) -> bool:
        raise TypeError(
            f"found {self} where Python needs True or False, expected it in add(...): write "
            "a < b < c as two rules, x in [1, 2] as (x == 1) | (x == 2), & | ~ for and or not, and "
            "what only Python can say (max, if) as where(function, x, y)"
        )

    def __add__(self, other: Operand) -> LinearExpression:
        return LinearExpression.of(self).plus(other, 1)

    def __sub__(self, other: Operand) -> LinearExpression:
        return LinearExpression.of(self).plus(other, -1)

    def __rsub__(self, other: Operand) -> LinearExpression:
        return LinearExpression.of(other).plus(self, -1)

    def __neg__(self) -> LinearExpression:
        return LinearExpression({}, 0).plus(self, -1)

    def __mul__(self, other: Operand) -> Expression:
        if isinstance(other, Expression):
            return Function("*", operator.mul, (numeric(self), numeric(other)))
        return LinearExpression({}, 0).plus(self, whole(other))

    __radd__ = __add__
    __rmul__ = __mul__

    def __floordiv__(self, other: Operand) -> Function:
        return Function("//", operator.floordiv, (numeric(self), divisor(other)))

    def __mod__(self, other: Operand) -> Function:
        return Function("%", operator.mod, (numeric(self), divisor(other)))

    def __pow__(self, other: int) -> Function:
        return Function("**", operator.pow, (numeric(self), whole(other)))

    def __truediv__(self, other: Operand) -> Function:
        expected = "expected // by a whole number, or a product: x == 2 * y for x / y == 2"
        raise TypeError(f"found {inner(self)} / {inner(other)}, {expected}")

    def __rtruediv__(self, other: Operand) -> Function:
        return Expression.__truediv__(other, self)

    def __or__(self, other: Operand) -> Rule:
        expected = "expected rules in brackets: (x == 1) | (y == 2), ~(x == 1)"
        raise TypeError(f"found {inner(self)} beside & | or ~, {expected}")

    __and__ = __ror__ = __rand__ = __or__

    def __invert__(self) -> Rule:
        return self | 0

    def __abs__(self) -> Function:
        return Function("abs", abs, (numeric(self),))

    def __eq__(self, other: object) -> Compare:  # type: ignore[override]  # it makes a rule
        return Compare(self, "==", other)

    def __ne__(self, other: object) -> Compare:  # type: ignore[override]
        return Compare(self, "!=", other)

    def __lt__(self, other: Operand) -> Compare:
        return Compare(numeric(self), "<", numeric(other))

    def __le__(self, other: Operand) -> Compare:
        return Compare(numeric(self), "<=", numeric(other))

    def __gt__(self, other: Operand) -> Compare:
        return Compare(numeric(self), ">", numeric(other))

    def __ge__(self, other: Operand) -> Compare:
        return Compare(numeric(self), ">=", numeric(other))


class Variable(Expression):
    """One of the unknowns of a problem: its name, and the values that it may have."""

    __slots__ = ("choices", "index", "name", "values")

    def __init__(self, name: str, values: Iterable[Value], index: int) -> None:
        self.parts, self._scope = (), None
        self.choices = values if isinstance(values, Choices) else Choices(values)
        self.name, self.values, self.index = name, self.choices.all, index

    def value(self, of: Values) -> Any:
        return of[self]

    def variables(self) -> tuple[Variable, ...]:
        return (self,)

    @property
    def is_numeric(self) -> bool:
        return not self.choices.words

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


class LinearExpression(Expression):
    """A sum of expressions, each times a whole number, and a constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: dict[Expression, int], constant: int) -> None:
        self.parts, self._scope = tuple(terms), None
        self.terms, self.constant = terms, constant

    @staticmethod
    def of(given: Operand) -> LinearExpression:
        """Any number or numeric expression as a sum."""
        if isinstance(given, LinearExpression):
            return given
        if isinstance(given, Expression):
            return LinearExpression({numeric(given): 1}, 0)
        return LinearExpression({}, whole(given))

    def plus(self, other: Operand, factor: int) -> LinearExpression:
        added, terms = LinearExpression.of(other), dict(self.terms)
        for part, times in added.terms.items():
            terms[part] = terms.get(part, 0) + times * factor
        kept = {part: times for part, times in terms.items() if times}
        return LinearExpression(kept, self.constant + added.constant * factor)

    def value(self, of: Values) -> int:
        return int(sum([k * part.value(of) for part, k in self.terms.items()], self.constant))

    def __str__(self) -> str:
        text = ""
        for part, times in self.terms.items():
            sign = (" - " if times < 0 else " + ") if text else ("-" if times < 0 else "")
            text += f"{sign}{'' if abs(times) == 1 else f'{abs(times)}*'}{inner(part)}"
        if self.constant or not text:
            signed = f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"
            text += signed if text else str(self.constant)
        return text


class Function(Expression):
    """A function of other expressions: a product, a remainder, a number of equal values."""

    __slots__ = ("function", "is_call", "symbol")

    def __init__(self, symbol: str, function: Callable[..., Any], parts: Iterable[Operand]) -> None:
        super().__init__(parts)
        self.symbol, self.function = symbol, function
        self.is_call = symbol.isidentifier() or len(self.parts) != 2

    def value(self, of: Values) -> Any:
        return self.function(*[valued(part, of) for part in self.parts])

    def __str__(self) -> str:
        if self.is_call:
            return f"{self.symbol}({', '.join(map(str, self.parts))})"
        return f" {self.symbol} ".join(map(inner, self.parts))


class Rule(Expression):
    """An expression that must be true. As a number it is 1 where it holds and 0 where not."""

    __slots__ = ()

    def __and__(self, other: Rule) -> Rule:
        return Both((self, rule(other)))

    def __or__(self, other: Rule) -> Rule:
        return Either((self, rule(other)))

    def __invert__(self) -> Rule:
        return Not((self,))


class Compare(Rule):
    """Two expressions that are equal, or not, or of which one is the smaller."""

    __slots__ = ("symbol",)

    def __init__(self, left: Operand, symbol: str, right: Operand) -> None:
        self.parts, self.symbol, self._scope = (left, right), symbol, None

    def value(self, of: Values) -> bool:
        left, right = self.parts
        return OPERATORS[self.symbol](valued(left, of), valued(right, of))

    def __invert__(self) -> Compare:
        return Compare(self.parts[0], OPPOSITE[self.symbol], self.parts[1])

    def __str__(self) -> str:
        left, right = self.parts
        return f"{left} {self.symbol} {right if isinstance(right, Expression) else repr(right)}"


class Both(Rule):
    """Every one of its rules holds."""

    __slots__ = ()

    def value(self, of: Values) -> bool:
        return all(part.value(of) for part in self.parts)

    def __str__(self) -> str:
        return " & ".join(map(inner, self.parts))


class Either(Rule):
    """At least one of its rules holds."""

    __slots__ = ()

    def value(self, of: Values) -> bool:
        return any(part.value(of) for part in self.parts)

    def __str__(self) -> str:
        return " | ".join(map(inner, self.parts))


class Not(Rule):
    """Its rule does not hold."""

    __slots__ = ()

    def value(self, of: Values) -> bool:
        return not self.parts[0].value(of)

    def __str__(self) -> str:
        return f"~{inner(self.parts[0])}"


def add_up(parts: Iterable[Operand]) -> LinearExpression:
    """What `sum` gives, quicker for many, and an expression also of none."""
    terms: dict[Expression, int] = {}
    constant = 0
    for part in parts:
        each = LinearExpression.of(part)
        constant += each.constant
        for term, times in each.terms.items():
            terms[term] = terms.get(term, 0) + times
    return LinearExpression({term: times for term, times in terms.items() if times}, constant)


def valued(part: Operand, of: Values) -> Any:
    """The value of an expression or a constant."""
    return part.value(of) if isinstance(part, Expression) else part


def inner(part: Operand) -> str:
    """An operand within a larger expression: in brackets unless it is simple."""
    plain = not isinstance(part, Expression) or isinstance(part, Variable) or part.is_call
    return str(part) if plain else f"({part})"


def numeric(given: Operand) -> Operand:
    """The operand, if it stands for a whole number; TypeError names a value that is none."""
    if not isinstance(given, Expression):
        return whole(given)
    if isinstance(given, Variable) and given.choices.words:
        raise TypeError(f"{given} may be {given.choices.words[0]!r}, expected whole numbers only")
    return given


def rule(given: Operand) -> Rule:
    """The rule; TypeError says what was found instead."""
    if isinstance(given, Rule):
        return given
    hint = "; did you mean == ?" if isinstance(given, Expression) else ""
    if isinstance(given, Iterable) and not isinstance(given, str | Expression):
        raise TypeError(f"found a {type(given).__name__}, expected rules: write add(*rules)")
    if isinstance(given, bool):
        hint = ", because Python compared two things that are no variables"
    raise TypeError(f"found {given}{hint}, expected a rule such as x != y")
