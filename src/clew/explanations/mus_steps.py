"""Steps for CSPs that have no scale of techniques: small sets of rules, in words and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import cast

from clew.board.board import Board
from clew.core.capabilities import CellByCell, HasWords, capability
from clew.core.faces import Domain, values
from clew.core.grid import cell_name, write_symbol
from clew.core.phrases import (
    alternatives,
    capital,
    clauses,
    in_letters,
    plural_of,
    shortened,
    spoken,
)
from clew.core.puzzle import Puzzle
from clew.explanations.grids import step_board
from clew.explanations.mus import MusSolver, Reason
from clew.explanations.techniques.position import Layout, Position, layout, union
from clew.explanations.techniques.scale import Scale
from clew.explanations.techniques.step import TRIAL, Candidate, Step
from clew.search.csp.rulebook import Rulebook, rulebook_of

# ------------------------------------------------------------------ named techniques
# These techniques use only houses, so they're valid whatever the other rules are.


SCALES = {
    1: Scale(
        {"last cell": 1.0, "naked single": 1.0, "hidden single": 1.1}
        | {"naked pair": 1.2, "naked triplet": 1.3, "naked quad": 1.4}
        | {"hidden pair": 1.5, "hidden triplet": 1.6, "hidden quad": 1.7}
    ),
    2: Scale({"pointing": 2.0, "claiming": 2.1}),
    4: Scale({"X-Wing": 4.0, "Swordfish": 6.0, "Jellyfish": 8.0}),
    5: Scale(
        {"XY-Wing": 5.0, "XYZ-Wing": 5.5, "X-cycle": 7.0, "Y-cycle": 7.0, "X-chain": 8.0}
        | {"mixed cycle": 9.0, "forcing chain": 9.0}
    ),
    20: Scale(
        {"Nishio forcing net": 20.0, "multiple forcing net": 30.0, "dynamic forcing net": 40.0}
    ),
}
"""The techniques that are valid whatever the other rules are, by the number of houses they combine.

They're rated like reasons, by the number of houses and in tenths. Chains and nets can use any
number of houses, so they rank with reasons that have that many rules. Techniques that rely on a
unique solution aren't included.
"""


def layout_of(book: Rulebook, width: int, called: Callable[[int], str]) -> Layout | None:
    """Return the layout of the houses among the rules, or None if techniques don't apply.

    Techniques need at least two houses, and values whose names are their numbers.
    """
    symbols = union(book.domains[: book.shown])
    houses = tuple(
        rule
        for each in book.rules
        for rule in each.constraints
        if rule.distinct == ()
        and len(rule.scope) == symbols.bit_count()
        and max(rule.scope) < book.shown
    )
    numbered = all(called(value) == str(value) for value in values(symbols))
    return layout(book.shown, width, houses, symbols) if len(houses) > 1 and numbered else None


# ------------------------------------------------------------------ steps


Entries = Sequence[int | None]
"""The value of each variable, or None if it has none."""
LEVELS = ((1.9, "easy"), (2.9, "medium"), (inf, "hard"))
SETS = Scale({TRIAL: 50.0}, LEVELS)
"""A step's rating is the number of rules that it combines, plus a tenth for each of up to 9 facts.

A puzzle is easy if every step needs only one rule, medium with two rules, and hard with more.
"""
NAMED = 6
"""The maximum number of facts that a step names."""
RANGE = r"^(\d+) to (\d+)$"
FEW = 12
"""The maximum number of values that a fact lists. If there are more, it lists the first few."""


@dataclass(frozen=True)
class Words:
    """The names of a puzzle's variables and values."""

    puzzle: Puzzle

    @cached_property
    def columns(self) -> int:
        """The number of columns if the board has one cell for each variable, or 0 otherwise."""
        grid = capability(self.puzzle, CellByCell)
        if grid is not None:
            return grid.width
        board = self.puzzle.board()
        return board.cols if len(board.cells) == len(self.puzzle.csp().domains) else 0

    @property
    def width(self) -> int:
        """The number of variables in a row of the board."""
        return self.columns or len(self.puzzle.csp().domains)

    def variable(self, variable: int) -> str:
        if self.columns:
            return cell_name(variable, self.columns)
        return f"variable {variable + 1}"

    def value(self, value: int | None) -> str:
        return str(value)

    def own_value(self, variable: int, value: int | None) -> str:
        """Return the name that a variable uses for a value."""
        return self.value(value)

    def entry(self, variable: int, value: int) -> str:
        """Say that a variable has a value."""
        return f"{self.variable(variable)} is {self.own_value(variable, value)}"

    def denied(self, variable: int, value: int | None) -> str:
        """Say that a variable can't have a value."""
        return f"{self.variable(variable)} can't be {self.own_value(variable, value)}"

    def could(self, variable: int, value: int) -> str:
        """Propose a value that isn't certain."""
        return f"{self.variable(variable)} could be {self.own_value(variable, value)}"

    def must(self, placements: Sequence[Candidate]) -> str:
        """Say which values are certain. Variables with the same value are listed together."""
        alike: dict[str, list[str]] = {}
        for variable, value in placements:
            alike.setdefault(self.own_value(variable, value), []).append(self.variable(variable))
        return clauses(
            [
                f"{spoken(names)} must be {plural_of(value, len(names))}"
                for value, names in alike.items()
            ]
        )

    def only(self, variable: int, value: int, others: Sequence[int]) -> str:
        """Say that a variable has only one value left, because the others are impossible."""
        rest = [self.own_value(variable, other) for other in others]
        are = "are" if len(rest) > 1 else "is"
        left = f"{self.variable(variable)} can only be {self.own_value(variable, value)}"
        return f"{left} ({alternatives(rest, 'and')} {are} impossible)"

    def typed(self, variable: int, value: int) -> str:
        """Return an entry as a player would type it, such as a cell and a value."""
        return f"{self.variable(variable)}={self.value(value)}"

    def drawn(self, entries: Entries, domains: Sequence[Domain], step: Step) -> Board:
        """Draw the board with these entries and the open cells' candidates, and mark a step."""
        if not self.columns:
            return self.puzzle.board()
        symbols: Sequence[str] = getattr(self.puzzle, "symbols", ())
        filled = [value or 0 for value in entries]

        def symbol(value: int) -> str:
            return symbols[value - 1] if symbols else write_symbol(value)

        return step_board(self.puzzle, filled, domains, step, symbol)

    def fact(self, variable: int, mask: Domain) -> str:
        """Say which values a variable can still have."""
        left = either(list(map(self.value, values(mask))))
        between = re.sub(RANGE, r"between \1 and \2", left)
        return f"{self.variable(variable)} is {between}"

    def effects(self, step: Step) -> str:
        """Say which values a step eliminates."""
        return step.effects(self.variable, self.value)


def either(words: Sequence[str]) -> str:
    """Join alternatives. If there are many, list only a few."""
    if len(words) <= FEW:
        return alternatives(words)
    return alternatives([*words[: NAMED - 1], f"any of {len(words) - NAMED + 1} more"])


def _listed(facts: Sequence[str]) -> str:
    """Join facts. If there are many, list only a few."""
    if len(facts) <= NAMED:
        return clauses(facts)
    return clauses([*facts[: NAMED - 1], f"{len(facts) - NAMED + 1} more facts hold"])


def words_of(puzzle: Puzzle) -> Words:
    """Return the names of a puzzle's variables and values."""
    own = capability(puzzle, HasWords)
    return Words(puzzle) if own is None else cast(Words, own.words())


class MusPosition:
    """A position in a puzzle that's explained by small sets of its rules.

    Variables and values are those of the puzzle's CSP, except for variables that the puzzle doesn't
    show.
    """

    def __init__(self, puzzle: Puzzle, solution: Sequence[int], filled: Entries = ()) -> None:
        self.words, self.book = words_of(puzzle), rulebook_of(puzzle)
        self._codes = Codes(self.book.code)
        self.solution = tuple(solution[: self.book.shown])
        self.value: list[int | None] = [None] * self.book.shown
        self.value[: len(filled)] = filled[: self.book.shown]
        for variable, mask in enumerate(self.book.known(shown=True)[: self.book.shown]):
            if mask.bit_count() == 1:
                self.value[variable] = self._codes.back(mask.bit_length() - 1)
        to = self._codes.to
        known = [None if value is None else to(value) for value in self.value]
        self._solver = MusSolver(self.book, list(map(to, self.solution)), known)
        self._layout = layout_of(self.book, self.words.width, self._called)
        self.reasons: tuple[Reason, ...] = ()
        """The reasons for the last step, in the rulebook's codes."""

    def _called(self, code: int) -> str:
        """Return a rulebook value's name, or "" if its code in the puzzle is different."""
        return self.words.value(code) if self._codes.back(code) == code else ""

    @property
    def solved(self) -> bool:
        return None not in self.value

    @property
    def domains(self) -> list[Domain]:
        """The values left for each variable."""
        return list(map(self._codes.mask_back, self._solver.domains))

    def narrowest(self) -> int:
        """Return the first open variable with the fewest values left."""
        left = [variable for variable, value in enumerate(self.value) if value is None]
        return min(left, key=lambda each: self._solver.domains[each].bit_count())

    def next(self) -> Step:
        """Return the easiest step: a technique, a conclusion from a few rules, or a trial.

        Among steps with the same number of rules, named techniques come first.
        """
        self.reasons = ()
        solver = self._solver
        return (
            self._named(1)
            or self._last()
            or self._by_reason(solver.of_few(1, 1))
            or self._named(2)
            or self._by_reason(solver.of_few(2))
            or self._named(4)
            or self._beyond(self._by_reason(solver.of_several()))
        )

    def _beyond(self, reason: Step | None) -> Step:
        """Return the easiest of a reason with several rules, a chain, a net and a trial."""
        for houses in (5, 20):
            if reason is not None and reason.rating <= houses:
                return reason
            if (step := self._named(houses)) is not None:
                self.reasons = ()
                return step
        return reason or self._trial()

    def apply(self, step: Step) -> None:
        for variable, value in step.eliminations:
            self._solver.strike(variable, self._codes.to(value))
        self.reasons = ()
        for variable, value in step.placements:
            self.value[variable] = value
            self._solver.place(variable, self._codes.to(value))

    def steps(self) -> Iterator[tuple[Step, Board]]:
        """Yield each step with the board before it, and apply the step."""
        while not self.solved:
            step = self.next()
            yield step, self.board(step)
            self.apply(step)

    def board(self, step: Step) -> Board:
        """Return the current board with the step marked on it."""
        return self.words.drawn(self.value, self.domains, step)

    def _last(self) -> Step | None:
        for variable, mask in enumerate(self._solver.domains):
            if self.value[variable] is None and mask.bit_count() == 1:
                value = self._codes.back(mask.bit_length() - 1)
                text = (
                    f"{self.words.must([(variable, value)])}, because no other value is left there"
                )
                return Step("last value", 1.0, (variable,), (), ((variable, value),), (), text)
        return None

    def _named(self, houses: int) -> Step | None:
        """Return a step that uses a technique with this many houses, or None."""
        if self._layout is None:
            return None
        known = [value is not None for value in self.value]
        domains = self._solver.domains
        here = Position.at(self._layout, self.words.variable, domains, known)
        if (step := SCALES[houses].next(here)) is None:
            return None
        so = self.words.effects(step)
        if step.text.endswith(so):  # a net ends with what follows from it
            return step
        return replace(step, text=f"{step.text}: {so}")

    def _by_reason(self, found: tuple[Reason, ...]) -> Step | None:
        self.reasons = found
        if not found:
            return None
        first, back = found[0], self._codes.back
        struck = tuple((each.variable, back(each.value)) for each in found)
        domains = self.domains
        placed = []
        for variable in dict.fromkeys(each.variable for each in found):
            lost = sum(1 << value for x, value in struck if x == variable)
            if (left := domains[variable] & ~lost).bit_count() == 1:
                placed.append((variable, left.bit_length() - 1))
        causes = tuple((v, c) for v in first.known for c in values(domains[v]))
        cells = tuple(dict.fromkeys((*first.known, *(each.variable for each in found))))
        count = len(first.rules)
        name = "one rule" if count == 1 else f"contradiction of {count} rules"
        cost = round(count + min(len(first.known), 9) / 10, 1)
        step = Step(name, cost, cells, causes, tuple(placed), struck)
        return replace(step, text=self._text(first, step, domains))

    def _text(self, reason: Reason, step: Step, domains: Sequence[Domain]) -> str:
        """Say which rules and facts a step relies on, and what follows from them."""
        labels = [self.book.rules[rule].label for rule in reason.rules]
        facts = [self.words.fact(v, domains[v]) for v in reason.known]
        given = f" (given that {_listed(facts)})" if facts else ""
        so = self._conclusion(step)
        small = "" if reason.smallest else ". Fewer rules or facts might be enough"
        if len(labels) == 1:
            names = [self.words.variable(v) for v in range(len(domains))]
            label = capital(labels[0], names)
            return (
                f"{label}{given}. So {so}{small}"
                if ": " in label
                else f"{label}{given}: {so}{small}"
            )
        together = "; ".join(shortened(labels, NAMED))
        count = in_letters(len(labels)).capitalize()
        return f"{count} rules together ({together}){given}: {so}{small}"

    def _conclusion(self, step: Step) -> str:
        """Say what follows: which values are certain, and which are ruled out elsewhere."""
        placed = dict(step.placements)
        struck = [(v, value) for v, value in step.eliminations if v not in placed]
        rest = self.words.effects(replace(step, eliminations=tuple(struck))) if struck else ""
        if not placed:
            return rest
        lost = [value for v, value in step.eliminations if v in placed]
        if len(placed) == 1 and not struck and len(lost) > 1:
            return self.words.only(*step.placements[0], lost)
        must = self.words.must(step.placements)
        return f"{must}, and {rest}" if rest else must

    def _trial(self) -> Step:
        """Return a step that finds a variable's value by trying every value exhaustively."""
        variable = self.narrowest()
        value = self.solution[variable]
        entry = self.words.entry(variable, value)
        text = f"No small set of rules helps here. Trying every value to the end shows that {entry}"
        return Step(TRIAL, SETS.trial, (variable,), (), ((variable, value),), (), text)


def level_of(puzzle: Puzzle, solution: Sequence[int]) -> str:
    """Return the level of a puzzle with one solution, without computing its steps."""
    return SETS.names[rank_of(puzzle, solution, len(SETS.names) - 2)]


def rank_of(puzzle: Puzzle, solution: Sequence[int], highest: int) -> int:
    """Return the index of a puzzle's level, or `highest + 1` if it's harder than `highest`.

    Single rules and pairs exclude the same values in any order, so the function doesn't have to
    find the smallest reasons. Higher levels take longer.
    """
    book = rulebook_of(puzzle)
    ranker = Ranker(book, list(map(Codes(book.code).to, solution[: book.shown])))
    return ranker.rank(range(len(book.rules)), book.known(), highest)


class Ranker:
    """Ranks puzzles that have some of a rulebook's rules, and remembers what the rules excluded.

    Args:
        book: the rulebook.
        solution: the solution that all of the puzzles share, in the rulebook's codes.
    """

    def __init__(self, book: Rulebook, solution: Sequence[int]) -> None:
        self._solver, self._shown = MusSolver(book, solution), book.shown
        self._ranked: list[tuple[frozenset[int], list[Domain], list[list[Domain]]]] = []
        """For each puzzle its rules, the values that its givens leave, and what sets of up to 1, 2,
        and so on of its rules leave of them.
        """

    def rank(self, rules: Iterable[int], known: Sequence[Domain], highest: int) -> int:
        """Return the index of a puzzle's level, or `highest + 1` if it's harder than `highest`.

        What fewer rules and givens exclude, these exclude too.

        Args:
            rules: the numbers of its rules.
            known: the values that its givens leave each variable.
            highest: the index of the highest level to try.
        """
        some, first = frozenset(rules), list(known[: self._shown])
        looser = [
            each
            for each in self._ranked
            if each[0] <= some and not any(map(_lacks, each[1], first))
        ]
        self._solver.restart(some, first)
        closed: list[list[Domain]] = []
        self._ranked.append((some, first, closed))
        for rank in range(highest + 1):
            for _, _, before in looser:
                for domains in before[rank : rank + 1]:
                    self._solver.keep(domains)
            is_solved = self._solver.solve(rank + 1)
            closed.append(list(self._solver.domains))
            if is_solved:
                return rank
        return highest + 1


def _lacks(loose: Domain, tight: Domain) -> Domain:
    """Return the values of the tighter domain that the looser one doesn't have."""
    return tight & ~loose


class Codes:
    """Translates values between the puzzle's codes and its rulebook's codes."""

    def __init__(self, code: Mapping[int, int]) -> None:
        self._to = {} if all(a == b for a, b in code.items()) else dict(code)
        self._back = {b: a for a, b in self._to.items()}

    def to(self, value: int) -> int:
        return self._to.get(value, value)

    def back(self, value: int) -> int:
        return self._back.get(value, value)

    def mask_back(self, mask: Domain) -> Domain:
        return mask if not self._back else sum(1 << self.back(value) for value in values(mask))
