"""What a family may answer better than the general way: typed protocols, found by one function.

A service states what it would ask as a runtime-checkable `Protocol`, asks `capability(puzzle, It)`,
and has a general answer where a puzzle does not offer it. No service looks which class a puzzle is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

P = TypeVar("P")


def capability(puzzle: object, protocol: type[P]) -> P | None:
    """The puzzle as one that offers what the protocol says, or None if it does not."""
    return puzzle if isinstance(puzzle, protocol) else None


@runtime_checkable
class HasCanonicalForm(Protocol):
    """A puzzle of which some forms are the same puzzle."""

    def canonical_form(self) -> Any:
        """The smallest of its forms; Unsuited for a variant that has none."""


@runtime_checkable
class HasClues(Protocol):
    """A puzzle whose clues can be taken away one by one."""

    def clues(self) -> Sequence[Any]: ...

    def without(self, clue: Any, /) -> Any:
        """The same puzzle without one of its clues."""


@runtime_checkable
class RatedTogether(Protocol):
    """A puzzle of which many are rated at once."""

    @property
    def rate_together(self) -> Callable[[Sequence[Any], bool], Sequence[Any]] | None:
        """The ratings of such puzzles, or why one has none; None if only one by one."""


@runtime_checkable
class Splits(Protocol):
    """A puzzle that knows how to cut the count of its answers into parts."""

    def split(self, wanted: int, /) -> Sequence[tuple[Any, int]]:
        """Puzzles that together have its answers, each with how often its answers count."""


@runtime_checkable
class CountsParts(Protocol):
    """A puzzle whose count a kernel cuts into numbered parts, and tells by symmetry."""

    @property
    def counts_parts(self) -> bool:
        """Whether that is so for this one."""

    def count_part(self, part: int, parts: int, turns: int, /) -> tuple[int, int]:
        """The answers of one part, or those that are their own image after a turn; and the nodes.

        `turns` is 2 for a half turn, 4 for a quarter turn, 0 for a part.
        """


class SymmetryClasses(Protocol):
    """The answers of a puzzle by their symmetry."""

    @property
    def total(self) -> int: ...

    def as_dict(self) -> dict[str, int]:
        """How many there are but for turning and mirroring, and of each symmetry."""


@runtime_checkable
class CountsBySymmetry(CountsParts, Protocol):
    """A puzzle whose answers are also counted by their symmetry."""

    def symmetry_objection(self, strategy: str, /) -> str:
        """Why its answers are not counted by symmetry with that strategy, if they are not."""

    def symmetry_classes(self, run: Any, threads: int, /) -> SymmetryClasses: ...

    def classes_of(self, every: int, half: int, quarter: int, /) -> SymmetryClasses:
        """The classes, if so many answers there are, and so many are the same after a turn."""
