"""The face of a Latin square, with or without signs between its cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from clew.core.forms import GridForm, Offers, Twin, in_rows

Pair = tuple[int, int]
"""Two neighbouring cells. For a sign, the smaller one comes first."""


@dataclass(frozen=True, slots=True)
class LatinSquare:
    """A square of order n to fill with 1..n, each value once in every row and column.

    `givens` lists its cells row by row, with 0 for a blank. `less` lists pairs of neighbours, the
    smaller one first.
    """

    word: ClassVar[str] = "square"

    order: int
    givens: tuple[int, ...]
    less: tuple[Pair, ...] = ()

    def is_filled_by(self, answer: Sequence[int]) -> bool:
        """Check that values match the givens and the signs, and that each line has every value."""
        order, values = self.order, tuple(answer)
        if len(values) != order * order:
            return False
        every = _all_values(order)
        for first in range(0, order * order, order):
            if every != frozenset(values[first : first + order]):
                return False
        for first in range(order):
            if every != frozenset(values[first::order]):
                return False
        if any(given and given != value for given, value in zip(self.givens, values, strict=True)):
            return False
        return all(values[small] < values[great] for small, great in self.less)


@lru_cache(maxsize=64)
def _all_values(order: int) -> frozenset[int]:
    return frozenset(range(1, order + 1))


def are_neighbours(one: int, other: int, order: int) -> bool:
    """Check whether two cells of the square share an edge."""
    first, second = sorted((one, other))
    near = second - first == order or (second - first == 1 and second % order > 0)
    return near and first >= 0 and second < order * order


def recognise(form: GridForm) -> Twin | None:
    """Recognise a Latin square or a Futoshiki in the rules of a grid."""
    order = form.order
    if not order or form.counts or form.sums or form.differ != in_rows(order, order):
        return None
    if not all(are_neighbours(*pair, order) for pair in form.less):
        return None
    from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
    from clew.puzzles.latin_squares.puzzle_latin import Latin

    values, blank = (None, *form.ranked), (0,) * (order * order)
    offers = Offers(LatinSquare, _square, signs=True)
    if form.less:
        if order > Futoshiki.largest:
            return None
        signs = tuple(sorted(form.less))
        return Twin(
            Futoshiki(blank, signs), values, (str(order), ()), offers=offers,
            form_of=lambda made: (
                None if made.adjacent else replace(form, less=frozenset(made.signs))
            ),
        )  # fmt: skip
    return (
        Twin(Latin(blank), values, (str(order), ()), offers=offers)
        if order <= Latin.largest
        else None
    )


def _square(puzzle: Any) -> LatinSquare:
    return LatinSquare(puzzle.order, puzzle.cells, puzzle.less)
