"""Nim positions that are won or lost for the player to move."""

from __future__ import annotations

from typing import ClassVar

from clew.core.rng import SplitMix64
from clew.generators.maker import FLAG, Maker, RecipeOption
from clew.generators.recipe import Recipe
from clew.puzzles.nim.puzzle import Nim
from clew.search.run import solve

MOST_PILES, LARGEST = 10, 99


class NimMaker(Maker):
    """Random piles until perfect play gives the outcome asked for."""

    kind: ClassVar[str] = "nim"
    sizes: ClassVar[tuple[str, ...]] = ("3x7", "2x9", "4x7", "5x9")
    form: ClassVar[str] = f"PILESxLARGEST, to {MOST_PILES} piles of up to {LARGEST}, such as 3x7"
    options: ClassVar[dict[str, RecipeOption]] = {
        "outcome": RecipeOption.words("won", "lost"),
        "misere": FLAG,
    }
    tries: ClassVar[int] = 2_000

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Nim | None:
        count, largest = self.sides(recipe, 1, LARGEST)
        if count > MOST_PILES:
            raise self.wrong_size(recipe)
        value = {"won": 1, "lost": -1}.get(recipe.get("outcome"))
        piles = tuple(rng.between(1, largest) for _ in range(count))
        puzzle = Nim(piles, recipe.has("misere"))
        return puzzle if value is None or solve(puzzle).solution.value == value else None
