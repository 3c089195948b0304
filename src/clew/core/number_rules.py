"""Rules between three numbers or more: product, distance, element."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from clew.core.faces import Domain, domain
from clew.core.rules import Numbers, OfNumbers, keep

MOST_PAIRS = 4096
"""How many pairs of values are tried one by one; with more, bounds must do."""


@dataclass(frozen=True, slots=True)
class BinaryFunction(OfNumbers):
    """The third variable is a function of the first two."""

    numbers: Numbers | None = None

    @abstractmethod
    def of(self, x: int, y: int) -> int:
        """The function itself."""

    @abstractmethod
    def span(self, x: Sequence[int], y: Sequence[int]) -> tuple[int, int]:
        """The least and the most that it can be, if these are the bounds of the two."""

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


def _ends(numbers: dict[int, int]) -> tuple[int, int]:
    return min(numbers.values()), max(numbers.values())


@dataclass(frozen=True, slots=True)
class Product(BinaryFunction):
    """The first variable times the second is the third."""

    def of(self, x: int, y: int) -> int:
        return x * y

    def span(self, x: Sequence[int], y: Sequence[int]) -> tuple[int, int]:
        corners = [a * b for a in x for b in y]
        return min(corners), max(corners)


@dataclass(frozen=True, slots=True)
class Abs(BinaryFunction):
    """The third variable is how far apart the first two are."""

    def of(self, x: int, y: int) -> int:
        return abs(x - y)

    def span(self, x: Sequence[int], y: Sequence[int]) -> tuple[int, int]:
        return max(0, x[0] - y[1], y[0] - x[1]), max(x[1] - y[0], y[1] - x[0])


@dataclass(frozen=True, slots=True)
class Element(OfNumbers):
    """The first variable says which of the others, the third on, is equal to the second.

    >>> Element((0, 1, 2, 3), "the chosen one").holds((1, 9, 5, 9))
    True
    """

    numbers: Numbers | None = None

    def holds(self, values: Sequence[int]) -> bool:
        at = self.number(0, values[0])
        if not 0 <= at < len(values) - 2:
            return False
        return self.number(1, values[1]) == self.number(at + 2, values[at + 2])

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Keep the places that share a number with the result, and what these have."""
        result = self.numbers_of(1, domains[1])
        wanted, pruned = set(result.values()), list(domains)
        shared: dict[int, set[int]] = {}
        for value, at in self.numbers_of(0, domains[0]).items():
            held = self.numbers_of(at + 2, domains[at + 2]) if 0 <= at < len(domains) - 2 else {}
            both = wanted & set(held.values())
            if both:
                shared[at] = both
            else:
                pruned[0] ^= 1 << value
        reached: set[int] = set().union(*shared.values())
        pruned[1] = domain(value for value, number in result.items() if number in reached)
        if len(shared) == 1:
            ((at, both),) = shared.items()
            held = self.numbers_of(at + 2, domains[at + 2])
            pruned[at + 2] = domain(value for value, number in held.items() if number in both)
        return pruned
