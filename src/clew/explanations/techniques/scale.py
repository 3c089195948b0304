"""Scales: techniques in the order of their difficulty, and the levels of their ratings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import inf

from clew.explanations.techniques.basics import (
    CLAIMING,
    FISH,
    POINTING,
    chains_of_signs,
    crowded_signs,
    extremes,
    fish,
    hidden_sets,
    hidden_singles,
    last_cells,
    locked_candidates,
    naked_sets,
    naked_singles,
    neighbours,
)
from clew.explanations.techniques.basics import SUBSETS as SETS
from clew.explanations.techniques.chains import chains, wings
from clew.explanations.techniques.forcing import DYNAMIC, MULTIPLE, NISHIO, nets
from clew.explanations.techniques.position import BOX, Position
from clew.explanations.techniques.step import (
    CHAINS,
    EXPLAINER,
    IN_BOX,
    MIXED,
    SIGNS,
    SOLO,
    TRIAL,
    UNIQUE,
    Step,
)
from clew.explanations.techniques.uniqueness import graves, unique_loops

Finder = Callable[[Position], Iterable[Step]]

FINDERS: dict[str, Finder] = {
    "last cell": last_cells,
    IN_BOX: hidden_singles,
    "hidden single": hidden_singles,
    "naked single": naked_singles,
    **{kind: partial(locked_candidates, kind=kind) for kind in (POINTING, CLAIMING)},
    **{
        f"direct {kind}": partial(locked_candidates, kind=kind, direct=True)
        for kind in (POINTING, CLAIMING)
    },
    **{f"naked {word}": partial(naked_sets, size=size) for size, word in SETS.items()},
    **{f"hidden {word}": partial(hidden_sets, size=size) for size, word in SETS.items()},
    **{
        f"direct hidden {SETS[size]}": partial(hidden_sets, size=size, direct=True)
        for size in (2, 3)
    },
    **{name: partial(fish, size=size) for size, name in FISH.items()},
    "XY-Wing": partial(wings, triple=False),
    "XYZ-Wing": partial(wings, triple=True),
    **{f"{name} type {n}": unique_loops for name in UNIQUE[:2] for n in (1, 2, 3, 4)},
    **{f"{UNIQUE[2]} type {n}": graves for n in (1, 2, 3, 4)},
    "only extreme": extremes,
    "sign": neighbours,
    "chain of signs": chains_of_signs,
    "signs on one line": crowded_signs,
    **dict.fromkeys(CHAINS, chains),
    **{f"{kind} forcing net": partial(nets, kind=kind) for kind in (NISHIO, MULTIPLE, DYNAMIC)},
}
"""What finds the steps of each technique."""


@dataclass(frozen=True, eq=False)
class Scale:
    """Techniques with their ratings, easiest first, and levels, each with its highest rating."""

    ratings: Mapping[str, float]
    levels: tuple[tuple[float, str], ...] = ()

    @cached_property
    def finders(self) -> tuple[Finder, ...]:
        """In the order in which they are tried."""
        return tuple(dict.fromkeys(FINDERS[name] for name in self.ratings if name in FINDERS))

    @property
    def trial(self) -> float:
        """The rating of what no technique finds."""
        return self.ratings[TRIAL]

    @property
    def names(self) -> tuple[str, ...]:
        """The levels, the easiest first."""
        return tuple(name for _, name in self.levels)

    def level(self, rating: float) -> str:
        return next(name for highest, name in self.levels if rating <= highest)

    def up_to(self, level: str) -> Scale:
        """The scale without the techniques that are harder than a level."""
        highest = self.levels[self.names.index(level)][0]
        return replace(self, ratings={n: r for n, r in self.ratings.items() if r <= highest})

    def next(self, position: Position) -> Step | None:
        """The easiest step there is."""
        for find in self.finders:
            for step in find(position):
                return self._rated(step)
        return None

    def climb(self, position: Position) -> Iterator[Step]:
        """One step after another, each taken on the position, until there is none."""
        while not position.solved and (step := self.next(position)) is not None:
            yield step
            position.apply(step)

    def _rated(self, step: Step) -> Step:
        """Finders rate as Sudoku Explainer does; where a scale differs, length adds nothing."""
        rating = self.ratings[step.technique]
        ours = rating == EXPLAINER.get(step.technique)
        return step if ours else replace(step, rating=rating)

    def level_by(self, position: Position, most: str) -> str:
        """The level that the techniques up to one level show: the hardest if they do not do.

        Harder techniques are not tried, so this is quick; the level below the hardest is the most
        that can be told apart.
        """
        known = self.up_to(most if most != self.names[-1] else self.names[-2])
        rating = max((step.rating for step in known.climb(position)), default=0.0)
        return self.level(rating) if position.solved else self.names[-1]

    @cached_property
    def rows(self) -> list[tuple[str, int, int]]:
        """The table for the compiled raters: techniques in order, and their ratings in tenths.

        The second rating is that of Sudoku Explainer: chains are compared by it on every scale.
        """
        return [
            (name, round(10 * rating), round(10 * EXPLAINER.get(name, rating)))
            for name, rating in self.ratings.items()
        ]


LEVELS = ((1.5, "easy"), (2.5, "medium"), (5.0, "hard"), (inf, "diabolical"))
"""Where public collections cut the ratings of Sudoku Explainer."""
BOXES = Scale(EXPLAINER, LEVELS)
BOXES_PLAIN = Scale({n: r for n, r in EXPLAINER.items() if not n.startswith(UNIQUE)}, LEVELS)
SIGNED = Scale(
    dict(sorted({**BOXES_PLAIN.ratings, **MIXED}.items(), key=lambda each: each[1])), LEVELS
)
SQUARES = Scale(
    SIGNS, ((2.9, "trivial"), (5.9, "easy"), (8.9, "tricky"), (10.9, "extreme"), (inf, "recursive"))
)
"""The levels are those of Simon Tatham's Unequal."""


TATHAM = Scale(
    SOLO,
    (
        (1.2, "trivial"),
        (2.3, "basic"),
        (2.8, "intermediate"),
        (5.4, "advanced"),
        (7.0, "extreme"),
        (inf, "unreasonable"),
    ),
)
"""The levels of Simon Tatham's Solo."""


def box_scale(uniqueness: bool = True) -> Scale:
    """The scale of grids with boxes, with or without what holds for unique puzzles only."""
    return BOXES if uniqueness else BOXES_PLAIN


def scale_of(position: Position, uniqueness: bool = True) -> Scale:
    """The scale of the rules that there are: Sudoku Explainer's for boxes, or that of squares.

    Beside boxes, signs come in where they're as easy to see; and with rules beyond the houses, two
    values can't be swapped, so that nothing follows from there being one solution.
    """
    layout = position.layout
    if not layout.of_kind[BOX]:
        return SQUARES
    if layout.less:
        return SIGNED
    return box_scale(uniqueness and not layout.beyond)
