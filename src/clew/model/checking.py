"""Turns rules into one Python function, to check many solutions of the same problem.

Evaluating each rule expression by expression would take ten times as long as running generated
source code, which Python compiles only once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

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

AT_ONCE = 500
"""The maximum number of rules to compile at once. A time limit can't interrupt compiling."""
Check = Callable[[Sequence[Any]], list[bool]]
"""A function that takes the variables' values, and returns True or False for each rule."""


class ByPlace:
    """A sequence of values, indexed by variable."""

    def __init__(self, place: dict[Variable, int], values: Sequence[Any]) -> None:
        self.place, self.values = place, values

    def __getitem__(self, variable: Variable) -> Any:
        return self.values[self.place[variable]]


def checker(variables: Sequence[Variable], rules: Sequence[Rule]) -> Check:
    """Return a function that evaluates the rules for values in the order of the variables.

    >>> x, y = Variable("x", (1, 2), 0), Variable("y", (1, 2), 1)
    >>> checker([x, y], [x < y, 2 * x + y == 4])([1, 2])
    [True, True]
    """
    if len(rules) > AT_ONCE:
        parts = [
            checker(variables, rules[at : at + AT_ONCE]) for at in range(0, len(rules), AT_ONCE)
        ]
        return lambda values: [held for part in parts for held in part(values)]
    source = Source(variables)
    body = ", ".join(map(source.of, rules))
    names: dict[str, Any] = source.names | {"ByPlace": ByPlace, "place": source.place}
    exec(f"def check(v):\n of = ByPlace(place, v)\n return [{body}]", names)
    found: Check = names["check"]
    return found


class Source:
    """Writes expressions as source code, with names like v[3] for variables, c7 for other objects.

    `names` contains these objects.
    """

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.place = {variable: at for at, variable in enumerate(variables)}
        self.names: dict[str, Any] = {}

    def of(self, part: Operand) -> str:
        if isinstance(part, Variable):
            return f"v[{self.place[part]}]"
        if type(part) is int:
            return f"({part})"
        if not isinstance(part, Expression):
            return self._named(part)
        function = getattr(part, "function", None)
        parts = [*map(self.of, part.parts)] if function or type(part) in SHAPES else []
        if isinstance(part, LinearExpression):
            factors = part.terms.values()
            terms = (t if k == 1 else f"{k}*{t}" for k, t in zip(factors, parts, strict=True))
            return f"sum(({''.join(f'{term},' for term in terms)}),{part.constant})"
        if isinstance(part, Compare) and parts:
            return f"({parts[0]} {part.symbol} {parts[1]})"
        if parts and type(part) in JOINED:
            return f"({JOINED[type(part)].join(parts)})"
        if isinstance(part, Not):
            return f"(not {parts[0]})"
        if function is not None:
            return f"{self._named(function)}({', '.join(parts)})"
        return f"{self._named(part.value)}(of)"

    def _named(self, thing: Any) -> str:
        name = f"c{len(self.names)}"
        self.names[name] = thing
        return name


JOINED: dict[type, str] = {Both: " and ", Either: " or "}
SHAPES = {LinearExpression, Compare, Both, Either, Not}
"""The types of expressions to write out. For other types, the code calls `value`."""
