"""The same models in the libraries a user would pick instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clew.constraints import AllDifferent, Less
from clew.faces import CSP, values


def python_constraint(csp: CSP) -> list[int] | None:
    """python-constraint2's default solver on the same variables, domains and rules."""
    import constraint

    problem = constraint.Problem()
    for variable, mask in enumerate(csp.domains):
        problem.addVariable(variable, list(values(mask)))
    for rule in csp.constraints:
        if isinstance(rule, AllDifferent) and not rule.offsets:
            problem.addConstraint(constraint.AllDifferentConstraint(), list(rule.scope))
        elif isinstance(rule, Less):
            problem.addConstraint(lambda a, b: a < b, list(rule.scope))
        elif isinstance(rule, AllDifferent):
            for a, b in _pairs(len(rule.scope)):
                shift = rule.offsets[a] - rule.offsets[b]
                problem.addConstraint(_differ(shift), [rule.scope[a], rule.scope[b]])
    found = problem.getSolution()
    return [found[variable] for variable in range(len(csp.domains))] if found else None


def simpleai(csp: CSP) -> list[int] | None:
    """simpleai's backtracking with the most constrained variable, on the same pairs."""
    from simpleai.search import MOST_CONSTRAINED_VARIABLE, CspProblem, backtrack

    variables = tuple(range(len(csp.domains)))
    domains = {variable: list(values(csp.domains[variable])) for variable in variables}
    rules: list[tuple[tuple[int, int], Callable[[Any, Any], bool]]] = []
    for rule in csp.constraints:
        if isinstance(rule, Less):
            rules.append((rule.scope, lambda _, pair: pair[0] < pair[1]))
        elif isinstance(rule, AllDifferent):
            for a, b in _pairs(len(rule.scope)):
                shift = rule.offsets[a] - rule.offsets[b] if rule.offsets else 0
                rules.append(((rule.scope[a], rule.scope[b]), _differ_pair(shift)))
    found = backtrack(
        CspProblem(variables, domains, rules), variable_heuristic=MOST_CONSTRAINED_VARIABLE
    )
    return [found[variable] for variable in variables] if found else None


def _pairs(size: int) -> list[tuple[int, int]]:
    return [(a, b) for a in range(size) for b in range(a + 1, size)]


def _differ(shift: int) -> Callable[[int, int], bool]:
    return lambda a, b: a + shift != b


def _differ_pair(shift: int) -> Callable[[Any, Any], bool]:
    return lambda _, pair: pair[0] + shift != pair[1]


def cp_sat(csp: CSP) -> list[int] | None:
    """OR-tools' CP-SAT, one worker, on the same variables, domains and rules."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(list(values(mask))), str(number))
        for number, mask in enumerate(csp.domains)
    ]
    for rule in csp.constraints:
        if isinstance(rule, Less):
            model.add(variables[rule.scope[0]] < variables[rule.scope[1]])
        elif isinstance(rule, AllDifferent):
            offsets = rule.offsets or (0,) * len(rule.scope)
            model.add_all_different(
                [variables[x] + offset for x, offset in zip(rule.scope, offsets, strict=True)]
            )
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [solver.value(variable) for variable in variables]
