"""Clues that are more than a number that an expression equals: runs, statements, opened cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from clew.model.expressions import Both, Rule, Value, Values, Variable, add_up


class ClueRule(Both):
    """A clue: what it says, the rule of that, and what it would say of another solution.

    `told` reads off a solution what the clue says, None if it says nothing there.
    """

    __slots__ = ("goal", "rule_of", "told")

    def __init__(
        self, goal: Value, rule_of: Callable[[Any], Rule], told: Callable[[Values], Value]
    ) -> None:
        super().__init__((rule_of(goal),))
        self.goal, self.rule_of, self.told = goal, rule_of, told

    def with_goal(self, goal: Value) -> ClueRule:
        return ClueRule(goal, self.rule_of, self.told)


def statement(rule: Rule, written: str) -> ClueRule:
    """A rule that is a clue as a whole, as it is written: true of a solution in which it holds."""
    return ClueRule(written, lambda _: rule, lambda of: written if rule.value(of) else None)


def counted(cell: Variable, number: int, around: Sequence[Variable]) -> ClueRule:
    """A cell that is 0 tells how many of those around it are 1; one that is 1 tells nothing."""
    return ClueRule(
        number,
        lambda goal: (cell == 0) & (add_up(around) == goal),
        lambda of: None if of[cell] else sum(of[each] for each in around),
    )
