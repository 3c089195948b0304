"""Minimise: the sum that an optimising search makes as small as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from clew.rules.linear import LinearRule
from clew.rules.rule import Numbers, OfNumbers


@dataclass(frozen=True, slots=True)
class Minimise(OfNumbers):
    """An objective of a CSP: the sum of what the value of each variable adds.

    It isn't a restriction, so it always holds. A search that reads it yields solutions, each
    cheaper than the one before. If it ends, the last one is the best.

    Args:
        scope: the numbers of its variables.
        label: what to call the objective in errors.
        numbers: the cost that each value of each variable adds.
        constant: the cost to add to their sum.

    >>> Minimise((0, 1), "cost", ((0, 5, 9), (0, 3, 4)), 10).value((2, 1))
    22
    """

    kind: ClassVar[int | None] = 20
    word: ClassVar[str] = "minimise"

    numbers: Numbers
    constant: int = 0

    def holds(self, values: Sequence[int]) -> bool:
        return True

    def value(self, values: Sequence[int]) -> int:
        """Return the cost of a solution.

        Args:
            values: a value for each variable of the scope, in order.
        """
        added = (known[value] for known, value in zip(self.numbers, values, strict=True))
        return self.constant + sum(added)

    def at_most(self, cost: int) -> LinearRule:
        """Return the rule that a solution costs no more than this."""
        ones, limit = (1,) * len(self.scope), cost - self.constant
        return LinearRule(self.scope, self.label, ones, "<=", limit, self.numbers)

    def told(self) -> Iterable[int]:
        return (*(1,) * len(self.scope), *self.flat_numbers())
