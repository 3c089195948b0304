"""Steps for any CSP, where no technique is known: small sets of rules, in words and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Protocol, runtime_checkable

from clew.core.board import Board
from clew.core.capabilities import capability
from clew.core.faces import Domain, values
from clew.core.grid import cell_name
from clew.core.puzzle import GridPuzzle, Puzzle
from clew.core.verdicts import shortened
from clew.explanations.grids import step_board
from clew.explanations.mus import MusSolver, Reason
from clew.explanations.techniques.ratings import TRIAL
from clew.explanations.techniques.scale import Scale
from clew.explanations.techniques.step import Step

Entries = Sequence[int | None]
"""The value of each variable, None where it has none."""
LEVELS = ((3.0, "easy"), (6.0, "medium"), (12.0, "hard"), (inf, "extreme"))
SETS = Scale({TRIAL: 50.0}, LEVELS)
"""A step is rated by the number of rules and facts that it needs."""
NAMED = 6
"""How many of the facts of a step are named."""


@dataclass(frozen=True)
class Words:
    """How the variables and values of a puzzle are called."""

    puzzle: Puzzle

    @cached_property
    def columns(self) -> int:
        """The columns of a board with a cell for each variable; 0 if it is no such board."""
        if isinstance(self.puzzle, GridPuzzle):
            return self.puzzle.order
        board = self.puzzle.board()
        return board.cols if len(board.cells) == len(self.puzzle.csp().domains) else 0

    def variable(self, variable: int) -> str:
        if self.columns:
            return cell_name(variable, self.columns)
        return f"variable {variable + 1}"

    def entry(self, variable: int, value: int) -> str:
        """What a value that is filled in says."""
        return f"{self.variable(variable)} is {value}"

    def denied(self, variable: int, value: int | None) -> str:
        """That a value is wrong."""
        return f"{self.variable(variable)} is not {value}"

    def typed(self, variable: int, value: int) -> str:
        """An entry as a player would type it: the square, or the cell and the value."""
        return f"{self.variable(variable)}={value}"

    def drawn(self, entries: Entries, domains: Sequence[Domain], step: Step) -> Board:
        """The board with these entries, what the others may be, and a step marked on it."""
        if not self.columns:
            return self.puzzle.board()
        return step_board(self.puzzle, [value or 0 for value in entries], domains, step)

    def fact(self, variable: int, mask: Domain) -> str:
        """What a variable may still be."""
        return f"{self.variable(variable)} is {either(list(map(str, values(mask))))}"

    def effects(self, step: Step) -> str:
        """What a step eliminates, where `in_words` does not say it."""
        if isinstance(self.puzzle, GridPuzzle) or not step.eliminations:
            return ""
        return f": {step.effects(self.variable)}"


def either(words: Sequence[str]) -> str:
    return " or ".join(shortened(words, NAMED))


@runtime_checkable
class HasWords(Protocol):
    """A puzzle whose variables have names of their own."""

    def words(self) -> Words: ...


def words_of(puzzle: Puzzle) -> Words:
    """How the variables and values of a puzzle are called."""
    own = capability(puzzle, HasWords)
    return Words(puzzle) if own is None else own.words()


class MusPosition:
    """A puzzle while it is being explained by small sets of its rules."""

    def __init__(self, puzzle: Puzzle, solution: Sequence[int], filled: Entries = ()) -> None:
        self.solution, self.words, self.csp = solution, words_of(puzzle), puzzle.csp()
        self.value: list[int | None] = [None] * len(self.csp.domains)
        self.value[: len(filled)] = filled
        for variable, mask in enumerate(self.csp.domains):
            if mask.bit_count() == 1:
                self.value[variable] = mask.bit_length() - 1
        self._solver = MusSolver(self.csp, self.value)
        self._pending: tuple[Reason, ...] = ()

    @property
    def solved(self) -> bool:
        return None not in self.value

    @property
    def domains(self) -> list[Domain]:
        """What each variable may still be."""
        return self._solver.domains

    def narrowest(self) -> int:
        """The first of the open variables with the fewest values left."""
        left = [variable for variable, value in enumerate(self.value) if value is None]
        return min(left, key=lambda each: self.domains[each].bit_count())

    def next(self) -> Step:
        """The easiest step: a last value, what a small set of rules says, or a trial."""
        return self._last() or self._by_reason() or self._trial()

    def apply(self, step: Step) -> None:
        self._solver.take(self._pending)
        self._pending = ()
        for variable, value in step.placements:
            self.value[variable] = value
            self._solver.take((Reason(variable, value, (), (), True),))

    def steps(self) -> Iterator[tuple[Step, Board]]:
        """Each step with the board before it."""
        while not self.solved:
            step = self.next()
            yield step, self.board(step)
            self.apply(step)

    def board(self, step: Step) -> Board:
        """The board as it stands, with the step marked on it."""
        return self.words.drawn(self.value, self.domains, step)

    def _last(self) -> Step | None:
        for variable, mask in enumerate(self.domains):
            if self.value[variable] is None and mask.bit_count() == 1:
                value = mask.bit_length() - 1
                text = f"no other value is left: {self.words.entry(variable, value)}"
                return Step("last value", 1.0, (variable,), (), ((variable, value),), (), text)
        return None

    def _by_reason(self) -> Step | None:
        self._pending = found = self._solver.next(self.solution)
        if not found:
            return None
        first = found[0]
        placed = tuple((each.variable, each.value) for each in found if each.placed)
        struck = tuple((each.variable, each.value) for each in found if not each.placed)
        causes = tuple((v, c) for v in first.known for c in values(self.domains[v]))
        count = len(first.rules)
        name = "one rule" if count == 1 else f"contradiction of {count} rules"
        cells = tuple(dict.fromkeys((*first.known, *(each.variable for each in found))))
        step = Step(name, float(first.size), cells, causes, placed, struck)
        return replace(step, text=self._text(first, step))

    def _text(self, reason: Reason, step: Step) -> str:
        labels = [self.csp.constraints[rule].label for rule in reason.rules]
        facts = [self.words.fact(v, self.domains[v]) for v in reason.known]
        rules = "; ".join(shortened(labels, NAMED))
        where = f" (where {', '.join(shortened(facts, NAMED))})" if facts else ""
        placed = "".join(f": {self.words.entry(*entry)}" for entry in step.placements)
        return f"{rules}{where}{placed}{self.words.effects(step)}"

    def _trial(self) -> Step:
        """A variable with the fewest values left, by trying them all to the end."""
        variable = self.narrowest()
        value = self.solution[variable]
        entry = self.words.entry(variable, value)
        text = f"no small set of rules was found: tried to the end, {entry}"
        return Step(TRIAL, SETS.trial, (variable,), (), ((variable, value),), (), text)
