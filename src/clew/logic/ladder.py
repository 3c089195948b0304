"""Techniques in the order of their difficulty, and the solution they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from clew.logic.bug import graves
from clew.logic.chains import chains
from clew.logic.fish import fish
from clew.logic.forcing import DYNAMIC, MULTIPLE, NISHIO, nets
from clew.logic.locked import claiming, pointing
from clew.logic.position import Position
from clew.logic.singles import hidden_singles, last_cells, naked_singles
from clew.logic.step import Step
from clew.logic.subsets import hidden_sets, naked_sets
from clew.logic.uniqueness import unique_loops
from clew.logic.wings import wings

Technique = Callable[[Position], Iterable[Step]]

EXPLAINER: tuple[Technique, ...] = (
    last_cells,
    hidden_singles,
    partial(pointing, direct=True),
    partial(claiming, direct=True),
    partial(hidden_sets, size=2, direct=True),
    naked_singles,
    partial(hidden_sets, size=3, direct=True),
    pointing,
    claiming,
    partial(naked_sets, size=2),
    partial(fish, size=2),
    partial(hidden_sets, size=2),
    partial(naked_sets, size=3),
    partial(fish, size=3),
    partial(hidden_sets, size=3),
    partial(wings, triple=False),
    partial(wings, triple=True),
    unique_loops,
    partial(naked_sets, size=4),
    partial(fish, size=4),
    partial(hidden_sets, size=4),
    graves,
    chains,
    partial(nets, kind=NISHIO),
    partial(nets, kind=MULTIPLE),
    partial(nets, kind=DYNAMIC),
)
"""The order of Sudoku Explainer 1.2.1."""


def next_step(position: Position, ladder: Iterable[Technique] = EXPLAINER) -> Step | None:
    """The easiest step there is."""
    for technique in ladder:
        for step in technique(position):
            return step
    return None


def steps(position: Position, ladder: Iterable[Technique] = EXPLAINER) -> Iterator[Step]:
    """One step after another, each taken on the position, until it is solved or none is found."""
    rungs = tuple(ladder)
    while not position.solved and (step := next_step(position, rungs)) is not None:
        yield step
        position.apply(step)
