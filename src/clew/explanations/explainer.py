"""How a puzzle is explained: the next step, the whole solution, and how hard it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from clew.core.puzzle import Puzzle
from clew.explanations.explanation import Explanation, Hint

P = TypeVar("P", bound=Puzzle)


@dataclass(frozen=True)
class Rating:
    """The hardest step of a solution, and the hardest up to its first placement and first step.

    For a Sudoku these are the ER, EP and ED of Sudoku Explainer. Where there is a `unit`, the
    rating is the least number of them that a solution needs, and the rest is empty.
    """

    level: str
    rating: float
    pearl: float = 0.0
    diamond: float = 0.0
    techniques: tuple[tuple[str, int], ...] = ()
    """How often each technique is needed, in the order in which they are first."""
    hodoku: tuple[str, int] | None = None
    """HoDoKu's level and score, for an ordinary 9x9 Sudoku."""
    unit: str = ""

    def __str__(self) -> str:
        if self.unit:
            return f"{self.rating:.0f} {self.unit}"
        said = f"{self.level} {self.rating:.1f}/{self.pearl:.1f}/{self.diamond:.1f}"
        return f"{said} {self.hodoku[0]} {self.hodoku[1]}" if self.hodoku else said

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @staticmethod
    def by_length(count: int, one: str, several: str) -> Rating:
        """The least number of moves, where a solution must be so long."""
        return Rating("", float(count), unit=one if count == 1 else several)


class Explainer(ABC, Generic[P]):
    """One puzzle, explained. There is one for each face; a family may have its own."""

    def __init__(self, puzzle: P) -> None:
        self.puzzle = puzzle

    @abstractmethod
    def hint(self, filled: Sequence[Any] = (), uniqueness: bool = True) -> Hint:
        """The next step after what has been done so far."""

    @abstractmethod
    def explain(self, uniqueness: bool = True) -> Explanation:
        """The whole solution, step by step."""

    @abstractmethod
    def rate(self, uniqueness: bool = True) -> Rating:
        """How hard it is."""

    def grade(self, uniqueness: bool = True) -> Rating:
        """The level and the ratings alone."""
        return self.rate(uniqueness)


@runtime_checkable
class HasExplainer(Protocol):
    """A puzzle that is explained in its own way."""

    def explainer(self) -> Explainer[Any]: ...
