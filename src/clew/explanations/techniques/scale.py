"""Scales: techniques in order of difficulty, with ratings and levels."""

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
"""The function that finds the steps of each technique."""


@dataclass(frozen=True, eq=False)
class Scale:
    """Techniques with their ratings, easiest first, and levels with their highest ratings."""

    ratings: Mapping[str, float]
    levels: tuple[tuple[float, str], ...] = ()

    @cached_property
    def finders(self) -> tuple[Finder, ...]:
        """The functions that find steps, in the order to try them."""
        return tuple(dict.fromkeys(FINDERS[name] for name in self.ratings if name in FINDERS))

    @property
    def trial(self) -> float:
        """The rating of a trial step."""
        return self.ratings[TRIAL]

    @property
    def names(self) -> tuple[str, ...]:
        """The levels, the easiest first."""
        return tuple(name for _, name in self.levels)

    def level(self, rating: float) -> str:
        return next(name for highest, name in self.levels if rating <= highest)

    def up_to(self, level: str) -> Scale:
        """Return the scale without the techniques that are harder than a level."""
        highest = self.levels[self.names.index(level)][0]
        return replace(self, ratings={n: r for n, r in self.ratings.items() if r <= highest})

    def next(self, position: Position) -> Step | None:
        """Return the easiest step, or None if there isn't one."""
        for find in self.finders:
            for step in find(position):
                return self._rated(step)
        return None

    def climb(self, position: Position) -> Iterator[Step]:
        """Yield the easiest steps one by one, and apply each of them to the position."""
        while not position.solved and (step := self.next(position)) is not None:
            yield step
            position.apply(step)

    def _rated(self, step: Step) -> Step:
        """Replace the rating of a step if this scale's differs from Sudoku Explainer's.

        In that case the length of a chain or the size of a set adds nothing.
        """
        rating = self.ratings[step.technique]
        ours = rating == EXPLAINER.get(step.technique)
        return step if ours else replace(step, rating=rating)

    def level_by(self, position: Position, most: str) -> str:
        """Return a position's level, or the hardest level if it's above `most`.

        This is quick, because it doesn't try techniques above that level.

        Args:
            position: The position, which changes.
            most: The highest level to distinguish. The hardest counts as the one below it.
        """
        known = self.up_to(most if most != self.names[-1] else self.names[-2])
        rating = max((step.rating for step in known.climb(position)), default=0.0)
        return self.level(rating) if position.solved else self.names[-1]

    @cached_property
    def rows(self) -> list[tuple[str, int, int]]:
        """The table for the compiled raters: techniques in order, and their ratings in tenths.

        The second rating is Sudoku Explainer's. Every scale uses it to compare chains.
        """
        return [
            (name, round(10 * rating), round(10 * EXPLAINER.get(name, rating)))
            for name, rating in self.ratings.items()
        ]


LEVELS = ((1.5, "easy"), (2.5, "medium"), (5.0, "hard"), (inf, "diabolical"))
"""The levels that public collections use with Sudoku Explainer's ratings."""
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
    """Return the scale for grids with boxes.

    Args:
        uniqueness: Whether to use techniques that rely on the solution being unique.
    """
    return BOXES if uniqueness else BOXES_PLAIN


def scale_of(position: Position, uniqueness: bool = True) -> Scale:
    """Return the scale for a position's rules: Sudoku Explainer's for boxes, or that for squares.

    In a grid with both boxes and signs, techniques for signs rank with others that are equally easy
    to see. Techniques that rely on a unique solution swap two values, so they're left out if there
    are rules other than houses.
    """
    layout = position.layout
    if not layout.of_kind[BOX]:
        return SQUARES
    if layout.less:
        return SIGNED
    return box_scale(uniqueness and not layout.beyond)
