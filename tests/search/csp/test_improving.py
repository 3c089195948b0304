"""Optimisation in one search, in which each solution is cheaper than the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise, permutations, product
from math import prod
from random import Random
from typing import Any

import pytest

import clew
from clew import Status
from clew.core.faces import CSP, Assignment
from clew.core.result import Run
from clew.model import compiling
from clew.rules import Minimise
from clew.search.auto import HandOver, candidates, view_of
from clew.search.csp import learning
from clew.search.csp.cp_sat import CpSat, installed
from clew.search.csp.learning import Learning
from clew.search.native import available
from clew.search.strategy import Strategy
from tests.search.csp.random_rules import by_hand

needs_kernel = pytest.mark.skipif(not available, reason="no compiled kernels")
IMPROVING = [
    pytest.param(Learning(), marks=needs_kernel, id="learning"),
    pytest.param(CpSat(), marks=pytest.mark.skipif(not installed(), reason="no OR-Tools"), id="cp"),
    pytest.param(
        HandOver(Learning(), CpSat(), 3), id="both",
        marks=pytest.mark.skipif(not (available and installed()), reason="one is missing"),
    ),
]  # fmt: skip
"""The strategies that improve solutions; the last hands over after three nodes."""


# ------------------------------------------------------------------ what is to be optimised


def golomb(marks: int, most: int) -> clew.Problem:
    """State a ruler: all distances between its marks differ, and it's as short as possible."""
    ruler = clew.Problem("golomb")
    at = list(ruler.variables([f"x{n}" for n in range(marks)], range(most + 1)))
    ruler.add(at[0] == 0, *(a < b for a, b in pairwise(at)))
    ruler.all_different([b - a for n, b in enumerate(at) for a in at[:n]])
    ruler.minimise(at[-1])
    return ruler


def knapsack(rng: Random, size: int) -> clew.Problem:
    weights = [rng.randint(1, 30) for _ in range(size)]
    worth = [weight + rng.randint(-3, 10) for weight in weights]
    sack = clew.Problem("knapsack")
    use = list(sack.variables([f"x{n}" for n in range(size)], (0, 1)))
    sack.add(clew_sum(weights, use) <= sum(weights) // 2)
    sack.maximise(clew_sum(worth, use))
    return sack


def bins(rng: Random, size: int) -> clew.Problem:
    sizes, room = [rng.randint(2, 8) for _ in range(size)], 10
    packing = clew.Problem("bins")
    at = list(packing.variables([f"x{n}" for n in range(size)], range(size)))
    used = list(packing.variables([f"u{n}" for n in range(size)], (0, 1)))
    for bin_, is_used in enumerate(used):
        inside = sum((x == bin_) * each for x, each in zip(at, sizes, strict=True))
        packing.add(inside <= room * is_used)
    packing.minimise(sum(used))
    return packing


def shop(rng: Random, jobs: int) -> clew.Problem:
    """State jobs that each visit two machines, in either order."""
    lengths = [(rng.randint(1, 2), rng.randint(1, 2)) for _ in range(jobs)]
    horizon = sum(map(sum, lengths)) - 1
    plan = clew.Problem("shop")
    first = list(plan.variables([f"a{n}" for n in range(jobs)], range(horizon)))
    second = list(plan.variables([f"b{n}" for n in range(jobs)], range(horizon)))
    end = plan.variable("end", range(1, horizon + 2))
    for n, (one, two) in enumerate(lengths):
        plan.add((first[n] + one <= second[n]) | (second[n] + two <= first[n]))
        plan.add(first[n] + one <= end, second[n] + two <= end)
        for m in range(n):
            for start, at in ((first, 0), (second, 1)):
                plan.add(
                    (start[n] + lengths[n][at] <= start[m])
                    | (start[m] + lengths[m][at] <= start[n])
                )
    plan.minimise(end)
    return plan


def crossed(rng: Random, size: int) -> clew.Problem:
    """State products, distances and a remainder, so that the costs need helper variables."""
    problem = clew.Problem("crossed")
    x = list(problem.variables([f"x{n}" for n in range(size)], range(-2, 4)))
    problem.add(sum(x) >= rng.randint(-2, 3), x[0] != x[1] + 1)
    cost = sum(rng.randint(-3, 3) * a * b for a, b in pairwise(x))
    problem.minimise(cost + abs(x[0] - x[-1]) + rng.randint(-9, 9))
    return problem


def clew_sum(factors: list[int], variables: list[Any]) -> Any:
    return sum(factor * x for factor, x in zip(factors, variables, strict=True))


MADE: dict[str, Callable[[Random], clew.Problem]] = {
    "knapsack": lambda rng: knapsack(rng, 8),
    "bins": lambda rng: bins(rng, 4),
    "shop": lambda rng: shop(rng, 2),
    "crossed": lambda rng: crossed(rng, 4),
}


def costs(problem: clew.Problem) -> list[int]:
    """Compute the costs of all solutions, by trying every combination of values."""
    names, choices = list(problem.known), [each.values for each in problem.known.values()]
    assert prod(map(len, choices)) < 100_000
    tried = (dict(zip(names, row, strict=True)) for row in product(*choices))
    return [problem.cost(each) for each in tried if not problem.check(each)]


# ------------------------------------------------------------------ the best is the best


@pytest.mark.parametrize("strategy", IMPROVING)
@pytest.mark.parametrize("kind", MADE)
def test_best_of_random_problems_is_that_of_brute_force(kind: str, strategy: Strategy) -> None:
    rng = Random(f"{kind} 1")
    for _ in range(12):
        problem = MADE[kind](rng)
        known = costs(problem)
        result = clew.solve(problem, strategy)
        if not known:
            assert result.unsolvable
            continue
        assert result.status is Status.ENOUGH
        assert problem.sign * (result.best or 0) == min(known)
        every = clew.solve(problem, strategy, max_solutions=None)
        assert (every.status, len(every.solutions)) == (Status.COMPLETE, known.count(min(known)))


@pytest.mark.parametrize("strategy", IMPROVING)
@pytest.mark.parametrize(("marks", "length"), [(4, 6), (5, 11), (6, 17), (7, 25)])
def test_golomb_rulers_have_their_known_length(marks: int, length: int, strategy: Strategy) -> None:
    """Check against OEIS A003022."""
    assert clew.solve(golomb(marks, length + 5), strategy).best == length


@needs_kernel
def test_larger_problems_agree_with_cp_sat() -> None:
    pytest.importorskip("ortools")
    rng = Random(41)
    for problem in (
        *(knapsack(rng, 30) for _ in range(4)),
        *(bins(rng, 9) for _ in range(3)),
        *(shop(rng, 5) for _ in range(3)),
    ):
        ours, theirs = (clew.solve(problem, name) for name in ("learning", "cp-sat"))
        assert ours.best is not None
        assert ours.best == theirs.best


@pytest.mark.parametrize("strategy", IMPROVING)
def test_each_solution_is_cheaper_than_the_one_before(strategy: Strategy) -> None:
    problem = knapsack(Random(3), 25)
    face = view_of(problem.as_minimised(), strategy, Run()).face
    found = strategy.improving(face, Run())
    assert found is not None
    told = [face.objective.value([each[x] for x in face.objective.scope]) for each in found]
    assert told == sorted(set(told), reverse=True)
    assert problem.sign * told[-1] == clew.solve(problem, strategy).best


# ------------------------------------------------------------------ a lost objective


@needs_kernel
def test_objective_that_is_too_large_to_compile_is_searched_for_bound_by_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without its costs, a search that improves would take any last solution for the best."""
    monkeypatch.setattr(compiling, "FEW_ROWS", 0)
    monkeypatch.setattr(compiling, "ROWS", 6)
    monkeypatch.setattr(compiling, "MOST_PAIRS", 1)
    problem = clew.Problem("large")
    x, y = problem.variables("xy", range(1, 6)).values()
    problem.add(x + y >= 5)
    problem.minimise(x * y)
    csp = problem.as_minimised().csp()
    assert csp.objective is None
    assert Learning().improving(csp, Run()) is None
    assert csp.domains == problem.csp().domains  # nothing is left of the attempt
    assert clew.solve(problem, "learning").best == 4


@needs_kernel
def test_kernel_that_cannot_hold_the_costs_is_searched_bound_by_bound() -> None:
    problem = clew.Problem("huge numbers")
    x, y = problem.variables("xy", range(3)).values()
    problem.add(x + y >= 1)
    problem.minimise(x * 10**20 + y * (10**20 + 1))
    face = problem.as_minimised().csp()
    assert face.objective is not None
    assert Learning().improving(face, Run()) is None
    assert clew.solve(problem, "learning").best == 10**20


def test_strategy_that_does_not_improve_is_called_a_liar() -> None:
    class Liar(Learning):
        """Repeat the same solution."""

        improves = True

        def improving(self, csp: CSP, run: Run) -> Iterator[Assignment]:
            yield (2, 2)
            yield (2, 2)

    problem = clew.Problem("two")
    x, y = problem.variables("xy", (1, 2)).values()
    problem.minimise(x + y)
    with pytest.raises(clew.WrongSolution, match="breaks a better solution"):
        clew.solve(problem, Liar())


def test_costs_belong_to_the_face_of_a_strategy_that_improves_alone() -> None:
    problem = knapsack(Random(1), 5)
    assert problem.csp().objective is None
    assert problem.as_minimised().csp().objective is not None
    for name in ("backtracking", "backtracking:infer=mac"):
        assert clew.solve(problem, name).best == clew.solve(problem, "learning").best


# ------------------------------------------------------------------ limits


@needs_kernel
def test_limit_leaves_the_best_solution_so_far() -> None:
    problem = golomb(8, 60)
    before: float = float("inf")
    for nodes in (200, 1_000, 5_000):
        result = clew.solve(problem, "learning", max_nodes=nodes)
        assert (result.status, result.reason, result.best) == (Status.STOPPED, "nodes", None)
        assert result.stats.nodes == nodes
        assert result.cost is not None
        assert result.cost <= before
        before = result.cost
        assert "there may be a better solution" in str(result)


@needs_kernel
def test_slices_of_any_size_find_the_same() -> None:
    """The search chooses in two ways, takes turns at restarts, and may stop before any choice."""
    csp = golomb(7, 40).as_minimised().csp()

    def told(slices: Callable[[], int]) -> tuple[list[Assignment], int]:
        kernel = learning.compiled(csp)
        assert kernel is not None
        found: list[Assignment] = []
        while not kernel.finished:
            found += kernel.run(1, slices())
        return found, kernel.nodes

    rng = Random(1)
    expected = told(lambda: 10**9)
    assert expected[1] > 600
    assert told(lambda: rng.randint(0, 3)) == expected
    assert told(lambda: rng.randint(1, 200)) == expected


@needs_kernel
def test_auto_hands_over_to_cp_sat_with_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    if not installed():
        pytest.skip("no OR-Tools")
    monkeypatch.setattr(Learning, "hands_over_after", 40)
    candidates.cache_clear()
    try:
        result = clew.solve(golomb(7, 40))
    finally:
        candidates.cache_clear()
    assert (result.best, result.strategy) == (25, "learning then cp-sat")


# ------------------------------------------------------------------ the rule


def test_costs_are_told_to_kernels_and_to_people() -> None:
    costs = Minimise((0, 1), "the costs", ((0, 5, 9), (0, 3, 4)), 10)
    assert costs.holds((1, 1))
    assert list(costs.told()) == [1, 1, 3, 0, 5, 9, 3, 0, 3, 4]
    assert costs.at_most(19).holds((1, 2))
    assert not costs.at_most(18).holds((1, 2))


@needs_kernel
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda costs: replace(costs, scope=(0, 1, 1)), "found too few numbers in a rule"),
        (lambda costs: replace(costs, numbers=((0, 5), (0, 3, 4))), "found value 2"),
    ],
)
def test_kernel_refuses_costs_that_do_not_fit(
    change: Callable[[Minimise], Minimise], said: str
) -> None:
    costs = change(Minimise((0, 1), "", ((0, 5, 9), (0, 3, 4))))
    found = learning.prepared(CSP((0b110, 0b110), (), costs))
    assert isinstance(found, str)
    assert said in found


@needs_kernel
def test_kernel_refuses_a_second_objective() -> None:
    costs = Minimise((0,), "", ((0, 5, 9),))
    found = learning.prepared(CSP((0b110,), (costs,), costs))
    assert found == "found a second objective"


@needs_kernel
def test_objective_without_rules_finds_the_least_values() -> None:
    costs = Minimise((0, 1), "", ((0, 5, 2), (0, 3, 4)))
    csp = CSP((0b110, 0b110), (), costs)
    found = list(Learning().improving(csp, Run()) or ())
    assert found[-1] == (2, 1)
    assert set(found) <= set(by_hand(csp.domains, ()))


def test_objective_over_a_variable_without_values_has_no_solution() -> None:
    problem = clew.Problem("none")
    x = problem.variable("x", range(-3, 2))
    problem.add(x + 2 * (x == 1) > 9)
    problem.minimise(x + 2 * (x == 1))
    result = clew.solve(problem, "learning")
    assert (result.solution, result.bound, result.status) == (None, None, clew.Status.COMPLETE)


def round_trip(size: int, seed: int) -> tuple[clew.Problem, list[list[int]]]:
    rng = Random(f"round trip {size} {seed}")
    far = [[rng.randint(-20, 99) for _ in range(size)] for _ in range(size)]
    problem = clew.Problem("round trip")
    then = list(problem.variables([f"after {n}" for n in range(size)], range(size)))
    problem.circuit(then)
    problem.minimise(sum(problem.element(far[n], then[n]) for n in range(size)))
    return problem, far


@pytest.mark.parametrize("seed", range(4))
def test_cheapest_round_trip_is_that_of_all_orders(seed: int) -> None:
    problem, far = round_trip(7, seed)
    rounds = ((0, *rest, 0) for rest in permutations(range(1, 7)))
    least = min(sum(far[a][b] for a, b in pairwise(each)) for each in rounds)
    assert clew.solve(problem).best == least


@needs_kernel
def test_few_dead_ends_prove_a_round_trip() -> None:
    """The arcs together cost at least as much as if each place only had to be entered once."""
    ends = [clew.solve(round_trip(12, seed)[0]).stats.backtracks for seed in range(4)]
    assert sum(ends) < 150
