"""Ponds that a frog can cross in one way only."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

from clew.core.rng import SplitMix64
from clew.generators.maker import Maker
from clew.generators.recipe import Recipe
from clew.puzzles.frog.puzzle import Frog
from clew.search.run import is_unique

LEAST, MOST = 4, 64
NEAR = 6


class FrogMaker(Maker):
    """The jumps of a random visit, mostly to pads nearby, if no other visit has the same jumps."""

    kind: ClassVar[str] = "frog"
    sizes: ClassVar[tuple[str, ...]] = ("8", "6", "10", "12", "16", "24")
    form: ClassVar[str] = f"a number of pads from {LEAST} to {MOST}"
    tries: ClassVar[int] = 500

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Frog | None:
        visit = _visit(self.side(recipe, LEAST, MOST), rng)
        puzzle = Frog(tuple(abs(b - a) for a, b in pairwise(visit)))
        return puzzle if is_unique(puzzle) else None


def _visit(pads: int, rng: SplitMix64) -> list[int]:
    """Every pad once from the first on, each next one among the nearest that are left."""
    left, visit = list(range(1, pads)), [0]
    while left:
        here = visit[-1]
        near = sorted(left, key=lambda pad: (abs(pad - here), pad))[:NEAR]
        visit.append(rng.choice(near))
        left.remove(visit[-1])
    return visit
