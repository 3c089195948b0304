"""The own best search of a CSP: propagation, then choices, and a clause from each dead end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from clew.core.events import Event, Kind, Watcher
from clew.core.faces import CSP, Assignment
from clew.core.result import Run
from clew.search.csp import wire
from clew.search.csp.backtracking import Backtracking
from clew.search.native import available, batches, lib
from clew.search.sliced import Sliced
from clew.search.strategy import Strategy


@dataclass(frozen=True)
class Learning(Strategy):
    """Conflict-driven clause learning over the groups of a CSP, in a compiled kernel.

    native/csp/learning.hpp says how. Where nothing was compiled, or the CSP does not fit into words
    of 64 bits, `readable` gives the same answers in another order.
    """

    name: ClassVar[str] = "learning"
    summary: ClassVar[str] = "Learn from each dead end what not to try again; any size, proofs too."
    face: ClassVar[type] = CSP
    level: ClassVar[int] = 100 if available else 0
    hands_over_after: ClassVar[int] = 200_000

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        run.pause()
        if not all(rule.holds(()) for rule in csp.constraints if not rule.scope):
            return
        kernel = compiled(csp)
        if kernel is None:
            yield from self.readable(csp, run)
            return
        for answers in batches(kernel, run):
            for answer in answers:
                if run.trace is not None:
                    tell(answer, run.trace)
                yield answer

    @staticmethod
    def readable(csp: CSP, run: Run) -> Iterator[Assignment]:
        """The same answers in Python: the specification of the kernel, and its stand-in.

        A variable that is twice in a scope must differ from itself, which a tree does not see.
        """
        twice = [rule for rule in csp.constraints if len(set(rule.scope)) < len(rule.scope)]
        for answer in Backtracking(infer="mac+hidden-singles").readable(csp, run):
            if all(rule.holds([answer[x] for x in rule.scope]) for rule in twice):
                yield answer


def tell(answer: Assignment, trace: Watcher) -> None:
    """Tell of an answer; how the kernel came to it is not told."""
    for variable, value in enumerate(answer):
        trace(Event(Kind.CHANGE, 0, variable, value))
    trace(Event(Kind.ANSWER, len(answer)))


def compiled(csp: CSP) -> Sliced[Assignment] | None:
    """The kernel before its first node; None if it was not compiled or cannot hold the CSP."""
    if not available or (domains := wire.domains(csp)) is None:
        return None
    model = wire.model(csp)
    if model is None:
        return None
    try:
        search: Sliced[Assignment] = lib.LearningSearch(model, domains)
    except ValueError:  # too large
        return None
    return search
