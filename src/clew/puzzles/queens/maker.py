"""Boards with some queens that can be completed in one way only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from clew.core.rng import SplitMix64
from clew.generators.maker import Maker, RecipeOption, minimised, number
from clew.generators.recipe import CannotMake, Recipe
from clew.puzzles.queens.puzzle import Queens
from clew.search.run import is_unique

LEAST, MOST = 4, 30
SWAPS = 10_000


class QueensMaker(Maker):
    """A random full board, from which queens are removed while the solution stays unique."""

    kind: ClassVar[str] = "queens"
    sizes: ClassVar[tuple[str, ...]] = ("8", "6", "10", "12", "16", "20")
    form: ClassVar[str] = f"an order from {LEAST} to {MOST}"
    options: ClassVar[dict[str, RecipeOption]] = {
        "clues": RecipeOption.number("how many queens are placed already, such as 3"),
    }
    tries: ClassVar[int] = 50

    def checked(self, recipe: Recipe) -> Recipe:
        checked = super().checked(recipe)
        self.side(checked, LEAST, MOST)
        return checked

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Queens | None:
        order = self.side(recipe, LEAST, MOST)
        wanted = number(recipe, "clues", 0)
        if recipe.has("clues") and not 1 <= wanted <= order:
            raise CannotMake(f"queens: found clues={wanted}, expected 1 to {order}")
        squares = rng.shuffled(enumerate(_full(order, rng)))
        left = minimised(squares, lambda kept: is_unique(Queens(order, tuple(kept))), wanted)
        return Queens(order, tuple(left)) if not wanted or len(left) == wanted else None


def _full(order: int, rng: SplitMix64) -> list[int]:
    """A full board: columns are swapped while that leaves fewer attacks (R. Sosič, J. Gu, 1990)."""
    while True:
        columns = rng.shuffled(range(order))
        attacks = _attacks(columns)
        for _ in range(SWAPS):
            if not attacks:
                return columns
            a, b = rng.below(order), rng.below(order)
            columns[a], columns[b] = columns[b], columns[a]
            if (now := _attacks(columns)) <= attacks:
                attacks = now
            else:
                columns[a], columns[b] = columns[b], columns[a]


def _attacks(columns: Sequence[int]) -> int:
    """How many queens share a diagonal with an earlier one."""
    rising = {row + col for row, col in enumerate(columns)}
    falling = {row - col for row, col in enumerate(columns)}
    return 2 * len(columns) - len(rising) - len(falling)
