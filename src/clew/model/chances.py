"""How likely each variable of a problem is 1, if all its solutions are equally likely.

The rules fall into groups that share no variable, and each group is solved by itself. What no rule
is about is free. If the number of ones in all is known, it is all that the groups share.
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
"""For each number of ones, in how many ways there are so many."""
Group = tuple[Ways, dict[Variable, Ways]]
"""The ways of a group, and those in which each of its variables is 1."""


def chances(
    rules: Iterable[Stated], free: Iterable[Variable], ones: int | None
) -> dict[Variable, Fraction]:
    """The chance of each variable of the rules, and of each free one, to be 1.

    Where the number of ones is not known, nothing is said of the free ones. The variables are 0
    or 1. ZeroDivisionError if there is no solution.
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
    """In how many ways the others hold the other ones."""
    if ones is None:
        return sum(ways.values())
    left = ones - here
    return sum(n * comb(sea, left - k) for k, n in ways.items() if k <= left)


def _groups(rules: Iterable[Stated]) -> list[list[Stated]]:
    """The rules, those together that share a variable."""
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
    """The solutions of some rules, counted by the number of ones in them."""
    part = Part(rules)
    ways, cells = Counter[int](), {x: Counter[int]() for x in part.scope}
    for answer in solutions(part):
        ones = sum(answer.values())
        ways[ones] += 1
        for x, value in zip(part.scope, answer.values(), strict=True):
            cells[x][ones] += value
    return ways, cells


class Part(Problem):
    """Some rules of a problem, and their variables only."""

    def __init__(self, rules: list[Stated]) -> None:
        super().__init__("part")
        self.scope = list(dict.fromkeys(x for each in rules for x in each.rule.variables()))
        self.known = {x.name: x for x in self.scope}
        self.stated = rules


def _together(groups: Iterable[Ways]) -> Ways:
    """The ways of independent groups, taken together."""
    found: Ways = Counter({0: 1})
    for ways in groups:
        both: Ways = Counter()
        for a, n in found.items():
            for b, m in ways.items():
                both[a + b] += n * m
        found = both
    return found
