"""Random CSPs of every kind of rule against an outside solver, CP-SAT: all answers of each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest
from ortools.sat.python import cp_model

from clew.core.faces import CSP, Domain, values
from clew.core.result import Run
from clew.rules import AllDifferent, Distance, Less, Parity, Steps, Sum, Table
from clew.rules.rule import Constraint
from clew.search.strategy import parse_strategy
from tests.search.csp.random_csp import random_model

CASES = 60


class Answers(cp_model.CpSolverSolutionCallback):
    """Collects what CP-SAT finds."""

    def __init__(self, variables: list[Any]) -> None:
        super().__init__()
        self.variables = variables
        self.found: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        self.found.append(tuple(self.value(variable) for variable in self.variables))


def outside(domains: Sequence[Domain], rules: Sequence[Constraint]) -> list[tuple[int, ...]]:
    model = cp_model.CpModel()
    variables = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(list(values(mask))), "")
        for mask in domains
    ]
    for rule in rules:
        state(model, rule, [variables[x] for x in rule.scope])
    solver, answers = cp_model.CpSolver(), Answers(variables)
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, answers)
    return sorted(answers.found)


def state(model: Any, rule: Constraint, scope: list[Any]) -> None:
    """Add one rule, in the words of CP-SAT."""
    if isinstance(rule, AllDifferent):
        offsets = rule.offsets or (0,) * len(scope)
        model.add_all_different([x + offset for x, offset in zip(scope, offsets, strict=True)])
    elif isinstance(rule, Less):
        model.add(scope[0] < scope[1])
    elif isinstance(rule, Table):
        allow(model, scope, list(rule.rows))
    elif isinstance(rule, Sum):
        model.add(sum(scope) == rule.total)
    elif isinstance(rule, Parity):
        model.add(sum(scope) == 2 * model.new_int_var(0, 1000, "") + int(rule.odd))
    elif isinstance(rule, Distance):
        model.add_abs_equality(rule.distance, scope[0] - scope[1])
    elif isinstance(rule, Steps):
        apart = [model.new_int_var(0, 63, "") for _ in scope[1:]]
        for distance, (here, there) in zip(apart, pairwise(scope), strict=True):
            model.add_abs_equality(distance, here - there)
        rows = [row for row in permutations(rule.lengths) if len(row) == len(apart)]
        if apart or not rows:
            allow(model, apart, rows)


def allow(model: Any, scope: list[Any], rows: list[tuple[int, ...]]) -> None:
    if rows and scope:
        model.add_allowed_assignments(scope, rows)
    elif not rows:
        model.add_bool_or([])


@pytest.mark.parametrize(
    "spelling",
    [
        "backtracking:select=first,infer=none",
        "backtracking",
        "backtracking:select=dom/wdeg,order=lcv,infer=mac+hidden-singles",
        "backjumping:order=shuffled",
        "limited-discrepancy",
    ],
)
def test_random_csps(spelling: str) -> None:
    random, strategy, cases = Random(spelling), parse_strategy(spelling), 0
    while cases < CASES:
        domains, rules = random_model(random)
        if not all(domains):
            continue  # CP-SAT refuses a variable without values
        cases += 1
        assert sorted(strategy(CSP(domains, rules), Run())) == outside(domains, rules), rules
