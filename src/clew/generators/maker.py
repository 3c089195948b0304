"""Makers: for each kind that can be made, what may be asked for, and how one is made."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.core.registry import modules
from clew.core.rng import Chance
from clew.generators.recipe import CannotMake, Recipe


@dataclass(frozen=True)
class Option:
    """What may be said for an option: the form it has, and how that is told."""

    pattern: str
    expected: str

    @staticmethod
    def number(what: str) -> Option:
        return Option(r"\d{1,9}", what)

    @staticmethod
    def words(*words: str) -> Option:
        return Option("|".join(map(re.escape, words)), " or ".join(words))


FLAG = Option("yes", "nothing after it")


class Maker(ABC):
    """How puzzles of one kind are made. A family's is in its file `maker`."""

    kind: ClassVar[str]
    sizes: ClassVar[tuple[str, ...]]
    """Sizes worth offering, the usual one first."""
    form: ClassVar[str]
    """How a size is written, and which there are."""
    levels: ClassVar[tuple[str, ...]] = ()
    """The easiest first."""
    options: ClassVar[dict[str, Option]] = {}
    """What else may be asked for."""

    @abstractmethod
    def make(self, recipe: Recipe, chance: Chance) -> Puzzle:
        """The puzzle of a recipe that was checked; CannotMake if there is none."""

    def series(self, recipe: Recipe, count: int) -> Iterator[Puzzle]:
        """The puzzles of so many seeds from that of the recipe on."""
        for seed in range(recipe.seed, recipe.seed + count):
            here = recipe.with_seed(seed)
            yield self.make(here, Chance(str(here)))

    @property
    def allowed(self) -> dict[str, Option]:
        level = {"level": Option.words(*self.levels)} if self.levels else {}
        return level | self.options

    def checked(self, recipe: Recipe) -> Recipe:
        """The recipe with its usual size if none is said, and its options in order."""
        size = recipe.size or self.sizes[0]
        for name, value in recipe.options:
            option = self.allowed.get(name)
            if option is None:
                there = ", ".join(self.allowed) or "no option"
                raise CannotMake(f"{self.kind}: found option {name!r}, expected {there}")
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
            "expected one; another seed, size or level may have some"
        )


def number(recipe: Recipe, name: str, otherwise: int) -> int:
    """An option that is a number."""
    return int(recipe.get(name, str(otherwise)))


@cache
def makers() -> dict[str, Maker]:
    """The maker of each kind that can be made."""
    found = {}
    for module in modules("clew.puzzles", "maker"):
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Maker) and "kind" in value.__dict__:
                found[value.kind] = value()
    return dict(sorted(found.items()))


def maker_of(kind: str) -> Maker:
    """CannotMake, naming those there are, if that kind cannot be made."""
    if kind not in makers():
        raise CannotMake(f"found kind {kind!r}, expected one of {', '.join(makers())}")
    return makers()[kind]
