"""A stated problem as a puzzle: its text, its clues, and its board to fill in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import methodcaller
from pathlib import Path
from typing import Any, ClassVar, Self
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
from clew.explanations.mus_steps import Words
from clew.generators.maker import Maker
from clew.model.checking import Check, checker
from clew.model.compiling import Compiler
from clew.model.encoding import Encoding
from clew.model.expressions import Expression, LinearExpression, Rule, Value, Variable, has_hash
from clew.model.own import CHANGED, ModelError, Own, check_name, drawn
from clew.model.stated import Answer, Stated, given_as, parts_of, value_stated
from clew.model.unused import report_once
from clew.search.csp.rulebook import Rulebook

FEW_ANSWERS = 20
"""So many are checked before code is made for it."""


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


class Statement(Own[Answer]):
    """Variables and rules that were stated."""

    faces: ClassVar[Faces] = Faces({CSP: methodcaller("csp")})
    show: Callable[[Answer], str] | None = None
    objective: LinearExpression | None = None
    sign: int = 1
    _compiled: Compiled | None = None

    def __init__(self, name: str, title: str = "", summary: str = "") -> None:
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

    def __repr__(self) -> str:
        rules = f"{len(self.known)} variables, {len(self.stated)} rules"
        return f"<{type(self).__name__} {self.name}: {rules}>"

    def _copy(self, stated: Sequence[Stated] | None = None) -> Self:
        made = object.__new__(type(self))
        rules = list(self.stated if stated is None else stated)
        own = {"known": dict(self.known), "_built": dict(self._built), "_compiled": None}
        vars(made).update(vars(self), stated=rules, **own)
        vars(made).pop("stated_as", None)
        return made

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
        return Answer(
            [
                (name, variable.choices[values[code]])
                for (name, variable), code in zip(self.known.items(), found, strict=False)
                if code is not None
            ]
        )

    def check(self, answer: Mapping[str, Any], /) -> list[str]:
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

    # ------------------------------------------------------------ the best answer

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


def _misstated(each: Stated, error: Exception) -> ModelError:
    file, line = each.place
    said = f"raised {type(error).__name__}: {error}"
    if isinstance(error, ModelError):
        said = str(error)
    return ModelError(f"{Path(file).name}:{line}: the rule {each.label} {said}")


NONE = "-"
"""Stands for a clue that is taken away, and for a cell that is not filled."""


def changed(puzzle: ModelPuzzle, goals: Sequence[Value], given: Mapping[Variable, Value]) -> str:
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


def read_change(puzzle: ModelPuzzle, text: str) -> tuple[list[Value], dict[Variable, Value]]:
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


def _words(puzzle: ModelPuzzle) -> list[str]:
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


def _few(words: Sequence[str]) -> str:
    return ", ".join(words[:12]) + ", …" * (len(words) > 12)


MOST_TOLD = 40
"""So many rules are told beside the board."""


class ModelPuzzle(CellPuzzle[Answer], Statement):
    """Variables and rules that were stated, as a puzzle."""

    shapes: tuple[tuple[str, str], ...] = ()
    """For a value the shape that is drawn instead, as in `Board`."""
    head: str | None = None
    """What stands before the clues, where the text of a kind lists them, with commas between."""
    complete: ClassVar[bool] = False
    """Whether the text says all without clues: a maker tries texts until one has one solution."""
    sparse: ClassVar[bool] = False
    """Whether a maker gives no more clues than are needed, where there are far too many."""

    def _as(self, text: str, like: ModelPuzzle) -> Self:
        """The puzzle with this text; a value, if the other is one."""
        self.own_text = text
        return self if like.stated_as is None else self.value_of(like.stated_as)

    # ------------------------------------------------------------ as a puzzle

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

    def answered(self, entries: Sequence[int], /) -> Answer | None:
        return self.translate(CSP, entries) if all(entries) else None

    def assigned(self, entries: Sequence[int], /) -> Sequence[Any]:
        return [*entries, *(0,) * (len(self.csp().domains) - len(entries))]

    def with_entries(self, entries: Sequence[int], /) -> Self:
        values = self.compiled()[1].values
        places = zip(self.variables_shown, entries, strict=True)
        given = {variable: values[entry] for variable, entry in places if entry}
        return self.restated([clue.goal for clue in self.clues()], given)

    def check(self, answer: Any, /) -> list[str]:
        """List the rules that an answer breaks: values by name, by cell, or in order."""
        if not isinstance(answer, Collection):
            said = f"{shown(answer)} can't be an answer"
            raise TypeError(f"{said}: give a value for each variable, by name or in order")
        if not isinstance(answer, Mapping):
            if len(answer) != len(self.known):
                return [f"the answer has {len(answer)} values, not {len(self.known)}"]
            answer = dict(zip(self.known, answer, strict=True))
        elif not isinstance(answer, Answer) and not self.known.keys() >= answer.keys():
            cells = self.variables_shown
            answer = {cells[self.find_cell(name)].name: answer[name] for name in answer}
        return super().check(answer)

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
        return ProblemWords(self)

    def rulebook(self) -> Rulebook:
        """The rules as they were stated, each by itself."""
        from clew.model.single_rules import compiled_rulebook

        return compiled_rulebook(self)


@dataclass(frozen=True)
class ProblemWords(Words):
    """Variables and values by their own names."""

    puzzle: ModelPuzzle

    @property
    def width(self) -> int:
        return self.puzzle.shape[1]

    def variable(self, variable: int) -> str:
        return self.puzzle.compiled()[1].names[variable]

    def value(self, code: int | None) -> str:
        return self.puzzle.word(self.puzzle.compiled()[1].values[code or 0])

    def entry(self, variable: int, value: int) -> str:
        return f"{self.variable(variable)} is {self._own(variable, value, self.puzzle.word)}"

    def denied(self, variable: int, value: int | None) -> str:
        return f"{self.variable(variable)} is not {self._own(variable, value, self.puzzle.word)}"

    def typed(self, variable: int, value: int) -> str:
        sign = one_word(self._own(variable, value, self.puzzle.symbol))
        return f"{self.puzzle.cell_name(variable)}={sign}"

    def _own(self, variable: int, code: int | None, written: Callable[[Value], str]) -> str:
        """A value as its variable has it."""
        at = self.puzzle.variables_shown[variable]
        return written(self.puzzle.value_of_code(at, code or 0))
