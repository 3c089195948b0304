"""A rule as it was stated, where it stands in the user's file, and the answers by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
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


HERE = str(Path(__file__).parent)


class Solution(dict[Any, Any]):
    """The value of each variable by its name; a variable, or a cell of a grid, is a key too.

    >>> import clew
    >>> grid = clew.Grid(1, 2, [1, 2])
    >>> grid.add(grid[0, 0] > grid[0, 1])
    >>> answer = clew.solve(grid).solution
    >>> answer["r1c1"], answer[0, 1], answer == {"r1c1": 2, "r1c2": 1}
    (2, 1, True)
    """

    def __missing__(self, key: Any) -> Any:
        if isinstance(key, Variable):
            return self[key.name]
        if isinstance(key, tuple) and len(key) == 2:
            return self[f"r{key[0] + 1}c{key[1] + 1}"]
        raise KeyError(key)

    def __hash__(self) -> int:  # type: ignore[override]  # nothing changes it
        return hash(tuple(self.items()))


Answer = Solution  # pickles name it so

Origin = tuple[CodeType | str, int]
"""The code of a statement and how far it had run, from which its file and line follow; or these."""
NOWHERE: Origin = "", 0


class Stated:
    """A rule as it was stated: what it says, what to call it, and where it stands."""

    __slots__ = ("at", "called", "clue", "mark", "origin", "rule", "said")

    def __init__(
        self, rule: Rule, said: str = "", origin: Origin = NOWHERE, clue: bool = False,
        mark: str = "", at: Variable | None = None, called: str | Callable[[Rule], str] = "",
    ) -> None:  # fmt: skip
        """A maker may change the number of a `clue`, or take it away.

        `mark` is how this number is written on the board, {} for the number, in the corner of the
        cell `at`, or of the first of the rule. `called` is the label with {} for the number, or
        a function that gives it, if it depends on other rules.
        """
        self.rule, self.said, self.origin, self.clue = rule, said, origin, clue
        self.mark, self.at, self.called = mark, at, called

    @property
    def label(self) -> str:
        """What hints and errors call it: what was said, or else the rule itself."""
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
        """The number of a clue, or whatever else it says."""
        return self.rule.goal if isinstance(self.rule, ClueRule) else self.rule.parts[1]

    @property
    def is_given(self) -> bool:
        """Whether the clue is the value of a variable."""
        return self.clue and value_stated(self.rule) is not None

    @property
    def is_statement(self) -> bool:
        """Whether the clue is a rule in words, which no board shows."""
        return self.clue and isinstance(self.rule, ClueRule) and isinstance(self.rule.goal, str)

    def goal_in(self, solution: Values) -> Value:
        """What the clue would say if this were the solution; None if it would say nothing."""
        told = self.rule.told if isinstance(self.rule, ClueRule) else self.rule.parts[0].value
        return told(solution)

    def __reduce__(self) -> Any:
        """Code cannot be pickled; its file and line can."""
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
    """List the rules that must all hold for a rule to hold."""
    return [p for part in rule.parts for p in parts_of(part)] if isinstance(rule, Both) else [rule]


def value_stated(rule: Rule) -> tuple[Variable, Value] | None:
    """Return the variable and the value of a rule that just says it: `x == 3`; otherwise None."""
    if not isinstance(rule, Compare) or rule.symbol != "==":
        return None
    left, right = rule.parts
    if isinstance(left, LinearExpression) and not left.constant and [*left.terms.values()] == [1]:
        left = next(iter(left.terms))  # the sum of a cage of one cell
    plain = isinstance(left, Variable) and not isinstance(right, Expression)
    return (left, right) if plain else None


def given_as(variable: Variable, value: Value, origin: Origin = NOWHERE) -> Stated:
    """The clue that a variable has a value."""
    said = f"{variable.name} is given as {value}"
    return Stated(Compare(variable, "==", value), said, origin, clue=True)


def origin() -> Origin:
    """Where the user's statement is: the first that is not in this package."""
    frame = sys._getframe(1)
    while _is_ours(frame.f_code.co_filename) and frame.f_back is not None:
        frame = frame.f_back
    return frame.f_code, frame.f_lasti


@cache
def _is_ours(file: str) -> bool:
    return file.startswith(HERE)
