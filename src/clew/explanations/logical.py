"""A puzzle of numbers in a grid as a person with a pencil sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clew.core.grid import cell_name
from clew.core.puzzle import GridPuzzle, Puzzle, Unsuited
from clew.explanations.techniques.ladder import EXPLAINER, EXPLAINER_PLAIN, SIGNS, SOLO, Ladder
from clew.explanations.techniques.position import BLOCK, Position


@dataclass(frozen=True)
class Scale:
    """A ladder, and the levels that its ratings fall into: each with the highest of it."""

    ladder: Ladder
    levels: tuple[tuple[float, str], ...]
    hardest: str
    guess: float
    """The rating of what no technique finds."""
    rungs: tuple[int, ...] = ()
    """How many techniques each level has, those of the levels below among them."""

    def level(self, rating: float) -> str:
        return next((name for top, name in self.levels if rating <= top), self.hardest)

    @property
    def names(self) -> tuple[str, ...]:
        """The levels, the easiest first."""
        return (*(name for _, name in self.levels), self.hardest)

    def level_by(self, position: Position, most: str) -> str:
        """The level that the techniques up to one level show: the hardest if they do not do.

        Harder techniques are not tried, so this is quick; the level below the hardest is the most
        that can be told apart.
        """
        known = self.names.index(most)
        rungs = self.rungs[min(known, len(self.rungs) - 1)]
        ladder = Ladder(self.ladder.techniques[:rungs], self.ladder.ratings)
        rating = max((step.rating for step in ladder.climb(position)), default=0.0)
        return self.level(rating) if position.solved else self.hardest


SUDOKU_LEVELS = ((1.5, "easy"), (2.5, "medium"), (5.0, "hard"))
"""Where public collections cut the ratings of Sudoku Explainer."""
SUDOKU = Scale(EXPLAINER, SUDOKU_LEVELS, "diabolical", 10.0, (2, 7, 19))
SUDOKU_PLAIN = Scale(EXPLAINER_PLAIN, SUDOKU_LEVELS, "diabolical", 10.0, (2, 7, 18))
LATIN = Scale(
    SIGNS,
    ((2.9, "trivial"), (5.9, "easy"), (8.9, "tricky"), (10.9, "extreme")),
    "recursive",
    12.0,
    (2, 5, 12, 16),
)

TATHAM = Scale(
    SOLO,
    (
        (1.2, "trivial"),
        (2.3, "basic"),
        (2.8, "intermediate"),
        (5.4, "advanced"),
        (7.0, "extreme"),
    ),
    "unreasonable",
    10.0,
)
"""The levels of Sudoku in Simon Tatham's Solo; those of his Unequal are the levels of LATIN."""


def scale_of(position: Position, uniqueness: bool = True) -> Scale:
    """Blocks make a Sudoku; without them it is a Latin square, with signs or without."""
    if position.frame.of_kind[BLOCK]:
        return SUDOKU if uniqueness else SUDOKU_PLAIN
    return LATIN


def position_of(puzzle: Puzzle, filled: Sequence[int] = ()) -> Position:
    """Where a solver stands: the givens, and what else is filled in; Unsuited for other puzzles."""
    if not isinstance(puzzle, GridPuzzle):
        raise Unsuited(f"{puzzle.name} is no grid of numbers")
    order = puzzle.order
    try:
        position = Position.of(puzzle.csp(), lambda cell: cell_name(cell, order))
    except ValueError as error:
        raise Unsuited(f"{puzzle.name}: no technique is known for such rules ({error})") from None
    for cell, value in enumerate(filled):
        if value and not position.value[cell]:
            position.place(cell, value)
    return position
