"""Product and absolute difference: the third variable is a function of the first two."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain, domain
from clew.rules.rule import Numbers, OfNumbers, keep

if TYPE_CHECKING:
    from clew.rules.target import Target

MOST_PAIRS = 4096
"""The maximum number of pairs of values to try one by one. With more, only bounds are used."""


@dataclass(frozen=True, slots=True)
class BinaryFunction(OfNumbers):
    """The third variable is a function of the first two."""

    numbers: Numbers | None = None

    @abstractmethod
    def of(self, x: int, y: int) -> int:
        """Return the function's value."""

    @abstractmethod
    def span(self, x: Sequence[int], y: Sequence[int]) -> tuple[int, int]:
        """Return the function's bounds, given the bounds of both arguments."""

    @abstractmethod
    def in_cp_sat(self, model: Any, x: Any, y: Any, z: Any) -> None:
        """Add the function to a CP-SAT model."""

    def holds(self, values: Sequence[int]) -> bool:
        x, y, z = (self.number(at, value) for at, value in enumerate(values))
        return self.of(x, y) == z

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        x, y, z = (self.numbers_of(at, mask) for at, mask in enumerate(domains))
        if len(x) * len(y) > MOST_PAIRS:
            low, high = self.span(_ends(x), _ends(y))
            return [*domains[:2], keep(z, low, high)]
        results = set(z.values())
        pairs = [
            (a, b, result)
            for (a, m), (b, n) in product(x.items(), y.items())
            if (result := self.of(m, n)) in results
        ]
        reached = {result for _, _, result in pairs}
        return [
            domain(a for a, _, _ in pairs),
            domain(b for _, b, _ in pairs),
            domain(value for value, number in z.items() if number in reached),
        ]

    def told(self) -> Iterable[int]:
        return self.flat_numbers()

    def lower(self, to: Target) -> None:
        """Add a clause for each pair of values, with the results that fit it."""
        x, y, z = self.scope
        ends: dict[int, list[int]] = {}
        for c in to.domains[z]:
            ends.setdefault(self.number(2, c), []).append(to.is_(z, c))
        for a, b in product(to.domains[x], to.domains[y]):
            found = ends.get(self.of(self.number(0, a), self.number(1, b)), ())
            to.clause(-to.is_(x, a), -to.is_(y, b), *found)

    def cp_sat(self, to: Any) -> None:
        """Add a single constraint instead of a clause for each pair of values."""
        if to.guard:
            self.lower(to)
        else:
            self.in_cp_sat(to.model, *to.numbers(self))


def _ends(numbers: dict[int, int]) -> tuple[int, int]:
    return min(numbers.values()), max(numbers.values())


@dataclass(frozen=True, slots=True)
class Product(BinaryFunction):
    """The first variable times the second is the third.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        numbers: the number that each value of each variable stands for, or None if it's the value.
    """

    kind: ClassVar[int | None] = 10
    word: ClassVar[str] = "product"

    def of(self, x: int, y: int) -> int:
        return x * y

    def span(self, x: Sequence[int], y: Sequence[int]) -> tuple[int, int]:
        corners = [a * b for a in x for b in y]
        return min(corners), max(corners)

    def in_cp_sat(self, model: Any, x: Any, y: Any, z: Any) -> None:
        model.add_multiplication_equality(z, [x, y])


@dataclass(frozen=True, slots=True)
class Abs(BinaryFunction):
    """The third variable is the distance between the first two.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        numbers: the number that each value of each variable stands for, or None if it's the value.
    """

    kind: ClassVar[int | None] = 11
    word: ClassVar[str] = "abs"

    def of(self, x: int, y: int) -> int:
        return abs(x - y)

    def span(self, x: Sequence[int], y: Sequence[int]) -> tuple[int, int]:
        return max(0, x[0] - y[1], y[0] - x[1]), max(x[1] - y[0], y[1] - x[0])

    def in_cp_sat(self, model: Any, x: Any, y: Any, z: Any) -> None:
        model.add_abs_equality(z, x - y)
