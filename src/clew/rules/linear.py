"""Linear: a weighted sum of variables compared with a number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain, values
from clew.rules.rule import RELATIONS, Constraint, Numbers, OfNumbers, code_of, keep

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class LinearRule(OfNumbers):
    """A weighted sum of the variables compares with a total.

    Args:
        scope: the numbers of its variables.
        label: what to call the rule in hints and errors.
        factors: the weight of each variable.
        relation: "==", "!=", "<=" or ">=".
        total: the number to compare with.
        numbers: the number that each value of each variable stands for; None for the values.

    >>> LinearRule((0, 1), "2x + 3y = 12", (2, 3), "==", 12).holds((3, 2))
    True
    """

    kind: ClassVar[int | None] = 7

    factors: tuple[int, ...]
    relation: str
    total: int
    numbers: Numbers | None = None

    def holds(self, values: Sequence[int]) -> bool:
        return RELATIONS[self.relation](self.value(values), self.total)

    def value(self, values: Sequence[int]) -> int:
        """Return the weighted sum of these values."""
        return sum(self.weigh(at, value) for at, value in enumerate(values))

    def weigh(self, at: int, value: int) -> int:
        """Return the contribution of a value of the variable at this position."""
        return self.factors[at] * self.number(at, value)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Keep the values that are possible given the bounds of the others."""
        if self.relation == "!=":
            return Constraint.prune(self, domains)
        parts = [
            {value: factor * self.number(at, value) for value in values(mask)}
            for at, (factor, mask) in enumerate(zip(self.factors, domains, strict=True))
        ]
        lows, highs = [min(p.values()) for p in parts], [max(p.values()) for p in parts]
        below = self.total - sum(lows) if self.relation != ">=" else None
        above = self.total - sum(highs) if self.relation != "<=" else None
        return [
            keep(
                part,
                None if above is None else above + high,
                None if below is None else below + low,
            )
            for part, low, high in zip(parts, lows, highs, strict=True)
        ]

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        """Add up the weights of each variable, and drop those that cancel out."""
        if self.numbers is None:
            factors = [0] * len(once)
            for place, factor in zip(places, self.factors, strict=True):
                factors[place] += factor
            kept = {x: factor for x, factor in zip(once, factors, strict=True) if factor}
            plain = tuple(kept.values())
            return LinearRule(tuple(kept), self.label, plain, self.relation, self.total).normal()
        sums: dict[int, list[int]] = {}
        for place, factor, known in zip(places, self.factors, self.numbers, strict=True):
            here = sums.setdefault(once[place], [0] * len(known))
            for value, number in enumerate(known):
                here[value] += factor * number
        numbers = {x: tuple(known) for x, known in sums.items() if any(known)}
        return LinearRule(
            tuple(numbers), self.label, (1,) * len(numbers), self.relation, self.total,
            tuple(numbers.values()),
        ).normal()  # fmt: skip

    def split(self, to: Any) -> Sequence[Constraint]:
        return [to.sum(self)]

    def told(self) -> Iterable[int]:
        if len(self.factors) != len(self.scope):
            raise ValueError(
                f"a rule over {len(self.scope)} variables can't have {len(self.factors)} factors"
            )
        return (code_of(self.relation), self.total, *self.factors, *self.flat_numbers())

    def lower(self, to: Target) -> None:
        to.total(self.scope, self.weigh, self.relation, self.total)


@dataclass(frozen=True, slots=True)
class Sum(Constraint):
    """The variables of the scope add up to the total.

    Args:
        scope: the numbers of its variables.
        label: what to call the rule in hints and errors.
        total: the total.
    """

    kind: ClassVar[int | None] = 3
    word: ClassVar[str] = "sum"

    total: int

    def holds(self, values: Sequence[int]) -> bool:
        return sum(values) == self.total

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        factors = tuple([places.count(at) for at in range(len(once))])
        return (LinearRule(once, self.label, factors, "==", self.total),)

    def split(self, to: Any) -> Sequence[Constraint]:
        return [to.compare(self.scope, (1,) * len(self.scope), "==", self.total)]

    def told(self) -> Iterable[int]:
        return (self.total,)

    def lower(self, to: Target) -> None:
        to.total(self.scope, lambda _, v: v, "==", self.total)
