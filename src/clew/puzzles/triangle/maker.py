"""Triangles of numbers with a total that exactly one path makes."""

from __future__ import annotations

from typing import ClassVar

from clew.core.result import Run
from clew.core.rng import SplitMix64
from clew.generators.maker import Maker
from clew.generators.recipe import Recipe
from clew.puzzles.triangle.puzzle import LARGEST_TOTAL, Triangle
from clew.puzzles.triangle.search import path_counts

LEAST, MOST = 2, 40


class TriangleMaker(Maker):
    """Random numbers; a random total among those that exactly one path makes."""

    kind: ClassVar[str] = "triangle"
    sizes: ClassVar[tuple[str, ...]] = ("5", "4", "6", "8", "10", "20")
    form: ClassVar[str] = f"a number of rows from {LEAST} to {MOST}"
    tries: ClassVar[int] = 100

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Triangle | None:
        size = self.side(recipe, LEAST, MOST)
        largest = 9 if size < 9 else 99
        rows = tuple(tuple(rng.between(1, largest) for _ in range(row + 1)) for row in range(size))
        counts = path_counts(rows, [(0, LARGEST_TOTAL)] * size, Run())
        single = [total for total, paths in sorted(counts.items()) if paths == 1]
        return Triangle(rows, rng.choice(single)) if single else None
