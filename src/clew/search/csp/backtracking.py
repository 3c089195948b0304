"""Systematic search of a CSP: generate and test, and the searches that backtrack."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, product
from typing import ClassVar

from clew.core.events import ONE, TREE, Event, Kind, Watcher, emit
from clew.core.faces import CSP, Assignment, values
from clew.core.result import Run
from clew.search.csp.kernel import explore
from clew.search.csp.tree import INFER, ORDER, SELECT, Branch, State, Tree, backtrack
from clew.search.strategy import Strategy, choice


@dataclass(frozen=True)
class GenerateAndTest(Strategy):
    """Try every way to fill the variables, one at a time, and keep those that obey every rule.

    Candidates are made when they are tested, so memory does not grow with their number.
    """

    name: ClassVar[str] = "generate-and-test"
    summary: ClassVar[str] = "Fill in everything, then look: every combination in turn."
    face: ClassVar[type] = CSP
    holds: ClassVar[str] = ONE

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        stats, trace = run.stats, run.trace
        stats.deepest = sum(1 for mask in csp.domains if mask & (mask - 1))
        stats.frontier = int(all(csp.domains))
        rules = [(constraint.scope, constraint.holds) for constraint in csp.constraints]
        before: Assignment = (-1,) * len(csp.domains)
        checks = 0
        for candidate in product(*(list(values(mask)) for mask in csp.domains)):
            if stats.nodes >= run.alarm:
                run.pause()
            stats.nodes += 1
            if trace is not None:
                _report_changes(before, candidate, trace)
                trace(Event(Kind.ENTER, stats.deepest))
                before, checks = candidate, stats.checks
            obeyed = True
            for scope, holds in rules:
                stats.checks += 1
                if not holds([candidate[variable] for variable in scope]):
                    obeyed = False
                    break
            if trace is not None:
                trace(Event(Kind.CHECK, stats.deepest, -1, stats.checks - checks))
            if obeyed:
                emit(trace, Kind.ANSWER, stats.deepest)
                yield candidate


def _report_changes(before: Assignment, now: Assignment, trace: Watcher) -> None:
    for variable, (old, new) in enumerate(zip(before, now, strict=True)):
        if old != new:
            trace(Event(Kind.CHANGE, 0, variable, new))


INFERENCE = {
    "none": "no inference", "forward-checking": "forward checking",
    "singles": "forward checking to the end", "hidden-singles": "singles and hidden singles",
    "mac": "arc consistency", "mac+hidden-singles": "arc consistency and hidden singles",
    "ac3": "arc consistency by AC-3",
}  # fmt: skip
READS = {
    "select": "Next variable",
    "select=first": "the first variable in order",
    "select=mrv": "the variable with fewest values",
    "select=degree": "the variable with most neighbours",
    "select=mrv+degree": "fewest values, then most neighbours",
    "select=dom/wdeg": "the variable that failed most",
    "select=random": "a variable at random",
    "order": "Order of values",
    "order=ascending": "the smallest value first",
    "order=descending": "the largest value first",
    "order=lcv": "the least constraining value first",
    "order=shuffled": "values at random",
    "infer": "Inference",
    "prepare": "Before the search",
    "prepare=same": "as after each choice",
    "seed": "Seed",
    **{f"infer={word}": words for word, words in INFERENCE.items()},
    **{f"prepare={word}": f"{words} before the search" for word, words in INFERENCE.items()},
}


@dataclass(frozen=True)
class TreeStrategy(Strategy):
    """A search of the tree of assignments: by the kernel where it fits, else by `readable`.

    `select` picks the next variable, `order` its values, `infer` rules out values after each
    assignment, and `prepare` does so once before the search (`same` as `infer` unless told).
    """

    select: str = choice("mrv+degree", "first", "mrv", "degree", "random")
    order: str = choice("ascending", *(name for name in ORDER if name != "ascending"))
    infer: str = choice("forward-checking", *(name for name in INFER if name != "forward-checking"))
    prepare: str = choice("same", *INFER, "ac3")
    seed: int = 0

    reads: ClassVar[Mapping[str, str]] = READS
    face: ClassVar[type] = CSP
    holds: ClassVar[str] = TREE

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        return explore(self, csp, run)

    def readable(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        """The same search in Python: the specification of the kernel, and its stand-in."""
        tree = Tree(self, csp, run)
        if tree.prepare():
            yield from self.explore(tree)

    @abstractmethod
    def explore(self, tree: Tree) -> Iterator[Assignment]:
        """The answers of a tree that is prepared."""


@dataclass(frozen=True)
class Backtracking(TreeStrategy):
    """Depth-first over assignments, one variable a level (Russell and Norvig, figure 6.5)."""

    select: str = choice("mrv+degree", *(name for name in SELECT if name != "mrv+degree"))

    name: ClassVar[str] = "backtracking"
    summary: ClassVar[str] = "Assign one variable after another; go back when none is possible."
    level: ClassVar[int] = 50
    usual: ClassVar[dict[str, str]] = {"infer": "mac+hidden-singles"}
    hands_over_after: ClassVar[int] = 5_000

    def explore(self, tree: Tree) -> Iterator[Assignment]:
        return backtrack(tree)


@dataclass(frozen=True)
class LimitedDiscrepancy(TreeStrategy):
    """Trust the value order: first the path of first choices, then those with one other, …

    Harvey and Ginsberg, "Limited discrepancy search", IJCAI 1995. Round k looks at the paths
    with at most k discrepancies and answers with those that have exactly k, so the tree must
    be the same in every round: `select` offers no rule that learns.
    """

    order: str = choice("lcv", "ascending", "descending", "shuffled")

    name: ClassVar[str] = "limited-discrepancy"
    title: ClassVar[str] = "Limited discrepancy search"
    summary: ClassVar[str] = "Follow the heuristic, then allow it one mistake, then two, …"

    def explore(self, tree: Tree) -> Iterator[Assignment]:
        for allowed in count():
            tree.allowed, tree.cut = allowed, False
            yield from backtrack(tree)
            if not tree.cut:
                return


@dataclass(frozen=True)
class Backjumping(TreeStrategy):
    """Backtracking that knows why it failed (Prosser, "Hybrid algorithms for the CSP", 1993).

    A variable without a legal value blames the earliest levels that took its values away; the
    search goes back to the deepest of these, and what lies between is skipped.
    """

    prepare: str = choice(
        "forward-checking", "ac3", *(name for name in INFER if name != "forward-checking")
    )

    infer: ClassVar[str] = "none"  # type: ignore[misc]  # nothing to choose
    name: ClassVar[str] = "backjumping"
    summary: ClassVar[str] = "Backtracking that jumps over choices without a part in the failure."

    def explore(self, tree: Tree) -> Iterator[Assignment]:
        return backjump(tree)


Levels = int
"""A set of levels of the path: bit k is set when level k is in it."""


def backjump(tree: Tree) -> Iterator[Assignment]:
    """`backtrack` that returns to the deepest level that had a part in the failure."""
    state = tree.state
    level_of = [-1] * len(state.domains)
    path: list[Branch] = []
    blames: list[Levels] = []
    unassigned: list[int] | None = tree.root()
    while unassigned is not None:
        if unassigned:
            branch = tree.branch(unassigned)
            blames.append(_blame(state, branch.variable, level_of))
            path.append(branch)
        else:
            yield tree.answer()
            if path:  # any choice on the way here may have another answer below it
                blames[-1] |= (1 << len(path) - 1) - 1
        unassigned = None
        while path and (unassigned := tree.advance(path[-1])) is None:
            _jump(tree, path, blames)
        if path:
            level_of[path[-1].variable] = len(path) - 1


def _jump(tree: Tree, path: list[Branch], blames: list[Levels]) -> None:
    """Leave the deepest variable for the deepest level it blames, or the tree if it has none."""
    path.pop()
    blame = blames.pop()
    target = blame.bit_length() - 1
    while len(path) > target + 1:
        tree.take_back(path.pop())
        blames.pop()
    if path:
        blames[-1] |= blame ^ (1 << target)


def _blame(state: State, variable: int, level_of: list[int]) -> Levels:
    """The earliest levels that together rule out every value that is not legal now.

    Variables that were given stand at level -1: nothing can be done about them.
    """
    network, domains, assigned = state.network, state.domains, state.assigned
    ruled = [
        (level_of[other], mask)
        for other, mask in network.ruled_out_for(variable, domains, assigned)
    ]
    left, blame = domains[variable], 0
    for level, mask in sorted(ruled):
        if left & mask:
            left &= ~mask
            blame |= 1 << level if level >= 0 else 0
    if left != state.legal(variable):
        for constraint in network.larger[variable]:
            levels = [level_of[y] for y in constraint.scope if assigned[y]]
            blame |= sum({1 << level for level in levels if level >= 0})
    return blame
