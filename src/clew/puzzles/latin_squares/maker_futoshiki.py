"""Futoshikis at a level: what its techniques can spare is taken away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.core.rng import STEP, WORD, Chance
from clew.generators.maker import FLAG, Maker, RecipeOption, number
from clew.generators.recipe import CannotMake, Recipe
from clew.puzzles.latin_squares.make import LEVELS, ORDERS, SIGNS, Wish, make_futoshikis

AT_ONCE = 256


class FutoshikiMaker(Maker):
    """One long series for each wish: puzzle n is the n-th of it."""

    kind: ClassVar[str] = "futoshiki"
    sizes: ClassVar[tuple[str, ...]] = ("5", "4", "6", "7", "8", "9")
    form: ClassVar[str] = f"an order from {ORDERS[0]} to {ORDERS[1]}"
    levels: ClassVar[tuple[str, ...]] = LEVELS
    options: ClassVar[dict[str, RecipeOption]] = {
        "signs": RecipeOption.words(*(word for word in SIGNS if word != "none")),
        "clues": RecipeOption.number("where taking numbers and signs away ends, such as 20"),
        "minimal": FLAG,
    }

    def make(self, recipe: Recipe, chance: Chance) -> Puzzle:
        return next(self.series(recipe, 1))

    def series(self, recipe: Recipe, count: int) -> Iterator[Puzzle]:
        wish = self._wish(recipe)
        for first in range(0, count, AT_ONCE):
            some = min(AT_ONCE, count - first)
            try:
                yield from make_futoshikis(some, wish, recipe.start + first * STEP & WORD)
            except CannotMake:
                raise self.gave_up(recipe, wish.attempts) from None

    def _wish(self, recipe: Recipe) -> Wish:
        order = self.side(recipe, *ORDERS)
        try:
            return Wish(
                order,
                recipe.get("level") or None,
                self._signs(recipe),
                number(recipe, "clues", 0),
                recipe.has("minimal"),
            )
        except ValueError as error:
            raise CannotMake(f"{recipe.series}: {error}") from None

    def _signs(self, recipe: Recipe) -> str:
        return recipe.get("signs", "many")
