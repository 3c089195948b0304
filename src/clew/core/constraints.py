"""The closed set of constraints that puzzles are stated in, and that kernels know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import add
from typing import ClassVar

from clew.core.faces import MEMO, Constraint, Domain, Ruling, domain


@dataclass(frozen=True, slots=True)
class AllDifferent(Constraint):
    """No two variables of the scope are equal, after adding each one's offset if there are any."""

    pairwise: ClassVar[bool] = True

    offsets: tuple[int, ...] = ()

    def holds(self, values: Sequence[int]) -> bool:
        shifted = list(map(add, values, self.offsets)) if self.offsets else values
        return len(set(shifted)) == len(shifted)

    def ruled_out(self, i: int, j: int, width: int) -> Ruling:
        return _equal(self.offsets[i] - self.offsets[j] if self.offsets else 0, width)


@dataclass(frozen=True, slots=True)
class Less(Constraint):
    """The first variable of the scope is smaller than the second."""

    pairwise: ClassVar[bool] = True

    def holds(self, values: Sequence[int]) -> bool:
        return values[0] < values[1]

    def ruled_out(self, i: int, j: int, width: int) -> Ruling:
        return _at_most(width) if i == 0 else _at_least(width)


@dataclass(frozen=True, slots=True)
class Table(Constraint):
    """The variables of the scope take together one of the listed rows of values."""

    rows: frozenset[tuple[int, ...]]

    def holds(self, values: Sequence[int]) -> bool:
        return tuple(values) in self.rows

    def ruled_out(self, i: int, j: int, width: int) -> Ruling:
        return _unlisted(self.rows, i, j, width)

    @property
    def pairwise(self) -> bool:  # type: ignore[override]  # depends on the scope
        return len(self.scope) == 2


@dataclass(frozen=True, slots=True)
class Sum(Constraint):
    """The variables of the scope add up to the total."""

    total: int

    def holds(self, values: Sequence[int]) -> bool:
        return sum(values) == self.total


@dataclass(frozen=True, slots=True)
class Parity(Constraint):
    """The variables of the scope add up to an odd number, or to an even one."""

    odd: bool

    def holds(self, values: Sequence[int]) -> bool:
        return sum(values) % 2 == self.odd


@dataclass(frozen=True, slots=True)
class Distance(Constraint):
    """The two variables of the scope are exactly so far apart."""

    pairwise: ClassVar[bool] = True

    distance: int

    def holds(self, values: Sequence[int]) -> bool:
        return abs(values[0] - values[1]) == self.distance

    def ruled_out(self, i: int, j: int, width: int) -> Ruling:
        return _out_of_reach((self.distance,), width)


@dataclass(frozen=True, slots=True)
class Steps(Constraint):
    """From each variable of the scope to the next it is one of the lengths, each used once."""

    lengths: tuple[int, ...]

    def holds(self, values: Sequence[int]) -> bool:
        found = (abs(here - there) for here, there in pairwise(values))
        return sorted(found) == sorted(self.lengths)

    def ruled_out(self, i: int, j: int, width: int) -> Ruling | None:
        return _out_of_reach(tuple(sorted(set(self.lengths))), width) if abs(i - j) == 1 else None


class OutOfReach(Ruling):
    """What lies at none of some distances from a domain: shifts of the whole domain at once."""

    def __init__(self, distances: tuple[int, ...], width: int) -> None:
        super().__init__(())
        self.distances = distances
        self.full: Domain = (1 << width) - 1

    def __missing__(self, mask: Domain) -> Domain:
        reached = 0
        for distance in self.distances:
            reached |= mask << distance | mask >> distance
        if len(self) >= MEMO:
            self.clear()
        self[mask] = ruled_out = self.full & ~reached
        return ruled_out


@lru_cache(maxsize=4096)
def _out_of_reach(distances: tuple[int, ...], width: int) -> Ruling:
    return OutOfReach(distances, width)


@lru_cache(maxsize=4096)
def _equal(shift: int, width: int) -> Ruling:
    return Ruling(1 << v + shift if 0 <= v + shift < width else 0 for v in range(width))


@lru_cache
def _at_most(width: int) -> Ruling:
    return Ruling((2 << v) - 1 for v in range(width))


@lru_cache
def _at_least(width: int) -> Ruling:
    return Ruling((1 << width) - (1 << v) for v in range(width))


@lru_cache(maxsize=4096)
def _unlisted(rows: frozenset[tuple[int, ...]], i: int, j: int, width: int) -> Ruling:
    ruled_out = [domain(range(width))] * width
    for row in rows:
        if row[i] < width:
            ruled_out[row[i]] &= ~(1 << row[j])
    return Ruling(ruled_out)
