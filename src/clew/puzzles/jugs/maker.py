"""Jugs and an amount that takes some moves to measure."""

from __future__ import annotations

from typing import ClassVar

from clew.core.rng import SplitMix64
from clew.generators.maker import Maker, RecipeOption, number
from clew.generators.recipe import CannotMake, Recipe
from clew.puzzles.jugs.puzzle import Jugs
from clew.search.run import solve

LEAST, MOST = 2, 5
LARGEST = 20
MOVES = 4


class JugsMaker(Maker):
    """Random capacities, all different; an amount whose shortest way is as long as wanted."""

    kind: ClassVar[str] = "jugs"
    sizes: ClassVar[tuple[str, ...]] = ("3", "2", "4")
    form: ClassVar[str] = f"a number of jugs from {LEAST} to {MOST}"
    options: ClassVar[dict[str, RecipeOption]] = {
        "moves": RecipeOption.number(
            f"the least moves that measure it, such as 6 (or {MOVES} and more)"
        ),
    }
    tries: ClassVar[int] = 500

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Jugs | None:
        jugs = self.side(recipe, LEAST, MOST)
        wanted = number(recipe, "moves", 0)
        if recipe.has("moves") and not wanted:
            raise CannotMake("jugs: found moves=0, expected 1 or more")
        sizes = tuple(sorted(rng.shuffled(range(2, LARGEST + 1))[:jugs]))
        puzzle = Jugs(sizes, (rng.between(1, sizes[-1] - 1),))
        answer = solve(puzzle).solution or ()
        return puzzle if (len(answer) == wanted if wanted else len(answer) >= MOVES) else None
