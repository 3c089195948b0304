"""Certificates: proven facts about a puzzle on one line, and an id to find duplicates with.

>>> import clew
>>> print(certificate(clew.parse("futoshiki:4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0,")))
unique, easy 5.0/3.0/3.0, minimal, id futoshiki:7f97ca113e74e6e8
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from clew.core.capabilities import HasCanonicalForm, capability
from clew.core.phrases import spoken
from clew.core.puzzle import Puzzle, Unsuited, as_puzzle
from clew.core.registry import find, names
from clew.explanations.explain import rate
from clew.explanations.explanation import Rating
from clew.identity.canonical import canonical_id
from clew.search.run import is_unique, solve

Clue = int | tuple[int, int]
"""A given's cell, or the two cells of a sign with the smaller value first."""
WORDS = ("no solution", "unique", "several solutions")


@runtime_checkable
class HasClues(HasCanonicalForm, Protocol):
    """A puzzle that has a canonical form and whose clues can be removed one by one."""

    def clues(self) -> Sequence[Clue]: ...

    def without(self, clue: Any, /) -> Puzzle:
        """Return the same puzzle without one of its clues."""


@dataclass(frozen=True)
class Certificate:
    """Proven facts about a puzzle: its number of solutions, rating, spare clues and id.

    Args:
        solutions: The number of solutions: 0, 1, or 2 for several.
        rating: The rating, or None if the solution isn't unique or Clew can't rate such puzzles.
        spare: The clues that aren't needed. If you remove a single one of them, the solution is
            still unique. None if the solution isn't unique.
        id: The id that all forms of the puzzle share, from `canonical_id`.

    >>> import clew
    >>> clew.certificate("latin:3:123/2../...").spare
    (0, 1, 2)
    """

    solutions: int
    rating: Rating | None
    spare: tuple[Clue, ...] | None
    id: str

    @property
    def unique(self) -> bool:
        """True if there is exactly one solution."""
        return self.solutions == 1

    @property
    def minimal(self) -> bool:
        """True if there is one solution, and removing any clue would allow others."""
        return self.spare == ()

    def __str__(self) -> str:
        return ", ".join([WORDS[self.solutions], *self._judgement(), f"id {self.id}"])

    def _judgement(self) -> Iterator[str]:
        if self.rating is not None:
            yield str(self.rating)
        if self.spare is not None:
            count = len(self.spare)
            yield f"{count} spare clue{'s' if count > 1 else ''}" if count else "minimal"

    def as_dict(self) -> dict[str, Any]:
        """Return the certificate as plain data, for JSON and tables."""
        return {
            "unique": self.unique,
            "solutions": self.solutions,
            "rating": None if self.rating is None else self.rating.as_dict(),
            "minimal": self.minimal,
            "spare": self.spare,
            "id": self.id,
        }


def certificate(puzzle: Puzzle | str, *, uniqueness: bool = True) -> Certificate:
    """Prove facts about a grid puzzle: its number of solutions, rating, spare clues and id.

    Args:
        puzzle: A puzzle or its id.
        uniqueness: If True, the rating may use techniques that assume a unique solution.

    Raises:
        Unsuited: There are no certificates for this kind of puzzle.

    >>> import clew
    >>> print(clew.certificate("latin:3:123/2../..."))
    unique, trivial 1.0/1.0/1.0, 3 spare clues, id latin:cd35670ffc1659cc
    """
    puzzle = as_puzzle(puzzle)
    _clues_of(puzzle)
    found = solve(puzzle, max_solutions=2)
    found.raise_if_stopped()
    one = len(found.solutions) == 1
    return Certificate(
        len(found.solutions),
        _rating(puzzle, uniqueness) if one else None,
        tuple(spare(puzzle)) if one else None,
        canonical_id(puzzle),
    )


def _rating(puzzle: Puzzle, uniqueness: bool) -> Rating | None:
    try:
        return rate(puzzle, uniqueness=uniqueness)
    except Unsuited:
        return None


def minimal(puzzle: Puzzle) -> bool:
    """Check whether the puzzle has one solution but would have several without any of its clues."""
    return is_unique(puzzle) and not spare(puzzle)


def spare(puzzle: Puzzle) -> list[Clue]:
    """List the clues that aren't needed. Without a single one, the solution is still unique.

    Clues are givens, and signs too if a missing sign has no meaning.
    """
    clued = _clues_of(puzzle)
    return [clue for clue in clued.clues() if is_unique(clued.without(clue))]


def _clues_of(puzzle: Puzzle) -> HasClues:
    clued = capability(puzzle, HasClues)
    if clued is None:
        kinds = [name for name in names() if capability(find(name), HasClues) is not None]
        raise Unsuited(f"there are no certificates for {puzzle.name}, only for {spoken(kinds)}")
    return clued
