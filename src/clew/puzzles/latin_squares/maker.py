"""Makes Futoshikis and Latin squares with one solution each, at a proven level, from a seed.

The items of a full board are its numbers, and a sign between each pair of neighbours. The maker
goes through them in random order. It removes an item if the given level's techniques still solve
the rest, which proves that there's only one solution. Like Simon Tatham's generators, it discards a
puzzle that the level below can solve too. native/latin/make.hpp does the same. This module replaces
it if there are no kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from clew.core.arguments import advice
from clew.core.grid import edges
from clew.core.puzzle import Puzzle
from clew.core.rng import STEP, WORD, SplitMix64, checked_seed
from clew.explanations.techniques.position import Position
from clew.explanations.techniques.scale import SQUARES
from clew.generators.maker import FLAG, Maker, RecipeOption, number
from clew.generators.recipe import CannotMake, Recipe
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.puzzles.latin_squares.search import RanksKernel, less_in
from clew.search import native
from clew.search.native import expect, kernel

LEVELS = SQUARES.names
"""trivial, easy, tricky, extreme, recursive: see docs/rating.md."""
SIGNS = ("many", "mixed", "only", "none")
"""The choices for signs.

`many` removes numbers first, so that few are left. `mixed` removes numbers and signs in any order.
`only` leaves no numbers, and `none` leaves no signs, which makes a Latin square.
"""
ORDERS = (4, 15)
ATTEMPTS = 1000
SEARCHED = 9
"""The largest order at which searches for a second solution have no limit."""
BUDGET = 2000
"""The maximum number of nodes in such a search at larger orders."""
Progress = Callable[[int], object]


@dataclass(frozen=True)
class Requirements:
    """The requirements for the puzzles to make."""

    order: int
    level: str | None = None
    signs: str = "many"
    clues: int = 0
    minimal: bool = False
    attempts: int = ATTEMPTS

    def __post_init__(self) -> None:
        least, most = ORDERS
        if not least <= self.order <= most:
            raise ValueError(f"order: found {self.order}, expected {least} to {most}")
        if self.level is not None and self.level not in LEVELS:
            raise ValueError(f"no level is called {self.level}: {advice(self.level, LEVELS)}")
        if self.signs not in SIGNS:
            raise ValueError(f"signs can't be {self.signs}: {advice(self.signs, SIGNS)}")
        if not 0 <= self.clues <= 3 * self.order**2:
            raise ValueError(f"clues: found {self.clues}, expected 0 to {3 * self.order**2}")
        if self.minimal and self.clues:
            raise ValueError(f"clues: found {self.clues} of a minimal puzzle, expected 0")
        if self.attempts < 1:
            raise ValueError(f"attempts: found {self.attempts}, expected 1 or more")

    def __str__(self) -> str:
        words = [self.level or "", "minimal" if self.minimal else "", "Futoshiki"]
        board = f"{' '.join(filter(None, words))} {self.order}x{self.order}"
        return f"{board} (signs: {self.signs})"


def packed_futoshikis(
    count: int,
    needs: Requirements,
    seed: int = 0,
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> bytes:
    """Make puzzles as the bytes of a batch (see `clew.puzzles.latin_squares.batch.pack`).

    Puzzle i depends only on the seed, i and the requirements.

    Raises:
        CannotMake: All attempts at a puzzle failed.
    """
    made = _made if native.available else py_futoshiki_make
    found = made(count, needs, checked_seed(seed), threads, progress)
    if found is None:
        tried = "attempt" if needs.attempts == 1 else f"{needs.attempts} attempts"
        raise CannotMake(f"{needs}: none found in {tried}")
    return found


def make_futoshikis(count: int, needs: Requirements, seed: int) -> list[Futoshiki | Latin]:
    """Make puzzles. Those without signs are Latin squares."""
    packed = packed_futoshikis(count, needs, seed)
    width = len(packed) // count if count else 1
    return [
        unpacked(needs.order, packed[at : at + width], latin=needs.signs == "none")
        for at in range(0, len(packed), width)
    ]


def unpacked(order: int, puzzle: bytes, *, latin: bool = False) -> Futoshiki | Latin:
    """Return a puzzle from its bytes in a batch."""
    cells = tuple(puzzle[: order**2])
    if latin:
        return Latin(cells)
    return Futoshiki(cells, tuple(less_in(order, puzzle)))


def _made(
    count: int, needs: Requirements, seed: int, threads: int, progress: Progress | None
) -> bytes | None:
    level = len(LEVELS) if needs.level is None else LEVELS.index(needs.level)
    made: bytes | None = native.lib.futoshiki_make(
        count,
        needs.order,
        seed,
        level,
        SIGNS.index(needs.signs),
        needs.clues,
        needs.minimal,
        needs.attempts,
        threads,
        progress,
    )
    return made


# ------------------------------------------------------------------ the readable form


def py_futoshiki_make(
    count: int, needs: Requirements, seed: int, threads: int, progress: Progress | None
) -> bytes | None:
    """Make puzzles, each from its own random numbers. Return None if all attempts at one fail."""
    made = bytearray()
    for i in range(count):
        if progress is not None:
            progress(i)
        puzzle = _one(needs, SplitMix64.of(seed, i))
        if puzzle is None:
            return None
        made += puzzle
    return bytes(made)


def _one(needs: Requirements, rng: SplitMix64) -> bytes | None:
    for _ in range(needs.attempts):
        puzzle, items = _full(needs, rng)
        if _suffices(needs, puzzle):
            _reduce(needs, puzzle, items)
            if _accepted(needs, puzzle):
                return bytes(puzzle)
    return None


def _full(needs: Requirements, rng: SplitMix64) -> tuple[bytearray, list[int]]:
    """Make a full board, and put its items in the order in which to try them."""
    cells = needs.order**2
    square = random_latin_square(needs.order, rng)
    signs = bytes(1 if square[a] < square[b] else 2 for a, b in edges(needs.order, needs.order))
    puzzle = bytearray(square) + signs
    if needs.signs == "none":
        puzzle[cells:] = bytes(len(signs))
    if needs.signs == "only":
        puzzle[:cells] = bytes(cells)
    items = rng.shuffled(item for item, byte in enumerate(puzzle) if byte)
    if needs.signs == "many":
        items.sort(key=lambda item: item >= cells)
    return puzzle, items


def _reduce(needs: Requirements, puzzle: bytearray, items: list[int]) -> None:
    """Remove each item that isn't needed, as long as more than the required number are left."""
    clues = len(items)
    for item in items:
        if clues <= needs.clues:
            return
        kept, puzzle[item] = puzzle[item], 0
        if _suffices(needs, puzzle):
            clues -= 1
        else:
            puzzle[item] = kept


def _suffices(needs: Requirements, puzzle: bytes | bytearray) -> bool:
    """Check whether the given level solves a puzzle or, above all levels, whether it's unique."""
    if needs.level is None or needs.level == LEVELS[-1]:
        return _unique(needs.order, puzzle) is True
    return solved_at(needs.order, puzzle, needs.level)


def _accepted(needs: Requirements, puzzle: bytearray) -> bool:
    number = LEVELS.index(needs.level) if needs.level is not None else 0
    if number and solved_at(needs.order, puzzle, LEVELS[number - 1]):
        return False
    return not needs.minimal or _minimal(needs.order, puzzle)


def _minimal(order: int, puzzle: bytearray) -> bool:
    """Check whether removing any single item allows another solution."""
    for item, byte in enumerate(puzzle):
        if byte:
            puzzle[item] = 0
            several = _unique(order, puzzle) is False
            puzzle[item] = byte
            if not several:
                return False
    return True


def solved_at(order: int, puzzle: bytes | bytearray, level: str) -> bool:
    """Check whether the techniques up to a level solve a puzzle."""
    board = unpacked(order, bytes(puzzle))
    position = Position.of(board.csp(), order)
    for _ in SQUARES.up_to(level).climb(position):
        pass
    return position.solved


def _unique(order: int, puzzle: bytes | bytearray) -> bool | None:
    """Check whether a puzzle has one solution. Return None if the search ran out of nodes."""
    search = RanksKernel(order, list(puzzle[: order**2]), less_in(order, puzzle))
    found = search.run(2, 10**15 if order <= SEARCHED else BUDGET)
    if len(found) > 1:
        return False
    return True if search.finished else None


# ------------------------------------------------------------------ random squares
# The readable twin of native/latin/random_square.hpp, which makes random Latin squares that are all
# equally likely. # It uses the walk by M. T. Jacobson and P. Matthews, "Generating uniformly
# distributed random Latin squares", Journal of Combinatorial Designs 4, 1996. A square is a cube of
# 0s and 1s with one 1 in each line. A step adds 1s and -1s at the corners of a small cube. That may
# leave one cell improper. The steps continue from there until the square is proper again.


LARGEST = 64


def py_latin_squares(count: int, order: int, seed: int, threads: int) -> bytes:
    """Make random squares, n * n bytes each. Square i depends only on the seed and i."""
    expect("count", count, 0, 2**32 - 1)
    expect("order", order, 1, LARGEST)
    expect("threads", threads, 1, 1024)
    squares = (random_latin_square(order, SplitMix64.of(seed, i)) for i in range(count))
    return b"".join(map(bytes, squares))


def random_latin_square(order: int, rng: SplitMix64) -> tuple[int, ...]:
    """Make a random square of the values 1 to n, row by row.

    It takes n^2 steps of the walk, and then shuffles the rows, the columns and the values.
    """
    walk = _Walk(order)
    for _ in range(order**2 if order > 1 else 0):
        walk.step(rng)
    rows, cols, names = (rng.shuffled(range(order)) for _ in range(3))
    return tuple(names[walk.values[r * order + c]] + 1 for r in rows for c in cols)


class _Walk:
    """A square in three forms: values by row and column, columns by row and value, and so on."""

    def __init__(self, order: int) -> None:
        n = self.order = order
        self.values = [(row + col) % n for row in range(n) for col in range(n)]
        self.cols = [(value - row) % n for row in range(n) for value in range(n)]
        self.rows = [(value - col) % n for col in range(n) for value in range(n)]

    def step(self, rng: SplitMix64) -> None:
        """Go from one proper square to another by changing a cell and fixing the consequences."""
        n, values, cols, rows = self.order, self.values, self.cols, self.rows
        r, c = rng.below(n), rng.below(n)
        old = values[r * n + c]
        s = (old + 1 + rng.below(n - 1)) % n
        z, y, x = old, cols[r * n + s], rows[c * n + s]
        values[r * n + c], cols[r * n + s], rows[c * n + s] = s, c, r
        while True:
            cols[r * n + z], values[r * n + y], rows[y * n + s] = y, z, x
            values[x * n + c], rows[c * n + z], cols[x * n + s] = z, x, y
            here = values[x * n + y]
            if here == z:
                values[x * n + y], cols[x * n + z], rows[y * n + z] = s, c, r
                return
            kept, gone = _two(here, s, rng)  # the cell x, y is improper, with two values too many
            values[x * n + y] = kept
            kept_col, gone_col = _two(cols[x * n + z], c, rng)
            cols[x * n + z] = kept_col
            kept_row, gone_row = _two(rows[y * n + z], r, rng)
            rows[y * n + z] = kept_row
            r, c, s, z, y, x = x, y, z, gone, gone_col, gone_row


def _two(one: int, other: int, rng: SplitMix64) -> tuple[int, int]:
    return (one, other) if rng.below(2) else (other, one)


latin_squares = kernel("latin_squares", py_latin_squares)


# ------------------------------------------------------------------ the makers


AT_ONCE = 256


class FutoshikiMaker(Maker):
    """Makes Futoshikis. Each set of requirements has one long series of puzzles."""

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
    """Makes Latin squares, starting from full ones that Jacobson and Matthews's walk makes."""

    kind: ClassVar[str] = "latin"
    options: ClassVar[dict[str, RecipeOption]] = {
        "clues": RecipeOption.number("how many numbers to leave, such as 20"),
        "minimal": FLAG,
    }

    def _signs(self, recipe: Recipe) -> str:
        return "none"
