"""Tasks and bins: disjunctive, cumulative and packing find what CP-SAT and brute force find."""

from __future__ import annotations

import os
from itertools import product
from random import Random
from typing import Any

import pytest

import clew
from clew.search.csp.cp_sat import installed
from clew.search.native import available

MANY = int(os.environ.get("CLEW_FUZZ", "25"))
needs_cp_sat = pytest.mark.skipif(not installed(), reason="needs OR-Tools")


def job_shop(rng: Random, jobs: int, machines: int, longest: int = 9) -> clew.Problem:
    """State a random job shop whose makespan is to be small."""
    work = [
        [(machine, rng.randint(0, longest)) for machine in rng.sample(range(machines), machines)]
        for _ in range(jobs)
    ]
    horizon = sum(time for job in work for _, time in job)
    problem = clew.Problem("shop")
    end = problem.variable("end", range(horizon + 1))
    on: list[list[tuple[Any, int]]] = [[] for _ in range(machines)]
    for number, job in enumerate(work):
        done: Any = 0
        for machine, time in job:
            start = problem.variable(f"{number} on {machine}", range(horizon - time + 1))
            problem.add(start >= done)
            on[machine].append((start, time))
            done = start + time
        problem.add(done <= end)
    for tasks in on:
        problem.disjunctive([start for start, _ in tasks], [time for _, time in tasks])
    problem.minimise(end)
    return problem


def project(rng: Random, tasks: int, longest: int = 6) -> clew.Problem:
    """State a random project with resources whose end is to be early."""
    times = [rng.randint(0, longest) for _ in range(tasks)]
    horizon = sum(times)
    problem = clew.Problem("project")
    end = problem.variable("end", range(horizon + 1))
    starts = [problem.variable(f"task {n}", range(horizon - t + 1)) for n, t in enumerate(times)]
    for number, start in enumerate(starts):
        for before in rng.sample(range(number), min(number, rng.randint(0, 2))):
            problem.add(starts[before] + times[before] <= start)
        problem.add(start + times[number] <= end)
    for _ in range(rng.randint(1, 3)):
        capacity = rng.randint(1, 9)
        demands = [rng.randint(0, capacity) for _ in starts]
        problem.cumulative(starts, times, demands, capacity)
    problem.minimise(end)
    return problem


def bins(rng: Random, items: int, largest: int = 9, most_bins: int = 4) -> clew.Problem:
    """State a random packing whose fullest bin, or whose places, are to be small."""
    sizes = [rng.randint(0, largest) for _ in range(items)]
    problem = clew.Problem("bins")
    number = rng.randint(2, most_bins)
    places = list(problem.variables([f"item {n}" for n in range(items)], range(number)))
    if rng.random() < 0.5:
        most = max(*sizes, -(-sum(sizes) // number) + rng.randint(0, 3))
        problem.packing(places, sizes, [most + rng.randint(0, 2) for _ in range(number)])
        problem.minimise(sum(rng.randint(1, 5) * place for place in places))
        return problem
    loads = list(problem.variables([f"load {n}" for n in range(number)], range(sum(sizes) + 1)))
    worst = problem.variable("worst", range(sum(sizes) + 1))
    problem.packing(places, sizes, loads=loads)
    problem.add(*(load <= worst for load in loads))
    problem.minimise(3 * worst + loads[-1])
    return problem


STATED = {
    "job shop": lambda rng: job_shop(rng, rng.randint(2, 6), rng.randint(1, 4)),
    "project": lambda rng: project(rng, rng.randint(2, 12)),
    "bins": lambda rng: bins(rng, rng.randint(2, 10)),
}


@needs_cp_sat
@pytest.mark.parametrize("kind", STATED)
def test_optimum_is_that_of_cp_sat(kind: str) -> None:
    for seed in range(MANY):
        puzzle = STATED[kind](Random(f"{kind} {seed}"))
        found, other = clew.solve(puzzle, "learning"), clew.solve(puzzle, "cp-sat")
        assert (found.best, found.unsolvable) == (other.best, other.unsolvable), seed
        assert found.status is not clew.Status.STOPPED


@needs_cp_sat
def test_cp_sat_keeps_the_optimum_of_a_project() -> None:
    puzzle = STATED["project"](Random("more project 234"))
    assert clew.solve(puzzle, "cp-sat").best == clew.solve(puzzle, "learning").best == 7


@pytest.mark.parametrize("kind", STATED)
def test_every_way_to_reach_the_optimum_is_found(kind: str) -> None:
    for seed in range(MANY // 5):
        rng = Random(f"all {kind} {seed}")
        small = {
            "job shop": lambda rng: job_shop(rng, 2, 2, 2),
            "project": lambda rng: project(rng, 3, 2),
            "bins": lambda rng: bins(rng, 3, 2, 2),
        }
        puzzle = small[kind](rng)
        names, domains = zip(*((x.name, x.values) for x in puzzle.known.values()), strict=True)
        able = [dict(zip(names, each, strict=True)) for each in product(*domains)]
        obey = [each for each in able if not puzzle.check(each)]
        best = min((puzzle.cost(each) for each in obey), default=None)
        expected = [each for each in obey if puzzle.cost(each) == best]
        for name in ("learning", "backtracking", "pseudo-boolean"):
            found = list(clew.Search(puzzle, name))
            assert sorted(found, key=str) == sorted(expected, key=str), (seed, name)


@pytest.mark.skipif(not available, reason="needs the kernel")
@pytest.mark.parametrize("nodes", [1, 300])
def test_large_job_shop_has_an_answer_and_a_bound_at_once(nodes: int) -> None:
    found = clew.solve(job_shop(Random("large"), 15, 10), max_nodes=nodes)
    assert found.status is clew.Status.STOPPED
    assert found.best is None
    assert found.bound is not None
    assert found.cost is not None
    assert found.bound <= found.cost
    said = f"there may be a better solution, but none below {found.bound}"
    assert str(found).endswith(said)
    assert found.as_dict()["bound"] == found.bound


def test_bound_of_the_largest_is_above_the_best_so_far() -> None:
    problem = job_shop(Random("late"), 15, 10)
    end = problem["end"]
    problem.objective = None
    problem.maximise(7 - end)
    found = clew.solve(problem, max_nodes=50)
    assert found.cost == 7 - found.solution["end"]
    if available:
        assert found.bound is not None
        assert found.bound >= 7 - found.solution["end"]
        assert str(found).endswith(f"but none above {found.bound}")


def test_task_without_a_duration_overlaps_nothing() -> None:
    problem = clew.Problem()
    x, y = problem.variables("xy", range(3))
    problem.disjunctive([x, y], [3, 0])
    problem.add(x == 0)
    assert clew.count(problem) == 3


def test_start_may_be_an_expression() -> None:
    problem = clew.Problem()
    x, y = problem.variables("xy", range(4))
    problem.disjunctive([2 * x, y + 1], [2, 3])
    found = [(each["x"], each["y"]) for each in clew.Search(problem)]
    assert sorted(found) == [
        (a, b) for a in range(4) for b in range(4) if 2 * a + 2 <= b + 1 or b + 4 <= 2 * a
    ]


@pytest.mark.parametrize("name", ["learning", "backtracking", "pseudo-boolean"])
def test_rule_about_tasks_may_be_conditional_or_denied(name: str) -> None:
    problem = clew.Problem()
    x, y, z, if_ = *problem.variables("xyz", range(5)), problem.variable("if", (0, 1))
    rules = [
        problem.disjunctive([x, y, z], [2, 2, 1]),
        problem.cumulative([x, y, z], [3, 2, 2], [1, 2, 1], 2),
        problem.packing([x, y, z], [2, 2, 1], 3),
    ]
    problem.add(problem.implies(if_ == 1, rules[0]), problem.implies(if_ == 0, rules[1]))
    problem.add(~rules[2] | (x == y))
    expected = [
        {"x": a, "y": b, "z": c, "if": i}
        for a, b, c, i in product(range(5), range(5), range(5), (0, 1))
        if (not i or rules[0].value({x: a, y: b, z: c}))
        and (i or rules[1].value({x: a, y: b, z: c}))
        and (a == b or not rules[2].value({x: a, y: b, z: c}))
    ]
    assert sorted(clew.Search(problem, name), key=str) == sorted(expected, key=str)


WRONG: dict[str, tuple[Any, str]] = {
    "negative duration": (
        lambda p, xs: p.disjunctive(xs, [1, -2, 3]),
        "the duration of task 2 is -2: give a whole number, 0 or more",
    ),
    "fewer durations": (
        lambda p, xs: p.disjunctive(xs, [1, 2]),
        "there are 3 tasks and 2 durations: give one duration for each task",
    ),
    "no list": (
        lambda p, xs: p.disjunctive(xs, 4),
        "4 isn't a list of durations: give one for each task",
    ),
    "a fraction": (
        lambda p, xs: p.disjunctive(xs, [1, 2.5, 3]),
        "the duration of task 2 can't be 2.5: give a whole number, 0 or more",
    ),
    "too large a demand": (
        lambda p, xs: p.cumulative(xs, [1, 1, 1], [1, 5, 1], 4),
        "the demand of task 2 is 5, more than the capacity of 4: nothing could obey the rule",
    ),
    "negative capacity": (
        lambda p, xs: p.cumulative(xs, [1, 1, 1], [0, 0, 0], -1),
        "the capacity is -1: give a whole number, 0 or more",
    ),
    "too large an item": (
        lambda p, xs: p.packing(xs, [1, 7, 1], 6),
        "the size of item 2 is 7, more than the capacity of any bin: nothing could obey the rule",
    ),
    "no capacity": (
        lambda p, xs: p.packing(xs, [1, 1, 1]),
        "a packing needs either a capacity or loads: give one of them",
    ),
    "no bins": (
        lambda p, xs: p.packing(xs, [1, 1, 1], []),
        "a packing needs at least one bin: give its capacity or its load",
    ),
    "unknown bins": (
        lambda p, xs: p.packing([xs[0] + xs[1], xs[2]], [1, 1], 4),
        "the number of bins isn't clear, because x + y is an expression: "
        "list a capacity for each bin, such as [10, 10]",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_number_is_one_clear_line(case: str) -> None:
    state, said = WRONG[case]
    problem = clew.Problem()
    xs = list(problem.variables("xyz", range(9)))
    with pytest.raises(clew.ModelError) as error:
        state(problem, xs)
    assert str(error.value) == said


def test_start_that_is_a_word_is_refused() -> None:
    problem = clew.Problem()
    x = problem.variable("x", ["now", "later"])
    with pytest.raises(TypeError, match="can't calculate with x, because it can be 'now'"):
        problem.disjunctive([x], [1])
