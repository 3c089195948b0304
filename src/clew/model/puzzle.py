"""A stated problem as a puzzle: its CSP, its answers by name, its board, its clues."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import methodcaller
from pathlib import Path
from typing import Any, ClassVar, Self

from clew.core.board import Board, Cell, Clue, Ink
from clew.core.candidates import Eliminations, RuleEliminations
from clew.core.faces import CSP, Faces
from clew.core.puzzle import CellPuzzle, Unsuited
from clew.explanations.mus_steps import Words
from clew.generators.maker import Maker
from clew.model.checking import Check, checker
from clew.model.compiling import Compiler
from clew.model.encoding import Encoding
from clew.model.expressions import Compare, LinearExpression, Rule, Value, Variable
from clew.model.own import CHANGED, ModelError, Own, drawn
from clew.search.csp.rulebook import Rulebook

FEW_ANSWERS = 20
"""So many are checked before code is made for it."""


class Answer(dict[Any, Any]):
    """The value of each variable by its name; a variable, or a cell of a grid, is a key too.

    >>> import clew
    >>> grid = clew.Grid(1, 2, [1, 2])
    >>> grid.add(grid[0, 0] > grid[0, 1])
    >>> answer = clew.solve(grid).answer
    >>> answer["r1c1"], answer[0, 1], answer == {"r1c1": 2, "r1c2": 1}
    (2, 1, True)
    """

    def __missing__(self, key: Any) -> Any:
        if isinstance(key, Variable):
            return self[key.name]
        if isinstance(key, tuple) and len(key) == 2:
            return self[f"r{key[0] + 1}c{key[1] + 1}"]
        raise KeyError(key)

    def __hash__(self) -> int:  # type: ignore[override]  # nothing changes it
        return hash(tuple(self.items()))


@dataclass(frozen=True)
class Stated:
    """A rule as it was stated: what it says, what to call it, and where it stands."""

    rule: Rule
    label: str
    place: tuple[str, int] = ("", 0)
    """The file and the line."""
    clue: bool = False
    """Whether a maker may change its number, or take it away."""
    mark: str = ""
    """How the number of a clue is written on the board, {} for the number."""
    at: Variable | None = None
    """The cell in whose corner it is written; the first of the rule unless another is named."""
    called: str = ""
    """The label of a clue with {} for its number, if the number is part of it."""

    @property
    def goal(self) -> Value:
        """The number of a clue, which is an expression that equals it."""
        return self.rule.parts[1]

    def with_goal(self, goal: Value) -> Stated:
        label = self.called.format(goal) if self.called else self.label
        return replace(self, rule=Compare(self.rule.parts[0], "==", goal), label=label)


class ModelPuzzle(CellPuzzle[Answer], Own[Answer]):
    """Variables and rules that were stated, as a puzzle."""

    faces: ClassVar[Faces] = Faces({CSP: methodcaller("csp")})

    def __init__(self, name: str, title: str = "", summary: str = "") -> None:
        self.name, self.title = name, title  # type: ignore[misc]  # each problem is its own kind
        if summary:
            self.summary = summary  # type: ignore[misc]
        self.known: dict[str, Variable] = {}
        self.stated: list[Stated] = []
        self.show: Callable[[Answer], str] | None = None
        self.objective: LinearExpression | None = None
        self.sign = 1
        self.cheaper: Callable[[int], ModelPuzzle] | None = None
        self._forget()

    def _forget(self) -> None:
        """Drop what was made from the rules, since they change."""
        self._compiled: tuple[CSP, Encoding] | None = None
        self._checker: Check | None = None
        self._answers_checked = 0

    def state(self, stated: Stated) -> None:
        """Add a rule."""
        self._forget()
        self.stated.append(stated)

    def _copy(self, stated: Sequence[Stated] | None = None) -> Self:
        made = object.__new__(type(self))
        rules = list(self.stated if stated is None else stated)
        vars(made).update(vars(self), stated=rules, known=dict(self.known))
        vars(made).pop("stated_as", None)
        made._forget()
        return made

    def _as(self, text: str, like: ModelPuzzle) -> Self:
        """The puzzle with this text; a value, if the other is one."""
        self.own_text = text
        return self if like.stated_as is None else self.value_of(like.stated_as)

    # ------------------------------------------------------------ as a puzzle

    def read(self, text: str) -> Self:
        """The puzzle with other clues: `~` and the numbers of its clues, `@` and its givens.

        A clue that is taken away is `-`; a given is the code of its value, 0 for none.
        """
        if not text:
            return self
        found = CHANGED.fullmatch(text)
        goals = [clue.goal for clue in self.clues()]
        words = goals if found is None or found[1] is None else found[1].split(".")
        entries = [0] * self.wanted if found is None or found[2] is None else found[2].split(".")
        if found is None or len(words) != len(goals) or len(entries) != self.wanted:
            what = f"~ and {len(goals)} numbers" if goals else ""
            raise ValueError(f"found {text[:40]!r}, expected {what} @ and {self.wanted} numbers")
        values = self.compiled()[1].values
        if max(map(int, entries)) >= len(values):
            raise ValueError(f"found {text[:40]!r}, expected codes up to {len(values) - 1}")
        given = {
            variable: values[int(entry)]
            for variable, entry in zip(self.variables_shown, entries, strict=True)
            if int(entry)
        }
        return self.restated([None if word == "-" else int(word) for word in words], given)

    def clues(self) -> list[Stated]:
        """The clues about several variables: cages, numbers at the edge."""
        return [each for each in self.stated if each.clue and len(each.rule.variables()) > 1]

    def restated(self, goals: Sequence[Value], given: Mapping[Variable, Value]) -> Self:
        """The same rules with other numbers in the clues (None: no such clue) and other givens."""
        numbers = iter(goals)
        rules = []
        for each in self.stated:
            if each.clue and len(each.rule.variables()) > 1:
                goal = next(numbers)
                rules += [] if goal is None else [each.with_goal(goal)]
            elif not each.clue:
                rules.append(each)
        made = self._copy([*rules, *(given_as(x, value) for x, value in given.items())])
        return made._as(made.text() or _changed(self, goals, given), self)

    def text(self) -> str:
        """The text of a puzzle like this one, where its kind can write all of its clues."""
        return ""

    @property
    def variables_shown(self) -> list[Variable]:
        """The variables that have cells on the board, in their order."""
        return list(self.known.values())

    def compiled(self) -> tuple[CSP, Encoding]:
        """The rules as a CSP, and what its numbers stand for; made once."""
        if self._compiled is None:
            if not self.known:
                raise ModelError(f"{self.name}: found no variables, expected at least one")
            compiler = Compiler(tuple(self.known.values()))
            for each in self.stated:
                try:
                    compiler.add(each.rule, each.label)
                except Exception as error:
                    raise _misstated(each, error) from error
            self._compiled = compiler.csp()
        return self._compiled

    def csp(self) -> CSP:
        return self.compiled()[0]

    def translate(self, face: type, found: Any) -> Answer:
        values = self.compiled()[1].values
        return Answer(
            (name, variable.own(values[code]))
            for (name, variable), code in zip(self.known.items(), found, strict=False)
            if code is not None
        )

    def check(self, answer: Mapping[str, Any], /) -> list[str]:
        if missing := [name for name in self.known if name not in answer]:
            return [f"{missing[0]} has no value"]
        found = [answer[name] for name in self.known]
        if wrong := [x for x, v in zip(self.known.values(), found, strict=True) if not x.has(v)]:
            return [f"{x.name} is {answer[x.name]!r}" for x in wrong]
        return [
            each.label
            for each, holds in zip(self.stated, self._checked(found), strict=True)
            if not holds
        ]

    def _checked(self, values: Sequence[Any]) -> list[bool]:
        """Whether each rule holds; after some answers by code that is made for it."""
        self._answers_checked += 1
        if self._answers_checked > FEW_ANSWERS:
            if self._checker is None:
                rules = [each.rule for each in self.stated]
                self._checker = checker(tuple(self.known.values()), rules)
            return self._checker(values)
        of = dict(zip(self.known.values(), values, strict=True))
        return [bool(each.rule.value(of)) for each in self.stated]

    def values_of(self, answer: Mapping[str, Any]) -> dict[Variable, Any]:
        """The values of an answer by variable."""
        return {variable: answer[name] for name, variable in self.known.items()}

    # ------------------------------------------------------------ as a board to fill in

    @property
    def givens(self) -> tuple[int, ...]:
        csp, shown = self.csp(), len(self.variables_shown)
        return tuple(m.bit_length() - 1 if m & (m - 1) == 0 else 0 for m in csp.domains[:shown])

    @property
    def symbols(self) -> tuple[str, ...]:
        """By code: up to the last value that a cell may show."""
        values, code = self.compiled()[1].values, self.compiled()[1].code
        last = max(code[value] for each in self.variables_shown for value in each.values)
        return tuple(re.sub(r"[\s;,]+", "_", self.symbol(v)) for v in values[1 : last + 1])

    @property
    def wanted(self) -> int:
        return len(self.variables_shown)

    def eliminations(self) -> Eliminations:
        return RuleEliminations(self.csp(), self.wanted)

    def entries(self, answer: Mapping[str, Any], /) -> tuple[int, ...]:
        code = self.compiled()[1].code
        names = (variable.name for variable in self.variables_shown)
        return tuple(code[answer[name]] if name in answer else 0 for name in names)

    def answered(self, entries: Sequence[int], /) -> Answer | None:
        return self.translate(CSP, entries) if all(entries) else None

    def assigned(self, entries: Sequence[int], /) -> Sequence[Any]:
        return [*entries, *(0,) * (len(self.csp().domains) - len(entries))]

    def with_entries(self, entries: Sequence[int], /) -> Self:
        values = self.compiled()[1].values
        places = zip(self.variables_shown, entries, strict=True)
        given = {variable: values[entry] for variable, entry in places if entry}
        return self.restated([clue.goal for clue in self.clues()], given)

    def read_entries(self, text: str, /) -> Sequence[int | None]:
        raise ValueError("found a text, expected entries")

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
        names = enumerate(variable.name for variable in self.variables_shown)
        clues = tuple(Clue("left", row, (name,)) for row, name in names)
        return Board(len(cells), 1, cells, self.heading(), clues=clues)

    def _cell(self, variable: Variable, entry: int, given: int) -> Cell:
        text = self.symbol(self.compiled()[1].values[entry]) if entry else ""
        ink = Ink.GIVEN if given else Ink.ANSWER if entry else Ink.NONE
        return Cell(text, ink, corner=self.corner(variable))

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
        return ProblemWords(self)

    def rulebook(self) -> Rulebook:
        """The rules as they were stated, each by itself."""
        from clew.model.rulebook import compiled_rulebook

        return compiled_rulebook(self)

    # ------------------------------------------------------------ answers that are not all as good

    def objective_of(self, answer: Mapping[str, Any], /) -> int:
        """The value of what is minimised or maximised."""
        assert self.objective is not None
        return self.objective.value(self.values_of(answer))

    def price(self, answer: Mapping[str, Any], /) -> int | None:
        return None if self.objective is None else self.objective_of(answer)

    def cost(self, answer: Mapping[str, Any], /) -> int:
        return self.sign * self.objective_of(answer)

    def _cheaper(self, cost: int) -> Self:
        return self.as_cheap(cost - 1)

    def as_cheap(self, cost: int, /) -> Self:
        assert self.objective is not None
        rule = self.objective * self.sign <= cost
        return self._copy([*self.stated, Stated(rule, "a better answer")])

    def cost_terms(self) -> tuple[list[tuple[int, Callable[[int], int]]], int]:
        assert self.objective is not None
        encoding = self.compiled()[1]
        terms: list[tuple[int, Callable[[int], int]]] = []
        for part, times in self.objective.terms.items():
            if not isinstance(part, Variable):
                raise Unsuited(f"{self.name}: found {part} in what is best, expected variables")
            numbers = [self.sign * times * int(value or 0) for value in encoding.values]
            terms.append((part.index, numbers.__getitem__))
        return terms, self.sign * self.objective.constant

    def tell(self, answer: Mapping[str, Any], /) -> str:
        if self.objective is None:
            return ""
        return f"{self.objective}: {self.objective_of(answer)}"


@dataclass(frozen=True)
class ProblemWords(Words):
    """Variables and values by their own names."""

    puzzle: ModelPuzzle

    def variable(self, variable: int) -> str:
        return self.puzzle.compiled()[1].names[variable]

    def value(self, code: int | None) -> str:
        return self.puzzle.word(self.puzzle.compiled()[1].values[code or 0])


def given_as(variable: Variable, value: Value, place: tuple[str, int] = ("", 0)) -> Stated:
    """The clue that a variable has a value."""
    return Stated(variable == value, f"{variable.name} is given as {value}", place, clue=True)


def _changed(puzzle: ModelPuzzle, goals: Sequence[Value], given: Mapping[Variable, Value]) -> str:
    """The text of a puzzle, and what `read` reads: numbers that are not as stated, and givens."""
    text = puzzle.own_text
    end = CHANGED.search(text)
    assert end is not None
    numbers = f"~{end[1]}" if end[1] else ""
    if list(goals) != [clue.goal for clue in puzzle.clues()]:
        numbers = "~" + ".".join("-" if goal is None else str(goal) for goal in goals)
    code = puzzle.compiled()[1].code
    entries = [code[given[x]] if x in given else 0 for x in puzzle.variables_shown]
    return f"{text[: end.start()]}{numbers}@{'.'.join(map(str, entries))}"


def _misstated(each: Stated, error: Exception) -> ModelError:
    file, line = each.place
    raised = f"{type(error).__name__}: {error}"
    return ModelError(f"{Path(file).name}:{line}: the rule {each.label} raised {raised}")
