"""Distance: two variables differ by exactly a given number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain
from clew.rules.rule import Constraint, Ruling
from clew.rules.table import never

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Distance(Constraint):
    """Two variables differ by exactly a given number.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        distance: the difference, 0 or more.
    """

    kind: ClassVar[int | None] = 5
    word: ClassVar[str] = "distance"
    pairwise: ClassVar[bool] = True

    distance: int

    def holds(self, values: Sequence[int]) -> bool:
        return abs(values[0] - values[1]) == self.distance

    def ruled_out(self, i: int, j: int, width: int) -> Ruling:
        return out_of_reach((self.distance,), width)

    def normal(self) -> tuple[Constraint, ...]:
        if self.distance < 0:
            return never(self.scope, self.label).normal()
        return Constraint.normal(self)

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        return () if self.distance == 0 else (never(once, self.label),)

    def told(self) -> Iterable[int]:
        return (self.distance,)

    def lower(self, to: Target) -> None:
        for x, other in (self.scope, self.scope[::-1]):
            for v in to.domains[x]:
                near = (to.is_(other, v + d) for d in (-self.distance, self.distance))
                to.clause(-to.is_(x, v), *dict.fromkeys(filter(None, near)))

    def cp_sat(self, to: Any) -> None:
        ways = (-self.distance, self.distance)
        pairs = {(v, v + way) for v in to.domains[self.scope[0]] for way in ways}
        to.rows(self.scope, sorted(pairs))


class OutOfReach(Ruling):
    """The values at none of several distances from a domain, computed by shifting the domain."""

    def __init__(self, distances: tuple[int, ...], width: int) -> None:
        super().__init__((), width)
        self.distances = distances
        self.full: Domain = (1 << width) - 1

    def of(self, mask: Domain) -> Domain:
        reached = 0
        for distance in self.distances:
            reached |= mask << distance | mask >> distance
        return self.full & ~reached


@lru_cache(maxsize=4096)
def out_of_reach(distances: tuple[int, ...], width: int) -> Ruling:
    """Return the values that a domain rules out for a variable at one of these distances."""
    return OutOfReach(distances, width)
