"""A strategy in one file, to copy: iterative sampling. As src/clew/search/sampling.py it would
be found.

A probe walks down the tree with values drawn at random; where it fails, the next starts again at
the top (Langley, "Systematic and nonsystematic search strategies", 1992).
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
    """Its options are its fields: words made with `choice` (the default first), or numbers."""

    select: str = choice("mrv+degree", "first", "mrv", "degree", "random")
    infer: str = choice("forward-checking", "singles", "mac")
    probes: int = 1000
    seed: int = 0

    order: ClassVar[str] = "ascending"
    prepare: ClassVar[str] = "same"
    name: ClassVar[str] = "iterative-sampling"
    summary: ClassVar[str] = "Walk down at random, and start again where that fails."
    face: ClassVar[type] = CSP
    complete: ClassVar[bool] = False  # running out of answers proves nothing

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        run.pause()  # a limit of nothing is kept before the first node
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
    """One walk down; `tree` counts its nodes, keeps the limits and emits the events."""
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
