"""Computes the probability that each variable is 1, if all solutions are equally likely.

The rules fall into groups that don't share variables, and each group is solved separately.
Variables without rules are free. The groups depend on each other only if the total number of ones
is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import comb

from clew.model.expressions import Variable
from clew.model.problem import Problem
from clew.model.stated import Stated
from clew.search.run import solutions

Ways = Counter[int]
"""The number of solutions with each number of ones."""
Group = tuple[Ways, dict[Variable, Ways]]
"""The solutions of a group, counted by ones, and for each variable those in which it's 1."""


def chances(
    rules: Iterable[Stated], free: Iterable[Variable], ones: int | None
) -> dict[Variable, Fraction]:
    """Compute the probability that each variable is 1.

    Args:
        rules: rules over variables that are 0 or 1.
        free: more variables, with or without rules.
        ones: the total number of ones. If it's None, the total isn't known, and the result leaves
            out variables without rules.

    Raises:
        ZeroDivisionError: if there's no solution.
    """
    groups = [_ways(group) for group in _groups(rules)]
    held = {variable for _, each in groups for variable in each}
    sea = [variable for variable in free if variable not in held]
    found: dict[Variable, Fraction] = {}
    for number, (ways, cells) in enumerate(groups):
        others = _together(ways for at, (ways, _) in enumerate(groups) if at != number)
        weight = {k: _weight(others, k, len(sea), ones) for k in ways}
        total = sum(ways[k] * weight[k] for k in ways)
        for variable, each in cells.items():
            found[variable] = Fraction(sum(each[k] * weight[k] for k in each), total)
    if sea and ones is not None:
        every = _together(ways for ways, _ in groups)
        whole = _weight(every, 0, len(sea), ones)
        found |= dict.fromkeys(sea, Fraction(_weight(every, 1, len(sea) - 1, ones), whole))
    return found


def _weight(ways: Ways, here: int, sea: int, ones: int | None) -> int:
    """Count the ways to place the remaining ones in the other variables."""
    if ones is None:
        return sum(ways.values())
    left = ones - here
    return sum(n * comb(sea, left - k) for k, n in ways.items() if k <= left)


def _groups(rules: Iterable[Stated]) -> list[list[Stated]]:
    """Group the rules that share variables."""
    groups: list[tuple[set[Variable], list[Stated]]] = []
    for each in rules:
        scope, joined = set(each.rule.variables()), [each]
        apart = []
        for held, group in groups:
            if held & scope:
                scope, joined = scope | held, joined + group
            else:
                apart.append((held, group))
        groups = [*apart, (scope, joined)]
    return [group for _, group in groups]


def _ways(rules: list[Stated]) -> Group:
    """Count the solutions of some rules for each number of ones in them."""
    part = Part(rules)
    ways, cells = Counter[int](), {x: Counter[int]() for x in part.scope}
    for solution in solutions(part):
        ones = sum(solution.values())
        ways[ones] += 1
        for x, value in zip(part.scope, solution.values(), strict=True):
            cells[x][ones] += value
    return ways, cells


class Part(Problem):
    """A problem that consists of some rules and only their variables."""

    def __init__(self, rules: list[Stated]) -> None:
        super().__init__("part")
        self.scope = list(dict.fromkeys(x for each in rules for x in each.rule.variables()))
        self.known = {x.name: x for x in self.scope}
        self.stated = rules


def _together(groups: Iterable[Ways]) -> Ways:
    """Combine the counts of independent groups."""
    found: Ways = Counter({0: 1})
    for ways in groups:
        both: Ways = Counter()
        for a, n in found.items():
            for b, m in ways.items():
                both[a + b] += n * m
        found = both
    return found
