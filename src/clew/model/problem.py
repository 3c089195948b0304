"""Problem: variables with any values, and rules between them, stated in a few lines.

It's a puzzle like any other: it has a text, clues, and a board to fill in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self
from urllib.parse import quote, unquote

from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.pen import Drawing, Text
from clew.core.arguments import advice, plainly, shown
from clew.core.candidates import Eliminations, RuleEliminations
from clew.core.errors import Stopped
from clew.core.faces import CSP, Faces
from clew.core.grid import SYMBOLS
from clew.core.look import Brief
from clew.core.puzzle import BLANKS, CellPuzzle, placed
from clew.generators.maker import Maker
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

if TYPE_CHECKING:
    from clew.model.explaining import ProblemWords
    from clew.search.csp.rulebook import Rulebook

MOST_VALUES = 65_535
"""The most values of a variable: what the kernels can hold."""
KEPT = ("_compiled", "_kept", "_names", "_spelled")
"""The attributes of a problem in which it keeps what follows from its rules."""
FEW_ANSWERS = 20
"""So many are checked before code is made for it."""
MOST_TOLD = 40
"""So many rules are told beside the board."""


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


class Compiled:
    """What is made of the rules, for as long as there are no more of them."""

    def __init__(self, known: Mapping[str, Variable], stated: Sequence[Stated]) -> None:
        self.size = len(known), len(stated)
        self.variables, self.rules = tuple(known.values()), [each.rule for each in stated]
        compiler = Compiler(self.variables)
        for each in stated:
            try:
                compiler.add(each.rule, each.label)
            except Stopped:
                raise
            except Exception as error:
                raise _misstated(each, error) from error
        self.csp, self.encoding = compiler.csp()
        self._answers_checked = 0
        self._checker: Check | None = None

    def check(self, values: Sequence[Any]) -> list[bool]:
        """Whether each rule holds; after some answers by code that is made for it."""
        self._answers_checked += 1
        if self._answers_checked <= FEW_ANSWERS:
            of = dict(zip(self.variables, values, strict=True))
            return [bool(rule.value(of)) for rule in self.rules]
        if self._checker is None:
            self._checker = checker(self.variables, self.rules)
        return self._checker(values)


def _misstated(each: Stated, error: Exception) -> ModelError:
    file, line = each.place
    said = f"raised {type(error).__name__}: {error}"
    if isinstance(error, ModelError):
        said = str(error)
    return ModelError(f"{Path(file).name}:{line}: the rule {each.label} {said}")


class Problem(CellPuzzle[Solution], Own[Solution]):
    """Variables, each with its values, and rules that say which go together.

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
    shapes: tuple[tuple[str, str], ...] = ()
    """For a value the shape that is drawn instead, as in `Board`."""
    head: str | None = None
    """What stands before the clues, where the text of a kind lists them, with commas between."""
    complete: ClassVar[bool] = False
    """Whether the text says all without clues: a maker tries texts until one has one solution."""
    sparse: ClassVar[bool] = False
    """Whether a maker gives no more clues than are needed, where there are far too many."""

    def __init__(
        self, name: str = "problem", *, title: str = "", summary: str = "",
        show: Callable[[Solution], str] | None = None,
    ) -> None:  # fmt: skip
        """`show` writes an answer in lines; without it, each variable has a line."""
        self.known: dict[str, Variable]
        self.stated: list[Stated]
        self._built: dict[Rule, list[Stated]]
        """The rules stated by the methods that built them, until they're part of another."""
        self._places: dict[Expression, Rule]
        """For each element that no rule uses yet, the rule that its index is a place."""
        check_name(name)
        vars(self).update(name=name, title=title, known={}, stated=[], _built={}, _places={})
        if summary:
            self.summary = summary  # type: ignore[misc]
        if show is not None:
            self.show = show

    def __repr__(self) -> str:
        rules = f"{len(self.known)} variables, {len(self.stated)} rules"
        return f"<{type(self).__name__} {self.name}: {rules}>"

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what's kept for the next call: it's made again."""
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

    def objective_of(self, answer: Mapping[str, Any], /) -> int:
        """The value of what is minimised or maximised."""
        assert self.objective is not None
        return self.objective.value(self.values_of(answer))

    def price(self, answer: Mapping[str, Any], /) -> int | None:
        return None if self.objective is None else self.objective_of(answer)

    def cost(self, answer: Mapping[str, Any], /) -> int:
        return self.sign * self.objective_of(answer)

    def as_cheap(self, cost: int, /) -> Self:
        assert self.objective is not None
        rule = self.objective * self.sign <= cost
        return self._copy([*self.stated, Stated(rule, "a better answer")])

    def cost_terms(self) -> list[tuple[list[int], Callable[[Sequence[int]], int]]]:
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

    def codes(self, answer: Mapping[str, Any], /) -> list[int]:
        code = self.compiled()[1].code
        return [code[value] for value in self.values_of(answer).values()]

    def tell(self, answer: Mapping[str, Any], /) -> str:
        if self.objective is None:
            return ""
        return f"{self.objective}: {self.objective_of(answer)}"

    # ------------------------------------------------------------ constraints and answers

    def _forget(self) -> None:
        """Drop what was made of the rules: one was withdrawn, and another may take its place."""
        self._compiled = None

    def _made(self) -> Compiled:
        """What the rules are compiled to; made again if there are more."""
        made = self._compiled
        if made is None or made.size != (len(self.known), len(self.stated)):
            if not self.known:
                raise ModelError(f"{self.name}: found no variables, expected at least one")
            report_once({each.origin[0] for each in self.stated})
            made = self._compiled = Compiled(self.known, self.stated)
        return made

    def compiled(self) -> tuple[CSP, Encoding]:
        """The rules as a CSP, and what its numbers stand for."""
        made = self._made()
        return made.csp, made.encoding

    def csp(self) -> CSP:
        return self._made().csp

    def translate(self, face: type, found: Any) -> Any:
        values = self._made().encoding.values
        return Solution(
            [
                (name, variable.choices[values[code]])
                for (name, variable), code in zip(self.known.items(), found, strict=False)
                if code is not None
            ]
        )

    def check(self, answer: Any, /) -> list[str]:
        """List the rules that an answer breaks: values by name, by cell, or in order."""
        if not isinstance(answer, Collection):
            said = f"{shown(answer)} can't be an answer"
            raise TypeError(f"{said}: give a value for each variable, by name or in order")
        if not isinstance(answer, Mapping):
            if len(answer) != len(self.known):
                return [f"the answer has {len(answer)} values, not {len(self.known)}"]
            answer = dict(zip(self.known, answer, strict=True))
        elif not isinstance(answer, Solution) and not self.known.keys() >= answer.keys():
            cells = self.variables_shown
            answer = {cells[self.find_cell(name)].name: answer[name] for name in answer}
        if missing := [name for name in self.known if name not in answer]:
            return [f"{missing[0]} has no value"]
        found = [answer[name] for name in self.known]
        pairs = zip(self.known.values(), found, strict=True)
        if wrong := [x for x, value in pairs if value not in x.values]:
            return [f"{x.name} is {answer[x.name]!r}" for x in wrong]
        held = zip(self.stated, self._made().check(found), strict=True)
        return [each.label for each, holds in held if not holds]

    def values_of(self, answer: Mapping[str, Any]) -> dict[Variable, Any]:
        """The values of an answer by variable."""
        return {variable: answer[name] for name, variable in self.known.items()}

    # ------------------------------------------------------------ its text and its clues

    def read(self, text: str) -> Self:
        """The puzzle with other clues: `~` and the numbers of its clues, `@` and its givens.

        A clue that is taken away is `-`, and so is a cell without a given.
        """
        return self.restated(*read_change(self, text)) if text else self

    def clues(self) -> list[Stated]:
        """The clues that are no givens: cages, numbers at the edge."""
        return [each for each in self.stated if each.clue and not each.is_given]

    def restated(self, goals: Sequence[Value], given: Mapping[Variable, Value]) -> Self:
        """The same rules with other numbers in the clues (None: no such clue) and other givens."""
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
        """The text of a puzzle like this one, where its kind can write all of its clues."""
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
        """The variables that have cells on the board, in their order."""
        return list(self.known.values())

    def _as(self, text: str, like: Problem) -> Self:
        """The puzzle with this text; a value, if the other is one."""
        self.own_text = text
        return self if like.stated_as is None else self.value_of(like.stated_as)

    # ------------------------------------------------------------ as a board to fill in

    @property
    def givens(self) -> tuple[int, ...]:
        """The values that rules just state, not those that follow from them."""
        code, shown = self.compiled()[1].code, self.variables_shown
        given = {x: x.values[0] for x in shown if len(x.values) == 1}
        for each in self.stated:
            given.update(filter(None, map(value_stated, parts_of(each.rule))))
        return tuple(code.get(given[x], 0) if x in given else 0 for x in shown)

    @property
    def symbols(self) -> tuple[str, ...]:
        """By code: up to the last value that a cell may show."""
        values, code = self.compiled()[1].values, self.compiled()[1].code
        last = max(code[value] for each in self.variables_shown for value in each.values)
        return tuple([one_word(self.symbol(v)) for v in values[1 : last + 1]])

    @property
    def wanted(self) -> int:
        return len(self.variables_shown)

    def eliminations(self) -> Eliminations:
        return RuleEliminations(self.csp(), self.wanted)

    def entries(self, answer: Mapping[str, Any], /) -> tuple[int, ...]:
        code = self.compiled()[1].code
        names = (variable.name for variable in self.variables_shown)
        return tuple(code[answer[name]] if name in answer else 0 for name in names)

    def answered(self, entries: Sequence[int], /) -> Solution | None:
        return self.translate(CSP, entries) if all(entries) else None

    def assigned(self, entries: Sequence[int], /) -> Sequence[Any]:
        return [*entries, *(0,) * (len(self.csp().domains) - len(entries))]

    def with_entries(self, entries: Sequence[int], /) -> Self:
        values = self.compiled()[1].values
        places = zip(self.variables_shown, entries, strict=True)
        given = {variable: values[entry] for variable, entry in places if entry}
        return self.restated([clue.goal for clue in self.clues()], given)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.variables_shown), 1

    def cell_name(self, cell: int, /) -> str:
        return one_name(self.variables_shown[cell].name)

    def find_cell(self, name: Any, /) -> int:
        """Find the cell of a variable, or of its name as it was stated or as a player types it."""
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
        found = self.find_value(self.variables_shown[cell], value, typed)
        return self.compiled()[1].code[found[0]] if found else 0

    def find_value(self, variable: Variable, given: Any, typed: bool = False) -> tuple[Value, ...]:
        """Find the value that a user means, () for a blank; ValueError if it can't be.

        What was `typed` is the sign of a value, or else the value as Python writes it.
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
        """The values of a variable as a player may write them, exactly and in any case."""
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
        found = [self.find_entry(*each) for each in placed(self, text)]
        return self.assigned(found)

    def faults(self, entries: Sequence[int], /) -> list[str]:
        values = self.compiled()[1].values
        of = {v: values[e] for v, e in zip(self.variables_shown, entries, strict=True) if e}
        known = set(of)
        whole = (each for each in self.stated if known.issuperset(each.rule.variables()))
        return [each.label for each in whole if not each.rule.value(of)]

    def board(self, answer: Mapping[str, Any] | None = None, /) -> Board:
        if self.show is not None and answer is not None and len(answer) == len(self.known):
            return drawn(answer, self.show, self.heading(), Ink.ANSWER)
        return self.sheet(self.givens if answer is None else self.entries(answer))

    def sheet(self, entries: Sequence[int], /) -> Board:
        cells = tuple(map(self._cell, self.variables_shown, entries, self.givens))
        names = tuple(
            Text(("name", at), variable.name) for at, variable in enumerate(self.variables_shown)
        )
        return Board(
            len(cells), 1, cells, self.heading(), drawing=(*names, *self._corners()),
            layout=Arrangement.NAMED, shapes=self.shapes,
        )  # fmt: skip

    def _corners(self) -> Drawing:
        """What stands in the corners of the cells."""
        said = enumerate(map(self.corner, self.variables_shown))
        return tuple(Text(("corner", at), text) for at, text in said if text)

    def brief(self) -> Brief:
        """The rules, which the board does not show."""
        stated = (each for each in self.stated if not each.clue or each.is_statement)
        rules = list(dict.fromkeys(map(self.told, stated)))
        more = [f"and {len(rules) - MOST_TOLD:,} more"] * (len(rules) > MOST_TOLD)
        return tuple((rule, "rule") for rule in [*self._wanted(), *rules[:MOST_TOLD], *more])

    def told(self, stated: Stated) -> str:
        """A rule as those who play read it."""
        return stated.label

    def _wanted(self) -> list[str]:
        """What the best answer is, if that is wanted."""
        way = "least" if self.sign > 0 else "greatest"
        return [] if self.objective is None else [f"{self.objective} is to be {way}"]

    def _cell(self, variable: Variable, entry: int, given: int) -> Cell:
        text = self.symbol(self.value_of_code(variable, entry)) if entry else ""
        ink = Ink.GIVEN if given else Ink.ANSWER if entry else Ink.NONE
        return Cell(text, ink)

    def value_of_code(self, variable: Variable, code: int) -> Value:
        """The value of a code as the variable has it: True, where others have 1."""
        value = self.compiled()[1].values[code]
        return variable.choices.get(value, value)

    def symbol(self, value: Value) -> str:
        """How a value is written on the board."""
        return str(value)

    def word(self, value: Value) -> str:
        """What a value is called in hints."""
        return str(value)

    def corner(self, variable: Variable) -> str:
        """What stands in the corner of a variable's cell."""
        return ""

    def maker(self) -> Maker:
        """What makes other puzzles like this one."""
        from clew.model.maker import OwnMaker

        return OwnMaker(self)

    def words(self) -> ProblemWords:
        from clew.model.explaining import ProblemWords

        return ProblemWords(self)

    def rulebook(self) -> Rulebook:
        """The rules as they were stated, each by itself."""
        from clew.model.explaining import compiled_rulebook

        return compiled_rulebook(self)


NONE = "-"
"""Stands for a clue that is taken away, and for a cell that is not filled."""


def changed(puzzle: Problem, goals: Sequence[Value], given: Mapping[Variable, Value]) -> str:
    """The text of a puzzle, and what `read_change` reads: what clues say, and givens."""
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
    """What the clues say, None for one that is taken away, and the givens."""
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
        raise ValueError(f"found the value {wrong[0]!r}, expected one of {_few(words)}")
    filled = zip(puzzle.variables_shown, map(code.__getitem__, entries), strict=True)
    given = {variable: values[each] for variable, each in filled if each}
    if found[1] is None:
        return goals, given
    return [_goal(each) for each in numbers], given


def _written(goal: Value) -> str:
    """What a clue says as a word of a text: a number, - for nothing, else JSON as an address."""
    if goal is None:
        return NONE
    if isinstance(goal, int):
        return str(int(goal))
    try:
        return quote(json.dumps(goal), safe="").replace(".", "%2E").replace("~", "%7E")
    except TypeError:
        raise ModelError(f"found the clue {goal!r}, expected a number or a text") from None


def _goal(word: str) -> Value:
    """What `_written` wrote."""
    try:
        return None if word == NONE else _plain(json.loads(unquote(word)))
    except ValueError:
        raise ValueError(f"found the clue {word!r}, expected a number, a text or -") from None


def _plain(goal: Any) -> Value:
    return tuple(map(_plain, goal)) if isinstance(goal, list) else goal


def _words(puzzle: Problem) -> list[str]:
    """By code, the sign of a value in a text, whose own signs it writes as %XX; `-` for none."""
    found = {NONE: 0}
    for code, value in enumerate(puzzle.compiled()[1].values[1:], 1):
        word = quote(puzzle.symbol(value), safe="").replace(".", "%2E").replace("~", "%7E")
        found[f"{word}+{code}" if word in ("", *found) else word] = code
    return list(found)


def one_word(text: str) -> str:
    """A name or a value as a player writes it, where blanks and commas part the entries."""
    return re.sub(r"[\s;,]+", "_", text)


def one_name(text: str) -> str:
    """A name as a player writes it in NAME=VALUE."""
    return one_word(text).replace("=", "_")


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


__all__ = ["ModelError", "Problem", "Solution"]
