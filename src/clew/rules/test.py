"""Test: a Python function returns True for the values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from clew.rules.rule import Constraint


@dataclass(frozen=True, slots=True)
class Test(Constraint):
    """A function returns True for the list of values.

    It can't rule out anything until all variables but one are fixed, and kernels have to call
    Python for it. So it's a last resort for rules that can't be expressed in another way.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        function: the function.
    """

    word: ClassVar[str] = "where"

    function: Callable[[Sequence[int]], bool]

    def holds(self, values: Sequence[int]) -> bool:
        return bool(self.function(values))

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        function = self.function
        folded = Test(once, self.label, lambda values: function([values[at] for at in places]))
        return (folded,)
