"""A strategy in one file: iterative sampling. Copy it to src/clew/search/csp, and Clew finds it.

A probe walks down the tree, choosing values at random. If it fails, the next probe starts again
from the root (Langley, "Systematic and nonsystematic search strategies", 1992).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from clew.core.faces import CSP, Assignment
from clew.core.result import Run, Stopped
from clew.search.csp.tree import Tree
from clew.search.strategy import Strategy, choice


@dataclass(frozen=True)
class IterativeSampling(Strategy):
    """Its fields are its options: numbers, or words made with `choice` (the default first)."""

    select: str = choice("mrv+degree", "first", "mrv", "degree", "random")
    infer: str = choice("forward-checking", "singles", "mac")
    probes: int = 1000
    seed: int = 0

    order: ClassVar[str] = "ascending"
    prepare: ClassVar[str] = "same"
    name: ClassVar[str] = "iterative-sampling"
    summary: ClassVar[str] = "Assign random values, and start again after a failure."
    face: ClassVar[type] = CSP
    complete: ClassVar[bool] = False  # finding no more solutions proves nothing

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        run.pause()  # a limit of zero applies before the first node
        tree, random = Tree(self, csp, run), Random(self.seed)
        if not tree.prepare():
            raise Stopped("the preparation leaves a variable without a value")
        found: set[Assignment] = set()
        for _ in range(self.probes):
            answer = _probe(tree, random)
            if answer is not None and answer not in found:
                found.add(answer)
                yield answer
        raise Stopped("probes")


def _probe(tree: Tree, random: Random) -> Assignment | None:
    """Walk down once. `tree` counts the nodes, enforces the limits and records the events."""
    unassigned, failed = tree.root(), False
    while unassigned and not failed:
        variable = tree.select_unassigned_variable(unassigned)
        values = tree.order_domain_values(variable, unassigned)
        if values:
            tree.assign(variable, random.choice(values))
        failed = not values or not tree.inference(variable)
        unassigned = tree.left(unassigned)
    answer = None if failed else tree.answer()
    while tree.path:
        tree.take_back()
    return answer
