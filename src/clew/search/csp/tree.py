"""The tree of assignments that backtracking searches explore, and the loop that explores it.

`backtrack` is the textbook's figure; `Tree` has its steps: `branch` selects a variable and orders
its values (choose.py), `advance` tries the next value and infers (state.py), `take_back` undoes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from clew.core.events import Event, Kind, emit
from clew.core.faces import CSP, Assignment, Domain
from clew.core.result import Run
from clew.search.csp.choose import ORDER, SELECT, Legal, Order, Select, reason_for
from clew.search.csp.infer import INFER, SETTLES, Infer, no_inference
from clew.search.csp.network import Network
from clew.search.csp.state import State


class Options(Protocol):
    """What a strategy that backtracks says of its tree."""

    @property
    def select(self) -> str: ...
    @property
    def order(self) -> str: ...
    @property
    def infer(self) -> str: ...
    @property
    def prepare(self) -> str: ...
    @property
    def seed(self) -> int: ...


def preparation(options: Options) -> str:
    """The inference before the search."""
    prepare = options.infer if options.prepare == "same" else options.prepare
    return "mac" if prepare == "ac3" else prepare


def backtrack(tree: Tree) -> Iterator[Assignment]:
    """BACKTRACKING-SEARCH (Russell and Norvig, figure 6.5), its recursion as a list of branches."""
    path: list[Branch] = []
    unassigned: list[int] | None = tree.root()
    while unassigned is not None:
        if unassigned:
            path.append(tree.branch(unassigned))
        elif tree.allowed in (None, tree.discrepancies):
            yield tree.answer()
        unassigned = None
        while path and (unassigned := tree.advance(path[-1])) is None:
            path.pop()


@dataclass(slots=True)
class Branch:
    """A variable being tried: the values left, and what to return to between them."""

    variable: int
    values: Iterator[int]
    unassigned: list[int]
    mark: int
    """The length of the trail before the first value."""
    discrepancies: int
    """How many values on the way here were not the first choice."""
    tried: int = 0
    """How many values have been tried."""
    answers: int = 0
    """How many answers there were when the last of them was."""


class Tree:
    """One search tree over one CSP: what all strategies that backtrack share."""

    def __init__(self, options: Options, csp: CSP, run: Run) -> None:
        prepare = preparation(options)
        self.run = run
        self.state: State = State(Network(csp), run, options.seed)
        self.selecting: str = options.select
        self.select: Select = SELECT[options.select]
        self.order: Order = ORDER[options.order]
        self.infer: Infer = INFER[options.infer]
        self.settles: bool = options.infer in SETTLES
        self.infer_first: Infer = INFER[prepare]
        self.settles_first: bool = prepare in SETTLES
        self.legal: Legal = self.state.legal
        if options.infer != "none":
            self.legal = self.state.domains.__getitem__
        if options.select == "dom/wdeg":
            self.state.weights = [1] * len(csp.constraints)
        self.answers: int = 0
        self.allowed: int | None = None
        """If not None: how many discrepancies a path may have, and an answer must have."""
        self.discrepancies: int = 0
        self.cut: bool = False
        """Whether a value was left out because of `allowed`."""

    def prepare(self) -> bool:
        """Infer once before the search; False if that proves there is no answer."""
        state = self.state
        everyone = range(len(state.domains))
        if not all(state.domains):
            return False
        if self.infer_first is no_inference:
            if not all(state.legal(x) for x in everyone if state.assigned[x]):
                return False
        elif not self.infer_first(state, everyone):
            return False
        if self.settles_first:
            state.assigned = [mask & (mask - 1) == 0 for mask in state.domains]
        state.trail.clear()
        return True

    def root(self) -> list[int]:
        """Count the root; the variables that are to be assigned below it."""
        self._count_node()
        self.discrepancies = 0
        if self.run.trace is not None:
            if self.allowed is not None:
                self.run.trace(Event(Kind.ROUND, 0, self.allowed))
            self.run.trace(Event(Kind.ENTER, 0))
        return [x for x, assigned in enumerate(self.state.assigned) if not assigned]

    def answer(self) -> Assignment:
        """Count what is assigned now as an answer."""
        self.answers += 1
        emit(self.run.trace, Kind.ANSWER, self.state.depth)
        return self.state.answer()

    def branch(self, unassigned: list[int]) -> Branch:
        """Choose the variable to assign next, and the order of its values."""
        state, stats = self.state, self.run.stats
        if state.depth >= stats.deepest:
            stats.deepest = stats.frontier = state.depth + 1
        watched = self.run.trace is not None
        select = self._select_watched if watched else self.select
        variable = select(state, unassigned, self.legal)
        values = self.order(state, variable, self.legal(variable), unassigned)
        if self.discrepancies == self.allowed and len(values) > 1:
            values, self.cut = values[:1], True
        return Branch(variable, iter(values), unassigned, len(state.trail), self.discrepancies)

    def _select_watched(self, state: State, unassigned: Sequence[int], legal: Legal) -> int:
        """Select a variable, and emit the numbers by which it was chosen."""
        sizes: dict[int, int] = {}

        def noted(variable: int) -> Domain:
            mask = legal(variable)
            sizes[variable] = mask.bit_count()
            return mask

        variable = self.select(state, unassigned, noted)
        reason = reason_for(self.selecting, state, variable, sizes, unassigned)
        assert self.run.trace is not None
        self.run.trace(Event(Kind.CHOOSE, state.depth + 1, variable, *reason))
        return variable

    def advance(self, branch: Branch) -> list[int] | None:
        """Try the next value that inference does not refute; the variables left, or None."""
        if self.state.assigned[branch.variable]:
            self.take_back(branch)
        for value in branch.values:
            unassigned = self.assign(branch, value)
            if unassigned is not None:
                self.discrepancies = branch.discrepancies + (branch.tried > 1)
                return unassigned
            self.take_back(branch)
        return None

    def assign(self, branch: Branch, value: int) -> list[int] | None:
        """Give the variable a value and infer; the variables left, or None if that fails."""
        state, run, variable = self.state, self.run, branch.variable
        self._count_node()
        state.depth += 1
        branch.tried += 1
        branch.answers = self.answers
        domains = state.domains
        state.trail.append((variable, domains[variable]))
        domains[variable] = 1 << value
        state.assigned[variable] = True
        if run.trace is not None:
            run.trace(Event(Kind.TRY, state.depth, variable, value))
        if not self.infer(state, (variable,)):
            return None
        if self.settles:
            return [x for x in branch.unassigned if domains[x] & (domains[x] - 1)]
        return [x for x in branch.unassigned if x != variable]

    def take_back(self, branch: Branch) -> None:
        """Undo the last value tried; a backtrack if no answer was found below it."""
        state, variable = self.state, branch.variable
        if self.run.trace is not None:
            value = state.domains[variable].bit_length() - 1
            kind = Kind.BACK if branch.answers == self.answers else Kind.UNDO
            self.run.trace(Event(kind, state.depth, variable, value))
        state.undo(branch.mark)
        state.assigned[variable] = False
        state.depth -= 1
        if branch.answers == self.answers:
            state.stats.backtracks += 1

    def _count_node(self) -> None:
        stats = self.run.stats
        if stats.nodes >= self.run.alarm:
            self.run.pause()
        stats.nodes += 1
