"""Makers generate puzzles. Each defines the sizes, levels and options of one kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Protocol, TypeVar

from clew.core.arguments import closest, either, shown, unknown
from clew.core.capabilities import capability
from clew.core.deadline import limited
from clew.core.puzzle import Puzzle
from clew.core.registry import classes, find, knows, names
from clew.core.rng import SplitMix64
from clew.generators.recipe import LARGEST_SEED, CannotMake, Recipe, split_size

Clue = TypeVar("Clue")
AT_ONCE = 16
"""The number of clues that the first tries remove at once."""
SHORT_SEED = 1_000_000_000
"""Random seeds are below this number, so that they're short enough to share."""


def generate(
    kind: str | Puzzle | type[Puzzle],
    size: str | int = "",
    *,
    level: str | None = None,
    seed: int | None = None,
    max_seconds: float | None = None,
    **options: str | int | bool,
) -> Puzzle:
    """Make a new puzzle.

    The same arguments and the same seed make the same puzzle on every machine.

    Args:
        kind: The name or the class of a kind, or your own puzzle, to make others like it.
        size: The size, in the form that `clew make KIND --help` shows. By default the usual size.
        level: The level of difficulty, for kinds that have levels.
        seed: A number from 0 to 2**64 - 1. Without one, each call makes a different puzzle.
        max_seconds: Stop after this many seconds. None sets no limit.
        **options: The options of the kind, such as `symmetry`, `clues` and `minimal`.

    Raises:
        CannotMake: Clew can't make such puzzles, or didn't find one in the allowed number of
            attempts.
        Stopped: The time ran out.

    >>> generate("queens", 6, seed=1).id
    'queens:6/6/1Q4/6/6/6'
    """

    def make() -> Puzzle:
        maker = maker_of(kind)
        return next(maker.series(_recipe(maker, size, seed, {"level": level} | options), 1))

    return limited(max_seconds, make)


def recipe(
    kind: str,
    size: str | int = "",
    *,
    level: str | None = None,
    seed: int | None = None,
    **options: str | int | bool,
) -> Recipe:
    """Return the recipe of the puzzle that `generate` makes from the same arguments."""
    return _recipe(maker_of(kind), size, seed, {"level": level} | options)


def _recipe(maker: Maker, size: str | int, seed: int | None, given: dict[str, Any]) -> Recipe:
    if seed is None:
        import secrets

        seed = secrets.randbelow(SHORT_SEED)
    if not 0 <= seed <= LARGEST_SEED:
        raise CannotMake(f"seed must be from 0 to {LARGEST_SEED}, not {seed}")
    try:
        plain, within = split_size(str(size))
    except ValueError as error:
        raise CannotMake(f"{maker.kind}: {error}") from None
    more = tuple(
        (name, "yes" if value is True else str(value))
        for name, value in given.items()
        if value is not None and value is not False
    )
    return maker.checked(Recipe(maker.kind, plain, within + more, seed))


def make(wanted: Recipe) -> Puzzle:
    """Make the puzzle that a recipe describes."""
    return next(series(wanted, 1))


def series(wanted: Recipe, count: int) -> Iterator[Puzzle]:
    """Make the puzzles for a recipe's seed and the seeds that follow it, one by one."""
    maker = maker_of(wanted.kind)
    checked = maker.checked(wanted)
    if wanted.seed + count - 1 > LARGEST_SEED:
        raise CannotMake(
            f"seed {wanted.seed} is too large for {count} puzzles: the last would be above "
            f"{LARGEST_SEED}"
        )
    return maker.series(checked, count)


# ------------------------------------------------------------------ makers


@dataclass(frozen=True)
class RecipeOption:
    """An option of a recipe: a pattern for its value, and a description for messages."""

    pattern: str
    expected: str
    choices: tuple[str, ...] = ()
    """The possible values, if they are a few words."""

    @staticmethod
    def number(what: str) -> RecipeOption:
        return RecipeOption(r"\d{1,9}", what)

    @staticmethod
    def words(*words: str) -> RecipeOption:
        return RecipeOption("|".join(map(re.escape, words)), either(words), words)


FLAG = RecipeOption("yes", "takes no value")


def _refusal(name: str, value: str, option: RecipeOption) -> str:
    """Word the error about a value that an option can't have."""
    if option is FLAG:
        return f"option {name} takes no value"
    said = f"option {name} can't be {value}"
    if option.choices:
        return f"{said}: {closest(value, option.choices)}"
    return f"{said} ({name}: {option.expected})"


class Maker:
    """Makes puzzles of one kind. A family's maker is in its `maker` file."""

    kind: ClassVar[str]
    sizes: ClassVar[tuple[str, ...]]
    """The sizes to offer, with the default first."""
    form: ClassVar[str]
    """The possible sizes, and how to write one."""
    levels: ClassVar[tuple[str, ...]] = ()
    """The levels, from the easiest to the hardest."""
    options: ClassVar[dict[str, RecipeOption]] = {}
    """The options other than the level."""

    tries: ClassVar[int]
    """The maximum number of times to call `attempt`."""

    def make(self, recipe: Recipe, rng: SplitMix64) -> Puzzle:
        """Make the puzzle that a checked recipe describes.

        Raises:
            CannotMake: No attempt succeeded.
        """
        for _ in range(self.tries):
            if (puzzle := self.attempt(recipe, rng)) is not None:
                return puzzle
        raise self.gave_up(recipe, self.tries)

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Puzzle | None:
        """Make a random puzzle, or return None if it doesn't fit the recipe."""
        raise NotImplementedError

    def series(self, recipe: Recipe, count: int) -> Iterator[Puzzle]:
        """Make `count` puzzles, from the recipe's seed and the seeds that follow it."""
        for seed in range(recipe.seed, recipe.seed + count):
            here = recipe.with_seed(seed)
            yield self.make(here, SplitMix64(str(here)))

    @property
    def allowed(self) -> dict[str, RecipeOption]:
        """The options, including the level."""
        level = {"level": RecipeOption.words(*self.levels)} if self.levels else {}
        return level | self.options

    def checked(self, recipe: Recipe) -> Recipe:
        """Return the recipe with its options in order, and with the default size if it has none.

        Raises:
            CannotMake: An option is unknown, wrong or given twice.
        """
        size = recipe.size or self.sizes[0]
        for name, value in recipe.options:
            option = self.allowed.get(name)
            if option is None:
                if not self.allowed:
                    raise CannotMake(f"{self.kind} has no options: remove {name[:40]!r}")
                raise CannotMake(
                    f"{self.kind}: no option called {name[:40]!r}: "
                    f"{closest(name, list(self.allowed))}"
                )
            if not re.fullmatch(option.pattern, value):
                raise CannotMake(f"{self.kind}: {_refusal(name, value, option)}")
        given = dict(recipe.options)
        if len(given) < len(recipe.options):
            named = [name for name, _ in recipe.options]
            twice = next(name for name in named if named.count(name) > 1)
            raise CannotMake(f"{self.kind}: option {twice} is given twice")
        ordered = tuple((name, given[name]) for name in self.allowed if name in given)
        return Recipe(self.kind, size, ordered, recipe.seed)

    def sides(self, recipe: Recipe, least: int, most: int) -> tuple[int, int]:
        """Return the size as two numbers between the bounds. A single number means a square.

        Raises:
            CannotMake: The size is out of bounds.
        """
        rows, _, cols = recipe.size.partition("x")
        sides = int(rows), int(cols or rows)
        if not all(least <= side <= most for side in sides):
            raise self.wrong_size(recipe)
        return sides

    def side(self, recipe: Recipe, least: int, most: int) -> int:
        """Return the size as a single number.

        Raises:
            CannotMake: The size is out of bounds, or not a square.
        """
        rows, cols = self.sides(recipe, least, most)
        if rows != cols:
            raise self.wrong_size(recipe)
        return rows

    def wrong_size(self, recipe: Recipe) -> CannotMake:
        """Return the error for a size that isn't possible."""
        return CannotMake(f"{self.kind}: size {recipe.size} isn't possible: give {self.form}")

    def gave_up(self, recipe: Recipe, tries: int) -> CannotMake:
        """Return the error for the case that all attempts failed."""
        attempts = f"{tries:,} attempt{'s' * (tries != 1)} from seed {recipe.seed}"
        others = either(["seed", "size", *dict.fromkeys(name for name, _ in recipe.options)])
        return CannotMake(f"couldn't make {recipe.series} in {attempts}: try another {others}")


def number(recipe: Recipe, name: str, default: int) -> int:
    """Return the value of a numeric option."""
    return int(recipe.get(name, str(default)))


def minimised(
    clues: Sequence[Clue], is_unique: Callable[[list[Clue]], bool], least: int = 0
) -> list[Clue]:
    """Remove each clue in turn if the solution stays unique, and return the remaining clues.

    Several clues are tried at once: if the solution is unique without all of them, it's also unique
    without the first few. If it isn't, half of them are tried, so the result is the same as if they
    were tried one by one. The function stops when only `least` clues are left.
    """
    left = list(clues)
    place, stride = 0, AT_ONCE
    while place < len(left) and len(left) > least:
        taken = min(stride, len(left) - place, len(left) - least)
        rest = left[:place] + left[place + taken :]
        if is_unique(rest):
            left, stride = rest, min(2 * taken, AT_ONCE)
        elif taken == 1:
            place += 1
        else:
            stride = taken // 2
    return left


@cache
def makers() -> dict[str, Maker]:
    """Return the maker of each built-in kind that has one."""
    found = sorted(classes(Maker, "clew.puzzles", "maker", "kind"), key=attrgetter("kind"))
    return {kind.kind: kind() for kind in found}


class HasMaker(Protocol):
    """A kind, or a user's own puzzle, that can make others like itself."""

    def maker(self) -> Maker: ...


def maker_of(kind: str | Puzzle | type[Puzzle]) -> Maker:
    """Return the maker of a kind, given by name or class, or of a user's own puzzle.

    Raises:
        CannotMake: Clew can't make such puzzles.
    """
    if not isinstance(kind, str):
        own, name = capability(kind, HasMaker), getattr(kind, "name", None)
        if not isinstance(name, str):
            raise TypeError(
                f"{shown(kind)} isn't a kind of puzzle: give a name, such as 'sudoku', or a puzzle"
            )
        return maker_of(name) if own is None else own.maker()
    if (found := makers().get(kind) or own_maker(kind)) is None:
        if not knows(kind):
            raise CannotMake(unknown("puzzle", kind, list(makeable()), "clew puzzles"))
        raise CannotMake(f"Clew can't make {kind} puzzles (`clew make --help` lists those it can)")
    return found


def own_maker(kind: str) -> Maker | None:
    """Return the maker that a kind defines itself, or None."""
    own = capability(find(kind), HasMaker) if knows(kind) else None
    return None if own is None else own.maker()


def makeable() -> dict[str, Maker]:
    """Return the makers of all kinds that Clew can make, including users' own kinds."""
    found = {kind: makers().get(kind) or own_maker(kind) for kind in names()}
    return {kind: maker for kind, maker in found.items() if maker is not None}
