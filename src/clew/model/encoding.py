"""Encodes the values of a problem as small numbers, and builds constraints over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import Any

from clew.core.faces import Domain, domain
from clew.model.expressions import Rule, Value, Variable
from clew.rules import AllDifferent, Clause, Count, If, Less, LinearRule, Literal, Sum, Table, Test
from clew.rules.rule import Constraint, Numbers

WIDTH = 64
"""Codes below this number fit into a machine word in the kernels."""
MANY = 1_000
"""With more values, a domain is built from bytes: numbers with that many bits are slow to copy."""
SPARSE = 2
"""With more values, codes may have gaps if they span less than this times the number of values."""

Scope = tuple[int, ...]


class Encoding:
    """A code from 1 on for each value, the same for all variables. Numbers keep their order."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.names = [variable.name for variable in variables]
        every = {id(each.choices): each.values for each in variables}.values()
        found = dict.fromkeys(chain.from_iterable(every))
        numbers = sorted(value for value in found if isinstance(value, int))
        low, high = (numbers[0], numbers[-1]) if numbers else (1, 0)
        self.shift: int | None = None
        """The difference between a value and its code, if it's the same for all values."""
        most = WIDTH - 1 if len(found) < WIDTH else SPARSE * len(found)
        if len(numbers) == len(found) and high - low < most:
            self.shift = 0 if low >= 1 and high < most else low - 1
            known: Iterable[Value] = range(self.shift + 1, high + 1)
        else:
            words = (value for value in found if not isinstance(value, int))
            known = dict.fromkeys((*words, *numbers))  # values of helper variables come last
        self.values: list[Value] = [None, *known]
        """The value that each code stands for."""
        self.code = {value: code for code, value in enumerate(self.values) if code}

    def mask(self, allowed: Sequence[Value]) -> Domain:
        if len(allowed) <= MANY:
            return domain(self.code[value] for value in allowed)
        codes = [self.code[value] for value in allowed]
        bits = bytearray(max(codes) // 8 + 1)
        for code in codes:
            bits[code >> 3] |= 1 << (code & 7)
        return int.from_bytes(bits, "little")

    def numbers(self, arity: int) -> Numbers | None:
        """Return the number that each code stands for, once per variable.

        Return None if each number is its own code.
        """
        if self.shift == 0:
            return None
        known = tuple(v if isinstance(v, int) else 0 for v in self.values)
        return (known,) * arity


Made = tuple[Constraint, ...]
Make = Callable[[Encoding, Scope, str], Made]
"""A function that builds constraints over a scope, once the encoding is known."""


def table(rows: Sequence[tuple[Value, ...]]) -> Make:
    """Require that the variables take one of these rows of values."""
    return _repeated(Table((), "", frozenset(rows)).over)


def summed(
    rows: Sequence[tuple[Value, ...]], weights: Sequence[dict[Value, int]], symbol: str, limit: int
) -> Make:
    """Require one of these rows of values, which are those with such a weighted sum."""
    listed, added = Table((), "", frozenset(rows)), weighted(weights, symbol, limit)

    def make(code: Encoding, scope: Scope, label: str) -> Made:
        (linear,) = added(code, scope, label)
        return replace(listed, linear=linear).over(code, scope, label)

    return _repeated(make)


def _repeated(make: Make) -> Make:
    """Encode a table only once, however many scopes have it."""
    coded: Encoding | None = None
    known: Any = None

    def again(code: Encoding, scope: Scope, label: str) -> Made:
        nonlocal coded, known
        if coded is not code:
            coded, (known,) = code, make(code, scope, label)
        return (Table(scope, label, known.rows, known.linear),)

    return again


def differ(offsets: tuple[int, ...]) -> Make:
    """Require that all values differ after adding offsets, pair by pair if codes have gaps."""

    def make(code: Encoding, scope: Scope, label: str) -> Made:
        if not any(offsets):
            return (AllDifferent(scope, label),)
        if code.shift is not None:
            return (AllDifferent(scope, label, offsets),)
        return tuple(
            LinearRule((x, y), label, (1, -1), "!=", there - here, code.numbers(2))
            for (x, here), (y, there) in combinations(zip(scope, offsets, strict=True), 2)
        )

    return make


DIFFER: Make = differ(())
"""Requires that all values differ."""


def test(rule: Rule, variables: Sequence[Variable]) -> Make:
    """Require that a rule holds, which is tested by evaluating it for the values themselves."""

    def make(code: Encoding, scope: Scope, label: str) -> Made:
        values = code.values

        def holds(codes: Sequence[int]) -> bool:
            given = zip(variables, codes, strict=True)
            return bool(rule.value({x: x.choices[values[c]] for x, c in given}))

        return (Test(scope, label, holds),)

    return make


def guarded(make: Make, value: bool) -> Make:
    """Make a constraint apply only if the first variable of the scope has this value."""

    def under(code: Encoding, scope: Scope, label: str) -> Made:
        literals = (Literal(0, "==", code.code[value]),)
        rules = make(code, scope[1:], label)
        return tuple(If((scope[0], *rule.scope), label, literals, rule) for rule in rules)

    return under


def clause(chosen: Sequence[Iterable[Value]]) -> Make:
    """Require that at least one of the variables has one of its chosen values."""

    def make(code: Encoding, scope: Scope, label: str) -> Made:
        literals = [
            Literal(place, "==", each)
            for place, values in enumerate(chosen)
            for each in sorted(map(code.code.__getitem__, values))
        ]
        return (Clause(scope, label, tuple(literals)),)

    return make


class Multiples(dict[Value, int]):
    """Weights that are the values themselves, times a factor."""

    factor: int


def weighted(weights: Sequence[dict[Value, int]], symbol: str, limit: int) -> Make:
    """Constrain a weighted sum in its simplest form: a count, a plain sum or a sum of weights."""

    def make(code: Encoding, scope: Scope, label: str) -> Made:
        if code.shift != 0 and all(map(_are_bits, weights)):
            literals = [
                Literal(place, "==", code.code[value])
                for place, each in enumerate(weights)
                for value, weight in each.items()
                if weight
            ]
            return (Count(scope, label, tuple(literals), symbol, limit),)
        factors = [None if code.shift is None else _factor(each) for each in weights]
        if code.shift is None or None in factors:
            numbers = tuple(tuple(each.get(v, 0) for v in code.values) for each in weights)
            return (LinearRule(scope, label, (1,) * len(scope), symbol, limit, numbers),)
        plain = tuple(factor for factor in factors if factor is not None)
        return (_plain_sum(plain, symbol, limit - code.shift * sum(plain), scope, label),)

    return make


def _plain_sum(
    factors: tuple[int, ...], symbol: str, limit: int, scope: Scope, label: str
) -> Constraint:
    if symbol == "==" and set(factors) == {1}:
        return Sum(scope, label, limit)
    if symbol == "<=" and factors == (1, -1) and limit == -1:
        return Less((scope[0], scope[1]), label)
    return LinearRule(scope, label, factors, symbol, limit)


def _are_bits(weights: dict[Value, int]) -> bool:
    if isinstance(weights, Multiples) and len(weights) > 2:  # and as many weights
        return weights.factor == 0
    return set(weights.values()) <= {0, 1}


def _factor(weights: dict[Value, int]) -> int | None:
    """Return the number that turns each value into its weight when multiplied, if there is one."""
    if isinstance(weights, Multiples):
        return weights.factor if any(weights) else 0
    value = next((each for each in weights if each), None)
    factor = weights[value] // value if value else 0
    return factor if all(w == factor * v for v, w in weights.items()) else None
