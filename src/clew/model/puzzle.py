"""A stated problem as a puzzle: its text, its clues, and its board to fill in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.pen import Drawing, Text
from clew.core.arguments import advice, plainly, shown
from clew.core.candidates import Eliminations, RuleEliminations
from clew.core.faces import CSP
from clew.core.grid import SYMBOLS
from clew.core.look import Brief
from clew.core.puzzle import BLANKS, CellPuzzle, placed
from clew.explanations.mus_steps import Words
from clew.generators.maker import Maker
from clew.model.entries import changed, one_name, one_word, read_change
from clew.model.expressions import Value, Variable
from clew.model.own import CHANGED, drawn
from clew.model.stated import Answer, Stated, given_as, parts_of, value_stated
from clew.model.statement import Statement
from clew.model.values import has_hash
from clew.search.csp.rulebook import Rulebook

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
        from clew.model.rulebook import compiled_rulebook

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
