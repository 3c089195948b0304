"""Parity: the variables add up to an odd number, or to an even one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from clew.rules.rule import Constraint

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Parity(Constraint):
    """The variables of the scope add up to an odd number, or to an even one.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        odd: whether the sum is odd.
    """

    kind: ClassVar[int | None] = 4
    word: ClassVar[str] = "parity"

    odd: bool

    def holds(self, values: Sequence[int]) -> bool:
        return sum(values) % 2 == self.odd

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        """Drop variables that occur an even number of times."""
        odd = tuple([x for at, x in enumerate(once) if places.count(at) % 2])
        return Parity(odd, self.label, self.odd).normal()

    def told(self) -> Iterable[int]:
        return (self.odd,)

    def lower(self, to: Target) -> None:
        to.automaton(
            self.scope, False, lambda odd, v: odd ^ bool(v % 2), lambda odd: odd == self.odd
        )

    def cp_sat(self, to: Any) -> None:
        """Require a sum of 2 * half, plus 1 if odd. This makes the model ten times smaller."""
        if to.guard:
            self.lower(to)
            return
        most = sum(max(to.domains[x], default=0) for x in self.scope)
        half = to.model.new_int_var(0, most // 2, "")
        to.relate([*((1, to.variables[x]) for x in self.scope), (-2, half)], "==", int(self.odd))
