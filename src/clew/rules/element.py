"""Element: one variable is the index of another variable in a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain, domain
from clew.rules.rule import Constraint, Numbers, OfNumbers

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Element(OfNumbers):
    """The second variable equals one of the later ones, whose index from 0 is the first variable.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        numbers: the number that each value of each variable stands for, or None if it's the value.

    >>> Element((0, 1, 2, 3), "the chosen one").holds((1, 9, 5, 9))
    True
    """

    kind: ClassVar[int | None] = 12
    word: ClassVar[str] = "element"

    numbers: Numbers | None = None

    def holds(self, values: Sequence[int]) -> bool:
        at = self.number(0, values[0])
        if not 0 <= at < len(values) - 2:
            return False
        return self.number(1, values[1]) == self.number(at + 2, values[at + 2])

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Keep the indexes whose variable shares numbers with the result, and those numbers."""
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

    def told(self) -> Iterable[int]:
        return self.flat_numbers()

    def lower(self, to: Target) -> None:
        """Add a clause for each index and each value there: the result has the same value."""
        index, result, *among = self.scope
        ends: dict[int, list[int]] = {}
        for c in to.domains[result]:
            ends.setdefault(self.number(1, c), []).append(to.is_(result, c))
        for a in to.domains[index]:
            at = self.number(0, a)
            if not 0 <= at < len(among):
                to.clause(-to.is_(index, a))
                continue
            for v in to.domains[among[at]]:
                found = ends.get(self.number(at + 2, v), ())
                to.clause(-to.is_(index, a), -to.is_(among[at], v), *found)

    def cp_sat(self, to: Any) -> None:
        if to.guard or len(self.scope) == 2:
            self.lower(to)
            return
        index, result, *array = to.numbers(self)
        to.model.add_element(index, array, result)

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        codes = tuple(range(len(code.values)))
        index = (code.numbers(1) or (codes,))[0]
        return (replace(self, numbers=(index, *(codes,) * (len(self.scope) - 1))),)

    # ------------------------------------------------------------ element(...) as a value

    @staticmethod
    def measure(at: int, *among: Any) -> Any:
        """Return the part at an index, or the first part if the index is out of range."""
        return among[at if 0 <= at < len(among) else 0]

    @staticmethod
    def compare(to: Any, parts: Sequence[Any], symbol: str, number: Any) -> bool:
        return False

    @classmethod
    def variable(cls, to: Any, parts: Sequence[Any]) -> Any:
        """Return a variable that is equal to the chosen part."""
        at, *among = map(to.part, parts)
        places = [place for place in to.allowed[at] if 0 <= place < len(among)]
        to.restrict(at, places)
        held = {value: None for place in places for value in to.allowed[among[place]]}
        found = to.new(f"element({', '.join(map(str, parts))})", held)
        cls((), "").state(to, (at, found, *among))
        return found
