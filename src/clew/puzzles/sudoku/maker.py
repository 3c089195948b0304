"""Sudokus: by a kernel where they are ordinary ones of order 9, by search and trades elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import ClassVar

from clew.core.grid import SYMMETRIES, orbits
from clew.core.rng import STEP, WORD, SplitMix64
from clew.explanations.explain import rate
from clew.explanations.grids import position_of
from clew.explanations.techniques.scale import BOXES, scale_of
from clew.generators.maker import FLAG, Maker, RecipeOption, minimised, number
from clew.generators.recipe import CannotMake, Recipe
from clew.puzzles.sudoku import face
from clew.puzzles.sudoku.full_grids import filled, jigsaw, jigsaw_with_grid, mixed
from clew.puzzles.sudoku.kernels import sudoku_make
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.search.run import is_unique

TRIES = 400
"""How many puzzles are made and rated to find one that fits."""
GRIDS = 20
CELLS = 4000
"""Where each takes longer: at least GRIDS tries, and more for small grids, up to CELLS in all."""
AT_ONCE = 16
LARGEST = 25
LARGEST_MINIMAL = 16
LARGEST_FILLED = 12
"""The largest jigsaws that are filled by search; it finds next to nothing for larger ones."""
SPAN = r"\d{1,2}(?:\.\d)?-\d{1,2}(?:\.\d)?"


class SudokuMaker(Maker):
    """Minimal puzzles up to order 16; larger ones keep slightly less than half of their cells."""

    kind: ClassVar[str] = "sudoku"
    sizes: ClassVar[tuple[str, ...]] = ("9", "4", "6", "8", "10", "12", "16", "25")
    form: ClassVar[str] = "an order from 4 to 25, such as 9, or the rows and columns of a box: 2x3"
    levels: ClassVar[tuple[str, ...]] = BOXES.names
    options: ClassVar[dict[str, RecipeOption]] = {
        "rating": RecipeOption(SPAN, "the least and the most by Sudoku Explainer, such as 2.6-3.4"),
        "symmetry": RecipeOption.words(*SYMMETRIES),
        "clues": RecipeOption.number("how many clues to leave, such as 30"),
        "minimal": FLAG,
        "x": FLAG,
        "jigsaw": FLAG,
    }

    def checked(self, recipe: Recipe) -> Recipe:
        recipe = super().checked(recipe)
        box = self._box(recipe)
        order = box[0] * box[1]
        if recipe.has("minimal") and order > LARGEST_MINIMAL:
            raise CannotMake(
                f"sudoku: found minimal at order {order}, expected an order to {LARGEST_MINIMAL}"
            )
        self._check_numbers(recipe, order)
        size = str(order) if box == _usual(order) else f"{box[0]}x{box[1]}"
        return Recipe(recipe.kind, size, recipe.options, recipe.seed)

    def _check_numbers(self, recipe: Recipe, order: int) -> None:
        least, most = _fewest(order) or 1, order * order
        if recipe.has("clues") and not least <= number(recipe, "clues", 0) <= most:
            found = f"sudoku: found clues={recipe.get('clues')} at order {order}"
            raise CannotMake(f"{found}, expected {least} to {most}")
        low, _, high = recipe.get("rating", "0-0").partition("-")
        if float(low) > float(high):
            found = f"sudoku: found rating={recipe.get('rating')}"
            raise CannotMake(f"{found}, expected the least before the most")

    def _box(self, recipe: Recipe) -> tuple[int, int]:
        rows, _, cols = recipe.size.partition("x")
        box = (int(rows), int(cols)) if cols else _usual(int(rows))
        if min(box) < 2 or not 4 <= box[0] * box[1] <= LARGEST:
            raise self.wrong_size(recipe)
        return box

    def series(self, recipe: Recipe, count: int) -> Iterator[Sudoku]:
        """Ordinary ones of any level at once: puzzle n is the n-th of one long series."""
        chosen = any(map(recipe.has, ("level", "rating", "clues", "minimal")))
        if chosen or not _by_kernel(recipe):
            yield from super().series(recipe, count)  # type: ignore[misc]  # each is a Sudoku
            return
        for first in range(0, count, 4096):
            yield from _from_kernel(recipe, recipe.start + first * STEP, min(4096, count - first))

    def make(self, recipe: Recipe, rng: SplitMix64) -> Sudoku:
        return self._picked(recipe, rng) if _by_kernel(recipe) else self._other(recipe, rng)

    def _picked(self, recipe: Recipe, rng: SplitMix64) -> Sudoku:
        """The first of many that fits the recipe."""
        for _ in range(0, TRIES, AT_ONCE):
            for puzzle in _from_kernel(recipe, rng.word(), AT_ONCE):
                if self._fits(puzzle, recipe):
                    return puzzle
        raise self.gave_up(recipe, TRIES)

    def _fits(self, puzzle: Sudoku, recipe: Recipe) -> bool:
        if recipe.has("clues") and sum(map(bool, puzzle.cells)) > number(recipe, "clues", 0):
            return False
        if recipe.has("minimal") and any(is_unique(puzzle.without(c)) for c in puzzle.clues()):
            return False
        if recipe.has("rating"):
            least, most = map(float, recipe.get("rating").split("-"))
            return least <= _rating(puzzle) <= most
        level = recipe.get("level")
        return not level or _level(puzzle, level) == level

    def _other(self, recipe: Recipe, rng: SplitMix64) -> Sudoku:
        rows, cols = self._box(recipe)
        tries = max(GRIDS, CELLS // (rows * cols) ** 2)
        for _ in range(tries):
            puzzle = self._thin(recipe, self._full(recipe, rng), rng)
            if puzzle is not None and self._fits(puzzle, recipe):
                return puzzle
        raise self.gave_up(recipe, tries)

    def _full(self, recipe: Recipe, rng: SplitMix64) -> Sudoku:
        box = self._box(recipe)
        order, diagonal = box[0] * box[1], recipe.has("x")
        if recipe.has("jigsaw") and not diagonal and order > LARGEST_FILLED:
            regions, cells = jigsaw_with_grid(order, box, _pattern(box), rng)
            return Sudoku(tuple(cells), box, False, regions)
        for _ in range(GRIDS):
            regions = jigsaw(order, box, rng) if recipe.has("jigsaw") else ()
            empty = Sudoku((0,) * (order * order), box, diagonal, regions)
            groups = [cells for _, cells in empty.groups()]
            plain = not regions and not diagonal
            try:
                grid = _pattern(box) if plain else filled(order, groups, rng)
            except CannotMake:
                continue
            return Sudoku(tuple(mixed(grid, groups, rng)), box, diagonal, regions)
        raise self.gave_up(recipe, GRIDS)

    def _thin(self, recipe: Recipe, full: Sudoku, rng: SplitMix64) -> Sudoku | None:
        """The fewest clues, or those with which the level is right; None if it never is."""
        order = full.order
        together = orbits(order, recipe.get("symmetry", "none"))
        mixed_cells = rng.shuffled(range(order * order))
        clues = list(dict.fromkeys(tuple(sorted(together[cell])) for cell in mixed_cells))
        least = number(recipe, "clues", _fewest(order))
        fewest = _orbits_for(clues, least)
        left = minimised(clues, lambda kept: is_unique(_with(full, kept)), fewest)
        level = recipe.get("level")
        if not level:
            return _with(full, left)
        kept = set(left)
        return _at_level(full, left, [each for each in clues if each not in kept], level)


def _at_level(
    full: Sudoku, left: Sequence[Sequence[int]], gone: Sequence[Sequence[int]], level: str
) -> Sudoku | None:
    """Put some clues back until the techniques of the level solve the puzzle."""
    names = BOXES.names
    low, high, back = 0, len(gone), 0
    while low <= high:
        puzzle = _with(full, [*left, *gone[len(gone) - back :]])
        found = _level(puzzle, level)
        if found == level:
            return puzzle
        if names.index(found) > names.index(level):
            low = back + 1
        else:
            high = back - 1
        back = (low + high) // 2
    return None


def _with(full: Sudoku, kept: Sequence[Sequence[int]]) -> Sudoku:
    """The puzzle whose givens are the cells of these orbits."""
    cells = [0] * len(full.cells)
    for orbit in kept:
        for cell in orbit:
            cells[cell] = full.cells[cell]
    return full.with_entries(cells)


def _fewest(order: int) -> int:
    """The fewest clues to leave; 0 to remove as many as possible."""
    return order * order * 12 // 25 if order > LARGEST_MINIMAL else 0


def _orbits_for(clues: Sequence[Sequence[int]], least: int) -> int:
    """How many orbits must stay so that there are that many clues."""
    held = 0
    for count, orbit in enumerate(reversed(clues)):
        if held >= least:
            return count
        held += len(orbit)
    return len(clues)


def _by_kernel(recipe: Recipe) -> bool:
    return recipe.size == "9" and not recipe.has("x") and not recipe.has("jigsaw")


def _from_kernel(recipe: Recipe, seed: int, count: int) -> Iterator[Sudoku]:
    symmetry, clues = recipe.get("symmetry", "none"), number(recipe, "clues", 0)
    made = sudoku_make(count, seed & WORD, symmetry, clues, 1, None).translate(face.FROM_DIGITS)
    for start in range(0, len(made), face.CELLS):
        yield Sudoku(tuple(made[start : start + face.CELLS]))


def _rating(puzzle: Sudoku) -> float:
    together = puzzle.rate_together
    rated: float = (together([puzzle], True)[0] if together else rate(puzzle)).rating
    return rated


def _level(puzzle: Sudoku, level: str) -> str:
    """The level, worked out only as far as is needed to compare it with that one."""
    if puzzle.rate_together:
        return BOXES.level(_rating(puzzle))
    position = position_of(puzzle)
    return scale_of(position).level_by(position, level)


def _pattern(box: tuple[int, int]) -> list[int]:
    """A full grid: each row shifted against the one above, by a box, or by one below a band."""
    rows, cols = box
    order = rows * cols
    return [
        (cols * (r % rows) + r // rows + c) % order + 1 for r in range(order) for c in range(order)
    ]


def _usual(order: int) -> tuple[int, int]:
    """The boxes of an order: as near to square as can be, no taller than wide."""
    rows = next((rows for rows in range(isqrt(order), 1, -1) if order % rows == 0), 1)
    return rows, order // rows
