"""Problem: define a puzzle by its variables and the rules between them.

A problem is a puzzle like any other: it has a text, clues, and a board to fill in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from operator import methodcaller
from typing import TYPE_CHECKING, Any, ClassVar, Self

from clew import rules
from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.pen import Drawing, Text
from clew.core.arguments import advice, plainly, shown
from clew.core.candidates import Eliminations, RuleEliminations
from clew.core.deadline import uncollected
from clew.core.errors import Stopped
from clew.core.faces import CSP, Faces
from clew.core.grid import SYMBOLS
from clew.core.look import Brief
from clew.core.puzzle import BLANKS, CellPuzzle, placed
from clew.model.checking import Check, checker
from clew.model.compiling import Compiler
from clew.model.encoding import Encoding
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
from clew.model.own import CHANGED, ModelError, Own, check_name, drawn
from clew.model.stated import (
    ClueRule,
    Solution,
    Stated,
    given_as,
    origin,
    parts_of,
    value_stated,
)
from clew.model.unused import report_once
from clew.rules.rule import Constraint
from clew.rules.table import listed

if TYPE_CHECKING:
    from clew.generators.maker import Maker
    from clew.model.explaining import ProblemWords
    from clew.search.csp.rulebook import Rulebook

MOST_VALUES = 1_000_000
"""The maximum number of values of a variable; more would take gigabytes."""
KEPT = ("_compiled", "_kept", "_names", "_spelled")
"""The attributes that cache data derived from the rules."""
FEW_SOLUTIONS = 20
"""The number of solutions to check rule by rule before generating code for it."""
FEW_RULES = 500
"""The number of rules that are compiled so fast that collecting garbage costs little."""
MOST_LISTED = 40
"""The maximum number of rules to list next to the board."""


class Variables(dict[Any, Variable]):
    """A dictionary of variables by name. Iterating over it yields the variables, not the names.

    >>> import clew
    >>> problem = clew.Problem("sum")
    >>> a, b, c = letters = problem.variables("a b c", range(3))
    >>> sum(letters) == 5, letters["b"] is b
    (a + b + c == 5, True)
    """

    def __iter__(self) -> Iterator[Variable]:
        return iter(self.values())


class Compiled:
    """The compiled rules of a problem, valid until a rule or a variable is added."""

    def __init__(
        self, known: Mapping[str, Variable], stated: Sequence[Stated],
        cost: LinearExpression | None = None,
    ) -> None:  # fmt: skip
        self.size = len(known), len(stated)
        self.variables, self.rules = tuple(known.values()), [each.rule for each in stated]
        self._stated, self._cost = list(stated), cost
        self._checks = 0
        self._checker: Check | None = None

    @cached_property
    def whole(self) -> tuple[CSP, Encoding]:
        """The CSP, and the encoding of its values. Checking solutions doesn't need them."""
        if len(self._stated) <= FEW_RULES:
            return self._compile(Compiler(self.variables))
        with uncollected():  # looking for garbage would take as long as the rest
            return self._compile(Compiler(self.variables))

    def _compile(self, compiler: Compiler) -> tuple[CSP, Encoding]:
        each = None
        try:
            for each in self._stated:
                compiler.add(each.rule, each.label)
            if self._cost is not None:
                each = Stated(self._cost <= 0, str(self._cost))
                compiler.minimise(self._cost)
        except Stopped:
            raise
        except Exception as error:
            assert each is not None
            raise _misstated(each, error) from error
        return compiler.csp()

    @property
    def csp(self) -> CSP:
        return self.whole[0]

    @property
    def encoding(self) -> Encoding:
        return self.whole[1]

    def check(self, values: Sequence[Any]) -> list[bool]:
        """Return for each rule whether it holds, using generated code after a few calls."""
        self._checks += 1
        if self._checks <= FEW_SOLUTIONS:
            of = dict(zip(self.variables, values, strict=True))
            return [bool(rule.value(of)) for rule in self.rules]
        if self._checker is None:
            self._checker = checker(self.variables, self.rules)
        return self._checker(values)


@contextmanager
def naming(each: Stated) -> Iterator[None]:
    """Make an error inside this block name the rule, its file and its line."""
    try:
        yield
    except Stopped:
        raise
    except Exception as error:
        raise _misstated(each, error) from error


def _misstated(each: Stated, error: Exception) -> ModelError:
    """Return an error that names the rule, its file and its line."""
    from pathlib import Path

    file, line = each.place
    said = f"raised {type(error).__name__}: {error}"
    if isinstance(error, ModelError):
        said = str(error)
    return ModelError(f"{Path(file).name}:{line}: the rule {each.label} {said}")


class Problem(CellPuzzle[Solution], Own[Solution]):
    """A puzzle that you define with variables and the rules that they must obey.

    Create variables with `variable` or `variables`, and add rules with `add` or with the methods
    named after them, such as `all_different`. Then solve it like any other puzzle.

    Args:
        name: what to call the puzzle, for example in its id.
        title: the heading of its pictures and pages; the name by default.
        summary: one sentence about the puzzle.
        show: a function that turns a solution into lines of text. By default every variable has
            a line.

    >>> import clew
    >>> problem = clew.Problem("sum")
    >>> x, y = (problem.variable(name, range(10)) for name in "xy")
    >>> problem.add(x + y == 12, x * y == 35, x < y)
    >>> clew.solve(problem).solution
    {'x': 5, 'y': 7}
    """

    faces: ClassVar[Faces] = Faces({CSP: methodcaller("csp")})
    show: Callable[[Solution], str] | None = None
    objective: LinearExpression | None = None
    sign: int = 1
    _compiled: Compiled | None = None
    _minimises: bool = False
    """True if the costs belong in the CSP, where only a strategy that improves reads them."""
    shapes: tuple[tuple[str, str], ...] = ()
    """Pairs of a symbol and the shape to draw in its place, as in `Board`."""
    head: str | None = None
    """The text before the clues, for a kind whose text is a list of clues with commas."""
    complete: ClassVar[bool] = False
    """True if the text has no clues to take away. A maker then tries texts until one has a unique
    solution."""
    sparse: ClassVar[bool] = False
    """True if a maker should drop every clue that isn't needed, because there are far too many."""

    def __init__(
        self, name: str = "problem", *, title: str = "", summary: str = "",
        show: Callable[[Solution], str] | None = None,
    ) -> None:  # fmt: skip
        self.known: dict[str, Variable]
        self.stated: list[Stated]
        self._built: dict[Rule, list[Stated]]
        """The rules that a method added, until they become part of another rule."""
        self._places: dict[Expression, Rule]
        """For each `element` that no rule uses yet, the rule that keeps its index in range."""
        check_name(name)
        vars(self).update(name=name, title=title, known={}, stated=[], _built={}, _places={})
        if summary:
            self.summary = summary  # type: ignore[misc]
        if show is not None:
            self.show = show

    def __repr__(self) -> str:
        from clew.board.text import plural

        rules = f"{plural(len(self.known), 'variable')}, {plural(len(self.stated), 'rule')}"
        return f"<{type(self).__name__} {self.name}: {rules}>"

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the caches; they're rebuilt on demand."""
        return {name: value for name, value in vars(self).items() if name not in KEPT}

    def _copy(self, stated: Sequence[Stated] | None = None) -> Self:
        made = object.__new__(type(self))
        rules = list(self.stated if stated is None else stated)
        own = {"known": dict(self.known), "_built": dict(self._built), "_compiled": None}
        vars(made).update(vars(self), stated=rules, **own)
        vars(made).pop("stated_as", None)
        return made

    # ------------------------------------------------------------ variables

    def variable(self, name: Value, values: Iterable[Value]) -> Variable:
        """Create a variable that takes one of these values.

        Args:
            name: its name, which must be new in this problem.
            values: the values that it can take, such as `range(10)` or `["red", "green"]`. Any
                hashable values will do.

        Returns:
            The variable. Use it in expressions such as `x + y == 12`.

        Raises:
            ModelError: if the name is taken, or if the values are empty, too many or unhashable.

        >>> import clew
        >>> problem = clew.Problem("one")
        >>> x = problem.variable("x", range(5))
        >>> problem.add(x * x == 9)
        >>> clew.solve(problem).solution
        {'x': 3}
        """
        found = Variable(str(name), _choices(values), len(self.known))
        if not found.values:
            said = f"variable {found.name!r} has no values"
            raise ModelError(f"{said}: give it at least one, such as range(5)")
        if found.name in self.known:
            raise ModelError(f"variable {found.name!r} already exists: choose another name")
        self.known[found.name] = found
        return found

    def variables(self, names: str | Iterable[Value], values: Iterable[Value]) -> Variables:
        """Create several variables that take the same values.

        Args:
            names: a list of names, or a string that is split at its spaces, or into its letters
                if it has none.
            values: the values that each of them can take.

        Returns:
            The variables by name. Iterating yields the variables, so you can unpack them.

        Raises:
            ModelError: if a name is taken, or if the values are empty, too many or unhashable.

        >>> import clew
        >>> problem = clew.Problem("letters")
        >>> s, e, n, d = problem.variables("send", range(10))
        >>> problem.variables("left right", range(10))["left"]
        left
        """
        choices = _choices(values)
        if isinstance(names, str):
            names = names.split() if " " in names else list(names)
        return Variables({name: self.variable(name, choices) for name in names})

    def groups(self, text: str) -> list[list[Variable]]:
        """Look up variables by name, in groups.

        Args:
            text: names with spaces between them, and commas between groups.

        Returns:
            A list of variables for each group.

        Raises:
            ModelError: if a name doesn't belong to any variable.

        >>> import clew
        >>> problem = clew.Problem("two lines")
        >>> v = problem.variables("abcd", range(4))
        >>> problem.groups("a b, c d")
        [[a, b], [c, d]]
        """
        if not isinstance(text, str):
            said = f"can't read groups of variables from {shown(text)}"
            raise ModelError(f"{said}: pass a string, such as 'a b, c d'")
        return [[self[name] for name in group.split()] for group in text.split(",")]

    def __getitem__(self, name: Any) -> Variable:
        """Return the variable with this name, or raise ModelError with the closest names."""
        found = self.known.get(name) if has_hash(name) else None
        if found is None:
            fix = _advice(name, list(self.known)) if self.known else "this problem has none yet"
            raise ModelError(f"there's no variable {shown(name)}: {fix}")
        return found

    # ------------------------------------------------------------ rules

    def add(self, *rules: Rule | Variable | bool, label: str = "") -> None:
        """Add rules to the problem.

        Methods such as `all_different` add the rule that they build. Adding such a rule again only
        changes its label.

        Args:
            *rules: comparisons such as `x + y == 12`, or rules joined by `&`, `|` and `~`.
            label: what to call the rules in hints and errors; by default they're written out.

        Raises:
            TypeError: if an argument isn't a rule.
            ModelError: if a rule has no variables, or has a variable of another problem.

        >>> import clew
        >>> problem = clew.Problem("labelled")
        >>> x, y = problem.variables("xy", range(3))
        >>> problem.add(x < y, label="x is the smaller")
        >>> problem.check({"x": 2, "y": 1})
        ['x is the smaller']
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
        """Add a rule that a method built, and return it.

        If it later becomes part of another rule, such as `~rule`, only the other one counts.
        """
        self._built[each] = [self._record(each, label, clue, mark, at, called)]
        return each

    def _together(self, name: str, rules: Iterable[Rule]) -> Rule:
        """Join rules that one call added, so that they can be part of another rule."""
        whole = Group(name, rules)
        self._built[whole] = [each for part in whole.parts for each in self._built.pop(part)]
        return whole

    def _record(
        self, each: Rule, label: str = "", clue: bool = False, mark: str = "",
        at: Variable | None = None, called: str | Callable[[Rule], str] = "",
    ) -> Stated:  # fmt: skip
        """Check a rule and append it to the problem."""
        if not self._check_known(each) and not each.is_constant():
            names = [part for part in each.parts if isinstance(part, str) and part in self.known]
            fix = "give it at least one variable"
            if names:
                fix = f"{names[0]!r} is only the name of one, so write p[{names[0]!r}]"
            said = f"the rule {each}" if str(each) else "this rule"
            raise ModelError(f"{said} has no variables: {fix}")
        if mark and re.search("[{}]", mark.replace("{}", "", 1)):
            said = f"can't write the mark {mark!r}"
            raise ModelError(f"{said}: use {{}} once, where the number goes, and no other braces")
        self._use_parts(each)
        made = Stated(each, label, origin(), clue, mark, at, called)
        self.stated.append(made)
        return made

    def _use_parts(self, whole: Expression) -> None:
        """Remove the parts of an expression that were added as rules; add what its indexes need."""
        for part in whole.within() if self._built or self._places else ():
            for stated in self._built.pop(part, ()):  # type: ignore[call-overload]
                at = next(n for n in reversed(range(len(self.stated))) if self.stated[n] is stated)
                del self.stated[at]
                self._forget()
            if (needed := self._places.pop(part, None)) is not None:
                self._record(needed, f"{part.parts[0]} is an index in range")

    def _check_known(self, stated: Expression) -> tuple[Variable, ...]:
        """Return the variables of an expression, or raise ModelError if one isn't ours."""
        scope = stated.variables()
        for variable in scope:
            if self.known.get(name := variable.name) is not variable:
                where = "" if str(stated) == name else f" in {stated}"
                said = f"the variable {name}{where} belongs to another problem"
                raise ModelError(f"{said}: create it with this problem's variable(...)")
        return scope

    def given(self, variable: Any, value: Value) -> Rule:
        """Give a variable its value, as a clue.

        A maker may take clues away, or change them; rules that you `add` always stay.

        Args:
            variable: the variable, or its name.
            value: one of its values.

        Returns:
            The rule, for example `x == 3`.

        Raises:
            ModelError: if the variable isn't part of this problem, or can't have the value.

        >>> import clew
        >>> problem = clew.Problem("given")
        >>> x = problem.variable("x", range(5))
        >>> problem.given(x, 3)
        x == 3
        """
        found = self._variable(variable)
        self._check_known(found)
        if value not in found.values:
            said = f"{found.name} can't be {shown(value)}"
            raise ModelError(f"{said}: {_advice(value, found.values)}")
        made = given_as(found, value, origin())
        self.stated.append(made)
        self._built[made.rule] = [made]
        return made.rule

    def clue(self, rule: ClueRule, label: str, mark: str = "", at: Variable | None = None) -> Rule:
        """Add a clue that is more than the value of a variable.

        A maker may take it away, or give it the number that fits a new solution.

        Args:
            rule: the clue, with a function from a solution to the number that fits it.
            label: what to call it in hints and errors.
            mark: how to write it on the board, with `{}` for its number.
            at: the variable whose cell shows the mark; by default the first of the rule.

        Returns:
            The rule itself.

        Raises:
            ModelError: if the rule has no variables of this problem, or the mark has other braces.
        """
        return self._state(rule, label, clue=True, mark=mark, at=at)

    def _check_value(self, value: Value) -> None:
        """Raise ModelError if no variable can have this value."""
        if isinstance(value, Expression) or any(value in x.choices for x in self.known.values()):
            return
        there = list(dict.fromkeys(each for x in self.known.values() for each in x.values))
        fix = _advice(value, there) if there else "create the variables first"
        raise ModelError(f"no variable can be {shown(value)}: {fix}")

    def _variable(self, given: Any) -> Variable:
        return given if isinstance(given, Variable) else self[given]

    def _all(self, parts: Iterable[Operand] | None) -> list[Operand]:
        if parts is None:
            return list(self.known.values())
        if not isinstance(parts, Iterable):
            said = f"{plainly(str(parts))} isn't a list of variables"
            raise ModelError(f"{said}: pass several in a list, such as [x, y]")
        return list(parts.values() if isinstance(parts, Mapping) else parts)

    def all_different(
        self, parts: Iterable[Operand] | Operand | None = None, *more: Operand, label: str = ""
    ) -> Rule:
        """Require that no two of these have the same value.

        Args:
            parts: a list of variables or expressions, or the first of them; by default, all
                variables.
            *more: the others, if you pass them one by one.
            label: what to call the rule in hints and errors. It may also be the last argument.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if there are no variables, or one belongs to another problem.

        >>> import clew
        >>> problem = clew.Problem("different")
        >>> x, y, z = problem.variables("xyz", range(3))
        >>> problem.all_different(x, y, z)
        all_different(x, y, z)
        >>> clew.count(problem)
        6
        """
        if more and isinstance(more[-1], str):  # the label may come last
            more, label = more[:-1], more[-1]
            if label in self.known:
                said = f"{label!r} is the name of a variable, not the variable itself"
                raise ModelError(f"{said}: write p[{label!r}], or label={label!r} for a label")
        among = [parts, *more] if isinstance(parts, Expression) else self._all(parts)
        return self.state(rules.AllDifferent((), ""), among, label)

    def state(self, rule: Constraint, parts: Iterable[Operand], label: str = "") -> Rule:
        """Add a rule from `clew.rules`, or from a class of your own.

        Args:
            rule: the rule, with an empty scope and label.
            parts: the variables or expressions that it's about.
            label: what to call it in hints and errors.

        Returns:
            The rule over these parts, which is already added.

        Raises:
            ModelError: if there are no variables, or one belongs to another problem.

        >>> import clew
        >>> from clew.rules import Circuit
        >>> problem = clew.Problem("round trip")
        >>> stops = problem.variables("abc", range(3))
        >>> problem.state(Circuit((), ""), stops)
        circuit(a, b, c)
        """
        return self._state(Over(rule, self._all(parts)), label)

    def table(
        self, parts: Iterable[Operand], rows: Iterable[Sequence[Value]], label: str = ""
    ) -> Rule:
        """Require that the values of these form one of the listed rows.

        Args:
            parts: variables or expressions.
            rows: the allowed combinations, each with a value per part.
            label: what to call the rule in hints and errors.

        Returns:
            The rule, which is already added.

        Raises:
            ValueError: if a row doesn't have a value per part, or if there are too many rows.
            ModelError: if there are no variables, or one belongs to another problem.

        >>> import clew
        >>> problem = clew.Problem("pairs")
        >>> x, y = problem.variables("xy", range(9))
        >>> rule = problem.table([x, y], [(1, 2), (3, 4)])
        >>> clew.count(problem)
        2
        """
        among = self._all(parts)
        return self.state(listed(rows, len(among)), among, label)

    def where(self, test: Callable[..., bool], *parts: Operand, label: str = "") -> Rule:
        """Require that a Python function returns True for the values of these.

        Use it for whatever the other rules can't express. It's slower than they are: the function
        is called for many combinations of values.

        Args:
            test: a function with as many arguments as there are parts.
            *parts: variables or expressions.
            label: what to call the rule in hints and errors; by default the function's name.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if there are no variables, or one belongs to another problem.

        >>> import clew
        >>> problem = clew.Problem("digit sums")
        >>> x = problem.variable("x", range(100))
        >>> rule = problem.where(lambda n: sum(map(int, str(n))) == 17, x)
        >>> clew.count(problem)
        2
        """
        called = getattr(test, "__name__", "rule").replace("<lambda>", "where")
        return self._state(Predicate(called, test, parts), label)

    # ------------------------------------------------------------ expressions

    def digits(self, parts: Iterable[Operand], base: int = 10) -> LinearExpression:
        """Build the number that these digits form.

        Args:
            parts: variables, names of variables or expressions, the most significant digit first.
            base: the base of the number system.

        Returns:
            An expression; use it in a rule.

        Raises:
            ModelError: if a name doesn't belong to any variable.
            TypeError: if a part can be something other than a whole number.

        >>> import clew
        >>> problem = clew.Problem("square")
        >>> a, b = problem.variables("ab", range(10))
        >>> problem.digits("ab")
        b + 10*a
        >>> problem.add(problem.digits("ab") == 36)
        >>> clew.solve(problem).solution
        {'a': 3, 'b': 6}
        """
        among = self._all(self[part] if isinstance(part, str) else part for part in parts)
        return add_up(base**place * part for place, part in enumerate(reversed(among)))

    def count(self, parts: Iterable[Operand], value: Value) -> LinearExpression:
        """Count how many of these have a value.

        Args:
            parts: variables or expressions.
            value: the value to count, or an expression.

        Returns:
            An expression; use it in a rule.

        Raises:
            ModelError: if no variable can have the value.

        >>> import clew
        >>> problem = clew.Problem("coins")
        >>> coins = problem.variables("abc", ["heads", "tails"])
        >>> problem.add(problem.count(coins, "heads") == 2)
        >>> clew.count(problem)
        3
        """
        self._check_value(value)
        return add_up(part == value for part in self._all(parts))

    def any(self, *rules: Rule | Variable | bool, label: str = "") -> Rule:
        """Require that at least one of these rules holds.

        Args:
            *rules: the rules.
            label: what to call the new rule in hints and errors.

        Returns:
            The new rule, which is already added.

        Raises:
            TypeError: if an argument isn't a rule.
            ModelError: if there are no variables, or one belongs to another problem.
        """
        return self._state(Either(map(rule, rules)), label)

    def all(self, *rules: Rule | Variable | bool, label: str = "") -> Rule:
        """Require that all of these rules hold.

        Args:
            *rules: the rules.
            label: what to call the new rule in hints and errors.

        Returns:
            The new rule, which is already added. Write `~rule` to require the opposite.

        Raises:
            TypeError: if an argument isn't a rule.
            ModelError: if there are no variables, or one belongs to another problem.
        """
        return self._state(Both(map(rule, rules)), label)

    def implies(
        self, first: Rule | Variable | bool, then: Rule | Variable | bool, label: str = ""
    ) -> Rule:
        """Require that if the first rule holds, so does the second.

        Args:
            first: the condition.
            then: the consequence.
            label: what to call the new rule in hints and errors.

        Returns:
            The new rule, which is already added.

        Raises:
            TypeError: if an argument isn't a rule.
            ModelError: if there are no variables, or one belongs to another problem.

        >>> import clew
        >>> problem = clew.Problem("if")
        >>> x, y = problem.variables("xy", range(2))
        >>> rule = problem.implies(x == 1, y == 1)
        >>> clew.count(problem)
        3
        """
        return self._state(Either((Not((rule(first),)), rule(then))), label)

    def exactly_one(self, *rules: Rule | Variable | bool, label: str = "") -> Rule:
        """Require that exactly one of these rules holds.

        Args:
            *rules: the rules.
            label: what to call the new rule in hints and errors.

        Returns:
            The new rule, which is already added.

        Raises:
            TypeError: if an argument isn't a rule.
            ModelError: if there are no variables, or one belongs to another problem.
        """
        return self._state(add_up(map(rule, rules)) == 1, label)

    def element(self, parts: Iterable[Operand], index: Operand) -> Expression:
        """Pick one of several parts by an index that is itself unknown.

        Args:
            parts: variables, expressions or constants.
            index: a variable or an expression, which counts from 0. Using the result in a rule
                also requires that the index is in range.

        Returns:
            An expression with the value of the part at the index; use it in a rule.

        Raises:
            ModelError: if the index is a constant.

        >>> import clew
        >>> problem = clew.Problem("prices")
        >>> choice = problem.variable("choice", range(9))
        >>> problem.add(problem.element([30, 10, 20], choice) == 20)
        >>> clew.solve(problem).solution
        {'choice': 2}
        """
        among = self._all(parts)
        if not isinstance(index, Expression):
            said = f"an element can't have the constant index {shown(index)}"
            raise ModelError(f"{said}: pass a variable or an expression, or use that part itself")
        found = Measured(rules.Element, (index, *among))
        self._places[found] = (index >= 0) & (index < len(among))
        return found

    def max(self, parts: Iterable[Operand] | Operand, *more: Operand) -> Expression:
        """Return the largest of several numbers.

        Args:
            parts: a list of variables, expressions and numbers, or the first of them.
            *more: the others, if you pass them one by one.

        Returns:
            An expression; use it in a rule, or as the objective.

        Raises:
            ModelError: if there are no parts.
            TypeError: if a part can be something other than a whole number.

        >>> import clew
        >>> problem = clew.Problem("two tasks")
        >>> a, b = ends = problem.variables("ab", range(3, 9))
        >>> problem.add(abs(a - b) == 2)
        >>> problem.minimise(problem.max(ends))
        >>> clew.solve(problem).cost
        5
        """
        return self._extreme(rules.Maximum, parts, more)

    def min(self, parts: Iterable[Operand] | Operand, *more: Operand) -> Expression:
        """Return the smallest of several numbers.

        Args:
            parts: a list of variables, expressions and numbers, or the first of them.
            *more: the others, if you pass them one by one.

        Returns:
            An expression; use it in a rule, or as the objective.

        Raises:
            ModelError: if there are no parts.
            TypeError: if a part can be something other than a whole number.
        """
        return self._extreme(rules.Minimum, parts, more)

    def _extreme(
        self,
        rule: type[rules.Maximum],
        parts: Iterable[Operand] | Operand,
        more: Sequence[Operand],
    ) -> Expression:
        given = not isinstance(parts, Iterable) or isinstance(parts, str)
        among = [parts, *more] if given or more else self._all(parts)
        if not among:
            raise ModelError(f"{rule.word} needs at least one part: pass a list, such as [x, y]")
        numbers = [*map(numeric, among)]
        if len(numbers) == 1:
            return LinearExpression.of(numbers[0])
        return Measured(rule, numbers)

    def visible(self, parts: Iterable[Operand]) -> Expression:
        """Count the parts that are larger than all before them, like towers seen from one end.

        Args:
            parts: variables or expressions with whole numbers, the nearest first.

        Returns:
            An expression; use it in a rule.

        Raises:
            TypeError: if a part can be something other than a whole number.

        >>> import clew
        >>> problem = clew.Problem("towers")
        >>> row = problem.variables("abc", range(1, 4))
        >>> rule = problem.all_different(row)
        >>> problem.add(problem.visible(row) == 3)
        >>> clew.solve(problem).solution
        {'a': 1, 'b': 2, 'c': 3}
        """
        return Measured(rules.Visible, map(numeric, self._all(parts)))

    # ------------------------------------------------------------ rules of many variables

    def regular(
        self, parts: Iterable[Operand], moves: Mapping[tuple[Value, Value], Value],
        start: Value, accept: Iterable[Value], label: str = "",
    ) -> Rule:  # fmt: skip
        """Require that a finite automaton accepts the values, read in order.

        Args:
            parts: variables or expressions.
            moves: the next state for each pair of a state and a value. A pair that's missing
                means that the automaton rejects the line.
            start: the first state.
            accept: the states in which the line may end.
            label: what to call the rule in hints and errors.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if there are no variables, or one belongs to another problem.

        >>> import clew
        >>> problem = clew.Problem("never two ones in a row")
        >>> line = problem.variables("abc", range(2))
        >>> moves = {("any", 0): "any", ("any", 1): "one", ("one", 0): "any"}
        >>> rule = problem.regular(line, moves, "any", ["any", "one"])
        >>> clew.count(problem)
        5
        """
        return self.state(rules.Regular.stated(moves, start, accept), parts, label)

    def runs(
        self, parts: Iterable[Operand], lengths: Sequence[int], value: Value = 1,
        other: Value = 0, label: str = "",
    ) -> Rule:  # fmt: skip
        """Require that a value forms runs of these lengths, as in a nonogram.

        Args:
            parts: variables or expressions, in order.
            lengths: the length of each run, in order.
            value: the value that forms the runs.
            other: the value of the parts before, between and after the runs.
            label: what to call the rule in hints and errors.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if there are no variables, or one belongs to another problem.

        >>> import clew
        >>> problem = clew.Problem("row")
        >>> row = problem.variables("abcde", range(2))
        >>> rule = problem.runs(row, [3, 1])
        >>> clew.solve(problem).solution.values()
        dict_values([1, 1, 1, 0, 1])
        """
        line = self._all(parts)
        return self.state(rules.Runs.of(lengths, len(line), value, other), line, label)

    def lexicographic(
        self, first: Sequence[Operand], second: Sequence[Operand], *, strict: bool = False,
        label: str = "",
    ) -> Rule:  # fmt: skip
        """Require that the first line doesn't come after the second in dictionary order.

        Args:
            first: variables or expressions.
            second: as many of them.
            strict: whether to also forbid that the two lines are equal.
            label: what to call the rule in hints and errors.

        Returns:
            The rule, which is already added.

        Raises:
            ValueError: if one line is longer than the other.
            ModelError: if there are no variables, or one belongs to another problem.
        """
        one, other = self._all(first), self._all(second)
        if len(one) != len(other):
            said = f"can't compare lines of {len(one)} and {len(other)} parts"
            raise ValueError(f"{said}: make them equally long")
        return self.state(rules.Lex((), "", strict), [*one, *other], label)

    def circuit(
        self, parts: Iterable[Operand], label: str = "",
        optional: bool | Iterable[Rule | Variable] = False,
    ) -> Rule:  # fmt: skip
        """Require that the parts form one round trip.

        Args:
            parts: variables or expressions. The value of each is the index of the part that comes
                next, counted from 0.
            label: what to call the rule in hints and errors.
            optional: whether parts may be left out of the trip. The value of such a part is its
                own index. You can also pass a rule or a 0/1 variable for each part, which holds
                if the part is on the trip.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if there are no variables, or one belongs to another problem.

        >>> import clew
        >>> problem = clew.Problem("round trips")
        >>> rule = problem.circuit(problem.variables("abcd", range(4)))
        >>> clew.count(problem)
        6
        >>> problem = clew.Problem("shorter trips")
        >>> rule = problem.circuit(problem.variables("abc", range(3)), optional=True)
        >>> clew.count(problem)
        6
        """
        stops = self._all(parts)
        trip = self.state(rules.Circuit((), "", optional=optional is not False), stops, label)
        if isinstance(optional, bool):
            return trip
        visits = [rule(each) for each in self._all(optional)]
        if len(visits) != len(stops):
            from clew.board.text import plural

            said = f"a circuit of {len(stops)} parts can't have {plural(len(visits), 'condition')}"
            raise ModelError(f"{said}: pass one for each part")
        whether = [
            self._state((stop != at) == visit, label)
            for at, (stop, visit) in enumerate(zip(stops, visits, strict=True))
        ]
        return self._together(str(trip), [trip, *whether])

    def connected(
        self, parts: Iterable[Operand], links: Iterable[tuple[int, int]], label: str = "",
        value: Value = None,
    ) -> Rule:  # fmt: skip
        """Require that the chosen parts are connected.

        Args:
            parts: variables or expressions, such as the cells of a grid.
            links: pairs of neighbours, as indexes of the parts from 0 on. A grid has them as
                `grid.links`.
            label: what to call the rule in hints and errors.
            value: the value of the chosen parts; by default, those that are true are chosen.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if a link doesn't join two parts, or no variable can have the value, or
                there are no variables.

        >>> import clew
        >>> problem = clew.Problem("line")
        >>> line = problem.variables("abc", range(2))
        >>> rule = problem.connected(line, [(0, 1), (1, 2)])
        >>> clew.count(problem)
        7
        """
        if value is not None:
            self._check_value(value)
        among = self._all(parts)
        return self.state(rules.Connected.stated(links, len(among), value), among, label)

    def pieces(
        self, parts: Iterable[Operand], placements: Mapping[Value, Iterable[Iterable[int]]],
        label: str = "",
    ) -> Rule:  # fmt: skip
        """Require that each piece lies in one of its placements.

        Args:
            parts: variables or expressions, such as the cells of a grid.
            placements: for each piece, which is a value, the lists of parts that it can cover, as
                indexes from 0 on.
            label: what to call the rule in hints and errors.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if a placement contains an index that isn't a part, or there are no
                variables.

        >>> import clew
        >>> problem = clew.Problem("two dominoes")
        >>> cells = problem.variables("abcd", [1, 2])
        >>> rule = problem.pieces(cells, {1: [[0, 1], [1, 2]], 2: [[2, 3], [0, 3]]})
        >>> clew.count(problem)
        2
        """
        among = self._all(parts)
        return self.state(rules.Pieces.stated(placements, len(among)), among, label)

    # ------------------------------------------------------------ tasks and bins

    def disjunctive(
        self, starts: Iterable[Operand], durations: Iterable[int], label: str = ""
    ) -> Rule:
        """Require that no two tasks overlap, as on a machine that does one at a time.

        Args:
            starts: variables or expressions, the time at which each task starts.
            durations: how long each task takes, as whole numbers.
            label: what to call the rule in hints and errors.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if there isn't a duration of 0 or more for each task, or there are no
                variables.
            TypeError: if a start can be something other than a whole number.

        >>> import clew
        >>> problem = clew.Problem("one oven")
        >>> bread, cake = problem.variables(["bread", "cake"], range(6))
        >>> rule = problem.disjunctive([bread, cake], [3, 2])
        >>> problem.add(cake < bread)
        >>> problem.minimise(bread + 3)
        >>> clew.solve(problem).solution
        {'bread': 2, 'cake': 0}
        """
        among = [*map(numeric, self._all(starts))]
        return self.state(rules.Disjunctive.stated(durations, len(among)), among, label)

    def cumulative(
        self, starts: Iterable[Operand], durations: Iterable[int], demands: Iterable[int],
        capacity: int, label: str = "",
    ) -> Rule:  # fmt: skip
        """Require that tasks that run at the same time demand no more than a capacity.

        Args:
            starts: variables or expressions, the time at which each task starts.
            durations: how long each task takes, as whole numbers.
            demands: how much of a resource each task uses while it's running, as whole numbers.
            capacity: how much of the resource there is.
            label: what to call the rule in hints and errors.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if there isn't a duration and a demand of 0 or more for each task, if one
                demands more than the capacity, or if there are no variables.
            TypeError: if a start can be something other than a whole number.

        >>> import clew
        >>> problem = clew.Problem("three workers")
        >>> starts = problem.variables("abc", range(5))
        >>> rule = problem.cumulative(starts, [2, 2, 2], [2, 2, 1], 3)
        >>> problem.minimise(sum(starts))
        >>> sorted(clew.solve(problem).solution.values())
        [0, 0, 2]
        """
        among = [*map(numeric, self._all(starts))]
        rule = rules.Cumulative.stated(durations, demands, capacity, len(among))
        return self.state(rule, among, label)

    def packing(
        self, places: Iterable[Operand], sizes: Iterable[int],
        capacity: int | Iterable[int] | None = None, *, loads: Iterable[Operand] | None = None,
        label: str = "",
    ) -> Rule:  # fmt: skip
        """Require that items fit into bins.

        Args:
            places: variables or expressions, the bin that each item is in, counted from 0.
            sizes: the size of each item, as whole numbers.
            capacity: the largest sum of sizes in a bin, or a list with one for each bin.
            loads: instead of a capacity, the sum of sizes in each bin, as variables or
                expressions.
            label: what to call the rule in hints and errors.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if there isn't a size of 0 or more for each item, if an item fits into no
                bin, or if there are no variables.
            TypeError: if a place or a load can be something other than a whole number.

        >>> import clew
        >>> problem = clew.Problem("two boxes")
        >>> places = problem.variables("abc", range(2))
        >>> rule = problem.packing(places, [3, 2, 2], capacity=4)
        >>> clew.count(problem)
        2
        """
        among = [*map(numeric, self._all(places))]
        if (capacity is None) == (loads is None):
            raise ModelError("a packing needs either a capacity or loads: give one of them")
        held = [] if loads is None else [*map(numeric, self._all(loads))]
        most = capacity if isinstance(capacity, Iterable) else [capacity] * _bins(among)
        most = [] if loads is not None else [*most]
        if not held and not most:
            raise ModelError("a packing needs at least one bin: give its capacity or its load")
        return self.state(rules.Packing.stated(sizes, most, len(among)), [*among, *held], label)

    # ------------------------------------------------------------ the best answer

    def minimise(self, expression: Operand) -> None:
        """Look for the solution with the smallest value of an expression.

        `Result.best` is True if no solution has a smaller one.

        Args:
            expression: a variable or an expression with whole numbers.

        Raises:
            ModelError: if the expression has no variables or isn't always a whole number, or if
                the problem already has an objective.

        >>> import clew
        >>> problem = clew.Problem("cheapest")
        >>> x, y = problem.variables("xy", range(10))
        >>> problem.add(x + y == 9)
        >>> problem.minimise(3 * x + 2 * y)
        >>> clew.solve(problem).solution
        {'x': 0, 'y': 9}
        """
        self._seek(expression, 1)

    def maximise(self, expression: Operand) -> None:
        """Look for the solution with the largest value of an expression.

        `Result.best` is True if no solution has a larger one.

        Args:
            expression: a variable or an expression with whole numbers.

        Raises:
            ModelError: if the expression has no variables or isn't always a whole number, or if
                the problem already has an objective.
        """
        self._seek(expression, -1)

    def _seek(self, expression: Operand, sign: int) -> None:
        """Set the objective; a negative sign means that more is better."""
        way = "minimise" if sign > 0 else "maximise"
        if isinstance(expression, Expression) and (found := [*texts(expression)]):
            said = f"can't {way} {expression}, because it can be {found[0]!r}"
            raise ModelError(f"{said}: use an expression that's always a whole number")
        objective = LinearExpression.of(expression)
        if not objective.variables():
            raise ModelError(f"can't {way} {objective}: use an expression with variables in it")
        self._check_known(objective)
        deeper((objective.depth,))  # the search compares it with the best so far
        self._use_parts(objective)
        if self.objective is not None:
            way = "minimises" if self.sign > 0 else "maximises"
            said = f"this problem already {way} {self.objective}"
            raise ModelError(f"{said}: combine {objective} with it in one expression")
        self.objective, self.sign = objective, sign

    def objective_of(self, solution: Mapping[str, Any], /) -> int:
        """Return the value of the objective for a solution.

        Args:
            solution: the value of each variable by name.
        """
        assert self.objective is not None
        return self.objective.value(self.values_of(solution))

    def price(self, solution: Mapping[str, Any], /) -> int | None:
        """Return the value of the objective for a solution; None if there's no objective.

        Args:
            solution: the value of each variable by name.
        """
        return None if self.objective is None else self.objective_of(solution)

    def cost(self, solution: Mapping[str, Any], /) -> int:
        """Return the number that a search makes as small as possible.

        Args:
            solution: the value of each variable by name.
        """
        return self.sign * self.objective_of(solution)

    def as_cheap(self, cost: int, /) -> Self:
        """Return the same problem restricted to solutions of at most this cost.

        Args:
            cost: the highest cost to allow, as `cost` returns it.
        """
        assert self.objective is not None
        rule = self.objective * self.sign <= cost
        return self._copy([*self.stated, Stated(rule, "a better solution")])

    def as_minimised(self) -> Self:
        """Return the same problem with its costs in the CSP, if they can be expressed there."""
        made = self._copy()
        made._minimises = True
        return made

    def cost_terms(self) -> list[tuple[list[int], Callable[[Sequence[int]], int]]]:
        """Return the cost as a list of terms: some variables of the CSP, and a function of them."""
        assert self.objective is not None
        values = self.compiled()[1].values
        added: dict[tuple[Variable, ...], dict[Expression, int]] = {}
        for part, times in self.objective.terms.items():
            added.setdefault(part.variables(), {})[part] = times

        def weight(scope: Sequence[Variable], term: LinearExpression) -> Callable[..., int]:
            return lambda codes: (
                self.sign
                * term.value({x: values[code] for x, code in zip(scope, codes, strict=True)})
            )

        return [
            ([x.index for x in scope], weight(scope, LinearExpression(parts, 0)))
            for scope, parts in added.items()
        ]

    def codes(self, solution: Mapping[str, Any], /) -> list[int]:
        """Return the values of a solution as numbers of the CSP.

        Args:
            solution: the value of each variable by name.
        """
        code = self.compiled()[1].code
        return [code[value] for value in self.values_of(solution).values()]

    def tell(self, solution: Mapping[str, Any], /) -> str:
        """Describe what the picture of a solution doesn't show: the value of the objective.

        Args:
            solution: the value of each variable by name.
        """
        if self.objective is None:
            return ""
        return f"{self.objective}: {self.objective_of(solution)}"

    # ------------------------------------------------------------ constraints and solutions

    def _forget(self) -> None:
        """Discard the compiled rules, because one was removed and another may take its place."""
        self._compiled = None

    def _made(self) -> Compiled:
        """Return the compiled rules, up to date."""
        made = self._compiled
        if made is None or made.size != (len(self.known), len(self.stated)):
            if not self.known:
                said = f"{self.name} has no variables"
                raise ModelError(f"{said}: create some with variable(...) or variables(...)")
            report_once({each.origin[0] for each in self.stated})
            made = self._compiled = Compiled(self.known, self.stated, self._cost())
        return made

    def _cost(self) -> LinearExpression | None:
        """Return the costs that belong in the CSP."""
        if self.objective is None or not self._minimises:
            return None
        return LinearExpression.of(self.objective * self.sign)

    def compiled(self) -> tuple[CSP, Encoding]:
        """Compile the rules.

        Returns:
            A CSP, and the encoding that maps its numbers to your values.

        Raises:
            ModelError: if there are no variables, or a rule fails when it's evaluated.
        """
        made = self._made()
        return made.csp, made.encoding

    def csp(self) -> CSP:
        """Return the problem as constraints over small numbers, the form that strategies search.

        Raises:
            ModelError: if there are no variables, or a rule fails when it's evaluated.
        """
        return self._made().csp

    def translate(self, face: type, found: Any) -> Any:
        """Turn an assignment that a strategy found into a solution.

        Args:
            face: the face that was searched.
            found: a number for each variable of the CSP; None for one that isn't decided.

        Returns:
            The value of each variable by name.
        """
        values = self._made().encoding.values
        return Solution(
            [
                (name, variable.choices[values[code]])
                for (name, variable), code in zip(self.known.items(), found, strict=False)
                if code is not None
            ]
        )

    def check(self, solution: Any, /) -> list[str]:
        """Check a solution against every rule, no matter how it was found.

        Args:
            solution: a value for each variable, by name, by cell, or in order.

        Returns:
            The labels of the rules that it breaks; an empty list if it's right.

        Raises:
            TypeError: if it isn't a collection of values.
            ValueError: if there's no variable with a name that it uses.

        >>> import clew
        >>> problem = clew.Problem("sum")
        >>> x, y = problem.variables("xy", range(10))
        >>> problem.add(x + y == 12)
        >>> problem.check({"x": 5, "y": 7}), problem.check({"x": 5, "y": 6})
        ([], ['x + y == 12'])
        """
        if not isinstance(solution, Collection):
            said = f"{shown(solution)} can't be a solution"
            raise TypeError(f"{said}: give a value for each variable, by name or in order")
        if not isinstance(solution, Mapping):
            if len(solution) != len(self.known):
                from clew.board.text import plural

                return [f"the solution has {plural(len(solution), 'value')}, not {len(self.known)}"]
            solution = dict(zip(self.known, solution, strict=True))
        elif not isinstance(solution, Solution) and not self.known.keys() >= solution.keys():
            cells = self.variables_shown
            solution = {cells[self.find_cell(name)].name: solution[name] for name in solution}
        if missing := [name for name in self.known if name not in solution]:
            return [f"{missing[0]} has no value"]
        found = [solution[name] for name in self.known]
        pairs = zip(self.known.values(), found, strict=True)
        if wrong := [x for x, value in pairs if value not in x.values]:
            return [f"{x.name} can't be {solution[x.name]!r}" for x in wrong]
        held = zip(self.stated, self._made().check(found), strict=True)
        return [each.label for each, holds in held if not holds]

    def values_of(self, solution: Mapping[str, Any]) -> dict[Variable, Any]:
        """Return the values of a solution by variable.

        Args:
            solution: the value of each variable by name.
        """
        return {variable: solution[name] for name, variable in self.known.items()}

    # ------------------------------------------------------------ its text and its clues

    def read(self, text: str) -> Self:
        """Return this puzzle with other clues and givens.

        Args:
            text: `~` and the number of each clue, separated by dots, then `@` and the value of each
                cell. `-` removes a clue or leaves a cell blank. Either half may be missing. An
                empty text stands for the puzzle itself.

        Raises:
            ValueError: if the text doesn't fit this puzzle.
        """
        return self.restated(*read_change(self, text)) if text else self

    def clues(self) -> list[Stated]:
        """Return the clues other than givens, for example cages and numbers at the edge."""
        return [each for each in self.stated if each.clue and not each.is_given]

    def restated(self, goals: Sequence[Value], given: Mapping[Variable, Value]) -> Self:
        """Return a puzzle with the same rules and other clues.

        Args:
            goals: the number of each clue of `clues()`, or None to drop the clue.
            given: the values of the variables that are given.
        """
        numbers = iter(goals)
        rules = []
        for each in self.stated:
            if each.clue and not each.is_given:
                goal = next(numbers)
                rules += [] if goal is None else [each.with_goal(goal)]
            elif not each.clue:
                rules.append(each)
        made = self._copy([*rules, *(given_as(x, value) for x, value in given.items())])
        return made._as(made.text() or changed(self, goals, given), self)

    def text(self) -> str:
        """Return the clues in the notation of the puzzle's kind; "" if it has none for them."""
        if self.complete and not any(each.clue for each in self.stated):
            change = CHANGED.search(self.own_text)
            return self.own_text[: change.start() if change else None]
        if self.head is None:
            return ""
        clues = (each for each in self.stated if each.clue)
        told = (f"{c.rule.parts[0]}={c.goal}" if c.is_given else str(c.goal) for c in clues)
        return (self.head + ",".join(told)).removesuffix(",")

    @property
    def variables_shown(self) -> list[Variable]:
        """The variables that have a cell on the board, in order."""
        return list(self.known.values())

    def _as(self, text: str, like: Problem) -> Self:
        """Set the puzzle's text, and make it immutable if the other puzzle is."""
        self.own_text = text
        return self if like.stated_as is None else self.value_of(like.stated_as)

    # ------------------------------------------------------------ as a board to fill in

    @property
    def givens(self) -> tuple[int, ...]:
        """The entries that the rules spell out, such as `x == 3`; none that have to be deduced."""
        code, shown = self.compiled()[1].code, self.variables_shown
        given = {x: x.values[0] for x in shown if len(x.values) == 1}
        for each in self.stated:
            given.update(filter(None, map(value_stated, parts_of(each.rule))))
        return tuple(code.get(given[x], 0) if x in given else 0 for x in shown)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbol of each entry, from 1 to the last that a cell can show."""
        values, code = self.compiled()[1].values, self.compiled()[1].code
        last = max(code[value] for each in self.variables_shown for value in each.values)
        return tuple([one_word(self.symbol(v)) for v in values[1 : last + 1]])

    @property
    def wanted(self) -> int:
        """The number of entries in a solution."""
        return len(self.variables_shown)

    def eliminations(self) -> Eliminations:
        """Return an object that works out which values the entries rule out elsewhere."""
        return RuleEliminations(self.csp(), self.wanted)

    def entries(self, solution: Mapping[str, Any], /) -> tuple[int, ...]:
        """Return the entry of each cell for a solution; 0 where it has no value.

        Args:
            solution: the values of some or all variables by name.
        """
        code = self.compiled()[1].code
        names = (variable.name for variable in self.variables_shown)
        return tuple(code[solution[name]] if name in solution else 0 for name in names)

    def answered(self, entries: Sequence[int], /) -> Solution | None:
        """Return the solution that these entries form; None if a cell is blank.

        Args:
            entries: an entry for each cell, 0 for a blank.
        """
        return self.translate(CSP, entries) if all(entries) else None

    def assigned(self, entries: Sequence[int], /) -> Sequence[Any]:
        """Return the entries as values of all the variables of the CSP.

        Args:
            entries: an entry for each cell, 0 for a blank.
        """
        return [*entries, *(0,) * (len(self.csp().domains) - len(entries))]

    def with_entries(self, entries: Sequence[int], /) -> Self:
        """Return this puzzle with these entries as its givens.

        Args:
            entries: an entry for each cell, 0 for a blank.
        """
        values = self.compiled()[1].values
        places = zip(self.variables_shown, entries, strict=True)
        given = {variable: values[entry] for variable, entry in places if entry}
        return self.restated([clue.goal for clue in self.clues()], given)

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and columns of the board."""
        return len(self.variables_shown), 1

    def cell_name(self, cell: int, /) -> str:
        """Return the name of a cell as one word, the way a player types it.

        Args:
            cell: the index of the cell.
        """
        return one_name(self.variables_shown[cell].name)

    def find_cell(self, name: Any, /) -> int:
        """Find a cell by its variable or its name.

        Args:
            name: the variable, its name in any case, or a place such as r3c4 on a grid.

        Raises:
            ValueError: if there's no such cell.
        """
        called = name.name if isinstance(name, Variable) else name
        known = self.known.get(called) if has_hash(called) else None
        if known is not None and known.index < self.wanted:
            return known.index
        names = [variable.name for variable in self.variables_shown]
        for alike in (one_name, lambda each: one_name(each).casefold()):
            if isinstance(called, str) and (places := [*map(alike, names)]).count(alike(called)):
                return places.index(alike(called))
        try:
            return super().find_cell(name)
        except ValueError:
            if self.shape[1] > 1:
                raise
            said = f"there's no variable {plainly(called)}"
            raise ValueError(f"{said}: {advice(called, [*map(one_name, names)])}") from None

    def find_entry(self, cell: int, value: Any, /, typed: bool = False) -> int:
        """Find the entry for a value in a cell.

        Args:
            cell: the index of the cell.
            value: one of the cell's values, its symbol or its word; 0, None or . for a blank.
            typed: whether a player typed the value, so that it's always a symbol or a word.

        Returns:
            The entry; 0 for a blank.

        Raises:
            ValueError: if the cell can't have the value.
        """
        found = self.find_value(self.variables_shown[cell], value, typed)
        return self.compiled()[1].code[found[0]] if found else 0

    def find_value(self, variable: Variable, given: Any, typed: bool = False) -> tuple[Value, ...]:
        """Find the value of a variable that a user means.

        Args:
            variable: the variable.
            given: one of its values, a symbol or a word; 0, None or . for a blank.
            typed: whether a player typed it, so that it's always a symbol or a word.

        Returns:
            The value in a tuple; an empty tuple for a blank.

        Raises:
            ValueError: if the variable can't have the value.
        """
        if not typed and has_hash(given) and given in variable.choices:
            return (variable.choices[given],)
        values = variable.values
        if isinstance(given, str):
            exact, folded = self._spellings(variable)
            for known, spelled in ((exact, one_word(given)), (folded, one_word(given).casefold())):
                if spelled in known:
                    return (known[spelled],)
            letter = SYMBOLS.find(given.upper()) if len(given) == 1 else 0
            if letter > 9 and letter in variable.choices:
                return (variable.choices[letter],)
        if given in BLANKS:
            return ()
        known_signs = [one_word(self.symbol(value)) for value in values]
        raise ValueError(f"{variable.name} can't be {plainly(given)}: {advice(given, known_signs)}")

    def _spellings(self, variable: Variable) -> tuple[dict[str, Value], dict[str, Value]]:
        """Return the values of a variable by every spelling: exact, and in lower case."""
        kept = self._spelled
        if kept is None or kept[0] is not variable.choices:
            exact: dict[str, Value] = {}
            for written in (self.symbol, self.word, str):
                for value in variable.values:
                    exact.setdefault(one_word(written(value)), value)
            folded: dict[str, Value] = {}
            for spelled, value in exact.items():
                folded.setdefault(spelled.casefold(), value)
            kept = self._spelled = variable.choices, exact, folded
        return kept[1], kept[2]

    _spelled: tuple[Any, dict[str, Value], dict[str, Value]] | None = None

    def read_text(self, text: str, /) -> Sequence[int | None]:
        """Read entries from text.

        Args:
            text: a symbol for each cell, in order.

        Returns:
            A value for each variable of the CSP, 0 where it isn't decided.

        Raises:
            ValueError: if there are too few or too many symbols, or one doesn't fit its cell.
        """
        found = [self.find_entry(*each) for each in placed(self, text)]
        return self.assigned(found)

    def faults(self, entries: Sequence[int], /) -> list[str]:
        """Return the labels of the rules that these entries break.

        Args:
            entries: an entry for each cell, 0 for a blank. Rules with a blank are skipped.
        """
        values = self.compiled()[1].values
        of = {v: values[e] for v, e in zip(self.variables_shown, entries, strict=True) if e}
        known = set(of)
        whole = (each for each in self.stated if known.issuperset(each.rule.variables()))
        return [each.label for each in whole if not each.rule.value(of)]

    def board(self, solution: Mapping[str, Any] | None = None, /) -> Board:
        """Draw the puzzle.

        Args:
            solution: a solution to fill in; None for the givens only.
        """
        if self.show is not None and solution is not None and len(solution) == len(self.known):
            return drawn(solution, self.show, self.heading(), Ink.ANSWER)
        return self.sheet(self.givens if solution is None else self.entries(solution))

    def sheet(self, entries: Sequence[int], /) -> Board:
        """Draw the puzzle with some cells filled in.

        Args:
            entries: an entry for each cell, 0 for a blank.
        """
        cells = tuple(map(self._cell, self.variables_shown, entries, self.givens))
        names = tuple(
            Text(("name", at), variable.name) for at, variable in enumerate(self.variables_shown)
        )
        return Board(
            len(cells), 1, cells, self.heading(), drawing=(*names, *self._corners()),
            layout=Arrangement.NAMED, shapes=self.shapes,
        )  # fmt: skip

    def _corners(self) -> Drawing:
        """Return the texts to draw in the corners of cells."""
        said = enumerate(map(self.corner, self.variables_shown))
        return tuple(Text(("corner", at), text) for at, text in said if text)

    def brief(self) -> Brief:
        """Return the rules to list next to the board, which doesn't show them."""
        stated = (each for each in self.stated if not each.clue or each.is_statement)
        rules = list(dict.fromkeys(map(self.told, stated)))
        more = [f"and {len(rules) - MOST_LISTED:,} more"] * (len(rules) > MOST_LISTED)
        return tuple((rule, "rule") for rule in [*self._wanted(), *rules[:MOST_LISTED], *more])

    def told(self, stated: Stated) -> str:
        """Return the line for a rule in the list next to the board.

        Args:
            stated: the rule.
        """
        return stated.label

    def _wanted(self) -> list[str]:
        """Return a line about the objective, if there is one."""
        way = "small" if self.sign > 0 else "large"
        return [] if self.objective is None else [f"make {self.objective} as {way} as possible"]

    def _cell(self, variable: Variable, entry: int, given: int) -> Cell:
        text = self.symbol(self.value_of_code(variable, entry)) if entry else ""
        ink = Ink.GIVEN if given else Ink.ANSWER if entry else Ink.NONE
        return Cell(text, ink)

    def value_of_code(self, variable: Variable, code: int) -> Value:
        """Return the value that a number of the CSP stands for.

        Args:
            variable: the variable. It decides between equal values such as 1 and True.
            code: the number.
        """
        value = self.compiled()[1].values[code]
        return variable.choices.get(value, value)

    def symbol(self, value: Value) -> str:
        """Return the text to write into a cell for a value.

        Args:
            value: one of the values.
        """
        return str(value)

    def word(self, value: Value) -> str:
        """Return the word for a value in hints.

        Args:
            value: one of the values.
        """
        return str(value)

    def corner(self, variable: Variable) -> str:
        """Return the text to write into the corner of a variable's cell.

        Args:
            variable: the variable.
        """
        return ""

    def maker(self) -> Maker:
        """Return a maker of puzzles like this one."""
        from clew.model.maker import OwnMaker

        return OwnMaker(self)

    def words(self) -> ProblemWords:
        """Return the words that hints use for variables and values."""
        from clew.model.explaining import ProblemWords

        return ProblemWords(self)

    def rulebook(self) -> Rulebook:
        """Compile each rule separately, so that a hint can name the rules that it uses."""
        from clew.model.explaining import Chapters

        return Chapters(self).book()


NONE = "-"
"""The sign for a clue that was taken away, or a blank cell."""


def changed(puzzle: Problem, goals: Sequence[Value], given: Mapping[Variable, Value]) -> str:
    """Write a puzzle's text with other clues and givens, as `read_change` reads them."""
    end = CHANGED.search(puzzle.own_text)
    assert end is not None
    text, numbers = puzzle.own_text[: end.start()], f"~{end[1]}" if end[1] else ""
    if list(goals) != [clue.goal for clue in puzzle.clues()]:
        plain = puzzle.restated(goals, {}).text() if given else ""
        numbers = "~" + ".".join(map(_written, goals))
        text, numbers = (plain, "") if plain else (text, numbers)
    words, code = _words(puzzle), puzzle.compiled()[1].code
    entries = [words[code[given[x]]] if x in given else NONE for x in puzzle.variables_shown]
    return f"{text}{numbers}@{'.'.join(entries)}"


def read_change(puzzle: Problem, text: str) -> tuple[list[Value], dict[Variable, Value]]:
    """Read the number of each clue (None if it was taken away) and the givens."""
    found = CHANGED.fullmatch(text)
    goals = [clue.goal for clue in puzzle.clues()]
    numbers = goals if found is None or found[1] is None else found[1].split(".")
    entries = [NONE] * puzzle.wanted if found is None or found[2] is None else found[2].split(".")
    if found is None or len(numbers) != len(goals) or len(entries) != puzzle.wanted:
        what = f"~ and {len(goals)} clues" if goals else ""
        raise ValueError(f"found {text[:40]!r}, expected {what} @ and {puzzle.wanted} values")
    values, words = puzzle.compiled()[1].values, _words(puzzle)
    code = {word: each for each, word in enumerate(words)}
    if wrong := [entry for entry in entries if entry not in code]:
        raise ValueError(f"there's no value {wrong[0]!r}: {advice(wrong[0], words)}")
    filled = zip(puzzle.variables_shown, map(code.__getitem__, entries), strict=True)
    given = {variable: values[each] for variable, each in filled if each}
    if found[1] is None:
        return goals, given
    return [_goal(each) for each in numbers], given


def _written(goal: Value) -> str:
    """Write a clue as a word: a number, - for none, or else percent-encoded JSON."""
    if goal is None:
        return NONE
    if isinstance(goal, int):
        return str(int(goal))
    import json

    try:
        return _quoted(json.dumps(goal))
    except TypeError:
        raise ModelError(f"can't write the clue {goal!r}: use a number or a string") from None


def _goal(word: str) -> Value:
    """Read a clue that `_written` wrote."""
    import json
    from urllib.parse import unquote

    try:
        return None if word == NONE else _plain(json.loads(unquote(word)))
    except ValueError:
        raise ValueError(f"found the clue {word!r}, expected a number, a text or -") from None


def _plain(goal: Any) -> Value:
    return tuple(map(_plain, goal)) if isinstance(goal, list) else goal


def _quoted(text: str) -> str:
    """Percent-encode a text, so that it's one word of a puzzle's text."""
    from urllib.parse import quote  # imports `ipaddress`, which takes a millisecond

    return quote(text, safe="").replace(".", "%2E").replace("~", "%7E")


def _words(puzzle: Problem) -> list[str]:
    """Return the word of each code in a puzzle's text, percent-encoded; - for a blank."""
    found = {NONE: 0}
    for code, value in enumerate(puzzle.compiled()[1].values[1:], 1):
        word = _quoted(puzzle.symbol(value))
        found[f"{word}+{code}" if word in ("", *found) else word] = code
    return list(found)


def one_word(text: str) -> str:
    """Write a name or a value as one word, without the spaces and commas that separate entries."""
    return re.sub(r"[\s;,]+", "_", text)


def one_name(text: str) -> str:
    """Write a name as one word that fits before the = of NAME=VALUE."""
    return one_word(text).replace("=", "_")


def _bins(places: Sequence[Operand]) -> int:
    """Return how many bins items may be in, or raise ModelError if that isn't known."""
    most = 0
    for place in places:
        if isinstance(place, Expression) and not isinstance(place, Variable):
            said = f"the number of bins isn't clear, because {place} is an expression"
            raise ModelError(f"{said}: list a capacity for each bin, such as [10, 10]")
        most = max(most, *place.values) if isinstance(place, Variable) else max(most, place)
    return most + 1


def _choices(values: Iterable[Value]) -> Choices:
    """Return the values of a variable, or raise ModelError if they're no use as values."""
    if isinstance(values, Choices):
        return values
    if not isinstance(values, Iterable):
        raise ModelError(f"{shown(values)} isn't a list of values: pass several, such as range(5)")
    known = tuple(islice(values, MOST_VALUES + 1))
    if len(known) > MOST_VALUES:
        raise ModelError(
            f"a variable can't have more than {MOST_VALUES:,} values: use fewer, or build a large "
            "number from its digits, as in p.digits([a, b, c])"
        )
    try:
        return Choices(known)
    except TypeError:
        found = next(value for value in known if not has_hash(value))
        said = f"{shown(found)} can't be a value, because it isn't hashable"
        raise ModelError(f"{said}: use a tuple or a frozenset instead") from None


def _advice(value: Value, values: Sequence[Value]) -> str:
    """Suggest values to use instead of a wrong one, as Python writes them."""
    return advice(repr(value), [*map(repr, values)])


__all__ = ["ModelError", "Problem", "Solution"]
