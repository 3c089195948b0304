"""Latin squares to be completed, made as Futoshikis without signs are."""

from __future__ import annotations

from typing import ClassVar

from clew.generators.maker import FLAG, RecipeOption
from clew.generators.recipe import Recipe
from clew.puzzles.latin_squares.maker_futoshiki import FutoshikiMaker


class LatinMaker(FutoshikiMaker):
    """From full squares by the walk of Jacobson and Matthews."""

    kind: ClassVar[str] = "latin"
    options: ClassVar[dict[str, RecipeOption]] = {
        "clues": RecipeOption.number("where taking numbers away ends, such as 20"),
        "minimal": FLAG,
    }

    def _signs(self, recipe: Recipe) -> str:
        return "none"
