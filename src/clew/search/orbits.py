"""The answers of a puzzle on a board, counted up to turning and mirroring it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from clew.core.capabilities import capability
from clew.core.puzzle import CellPuzzle, Puzzle, Unsuited
from clew.search.run import solutions
from clew.search.strategy import Strategy


class HasImages(Protocol):
    """A puzzle on a board that can be turned and mirrored."""

    def images(self) -> Sequence[Sequence[int]]:
        """For each way to turn or mirror the board, the cell that comes to each place."""


@dataclass(frozen=True)
class Orbits:
    """How many answers there are, how many of them differ by more than a symmetry, and by how many.

    Only those ways to turn or mirror the board count after which the answers are the same ones.
    """

    total: int
    fundamental: int
    symmetries: int


def orbits(puzzle: Puzzle[Any], strategy: Strategy | str = "auto") -> Orbits:
    """All answers, counted up to symmetry; Unsuited for a puzzle without such a board."""
    board = capability(puzzle, HasImages)
    if board is None or not isinstance(puzzle, CellPuzzle):
        raise Unsuited(f"{puzzle.id[:40]} is not counted by symmetry")
    found = {tuple(puzzle.entries(answer)) for answer in solutions(puzzle, strategy)}
    kept = [
        image for image in board.images() if all(turned(answer, image) in found for answer in found)
    ]
    classes = {min(turned(answer, image) for image in kept) for answer in found}
    return Orbits(len(found), len(classes), len(kept))


def turned(answer: Sequence[int], image: Sequence[int]) -> tuple[int, ...]:
    return tuple([answer[cell] for cell in image])
