"""Checks steps by reasons, without a line of the code that finds them.

Whether rules and facts force a value is found by going through the values of their variables and
asking the rules as they were stated, or by a solver that is not ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from clew.explanations.mus_steps import MusPosition
from clew.explanations.techniques.step import Step
from clew.model.expressions import Both, Over, Rule, Variable
from clew.model.problem import Problem


def differs(rule: Rule) -> bool:
    """Whether a stated rule says that all its parts differ."""
    return isinstance(rule, Over) and rule.rule.distinct == ()


HOUSES = dict.fromkeys(
    ["last cell", "naked single", "hidden single"]
    + [f"{kind} {size}" for kind in ("naked", "hidden") for size in ("pair", "triplet", "quad")], 1
) | {"pointing": 2, "claiming": 2}  # fmt: skip
"""How many rules of difference a technique takes together."""
Allowed = Mapping[Variable, Sequence[Any]]
Obeyed = Callable[[Sequence[Rule], Allowed], bool]
"""Whether some values of the variables, from those allowed, obey all the rules."""


def by_trying(rules: Sequence[Rule], allowed: Allowed) -> bool:
    """By trying every value; only what must differ is left out at once."""
    order = list(dict.fromkeys(x for rule in rules for x in rule.variables()))
    place = {x: at for at, x in enumerate(order)}
    ready: list[list[Rule]] = [[] for _ in order]
    for rule in rules:
        ready[max(place[x] for x in rule.variables())].append(rule)
    differ = [set(rule.variables()) for rule in rules if differs(rule)]
    unlike = {x: {y for group in differ if x in group for y in group} - {x} for x in order}
    of: dict[Variable, Any] = {}

    def possible(at: int) -> bool:
        if at == len(order):
            return True
        x = order[at]
        taken = {of[y] for y in unlike[x] if y in of}
        for value in allowed[x]:
            if value not in taken:
                of[x] = value
                if all(rule.value(of) for rule in ready[at]) and possible(at + 1):
                    return True
                del of[x]
        return False

    return all(allowed.values()) and possible(0)


def check_steps(puzzle: Problem, solution: Sequence[int], obeyed: Obeyed) -> list[Step]:
    """Every step of an explanation, each checked.

    The first thing that a step says follows from the rules and facts that it names, and no longer
    if any one of them is left out; the rest follows from them too. What else is known is only what
    earlier steps said, and that variables which must differ do not have a value filled in before.
    """
    position = MusPosition(puzzle, solution)
    values = puzzle.compiled()[1].values
    rules = [each.rule for each in puzzle.stated if len(each.rule.variables()) > 1]
    left = {x: list(x.values) for x in puzzle.known.values()}
    for rule in (part for each in puzzle.stated for part in _parts(each.rule)):
        if len(scope := rule.variables()) == 1:
            left[scope[0]] = [v for v in left[scope[0]] if rule.value({scope[0]: v})]
    names = list(left)
    steps = []
    filled = {x for x, only in left.items() if len(only) == 1}
    while not position.solved:
        _differ(rules, left, filled)
        step = position.next()
        reasons = position.reasons
        for number, reason in enumerate(reasons):
            used = [rules[rule] for rule in reason.rules]
            x, value = names[reason.variable], step.eliminations[number][1]
            known = [names[v] for v in reason.known]
            assert forced(used, known, left, x, values[value], obeyed), step.text
            if number == 0:
                for fewer, facts in _without_one(used, known):
                    assert not forced(fewer, facts, left, x, values[value], obeyed), step.text
        if step.technique in HOUSES:
            _check_named(step, rules, names, left, values, obeyed)
        for variable, code in step.eliminations:
            left[names[variable]] = [v for v in left[names[variable]] if v != values[code]]
        for variable, code in step.placements:
            x = names[variable]
            if step.technique != "trial":
                assert left[x] == [values[code]], step.text
            left[x] = [values[code]]
            filled.add(x)
        position.apply(step)
        steps.append(step)
    return steps


def _check_named(
    step: Step, rules: Sequence[Rule], names: Sequence[Variable], left: dict[Variable, list[Any]],
    values: Sequence[Any], obeyed: Obeyed,
) -> None:  # fmt: skip
    """What a technique says follows from so many rules of difference alone, and what is left.

    A placement says that the other values are ruled out: so they are struck here.
    """
    differ = [rule for rule in rules if differs(rule)]
    said = [(names[v], values[code]) for v, code in step.eliminations]
    for variable, code in step.placements:
        x = names[variable]
        said += [(x, value) for value in left[x] if value != values[code]]
    sets = combinations(differ, HOUSES[step.technique])
    for some in sets:
        known = {x for rule in some for x in rule.variables()}
        if all(
            x in known and forced(some, list(known), left, x, value, obeyed) for x, value in said
        ):
            break
    else:
        raise AssertionError(step.text)
    for x, value in said if step.placements else ():
        left[x].remove(value)


def _parts(rule: Rule) -> list[Rule]:
    """The rules that a rule joins by and."""
    if not isinstance(rule, Both):
        return [rule]
    return [each for part in rule.parts for each in _parts(part)]


def forced(
    rules: Sequence[Rule], known: Sequence[Variable], left: Allowed, x: Variable, value: Any,
    obeyed: Obeyed,
) -> bool:  # fmt: skip
    """Whether the rules, and what is left of the variables known, rule out a value."""
    facts = set(known)
    variables = {x, *facts, *(y for rule in rules for y in rule.variables())}
    allowed = {y: left[y] if y in facts else y.values for y in variables}
    return not obeyed(rules, {**allowed, x: (value,)})


def _without_one(
    rules: Sequence[Rule], known: Sequence[Variable]
) -> Iterator[tuple[list[Rule], list[Variable]]]:
    for rule in rules:
        yield [each for each in rules if each is not rule], list(known)
    for fact in known:
        yield list(rules), [each for each in known if each is not fact]


def _differ(rules: Sequence[Rule], left: dict[Variable, list[Any]], filled: set[Variable]) -> None:
    """Take what is filled in from variables that must differ from it."""
    for rule in rules:
        parts = rule.parts if differs(rule) else ()
        pairs = [(x, y) for x in parts for y in parts if x is not y and x in filled]
        if getattr(rule, "symbol", "") == "!=" and all(isinstance(p, Variable) for p in rule.parts):
            pairs = [pair for pair in (rule.parts, rule.parts[::-1]) if pair[0] in filled]
        for x, y in pairs:
            if len(left[y]) > 1 and left[x][0] in left[y]:
                left[y].remove(left[x][0])
