"""The same models in the libraries that a user would pick instead.

Each is imported when it's called, and raises `NotInstalled` or `ModuleNotFoundError` if it's
missing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations, product
from typing import Any, Protocol

from benchmarks.row import NotInstalled
from clew import Puzzle
from clew.core.faces import CSP, values
from clew.rules import AllDifferent, Less, Sum
from clew.rules.rule import Constraint


class Stated(Protocol):
    """A puzzle, or anything else that has a CSP."""

    def csp(self) -> CSP: ...


# ------------------------------------------------------------------ constraint solvers


def python_constraint(puzzle: Puzzle) -> list[int] | None:
    """Run python-constraint2's default solver on the same variables, domains and rules."""
    import constraint

    csp = puzzle.csp()
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


def simpleai(puzzle: Puzzle) -> list[int] | None:
    """Run simpleai's backtracking with the most constrained variable, on the same pairs."""
    from simpleai.search import MOST_CONSTRAINED_VARIABLE, CspProblem, backtrack

    csp = puzzle.csp()
    variables = tuple(range(len(csp.domains)))
    domains = {variable: list(values(csp.domains[variable])) for variable in variables}
    rules: list[tuple[tuple[int, ...], Callable[[Any, Any], bool]]] = []
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


def cp_sat(puzzle: Stated) -> list[int] | None:
    """Run OR-Tools' CP-SAT with one worker on the same variables, domains and rules."""
    from ortools.sat.python import cp_model

    csp, model = puzzle.csp(), cp_model.CpModel()
    variables = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(list(values(mask))), str(number))
        for number, mask in enumerate(csp.domains)
    ]
    for rule in csp.constraints:
        if isinstance(rule, Less):
            model.add(variables[rule.scope[0]] < variables[rule.scope[1]])
        elif isinstance(rule, Sum):
            model.add(sum(variables[x] for x in rule.scope) == rule.total)
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


def pysat(puzzle: Stated) -> list[int] | None:
    """Run Cadical through python-sat, with a Boolean for each value of each variable."""
    from pysat.solvers import Cadical153

    csp = puzzle.csp()
    pairs = [(x, v) for x, mask in enumerate(csp.domains) for v in values(mask)]
    number = {pair: place for place, pair in enumerate(pairs, 1)}
    with Cadical153(bootstrap_with=list(_clauses(puzzle, number))) as solver:
        if not solver.solve():
            return None
        yes = {place for place in solver.get_model() if place > 0}
    return [v for (_, v), place in number.items() if place in yes]


def _clauses(puzzle: Stated, number: dict[tuple[int, int], int]) -> Iterator[list[int]]:
    """Yield the clauses: each variable has one value, and no rule forbids two values together."""
    csp = puzzle.csp()
    for x, mask in enumerate(csp.domains):
        places = [number[x, v] for v in values(mask)]
        yield places
        yield from ([-a, -b] for a, b in combinations(places, 2))
    for rule in csp.constraints:
        for (i, x), (j, y) in combinations(enumerate(rule.scope), 2):
            for v, w in product(values(csp.domains[x]), values(csp.domains[y])):
                if _clash(rule, i, j, v, w):
                    yield [-number[x, v], -number[y, w]]


def _clash(rule: Constraint, i: int, j: int, v: int, w: int) -> bool:
    if isinstance(rule, AllDifferent):
        shift = rule.offsets[i] - rule.offsets[j] if rule.offsets else 0
        return v + shift == w
    return isinstance(rule, Less) and v >= w


# ------------------------------------------------------------------ Sudoku


def py_sudoku(puzzle: Puzzle) -> object:
    """Run py-sudoku, which is plain backtracking."""
    from sudoku import Sudoku

    text = str(puzzle)
    cells = [
        [int(symbol) if symbol != "." else 0 for symbol in text[r : r + 9]] for r in range(0, 81, 9)
    ]
    return Sudoku(3, 3, board=cells).solve()


# ------------------------------------------------------------------ searches


@dataclass(frozen=True)
class Lights:
    """Lights Out as numbers: a move is an exclusive or with a mask, and 0 is the goal."""

    masks: tuple[int, ...]
    start: int


def simpleai_lights(lights: Lights) -> object:
    """Run simpleai's breadth-first graph search."""
    from simpleai.search import SearchProblem, breadth_first

    class Problem(SearchProblem):  # type: ignore[misc]  # it has no types
        def actions(self, state: int) -> Sequence[int]:
            return lights.masks

        def result(self, state: int, action: int) -> int:
            return state ^ action

        def is_goal(self, state: int) -> bool:
            return state == 0

    return breadth_first(Problem(initial_state=lights.start), graph_search=True)


def aima(module: str) -> Any:
    """Import a module of aima-python from the folder that CLEW_AIMA names."""
    folder = os.environ.get("CLEW_AIMA")
    if not folder:
        raise NotInstalled("set CLEW_AIMA to the folder that holds it")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return import_module(f"aima.{module}")
    except ModuleNotFoundError as error:
        raise NotInstalled(f"found no module {error.name}, expected it in CLEW_AIMA") from None


def aima_lights(lights: Lights) -> object:
    """Run aima-python's breadth-first graph search."""
    search = aima("search")

    class Problem(search.Problem):  # type: ignore[misc, name-defined]  # it has no types
        def actions(self, state: int) -> Sequence[int]:
            return lights.masks

        def result(self, state: int, action: int) -> int:
            return state ^ action

        def goal_test(self, state: int) -> bool:
            return state == 0

    return search.breadth_first_graph_search(Problem(lights.start))
