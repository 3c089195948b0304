"""Rules as they are stated, made into the constraints that strategies and kernels know.

Each rule becomes the strongest constraint that says the same: a pair that differs, an order, a
weighted sum, a clause, a table of rows. A part that none of them can say becomes a variable of its
own, which the others decide, so that the number of solutions stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import product
from typing import Any

from clew.model import encoding as made_of
from clew.model.draft import Draft
from clew.model.expressions import (
    Both,
    Compare,
    Either,
    Expression,
    Function,
    LinearExpression,
    Operand,
    Over,
    Rule,
    Value,
    Variable,
    valued,
)
from clew.model.forms import Denials, adds, is_order, offset
from clew.model.own import ModelError
from clew.model.reading import Row, reader, shape
from clew.rules.arithmetic import Product
from clew.rules.rule import Constraint

ROWS = 50_000
"""The most rows of a table that is written out."""
SHARED_ROWS = 1_000
"""The values of an expression with no more rows are kept for others of its form."""
FEW_ROWS = 4_096
"""A rule with no more rows is written out rather than taken apart."""
FEW_SUMS = 10_000
"""The most pairs that are added to see which sums there are."""
MOST_VALUES = 4_000
"""The most values of a part with a variable of its own: what the kernels can hold."""
MOST_PAIRS = 1_000_000
"""The most pairs of values that are multiplied to see which products there are."""


class TooLarge(Exception):
    """A part of a rule has too many values for a variable of its own."""


class Compiler(Draft):
    """Makes constraints of rules."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        super().__init__(variables)
        self._denials = Denials()
        self._read: dict[Any, tuple[Any, dict[Value, list[Row]]]] = {}
        """By the form of an expression and its variables' values: these, and rows by value."""

    def add(self, rule: Rule, label: str) -> None:
        """Make the constraints of a rule; a function to call if nothing else says the same."""
        self._label = label
        before = len(self.variables), len(self.made), len(self._parts)
        try:
            self._add(self._denials.pushed(rule))
        except TooLarge:
            self.take_back(*before)
            self.emit(rule.variables(), made_of.test(rule, rule.variables()))

    def _add(self, rule: Rule) -> None:
        if isinstance(rule, Both):
            for part in rule.parts:
                self._add(self._denials.pushed(part))
        elif len(scope := rule.variables()) == 1:
            only = scope[0]
            held = [v for v in self.allowed[only] if rule.value({only: v})]
            if not held:
                self._refuse_none(rule)
            self.restrict(only, held)
        elif isinstance(rule, Compare):
            self._compare(rule)
        elif isinstance(rule, Either):
            self._either(rule)
        elif (own := getattr(rule, "compile", None)) is not None:
            own(self)
        else:
            self.tabulate(rule)

    # ------------------------------------------------------------ the plain ones

    def tabulate(self, rule: Rule) -> None:
        """The rows of values that obey a rule; a function of them if there are too many."""
        scope = rule.variables()
        if self.rows_of(scope) > ROWS:
            raise TooLarge
        rows = self._rows_that_obey(rule, scope)
        if not rows:
            self._refuse_none(rule)
        self.emit(scope, made_of.table(rows))

    def tabulate_values(self, rule: Constraint, parts: Sequence[Operand]) -> None:
        """The rows of values that obey a rule over these parts."""
        self.tabulate(Over(rule, parts))

    def _refuse_none(self, rule: Rule) -> None:
        """ModelError if the function of a rule gives None for all values: it has no `return`."""
        scope = rule.variables()
        if getattr(rule, "function", None) is None or not self.rows_of(scope):
            return
        if all(found is None for found in map(reader(rule, scope), self.rows(scope))):
            raise ModelError("gives None for all values, expected True or False")

    def _rows_that_obey(self, rule: Rule, scope: Sequence[Variable]) -> list[Row]:
        """The rows of values; all cages of one form, whatever their numbers, are read once."""
        goal = rule.parts[-1]
        equals = isinstance(rule, Compare) and rule.symbol == "==" and goal.__class__ is int
        if not equals or self.rows_of(scope) > SHARED_ROWS:
            return list(filter(reader(rule, scope), self.rows(scope)))
        held = [self.allowed[each] for each in scope]
        form = (shape(rule.parts[0], {x: at for at, x in enumerate(scope)}), *map(id, held))
        if form not in self._read:
            found: dict[Value, list[Row]] = {}
            value = reader(rule.parts[0], scope)
            for row in product(*held):
                found.setdefault(value(row), []).append(row)
            self._read[form] = held, found
        return self._read[form][1].get(goal, [])

    def all_different(self, parts: Sequence[Operand]) -> None:
        """No two are equal; the 3 of x + 3 becomes an offset."""
        if set(map(type, parts)) == {Variable}:
            return self.emit(parts, made_of.DIFFER)
        split = [offset(part) for part in parts]
        scope = [self.part(part) for part, _ in split]
        return self.emit(scope, made_of.differ(tuple([number for _, number in split])))

    # ------------------------------------------------------------ comparisons and sums

    def _compare(self, rule: Compare) -> None:
        left, right = rule.parts
        both = isinstance(left, Variable) and isinstance(right, Variable)
        if both and rule.symbol == "!=":
            self.emit((left, right), made_of.DIFFER)
        elif (own := getattr(left, "compare", None)) and own(self, rule.symbol, right):
            return
        elif self.rows_of(rule.variables()) <= FEW_ROWS and not is_order(rule):
            self.tabulate(rule)
        elif rule.symbol in (">", ">="):
            self._compare(Compare(right, rule.symbol.replace(">", "<"), left))
        elif rule.symbol in ("==", "!=") and (both or not (adds(left) and adds(right))):
            self._equate(left, rule.symbol, right)
        else:
            self._linear(LinearExpression.of(left).plus(right, -1), rule.symbol)

    def _equate(self, left: Operand, symbol: str, right: Operand) -> None:
        """Two parts, which need not be numbers, have one value, or two."""
        one, other = self.part(left), self.part(right)
        if symbol == "!=":
            self.emit((one, other), made_of.DIFFER)
        else:
            self.table((one, other), [(value, value) for value in self.allowed[one]])

    def _linear(self, total: LinearExpression, symbol: str) -> None:
        """A sum of parts against a number: what each variable adds is a function of it alone."""
        limit = -total.constant
        if symbol in ("<", ">"):
            limit, symbol = limit + (-1 if symbol == "<" else 1), symbol + "="
        added: dict[Variable, list[tuple[Expression, int]]] = {}
        for part, factor in total.terms.items():
            scope = part.variables()
            able = self._able(part, symbol, limit) if total.terms == {part: 1} else None
            variable = scope[0] if len(scope) == 1 else self.part(part, able)
            read = part if len(scope) == 1 else variable
            added.setdefault(variable, []).append((read, factor))
        weights = [
            {
                value: sum(k * part.value({variable: value}) for part, k in parts)
                for value in self.allowed[variable]
            }
            for variable, parts in added.items()
        ]
        self.emit(tuple(added), made_of.weighted(weights, symbol, limit))

    def _able(self, part: Expression, symbol: str, limit: int) -> Callable[[int], bool] | None:
        """Which values a part may have that is by itself the left side of a rule."""
        if self._guard is not None:
            return None
        return lambda value: Compare(value, symbol, limit).value({})

    # ------------------------------------------------------------ alternatives

    def _either(self, rule: Either) -> None:
        if self.rows_of(rule.variables()) <= FEW_ROWS:
            self.tabulate(rule)
            return
        chosen: dict[Variable, set[Value]] = {}
        for part in rule.parts:
            scope = part.variables()
            variable = scope[0] if len(scope) == 1 else self.part(part)
            test = part if len(scope) == 1 else variable
            holds = {v for v in self.allowed[variable] if valued(test, {variable: v})}
            chosen.setdefault(variable, set()).update(holds)
        self.clause(chosen)

    # ------------------------------------------------------------ parts with variables of their own

    def part(self, expression: Operand, able: Callable[[int], bool] | None = None) -> Variable:
        """The variable that an expression is, or one that always has its value.

        If there is `able`, only values of which it is true are possible at all.
        """
        if isinstance(expression, Variable):
            return expression
        if not isinstance(expression, Expression):
            return self.new(str(expression), [expression])
        if expression not in self._parts:
            with self.only_if(None):
                self._parts[expression] = self._named(expression, able)
        return self._parts[expression]

    def _named(self, expression: Expression, able: Callable[[int], bool] | None) -> Variable:
        if (own := getattr(expression, "compiled", None)) is not None:
            found: Variable = own(self)
            return found
        scope, read = expression.variables(), expression
        if self.rows_of(scope) > FEW_ROWS:
            if isinstance(expression, Rule):
                return self._reified(expression)
            if isinstance(expression, LinearExpression):
                return self._sum(expression)
            parts = [self.part(each) for each in expression.parts]
            if isinstance(expression, Function) and expression.symbol == "*":
                return self._product(expression, parts, able)
            read = Function("", expression.function, parts)  # type: ignore[attr-defined]
            scope = read.variables()
        if self.rows_of(scope) > ROWS:
            raise TooLarge
        value = reader(read, scope)
        rows = [(*row, value(row)) for row in self.rows(scope)]
        made = self.new(str(expression), dict.fromkeys(row[-1] for row in rows))
        self.table((*scope, made), rows)
        return made

    def _sum(self, expression: LinearExpression) -> Variable:
        """Make a variable for a sum: of what it can be, or if that's many, from least to most."""
        parts = [(self.part(part), factor) for part, factor in expression.terms.items()]
        ends = [[k * v for v in self.allowed[x]] or [0] for x, k in parts]
        low, high = (expression.constant + sum(map(end, ends)) for end in (min, max))
        if high - low >= MOST_VALUES:
            raise TooLarge
        sums: Collection[int] = {expression.constant}
        for end in ends:
            if len(sums) * len(end) > FEW_SUMS:
                sums = range(low, high + 1)
                break
            sums = {so_far + more for so_far in sums for more in end}
        made = self.new(str(expression), sorted(sums))
        self._linear(LinearExpression.of(expression).plus(made, -1), "==")
        return made

    def _product(
        self, expression: Function, parts: list[Variable], able: Callable[[int], bool] | None
    ) -> Variable:
        """A variable for a product of two."""
        if self.rows_of(parts) > MOST_PAIRS:
            raise TooLarge
        one, other = (self.allowed[part] for part in parts)
        results = sorted({x * y for x in one for y in other})
        if able is not None:
            results = list(filter(able, results)) or results[:1]
        if len(results) > MOST_VALUES:
            raise TooLarge
        made = self.new(str(expression), results)
        self.emit((*parts, made), Product((), "").over)
        return made

    def _reified(self, rule: Rule) -> Variable:
        """A variable that says whether a rule holds: it implies the rule, or its opposite."""
        made = self.new(str(rule), (False, True))
        for value, each in ((True, self._denials.pushed(rule)), (False, self._denials.of(rule))):
            with self.only_if((made, value)):
                self._add(each)
        return made
