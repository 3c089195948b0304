"""Expressions over the variables of a problem: arithmetic, comparisons, and what they mean.

`value` evaluates an expression as Python would. It is how answers are checked, and it knows nothing
of how a rule is searched.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

from clew.core.arguments import shown
from clew.model.own import ModelError

if TYPE_CHECKING:
    from clew.rules.rule import Constraint


Value = Any
"""What a variable may be: anything that Python can hash."""
Operand = Any
"""An expression, or a constant."""


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
    """The values that a variable may have; several variables may share them.

    Each stands for itself as the variable has it: True, where 1 is its equal.
    """

    def __init__(self, values: Iterable[Value]) -> None:
        self.all = tuple(dict.fromkeys(values))
        super().__init__(zip(self.all, self.all, strict=True))
        self.words = [value for value in self.all if not isinstance(value, int)]
        """Those that are no whole numbers."""
        numbers = [value for value in self.all if isinstance(value, int)]
        self.bits = max([value.bit_length() for value in numbers], default=0)
        """The bits of the largest number, whatever its sign."""


def has_hash(value: Value) -> bool:
    """Check that Python can hash a value."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def whole(given: Operand) -> int:
    if not isinstance(given, int):
        raise TypeError(f"found {given!r}, expected a whole number or an expression")
    return int(given)


def divisor(given: Operand) -> int:
    if not isinstance(given, int):
        expected = "expected one by a whole number, or where(function, x, y)"
        raise TypeError(f"found a division by {given}, {expected}")
    if (found := whole(given)) == 0:
        raise ValueError("found a division by 0, expected another number")
    return found


Values = Mapping["Variable", Any]
"""The value of each variable."""


LONGEST = 72
"""Python's prompt shows so many characters of an expression."""
MOST_BITS = 4096
"""The most bits that a product or a power may have; a search would take forever to compute more."""
DEEPEST = 50
"""How deep expressions may be nested: whoever reads, prints or searches them calls itself."""


class Expression:
    """Something that has a value once the variables have theirs."""

    __slots__ = ("_scope", "depth", "parts")
    __hash__ = object.__hash__
    is_call = False  # a call needs no brackets
    opposite: Compare | None = None
    """The comparison that it denies, where it's written as another one."""

    def __init__(self, parts: Iterable[Operand] = ()) -> None:
        self.parts: tuple[Operand, ...] = tuple(parts)
        self._scope: tuple[Variable, ...] | None = None
        self.depth: int = deeper(
            [each.depth for each in self.parts if isinstance(each, Expression)]
        )

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

    def within(self) -> Iterator[Expression]:
        """The expressions that it is made of, each once, without variables and itself."""
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
            if bits(self) + bits(other) > MOST_BITS:
                said = f"a product can't have more than {MOST_BITS:,} bits"
                raise ModelError(f"{said}: multiply fewer or smaller numbers")
            return Function("*", operator.mul, (numeric(self), numeric(other)))
        return LinearExpression({}, 0).plus(self, whole(other))

    __radd__ = __add__
    __rmul__ = __mul__

    def __floordiv__(self, other: Operand) -> Function:
        return Function("//", operator.floordiv, (numeric(self), divisor(other)))

    def __mod__(self, other: Operand) -> Function:
        return Function("%", operator.mod, (numeric(self), divisor(other)))

    def __pow__(self, other: int) -> Function:
        base, exponent = numeric(self), whole(other)
        if exponent < 0:
            said = f"{inner(self)} to a negative power isn't a whole number"
            raise ModelError(f"{said}: use an exponent that is 0 or more")
        if bits(self) * exponent > MOST_BITS:
            said = f"a power of {inner(self)} can't have more than {MOST_BITS:,} bits"
            raise ModelError(f"{said}: use a smaller exponent")
        return Function("**", operator.pow, (base, exponent))

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
    """One of the unknowns of a problem: its name, and the values that it may have."""

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

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


class LinearExpression(Expression):
    """A sum of expressions, each times a whole number, and a constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: dict[Expression, int], constant: int, depth: int = 1) -> None:
        """`depth` is that of the deepest sum that is added, which is more than a term's."""
        self.parts, self._scope, self.depth = tuple(terms), None, depth
        self.terms, self.constant = terms, constant

    @staticmethod
    def of(given: Operand) -> LinearExpression:
        """Any number or numeric expression as a sum."""
        if isinstance(given, LinearExpression):
            return given
        if isinstance(given, Expression):
            return LinearExpression({numeric(given): 1}, 0, deeper((given.depth,)))
        return LinearExpression({}, whole(given))

    def plus(self, other: Operand, factor: int) -> LinearExpression:
        added, terms = LinearExpression.of(other), dict(self.terms)
        for part, times in added.terms.items():
            terms[part] = terms.get(part, 0) + times * factor
        kept = {part: times for part, times in terms.items() if times}
        depth = max(self.depth, added.depth)
        return LinearExpression(kept, self.constant + added.constant * factor, depth)

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
        return Both.joining(self, rule(other))

    def __or__(self, other: Rule) -> Rule:
        return Either.joining(self, rule(other))

    def __invert__(self) -> Rule:
        return Not((self,))


class Compare(Rule):
    """Two expressions that are equal, or not, or of which one is the smaller."""

    __slots__ = ("opposite", "symbol")

    def __init__(
        self, left: Operand, symbol: str, right: Operand, opposite: Compare | None = None
    ) -> None:
        self.opposite = opposite
        self.parts, self.symbol, self._scope = (left, right), symbol, None
        self.depth = deeper([each.depth for each in self.parts if isinstance(each, Expression)])

    def value(self, of: Values) -> bool:
        left, right = self.parts
        return OPERATORS[self.symbol](valued(left, of), valued(right, of))

    def __invert__(self) -> Compare:
        return Compare(self.parts[0], OPPOSITE[self.symbol], self.parts[1], self)

    def __str__(self) -> str:
        left, right = self.parts
        return f"{left} {self.symbol} {right if isinstance(right, Expression) else repr(right)}"


class Joined(Rule):
    """Several rules, joined by one word."""

    __slots__ = ("is_chain",)

    def __init__(self, parts: Iterable[Rule]) -> None:
        super().__init__(parts)
        self.is_chain = False

    @classmethod
    def joining(cls, *sides: Rule) -> Self:
        """Join two rules by an operator; `a & b & c` is one rule of three, not nested."""
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
    """Every one of its rules holds."""

    __slots__ = ()

    def value(self, of: Values) -> bool:
        return all(part.value(of) for part in self.parts)

    def __str__(self) -> str:
        return " & ".join(map(inner, self.parts))


class Group(Both):
    """Rules that one call states, by the name of the call."""

    __slots__ = ("name",)
    is_call = True

    def __init__(self, name: str, parts: Iterable[Rule]) -> None:
        super().__init__(parts)
        self.name = name

    def __str__(self) -> str:
        return self.name


class Either(Joined):
    """At least one of its rules holds."""

    __slots__ = ()

    def value(self, of: Values) -> bool:
        return any(part.value(of) for part in self.parts)

    def __str__(self) -> str:
        return " | ".join(map(inner, self.parts))


class Not(Rule):
    """Its rule does not hold."""

    __slots__ = ()

    @classmethod
    def of(cls, rule: Rule) -> Not:
        """The opposite of a rule that may be as deep as rules go."""
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
    """A rule of `clew.rules` over parts, about their values as they are."""

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
    """The number or value that a rule of `clew.rules` is about: how many are visible, say."""

    __slots__ = ("rule",)

    def __init__(self, rule: Any, parts: Iterable[Operand]) -> None:
        super().__init__(rule.word, rule.measure, parts)
        self.rule = rule

    def compare(self, compiler: Any, symbol: str, number: Operand) -> bool:
        """State how it compares with a number, if the rule has a way to say that at once."""
        found: bool = self.rule.compare(compiler, self.parts, symbol, number)
        return found

    def compiled(self, compiler: Any) -> Variable:
        made: Variable = self.rule.variable(compiler, self.parts)
        return made


class Predicate(Rule):
    """A function of some values that says whether they go together."""

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
    """What `sum` gives, quicker for many, and an expression also of none."""
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
    """Return how many bits an operand's value may have, or a few more than that."""
    if isinstance(given, Variable):
        return given.choices.bits
    if isinstance(given, Rule):
        return 1
    if not isinstance(given, Expression):
        return given.bit_length() if isinstance(given, int) else 0
    known = {} if known is None else known  # a part may occur many times
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


def deeper(depths: Sequence[int]) -> int:
    """The depth of an expression whose parts have these; ModelError if it's too much."""
    depth = 1 + max(depths, default=0)
    if depth > DEEPEST:
        raise ModelError(
            f"an expression is nested more than {DEEPEST} deep: join rules by p.all(*rules) or "
            "p.any(*rules), and give a deep part a variable of its own: p.add(y == part)"
        )
    return depth


def one_value(left: Expression, symbol: str, right: Operand) -> Operand:
    """The right side of a comparison; TypeError if it's a list or a set of values."""
    try:
        hash(right)
    except TypeError:
        several = list(right)[:2] if isinstance(right, list | set) else []
        joint = " | " if symbol == "==" else " & "
        each = joint.join(f"({left} {symbol} {value!r})" for value in several or ("value",))
        said = f"can't compare {left} with {shown(right)}"
        raise TypeError(f"{said}: compare it with each value: {each}") from None
    return right


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


def texts(given: Operand) -> Iterator[Value]:
    """Yield the values other than whole numbers that an operand may have."""
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
    """The rule; TypeError says what was found instead."""
    if isinstance(given, Rule):
        return given
    hint = "; did you mean == ?" if isinstance(given, Expression) else ""
    if isinstance(given, Iterable) and not isinstance(given, str | Expression):
        raise TypeError(f"found a {type(given).__name__}, expected rules: write add(*rules)")
    if isinstance(given, bool):
        hint = ", because Python compared two things that are no variables"
    raise TypeError(f"found {given}{hint}, expected a rule such as x != y")
