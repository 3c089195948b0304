"""Problem: variables with any values, and rules between them, stated in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from clew.model import place_rules as of_places
from clew.model import rules as named
from clew.model.clues import ClueRule
from clew.model.expressions import (
    Both,
    Either,
    Expression,
    LinearExpression,
    Not,
    Operand,
    Rule,
    Value,
    Variable,
    add_up,
    rule,
)
from clew.model.own import ModelError
from clew.model.puzzle import ModelPuzzle
from clew.model.stated import Answer, Stated, given_as, origin
from clew.model.values import Choices


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

    def variables(
        self, names: str | Iterable[Value], values: Iterable[Value]
    ) -> dict[Any, Variable]:
        """A variable for each name, by name; a text is split at its blanks, or into letters."""
        choices = _choices(values)
        if isinstance(names, str):
            names = names.split() if " " in names else list(names)
        return {name: self.variable(name, choices) for name in names}

    def groups(self, text: str) -> list[list[Variable]]:
        """The variables that a text names: blanks between names, commas between groups."""
        return [[self[name] for name in group.split()] for group in text.split(",")]

    def __getitem__(self, name: Any) -> Variable:
        """The variable of that name; ModelError, with the names there are, if there is none."""
        if name not in self.known:
            there = ", ".join(self.known) or "no variables"
            raise ModelError(f"found the name {name!r}, expected one of {there[:200]}")
        return self.known[name]

    # ------------------------------------------------------------ rules

    def add(self, *rules: Rule | bool, label: str = "") -> None:
        """State rules; `label` is what hints and errors call them."""
        for each in rules:
            self._state(rule(each), label)

    def _state(
        self, each: Rule, label: str = "", clue: bool = False, mark: str = "",
        at: Variable | None = None, called: str = "",
    ) -> None:  # fmt: skip
        if not self._check_known(each):
            names = [part for part in each.parts if isinstance(part, str) and part in self.known]
            hint = (
                f": the name {names[0]!r} is no variable, p[{names[0]!r}] is one" if names else ""
            )
            raise ModelError(
                f"found the rule {each} over no variables, expected at least one{hint}"
            )
        self.stated.append(Stated(each, label, origin(), clue, mark, at, called))

    def _check_known(self, stated: Expression) -> tuple[Variable, ...]:
        """The variables in it, which are of this problem."""
        scope = stated.variables()
        for variable in scope:
            if self.known.get(variable.name) is not variable:
                name = variable.name
                raise ModelError(f"{stated}: found {name} of another problem, expected one of this")
        return scope

    def given(self, variable: Any, value: Value) -> None:
        """A clue: this variable has this value. Clues are what a maker may take away."""
        found = self._variable(variable)
        self._check_known(found)
        if value not in found.values:
            raise ModelError(f"{found.name}: found {value!r}, expected one of {_few(found.values)}")
        self.stated.append(given_as(found, value, origin()))

    def clue(self, rule: ClueRule, label: str, mark: str = "", at: Variable | None = None) -> None:
        """A clue that is more than a number: a maker may take it away, or let it say more."""
        self._state(rule, label, clue=True, mark=mark, at=at)

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
        return list(parts.values() if isinstance(parts, Mapping) else parts)

    def all_different(
        self, parts: Iterable[Operand] | Operand | None = None, *more: Operand, label: str = ""
    ) -> None:
        """No two are equal; all variables unless some are given, in a list or one by one."""
        if more and isinstance(more[-1], str):  # a label may stand last
            more, label = more[:-1], more[-1]
        among = [parts, *more] if isinstance(parts, Expression) else self._all(parts)
        self._state(named.Different(among), label)

    def table(
        self, parts: Iterable[Operand], rows: Iterable[Sequence[Value]], label: str = ""
    ) -> None:
        """Together they are one of these rows."""
        self._state(named.Rows(self._all(parts), rows), label)

    def where(self, test: Callable[..., bool], *parts: Operand, label: str = "") -> None:
        """A function of their values is true."""
        called = getattr(test, "__name__", "rule").replace("<lambda>", "where")
        self._state(named.Predicate(called, test, parts), label)

    # ------------------------------------------------------------ expressions

    def digits(self, parts: Iterable[Operand], base: int = 10) -> LinearExpression:
        """The number that they are the digits of, the first digit first."""
        among = self._all(self[part] if isinstance(part, str) else part for part in parts)
        return add_up(base**place * part for place, part in enumerate(reversed(among)))

    def count(self, parts: Iterable[Operand], value: Value) -> LinearExpression:
        """How many of them have this value."""
        self._check_value(value)
        return add_up(part == value for part in self._all(parts))

    @staticmethod
    def any(*rules: Rule | bool) -> Rule:
        """At least one of these holds."""
        return Either(map(rule, rules))

    @staticmethod
    def all(*rules: Rule | bool) -> Rule:
        """Every one of these holds."""
        return Both(map(rule, rules))

    @staticmethod
    def implies(first: Rule | bool, then: Rule | bool) -> Rule:
        """If the first holds, so does the other."""
        return Either((Not((rule(first),)), rule(then)))

    def exactly_one(self, *rules: Rule | bool, label: str = "") -> None:
        """One of these holds, and no other."""
        self._state(add_up(map(rule, rules)) == 1, label)

    def element(self, parts: Iterable[Operand], index: Operand) -> Expression:
        """The part at the place, from 0 on, that the index is; the index must be a place."""
        among = self._all(parts)
        if not isinstance(index, Expression):
            raise ModelError(f"found the index {index!r}, expected a variable or an expression")
        self._state((index >= 0) & (index < len(among)), f"{index} is a place")
        return named.ElementOf(index, among)

    def visible(self, parts: Iterable[Operand]) -> Expression:
        """How many are larger than all before them."""
        return named.VisibleCount(self._all(parts))

    # ------------------------------------------------------------ rules of many variables

    def regular(
        self, parts: Iterable[Operand], moves: Mapping[tuple[Value, Value], Value],
        start: Value, accept: Iterable[Value], label: str = "",
    ) -> None:  # fmt: skip
        """An automaton accepts the line: `moves` gives the state after a state and a value."""
        self._state(named.RegularRule(self._all(parts), moves, start, accept), label)

    def runs(
        self, parts: Iterable[Operand], lengths: Sequence[int], value: Value = 1,
        other: Value = 0, label: str = "",
    ) -> None:  # fmt: skip
        """The value stands in runs as long as these, in their order, the other between them."""
        self._state(named.Runs(self._all(parts), lengths, value, other), label)

    def lexicographic(
        self, first: Sequence[Operand], second: Sequence[Operand], *, strict: bool = False,
        label: str = "",
    ) -> None:  # fmt: skip
        """The first line is not after the second, as words in a dictionary."""
        self._state(named.Lexicographic(list(first), list(second), strict), label)

    def circuit(self, parts: Iterable[Operand], label: str = "") -> None:
        """Each part is the place of the next, from 0 on: one way around through all of them."""
        self._state(of_places.CircuitRule(self._all(parts)), label)

    def connected(
        self, parts: Iterable[Operand], links: Iterable[tuple[int, int]], label: str = "",
        value: Value = None,
    ) -> None:  # fmt: skip
        """The parts that are true, or have this value, hang together by links.

        Links are pairs of places among the parts, from 0 on.
        """
        if value is not None:
            self._check_value(value)
        self._state(of_places.ConnectedRule(self._all(parts), links, value), label)

    def pieces(
        self, parts: Iterable[Operand], placements: Mapping[Value, Iterable[Iterable[int]]],
        label: str = "",
    ) -> None:  # fmt: skip
        """Each value is a piece that has one of its placements: a set of places, from 0 on."""
        self._state(of_places.Pieces(self._all(parts), placements), label)

    # ------------------------------------------------------------ the best answer

    def minimise(self, expression: Operand) -> None:
        """Want an answer for which this is least; `Result.best` says that none is better."""
        self._seek(LinearExpression.of(expression), 1)

    def maximise(self, expression: Operand) -> None:
        """Want an answer for which this is greatest; `Result.best` says that none is better."""
        self._seek(LinearExpression.of(expression), -1)

    def _seek(self, objective: LinearExpression, sign: int) -> None:
        if not objective.variables():
            raise ModelError(f"found {objective} to optimise, expected variables in it")
        self._check_known(objective)
        if self.objective is not None:
            raise ModelError(f"found {objective} to optimise after {self.objective}, expected one")
        self.objective, self.sign = objective, sign


def _choices(values: Iterable[Value]) -> Choices:
    """The values of a variable; ModelError names one that cannot be hashed."""
    if isinstance(values, Choices):
        return values
    if not isinstance(values, Iterable):
        raise ModelError(f"found the values {values!r}, expected several, such as range(5)")
    known = tuple(values)
    try:
        return Choices(known)
    except TypeError:
        found = next(value for value in known if not _has_hash(value))
        said = f"found the {type(found).__name__} {found!r}"
        raise ModelError(f"{said}, expected a value that can be hashed") from None


def _has_hash(value: Value) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _few(values: Sequence[Value]) -> str:
    return ", ".join(map(str, values[:12])) + ", …" * (len(values) > 12)


__all__ = ["Answer", "ModelError", "Problem"]
