"""Boards with a knight's tour from the cell where the knight stands."""

from __future__ import annotations

from typing import ClassVar

from clew.core.rng import SplitMix64
from clew.generators.maker import FLAG, Maker, RecipeOption
from clew.generators.recipe import Recipe
from clew.puzzles.knight.puzzle import Knight
from clew.search.run import solve

LARGEST = 100


class KnightMaker(Maker):
    """A random start among those from which there is a tour."""

    kind: ClassVar[str] = "knight"
    sizes: ClassVar[tuple[str, ...]] = ("6x6", "5x5", "8x8", "5x6", "3x10", "10x10")
    form: ClassVar[str] = f"ROWSxCOLUMNS from 3 to {LARGEST}, such as 6x6"
    options: ClassVar[dict[str, RecipeOption]] = {"closed": FLAG}

    def make(self, recipe: Recipe, rng: SplitMix64) -> Knight:
        rows, cols = self.sides(recipe, 3, LARGEST)
        starts = rng.shuffled((row, col) for row in range(rows) for col in range(cols))
        for start in starts:
            puzzle = Knight(rows, cols, start, recipe.has("closed"))
            if not puzzle.clashes() and solve(puzzle).solutions:
                return puzzle
        raise self.gave_up(recipe, len(starts))
