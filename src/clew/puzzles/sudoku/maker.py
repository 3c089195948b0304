"""Makes Sudokus at a level, makes random full grids for any groups of cells, and rates Sudokus.

Ratings include HoDoKu's score. A kernel can rate many ordinary 9x9 puzzles at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isqrt
from typing import ClassVar

from clew.core.arguments import either
from clew.core.faces import values
from clew.core.grid import SYMMETRIES, beside, lines, orbits
from clew.core.result import Stopped
from clew.core.rng import STEP, WORD, SplitMix64
from clew.explanations.entries import EntryExplainer, only_solution
from clew.explanations.explain import rate
from clew.explanations.explanation import NotUnique, Rating
from clew.explanations.grids import position_of
from clew.explanations.techniques.hodoku import score
from clew.explanations.techniques.scale import BOXES, scale_of
from clew.generators.maker import FLAG, Maker, RecipeOption, minimised, number
from clew.generators.recipe import CannotMake, Recipe
from clew.puzzles.sudoku import face
from clew.puzzles.sudoku.batch import ratings, sudoku_make
from clew.puzzles.sudoku.face import TO_DIGITS
from clew.puzzles.sudoku.puzzle import Sudoku, boxes, parts_of
from clew.search.run import is_unique
from clew.workers import processors

FEWEST = 17
"""The fewest clues of a 9x9 Sudoku with one solution (McGuire, Tugemann and Civario, 2012)."""
TRIES = 400
"""The maximum number of puzzles to make and rate while looking for one that fits."""
GRIDS = 20
CELLS = 4000
"""The tries for slower puzzles: at least GRIDS, and for small grids, up to CELLS cells in all."""
AT_ONCE = 16
LARGEST = 25
LARGEST_MINIMAL = 16
LARGEST_FILLED = 12
"""The largest order of jigsaws to fill by search. It hardly ever succeeds for larger ones."""
SPAN = r"\d{1,2}(?:\.\d)?-\d{1,2}(?:\.\d)?"


class SudokuMaker(Maker):
    """Makes minimal puzzles up to order 16. Larger ones keep just under half of their cells."""

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
        plain = self._box(recipe) == (3, 3) and not recipe.has("x") and not recipe.has("jigsaw")
        if plain and 0 < number(recipe, "clues", 0) < FEWEST:
            raise CannotMake(
                f"sudoku: clues={recipe.get('clues')} isn't possible: no 9x9 Sudoku with fewer "
                f"than {FEWEST} clues has a unique solution"
            )
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

    def wrong_size(self, recipe: Recipe) -> CannotMake:
        """Return the error for a size that can't be made."""
        if not recipe.size.isdigit() or not 4 <= int(recipe.size) <= LARGEST:
            return super().wrong_size(recipe)
        order = int(recipe.size)
        near = (step for step in (order - 1, order + 1) if min(_usual(step)) > 1)
        return CannotMake(
            f"sudoku: can't split a {order}x{order} grid into equal boxes: use a size such as "
            f"{either(list(map(str, near)))}"
        )

    def series(self, recipe: Recipe, count: int) -> Iterator[Sudoku]:
        # The kernel makes many ordinary puzzles at once: puzzle n is the n-th in one long series.
        chosen = any(map(recipe.has, ("level", "rating", "clues", "minimal")))
        if chosen or not _by_kernel(recipe):
            yield from super().series(recipe, count)  # type: ignore[misc]  # each is a Sudoku
            return
        for first in range(0, count, 4096):
            yield from _from_kernel(recipe, recipe.start + first * STEP, min(4096, count - first))

    def make(self, recipe: Recipe, rng: SplitMix64) -> Sudoku:
        return self._picked(recipe, rng) if _by_kernel(recipe) else self._other(recipe, rng)

    def _picked(self, recipe: Recipe, rng: SplitMix64) -> Sudoku:
        """Make ordinary puzzles, and return the first that fits the recipe."""
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
        """Remove as many clues as possible, or fewer for a level. Return None if none fits."""
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
    """Return the puzzle whose givens are the cells in these orbits."""
    cells = [0] * len(full.cells)
    for orbit in kept:
        for cell in orbit:
            cells[cell] = full.cells[cell]
    return full.with_entries(cells)


def _fewest(order: int) -> int:
    """Return the minimum number of clues to leave, or 0 to remove as many as possible."""
    return order * order * 12 // 25 if order > LARGEST_MINIMAL else 0


def _orbits_for(clues: Sequence[Sequence[int]], least: int) -> int:
    """Return the number of orbits that must stay to leave `least` clues."""
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
    """Return a puzzle's level, only as precisely as comparing it with the given level takes."""
    if puzzle.rate_together:
        return BOXES.level(_rating(puzzle))
    position = position_of(puzzle)
    return scale_of(position).level_by(position, level)


def _pattern(box: tuple[int, int]) -> list[int]:
    """Return a full grid.

    Each row is the one above, shifted by a box, or by one cell at the start of a new band.
    """
    rows, cols = box
    order = rows * cols
    return [
        (cols * (r % rows) + r // rows + c) % order + 1 for r in range(order) for c in range(order)
    ]


def _usual(order: int) -> tuple[int, int]:
    """Return the usual box for an order: as square as possible, and not taller than wide."""
    rows = next((rows for rows in range(isqrt(order), 1, -1) if order % rows == 0), 1)
    return rows, order // rows


# ------------------------------------------------------------------ full grids


Groups = Sequence[Sequence[int]]
TRADES_PER_CELL = 20
NODES = 400
RESTARTS = 8


def mixed(
    grid: Sequence[int], groups: Groups, rng: SplitMix64, trades: int = TRADES_PER_CELL
) -> list[int]:
    """Return another full grid, after `trades` random trades for each cell.

    A trade takes two values and a cell that has one of them. It exchanges the two values along the
    chain of cells that have to change too (A. B. Kempe, 1879), so every group still has each value
    once.
    """
    cells, order = list(grid), max(grid)
    of_cell = _groups_of(groups, len(cells))
    where = [[0] * (order + 1) for _ in groups]
    for which, group in enumerate(groups):
        for cell in group:
            where[which][cells[cell]] = cell
    for _ in range(trades * len(cells)):
        start = rng.below(len(cells))
        first = cells[start]
        second = (first + rng.below(order - 1)) % order + 1
        _trade(cells, where, of_cell, start, (first, second))
    return cells


def _trade(
    cells: list[int], where: list[list[int]], of_cell: Groups, start: int, two: tuple[int, int]
) -> None:
    other = {two[0]: two[1], two[1]: two[0]}
    chain = {start: other[cells[start]]}
    ends = [start]
    while ends:
        cell = ends.pop()
        for group in of_cell[cell]:
            follower = where[group][chain[cell]]
            if follower not in chain:
                chain[follower] = cells[cell]
                ends.append(follower)
    for cell, value in chain.items():
        cells[cell] = value
    for cell, value in chain.items():
        for group in of_cell[cell]:
            where[group][value] = cell


def filled(order: int, groups: Groups, rng: SplitMix64) -> list[int]:
    """Search for a full grid for these groups, trying values in random order.

    Raises:
        CannotMake: The search didn't find one. For many jigsaws, there isn't one.
    """
    for _ in range(RESTARTS):
        found = _Fill(order, groups, rng).search()
        if found:
            return found
    raise CannotMake(f"{RESTARTS} searches found no full grid for these regions")


class _Fill:
    """A search that fills the cell with the fewest candidates, or places a group's rarest value."""

    def __init__(self, order: int, groups: Groups, rng: SplitMix64) -> None:
        self.order, self.groups, self.rng = order, groups, rng
        self.cells = [0] * (order * order)
        self.of_cell = _groups_of(groups, len(self.cells))
        self.free = [(2 << order) - 2] * len(groups)
        self.left = NODES

    def search(self) -> list[int]:
        return self.cells if self._fill() else []

    def _candidates(self, cell: int) -> int:
        mask = -1
        for group in self.of_cell[cell]:
            mask &= self.free[group]
        return mask

    def _fill(self) -> bool:
        choice = self._choice()
        if choice is None:
            return True
        for cell, value in self.rng.shuffled(choice):
            self.left -= 1
            if self.left < 0:
                return False
            self._set(cell, value, value)
            if self._fill():
                return True
            self._set(cell, 0, value)
        return False

    def _choice(self) -> list[tuple[int, int]] | None:
        """Return the smallest choice: a cell's candidates, or a value's places."""
        best: list[tuple[int, int]] | None = None
        masks = {cell: self._candidates(cell) for cell, value in enumerate(self.cells) if not value}
        for cell, mask in masks.items():
            if best is None or mask.bit_count() < len(best):
                best = [(cell, value) for value in values(mask)]
                if len(best) < 2:
                    return best
        for which, group in enumerate(self.groups):
            for value in values(self.free[which]):
                ways = [(cell, value) for cell in group if masks.get(cell, 0) >> value & 1]
                if best is not None and len(ways) < len(best):
                    best = ways
                    if len(best) < 2:
                        return best
        return best

    def _set(self, cell: int, entry: int, value: int) -> None:
        """Put a value into a cell, or take it out again."""
        self.cells[cell] = entry
        for group in self.of_cell[cell]:
            self.free[group] ^= 1 << value


def _groups_of(groups: Groups, size: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(size)]
    for which, group in enumerate(groups):
        for cell in group:
            found[cell].append(which)
    return found


# ------------------------------------------------------------------ regions at random
# Random jigsaw regions, which are connected and have as many cells as there are values.


EXCHANGES_PER_CELL = 6
ROUNDS_PER_VALUE = 2


def jigsaw(order: int, box: tuple[int, int], rng: SplitMix64) -> tuple[int, ...]:
    """Start from boxes, exchange many cells between neighbours, and return each cell's region."""
    region, near = list(boxes(order, box)), _near(order)
    for _ in range(EXCHANGES_PER_CELL * order * order):
        _exchange(region, near, rng)
    return tuple(region)


def jigsaw_with_grid(
    order: int, box: tuple[int, int], grid: Sequence[int], rng: SplitMix64
) -> tuple[tuple[int, ...], list[int]]:
    """Return random regions and a full grid for them, made from a full grid with boxes.

    It exchanges only cells with the same value, so the grid stays correct, and shuffles the grid
    between rounds. Large orders need this, because a search hardly ever finds a grid for random
    regions.
    """
    cells, region, near = list(grid), list(boxes(order, box)), _near(order)
    for _ in range(ROUNDS_PER_VALUE * order):
        for _ in range(EXCHANGES_PER_CELL * order * order):
            _exchange(region, near, rng, cells)
        groups = [*(cells for _, cells in lines(order)), *parts_of(region)]
        cells = mixed(cells, groups, rng, 2)
    return tuple(region), cells


def _exchange(
    region: list[int], near: list[list[int]], rng: SplitMix64, cells: Sequence[int] = ()
) -> None:
    """Exchange a random cell for one in a neighbouring region, if both regions stay connected.

    If values are given, exchange only cells with the same value.
    """
    cell = rng.below(len(region))
    ours = region[cell]
    theirs = region[rng.choice(near[cell])]
    if theirs == ours:
        return
    region[cell] = theirs
    back = [
        other
        for other, owner in enumerate(region)
        if owner == theirs
        and other != cell
        and any(region[by] == ours for by in near[other])
        and (not cells or cells[other] == cells[cell])
    ]
    if back:
        other = rng.choice(back)
        region[other] = ours
        if _connected(region, near, ours) and _connected(region, near, theirs):
            return
        region[other] = theirs
    region[cell] = ours


def _connected(region: list[int], near: list[list[int]], which: int) -> bool:
    reached = [region.index(which)]
    for cell in reached:
        reached += [c for c in near[cell] if region[c] == which and c not in reached]
    return len(reached) == region.count(which)


def _near(order: int) -> list[list[int]]:
    return list(map(sorted, beside(order, order)))


# ------------------------------------------------------------------ ratings


class OrdinaryExplainer(EntryExplainer):
    """The explainer for an ordinary 9x9 Sudoku, whose rating includes a HoDoKu score."""

    def rate(self, uniqueness: bool = True) -> Rating:
        rating = super().rate(uniqueness)  # raises NotUnique first: a score needs one solution
        found = score(position_of(self.puzzle), uniqueness)
        return replace(rating, hodoku=(found.level, found.score))


def rate_together(
    puzzles: Sequence[Sudoku], uniqueness: bool
) -> list[Rating | NotUnique | Stopped]:
    """Rate ordinary 9x9 Sudokus with the kernels that solve and rate many puzzles at once."""
    cells = b"".join(bytes(puzzle.cells) for puzzle in puzzles).translate(TO_DIGITS)
    rated = ratings(cells, uniqueness, threads=processors())
    return [
        _objection(puzzle) if isinstance(each, int) else _tenths(*each)
        for puzzle, each in zip(puzzles, rated, strict=True)
    ]


def _tenths(hardest: int, pearl: int, diamond: int) -> Rating:
    return Rating(BOXES.level(hardest / 10), hardest / 10, pearl / 10, diamond / 10)


def _objection(puzzle: Sudoku) -> NotUnique:
    try:
        only_solution(puzzle)
    except NotUnique as error:
        return error
    raise AssertionError(f"{puzzle.id} has one solution, and the batch counted others")
