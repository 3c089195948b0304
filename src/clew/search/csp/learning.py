"""Clew's own best search of a CSP: propagation, then choices, and a clause from each dead end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, ClassVar, cast

from clew.core.events import Event, Kind, Watcher
from clew.core.faces import CSP, Assignment
from clew.core.result import Run
from clew.search.csp import splitting, wire
from clew.search.csp.backtracking import Backtracking
from clew.search.native import BATCH, Sliced, answers
from clew.search.native import learning as lib
from clew.search.strategy import Strategy


@dataclass(frozen=True)
class Learning(Strategy):
    """Learn a clause from each conflict, over the groups of a CSP, in a compiled kernel.

    native/csp/learning.hpp has the algorithm. If it wasn't compiled, or the kernel can't hold the
    CSP, `readable` gives the same solutions in another order; `run.engine` records which one ran,
    and why.
    """

    name: ClassVar[str] = "learning"
    title: ClassVar[str] = "Learning from dead ends"
    summary: ClassVar[str] = "Learn from each dead end what not to try again; any size, proofs too."
    face: ClassVar[type] = CSP
    pseudocode: ClassVar[str | None] = ""
    level: ClassVar[int] = 100 if lib else 0
    hands_over_after: ClassVar[int] = 200_000
    improves: ClassVar[bool] = lib is not None

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        run.pause()
        kernel = prepared(csp)
        if isinstance(kernel, str):
            run.engine = f"readable: {kernel}"
            yield from self.readable(csp, run)
            return
        yield from self._answers(csp, kernel, run)

    def improving(self, csp: CSP, run: Run) -> Iterator[Assignment] | None:
        """Search once. Each solution lowers the limit of the costs, and nothing learned is lost."""
        if csp.objective is None:
            return None
        kernel = prepared(csp)
        if isinstance(kernel, str):
            return None
        split, told = splitting.split(csp), cast(Any, kernel)
        objective = csp.objective if split is None else split.csp.objective
        constant = 0 if objective is None else objective.constant
        run.least = lambda: None if told.bound is None else constant + told.bound
        return self._answers(csp, kernel, run, batch=1)

    @staticmethod
    def _answers(
        csp: CSP, kernel: Sliced[Assignment], run: Run, batch: int = BATCH
    ) -> Iterator[Assignment]:
        """Yield the solutions that a kernel finds, without the variables that were added."""
        run.engine = "compiled" + calling(csp)
        split, size = splitting.split(csp), len(csp.domains)
        joined = itemgetter(slice(size)) if split is None else split.joined
        found = answers(
            kernel, run, batch=batch, tell=lambda found, trace: tell(joined(found), trace)
        )
        return map(joined, found)

    @staticmethod
    def readable(csp: CSP, run: Run) -> Iterator[Assignment]:
        """Yield the same solutions in Python: the kernel's specification, and its replacement."""
        return Backtracking(infer="mac+hidden-singles").readable(csp, run)


def calling(csp: CSP) -> str:
    """Return `, but the rule … calls Python` if there is such a rule."""
    slow = [rule.label for rule in wire.lowered(csp).constraints if wire.is_called(rule)]
    if not slow:
        return ""
    return f", but {slow[0]} calls Python" + (f", and {len(slow) - 1} more" if slow[1:] else "")


def tell(answer: Assignment, trace: Watcher) -> None:
    """Record a solution. The events before it aren't recorded."""
    for variable, value in enumerate(answer):
        trace(Event(Kind.CHANGE, 0, variable, value))
    trace(Event(Kind.ANSWER, len(answer)))


def compiled(csp: CSP) -> Sliced[Assignment] | None:
    """Return the kernel before its first node; None if it wasn't compiled or can't hold the CSP."""
    found = prepared(csp)
    return None if isinstance(found, str) else found


def prepared(csp: CSP) -> Sliced[Assignment] | str:
    """Return the kernel before its first node, or the reason why there's none for the CSP."""
    if lib is None:
        return "nothing was compiled"
    try:
        split = splitting.split(csp)
    except ValueError as error:  # a rule needs the values one by one
        return str(error)
    csp = wire.whole(csp) if split is None else split.csp
    model = wire.model(csp)
    domains = wire.domains(csp) or wire.wide_domains(csp)
    if model is None or domains is None:
        return wire.refusal(csp)
    try:
        return kernel_of(model, domains)
    except ValueError as error:  # too large
        return str(error)


def kernel_of(model: Any, domains: bytes) -> Sliced[Assignment]:
    """Return the kernel for a model of `wire`.

    Raises:
        ValueError: The model is too large.
    """
    search: Sliced[Assignment] = lib.LearningSearch(model, domains)
    return search
