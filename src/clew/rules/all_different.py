"""All different: no two variables have the same value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from operator import add
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain
from clew.rules.rule import Constraint, Ruling
from clew.rules.table import never

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class AllDifferent(Constraint):
    """All variables of the scope have different values, after adding any offsets.

    Args:
        scope: the numbers of its variables.
        label: what to call the rule in hints and errors.
        offsets: the number to add to each variable; empty for none.
    """

    kind: ClassVar[int | None] = 0
    word: ClassVar[str] = "all_different"
    pairwise: ClassVar[bool] = True

    offsets: tuple[int, ...] = ()

    def holds(self, values: Sequence[Any]) -> bool:
        shifted = list(map(add, values, self.offsets)) if self.offsets else values
        return len(set(shifted)) == len(shifted)

    def ruled_out(self, i: int, j: int, width: int) -> Ruling:
        return _equal(self.offsets[i] - self.offsets[j] if self.offsets else 0, width)

    @property
    def distinct(self) -> tuple[int, ...] | None:
        return self.offsets

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        """Return a rule that never holds if a variable must differ from itself, or else pairs."""
        shifted = list(zip(places, self.offsets or (0,) * len(places), strict=True))
        if len(set(shifted)) < len(shifted):
            return (never(once, self.label),)
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

    def split(self, to: Any) -> Sequence[Constraint]:
        pairs = combinations(
            zip(self.scope, self.offsets or (0,) * len(self.scope), strict=True), 2
        )
        return [to.compare((x, y), (1, -1), "!=", there - here) for (x, here), (y, there) in pairs]

    def told(self) -> Iterable[int]:
        return self.offsets

    def lower(self, to: Target) -> None:
        to.differ(self.scope, self.offsets or (0,) * len(self.scope))

    def state(self, to: Any, parts: Sequence[Any]) -> None:
        to.all_different(parts)


class Equal(Ruling):
    """The value of a domain that has only one, plus an offset."""

    def __init__(self, shift: int, width: int) -> None:
        super().__init__((), width)
        self.shift, self.full = shift, (1 << width) - 1

    def of(self, mask: Domain) -> Domain:
        if mask & mask - 1:
            return 0
        return (mask << self.shift if self.shift >= 0 else mask >> -self.shift) & self.full


@lru_cache(maxsize=4096)
def _equal(shift: int, width: int) -> Ruling:
    return Equal(shift, width)
