"""Making puzzles: unique where they are logic puzzles, at a true level, the same everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clew.core.arguments import shown
from clew.core.deadline import limited
from clew.core.puzzle import Puzzle
from clew.core.registry import parse as parse_id
from clew.generators.maker import Maker, maker_of
from clew.generators.recipe import LARGEST_SEED, CannotMake, Recipe, split_size

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


def parse(text: str) -> Puzzle:
    """The puzzle of an id, or of a recipe: `kind:size#seed`.

    >>> parse("queens:8").id
    'queens:8'
    """
    if not isinstance(text, str):
        raise TypeError(f"found {shown(text)}, expected the text of a puzzle, such as 'queens:8'")
    return make(Recipe.parse(text)) if Recipe.is_one(text) else parse_id(text)
