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
from clew.search.csp.tree import Branch, Tree
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
    path: list[Branch] = []
    unassigned: list[int] | None = tree.root()
    while unassigned:
        path.append(branch := tree.branch(unassigned))
        values = list(branch.values)
        unassigned = tree.assign(branch, random.choice(values)) if values else None
    answer = None if unassigned is None else tree.answer()
    for branch in reversed(path):
        if tree.state.assigned[branch.variable]:
            tree.take_back(branch)
    return answer
