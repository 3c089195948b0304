"""Conflict-directed backjumping: return to a variable that had a part in the failure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from clew.core.faces import CSP, Assignment
from clew.core.result import Run
from clew.search.csp.backtracking import Branch, Tree
from clew.search.csp.choose import ORDER
from clew.search.csp.kernel import explore
from clew.search.csp.state import INFER, State
from clew.search.strategy import Strategy, choice

Levels = int
"""A set of levels of the path: bit k is set when level k is in it."""


@dataclass(frozen=True)
class Backjumping(Strategy):
    """Backtracking that knows why it failed (Prosser, "Hybrid algorithms for the CSP", 1993).

    A variable without a legal value blames the earliest levels that took its values away; the
    search goes back to the deepest of these, and what lies between is skipped.
    """

    select: str = choice("mrv+degree", "first", "mrv", "degree", "random")
    order: str = choice("ascending", *(name for name in ORDER if name != "ascending"))
    prepare: str = choice(
        "forward-checking", "ac3", *(name for name in INFER if name != "forward-checking")
    )
    seed: int = 0

    infer: ClassVar[str] = "none"
    name: ClassVar[str] = "backjumping"
    summary: ClassVar[str] = "Backtracking that jumps over choices without a part in the failure."
    face: ClassVar[type] = CSP

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        return explore(self, csp, run, self.readable)

    def readable(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        """The same search in Python: the specification of the kernel, and its stand-in."""
        tree = Tree(self, csp, run)
        if tree.prepare():
            yield from _explore(tree)


def _explore(tree: Tree) -> Iterator[Assignment]:
    state = tree.state
    level_of = [-1] * len(state.domains)
    path: list[Branch] = []
    blames: list[Levels] = []
    unassigned = tree.root()
    while True:
        if unassigned:
            branch = tree.branch(unassigned)
            blames.append(_blame(state, branch.variable, level_of))
            path.append(branch)
        else:
            yield tree.answer()
            if path:  # any choice on the way here may have another answer below it
                blames[-1] |= (1 << len(path) - 1) - 1
        while path:
            branch = path[-1]
            if state.assigned[branch.variable]:
                tree.take_back(branch)
            value = next(branch.values, None)
            if value is not None:
                level_of[branch.variable] = len(path) - 1
                unassigned = tree.assign(branch, value) or []
                break
            _jump(tree, path, blames)
        else:
            return


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
