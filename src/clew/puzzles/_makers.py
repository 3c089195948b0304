"""Short makers for several kinds of puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from clew.core.result import Run
from clew.core.rng import SplitMix64
from clew.generators.maker import FLAG, Maker, RecipeOption, minimised, number
from clew.generators.recipe import CannotMake, Recipe
from clew.puzzles._light_grid import NEIGHBOURS, PLUS
from clew.puzzles.frog import Frog
from clew.puzzles.jugs import Jugs
from clew.puzzles.knight.puzzle import Knight
from clew.puzzles.lights_out import LightsOut
from clew.puzzles.nim import Nim
from clew.puzzles.queens.puzzle import Queens
from clew.puzzles.triangle.puzzle import LARGEST_TOTAL, Triangle
from clew.puzzles.triangle.search import path_counts
from clew.search.run import is_unique, solve

# ------------------------------------------------------------------ frogs


LEAST_PADS, MOST_PADS = 4, 64
NEAR_PADS = 6


class FrogMaker(Maker):
    """Makes the jumps of a random visit to all pads, mostly to nearby ones, with one solution."""

    kind: ClassVar[str] = "frog"
    sizes: ClassVar[tuple[str, ...]] = ("8", "6", "10", "12", "16", "24")
    form: ClassVar[str] = f"a number of pads from {LEAST_PADS} to {MOST_PADS}"
    tries: ClassVar[int] = 500

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Frog | None:
        visit = _visit(self.side(recipe, LEAST_PADS, MOST_PADS), rng)
        puzzle = Frog(tuple(abs(b - a) for a, b in pairwise(visit)))
        return puzzle if is_unique(puzzle) else None


def _visit(pads: int, rng: SplitMix64) -> list[int]:
    """Visit every pad once, starting from the first, and always go to one of the nearest left."""
    left, visit = list(range(1, pads)), [0]
    while left:
        here = visit[-1]
        near = sorted(left, key=lambda pad: (abs(pad - here), pad))[:NEAR_PADS]
        visit.append(rng.choice(near))
        left.remove(visit[-1])
    return visit


# ------------------------------------------------------------------ jugs


LEAST_JUGS, MOST_JUGS = 2, 5
LARGEST_JUG = 20
JUG_MOVES = 4


class JugsMaker(Maker):
    """Makes jugs with different random capacities, and a goal at the requested distance."""

    kind: ClassVar[str] = "jugs"
    sizes: ClassVar[tuple[str, ...]] = ("3", "2", "4")
    form: ClassVar[str] = f"a number of jugs from {LEAST_JUGS} to {MOST_JUGS}"
    options: ClassVar[dict[str, RecipeOption]] = {
        "moves": RecipeOption.number(
            f"the least moves that measure it, such as 6 (or {JUG_MOVES} and more)"
        ),
    }
    tries: ClassVar[int] = 500

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Jugs | None:
        jugs = self.side(recipe, LEAST_JUGS, MOST_JUGS)
        wanted = number(recipe, "moves", 0)
        if recipe.has("moves") and not wanted:
            raise CannotMake("jugs: found moves=0, expected 1 or more")
        sizes = tuple(sorted(rng.shuffled(range(2, LARGEST_JUG + 1))[:jugs]))
        puzzle = Jugs(sizes, (rng.between(1, sizes[-1] - 1),))
        answer = solve(puzzle).solution or ()
        return puzzle if (len(answer) == wanted if wanted else len(answer) >= JUG_MOVES) else None


# ------------------------------------------------------------------ knights


LARGEST_BOARD = 100


class KnightMaker(Maker):
    """Chooses a random start from which there's a tour."""

    kind: ClassVar[str] = "knight"
    sizes: ClassVar[tuple[str, ...]] = ("6x6", "5x5", "8x8", "5x6", "3x10", "10x10")
    form: ClassVar[str] = f"ROWSxCOLUMNS from 3 to {LARGEST_BOARD}, such as 6x6"
    options: ClassVar[dict[str, RecipeOption]] = {"closed": FLAG}

    def make(self, recipe: Recipe, rng: SplitMix64) -> Knight:
        rows, cols = self.sides(recipe, 3, LARGEST_BOARD)
        starts = rng.shuffled((row, col) for row in range(rows) for col in range(cols))
        for start in starts:
            puzzle = Knight(rows, cols, start, recipe.has("closed"))
            if not puzzle.clashes() and solve(puzzle).solutions:
                return puzzle
        raise self.gave_up(recipe, len(starts))


# ------------------------------------------------------------------ lights out


LARGEST_LIGHTS = 30
SHORTEST = "linear:minimum=yes"


class LightsOutMaker(Maker):
    """Presses random buttons on a dark board, so that the puzzle can be solved."""

    kind: ClassVar[str] = "lights-out"
    sizes: ClassVar[tuple[str, ...]] = ("5x5", "3x3", "4x4", "6x6", "7x7", "9x9")
    form: ClassVar[str] = f"ROWSxCOLUMNS from 2 to {LARGEST_LIGHTS}, such as 5x5"
    options: ClassVar[dict[str, RecipeOption]] = {
        "presses": RecipeOption.number("presses in the shortest solution, such as 7"),
        "neighbours": FLAG,
        "torus": FLAG,
    }
    tries: ClassVar[int] = 200

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> LightsOut | None:
        rows, cols = self.sides(recipe, 2, LARGEST_LIGHTS)
        wanted = number(recipe, "presses", 0)
        if recipe.has("presses") and not 1 <= wanted <= rows * cols:
            raise CannotMake(
                f"lights-out: found presses={wanted}, expected 1 to {rows * cols}, one per button"
            )
        stencil = NEIGHBOURS if recipe.has("neighbours") else PLUS
        count = wanted or rng.between(max(1, rows * cols // 4), max(1, rows * cols // 2))
        pressed = rng.shuffled(range(rows * cols))[:count]
        dark = LightsOut(rows, cols, (0,) * rows, stencil, recipe.has("torus"))
        puzzle = dark.after([divmod(press, cols) for press in pressed])
        fits = any(puzzle.lit) and (not wanted or len(solve(puzzle, SHORTEST).solution) == wanted)
        return puzzle if fits else None


# ------------------------------------------------------------------ nim


MOST_PILES, LARGEST_PILE = 10, 99


class NimMaker(Maker):
    """Tries random piles until perfect play has the requested outcome."""

    kind: ClassVar[str] = "nim"
    sizes: ClassVar[tuple[str, ...]] = ("3x7", "2x9", "4x7", "5x9")
    form: ClassVar[str] = (
        f"PILESxLARGEST, to {MOST_PILES} piles of up to {LARGEST_PILE}, such as 3x7"
    )
    options: ClassVar[dict[str, RecipeOption]] = {
        "outcome": RecipeOption.words("won", "lost"),
        "misere": FLAG,
    }
    tries: ClassVar[int] = 2_000

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Nim | None:
        count, largest = self.sides(recipe, 1, LARGEST_PILE)
        if count > MOST_PILES:
            raise self.wrong_size(recipe)
        value = {"won": 1, "lost": -1}.get(recipe.get("outcome"))
        piles = tuple(rng.between(1, largest) for _ in range(count))
        puzzle = Nim(piles, recipe.has("misere"))
        return puzzle if value is None or solve(puzzle).solution.value == value else None


# ------------------------------------------------------------------ queens


LEAST_QUEENS, MOST_QUEENS = 4, 30
SWAPS = 10_000


class QueensMaker(Maker):
    """Removes queens from a random full board while the solution stays unique."""

    kind: ClassVar[str] = "queens"
    sizes: ClassVar[tuple[str, ...]] = ("8", "6", "10", "12", "16", "20")
    form: ClassVar[str] = f"an order from {LEAST_QUEENS} to {MOST_QUEENS}"
    options: ClassVar[dict[str, RecipeOption]] = {
        "clues": RecipeOption.number("the number of queens on the board, such as 3"),
    }
    tries: ClassVar[int] = 50

    def checked(self, recipe: Recipe) -> Recipe:
        checked = super().checked(recipe)
        self.side(checked, LEAST_QUEENS, MOST_QUEENS)
        return checked

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Queens | None:
        order = self.side(recipe, LEAST_QUEENS, MOST_QUEENS)
        wanted = number(recipe, "clues", 0)
        if recipe.has("clues") and not 1 <= wanted <= order:
            raise CannotMake(f"queens: found clues={wanted}, expected 1 to {order}")
        squares = rng.shuffled(enumerate(_full_board(order, rng)))
        left = minimised(squares, lambda kept: is_unique(Queens(order, tuple(kept))), wanted)
        return Queens(order, tuple(left)) if not wanted or len(left) == wanted else None


def _full_board(order: int, rng: SplitMix64) -> list[int]:
    """Make a full board by swapping columns to reduce attacks (R. Sosič and J. Gu, 1990)."""
    while True:
        columns = rng.shuffled(range(order))
        attacks = _diagonal_attacks(columns)
        for _ in range(SWAPS):
            if not attacks:
                return columns
            a, b = rng.below(order), rng.below(order)
            columns[a], columns[b] = columns[b], columns[a]
            if (now := _diagonal_attacks(columns)) <= attacks:
                attacks = now
            else:
                columns[a], columns[b] = columns[b], columns[a]


def _diagonal_attacks(columns: Sequence[int]) -> int:
    """Count the queens that share a diagonal with an earlier one."""
    rising = {row + col for row, col in enumerate(columns)}
    falling = {row - col for row, col in enumerate(columns)}
    return 2 * len(columns) - len(rising) - len(falling)


# ------------------------------------------------------------------ triangles


LEAST_ROWS, MOST_ROWS = 2, 40


class TriangleMaker(Maker):
    """Makes random numbers, and chooses a total that exactly one path adds up to."""

    kind: ClassVar[str] = "triangle"
    sizes: ClassVar[tuple[str, ...]] = ("5", "4", "6", "8", "10", "20")
    form: ClassVar[str] = f"a number of rows from {LEAST_ROWS} to {MOST_ROWS}"
    tries: ClassVar[int] = 100

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Triangle | None:
        size = self.side(recipe, LEAST_ROWS, MOST_ROWS)
        largest = 9 if size < 9 else 99
        rows = tuple(tuple(rng.between(1, largest) for _ in range(row + 1)) for row in range(size))
        counts = path_counts(rows, [(0, LARGEST_TOTAL)] * size, Run())
        single = [total for total, paths in sorted(counts.items()) if paths == 1]
        return Triangle(rows, rng.choice(single)) if single else None
