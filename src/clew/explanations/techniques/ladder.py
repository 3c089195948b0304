"""Techniques in the order of their difficulty, and the solution they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from clew.explanations.techniques.bug import graves
from clew.explanations.techniques.chains import chains
from clew.explanations.techniques.fish import fish
from clew.explanations.techniques.forcing import DYNAMIC, MULTIPLE, NISHIO, nets
from clew.explanations.techniques.locked import claiming, pointing
from clew.explanations.techniques.position import Position
from clew.explanations.techniques.signs import chains_of_signs, crowded_signs, extremes, neighbours
from clew.explanations.techniques.singles import hidden_singles, last_cells, naked_singles
from clew.explanations.techniques.step import Step
from clew.explanations.techniques.subsets import hidden_sets, naked_sets
from clew.explanations.techniques.uniqueness import unique_loops
from clew.explanations.techniques.wings import wings

Technique = Callable[[Position], Iterable[Step]]


@dataclass(frozen=True)
class Ladder:
    """Techniques, easiest first, and what each is rated where it is not the Explainer's rating."""

    techniques: tuple[Technique, ...]
    ratings: tuple[tuple[str, float], ...] = ()

    def next(self, position: Position) -> Step | None:
        """The easiest step there is."""
        for technique in self.techniques:
            for step in technique(position):
                return self._rated(step)
        return None

    def climb(self, position: Position) -> Iterator[Step]:
        """One step after another, each taken on the position, until there is none."""
        while not position.solved and (step := self.next(position)) is not None:
            yield step
            position.apply(step)

    def _rated(self, step: Step) -> Step:
        for name, rating in self.ratings:
            if step.technique == name:
                return replace(step, rating=rating)
        return step


SINGLES = (
    last_cells,
    hidden_singles,
    partial(pointing, direct=True),
    partial(claiming, direct=True),
    partial(hidden_sets, size=2, direct=True),
    naked_singles,
    partial(hidden_sets, size=3, direct=True),
)
SETS = (
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
)
QUADS = (partial(naked_sets, size=4), partial(fish, size=4), partial(hidden_sets, size=4))
NETS = (
    chains,
    partial(nets, kind=NISHIO),
    partial(nets, kind=MULTIPLE),
    partial(nets, kind=DYNAMIC),
)
EXPLAINER = Ladder((*SINGLES, *SETS, unique_loops, *QUADS, graves, *NETS))
"""The order and the ratings of Sudoku Explainer 1.2.1."""
EXPLAINER_PLAIN = Ladder((*SINGLES, *SETS, *QUADS, *NETS))
"""The same without what holds only for puzzles with one solution."""
SIGNS = Ladder(
    (
        naked_singles,
        hidden_singles,
        extremes,
        neighbours,
        chains_of_signs,
        *(partial(naked_sets, size=size) for size in (2, 3, 4)),
        *(partial(hidden_sets, size=size) for size in (2, 3, 4)),
        crowded_signs,
        *(partial(fish, size=size) for size in (2, 3, 4)),
        *NETS,
    ),
    (
        ("naked single", 1.0),
        ("hidden single", 2.0),
        ("naked pair", 6.0),
        ("naked triplet", 6.3),
        ("naked quad", 6.6),
        ("hidden pair", 7.0),
        ("hidden triplet", 7.3),
        ("hidden quad", 7.6),
        ("X-Wing", 9.0),
        ("Swordfish", 9.3),
        ("Jellyfish", 9.6),
        ("X-cycle", 10.0),
        ("Y-cycle", 10.0),
        ("X-chain", 10.2),
        ("mixed cycle", 10.4),
        ("forcing chain", 10.4),
        ("Nishio forcing net", 11.0),
        ("multiple forcing net", 11.2),
        ("dynamic forcing net", 11.5),
    ),
)
"""The ladder of Latin squares with and without signs: a scale of our own from 1 to 12."""
SOLO = Ladder(
    (
        hidden_singles,
        naked_singles,
        pointing,
        claiming,
        *(partial(naked_sets, size=size) for size in (2, 3, 4)),
        *(partial(hidden_sets, size=size) for size in (2, 3, 4)),
        *(partial(fish, size=size) for size in (2, 3, 4)),
        partial(wings, triple=False),
        partial(wings, triple=True),
        *NETS,
    ),
    (
        ("X-Wing", 6.0),
        ("Swordfish", 6.1),
        ("Jellyfish", 6.2),
        ("XY-Wing", 6.3),
        ("XYZ-Wing", 6.4),
        ("X-cycle", 6.5),
        ("Y-cycle", 6.5),
        ("X-chain", 6.6),
        ("mixed cycle", 7.0),
        ("forcing chain", 7.0),
    ),
)
"""Sudoku in the order of the levels of Tatham's Solo: no direct steps, fish after all sets."""
