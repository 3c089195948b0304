"""Classic problems stated with Clew, against a CP-SAT model written by hand, one worker.

Both build their model within the time. The golfers have one fixed statement, as they have in the
literature; the other instances come from fixed seeds that no default was tuned on. The tour is the
shortest one, proven; each of the others is any solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random
from typing import Any

import clew
from benchmarks.row import Row

SECONDS = 60.0
GOAL = {"CP-SAT": 0.7}


@dataclass(frozen=True)
class Instance:
    """A problem in two statements. The second returns what has to be compared."""

    stated: Callable[[], clew.Problem]
    in_cp_sat: Callable[[Any], None]

    def ours(self) -> object:
        """Return the optimum, whether there's a solution, or the limit that stopped the search."""
        found = clew.solve(self.stated(), max_seconds=SECONDS)
        if found.best is not None:
            return found.best
        return "solved" if found.solution is not None else f"stopped ({found.reason})"

    def theirs(self) -> object:
        from ortools.sat.python import cp_model

        model, solver = cp_model.CpModel(), cp_model.CpSolver()
        self.in_cp_sat(model)
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = SECONDS
        status = solver.solve(model)
        if status != cp_model.OPTIMAL:
            return "stopped"
        return round(solver.objective_value) if model.has_objective() else "solved"


def rows() -> Iterator[Row]:
    yield row("social golfers 4-3-5", [golfers(4, 3, 5)])
    yield row("social golfers 4-4-4", [golfers(4, 4, 4)])
    yield row("magic square 9x9, three givens", [magic(9, seed) for seed in range(3)])
    yield row("shortest tour, 16 towns", [tour(16, seed) for seed in range(3)])
    yield row("star battle 20x20, one star", [stars(20, seed) for seed in range(3)], quick=True)


def row(work: str, over: list[Instance], quick: bool = False) -> Row:
    return Row(
        work, Instance.ours, slow={"CP-SAT": Instance.theirs}, over=over, cap=SECONDS,
        goals=GOAL, tell=str, quick=quick,
    )  # fmt: skip


def golfers(groups: int, size: int, weeks: int) -> Instance:
    """Each week, groups of a size play. No two players meet twice."""
    players = groups * size

    def stated() -> clew.Problem:
        problem = clew.Problem("golfers")
        group = [
            list(
                problem.variables([f"{week} {player}" for player in range(players)], range(groups))
            )
            for week in range(weeks)
        ]
        for here in group:
            for each in range(groups):
                problem.add(problem.count(here, each) == size)
        for a, b in combinations(range(players), 2):
            problem.add(sum(here[a] == here[b] for here in group) <= 1)
        return problem

    def in_cp_sat(model: Any) -> None:
        plays = [
            [[model.new_bool_var("") for _ in range(groups)] for _ in range(players)]
            for _ in range(weeks)
        ]
        for here in plays:
            for each in here:
                model.add_exactly_one(each)
            for group in range(groups):
                model.add(sum(each[group] for each in here) == size)
        for a, b in combinations(range(players), 2):
            met = []
            for here in plays:
                for in_a, in_b in zip(here[a], here[b], strict=True):
                    met.append(model.new_bool_var(""))
                    model.add_bool_or([~in_a, ~in_b, met[-1]])
            model.add_at_most_one(met)

    return Instance(stated, in_cp_sat)


def magic(order: int, seed: int) -> Instance:
    size, total = order**2, order * (order**2 + 1) // 2
    rng = Random(f"magic {order} {seed}")
    givens = dict(zip(rng.sample(range(size), 3), rng.sample(range(1, size + 1), 3), strict=True))
    lines = [range(row * order, (row + 1) * order) for row in range(order)]
    lines += [range(col, size, order) for col in range(order)]
    lines += [range(0, size, order + 1), range(order - 1, size - 1, order - 1)]

    def stated() -> clew.Problem:
        problem = clew.Problem("magic")
        cells = list(problem.variables([f"{at}" for at in range(size)], range(1, size + 1)))
        problem.all_different(cells)
        for line in lines:
            problem.add(sum(cells[at] for at in line) == total)
        for at, value in givens.items():
            problem.add(cells[at] == value)
        return problem

    def in_cp_sat(model: Any) -> None:
        cells = [model.new_int_var(1, size, "") for _ in range(size)]
        model.add_all_different(cells)
        for line in lines:
            model.add(sum(cells[at] for at in line) == total)
        for at, value in givens.items():
            model.add(cells[at] == value)

    return Instance(stated, in_cp_sat)


def tour(size: int, seed: int) -> Instance:
    rng = Random(f"tour {size} {seed}")
    towns = [(rng.randint(0, 100), rng.randint(0, 100)) for _ in range(size)]
    far = [[round(((a - c) ** 2 + (b - d) ** 2) ** 0.5) for c, d in towns] for a, b in towns]

    def stated() -> clew.Problem:
        problem = clew.Problem("tour")
        then = list(problem.variables([f"after {n}" for n in range(size)], range(size)))
        problem.circuit(then)
        problem.minimise(sum(problem.element(far[n], then[n]) for n in range(size)))
        return problem

    def in_cp_sat(model: Any) -> None:
        arcs = {(a, b): model.new_bool_var("") for a in range(size) for b in range(size) if a != b}
        model.add_circuit([(a, b, taken) for (a, b), taken in arcs.items()])
        model.minimize(sum(far[a][b] * taken for (a, b), taken in arcs.items()))

    return Instance(stated, in_cp_sat)


def stars(size: int, seed: int) -> Instance:
    """One star in each row, column and region, and no two stars next to each other."""
    rng = Random(f"stars {size} {seed}")
    places = apart(size, rng)
    region = {(row, col): row for row, col in enumerate(places)}
    while len(region) < size**2:
        (row, col), name = rng.choice(list(region.items()))
        near = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
        r, c = rng.choice(near)
        if 0 <= r < size and 0 <= c < size:
            region.setdefault((r, c), name)
    parts = [[place for place in sorted(region) if region[place] == name] for name in range(size)]
    parts += [[(row, col) for col in range(size)] for row in range(size)]
    parts += [[(row, col) for row in range(size)] for col in range(size)]
    pairs = [
        ((row, col), (row + down, col + right))
        for row in range(size) for col in range(size)
        for down, right in ((0, 1), (1, -1), (1, 0), (1, 1))
        if row + down < size and 0 <= col + right < size
    ]  # fmt: skip

    def stated() -> clew.Problem:
        grid = clew.Grid(size, size, (0, 1))
        for part in parts:
            grid.add(sum(grid[place] for place in part) == 1)
        for here, there in pairs:
            grid.add(grid[here] + grid[there] <= 1)
        return grid

    def in_cp_sat(model: Any) -> None:
        star = {place: model.new_bool_var("") for place in region}
        for part in parts:
            model.add_exactly_one(star[place] for place in part)
        for here, there in pairs:
            model.add_at_most_one(star[here], star[there])

    return Instance(stated, in_cp_sat)


def apart(size: int, rng: Random) -> list[int]:
    """Place a star in each row and column, so that no two touch."""
    while True:
        cols = rng.sample(range(size), size)
        if all(abs(a - b) > 1 for a, b in pairwise(cols)):
            return cols
