"""Packing: items in bins that can hold so much each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.errors import ModelError
from clew.core.faces import Domain, domain
from clew.rules.cumulative import count, counts
from clew.rules.rule import Numbers, OfNumbers

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Packing(OfNumbers):
    """The items in each bin have at most its capacity in all, or exactly its load.

    The first variables are the bins that the items are in, counted from 0. If there are no
    capacities, the other variables are the loads of the bins.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        sizes: the size of each item.
        capacities: the capacity of each bin, or () if the loads are variables.
        numbers: the number that each value of each variable stands for, or None if it's the value.

    >>> Packing((0, 1, 2), "", (3, 2, 2), (5, 4)).holds((0, 0, 1))
    True
    >>> Packing((0, 1, 2, 3), "", (3, 2)).holds((1, 1, 0, 5))
    True
    """

    kind: ClassVar[int | None] = 23
    word: ClassVar[str] = "packing"

    sizes: tuple[int, ...]
    capacities: tuple[int, ...] = ()
    numbers: Numbers | None = None

    @property
    def bins(self) -> range:
        """The bins."""
        return range(len(self.capacities) or len(self.scope) - len(self.sizes))

    def holds(self, values: Sequence[Any]) -> bool:
        """Add up the sizes in each bin."""
        numbers = [self.number(at, value) for at, value in enumerate(values)]
        places, loads = numbers[: len(self.sizes)], numbers[len(self.sizes) :]
        bins = len(self.capacities) or len(loads)
        found = [0] * bins
        for place, size in zip(places, self.sizes, strict=True):
            if not 0 <= place < bins:
                return False
            found[place] += size
        if loads:
            return found == loads
        return all(map(int.__le__, found, self.capacities))

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Compare what is and what may be in each bin with what it holds."""
        items, pruned = range(len(self.sizes)), list(domains)
        places = [self.numbers_of(at, domains[at]) for at in items]
        able = [set(each.values()) for each in places]
        for at in items:
            able[at] &= set(self.bins)
        for b in self.bins:
            sure = sum(size for size, each in zip(self.sizes, able, strict=True) if each == {b})
            most = sum(size for size, each in zip(self.sizes, able, strict=True) if b in each)
            low, high = self._limits(b, pruned, sure, most)
            if sure > high or most < low:
                return [0] * len(domains)
            for at in items:
                if b not in able[at] or len(able[at]) == 1:
                    continue
                if sure + self.sizes[at] > high:
                    able[at].discard(b)
                elif most - self.sizes[at] < low:
                    able[at] = {b}
        for at in items:
            pruned[at] = domain(value for value, place in places[at].items() if place in able[at])
        return pruned

    def _limits(self, b: int, pruned: list[Domain], sure: int, most: int) -> tuple[int, int]:
        """Return the least and the most that a bin may hold, and restrict its load to them."""
        if self.capacities:
            return 0, self.capacities[b]
        at = len(self.sizes) + b
        loads = self.numbers_of(at, pruned[at])
        pruned[at] = domain(value for value, load in loads.items() if sure <= load <= most)
        return min(loads.values()), max(loads.values())

    def told(self) -> Iterable[int]:
        known = (len(self.sizes), *self.sizes, len(self.capacities), *self.capacities)
        return (*known, *self.flat_numbers())

    def lower(self, to: Target) -> None:
        """Add up the items in each bin."""
        items = self.scope[: len(self.sizes)]
        for at, x in enumerate(items):
            for v in to.domains[x]:
                if self.number(at, v) not in self.bins:
                    to.clause(-to.is_(x, v))
        for b in self.bins:
            inside = [
                (size, to.is_(x, v))
                for at, (x, size) in enumerate(zip(items, self.sizes, strict=True))
                for v in to.domains[x]
                if self.number(at, v) == b
            ]
            if self.capacities:
                to.compare(inside, "<=", self.capacities[b])
                continue
            at = len(items) + b
            load = self.scope[at]
            loads = [(-self.number(at, v), to.is_(load, v)) for v in to.domains[load]]
            to.compare([*inside, *loads], "==", 0)

    @classmethod
    def stated(cls, sizes: Iterable[Any], capacities: Iterable[Any], size: int) -> Packing:
        """Return the rule for `size` items, or raise ModelError if a number is wrong."""
        known = counts(sizes, size, "size", "item")
        each = tuple([count(most, f"the capacity of bin {b}") for b, most in enumerate(capacities)])
        if each and max(known, default=0) > max(each):
            at = known.index(max(known)) + 1
            said = f"the size of item {at} is {max(known)}, more than the capacity of any bin"
            raise ModelError(f"{said}: nothing could obey the rule")
        return cls((), "", known, each)
