"""A stated problem as a puzzle: its text, its clues, and its board to fill in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from clew.core.board import Arrangement, Board, Cell, Clue, Ink
from clew.core.candidates import Eliminations, RuleEliminations
from clew.core.faces import CSP
from clew.core.look import Brief
from clew.core.puzzle import CellPuzzle
from clew.explanations.mus_steps import Words
from clew.generators.maker import Maker
from clew.model.entries import changed, one_word, read_change, read_entries
from clew.model.expressions import Value, Variable
from clew.model.own import CHANGED, drawn
from clew.model.stated import Answer, Stated, given_as
from clew.model.statement import Statement
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
        csp, shown = self.csp(), len(self.variables_shown)
        return tuple(m.bit_length() - 1 if m & (m - 1) == 0 else 0 for m in csp.domains[:shown])

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

    def read_entries(self, text: str, /) -> Sequence[int | None]:
        return read_entries(self, text)

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
        return Board(
            len(cells), 1, cells, self.heading(), clues=clues, layout=Arrangement.NAMED,
            shapes=self.shapes,
        )  # fmt: skip

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


@dataclass(frozen=True)
class ProblemWords(Words):
    """Variables and values by their own names."""

    puzzle: ModelPuzzle

    def variable(self, variable: int) -> str:
        return self.puzzle.compiled()[1].names[variable]

    def value(self, code: int | None) -> str:
        return self.puzzle.word(self.puzzle.compiled()[1].values[code or 0])
