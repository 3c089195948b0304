"""Lex: one line comes before another in dictionary order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain
from clew.rules.rule import Constraint

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Lex(Constraint):
    """The first half of the scope comes before the second in dictionary order.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        strict: whether the two halves must differ.
    """

    kind: ClassVar[int | None] = 15
    word: ClassVar[str] = "lexicographic"
    prunes: ClassVar[bool] = True

    strict: bool = False

    def holds(self, values: Sequence[Any]) -> bool:
        half = len(values) // 2
        first, second = list(values[:half]), list(values[half:])
        return first < second or (first == second and not self.strict)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Where the lines can first differ, drop values that would make the first line larger."""
        half, pruned = len(domains) // 2, list(domains)
        for i in range(half):
            x, y = domains[i], domains[half + i]
            if x != y or x & (x - 1):
                pruned[i] &= (1 << y.bit_length()) - 1
                pruned[half + i] &= -(x & -x)
                break
        return Constraint.prune(self, pruned) if all(pruned) else pruned

    def told(self) -> Iterable[int]:
        return (self.strict,)

    def lower(self, to: Target) -> None:
        """Add a literal for each position, which holds if the lines are equal up to there."""
        half = len(self.scope) // 2
        equal: list[int] = []  # nothing compared yet
        for x, y in zip(self.scope[:half], self.scope[half:], strict=True):
            for v in to.domains[x]:
                low, high = to.ge(x, v), to.ge(y, v)
                if high is not None:
                    some = ([-low] if low else []) + ([high] if high else [])
                    to.clause(*(-each for each in equal), *some)
            shared = [v for v in to.domains[x] if to.is_(y, v)]
            same = [to.both((to.is_(x, v), to.is_(y, v)), f"both are {v}", "same") for v in shared]
            alike = to.either(same, f"{to.called(x)} and {to.called(y)} are equal", "alike")
            equal = [to.both([*equal, alike], f"equal up to {to.called(x)}", "equal")]
        if self.strict:
            to.clause(*(-each for each in equal))

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        return (self,)  # only the order of values matters

    def called(self, parts: Sequence[str]) -> str:
        half, sign = len(parts) // 2, "<" if self.strict else "<="
        return f" {sign} ".join(f"({', '.join(side)})" for side in (parts[:half], parts[half:]))

    def state(self, to: Any, parts: Sequence[Any]) -> None:
        """Compare codes if they're in the order of the values, or else compare part by part."""
        scope = [to.part(part) for part in parts]
        if all(part.is_numeric for part in scope):
            to.emit(scope, self.over)
        elif to.is_conditional:  # nothing would determine the helper variables
            to.tabulate_values(self, parts)
        else:
            self._take_apart(to, scope)

    def _take_apart(self, to: Any, scope: Sequence[Any]) -> None:
        """Add a helper variable for each position, which is True if the lines are equal so far."""
        half = len(scope) // 2
        equal = to.new("equal at first", (True,))
        for one, other in zip(scope[:half], scope[half:], strict=True):
            rows = [
                (before, a, b, before and a == b)
                for before in to.allowed[equal]
                for a in to.allowed[one]
                for b in to.allowed[other]
                if not before or a <= b
            ]
            after = to.new(f"equal up to {one}", (False, True))
            to.table((equal, one, other, after), rows)
            equal = after
        if self.strict:
            to.restrict(equal, (False,))
