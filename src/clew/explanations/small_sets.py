"""Steps for any CSP, where no special technique is known: small sets of rules, told and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol, runtime_checkable

from clew.core.board import Board
from clew.core.capabilities import capability
from clew.core.faces import values
from clew.core.grid import cell_name
from clew.core.puzzle import GridPuzzle, Puzzle
from clew.core.verdicts import shortened
from clew.explanations.drawing import Pencil, drawn
from clew.explanations.logical import Scale
from clew.explanations.reasons import Explainer, Reason
from clew.explanations.techniques.ladder import Ladder
from clew.explanations.techniques.step import Step

SETS = Scale(Ladder(()), ((3.0, "easy"), (6.0, "medium"), (12.0, "hard")), "extreme", 50.0)
"""A step is rated by the number of rules and facts that it needs."""
LAST, TRIAL = "last value", "trial"
NAMED = 6
"""So many of the facts of a step are told."""


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

    def drawn(self, entries: Sequence[int | None], domains: Sequence[int], step: Step) -> Board:
        """The board with these entries, what the others may be, and a step marked on it."""
        if not self.columns:
            return self.puzzle.board()
        return drawn(self.puzzle, Pencil([value or 0 for value in entries], domains), step)

    def fact(self, variable: int, mask: int) -> str:
        """What a variable may still be."""
        several = list(values(mask))
        return f"{self.variable(variable)} is {either([str(value) for value in several])}"

    def effects(self, step: Step) -> str:
        """What a step strikes out, where `told` does not say it."""
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


class Climb:
    """A puzzle while it is being explained by small sets of its rules."""

    def __init__(
        self, puzzle: Puzzle, solution: Sequence[int], filled: Sequence[int | None] = ()
    ) -> None:
        self.puzzle, self.solution, self.words = puzzle, solution, words_of(puzzle)
        self.csp = puzzle.csp()
        given = [
            mask.bit_length() - 1 if mask.bit_count() == 1 else None for mask in self.csp.domains
        ]
        entered = [*filled, *[None] * (len(given) - len(filled))]
        self.value = [
            one if one is not None else two for one, two in zip(given, entered, strict=True)
        ]
        self.explainer = Explainer(self.csp, self.value)
        self._pending: tuple[Reason, ...] = ()

    @property
    def solved(self) -> bool:
        return None not in self.value

    def next(self) -> Step:
        """The easiest step: a last value, what a small set of rules says, or a trial."""
        return self._last() or self._by_reason() or self._trial()

    def apply(self, step: Step) -> None:
        self.explainer.take(self._pending)
        self._pending = ()
        for variable, value in step.placements:
            self.value[variable] = value
            self.explainer.take((Reason(variable, value, (), (), True),))

    def steps(self) -> Iterator[tuple[Step, Board]]:
        """Each step with the board before it."""
        while not self.solved:
            step = self.next()
            yield step, self.board(step)
            self.apply(step)

    def board(self, step: Step) -> Board:
        """The board as it stands, with the step marked on it."""
        return self.words.drawn(self.value, self.explainer.domains, step)

    def _last(self) -> Step | None:
        for variable, mask in enumerate(self.explainer.domains):
            if self.value[variable] is None and mask.bit_count() == 1:
                value = mask.bit_length() - 1
                text = f"no other value is left: {self.words.entry(variable, value)}"
                return Step(LAST, 1.0, (variable,), (), ((variable, value),), (), text)
        return None

    def _by_reason(self) -> Step | None:
        found = self.explainer.next(self.solution)
        if not found:
            return None
        self._pending = found
        first = found[0]
        placed = tuple((each.variable, each.value) for each in found if each.placed)
        struck = tuple((each.variable, each.value) for each in found if not each.placed)
        causes = tuple((v, c) for v in first.known for c in values(self.explainer.domains[v]))
        count = len(first.rules)
        name = "one rule" if count == 1 else f"contradiction of {count} rules"
        cells = tuple(dict.fromkeys((*first.known, *(each.variable for each in found))))
        step = Step(name, float(first.size), cells, causes, placed, struck, "")
        return replace(step, text=self._told(first, step))

    def _told(self, reason: Reason, step: Step) -> str:
        labels = [self.csp.constraints[rule].label for rule in reason.rules]
        facts = [self.words.fact(v, self.explainer.domains[v]) for v in reason.known]
        said = "; ".join(shortened(labels, NAMED))
        said += f" (where {', '.join(shortened(facts, NAMED))})" if facts else ""
        entered = (self.words.entry(variable, value) for variable, value in step.placements)
        placed = "".join(f": {entry}" for entry in entered)
        return f"{said}{placed}{self.words.effects(step)}"

    def _trial(self) -> Step:
        """A variable with the fewest values left, by trying them all to the end."""
        left = [variable for variable, value in enumerate(self.value) if value is None]
        masks = self.explainer.domains
        variable = min(left, key=lambda each: masks[each].bit_count())
        value = self.solution[variable]
        entry = self.words.entry(variable, value)
        text = f"no small set of rules was found: tried to the end, {entry}"
        return Step(TRIAL, SETS.guess, (variable,), (), ((variable, value),), (), text)
