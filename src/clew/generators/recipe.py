"""Recipes: `kind:size,options#seed` makes the same puzzle on every machine."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from clew.core.errors import ClewError
from clew.core.rng import STEP, WORD, SplitMix64

LARGEST_SEED = (1 << 64) - 1
_WORD = r"[a-z][a-z-]*(?:=[a-z0-9.x-]+)?"
_FORM = re.compile(
    rf"([a-z][a-z-]*):((?:\d{{1,4}}(?:x\d{{1,4}})?)?)((?:,{_WORD})*)(?:#(\d{{1,20}}))?"
)
_HEAD = re.compile(rf"((?:\d{{1,4}}(?:x\d{{1,4}})?)?)((?:,?{_WORD})?(?:,{_WORD})*)")


class CannotMake(ClewError, ValueError):
    """No such puzzle exists, or Clew didn't find one in the allowed number of attempts.

    >>> import clew
    >>> try:
    ...     clew.generate("queens", 3)
    ... except clew.CannotMake as error:
    ...     print(error)
    queens: size 3 isn't possible: give an order from 4 to 30
    """


@dataclass(frozen=True)
class Recipe:
    """A recipe for a puzzle: its kind, its size, its options in order, and a seed.

    >>> recipe = Recipe.parse("sudoku:9,level=hard#7")
    >>> recipe.get("level"), recipe.seed, str(recipe)
    ('hard', 7, 'sudoku:9,level=hard#7')
    """

    kind: str
    size: str
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0

    @classmethod
    def parse(cls, text: str) -> Recipe:
        """Read a recipe.

        Raises:
            ValueError: The string isn't a recipe.
        """
        found = _FORM.fullmatch(text.strip())
        if found is None:
            raise ValueError(f"found {text.strip()[:40]!r}, expected kind:size,options#seed")
        seed = int(found[4] or 0)
        if seed > LARGEST_SEED:
            raise ValueError(f"seed must be from 0 to {LARGEST_SEED}, not {seed}")
        return cls(found[1], found[2], _options(found[3]), seed)

    @staticmethod
    def is_one(text: str) -> bool:
        """Check whether a string has the form of a recipe with a seed."""
        found = _FORM.fullmatch(text.strip())
        return found is not None and found[4] is not None

    def __str__(self) -> str:
        return f"{self.series}#{self.seed}"

    @property
    def series(self) -> str:
        """The recipe without its seed."""
        return ",".join((f"{self.kind}:{self.size}", *map(_spelled, self.options)))

    @property
    def start(self) -> int:
        """The state of the random number generator from which a kernel makes this puzzle.

        A series is a single long stream of random numbers, and a seed is a position in it.
        """
        return SplitMix64(self.series).state + self.seed * STEP & WORD

    def get(self, name: str, default: str = "") -> str:
        """Return the value of an option. A flag has the value `yes`."""
        return dict(self.options).get(name, default)

    def has(self, name: str) -> bool:
        """Check whether an option is given."""
        return name in dict(self.options)

    def with_seed(self, seed: int) -> Recipe:
        """Return the same recipe with another seed."""
        return replace(self, seed=seed)


def split_size(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Split the text between the kind and the seed into the size and the options."""
    found = _HEAD.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"found size {text.strip()[:40]!r}, expected a size such as 9, 3x4 or 9,x")
    return found[1], _options(found[2])


def _options(text: str) -> tuple[tuple[str, str], ...]:
    words = (word.partition("=") for word in text.strip(",").split(",") if word)
    return tuple((name, value if equals else "yes") for name, equals, value in words)


def _spelled(option: tuple[str, str]) -> str:
    name, value = option
    return name if value == "yes" else f"{name}={value}"
