"""The own best search of a CSP: propagation, then choices, and a clause from each dead end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from clew.core.events import Event, Kind, Watcher
from clew.core.faces import CSP, Assignment
from clew.core.result import Run, Stats
from clew.core.rules import Test
from clew.search.csp import wire
from clew.search.csp.backtracking import Backtracking
from clew.search.native import BATCH, answers, tree
from clew.search.native import learning as lib
from clew.search.sliced import Sliced
from clew.search.strategy import Strategy

SMALL, FEW_NODES = 200, 100
"""A CSP of so many variables and rules is searched at once, for so many nodes."""


@dataclass(frozen=True)
class Learning(Strategy):
    """Conflict-driven clause learning over the groups of a CSP, in a compiled kernel.

    native/csp/learning.hpp says how. Where nothing was compiled, or the kernel cannot hold the CSP,
    `readable` gives the same answers in another order; `run.engine` says which it was, and why.
    """

    name: ClassVar[str] = "learning"
    title: ClassVar[str] = "Learning from dead ends"
    summary: ClassVar[str] = "Learn from each dead end what not to try again; any size, proofs too."
    face: ClassVar[type] = CSP
    pseudocode: ClassVar[str | None] = ""
    level: ClassVar[int] = 100 if lib else 0
    hands_over_after: ClassVar[int] = 200_000
    engine: ClassVar[str] = "compiled"

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        run.pause()
        if not all(rule.holds(()) for rule in csp.constraints if not rule.scope):
            return
        kernel = prepared(csp)
        if isinstance(kernel, str):
            run.engine = f"readable: {kernel}"
            yield from self.readable(csp, run)
            return
        run.engine = "compiled" + calling(csp)
        yield from answers(kernel, run, tell=tell)

    def at_once(self, csp: CSP, max_answers: int | None, stats: Stats) -> list[Assignment] | None:
        """The answers to a small CSP that the kernel finds in a few nodes."""
        if lib is None or len(csp.domains) > SMALL or len(csp.constraints) > SMALL:
            return None
        if any(not rule.scope or type(rule) is Test for rule in csp.constraints):
            return None
        kernel = prepared(csp)
        if isinstance(kernel, str):
            return None
        found = kernel.run(max_answers or BATCH, FEW_NODES)
        stats.nodes = kernel.nodes
        tree(kernel, stats)
        return found if kernel.finished or len(found) == max_answers else None

    @staticmethod
    def readable(csp: CSP, run: Run) -> Iterator[Assignment]:
        """The same answers in Python: the specification of the kernel, and its stand-in.

        A variable that is twice in a scope must differ from itself, which a tree does not see.
        """
        twice = [rule for rule in csp.constraints if len(set(rule.scope)) < len(rule.scope)]
        for answer in Backtracking(infer="mac+hidden-singles").readable(csp, run):
            if all(rule.holds([answer[x] for x in rule.scope]) for rule in twice):
                yield answer


def calling(csp: CSP) -> str:
    """`, but the rule … calls Python` if there is such a rule."""
    slow = [rule.label for rule in csp.constraints if type(rule) is Test]
    if not slow:
        return ""
    return f", but {slow[0]} calls Python" + (f", and {len(slow) - 1} more" if slow[1:] else "")


def tell(answer: Assignment, trace: Watcher) -> None:
    """Tell of an answer; how the kernel came to it is not told."""
    for variable, value in enumerate(answer):
        trace(Event(Kind.CHANGE, 0, variable, value))
    trace(Event(Kind.ANSWER, len(answer)))


def compiled(csp: CSP) -> Sliced[Assignment] | None:
    """The kernel before its first node; None if it was not compiled or cannot hold the CSP."""
    found = prepared(csp)
    return None if isinstance(found, str) else found


def prepared(csp: CSP) -> Sliced[Assignment] | str:
    """The kernel before its first node, or why there is none for the CSP."""
    if lib is None:
        return "nothing was compiled"
    model = wire.model(csp)
    domains = wire.domains(csp) or wire.wide_domains(csp)
    if model is None or domains is None:
        return wire.refusal(csp)
    try:
        return kernel_of(model, domains)
    except ValueError as error:  # too large
        return str(error)


def kernel_of(model: Any, domains: bytes) -> Sliced[Assignment]:
    """The kernel over a model of `wire`; ValueError if it is too large."""
    search: Sliced[Assignment] = lib.LearningSearch(model, domains)
    return search
