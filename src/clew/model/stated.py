"""Stated rules with their place in the user's file, clues, and solutions with names as keys."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from types import CodeType
from typing import Any

from clew.model.expressions import (
    Both,
    Compare,
    Expression,
    LinearExpression,
    Rule,
    Value,
    Values,
    Variable,
    add_up,
)


class ClueRule(Both):
    """A clue that isn't just the value of a variable, such as a number of neighbours.

    Args:
        goal: its number, or anything else that it shows.
        rule_of: a function that takes such a number and returns the rule it stands for.
        told: a function that takes the variables' values and returns the number that fits them, or
            None if the clue doesn't apply.
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
    """Turn a whole rule into a clue, which applies to any solution in which the rule holds."""
    return ClueRule(written, lambda _: rule, lambda of: written if rule.value(of) else None)


def counted(cell: Variable, number: int, around: Sequence[Variable]) -> ClueRule:
    """Make a clue that counts the ones around a cell. A cell that's 1 itself can't have one."""
    return ClueRule(
        number,
        lambda goal: (cell == 0) & (add_up(around) == goal),
        lambda of: None if of[cell] else sum(of[each] for each in around),
    )


HERE = __file__.removesuffix("stated.py")


class Solution(dict[Any, Any]):
    """A solution: a dictionary that maps the name of each variable to its value.

    You can also look up a variable itself, or a row and a column of a grid.

    >>> import clew
    >>> grid = clew.Grid(1, 2, [1, 2])
    >>> grid.add(grid[0, 0] > grid[0, 1])
    >>> solution = clew.solve(grid).solution
    >>> solution["r1c1"], solution[0, 1], solution == {"r1c1": 2, "r1c2": 1}
    (2, 1, True)
    """

    def __missing__(self, key: Any) -> Any:
        if isinstance(key, Variable):
            return self[key.name]
        if isinstance(key, tuple) and len(key) == 2:
            return self[f"r{key[0] + 1}c{key[1] + 1}"]
        raise KeyError(key)

    def __hash__(self) -> int:  # type: ignore[override]  # it's never changed
        return hash(tuple(self.items()))


Answer = Solution  # the name in older pickles

Origin = tuple[CodeType | str, int]
"""The place of a statement: a code object and an instruction in it, or a file and a line."""
NOWHERE: Origin = "", 0


class Stated:
    """A rule that was added to a problem, with its label and its place in the user's file."""

    __slots__ = ("at", "called", "clue", "mark", "origin", "rule", "said")

    def __init__(
        self, rule: Rule, said: str = "", origin: Origin = NOWHERE, clue: bool = False,
        mark: str = "", at: Variable | None = None, called: str | Callable[[Rule], str] = "",
    ) -> None:  # fmt: skip
        """Record a rule.

        Args:
            rule: the rule.
            said: its label; by default the rule written out.
            origin: where the user added it.
            clue: whether a maker may remove it or change its number.
            mark: how to write the number in the corner of a cell, with {} in its place.
            at: the variable of that cell; by default the rule's first variable.
            called: a label with {} for the number, or a function that returns the label if it
                depends on other rules.
        """
        self.rule, self.said, self.origin, self.clue = rule, said, origin, clue
        self.mark, self.at, self.called = mark, at, called

    @property
    def label(self) -> str:
        """The label for hints and errors: the user's own, or else the rule written out."""
        if not self.said:
            if not isinstance(self.called, str):
                return self.called(self.rule) or str(self.rule)
            self.said = self.called.format(self.goal) if self.called else str(self.rule)
        return self.said

    @property
    def place(self) -> tuple[str, int]:
        """The file and the line."""
        code, reached = self.origin
        if isinstance(code, str):
            return code, reached
        lines = (line for start, end, line in code.co_lines() if start <= reached < end)
        return code.co_filename, next(lines, None) or code.co_firstlineno

    @property
    def goal(self) -> Value:
        """The number of a clue, or anything else that it shows."""
        return self.rule.goal if isinstance(self.rule, ClueRule) else self.rule.parts[1]

    @property
    def is_given(self) -> bool:
        """True if the rule gives the value of a variable."""
        return self.clue and value_stated(self.rule) is not None

    @property
    def is_statement(self) -> bool:
        """True if the rule is a clue in words, which the board doesn't show."""
        return self.clue and isinstance(self.rule, ClueRule) and isinstance(self.rule.goal, str)

    def goal_in(self, solution: Values) -> Value:
        """Return the number that would fit another solution, or None if the clue doesn't apply."""
        told = self.rule.told if isinstance(self.rule, ClueRule) else self.rule.parts[0].value
        return told(solution)

    def __reduce__(self) -> Any:
        """Pickle the file and the line instead of the code object, which can't be pickled."""
        named = callable(self.called)
        about = self.place, self.clue, self.mark, self.at, "" if named else self.called
        return Stated, (self.rule, self.label if named else self.said, *about)

    def with_goal(self, goal: Value) -> Stated:
        rule: Rule
        if isinstance(self.rule, ClueRule):
            rule = self.rule.with_goal(goal)
        else:
            rule = Compare(self.rule.parts[0], "==", goal)
        said = "" if self.called else self.label
        return Stated(rule, said, self.origin, self.clue, self.mark, self.at, self.called)


def parts_of(rule: Rule) -> list[Rule]:
    """Return the rules that a rule joins with `&`, or the rule itself."""
    return [p for part in rule.parts for p in parts_of(part)] if isinstance(rule, Both) else [rule]


def value_stated(rule: Rule) -> tuple[Variable, Value] | None:
    """Return the variable and the value of a rule such as `x == 3`, or None for other rules."""
    if not isinstance(rule, Compare) or rule.symbol != "==":
        return None
    left, right = rule.parts
    if isinstance(left, LinearExpression) and not left.constant and [*left.terms.values()] == [1]:
        left = next(iter(left.terms))  # the sum of a cage with one cell
    plain = isinstance(left, Variable) and not isinstance(right, Expression)
    return (left, right) if plain else None


def given_as(variable: Variable, value: Value, origin: Origin = NOWHERE) -> Stated:
    """Make a clue that gives the value of a variable."""
    said = f"{variable.name} is given as {value}"
    return Stated(Compare(variable, "==", value), said, origin, clue=True)


def origin() -> Origin:
    """Find the user's statement: the innermost frame outside this package."""
    frame = sys._getframe(1)
    while _is_ours(frame.f_code.co_filename) and frame.f_back is not None:
        frame = frame.f_back
    return frame.f_code, frame.f_lasti


@cache
def _is_ours(file: str) -> bool:
    return file.startswith(HERE)
