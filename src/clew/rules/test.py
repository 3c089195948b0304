"""Test: a function of the values is true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from clew.rules.rule import Constraint


@dataclass(frozen=True, slots=True)
class Test(Constraint):
    """A function of the values, which are given as a list, is true.

    It says something only once all variables but one are fixed; kernels have to call Python for
    it. So it is the last resort, where no other rule says the same.
    """

    word: ClassVar[str] = "where"

    function: Callable[[Sequence[int]], bool]

    def holds(self, values: Sequence[int]) -> bool:
        return bool(self.function(values))

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        function = self.function
        folded = Test(once, self.label, lambda values: function([values[at] for at in places]))
        return (folded,)
