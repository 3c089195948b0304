"""The closed set of constraints that puzzles are stated in, and that kernels know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from operator import add
from typing import ClassVar

from clew.core.faces import MEMO, Constraint, Domain, Ruling, domain
from clew.core.rules import LinearRule


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

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        """Refuse a variable that must differ from itself; state the others pair by pair."""
        shifted = list(zip(places, self.offsets or (0,) * len(places), strict=True))
        if len(set(shifted)) < len(shifted):
            return (Table(once, self.label, frozenset()),)
        first: dict[int, int] = {}
        for place, offset in shifted:
            first.setdefault(place, offset)
        again = [each for each in shifted if first[each[0]] != each[1]]
        pairs = [(a, b) for a in first.items() for b in again]
        pairs += combinations(again, 2)
        offsets = tuple(first.values()) if any(first.values()) else ()
        rules = [AllDifferent(once, self.label, offsets)] if len(once) > 1 else []
        rules += [
            AllDifferent((once[one], once[other]), self.label, (here, there))
            for (one, here), (other, there) in pairs
            if one != other
        ]
        return tuple(rules)


@dataclass(frozen=True, slots=True)
class Less(Constraint):
    """The first variable of the scope is smaller than the second."""

    pairwise: ClassVar[bool] = True

    def holds(self, values: Sequence[int]) -> bool:
        return values[0] < values[1]

    def ruled_out(self, i: int, j: int, width: int) -> Ruling:
        return _at_most(width) if i == 0 else _at_least(width)

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        return (Table(once, self.label, frozenset()),)


@dataclass(frozen=True, slots=True)
class Table(Constraint):
    """The variables of the scope take together one of the listed rows of values."""

    rows: frozenset[tuple[int, ...]]

    def holds(self, values: Sequence[int]) -> bool:
        return tuple(values) in self.rows

    def ruled_out(self, i: int, j: int, width: int) -> Ruling:
        return _unlisted(self.rows, i, j, width)

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        """Keep the rows in which a repeated variable has one value."""
        first = [places.index(at) for at in range(len(once))]
        kept = frozenset(
            tuple([row[at] for at in first])
            for row in self.rows
            if all(value == row[first[place]] for value, place in zip(row, places, strict=True))
        )
        return (Table(once, self.label, kept),)

    @property
    def pairwise(self) -> bool:  # type: ignore[override]  # depends on the scope
        return len(self.scope) == 2


@dataclass(frozen=True, slots=True)
class Sum(Constraint):
    """The variables of the scope add up to the total."""

    total: int

    def holds(self, values: Sequence[int]) -> bool:
        return sum(values) == self.total

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        factors = tuple([places.count(at) for at in range(len(once))])
        return (LinearRule(once, self.label, factors, "==", self.total),)


@dataclass(frozen=True, slots=True)
class Parity(Constraint):
    """The variables of the scope add up to an odd number, or to an even one."""

    odd: bool

    def holds(self, values: Sequence[int]) -> bool:
        return sum(values) % 2 == self.odd

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        """Leave out a variable that is added an even number of times."""
        odd = tuple([x for at, x in enumerate(once) if places.count(at) % 2])
        return Parity(odd, self.label, self.odd).normal()


@dataclass(frozen=True, slots=True)
class Distance(Constraint):
    """The two variables of the scope are exactly so far apart."""

    pairwise: ClassVar[bool] = True

    distance: int

    def holds(self, values: Sequence[int]) -> bool:
        return abs(values[0] - values[1]) == self.distance

    def ruled_out(self, i: int, j: int, width: int) -> Ruling:
        return _out_of_reach((self.distance,), width)

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        return () if self.distance == 0 else (Table(once, self.label, frozenset()),)


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
