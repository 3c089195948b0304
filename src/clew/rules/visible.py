"""Visible: the number of towers that are visible from one end of a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain
from clew.rules.regular import accepted, follow
from clew.rules.rule import RELATIONS, Constraint, code_of

if TYPE_CHECKING:
    from clew.rules.target import Target

State = tuple[int | None, int]
"""The highest value so far, and the number of visible values."""
NOTHING: State = (None, 0)


@dataclass(frozen=True, slots=True)
class Visible(Constraint):
    """Compares a number with how many values are larger than all the values before them.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        relation: "==", "!=", "<=" or ">=".
        number: the number to compare with.

    >>> Visible((0, 1, 2, 3), "from the left", "==", 2).holds((2, 1, 4, 3))
    True
    """

    kind: ClassVar[int | None] = 14
    word: ClassVar[str] = "visible"
    prunes: ClassVar[bool] = True

    relation: str
    number: int

    def holds(self, values: Sequence[int]) -> bool:
        return accepted(values, NOTHING, seen, self.accepts)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        return follow(domains, NOTHING, seen, self.accepts)

    def accepts(self, state: State) -> bool:
        """Check whether the final count is allowed."""
        return RELATIONS[self.relation](state[1], self.number)

    def told(self) -> Iterable[int]:
        return (code_of(self.relation), self.number)

    def lower(self, to: Target) -> None:
        to.automaton(self.scope, NOTHING, seen, self.accepts)

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        return (self,)  # only the order of values matters

    # ------------------------------------------------------------ visible(...) as a number

    @staticmethod
    def measure(*heights: int) -> int:
        """Return the number of visible values in a line."""
        return reduce(seen, heights, NOTHING)[1]

    @classmethod
    def compare(cls, to: Any, parts: Sequence[Any], symbol: str, number: Any) -> bool:
        """Add a comparison with a constant, or return False for any other comparison."""
        if not isinstance(number, int) or to.is_conditional:
            return False
        step = {"<": -1, ">": 1}.get(symbol, 0)
        cls((), "", symbol + "=" if step else symbol, number + step).state(to, parts)
        return True

    @staticmethod
    def variable(to: Any, parts: Sequence[Any]) -> Any:
        """Return a variable for the number of visible values, using running maxima."""
        first, *rest = map(to.part, parts)
        highest, count = first, to.new("seen at first", (1,))
        for part in rest:
            rows = [
                (top, here, so_far, max(top, here), so_far + (here > top))
                for top in to.allowed[highest]
                for here in to.allowed[part]
                for so_far in to.allowed[count]
            ]
            above = to.new(f"the highest up to {part}", sorted({row[3] for row in rows}))
            more = to.new(f"seen up to {part}", sorted({row[4] for row in rows}))
            to.table((highest, part, count, above, more), rows)
            highest, count = above, more
        return count


def seen(state: State, value: int) -> State:
    """Return the state after one more value."""
    highest, number = state
    return (value, number + 1) if highest is None or value > highest else state
