"""Places queens: counts by halves and by bit masks, every solution, one solution of any order.

All times are those of calls from Python and include checking the solutions. `auto` counts by
halves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.row import Row
from clew import Puzzle, Queens, count, solve
from clew.core.faces import values
from clew.puzzles.queens.classes import queens_classes, queens_parts
from tests.known import QUEENS_SOLUTIONS

SECONDS = {16: 0.2, 18: 3.0}
"""Seconds that counting these may take."""
MASKS = 14
"""The largest order for counting with bit masks. Larger boards take longer than the limit."""
MILLION = 1.0


def rows() -> Iterator[Row]:
    for order in range(12, 19):
        yield counting(order)
    yield Row("16, by symmetry", partial(queens_classes, 16), part="counted")
    yield Row("20, one part of 200", _part, part="counted")
    yield every(Queens(8))
    for order in (8, 1_000, 1_000_000):
        goal = MILLION if order == 1_000_000 else None
        for name in ("auto", "swaps"):
            work, ours = f"{order:,}, {name}", partial(solve, Queens(order), name)
            yield Row(work, ours, within=goal, part="one answer", quick=order == 8)


def counting(order: int) -> Row:
    masks = {"bit masks": partial(_counted, order, "bitboard")} if order <= MASKS else {}
    return Row(
        f"{order} queens",
        partial(_counted, order, "auto"),
        slow=masks,
        within=SECONDS.get(order),
        part="counted",
        kernel=order == 14,
    )


def _part() -> None:
    queens_parts(20, 200)[7].count()


def _counted(order: int, strategy: str) -> None:
    assert count(Queens(order), strategy) == QUEENS_SOLUTIONS[order]


def every(puzzle: Queens) -> Row:
    """Return a row that finds every solution, with our strategies and with other libraries."""
    return Row(
        "8 queens",
        partial(_found, puzzle, "auto"),
        {"backtracking": partial(_found, puzzle, "backtracking")},
        {
            "python-constraint2": partial(python_constraint, puzzle),
            "CP-SAT": partial(cp_sat, puzzle),
        },
        part="every answer",
    )


def _found(puzzle: Queens, strategy: str) -> None:
    answers = solve(puzzle, strategy, max_solutions=None).solutions
    assert len(answers) == QUEENS_SOLUTIONS[puzzle.order]


def python_constraint(puzzle: Puzzle) -> int:
    import constraint

    domains = puzzle.csp().domains
    problem = constraint.Problem()
    for variable, mask in enumerate(domains):
        problem.addVariable(variable, list(values(mask)))
    problem.addConstraint(constraint.AllDifferentConstraint())
    for a in range(len(domains)):
        for b in range(a + 1, len(domains)):
            problem.addConstraint(lambda x, y, d=b - a: abs(x - y) != d, (a, b))
    return len(problem.getSolutions())


def cp_sat(puzzle: Puzzle) -> int:
    from ortools.sat.python import cp_model

    class Found(cp_model.CpSolverSolutionCallback):
        solutions = 0

        def on_solution_callback(self) -> None:
            self.solutions += 1

    model, found = cp_model.CpModel(), Found()
    order = len(puzzle.csp().domains)
    queens = [model.new_int_var(0, order - 1, str(row)) for row in range(order)]
    for slope in (-1, 0, 1):
        model.add_all_different([queen + slope * row for row, queen in enumerate(queens)])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, found)
    return found.solutions
