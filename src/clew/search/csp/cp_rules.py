"""The closed set of constraints as OR-tools' CP-SAT states them, for the strategy `cp-sat`.

OR-tools is imported only when a model is made: the import takes longer than most searches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from clew.core.constraints import AllDifferent, Distance, Less, Parity, Steps, Sum, Table
from clew.core.faces import CSP, Constraint, Domain, values
from clew.core.rules import If
from clew.search.csp.cp_more_rules import MORE_RULES, UNDER

State = Callable[[Any, Any, list[Any], list[Domain]], None]
"""Adds a rule to a model, over its variables and their domains."""


def model_of(csp: CSP) -> tuple[Any, list[Any]]:
    """A model with the same solutions, and the variables of the CSP in it.

    Variables that are added depend on those of the CSP, so every solution comes once.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(list(values(mask))), "")
        for mask in csp.domains
    ]
    for rule in csp.constraints:
        scope = [variables[x] for x in rule.scope]
        RULES[type(rule)](rule, model, scope, [csp.domains[x] for x in rule.scope])
    return model, variables


def all_different(rule: AllDifferent, model: Any, scope: list[Any], _: list[Domain]) -> None:
    offsets = rule.offsets or (0,) * len(scope)
    model.add_all_different([x + offset for x, offset in zip(scope, offsets, strict=True)])


def less(rule: Less, model: Any, scope: list[Any], _: list[Domain]) -> None:
    model.add(scope[0] < scope[1])


def table(rule: Table, model: Any, scope: list[Any], _: list[Domain]) -> None:
    _one_of(model, scope, sorted(rule.rows))


def total(rule: Sum, model: Any, scope: list[Any], _: list[Domain]) -> None:
    _equal(model, scope, rule.total)


def parity(rule: Parity, model: Any, scope: list[Any], domains: list[Domain]) -> None:
    """The sum is twice some number, and one more if it is to be odd."""
    most = sum(mask.bit_length() for mask in domains)
    half = model.new_int_var(0, most, "")
    _equal(model, [*scope, -2 * half], int(rule.odd))


def distance(rule: Distance, model: Any, scope: list[Any], domains: list[Domain]) -> None:
    apart = {v + way * rule.distance for v in values(domains[0]) for way in (1, -1)}
    pairs = {(v, w) for v in values(domains[0]) for w in apart if abs(v - w) == rule.distance}
    _one_of(model, scope, sorted(pairs))


def steps(rule: Steps, model: Any, scope: list[Any], domains: list[Domain]) -> None:
    """A yes or no for each step and each length: one length a step, each as often as it comes."""
    often = Counter(rule.lengths)
    taken = []
    for here, there in pairwise(scope):
        taken.append({length: model.new_bool_var("") for length in often})
        span = model.new_int_var(0, max(mask.bit_length() for mask in domains), "")
        model.add_abs_equality(span, here - there)
        model.add_exactly_one(taken[-1].values())
        _equal(model, [span, *(-length * yes for length, yes in taken[-1].items())], 0)
    for length, times in often.items():
        _equal(model, [each[length] for each in taken], times)
    if len(taken) != len(rule.lengths):
        model.add_bool_or([])


def _equal(model: Any, terms: Sequence[Any], right: int) -> None:
    from ortools.sat.python import cp_model

    model.add_linear_constraint(cp_model.LinearExpr.sum(list(terms)), right, right)


def _one_of(model: Any, scope: list[Any], rows: Sequence[tuple[int, ...]]) -> None:
    if not rows:
        model.add_bool_or([])  # none of nothing: never
    elif scope:
        model.add_allowed_assignments(scope, rows)


RULES: dict[type[Constraint], State] = {
    AllDifferent: all_different,
    Distance: distance,
    Less: less,
    Parity: parity,
    Steps: steps,
    Sum: total,
    Table: table,
    **MORE_RULES,
}


def knows(csp: CSP) -> bool:
    """Whether there is a way to state every rule."""
    kinds = set(map(type, csp.constraints))
    under = (
        {type(rule.rule) for rule in csp.constraints if isinstance(rule, If)} if If in kinds else ()
    )
    return RULES.keys() >= kinds and UNDER.keys() >= set(under)
