"""The own best search of a CSP: propagation, then choices, and a clause from each dead end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from clew.core.events import Event, Kind, Watcher
from clew.core.faces import CSP, Assignment
from clew.core.result import Run
from clew.search.csp import wire
from clew.search.csp.backtracking import Backtracking
from clew.search.native import Sliced, answers
from clew.search.native import learning as lib
from clew.search.strategy import Strategy


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

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        run.pause()
        kernel = prepared(csp)
        if isinstance(kernel, str):
            run.engine = f"readable: {kernel}"
            yield from self.readable(csp, run)
            return
        run.engine = "compiled" + calling(csp)
        size = len(csp.domains)
        for answer in answers(kernel, run, tell=lambda found, trace: tell(found[:size], trace)):
            yield answer[:size]

    @staticmethod
    def readable(csp: CSP, run: Run) -> Iterator[Assignment]:
        """Yield the same answers in Python: the kernel's specification, and its stand-in."""
        return Backtracking(infer="mac+hidden-singles").readable(csp, run)


def calling(csp: CSP) -> str:
    """`, but the rule … calls Python` if there is such a rule."""
    slow = [rule.label for rule in wire.lowered(csp).constraints if wire.is_called(rule)]
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
    csp = wire.lowered(csp)
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
