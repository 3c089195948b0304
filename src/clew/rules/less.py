"""Less: one variable is smaller than another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain
from clew.rules.rule import Constraint, Ruling
from clew.rules.table import never

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Less(Constraint):
    """The first variable of the scope is smaller than the second.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
    """

    kind: ClassVar[int | None] = 1
    word: ClassVar[str] = "less"
    pairwise: ClassVar[bool] = True

    def holds(self, values: Sequence[int]) -> bool:
        return values[0] < values[1]

    def ruled_out(self, i: int, j: int, width: int) -> Ruling:
        return _below(width) if i == 0 else _above(width)

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        return (never(once, self.label),)

    def lower(self, to: Target) -> None:
        """For each v, require the second to be at least v + 1 if the first is at least v."""
        first, second = self.scope
        for v in to.domains[first]:
            low, high = to.ge(first, v), to.ge(second, v + 1)
            if high is not None:
                to.clause(*([-low] if low else []), *([high] if high else []))

    def split(self, to: Any) -> Sequence[Constraint]:
        return [to.compare(self.scope, (1, -1), "<=", -1)]

    def cp_sat(self, to: Any) -> None:
        to.total(self.scope, lambda at, v: -v if at else v, "<=", -1)


class Below(Ruling):
    """The values that aren't above the smallest value of a domain."""

    def of(self, mask: Domain) -> Domain:
        return ((mask & -mask) << 1) - 1


class Above(Ruling):
    """The values that aren't below the largest value of a domain."""

    def of(self, mask: Domain) -> Domain:
        return (1 << self.width) - (1 << mask.bit_length() - 1)


@lru_cache
def _below(width: int) -> Ruling:
    return Below((), width)


@lru_cache
def _above(width: int) -> Ruling:
    return Above((), width)
