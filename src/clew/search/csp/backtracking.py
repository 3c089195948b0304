"""Systematic search of a CSP: generate and test, backtracking, and limited discrepancies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, product
from typing import ClassVar

from clew.core.events import Event, Kind, Watcher
from clew.core.faces import CSP, Assignment, values
from clew.core.result import Run
from clew.search.csp.choose import ORDER, SELECT, Legal
from clew.search.csp.kernel import Options, explore, preparation
from clew.search.csp.network import Network
from clew.search.csp.state import INFER, SETTLES, State, no_inference
from clew.search.strategy import Strategy, choice


@dataclass(frozen=True)
class GenerateAndTest(Strategy):
    """Try every way to fill the variables, one at a time, and keep those that obey every rule.

    Candidates are made when they are tested, so memory does not grow with their number
    (002, approach 1 and exercise 1d).
    """

    name: ClassVar[str] = "generate-and-test"
    summary: ClassVar[str] = "Fill in everything, then look: every combination in turn."
    face: ClassVar[type] = CSP

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        stats, trace = run.stats, run.trace
        stats.deepest = sum(1 for mask in csp.domains if mask & (mask - 1))
        stats.frontier = 1
        rules = [(constraint.scope, constraint.holds) for constraint in csp.constraints]
        before: Assignment = (-1,) * len(csp.domains)
        for candidate in product(*map(_values, csp.domains)):
            if stats.nodes >= run.alarm:
                run.pause()
            stats.nodes += 1
            if trace is not None:
                _tell_changes(before, candidate, trace)
                before = candidate
            for scope, holds in rules:
                stats.checks += 1
                if not holds([candidate[variable] for variable in scope]):
                    break
            else:
                if trace is not None:
                    trace(Event(Kind.ANSWER, stats.deepest))
                yield candidate


def _tell_changes(before: Assignment, now: Assignment, trace: Watcher) -> None:
    for variable, (old, new) in enumerate(zip(before, now, strict=True)):
        if old != new:
            trace(Event(Kind.CHANGE, 0, variable, new))


def _values(mask: int) -> list[int]:
    return list(values(mask))


@dataclass(frozen=True)
class Backtracking(Strategy):
    """Depth-first over assignments, one variable a level (Russell and Norvig, figure 6.5).

    `select` picks the next variable, `order` its values, `infer` rules out values after each
    assignment, and `prepare` does so once before the search (`same` as `infer` unless told).
    """

    select: str = choice("mrv+degree", *(name for name in SELECT if name != "mrv+degree"))
    order: str = choice("ascending", *(name for name in ORDER if name != "ascending"))
    infer: str = choice("forward-checking", *(name for name in INFER if name != "forward-checking"))
    prepare: str = choice("same", *INFER, "ac3")
    seed: int = 0

    name: ClassVar[str] = "backtracking"
    summary: ClassVar[str] = "Assign one variable after another; go back when none is possible."
    face: ClassVar[type] = CSP
    level: ClassVar[int] = 50
    usual: ClassVar[tuple[str, ...]] = ("infer=mac+hidden-singles",)
    hands_over_after: ClassVar[int] = 5_000

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        return explore(self, csp, run, self.readable)

    def readable(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        """The same search in Python: the specification of the kernel, and its stand-in."""
        tree = Tree(self, csp, run)
        if tree.prepare():
            yield from tree.explore()


@dataclass(frozen=True)
class LimitedDiscrepancy(Strategy):
    """Trust the value order: first the path of first choices, then those with one other, …

    Harvey and Ginsberg, "Limited discrepancy search", IJCAI 1995. Round k looks at the paths
    with at most k discrepancies and answers with those that have exactly k, so the tree must
    be the same in every round: `select` offers no rule that learns.
    """

    select: str = choice("mrv+degree", "first", "mrv", "degree", "random")
    order: str = choice("lcv", "ascending", "descending", "shuffled")
    infer: str = choice("forward-checking", *(name for name in INFER if name != "forward-checking"))
    prepare: str = choice("same", *INFER, "ac3")
    seed: int = 0

    name: ClassVar[str] = "limited-discrepancy"
    summary: ClassVar[str] = "Follow the heuristic, then allow it one mistake, then two, …"
    face: ClassVar[type] = CSP

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        return explore(self, csp, run, self.readable)

    def readable(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        """The same search in Python: the specification of the kernel, and its stand-in."""
        tree = Tree(self, csp, run)
        if not tree.prepare():
            return
        for allowed in count():
            tree.cut = False
            yield from tree.explore(allowed)
            if not tree.cut:
                return


@dataclass(slots=True)
class Branch:
    """A variable being tried: the values left, and what to return to between them."""

    variable: int
    values: Iterator[int]
    unassigned: list[int]
    mark: int
    spent: int
    """Discrepancies on the way here."""
    tried: int = 0
    """How many values have been tried."""
    answers: int = 0
    """How many answers there were when the last of them was."""


class Tree:
    """One search tree over one CSP: the shared work of the strategies that backtrack."""

    def __init__(self, options: Options, csp: CSP, run: Run) -> None:
        prepare = preparation(options)
        self.run = run
        self.state = State(Network(csp), run, options.seed)
        self.select = SELECT[options.select]
        self.order = ORDER[options.order]
        self.infer = INFER[options.infer]
        self.settles = options.infer in SETTLES
        self.infer_first = INFER[prepare]
        self.settles_first = prepare in SETTLES
        self.legal: Legal = self.state.legal
        if options.infer != "none":
            self.legal = self.state.domains.__getitem__
        if options.select == "dom/wdeg":
            self.state.weights = [1] * len(csp.constraints)
        self.answers = 0
        self.cut = False

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

    def explore(self, allowed: int | None = None) -> Iterator[Assignment]:
        """Yield the answers of the tree; with `allowed`, those with so many discrepancies."""
        unassigned = self.root()
        path: list[Branch] = []
        spent = 0
        while True:
            if unassigned:
                path.append(self.branch(unassigned, spent))
            elif allowed is None or spent == allowed:
                yield self.answer()
            while path:
                branch = path[-1]
                if self.state.assigned[branch.variable]:
                    self.take_back(branch)
                value = next(branch.values, None)
                if value is None or self._too_many(branch, allowed):
                    path.pop()
                elif (rest := self.assign(branch, value)) is not None:
                    unassigned, spent = rest, branch.spent + (branch.tried > 1)
                    break
            else:
                return

    def root(self) -> list[int]:
        """Count the root of the tree; what is to be assigned below it."""
        self._count_node()
        return [x for x, done in enumerate(self.state.assigned) if not done]

    def answer(self) -> Assignment:
        """Count what is assigned now as an answer."""
        self.answers += 1
        if self.run.trace is not None:
            self.run.trace(Event(Kind.ANSWER, self.state.depth))
        return self.state.answer()

    def branch(self, unassigned: list[int], spent: int = 0) -> Branch:
        """Choose the variable to assign next, and the order of its values."""
        state, stats = self.state, self.run.stats
        if state.depth >= stats.deepest:
            stats.deepest = stats.frontier = state.depth + 1
        variable = self.select(state, unassigned, self.legal)
        values = self.order(state, variable, self.legal(variable), unassigned)
        return Branch(variable, iter(values), unassigned, len(state.trail), spent)

    def _count_node(self) -> None:
        stats = self.run.stats
        if stats.nodes >= self.run.alarm:
            self.run.pause()
        stats.nodes += 1

    def _too_many(self, branch: Branch, allowed: int | None) -> bool:
        """Whether another value of this branch is a discrepancy too many."""
        if allowed is None or branch.tried == 0 or branch.spent < allowed:
            return False
        self.cut = True
        return True

    def assign(self, branch: Branch, value: int) -> list[int] | None:
        """Give the variable a value and infer; what is left to assign, or None if that fails."""
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
            self.run.trace(Event(Kind.BACK, state.depth, variable, value))
        state.undo(branch.mark)
        state.assigned[variable] = False
        state.depth -= 1
        if branch.answers == self.answers:
            state.stats.backtracks += 1
