"""Systematic search of a CSP: generate and test, and the searches that backtrack.

The kernel, native/csp/backtracking.hpp, makes the same trees as the readable search, node for node.
It runs if it was compiled, the CSP fits (values below 64, and rules that it knows) and nobody
watches. `CLEW_NATIVE=0`, or a strategy's `readable`, gives the readable search.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, product
from typing import ClassVar, Protocol

from clew.core.events import ONE, TREE, Event, Kind, Watcher, emit
from clew.core.faces import CSP, Assignment, values
from clew.core.result import Run, Stats
from clew.search.csp import wire
from clew.search.csp.tree import (
    INFER,
    ORDER,
    SELECT,
    State,
    Subtree,
    Tree,
    backtrack,
    preparation,
    random_numbers,
    shuffle,
    without_recursion,
)
from clew.search.native import available, lib
from clew.search.strategy import Strategy, choice


@dataclass(frozen=True)
class GenerateAndTest(Strategy):
    """Try every way to fill the variables, one at a time, and keep those that obey every rule.

    Candidates are made when they're tested, so memory doesn't grow with their number.
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
    "select=mrv": "fewest values first (MRV)",
    "select=degree": "most links first (degree)",
    "select=mrv+degree": "fewest values first, then most links (MRV, degree)",
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


WATCHED = "readable: somebody watches"


@dataclass(frozen=True)
class TreeStrategy(Strategy):
    """A search of the tree of assignments: `readable`, and a kernel in front of it.

    The kernel makes the same tree, node for node. It runs where it fits and nobody watches.

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
        if run.trace is None:
            return explore(self, csp, run)
        run.engine = WATCHED
        return self.readable(csp, run)

    def readable(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        """Search in Python, by the textbook's functions: the specification of the kernel."""
        tree = Tree(self, csp, run)
        if tree.prepare():
            yield from self.explore(tree)

    @abstractmethod
    def explore(self, tree: Tree) -> Iterator[Assignment]:
        """Yield the solutions of a prepared tree."""


@dataclass(frozen=True)
class Backtracking(TreeStrategy):
    """Depth-first over assignments, one variable a level (Russell and Norvig, figure 6.5)."""

    select: str = choice("mrv+degree", *(name for name in SELECT if name != "mrv+degree"))

    name: ClassVar[str] = "backtracking"
    summary: ClassVar[str] = "Assign one variable after another; go back when none is possible."
    level: ClassVar[int] = 50
    usual: ClassVar[dict[str, str]] = {"infer": "mac+hidden-singles"}
    plain: ClassVar[Mapping[str, str]] = {"select": "first", "infer": "none"}
    hands_over_after: ClassVar[int] = 5_000

    def explore(self, tree: Tree) -> Iterator[Assignment]:
        return without_recursion(backtrack(tree, tree.root()))


@dataclass(frozen=True)
class LimitedDiscrepancy(TreeStrategy):
    """Trust the value order: first the path of first choices, then those with one other choice, …

    Harvey and Ginsberg, "Limited discrepancy search", IJCAI 1995. Round k searches the paths with
    at most k discrepancies and yields the solutions with exactly k, so the tree must be the same in
    every round: `select` has no rule that learns.
    """

    order: str = choice("lcv", "ascending", "descending", "shuffled")

    name: ClassVar[str] = "limited-discrepancy"
    title: ClassVar[str] = "Limited discrepancy search"
    summary: ClassVar[str] = "Follow the heuristic, then allow it one mistake, then two, …"

    def explore(self, tree: Tree) -> Iterator[Assignment]:
        for allowed in count():
            cuts: list[int] = []
            yield from without_recursion(probe(tree, tree.root(allowed), allowed, cuts))
            if not cuts:
                return


def probe(tree: Tree, unassigned: Sequence[int], left: int, cuts: list[int]) -> Subtree:
    """Run `backtrack` along the paths with at most `left` discrepancies.

    `cuts` collects the variables at which a value was left out because no discrepancy was left.
    """
    if not unassigned:
        if left == 0:
            yield tree.answer()
        return
    variable = tree.select_unassigned_variable(unassigned)
    values = tree.order_domain_values(variable, unassigned)
    if left == 0 and len(values) > 1:
        values = values[:1]
        cuts.append(variable)
    for number, value in enumerate(values):
        tree.assign(variable, value)
        if tree.inference(variable):
            yield probe(tree, tree.left(unassigned), left - (number > 0), cuts)
        tree.take_back()


@dataclass(frozen=True)
class Backjumping(TreeStrategy):
    """Backtrack, but record the reasons of failures (Prosser, "Hybrid algorithms for the CSP",
    1993).

    A variable without a legal value blames the earliest levels that took its values away. The
    search goes back to the deepest of these and skips the levels in between.
    """

    prepare: str = choice(
        "forward-checking", "ac3", *(name for name in INFER if name != "forward-checking")
    )

    infer: ClassVar[str] = "none"  # type: ignore[misc]  # nothing to choose
    name: ClassVar[str] = "backjumping"
    summary: ClassVar[str] = "Backtracking that jumps over choices without a part in the failure."

    def explore(self, tree: Tree) -> Iterator[Assignment]:
        level_of = [-1] * len(tree.state.domains)
        return without_recursion(backjump(tree, tree.root(), level_of))


Levels = int
"""A set of levels of the path: bit k is set when level k is in it."""


def backjump(tree: Tree, unassigned: Sequence[int], level_of: list[int]) -> Subtree:
    """Run `backtrack`, but return the levels with a part in the failure, and skip the others."""
    level = len(tree.path)
    if not unassigned:
        yield tree.answer()
        return (1 << level) - 1  # any choice on the way here may have another answer below it
    variable = tree.select_unassigned_variable(unassigned)
    values = tree.order_domain_values(variable, unassigned)
    blame = _blame(tree.state, variable, level_of)
    for value in values:
        tree.assign(variable, value)
        level_of[variable] = level
        below = yield backjump(tree, tree.left(unassigned), level_of)
        tree.take_back()
        if not below >> level & 1:
            return below  # no value of this variable would help
        blame |= below ^ 1 << level
    return blame


def _blame(state: State, variable: int, level_of: list[int]) -> Levels:
    """Return the earliest levels that together rule out every value that isn't legal now.

    Given variables are at level -1: nothing can be done about them.
    """
    network, domains, assigned = state.network, state.domains, state.assigned
    ruled = [
        (level_of[other], mask) for other, mask in network.against(variable, domains, assigned)
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


# ------------------------------------------------------------------ the kernel


class TreeKernel(Protocol):
    """A compiled tree."""

    @property
    def counts(self) -> tuple[int, int, int, int, int]: ...
    @property
    def finished(self) -> bool: ...

    def step(self, max_nodes: int) -> Assignment | None: ...


def explore(options: TreeStrategy, csp: CSP, run: Run) -> Iterator[Assignment]:
    """Yield the solutions with the kernel, or with the readable search if no kernel fits.

    Each call goes to the next solution or the next check of the limits. Nothing is done in advance.
    """
    kernel = compiled(options, csp, run)
    if kernel is None:
        run.engine = f"readable: {refusal(csp)}"
        yield from options.readable(csp, run)
        return
    run.engine = "compiled"
    while True:
        answer = kernel.step(max(run.alarm - run.stats.nodes, 0))
        note(kernel, run.stats)
        if answer is not None:
            yield answer
        elif kernel.finished:
            return
        else:
            run.pause()


def compiled(options: TreeStrategy, csp: CSP, run: Run) -> TreeKernel | None:
    """Return the kernel at the root of the tree, or None if there's none for the CSP."""
    if not available or (domains := wire.domains(csp)) is None:
        return None
    model = wire.model(csp)
    if model is None or not model.plain:
        return None
    luck, shuffled = drawn(options, csp)
    words = (options.name, options.select, options.order, options.infer, preparation(options))
    search: TreeKernel = lib.CspSearch(model, domains, words, luck, shuffled, counts(run.stats))
    return search


def refusal(csp: CSP) -> str:
    """Return the reason why there's no kernel for a CSP."""
    if not available:
        return "nothing was compiled"
    said = wire.refusal(csp, wire.WIDTH)
    rules = (rule.label for rule in csp.constraints if rule.kind not in wire.PLAIN)
    return said or f"only `learning` knows the rule {next(rules, '')} compiled"


def counts(stats: Stats) -> tuple[int, int, int, int, int]:
    return stats.nodes, stats.backtracks, stats.checks, stats.prunings, stats.deepest


def note(kernel: TreeKernel, stats: Stats) -> None:
    """Note what the kernel has counted."""
    stats.nodes, stats.backtracks, stats.checks, stats.prunings, deepest = kernel.counts
    if deepest > stats.deepest:
        stats.deepest = stats.frontier = deepest


def drawn(options: TreeStrategy, csp: CSP) -> tuple[list[float], bytes]:
    """Return the random choices for a seed: a number for each variable, its values in order."""
    by_luck, by_order = options.select == "random", options.order == "shuffled"
    luck = random_numbers(options.seed, len(csp.domains)) if by_luck or by_order else []
    if not by_order:
        return luck, b""
    orders = (shuffle(mask, seed) for mask, seed in zip(csp.domains, luck, strict=True))
    return luck, bytes(value for order in orders for value in order)
