"""Problem: variables with any values, and rules between them, stated in a few lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from clew.core.arguments import plainly, shown
from clew.model.expressions import (
    Both,
    Choices,
    Either,
    Expression,
    Group,
    LinearExpression,
    Measured,
    Not,
    Operand,
    Over,
    Predicate,
    Rule,
    Value,
    Variable,
    add_up,
    deeper,
    has_hash,
    numeric,
    rule,
    texts,
)
from clew.model.own import ModelError
from clew.model.puzzle import ModelPuzzle
from clew.model.stated import Answer, ClueRule, Stated, given_as, origin
from clew.rules import (
    AllDifferent,
    Circuit,
    Connected,
    Element,
    Lex,
    Pieces,
    Regular,
    Runs,
    Visible,
)
from clew.rules.rule import Constraint
from clew.rules.table import listed

MOST_VALUES = 65_535
"""The most values of a variable: what the kernels can hold."""


class Variables(dict[Any, Variable]):
    """Variables by name; to iterate over them gives the variables themselves.

    >>> import clew
    >>> problem = clew.Problem("sum")
    >>> a, b, c = letters = problem.variables("a b c", range(3))
    >>> sum(letters) == 5, letters["b"] is b
    (a + b + c == 5, True)
    """

    def __iter__(self) -> Iterator[Variable]:
        return iter(self.values())


class Problem(ModelPuzzle):
    """Variables, each with its values, and rules that say which go together.

    >>> import clew
    >>> problem = clew.Problem("sum")
    >>> x, y = (problem.variable(name, range(10)) for name in "xy")
    >>> problem.add(x + y == 12, x * y == 35, x < y)
    >>> clew.solve(problem).answer
    {'x': 5, 'y': 7}
    """

    def __init__(
        self, name: str = "problem", *, title: str = "", summary: str = "",
        show: Callable[[Answer], str] | None = None,
    ) -> None:  # fmt: skip
        """`show` writes an answer in lines; without it, each variable has a line."""
        super().__init__(name, title, summary)
        if show is not None:
            self.show = show

    # ------------------------------------------------------------ variables

    def variable(self, name: Value, values: Iterable[Value]) -> Variable:
        """A new variable, which has one of these values."""
        found = Variable(str(name), _choices(values), len(self.known))
        if not found.values:
            raise ModelError(f"{name}: found no values, expected at least one")
        if found.name in self.known:
            raise ModelError(f"{name}: found a second variable of this name, expected another")
        self.known[found.name] = found
        return found

    def variables(self, names: str | Iterable[Value], values: Iterable[Value]) -> Variables:
        """A variable for each name, by name; a text is split at its blanks, or into letters."""
        choices = _choices(values)
        if isinstance(names, str):
            names = names.split() if " " in names else list(names)
        return Variables({name: self.variable(name, choices) for name in names})

    def groups(self, text: str) -> list[list[Variable]]:
        """The variables that a text names: blanks between names, commas between groups."""
        if not isinstance(text, str):
            said = f"can't read groups of variables from {shown(text)}"
            raise ModelError(f"{said}: give a text, such as 'a b, c d'")
        return [[self[name] for name in group.split()] for group in text.split(",")]

    def __getitem__(self, name: Any) -> Variable:
        """The variable of that name; ModelError, with the names there are, if there is none."""
        if name not in self.known:
            there = ", ".join(self.known) or "no variables"
            raise ModelError(f"found the name {name!r}, expected one of {there[:200]}")
        return self.known[name]

    # ------------------------------------------------------------ rules

    def add(self, *rules: Rule | bool, label: str = "") -> None:
        """State rules; `label` is what hints and errors call them.

        The methods below state the rules that they build, so adding one of those only labels it.
        """
        for each in rules:
            found = rule(each)
            known = self._built.pop(found, None)
            if known is None:
                self._record(found, label)
            for stated in known or () if label else ():
                stated.said = label

    def _state(
        self, each: Rule, label: str = "", clue: bool = False, mark: str = "",
        at: Variable | None = None, called: str = "",
    ) -> Rule:  # fmt: skip
        """State a rule that a method built, and return it.

        If it becomes part of another rule that is stated, such as `~rule`, only the other counts.
        """
        self._built[each] = [self._record(each, label, clue, mark, at, called)]
        return each

    def _together(self, name: str, rules: Iterable[Rule]) -> Rule:
        """Return rules that were stated as one of this name, which can be part of another."""
        whole = Group(name, rules)
        self._built[whole] = [each for part in whole.parts for each in self._built.pop(part)]
        return whole

    def _record(
        self, each: Rule, label: str = "", clue: bool = False, mark: str = "",
        at: Variable | None = None, called: str | Callable[[Rule], str] = "",
    ) -> Stated:  # fmt: skip
        if not self._check_known(each):
            names = [part for part in each.parts if isinstance(part, str) and part in self.known]
            hint = (
                f": the name {names[0]!r} is no variable, p[{names[0]!r}] is one" if names else ""
            )
            raise ModelError(
                f"found the rule {each} over no variables, expected at least one{hint}"
            )
        if mark and re.search("[{}]", mark.replace("{}", "", 1)):
            said = f"can't write the mark {mark!r}"
            raise ModelError(f"{said}: use {{}} once, where the number goes, and no other braces")
        self._use_parts(each)
        made = Stated(each, label, origin(), clue, mark, at, called)
        self.stated.append(made)
        return made

    def _use_parts(self, whole: Expression) -> None:
        """Withdraw the parts of an expression that were stated; state what its elements need."""
        for part in whole.within() if self._built or self._places else ():
            for stated in self._built.pop(part, ()):  # type: ignore[call-overload]
                at = next(n for n in reversed(range(len(self.stated))) if self.stated[n] is stated)
                del self.stated[at]
                self._forget()
            if (needed := self._places.pop(part, None)) is not None:
                self._record(needed, f"{part.parts[0]} is a place")

    def _check_known(self, stated: Expression) -> tuple[Variable, ...]:
        """The variables in it, which are of this problem."""
        scope = stated.variables()
        for variable in scope:
            if self.known.get(variable.name) is not variable:
                name = variable.name
                raise ModelError(f"{stated}: found {name} of another problem, expected one of this")
        return scope

    def given(self, variable: Any, value: Value) -> Rule:
        """A clue: this variable has this value. Clues are what a maker may take away."""
        found = self._variable(variable)
        self._check_known(found)
        if value not in found.values:
            raise ModelError(f"{found.name}: found {value!r}, expected one of {_few(found.values)}")
        made = given_as(found, value, origin())
        self.stated.append(made)
        self._built[made.rule] = [made]
        return made.rule

    def clue(self, rule: ClueRule, label: str, mark: str = "", at: Variable | None = None) -> Rule:
        """A clue that is more than a number: a maker may take it away, or let it say more."""
        return self._state(rule, label, clue=True, mark=mark, at=at)

    def _check_value(self, value: Value) -> None:
        """ModelError if a value that is looked for is none that any variable may have."""
        if isinstance(value, Expression) or any(value in x.choices for x in self.known.values()):
            return
        there = dict.fromkeys(each for x in self.known.values() for each in x.values)
        said = f"found the value {value!r}, which no variable has"
        raise ModelError(f"{said}, expected one of {_few([*map(repr, there)])}")

    def _variable(self, given: Any) -> Variable:
        return given if isinstance(given, Variable) else self[given]

    def _all(self, parts: Iterable[Operand] | None) -> list[Operand]:
        if parts is None:
            return list(self.known.values())
        if not isinstance(parts, Iterable):
            said = f"can't take {plainly(str(parts))} for several variables"
            raise ModelError(f"{said}: give them in a list, such as [x, y]")
        return list(parts.values() if isinstance(parts, Mapping) else parts)

    def all_different(
        self, parts: Iterable[Operand] | Operand | None = None, *more: Operand, label: str = ""
    ) -> Rule:
        """No two are equal; all variables unless some are given, in a list or one by one."""
        if more and isinstance(more[-1], str):  # a label may stand last
            more, label = more[:-1], more[-1]
            if label in self.known:
                said = f"{label!r} is the name of a variable, not the variable"
                raise ModelError(f"{said}: write p[{label!r}], or label={label!r} for a label")
        among = [parts, *more] if isinstance(parts, Expression) else self._all(parts)
        return self.state(AllDifferent((), ""), among, label)

    def state(self, rule: Constraint, parts: Iterable[Operand], label: str = "") -> Rule:
        """State a rule of `clew.rules`, or of a class of your own, over these parts."""
        return self._state(Over(rule, self._all(parts)), label)

    def table(
        self, parts: Iterable[Operand], rows: Iterable[Sequence[Value]], label: str = ""
    ) -> Rule:
        """Together they are one of these rows."""
        among = self._all(parts)
        return self.state(listed(rows, len(among)), among, label)

    def where(self, test: Callable[..., bool], *parts: Operand, label: str = "") -> Rule:
        """A function of their values is true."""
        called = getattr(test, "__name__", "rule").replace("<lambda>", "where")
        return self._state(Predicate(called, test, parts), label)

    # ------------------------------------------------------------ expressions

    def digits(self, parts: Iterable[Operand], base: int = 10) -> LinearExpression:
        """The number that they are the digits of, the first digit first."""
        among = self._all(self[part] if isinstance(part, str) else part for part in parts)
        return add_up(base**place * part for place, part in enumerate(reversed(among)))

    def count(self, parts: Iterable[Operand], value: Value) -> LinearExpression:
        """How many of them have this value."""
        self._check_value(value)
        return add_up(part == value for part in self._all(parts))

    def any(self, *rules: Rule | bool, label: str = "") -> Rule:
        """At least one of these holds."""
        return self._state(Either(map(rule, rules)), label)

    def all(self, *rules: Rule | bool, label: str = "") -> Rule:
        """Every one of these holds."""
        return self._state(Both(map(rule, rules)), label)

    def implies(self, first: Rule | bool, then: Rule | bool, label: str = "") -> Rule:
        """If the first holds, so does the other."""
        return self._state(Either((Not((rule(first),)), rule(then))), label)

    def exactly_one(self, *rules: Rule | bool, label: str = "") -> Rule:
        """One of these holds, and no other."""
        return self._state(add_up(map(rule, rules)) == 1, label)

    def element(self, parts: Iterable[Operand], index: Operand) -> Expression:
        """The part at the place, from 0 on, that the index is; the index must be a place."""
        among = self._all(parts)
        if not isinstance(index, Expression):
            raise ModelError(f"found the index {index!r}, expected a variable or an expression")
        found = Measured(Element, (index, *among))
        self._places[found] = (index >= 0) & (index < len(among))
        return found

    def visible(self, parts: Iterable[Operand]) -> Expression:
        """How many are larger than all before them."""
        return Measured(Visible, map(numeric, self._all(parts)))

    # ------------------------------------------------------------ rules of many variables

    def regular(
        self, parts: Iterable[Operand], moves: Mapping[tuple[Value, Value], Value],
        start: Value, accept: Iterable[Value], label: str = "",
    ) -> Rule:  # fmt: skip
        """An automaton accepts the line: `moves` gives the state after a state and a value."""
        return self.state(Regular.stated(moves, start, accept), parts, label)

    def runs(
        self, parts: Iterable[Operand], lengths: Sequence[int], value: Value = 1,
        other: Value = 0, label: str = "",
    ) -> Rule:  # fmt: skip
        """The value stands in runs as long as these, in their order, the other between them."""
        line = self._all(parts)
        return self.state(Runs.of(lengths, len(line), value, other), line, label)

    def lexicographic(
        self, first: Sequence[Operand], second: Sequence[Operand], *, strict: bool = False,
        label: str = "",
    ) -> Rule:  # fmt: skip
        """The first line is not after the second, as words in a dictionary."""
        one, other = self._all(first), self._all(second)
        if len(one) != len(other):
            raise ValueError(f"found {len(one)} and {len(other)} parts, expected as many")
        return self.state(Lex((), "", strict), [*one, *other], label)

    def circuit(self, parts: Iterable[Operand], label: str = "") -> Rule:
        """Each part is the place of the next, from 0 on: one way around through all of them."""
        return self.state(Circuit((), ""), parts, label)

    def connected(
        self, parts: Iterable[Operand], links: Iterable[tuple[int, int]], label: str = "",
        value: Value = None,
    ) -> Rule:  # fmt: skip
        """The parts that are true, or have this value, hang together by links.

        Links are pairs of places among the parts, from 0 on.
        """
        if value is not None:
            self._check_value(value)
        among = self._all(parts)
        return self.state(Connected.stated(links, len(among), value), among, label)

    def pieces(
        self, parts: Iterable[Operand], placements: Mapping[Value, Iterable[Iterable[int]]],
        label: str = "",
    ) -> Rule:  # fmt: skip
        """Each value is a piece that has one of its placements: a set of places, from 0 on."""
        among = self._all(parts)
        return self.state(Pieces.stated(placements, len(among)), among, label)

    # ------------------------------------------------------------ the best answer

    def minimise(self, expression: Operand) -> None:
        """Want an answer for which this is least; `Result.best` says that none is better."""
        self._seek(expression, 1)

    def maximise(self, expression: Operand) -> None:
        """Want an answer for which this is greatest; `Result.best` says that none is better."""
        self._seek(expression, -1)

    def _seek(self, expression: Operand, sign: int) -> None:
        if isinstance(expression, Expression) and (found := [*texts(expression)]):
            way = "minimised" if sign > 0 else "maximised"
            raise ModelError(f"{expression} can't be {way}: it may be {found[0]!r}, and only whole "
                             "numbers can be compared")  # fmt: skip
        objective = LinearExpression.of(expression)
        if not objective.variables():
            raise ModelError(f"found {objective} to optimise, expected variables in it")
        self._check_known(objective)
        deeper((objective.depth,))  # the search compares it with its best
        self._use_parts(objective)
        if self.objective is not None:
            raise ModelError(f"found {objective} to optimise after {self.objective}, expected one")
        self.objective, self.sign = objective, sign


def _choices(values: Iterable[Value]) -> Choices:
    """The values of a variable; ModelError names one that cannot be hashed."""
    if isinstance(values, Choices):
        return values
    if not isinstance(values, Iterable):
        raise ModelError(f"found the values {values!r}, expected several, such as range(5)")
    known = tuple(islice(values, MOST_VALUES + 1))
    if len(known) > MOST_VALUES:
        raise ModelError(
            f"a variable can't have more than {MOST_VALUES:,} values: give fewer, or state a large "
            "number by its digits: p.digits([a, b, c])"
        )
    try:
        return Choices(known)
    except TypeError:
        found = next(value for value in known if not has_hash(value))
        said = f"found the {type(found).__name__} {found!r}"
        raise ModelError(f"{said}, expected a value that can be hashed") from None


def _few(values: Sequence[Value]) -> str:
    return ", ".join(map(str, values[:12])) + ", …" * (len(values) > 12)


__all__ = ["Answer", "ModelError", "Problem"]
