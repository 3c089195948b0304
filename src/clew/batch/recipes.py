"""Puzzles to be made, as the input of a batch: a recipe, and as many seeds from its own on."""

from collections.abc import Iterator
from typing import NamedTuple, Self

from clew.batch.lines import Reject
from clew.batch.parts import LINE, RECIPE, Cut, Mark, Part
from clew.make.recipe import CannotMake, Recipe
from clew.puzzle import Puzzle


class Making(NamedTuple):
    """A recipe, and how many puzzles are to be made of it."""

    path: str
    size: int

    @classmethod
    def of(cls, text: str, count: int) -> Self:
        """ValueError if nothing can be made of it."""
        from clew.make.maker import maker_of

        wanted = Recipe.parse(text if ":" in text else f"{text}:")
        return cls(str(maker_of(wanted.kind).checked(wanted)), count)

    def identity(self) -> dict[str, object]:
        return {"path": self.path, "count": self.size}

    def parts(
        self, cut: Cut, column: str | None, start: Mark, lazy: bool = False
    ) -> Iterator[tuple[Part, Mark]]:
        """So many seeds a part; how many come before is the mark."""
        step = max(1, cut.nine // LINE)
        for first in range(start.offset, self.size, step):
            end = min(first + step, self.size)
            yield Part(self.path, RECIPE, f"{first} {end}".encode()), Mark(0, end, end)


def made(part: Part) -> tuple[list[Puzzle], list[Reject], int]:
    """The puzzles of a part, the seeds of which nothing came, and how many there were in all."""
    from clew.make.generate import series

    first, end = map(int, part.data.split())
    wanted = Recipe.parse(part.source)
    try:
        return list(series(wanted.with_seed(wanted.seed + first), end - first)), [], end - first
    except CannotMake:
        return _one_by_one(wanted, first, end)


def _one_by_one(wanted: Recipe, first: int, end: int) -> tuple[list[Puzzle], list[Reject], int]:
    from clew.make.generate import make

    puzzles, rejects = [], []
    for number in range(first, end):
        recipe = wanted.with_seed(wanted.seed + number)
        try:
            puzzles.append(make(recipe))
        except CannotMake as error:
            rejects.append(Reject(number - first, str(error), str(recipe)))
    return puzzles, rejects, end - first
