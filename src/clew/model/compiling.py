"""Compiles the rules of a problem to the constraints that strategies and kernels know.

Each rule becomes the strongest constraint with the same meaning: an inequality, an order, a
weighted sum, a clause or a table of rows. A part that can't be expressed in any of these ways gets
a helper variable. The other variables determine its value, so the number of solutions doesn't
change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, product
from math import prod
from operator import is_, itemgetter
from typing import Any

from clew.core.faces import CSP, OwnRules, normalised
from clew.model import encoding as made_of
from clew.model.encoding import Encoding, Make
from clew.model.expressions import (
    OPERATORS,
    OPPOSITE,
    Both,
    Compare,
    Either,
    Expression,
    Function,
    LinearExpression,
    Not,
    Operand,
    Over,
    Rule,
    Value,
    Variable,
    valued,
)
from clew.model.own import ModelError
from clew.rules.rule import Constraint

Row = tuple[Value, ...]
Read = Callable[[Row], Any]


def reader(expression: Operand, scope: Sequence[Variable]) -> Read:
    """Return a function from the values of some variables, in order, to that of an expression.

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
    """Return a key for what an expression computes; equal keys mean equal values."""
    if part.__class__ is Variable:
        return place[part]
    if isinstance(part, LinearExpression):
        terms = [place[each] if each in place else shape(each, place) for each in part.parts]
        return (*terms, *part.terms.values(), part.constant)
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
        return partial(sum, start=constant) if constant else sum
    reads = [reader(part, scope) for part in expression.parts]
    if factors == (1, -1):
        first, second = reads
        return lambda row: first(row) - second(row) + constant
    pairs = tuple(zip(factors, reads, strict=True))
    return lambda row: constant + sum([factor * read(row) for factor, read in pairs])


def _are(parts: Sequence[Operand], scope: Sequence[Variable]) -> bool:
    """Return whether the parts are exactly the variables of the scope, in order."""
    return len(parts) == len(scope) and all(map(is_, parts, scope))


class Denials:
    """A cache of the opposites of rules, with `not` pushed inward as far as possible.

    It always returns the same opposite for a rule. This way a compiler that caches its results
    compiles every part of a nested rule at most twice.
    """

    def __init__(self) -> None:
        self._known: dict[Rule, Rule] = {}

    def pushed(self, rule: Rule) -> Rule:
        """Return the rule with an outer `not` pushed inward."""
        return self.of(rule.parts[0]) if isinstance(rule, Not) else rule

    def of(self, rule: Rule) -> Rule:
        """Return the opposite of a rule."""
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
    """Split an expression into a part and the number added to it."""
    if isinstance(part, LinearExpression) and list(part.terms.values()) == [1]:
        return next(iter(part.terms)), part.constant
    return part, 0


def differing(
    left: Operand, right: Operand
) -> list[tuple[tuple[Variable, Variable], tuple[int, int]]]:
    """Return pairs of variables, with offsets to add, that differ just if these two parts do.

    The parts may be such as x + 2 and y, x - y and 2, or abs(x - y) and 2.
    """
    total = None
    if isinstance(left, Variable) and isinstance(right, LinearExpression):
        part, number = offset(right)
        if isinstance(part, Variable) and part is not left:  # the usual case, without a sum
            return [((left, part), (-number, 0))]
    if isinstance(left, Function) and left.function is abs and type(right) is int:
        inside = LinearExpression.of(left.parts[0])
        limits = sorted({inside.constant - right, inside.constant + right}) if right >= 0 else []
        total = inside
    elif all(map(adds, (left, right))):
        total = LinearExpression.of(left).plus(right, -1)
        limits = [total.constant]
    if total is None or sorted(total.terms.values()) != [-1, 1]:
        return []
    x, y = sorted(total.terms, key=total.terms.__getitem__, reverse=True)
    if not (isinstance(x, Variable) and isinstance(y, Variable)):
        return []
    return [((x, y), (limit, 0)) for limit in limits]


def ends(values: Sequence[int]) -> tuple[int, int]:
    """Return the smallest and the largest value."""
    return min(values), max(values)


def is_order(rule: Compare) -> bool:
    """Return whether a rule only orders two variables."""
    return rule.symbol == "<" and all(isinstance(part, Variable) for part in rule.parts)


def is_sum(rule: Compare) -> bool:
    """Return whether a rule compares sums of numeric variables."""
    if rule.symbol == "!=" or not all(map(adds, rule.parts)):
        return False
    sides = map(LinearExpression.of, rule.parts)
    return all(isinstance(part, Variable) for side in sides for part in side.terms)


def balanced(rule: Compare) -> tuple[LinearExpression, int, str]:
    """Return a comparison of sums with all variables on the left: sum, limit and relation."""
    left, right = rule.parts
    total, symbol = LinearExpression.of(left).plus(right, -1), rule.symbol
    limit = -total.constant
    if symbol in ("<", ">"):
        limit, symbol = limit + (-1 if symbol == "<" else 1), symbol + "="
    return total, limit, symbol


def adds(part: Operand) -> bool:
    """Return whether a side of a comparison is numeric."""
    if isinstance(part, Variable):
        return part.is_numeric
    return isinstance(part, Expression | int)


class Draft:
    """Variables with their allowed values, and constraints, some of them conditional."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.variables = list(variables)
        self.allowed: dict[Variable, Sequence[Value]] = {each: each.values for each in variables}
        self.made: list[tuple[tuple[Variable, ...], str, Make]] = []
        self.rules: list[list[Constraint]] = []
        """The normalised constraints of each entry of `made`, once there is a CSP."""
        self._parts: dict[Expression, Variable] = {}
        self._label = ""
        self.objective: tuple[tuple[Variable, ...], list[dict[Value, int]], int] | None = None
        """The costs: variables, what each of their values adds, and a constant."""
        self._guard: tuple[Variable, bool] | None = None
        """The condition of new constraints: this variable has this value."""

    def csp(self) -> tuple[CSP, Encoding]:
        """Return a CSP of everything that was added, and the encoding of its values."""
        encoding = Encoding(self.variables)
        allowed = [self.allowed[each] for each in self.variables]
        masks = {key: encoding.mask(each) for key, each in {id(a): a for a in allowed}.items()}
        domains = tuple([masks[id(each)] for each in allowed])
        place = {each: number for number, each in enumerate(self.variables)}
        self.rules = [
            normalised(make(encoding, tuple([place[each] for each in scope]), label))
            for scope, label, make in self.made
        ]
        rules = OwnRules(chain.from_iterable(self.rules))
        rules.is_normal = all(rule.scope for rule in rules)
        if self.objective is None:
            return CSP(domains, rules), encoding
        scope, weights, constant = self.objective
        from clew.rules.minimise import Minimise  # few problems have costs

        costs = tuple(tuple(each.get(v, 0) for v in encoding.values) for each in weights)
        objective = Minimise(tuple(place[each] for each in scope), "the costs", costs, constant)
        return CSP(domains, rules, objective), encoding

    def take_back(self, variables: int, made: int, parts: int) -> None:
        """Go back to earlier numbers of variables, constraints and parts."""
        self._guard = None
        del self.variables[variables:], self.made[made:]
        while len(self._parts) > parts:
            self._parts.popitem()

    def emit(self, scope: Sequence[Variable], make: Make) -> None:
        """Add a constraint, under the current condition if there is one."""
        if self._guard is not None:
            scope, make = (self._guard[0], *scope), made_of.guarded(make, self._guard[1])
        self.made.append((tuple(scope), self._label, make))

    @property
    def is_conditional(self) -> bool:
        return self._guard is not None

    @contextmanager
    def only_if(self, guard: tuple[Variable, bool] | None) -> Iterator[None]:
        """Make the constraints inside this block conditional."""
        before, self._guard = self._guard, guard
        yield
        self._guard = before

    def restrict(self, variable: Variable, values: Iterable[Value]) -> None:
        """Restrict a variable to these values."""
        wanted = set(values)
        kept = [value for value in self.allowed[variable] if value in wanted]
        if self._guard is not None:
            self.emit((variable,), made_of.clause([kept]))
        else:
            self.allowed[variable] = kept

    def table(self, scope: Sequence[Variable], rows: Iterable[tuple[Value, ...]]) -> None:
        """Require that the variables take one of these rows of values."""
        held = [set(self.allowed[each]) for each in scope]
        kept = [row for row in rows if all(map(set.__contains__, held, row))]
        self.emit(scope, made_of.table(kept))

    def rows_of(self, scope: Sequence[Variable]) -> int:
        return prod([len(self.allowed[each]) for each in scope])

    def rows(self, scope: Sequence[Variable]) -> Iterator[tuple[Value, ...]]:
        return product(*(self.allowed[each] for each in scope))

    def new(self, name: str, values: Iterable[Any]) -> Variable:
        made = Variable(name, tuple(values), len(self.variables))
        self.variables.append(made)
        self.allowed[made] = made.values
        return made

    def clause(self, chosen: dict[Variable, set[Value]]) -> None:
        """Require that at least one of the variables has one of its chosen values."""
        self.emit(tuple(chosen), made_of.clause(list(chosen.values())))

    def one_of(self, chosen: Sequence[Variable], label: str) -> None:
        """Require that exactly one of these variables, which are False or True, is True."""
        before, self._label = self._label, label
        self.emit(chosen, made_of.weighted([{False: 0, True: 1}] * len(chosen), "==", 1))
        self._label = before


ROWS = 50_000
"""The maximum number of rows of a table."""
SHARED_ROWS = 1_000
"""The maximum number of rows whose values are cached for other expressions of the same shape."""
FEW_ROWS = 4_096
"""The maximum number of rows of a rule to turn into a table rather than split into parts."""
FEW_SUMS = 100
"""The maximum number of rows of a sum whose table doesn't note that it's a sum."""
MOST_SUMS = 10_000
"""The maximum number of pairs to add up when collecting the possible sums."""
MOST_VALUES = 4_000
"""The maximum number of values of a helper variable; the kernels can't hold more."""
MOST_PAIRS = 1_000_000
"""The maximum number of pairs to multiply when collecting the possible products."""


class TooLarge(Exception):
    """Raised if a part of a rule has too many values for a helper variable."""


class Compiler(Draft):
    """Turns rules into constraints."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        super().__init__(variables)
        self._denials = Denials()
        self._tables: dict[tuple[str, int, Any], tuple[Any, Make]] = {}
        """For each relation, number and form (the shape of an expression and the identities of its
        variables' values): those values, and a table."""
        self._read: dict[Any, dict[Value, list[Row]]] = {}
        """For each form: the rows by the expression's value."""
        self._multiples: dict[tuple[int, int], tuple[Any, made_of.Multiples]] = {}
        """For each list of values, by identity, and each factor: the list and its multiples."""

    def add(self, rule: Rule, label: str) -> None:
        """Add the constraints of a rule, or a function call if nothing else can express it."""
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
            holds = reader(rule, scope)
            held = [value for value in self.allowed[only] if holds((value,))]
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

    def tabulate(self, rule: Rule, rows: Sequence[Row] | None = None) -> None:
        """Add a table of the rows that obey a rule, or raise TooLarge.

        If it's a sum with many rows, the table notes that too.
        """
        scope = rule.variables()
        self.emit(scope, self._table(rule, scope) if rows is None else self._listed(rule, rows))

    def tabulate_values(self, rule: Constraint, parts: Sequence[Operand]) -> None:
        """Add a table of the rows that obey a rule over these parts, or raise TooLarge."""
        self.tabulate(Over(rule, parts))

    def _refuse_none(self, rule: Rule) -> None:
        """Raise ModelError if a user's function always returns None: it has no `return`."""
        scope = rule.variables()
        if getattr(rule, "function", None) is None or not self.rows_of(scope):
            return
        if all(found is None for found in map(reader(rule, scope), self.rows(scope))):
            raise ModelError("always returned None: return True or False")

    def _table(self, rule: Rule, scope: Sequence[Variable]) -> Make:
        """Return a table of the rows that obey a rule. Rules of the same shape share one."""
        if not isinstance(rule, Compare) or rule.parts[1].__class__ is not int:
            return self._listed(rule, self._rows_that_obey(rule, scope))
        held = [self.allowed[each] for each in scope]
        form = (shape(rule.parts[0], {x: at for at, x in enumerate(scope)}), *map(id, held))
        kept = self._tables.get(stated := (rule.symbol, rule.parts[1], form))
        if kept is None:
            rows = self._rows_that_obey(rule, scope, form)
            kept = self._tables[stated] = held, self._listed(rule, rows)
        return kept[1]

    def _rows_that_obey(
        self, rule: Rule, scope: Sequence[Variable], form: tuple[Any, ...] = ()
    ) -> list[Row]:
        """Return the rows that obey a rule. Cages of the same form share one computation."""
        size = self.rows_of(scope)
        if size > ROWS:
            raise TooLarge
        if not isinstance(rule, Compare) or not form or rule.symbol != "==" or size > SHARED_ROWS:
            return list(filter(reader(rule, scope), self.rows(scope)))
        if form not in self._read:
            found: dict[Value, list[Row]] = {}
            value = reader(rule.parts[0], scope)
            for row in self.rows(scope):
                found.setdefault(value(row), []).append(row)
            self._read[form] = found
        return self._read[form].get(rule.parts[1], [])

    def _listed(self, rule: Rule, rows: Sequence[Row]) -> Make:
        """Return a table of these rows, which notes its sum if it's one of many rows."""
        scope = rule.variables()
        if not rows:
            self._refuse_none(rule)
        if isinstance(rule, Compare) and self.rows_of(scope) > FEW_SUMS and is_sum(rule):
            total, limit, symbol = balanced(rule)
            parts, weights = self._weights(total)
            if [*map(id, parts)] == [*map(id, scope)]:
                return made_of.summed(rows, weights, symbol, limit)
        return made_of.table(rows)

    def all_different(self, parts: Sequence[Operand]) -> None:
        """Require that the parts differ; the 3 of x + 3 becomes an offset."""
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
        elif rule.symbol == "!=" and (apart := differing(left, right)):
            for scope, offsets in apart:
                self.emit(scope, made_of.differ(offsets))
        elif (own := getattr(left, "compare", None)) and own(self, rule.symbol, right):
            return
        elif self.rows_of(rule.variables()) <= FEW_ROWS and not is_order(rule):
            self.tabulate(rule)
        elif isinstance(left, Function) and left.function is abs and type(right) is int:
            self._apart(left.parts[0], rule.symbol, right)
        elif rule.symbol in (">", ">="):
            self._compare(Compare(right, rule.symbol.replace(">", "<"), left))
        elif rule.symbol in ("==", "!=") and (both or not (adds(left) and adds(right))):
            self._equate(left, rule.symbol, right)
        else:
            self._linear(rule)

    def _apart(self, inside: Operand, symbol: str, number: int) -> None:
        """Compare the absolute value of a part with a number, as its two signs."""
        signs = [Compare(sign * inside, symbol, number) for sign in (1, -1)]
        if {"==": number < 0, "!=": number >= 0}.get(symbol, symbol in ("<", "<=")):
            self._add(Both(signs))
        else:
            self._either(Either(signs))

    def _equate(self, left: Operand, symbol: str, right: Operand) -> None:
        """Require that two parts, which may be words, have the same value or different ones."""
        one, other = self.part(left), self.part(right)
        many = min(len(self.allowed[one]), len(self.allowed[other])) > MOST_VALUES
        if symbol == "==" and many and adds(one) and adds(other):
            self._linear(Compare(one, symbol, other))
        elif symbol == "!=":
            self.emit((one, other), made_of.DIFFER)
        else:
            self.table((one, other), [(value, value) for value in self.allowed[one]])

    def _linear(self, rule: Compare) -> None:
        """Compare a sum of parts with a number, as weights of each variable's values."""
        total, limit, symbol = balanced(rule)
        able = None
        if self._guard is None and list(total.terms.values()) == [1]:
            able = lambda value: Compare(value, symbol, limit).value({})  # noqa: E731
        scope, weights = self._weights(total, able)
        self.emit(scope, made_of.weighted(weights, symbol, limit))

    def minimise(self, total: LinearExpression) -> None:
        """Add the costs to make small, unless a part of them is too large for a variable."""
        before = len(self.variables), len(self.made), len(self._parts)
        self._label = "the costs"
        try:
            self.objective = (*self._weights(total), total.constant)
        except TooLarge:
            self.take_back(*before)

    def _weights(
        self, total: LinearExpression, able: Callable[[int], bool] | None = None
    ) -> tuple[tuple[Variable, ...], list[dict[Value, int]]]:
        """Return the variables of a sum, and what each value of each of them adds."""
        added: dict[Variable, list[tuple[Expression, int]]] = {}
        for part, factor in total.terms.items():
            scope = part.variables()
            variable = scope[0] if len(scope) == 1 else self.part(part, able)
            read = part if len(scope) == 1 else variable
            added.setdefault(variable, []).append((read, factor))
        return tuple(added), [self._weighed(x, parts) for x, parts in added.items()]

    def _weighed(
        self, variable: Variable, parts: Sequence[tuple[Expression, int]]
    ) -> dict[Value, int]:
        """Return what each value of a variable adds to a sum. Multiples are cached."""
        allowed = self.allowed[variable]
        if len(parts) > 1 or parts[0][0] is not variable:
            return {
                value: sum(k * part.value({variable: value}) for part, k in parts)
                for value in allowed
            }
        factor = parts[0][1]
        kept = self._multiples.get((id(allowed), factor))
        if kept is None:
            found = made_of.Multiples((value, factor * value) for value in allowed)
            found.factor = factor
            kept = self._multiples[id(allowed), factor] = allowed, found
        return kept[1]

    def compare_all(self, parts: Sequence[Operand], symbol: str, number: Operand) -> None:
        """Require that each part compares with a number this way."""
        for part in parts:
            self._add(Compare(part, symbol, number))

    def compare_any(self, parts: Sequence[Operand], symbol: str, number: int) -> None:
        """Require that at least one part compares with a number this way."""
        self._either(Either([Compare(part, symbol, number) for part in parts]))

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
        """Return a variable for an expression: a helper, unless it's a variable itself.

        Only the values that pass the test `able`, if there is one, need to be possible.
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
            if (
                isinstance(expression, Function)
                and (divided := self._divided(expression, parts)) is not None
            ):
                return divided
            read = Function("", expression.function, parts)  # type: ignore[attr-defined]
            scope = read.variables()
        if self.rows_of(scope) > ROWS:
            raise TooLarge
        value = reader(read, scope)
        rows = [(*row, value(row)) for row in self.rows(scope)]
        made = self.new(str(expression), dict.fromkeys(row[-1] for row in rows))
        if isinstance(read, LinearExpression):
            self.tabulate(Compare(read, "==", made), rows)
        else:
            self.table((*scope, made), rows)
        return made

    def _sum(self, expression: LinearExpression) -> Variable:
        """Make a variable for a sum. Its values are the possible sums, or a range if many."""
        parts = [(self.part(part), factor) for part, factor in expression.terms.items()]
        ends = [[k * v for v in self.allowed[x]] or [0] for x, k in parts]
        low, high = (expression.constant + sum(map(end, ends)) for end in (min, max))
        if high - low >= MOST_VALUES:
            raise TooLarge
        sums: Collection[int] = {expression.constant}
        for end in ends:
            if len(sums) * len(end) > MOST_SUMS:
                sums = range(low, high + 1)
                break
            sums = {so_far + more for so_far in sums for more in end}
        made = self.new(str(expression), sorted(sums))
        self._linear(Compare(expression, "==", made))
        return made

    def _product(
        self, expression: Function, parts: list[Variable], able: Callable[[int], bool] | None
    ) -> Variable:
        """Make a variable for a product of two parts."""
        from clew.rules.arithmetic import Product  # few problems multiply

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

    def _divided(self, expression: Function, parts: list[Variable]) -> Variable | None:
        """Make variables for a quotient and a remainder, and return the one that's wanted.

        Return None for other functions, if a table is better, or if divisors differ in sign.
        """
        if expression.symbol not in ("//", "%"):
            return None
        x, y = parts
        if self.rows_of(parts) <= FEW_ROWS:  # there may be none
            return None
        over, (low, high) = ends(self.allowed[x]), ends(self.allowed[y])
        if low <= 0 <= high:
            return None
        rest = range(high) if low > 0 else range(low + 1, 1)
        corners = [a // b for a in over for b in (low, high)]
        times = range(min(corners), max(corners) + 1)
        if max(len(rest), len(times)) > MOST_VALUES:
            raise TooLarge
        quotient, remainder = self.new(f"{x} // {y}", times), self.new(f"{x} % {y}", rest)
        times_y = quotient * (low if low == high else y)
        self._linear(Compare(x - times_y, "==", remainder))
        self._linear(Compare(remainder, "<", y) if low > 0 else Compare(y, "<", remainder))
        return quotient if expression.symbol == "//" else remainder

    def _reified(self, rule: Rule) -> Variable:
        """Make a variable that's True if a rule holds and False if it doesn't."""
        made = self.new(str(rule), (False, True))
        for value, each in ((True, self._denials.pushed(rule)), (False, self._denials.of(rule))):
            with self.only_if((made, value)):
                self._add(each)
        return made
