"""Expressions over the variables of a problem: arithmetic, comparisons and rules.

`value` evaluates an expression as Python would. Clew checks solutions with it, independently of how
a search handles the rule.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

from clew.core.arguments import shown
from clew.model.own import ModelError

if TYPE_CHECKING:
    from clew.rules.rule import Constraint


Value = Any
"""A variable's value, which can be any hashable object."""
Operand = Any
"""An expression or a constant."""


OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Choices(dict[Value, Value]):
    """The values of a variable, which several variables can share.

    It's a dictionary from each value to itself. Looking up an equal value, such as True for 1,
    returns the variable's own value.
    """

    def __init__(self, values: Iterable[Value]) -> None:
        self.all = tuple(dict.fromkeys(values))
        super().__init__(zip(self.all, self.all, strict=True))
        self.words = [value for value in self.all if not isinstance(value, int)]
        """The values that aren't whole numbers."""
        numbers = [value for value in self.all if isinstance(value, int)]
        self.bits = max([value.bit_length() for value in numbers], default=0)
        """The number of bits of the largest number, without its sign."""

    @cached_property
    def are_bits(self) -> bool:
        """Check whether these are 0 and 1, or False and True."""
        return self.keys() == {0, 1}


def has_hash(value: Value) -> bool:
    """Check that a value is hashable."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def whole(given: Operand) -> int:
    """Return a whole number, or raise TypeError."""
    if not isinstance(given, int):
        said = f"can't calculate with {shown(given)}"
        raise TypeError(f"{said}: use a whole number or an expression")
    return int(given)


def divisor(given: Operand) -> Operand:
    """Return a number or an expression to divide by, or raise TypeError or ValueError."""
    found = numeric(given)
    if not isinstance(found, Expression):
        if found == 0:
            raise ValueError("can't divide by 0: use another number")
        return found
    low, high = ends(found)
    if low <= 0 <= high and not (isinstance(found, Variable) and 0 not in found.choices):
        fix = "leave 0 out of its values"
        if not isinstance(found, Variable):
            fix = f"divide by a variable d without the value 0, and p.add(d == {found})"
        raise ValueError(f"can't divide by {inner(found)}, because it may be 0: {fix}")
    return found


Values = Mapping["Variable", Any]
"""The value of each variable."""


LONGEST = 72
"""The maximum number of characters of an expression to show at Python's prompt."""
MOST_BITS = 4096
"""The maximum number of bits in a product or a power. Larger numbers would take too long."""
DEEPEST = 50
"""The maximum depth of an expression, because functions that read, print or search it recurse."""


class Expression:
    """A value that depends on variables."""

    __slots__ = ("_scope", "depth", "parts")
    __hash__ = object.__hash__
    is_call = False  # a call doesn't need brackets around it
    opposite: Compare | None = None
    """The comparison that `~` turned into this one, if any."""

    def __init__(self, parts: Iterable[Operand] = ()) -> None:
        self.parts: tuple[Operand, ...] = tuple(parts)
        self._scope: tuple[Variable, ...] | None = None
        self.depth: int = deeper(
            [each.depth for each in self.parts if isinstance(each, Expression)]
        )

    def value(self, of: Values) -> Any:
        """Evaluate the expression, given the value of each variable."""
        raise NotImplementedError

    def variables(self) -> tuple[Variable, ...]:
        """Return the variables, each only once, in the order of their first use."""
        if self._scope is None:
            scopes = [part.variables() for part in self.parts if isinstance(part, Expression)]
            many = len(scopes) != 1
            self._scope = tuple(dict.fromkeys(chain.from_iterable(scopes))) if many else scopes[0]
        return self._scope

    def is_constant(self) -> bool:
        """Check whether this is a calculation whose variables cancelled out, like `x - x == 0`."""
        if isinstance(self, LinearExpression):
            return not self.variables()
        inside = [part.is_constant() for part in self.parts if isinstance(part, Expression)]
        return bool(inside) and all(inside)

    def within(self) -> Iterator[Expression]:
        """Yield the expressions inside this one, each only once and without variables."""
        seen: set[int] = set()
        left: list[Expression] = [self]
        while left:
            here = left.pop()
            for part in (*here.parts, here.opposite):
                if isinstance(part, Expression) and part.parts and id(part) not in seen:
                    seen.add(id(part))
                    left.append(part)
                    yield part

    def __repr__(self) -> str:
        text = str(self)
        return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"

    def __bool__(self) -> bool:
        raise TypeError(
            f"{self} isn't True or False until the puzzle is solved: instead of a < b < c, write "
            "(a < b) & (b < c); instead of x in [1, 2], write (x == 1) | (x == 2); instead of and, "
            "or and not, write & | ~; instead of max(x, y), write p.max(x, y); instead of if, "
            "write p.implies(rule, other)"
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
            if bits(self) + bits(other) > MOST_BITS:
                said = f"a product can't be larger than {MOST_BITS:,} bits"
                raise ModelError(f"{said}: multiply fewer or smaller numbers")
            return Function("*", operator.mul, (numeric(self), numeric(other)))
        return LinearExpression({}, 0).plus(self, whole(other))

    __radd__ = __add__
    __rmul__ = __mul__

    def __floordiv__(self, other: Operand) -> Function:
        return Function("//", operator.floordiv, (numeric(self), divisor(other)))

    def __rfloordiv__(self, other: Operand) -> Function:
        return Expression.__floordiv__(LinearExpression.of(other), self)

    def __mod__(self, other: Operand) -> Function:
        return Function("%", operator.mod, (numeric(self), divisor(other)))

    def __rmod__(self, other: Operand) -> Function:
        return Expression.__mod__(LinearExpression.of(other), self)

    def __pow__(self, other: int) -> Function:
        base, exponent = numeric(self), whole(other)
        if exponent < 0:
            said = f"{inner(self)} to a negative power isn't a whole number"
            raise ModelError(f"{said}: use an exponent of 0 or more")
        if bits(self) * exponent > MOST_BITS:
            said = f"a power of {inner(self)} can't be larger than {MOST_BITS:,} bits"
            raise ModelError(f"{said}: use a smaller exponent")
        return Function("**", operator.pow, (base, exponent))

    def __truediv__(self, other: Operand) -> Function:
        said = f"{inner(self)} / {inner(other)} isn't always a whole number"
        fix = "multiply instead, as in x == 2 * y, or use // with a whole number"
        raise TypeError(f"{said}: {fix}")

    def __rtruediv__(self, other: Operand) -> Function:
        return Expression.__truediv__(other, self)

    def __or__(self, other: Operand) -> Rule:
        said = f"& | ~ join rules, and {inner(self)} isn't one"
        raise TypeError(f"{said}: put brackets around each rule, as in (x == 1) | (y == 2)")

    __and__ = __ror__ = __rand__ = __or__

    def __invert__(self) -> Rule:
        return self | 0

    def __abs__(self) -> Function:
        return Function("abs", abs, (numeric(self),))

    def __eq__(self, other: object) -> Compare:  # type: ignore[override]  # it makes a rule
        return Compare(self, "==", one_value(self, "==", other))

    def __ne__(self, other: object) -> Compare:  # type: ignore[override]
        return Compare(self, "!=", one_value(self, "!=", other))

    def __lt__(self, other: Operand) -> Compare:
        return Compare(numeric(self), "<", numeric(other))

    def __le__(self, other: Operand) -> Compare:
        return Compare(numeric(self), "<=", numeric(other))

    def __gt__(self, other: Operand) -> Compare:
        return Compare(numeric(self), ">", numeric(other))

    def __ge__(self, other: Operand) -> Compare:
        return Compare(numeric(self), ">=", numeric(other))


class Variable(Expression):
    """An unknown in a problem, with a name and the values that it can take."""

    __slots__ = ("choices", "index", "name", "values")

    def __init__(self, name: str, values: Iterable[Value], index: int) -> None:
        self.parts, self._scope, self.depth = (), None, 0
        self.choices = values if isinstance(values, Choices) else Choices(values)
        self.name, self.values, self.index = name, self.choices.all, index

    def value(self, of: Values) -> Any:
        return of[self]

    def variables(self) -> tuple[Variable, ...]:
        return (self,)

    @property
    def is_numeric(self) -> bool:
        return not self.choices.words

    @property
    def is_rule(self) -> bool:
        """True if it can only be true or false, so that it can take the place of a rule."""
        return self.choices.keys() <= {0, 1}

    def __and__(self, other: Operand) -> Rule:
        joins = self.is_rule and isinstance(other, Expression)
        return rule(self) & other if joins else super().__and__(other)

    def __or__(self, other: Operand) -> Rule:
        joins = self.is_rule and isinstance(other, Expression)
        return rule(self) | other if joins else super().__or__(other)

    def __invert__(self) -> Rule:
        return ~rule(self) if self.is_rule else super().__invert__()

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


class LinearExpression(Expression):
    """A sum of expressions, each multiplied by a whole number, plus a constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: dict[Expression, int], constant: int, depth: int = 1) -> None:
        """Build a sum. `depth` is the depth of the deepest sum that was added to it."""
        self.parts, self._scope, self.depth = tuple(terms), None, depth
        self.terms, self.constant = terms, constant

    @staticmethod
    def of(given: Operand) -> LinearExpression:
        """Turn a number or a numeric expression into a sum."""
        if isinstance(given, LinearExpression):
            return given
        if given.__class__ is Variable:
            return LinearExpression({numeric(given): 1}, 0)
        if isinstance(given, Expression):
            return LinearExpression({numeric(given): 1}, 0, deeper((given.depth,)))
        return LinearExpression({}, whole(given))

    def plus(self, other: Operand, factor: int) -> LinearExpression:
        if other.__class__ is int:
            return LinearExpression(self.terms, self.constant + other * factor, self.depth)
        terms = dict(self.terms)
        if other.__class__ is Variable and factor and other not in terms:
            terms[numeric(other)] = factor  # the usual case
            return LinearExpression(terms, self.constant, self.depth)
        added = LinearExpression.of(other)
        for part, times in added.terms.items():
            terms[part] = terms.get(part, 0) + times * factor
            if not terms[part]:
                del terms[part]
        depth = max(self.depth, added.depth)
        return LinearExpression(terms, self.constant + added.constant * factor, depth)

    def value(self, of: Values) -> int:
        terms = [
            k * (of[part] if part.__class__ is Variable else part.value(of))
            for part, k in self.terms.items()
        ]
        return int(sum(terms, self.constant))

    def __str__(self) -> str:
        text = ""
        for part, times in self.terms.items():
            name = part.name if isinstance(part, Variable) else inner(part)
            if times == 1:
                text += f" + {name}" if text else name
                continue
            sign = (" - " if times < 0 else " + ") if text else ("-" if times < 0 else "")
            text += f"{sign}{name}" if times == -1 else f"{sign}{abs(times)}*{name}"
        if self.constant or not text:
            signed = f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"
            text += signed if text else str(self.constant)
        return text


class Function(Expression):
    """A function of other expressions, such as a product or a remainder."""

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
    """An expression that must be true. As a number it's 1 if it holds and 0 if it doesn't."""

    __slots__ = ()

    def __and__(self, other: Rule) -> Rule:
        return Both.joining(self, rule(other))

    def __or__(self, other: Rule) -> Rule:
        return Either.joining(self, rule(other))

    def __invert__(self) -> Rule:
        return Not((self,))


class Compare(Rule):
    """A comparison of two expressions with ==, !=, <, <=, > or >=."""

    __slots__ = ("opposite", "symbol")

    def __init__(
        self, left: Operand, symbol: str, right: Operand, opposite: Compare | None = None
    ) -> None:
        self.opposite = opposite
        self.parts, self.symbol, self._scope = (left, right), symbol, None
        depth = left.depth if isinstance(left, Expression) else 0
        if isinstance(right, Expression):
            depth = max(depth, right.depth)
        self.depth = deeper((depth,))

    def value(self, of: Values) -> bool:
        left, right = self.parts
        if isinstance(left, Expression):
            left = left.value(of)
        if isinstance(right, Expression):
            right = right.value(of)
        return OPERATORS[self.symbol](left, right)

    def __invert__(self) -> Compare:
        return Compare(self.parts[0], OPPOSITE[self.symbol], self.parts[1], self)

    def __str__(self) -> str:
        left, right = self.parts
        return f"{left} {self.symbol} {right if isinstance(right, Expression) else repr(right)}"


class Joined(Rule):
    """Several rules joined with & or with |."""

    __slots__ = ("is_chain",)

    def __init__(self, parts: Iterable[Rule]) -> None:
        super().__init__(parts)
        self.is_chain = False

    @classmethod
    def joining(cls, *sides: Rule) -> Self:
        """Join two rules, so that `a & b & c` is a single rule with three parts."""
        made = cls(())
        made.is_chain = True
        made.parts = tuple(chain.from_iterable(map(made._links, sides)))
        made.depth = max(
            each.depth if made._is_like(each) else deeper((each.depth,)) for each in sides
        )
        return made

    def _is_like(self, side: Rule) -> bool:
        return isinstance(side, Joined) and type(side) is type(self) and side.is_chain

    def _links(self, side: Rule) -> tuple[Rule, ...]:
        return side.parts if self._is_like(side) else (side,)


class Both(Joined):
    """A rule that holds if all of its parts do."""

    __slots__ = ()

    def value(self, of: Values) -> bool:
        return all(part.value(of) for part in self.parts)

    def __str__(self) -> str:
        return " & ".join(map(inner, self.parts))


class Group(Both):
    """The rules that one method call added, named after the call."""

    __slots__ = ("name",)
    is_call = True

    def __init__(self, name: str, parts: Iterable[Rule]) -> None:
        super().__init__(parts)
        self.name = name

    def __str__(self) -> str:
        return self.name


class Either(Joined):
    """A rule that holds if at least one of its parts does."""

    __slots__ = ()

    def value(self, of: Values) -> bool:
        return any(part.value(of) for part in self.parts)

    def __str__(self) -> str:
        return " | ".join(map(inner, self.parts))


class Not(Rule):
    """A rule that holds if its only part doesn't."""

    __slots__ = ()

    @classmethod
    def of(cls, rule: Rule) -> Not:
        """Return the opposite of a rule, even if that rule already has the maximum depth."""
        made = cls(())
        made.parts, made.depth = (rule,), rule.depth
        return made

    def value(self, of: Values) -> bool:
        return not self.parts[0].value(of)

    def __invert__(self) -> Rule:
        held: Rule = self.parts[0]
        return held

    def __str__(self) -> str:
        return f"~{inner(self.parts[0])}"


class Over(Rule):
    """A rule from `clew.rules`, applied to the values of some parts."""

    __slots__ = ("rule",)

    def __init__(self, rule: Constraint, parts: Iterable[Operand]) -> None:
        super().__init__(parts)
        self.rule = rule

    def value(self, of: Values) -> bool:
        return bool(self.rule.holds([valued(part, of) for part in self.parts]))

    def compile(self, compiler: Any) -> None:
        self.rule.state(compiler, self.parts)

    def __str__(self) -> str:
        return self.rule.called([*map(str, self.parts)])


class Measured(Function):
    """The number that a rule from `clew.rules` computes, such as the number of visible towers."""

    __slots__ = ("rule",)

    def __init__(self, rule: Any, parts: Iterable[Operand]) -> None:
        super().__init__(rule.word, rule.measure, parts)
        self.rule = rule

    def compare(self, compiler: Any, symbol: str, number: Operand) -> bool:
        """Add a comparison with a number if the rule has a direct form, and return True if so."""
        found: bool = self.rule.compare(compiler, self.parts, symbol, number)
        return found

    def compiled(self, compiler: Any) -> Variable:
        made: Variable = self.rule.variable(compiler, self.parts)
        return made


class Predicate(Rule):
    """A rule that calls a user's function."""

    __slots__ = ("function", "name")
    is_call = True

    def __init__(self, name: str, function: Callable[..., bool], parts: Iterable[Operand]) -> None:
        super().__init__(parts)
        self.name, self.function = name, function

    def value(self, of: Values) -> bool:
        return bool(self.function(*(valued(part, of) for part in self.parts)))

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.parts))})"


def add_up(parts: Iterable[Operand]) -> LinearExpression:
    """Add up operands like sum(), but faster. The result is an expression even without operands."""
    terms: dict[Expression, int] = {}
    constant, depth = 0, 1
    for part in parts:
        each = LinearExpression.of(part)
        constant, depth = constant + each.constant, max(depth, each.depth)
        for term, times in each.terms.items():
            terms[term] = terms.get(term, 0) + times
    kept = {term: times for term, times in terms.items() if times}
    return LinearExpression(kept, constant, depth)


def bits(given: Operand, known: dict[int, int] | None = None) -> int:
    """Return an upper bound on the number of bits of an operand's value."""
    if isinstance(given, Variable):
        return given.choices.bits
    if isinstance(given, Rule):
        return 1
    if not isinstance(given, Expression):
        return given.bit_length() if isinstance(given, int) else 0
    known = {} if known is None else known  # a part can occur many times
    if id(given) not in known:
        parts = [bits(part, known) for part in given.parts]
        most = max(parts, default=0)
        if isinstance(given, LinearExpression):
            factors = [
                size + each.bit_length()
                for size, each in zip(parts, given.terms.values(), strict=True)
            ]
            most = max([*factors, given.constant.bit_length()]) + len(parts).bit_length()
        elif isinstance(given, Function) and given.symbol == "*":
            most = sum(parts)
        elif isinstance(given, Function) and given.symbol == "**":
            most = parts[0] * given.parts[1]
        known[id(given)] = max(most, len(parts).bit_length())
    return known[id(given)]


def ends(given: Operand, known: dict[int, tuple[int, int]] | None = None) -> tuple[int, int]:
    """Return a lower and an upper bound of an operand's value, which needn't be the best ones."""
    if isinstance(given, Variable):
        return min(given.values), max(given.values)
    if isinstance(given, Rule):
        return 0, 1
    if not isinstance(given, Expression):
        return int(given), int(given)
    known = {} if known is None else known  # a part can occur many times
    if id(given) not in known:
        parts = [ends(part, known) for part in given.parts]
        found = -(1 << bits(given)), 1 << bits(given)
        if isinstance(given, LinearExpression):
            factors = given.terms.values()
            sides = [sorted((k * a, k * b)) for k, (a, b) in zip(factors, parts, strict=True)]
            low, high = (sum([side[end] for side in sides], given.constant) for end in (0, 1))
            found = low, high
        elif isinstance(given, Function) and given.function is abs:
            found = max(0, parts[0][0], -parts[0][1]), max(map(abs, parts[0]))
        elif isinstance(given, Function) and given.function is operator.mul:
            corners = [a * b for a in parts[0] for b in parts[1]]
            found = min(corners), max(corners)
        elif isinstance(given, Function) and given.function in (min, max):
            found = given.function(a for a, _ in parts), given.function(b for _, b in parts)
        known[id(given)] = found
    return known[id(given)]


def deeper(depths: Sequence[int]) -> int:
    """Return the depth of an expression with parts of these depths, or raise ModelError."""
    depth = 1 + (max(depths) if depths else 0)
    if depth > DEEPEST:
        raise ModelError(
            f"this expression is nested more than {DEEPEST} levels deep: join rules with "
            "p.all(*rules) or p.any(*rules), and give a deep part its own variable: "
            "p.add(y == part)"
        )
    return depth


def one_value(left: Expression, symbol: str, right: Operand) -> Operand:
    """Return the right side of a comparison, or raise TypeError if it's a list or a set."""
    try:
        hash(right)
    except TypeError:
        several = list(right)[:2] if isinstance(right, list | set) else []
        joint = " | " if symbol == "==" else " & "
        each = joint.join(f"({left} {symbol} {value!r})" for value in several or ("value",))
        said = f"can't compare {left} with {shown(right)}"
        raise TypeError(f"{said}: compare it with each value, as in {each}") from None
    return right


def valued(part: Operand, of: Values) -> Any:
    """Return the value of an expression or a constant."""
    return part.value(of) if isinstance(part, Expression) else part


def inner(part: Operand) -> str:
    """Write an operand inside a larger expression, with brackets unless it's simple."""
    plain = not isinstance(part, Expression) or isinstance(part, Variable) or part.is_call
    return str(part) if plain else f"({part})"


def numeric(given: Operand) -> Operand:
    """Return the operand if it's always a whole number, or raise TypeError."""
    if not isinstance(given, Expression):
        return given if given.__class__ is int else whole(given)
    if isinstance(given, Variable) and given.choices.words:
        said = f"can't calculate with {given}, because it can be {given.choices.words[0]!r}"
        raise TypeError(f"{said}: give it only whole numbers as values")
    return given


def texts(given: Operand) -> Iterator[Value]:
    """Yield the values of an operand that aren't whole numbers."""
    if isinstance(given, Variable):
        yield from given.choices.words
    elif isinstance(given, Rule):
        return  # it counts as 0 or 1
    elif isinstance(given, Expression):
        for part in given.parts:
            yield from texts(part)
    elif not isinstance(given, int):
        yield given


def rule(given: Operand) -> Rule:
    """Return the operand if it's a rule, or raise TypeError with advice."""
    if isinstance(given, Rule):
        return given
    if isinstance(given, Variable):
        if given.is_rule:
            return Compare(given, "==", given.choices.get(1, 1))
        fix = f"{given} == {given.values[0]!r}"
        raise TypeError(f"{given} is a variable, not a rule: compare it, as in {fix}")
    if isinstance(given, Expression):
        raise TypeError(f"{given} is a number, not a rule: compare it, as in {given} == 1")
    if isinstance(given, Iterable) and not isinstance(given, str):
        raise TypeError(f"a {type(given).__name__} isn't a rule: unpack it, as in p.add(*rules)")
    if isinstance(given, bool):
        raise TypeError(
            f"{given} isn't a rule, because no variable was compared: write a rule such as x != y; "
            "instead of x in {1, 2}, write (x == 1) | (x == 2)"
        )
    raise TypeError(f"{shown(given)} isn't a rule: compare variables, as in x != y")
