"""Makers: for each kind of puzzle that can be made, its options and how it is made; `generate`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Protocol, TypeVar

from clew.core.arguments import shown
from clew.core.capabilities import capability
from clew.core.deadline import limited
from clew.core.puzzle import Puzzle
from clew.core.registry import classes, find, knows, names
from clew.core.rng import SplitMix64
from clew.generators.recipe import LARGEST_SEED, CannotMake, Recipe, split_size

Clue = TypeVar("Clue")
AT_ONCE = 16
"""How many clues are removed at once at first."""
SHORT_SEED = 1_000_000_000
"""Random seeds are below this: short enough to pass on."""


def generate(
    kind: str | Puzzle | type[Puzzle],
    size: str | int = "",
    *,
    level: str | None = None,
    seed: int | None = None,
    max_seconds: float | None = None,
    **options: str | int | bool,
) -> Puzzle:
    """A puzzle of that kind, or like one that was stated; CannotMake says why none can be made.

    The same arguments and the same seed make the same puzzle on every machine; without a seed each
    call makes another. The options depend on the kind: `symmetry`, `clues`, `minimal` and others.
    Stopped if it takes more than `max_seconds`.

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
    """The recipe of the puzzle that `generate` makes of the same arguments."""
    return _recipe(maker_of(kind), size, seed, {"level": level} | options)


def _recipe(maker: Maker, size: str | int, seed: int | None, given: dict[str, Any]) -> Recipe:
    if seed is None:
        import secrets

        seed = secrets.randbelow(SHORT_SEED)
    if not 0 <= seed <= LARGEST_SEED:
        raise CannotMake(f"found seed {seed}, expected 0 to {LARGEST_SEED}")
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
    """The puzzle of a recipe."""
    return next(series(wanted, 1))


def series(wanted: Recipe, count: int) -> Iterator[Puzzle]:
    """The puzzles of a recipe and of the seeds after its own, one by one."""
    maker = maker_of(wanted.kind)
    checked = maker.checked(wanted)
    if wanted.seed + count - 1 > LARGEST_SEED:
        raise CannotMake(f"found seed {wanted.seed} and {count} puzzles, expected smaller seeds")
    return maker.series(checked, count)


# ------------------------------------------------------------------ makers


@dataclass(frozen=True)
class RecipeOption:
    """An option of a recipe: the pattern of its value, and how a message describes it."""

    pattern: str
    expected: str

    @staticmethod
    def number(what: str) -> RecipeOption:
        return RecipeOption(r"\d{1,9}", what)

    @staticmethod
    def words(*words: str) -> RecipeOption:
        return RecipeOption("|".join(map(re.escape, words)), " or ".join(words))


FLAG = RecipeOption("yes", "nothing after it")


class Maker:
    """How puzzles of one kind are made. A family's maker is in its file `maker`."""

    kind: ClassVar[str]
    sizes: ClassVar[tuple[str, ...]]
    """Sizes to offer, the default first."""
    form: ClassVar[str]
    """How a size is written, and which sizes there are."""
    levels: ClassVar[tuple[str, ...]] = ()
    """The easiest first."""
    options: ClassVar[dict[str, RecipeOption]] = {}
    """Its other options."""

    tries: ClassVar[int]
    """How often `attempt` is called before it is given up."""

    def make(self, recipe: Recipe, rng: SplitMix64) -> Puzzle:
        """The puzzle of a recipe that was checked; CannotMake if none is found."""
        for _ in range(self.tries):
            if (puzzle := self.attempt(recipe, rng)) is not None:
                return puzzle
        raise self.gave_up(recipe, self.tries)

    def attempt(self, recipe: Recipe, rng: SplitMix64) -> Puzzle | None:
        """A puzzle at random, or None if it does not fit the recipe."""
        raise NotImplementedError

    def series(self, recipe: Recipe, count: int) -> Iterator[Puzzle]:
        """The puzzles of so many seeds from that of the recipe on."""
        for seed in range(recipe.seed, recipe.seed + count):
            here = recipe.with_seed(seed)
            yield self.make(here, SplitMix64(str(here)))

    @property
    def allowed(self) -> dict[str, RecipeOption]:
        level = {"level": RecipeOption.words(*self.levels)} if self.levels else {}
        return level | self.options

    def checked(self, recipe: Recipe) -> Recipe:
        """The recipe with a default size if it has none, and its options in order."""
        size = recipe.size or self.sizes[0]
        for name, value in recipe.options:
            option = self.allowed.get(name)
            if option is None:
                there = ", ".join(self.allowed) or "no option"
                raise CannotMake(f"{self.kind}: found option {name[:40]!r}, expected {there}")
            if not re.fullmatch(option.pattern, value):
                raise CannotMake(
                    f"{self.kind}: found {name}={value}, expected {name}: {option.expected}"
                )
        given = dict(recipe.options)
        if len(given) < len(recipe.options):
            raise CannotMake(f"{self.kind}: found an option twice, expected each once at most")
        ordered = tuple((name, given[name]) for name in self.allowed if name in given)
        return Recipe(self.kind, size, ordered, recipe.seed)

    def sides(self, recipe: Recipe, least: int, most: int) -> tuple[int, int]:
        """The size as two numbers, each in its bounds; one number is a square."""
        rows, _, cols = recipe.size.partition("x")
        sides = int(rows), int(cols or rows)
        if not all(least <= side <= most for side in sides):
            raise self.wrong_size(recipe)
        return sides

    def side(self, recipe: Recipe, least: int, most: int) -> int:
        """The size as one number."""
        rows, cols = self.sides(recipe, least, most)
        if rows != cols:
            raise self.wrong_size(recipe)
        return rows

    def wrong_size(self, recipe: Recipe) -> CannotMake:
        return CannotMake(f"{self.kind}: found size {recipe.size}, expected {self.form}")

    def gave_up(self, recipe: Recipe, tries: int) -> CannotMake:
        return CannotMake(
            f"{recipe.series}: found none in {tries:,} tries from seed {recipe.seed}, "
            "expected one; try another seed, size or level"
        )


def number(recipe: Recipe, name: str, default: int) -> int:
    """An option that is a number."""
    return int(recipe.get(name, str(default)))


def minimised(
    clues: Sequence[Clue], is_unique: Callable[[list[Clue]], bool], least: int = 0
) -> list[Clue]:
    """What is left when each clue in turn is removed if the solution stays unique.

    Several are tried at once: if the rest is unique without all of them, it was so without the
    first ones. Where it is not, the halves are tried, so the outcome is that of one by one.
    `least` ends it at that number of clues.
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
    """The maker of each kind that can be made."""
    found = sorted(classes(Maker, "clew.puzzles", "maker", "kind"), key=attrgetter("kind"))
    return {kind.kind: kind() for kind in found}


class HasMaker(Protocol):
    """A kind, or a puzzle stated by the user, that makes others like itself."""

    def maker(self) -> Maker: ...


def maker_of(kind: str | Puzzle | type[Puzzle]) -> Maker:
    """The maker of a kind, by its name too, or of a stated puzzle.

    CannotMake, naming those there are, if that kind cannot be made.
    """
    if not isinstance(kind, str):
        own, name = capability(kind, HasMaker), getattr(kind, "name", None)
        if not isinstance(name, str):
            raise TypeError(f"found {shown(kind)}, expected a kind of puzzle, or a stated one")
        return maker_of(name) if own is None else own.maker()
    if (found := makers().get(kind) or own_maker(kind)) is None:
        raise CannotMake(f"found kind {kind!r}, expected one of {', '.join(makeable())}")
    return found


def own_maker(kind: str) -> Maker | None:
    """The maker that a kind brings along."""
    own = capability(find(kind), HasMaker) if knows(kind) else None
    return None if own is None else own.maker()


def makeable() -> dict[str, Maker]:
    """The maker of each kind that can be made, those with makers of their own too."""
    found = {kind: makers().get(kind) or own_maker(kind) for kind in names()}
    return {kind: maker for kind, maker in found.items() if maker is not None}
