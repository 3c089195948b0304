"""Solvable Lights Out boards, with a given number of presses in the shortest solution."""

from __future__ import annotations

from typing import ClassVar

from clew.core.rng import SplitMix64
from clew.generators.maker import FLAG, Maker, RecipeOption, number
from clew.generators.recipe import CannotMake, Recipe
from clew.puzzles.lights_out.light_grid import NEIGHBOURS, PLUS
from clew.puzzles.lights_out.puzzle import LightsOut
from clew.search.run import solve

LARGEST = 30
SHORTEST = "linear:minimum=yes"


class LightsOutMaker(Maker):
    """Solvable by construction: buttons are pressed from the dark board."""

    kind: ClassVar[str] = "lights-out"
    sizes: ClassVar[tuple[str, ...]] = ("5x5", "3x3", "4x4", "6x6", "7x7", "9x9")
    form: ClassVar[str] = f"ROWSxCOLUMNS from 2 to {LARGEST}, such as 5x5"
    options: ClassVar[dict[str, RecipeOption]] = {
        "presses": RecipeOption.number("presses in the shortest solution, such as 7"),
        "neighbours": FLAG,
        "torus": FLAG,
    }
    tries: ClassVar[int] = 200

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> LightsOut | None:
        rows, cols = self.sides(recipe, 2, LARGEST)
        wanted = number(recipe, "presses", 0)
        if recipe.has("presses") and not 1 <= wanted <= rows * cols:
            raise CannotMake(
                f"lights-out: found presses={wanted}, expected 1 to {rows * cols}, one a button"
            )
        stencil = NEIGHBOURS if recipe.has("neighbours") else PLUS
        count = wanted or rng.between(max(1, rows * cols // 4), max(1, rows * cols // 2))
        pressed = rng.shuffled(range(rows * cols))[:count]
        dark = LightsOut(rows, cols, (0,) * rows, stencil, recipe.has("torus"))
        puzzle = dark.after([divmod(press, cols) for press in pressed])
        fits = any(puzzle.lit) and (not wanted or len(solve(puzzle, SHORTEST).solution) == wanted)
        return puzzle if fits else None
