"""The best solution of problems stated with `clew.Problem`, against a CP-SAT model written by hand.

Both build their model within the time and prove their optimum. CP-SAT gets intervals for tasks.
The instances come from fixed seeds that no default was tuned on. Queens stated pair by pair are
only solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random
from typing import Any

import clew
from benchmarks.row import Row
from clew.core.errors import Stopped

SECONDS = 60.0
RULERS = {7: 25, 8: 34, 9: 44, 10: 55}
"""The length of the shortest Golomb ruler for each number of marks (OEIS A003022)."""
FT06 = (
    "2 1 0 3 1 6 3 7 5 3 4 6", "1 8 2 5 4 10 5 10 0 10 3 4", "2 5 3 4 5 8 0 9 1 1 4 7",
    "1 5 0 5 2 5 3 3 4 8 5 9", "2 9 1 3 4 5 5 4 0 3 3 1", "1 3 3 3 5 9 0 10 4 4 2 1",
)  # fmt: skip
"""The jobs of ft06 (Fisher and Thompson, 1963): a machine and a time for each step."""

Jobs = Sequence[Sequence[tuple[int, int]]]


@dataclass(frozen=True)
class Instance:
    """A problem in two statements."""

    stated: Callable[[], clew.Problem]
    in_cp_sat: Callable[[Any], None]

    def ours(self) -> int | str:
        """Return the optimum, or the limit that stopped the search."""
        found = clew.solve(self.stated(), max_seconds=SECONDS)
        return f"stopped ({found.reason})" if found.best is None else found.best

    def theirs(self) -> int | str:
        from ortools.sat.python import cp_model

        model, solver = cp_model.CpModel(), cp_model.CpSolver()
        self.in_cp_sat(model)
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = SECONDS
        status = solver.solve(model)
        return round(solver.objective_value) if status == cp_model.OPTIMAL else "stopped"


def rows() -> Iterator[Row]:
    yield row("bin packing, 15 pieces", [packing(15, seed) for seed in range(3)], quick=True)
    yield row("bin packing, 16 pieces", [packing(16, seed) for seed in range(3)])
    yield row("knapsack, 35 pieces", [knapsack(35, seed) for seed in range(3)])
    yield row("knapsack, 40 pieces", [knapsack(40, seed) for seed in range(3)])
    yield row("Golomb ruler, 9 marks", [golomb(9)])
    yield row("Golomb ruler, 10 marks", [golomb(10)])
    ft06 = [list(zip(*[iter(map(int, line.split()))] * 2, strict=True)) for line in FT06]
    yield row("job shop ft06", [shop(ft06)])
    yield row("job shop 8x6", [shop(jobs(8, 6, seed)) for seed in range(3)])
    yield row("job shop 10x10", [shop(jobs(10, 10, seed)) for seed in range(3)])
    yield row("project, 20 tasks", [project(20, seed) for seed in range(3)])
    yield Row("queens 60, pair by pair", lambda: _solved(queens(60)))
    yield Row("queens 100, pair by pair", lambda: _solved(queens(100)))


def row(work: str, over: Sequence[Instance], quick: bool = False) -> Row:
    return Row(
        work, Instance.ours, slow={"CP-SAT": Instance.theirs}, over=over, cap=SECONDS,
        tell=str, quick=quick,
    )  # fmt: skip


def _solved(puzzle: clew.Problem) -> None:
    if clew.solve(puzzle, max_seconds=SECONDS).solution is None:
        raise Stopped("seconds")


def weighed(factors: Sequence[int], variables: Sequence[Any]) -> Any:
    return sum(factor * x for factor, x in zip(factors, variables, strict=True))


# ------------------------------------------------------------------ the problems


def packing(size: int, seed: int) -> Instance:
    rng = Random(f"packing {size} {seed}")
    sizes, room, bins = [rng.randint(15, 60) for _ in range(size)], 100, size // 2 + 2

    def stated() -> clew.Problem:
        problem = clew.Problem("packing")
        at = list(problem.variables([f"at {n}" for n in range(size)], range(bins)))
        used = list(problem.variables([f"used {n}" for n in range(bins)], (0, 1)))
        for number, is_used in enumerate(used):
            inside = [x == number for x in at]
            problem.add(weighed(sizes, inside) <= room * is_used)
        problem.minimise(sum(used))
        return problem

    def in_cp_sat(model: Any) -> None:
        used = [model.new_bool_var("") for _ in range(bins)]
        inside = [[model.new_bool_var("") for _ in range(bins)] for _ in range(size)]
        for each in inside:
            model.add_exactly_one(each)
        for number, is_used in enumerate(used):
            model.add(weighed(sizes, [each[number] for each in inside]) <= room * is_used)
        model.minimize(sum(used))

    return Instance(stated, in_cp_sat)


def knapsack(size: int, seed: int) -> Instance:
    rng = Random(f"knapsack {size} {seed}")
    weights = [rng.randint(5, 60) for _ in range(size)]
    values = [weight + rng.randint(-4, 20) for weight in weights]

    def stated() -> clew.Problem:
        problem = clew.Problem("knapsack")
        use = list(problem.variables([f"use {n}" for n in range(size)], (0, 1)))
        problem.add(weighed(weights, use) <= sum(weights) // 2)
        problem.maximise(weighed(values, use))
        return problem

    def in_cp_sat(model: Any) -> None:
        use = [model.new_bool_var("") for _ in range(size)]
        model.add(weighed(weights, use) <= sum(weights) // 2)
        model.maximize(weighed(values, use))

    return Instance(stated, in_cp_sat)


def golomb(marks: int) -> Instance:
    most = RULERS[marks]

    def stated() -> clew.Problem:
        problem = clew.Problem("golomb")
        at = list(problem.variables([f"mark {n}" for n in range(marks)], range(most + 1)))
        problem.add(at[0] == 0, *(a < b for a, b in pairwise(at)))
        problem.all_different([b - a for n, b in enumerate(at) for a in at[:n]])
        problem.minimise(at[-1])
        return problem

    def in_cp_sat(model: Any) -> None:
        at = [model.new_int_var(0, most, "") for _ in range(marks)]
        model.add(at[0] == 0)
        for a, b in pairwise(at):
            model.add(a < b)
        model.add_all_different([b - a for n, b in enumerate(at) for a in at[:n]])
        model.minimize(at[-1])

    return Instance(stated, in_cp_sat)


def jobs(number: int, machines: int, seed: int) -> Jobs:
    rng = Random(f"shop {number} {machines} {seed}")
    orders = [rng.sample(range(machines), machines) for _ in range(number)]
    return [[(machine, rng.randint(1, 9)) for machine in order] for order in orders]


def shop(work: Jobs) -> Instance:
    horizon = sum(time for job in work for _, time in job)
    machines: dict[int, list[tuple[int, int]]] = {}
    for at, job in enumerate(work):
        for step, (machine, _) in enumerate(job):
            machines.setdefault(machine, []).append((at, step))
    steps = [(at, step) for at, job in enumerate(work) for step in range(len(job))]

    def stated() -> clew.Problem:
        problem = clew.Problem("shop")
        end = problem.variable("end", range(horizon + 1))
        start = {
            (at, step): problem.variable(f"{at} {step}", range(horizon - work[at][step][1] + 1))
            for at, step in steps
        }
        for at, job in enumerate(work):
            for step in range(1, len(job)):
                problem.add(start[at, step - 1] + job[step - 1][1] <= start[at, step])
            problem.add(start[at, len(job) - 1] + job[-1][1] <= end)
        for some in machines.values():
            times = [work[at][step][1] for at, step in some]
            problem.disjunctive([start[each] for each in some], times)
        problem.minimise(end)
        return problem

    def in_cp_sat(model: Any) -> None:
        end = model.new_int_var(0, horizon, "")
        start = {each: model.new_int_var(0, horizon, "") for each in steps}
        for at, job in enumerate(work):
            for step in range(1, len(job)):
                model.add(start[at, step - 1] + job[step - 1][1] <= start[at, step])
            model.add(start[at, len(job) - 1] + job[-1][1] <= end)
        for some in machines.values():
            model.add_no_overlap([
                model.new_fixed_size_interval_var(start[at, step], work[at][step][1], "")
                for at, step in some
            ])  # fmt: skip
        model.minimize(end)

    return Instance(stated, in_cp_sat)


def project(size: int, seed: int) -> Instance:
    """State a project whose tasks share three resources; it should end early."""
    rng = Random(f"project {size} {seed}")
    times = [rng.randint(1, 9) for _ in range(size)]
    after = [(b, a) for a in range(size) for b in rng.sample(range(a), min(a, rng.randint(0, 2)))]
    demands = [[rng.randint(0, 6) for _ in range(size)] for _ in range(3)]
    horizon, room = sum(times), 10

    def stated() -> clew.Problem:
        problem = clew.Problem("project")
        end = problem.variable("end", range(horizon + 1))
        start = list(problem.variables([f"task {n}" for n in range(size)], range(horizon + 1)))
        problem.add(*(start[a] + times[a] <= start[b] for a, b in after))
        problem.add(*(each + time <= end for each, time in zip(start, times, strict=True)))
        for each in demands:
            problem.cumulative(start, times, each, room)
        problem.minimise(end)
        return problem

    def in_cp_sat(model: Any) -> None:
        end = model.new_int_var(0, horizon, "")
        start = [model.new_int_var(0, horizon, "") for _ in range(size)]
        for a, b in after:
            model.add(start[a] + times[a] <= start[b])
        for each, time in zip(start, times, strict=True):
            model.add(each + time <= end)
        tasks = [
            model.new_fixed_size_interval_var(each, time, "")
            for each, time in zip(start, times, strict=True)
        ]
        for each in demands:
            model.add_cumulative(tasks, each, room)
        model.minimize(end)

    return Instance(stated, in_cp_sat)


def queens(size: int) -> clew.Problem:
    problem = clew.Problem("queens")
    q = list(problem.variables([f"q{n}" for n in range(size)], range(size)))
    for i, j in combinations(range(size), 2):
        problem.add(q[i] != q[j], q[i] != q[j] + (j - i), q[i] != q[j] - (j - i))
    return problem
