"""Steps: the distances between consecutive variables are given lengths, in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, ClassVar

from clew.rules.distance import out_of_reach
from clew.rules.rule import Constraint, Ruling
from clew.rules.table import never

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Steps(Constraint):
    """The distances between consecutive variables are the lengths, each used once.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        lengths: the lengths, in any order.
    """

    kind: ClassVar[int | None] = 6
    word: ClassVar[str] = "steps"

    lengths: tuple[int, ...]

    def holds(self, values: Sequence[int]) -> bool:
        found = (abs(here - there) for here, there in pairwise(values))
        return sorted(found) == sorted(self.lengths)

    def normal(self) -> tuple[Constraint, ...]:
        steps = max(0, len(self.scope) - 1)
        if min(self.lengths, default=0) < 0 or len(self.lengths) != steps:
            return never(self.scope, self.label).normal()
        return Constraint.normal(self)

    def ruled_out(self, i: int, j: int, width: int) -> Ruling | None:
        return out_of_reach(tuple(sorted(set(self.lengths))), width) if abs(i - j) == 1 else None

    def told(self) -> Iterable[int]:
        return self.lengths

    def lower(self, to: Target) -> None:
        """Add a literal for each step and each length, based on the ways to take that step."""
        used: dict[int, list[int]] = {length: [] for length in self.lengths}
        for x, after in pairwise(self.scope):
            ways: dict[int, list[int]] = {length: [] for length in used}
            for v, w in product(to.domains[x], to.domains[after]):
                pair = (to.is_(x, v), to.is_(after, w))
                if abs(v - w) in ways and all(pair):
                    ways[abs(v - w)].append(to.both(pair, f"from {v} to {w}", "step"))
                else:
                    to.clause(-pair[0], -pair[1])
            for length, found in ways.items():
                meaning = f"the step from {to.called(x)} to {to.called(after)} is {length}"
                used[length].append(to.either(found, meaning, "length"))
        for length, found in used.items():
            to.compare([(1, y) for y in found], "==", self.lengths.count(length))

    def cp_sat(self, to: Any) -> None:
        """Add a distance for each step instead of a literal for each pair of values."""
        if to.guard or len(set(self.scope)) < len(self.scope):
            self.lower(to)
            return
        model, often, taken = to.model, Counter(self.lengths), []
        for x, after in pairwise(self.scope):
            taken.append({length: to.new("") for length in often})
            span = model.new_int_var(0, max(*to.domains[x], *to.domains[after]), "")
            model.add_abs_equality(span, to.variables[x] - to.variables[after])
            to.one_of(taken[-1].values())
            chosen = ((-length, to.named(yes)) for length, yes in taken[-1].items())
            to.relate([(1, span), *chosen], "==", 0)
        for length, times in often.items():
            to.compare([(1, each[length]) for each in taken], "==", times)
