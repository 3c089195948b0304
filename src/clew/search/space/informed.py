"""Graph searches that ask a heuristic: greedy search and A*."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from clew.core.capabilities import HasHeuristic, capability
from clew.core.events import HEAP
from clew.core.faces import StateSpace
from clew.core.heuristics import named_heuristic
from clew.core.result import Run
from clew.search.space.graph import LEAST, Path, Space, search
from clew.search.strategy import Strategy, word


@dataclass(frozen=True)
class Informed(Strategy):
    """A search that asks a heuristic: the space's usual one, or another that it has by name."""

    heuristic: str = word()

    face: ClassVar[type] = StateSpace

    def rank(self, space: Space) -> int | None:
        if self.objection(space):
            return None
        return 0 if capability(space, HasHeuristic) is None else self.level

    def objection(self, space: Space) -> str:
        try:
            self.estimate(space)
        except ValueError as error:
            return str(error)
        return ""

    def estimate(self, space: Space) -> Callable[[Any], Any]:
        """The heuristic; nothing to go where there is none and none is named."""
        if not self.heuristic and capability(space, HasHeuristic) is None:
            return lambda state: 0
        return named_heuristic(space, self.heuristic)


@dataclass(frozen=True)
class Greedy(Informed):
    """Expand the state that seems nearest to a goal; the answer need not be short."""

    name: ClassVar[str] = "greedy"
    title: ClassVar[str] = "Greedy best-first search"
    summary: ClassVar[str] = "Take the state that the heuristic thinks nearest to a goal."
    holds: ClassVar[str] = HEAP
    ranked_by: ClassVar[str] = "h"

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        estimate = self.estimate(space)
        return search(space, run, LEAST, rank=lambda state, spent: estimate(state))


@dataclass(frozen=True)
class AStar(Informed):
    """Expand the state with the least cost so far and estimate to go; the first answer is best.

    Of equals it takes that with the least estimate: so it goes on where it has come far.
    """

    name: ClassVar[str] = "a-star"
    title: ClassVar[str] = "A* search"
    summary: ClassVar[str] = "Take the least sum of the cost so far and the estimate to go."
    holds: ClassVar[str] = HEAP
    ranked_by: ClassVar[str] = "f"
    optimal: ClassVar[bool] = True
    level: ClassVar[int] = 70

    def __call__(self, space: Space, run: Run) -> Iterator[Path]:
        estimate = self.estimate(space)

        def rank(state: Any, spent: Any) -> tuple[Any, Any]:
            left = estimate(state)
            return spent + left, left

        return search(space, run, LEAST, rank=rank, weighted=True)
