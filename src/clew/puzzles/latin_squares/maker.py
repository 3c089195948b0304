"""Futoshikis and Latin squares at a level: what its techniques do not need is removed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.core.rng import STEP, WORD, SplitMix64
from clew.generators.maker import FLAG, Maker, RecipeOption, number
from clew.generators.recipe import CannotMake, Recipe
from clew.puzzles.latin_squares.py_make import LEVELS, ORDERS, SIGNS, Requirements, make_futoshikis

AT_ONCE = 256


class FutoshikiMaker(Maker):
    """One long series for each set of requirements: puzzle n is the n-th of it."""

    kind: ClassVar[str] = "futoshiki"
    sizes: ClassVar[tuple[str, ...]] = ("5", "4", "6", "7", "8", "9")
    form: ClassVar[str] = f"an order from {ORDERS[0]} to {ORDERS[1]}"
    levels: ClassVar[tuple[str, ...]] = LEVELS
    options: ClassVar[dict[str, RecipeOption]] = {
        "signs": RecipeOption.words(*(word for word in SIGNS if word != "none")),
        "clues": RecipeOption.number("how many numbers and signs to leave, such as 20"),
        "minimal": FLAG,
    }

    def checked(self, recipe: Recipe) -> Recipe:
        checked = super().checked(recipe)
        self._needs(checked)
        return checked

    def make(self, recipe: Recipe, rng: SplitMix64) -> Puzzle:
        return next(self.series(recipe, 1))

    def series(self, recipe: Recipe, count: int) -> Iterator[Puzzle]:
        needs = self._needs(recipe)
        for first in range(0, count, AT_ONCE):
            some = min(AT_ONCE, count - first)
            try:
                yield from make_futoshikis(some, needs, recipe.start + first * STEP & WORD)
            except CannotMake:
                raise self.gave_up(recipe, needs.attempts) from None

    def _needs(self, recipe: Recipe) -> Requirements:
        order = self.side(recipe, *ORDERS)
        try:
            return Requirements(
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


class LatinMaker(FutoshikiMaker):
    """From full squares by the walk of Jacobson and Matthews."""

    kind: ClassVar[str] = "latin"
    options: ClassVar[dict[str, RecipeOption]] = {
        "clues": RecipeOption.number("how many numbers to leave, such as 20"),
        "minimal": FLAG,
    }

    def _signs(self, recipe: Recipe) -> str:
        return "none"
