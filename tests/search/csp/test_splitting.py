"""Variables with many values, which are split for the kernel, agree with brute force."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import clew
from clew.core.faces import CSP, Assignment
from clew.core.result import Run
from clew.model import compiling
from clew.model.expressions import Variable
from clew.rules import AllDifferent, Clause, Less, LinearRule, Literal, Product
from clew.search.csp import splitting
from clew.search.csp.learning import Learning
from clew.search.native import available
from tests.model.test_rules_agree import brute_force

needs_kernel = pytest.mark.skipif(not available, reason="nothing was compiled")
MODELS = int(os.environ.get("CLEW_FUZZ", "150"))
DOMAINS = [
    range(12), range(-9, 10), range(0, 36, 3), range(5, 13), range(100, 1300, 100),
    [value for value in range(20) if value not in (3, 4, 11)],
]  # fmt: skip


def about_one(x: Variable, rng: Random) -> Any:
    number = rng.choice([*x.values, rng.randrange(-10, 40)])
    return rng.choice([x <= number, x >= number, x == number, x != number, x > number])


def about_two(p: clew.Problem, x: Variable, y: Variable, z: Variable, rng: Random) -> Any:
    k = rng.randrange(-12, 25)
    return rng.choice([
        x < y, x <= y, x == y, x != y, x != y + k, 2 * x + 3 * y <= k + 30, x + y >= k,
        3 * x - 7 * y + z == k, x + y + z != k, x - 2 * y + 5 * z <= k, x + 5 * (y > 6) <= 12,
        p.max(x, y) <= k + 10, p.min(x, y + k) >= -2, p.max(x, y - 2) == z + 5,
        x == y + p.min(x, y), abs(x - y) >= k // 2, abs(x + y - 3) == k // 3, abs(x - y) != k,
    ])  # fmt: skip


def model(seed: int) -> clew.Problem:
    """Build a random model with two variables that are split."""
    rng = Random(f"split {seed}")
    p = clew.Problem("split")
    x, y = (p.variable(name, rng.choice(DOMAINS)) for name in "xy")
    (b, c), z = p.variables("bc", (0, 1)), p.variable("z", range(3))

    def one() -> Any:
        return about_one(rng.choice([x, y]), rng)

    def two() -> Any:
        return about_two(p, x, y, z, rng)

    rules: list[Callable[[], Any]] = [
        one, two, two, lambda: p.implies(b, two()), lambda: p.any(one(), one(), c),
        lambda: one() + one() + b >= 1, lambda: p.any(one() & one(), two()),
        lambda: p.implies(one(), b), lambda: p.all_different(x, y, z), lambda: b == one(),
        lambda: p.exactly_one(one(), one(), c),
    ]  # fmt: skip
    for _ in range(rng.randint(1, 3)):
        p.add(rng.choice(rules)())
    if rng.random() < 0.3:
        goals = [x + 2 * y, x - 3 * z + b, y + 0, 2 * x - y + 4 * (x > 6), p.max(x, y)]
        rng.choice([p.minimise, p.maximise])(rng.choice(goals))
    return p


@needs_kernel
def test_split_variables_have_the_solutions_of_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "MOST_VALUES", 7)
    monkeypatch.setattr(compiling, "FEW_ROWS", 0)
    monkeypatch.setattr(compiling, "MOST_VALUES", 50)
    compiled = 0
    for seed in range(MODELS):
        problem = model(seed)
        expected = sorted(brute_force(problem), key=str)
        search = clew.Search(problem, "learning")
        assert sorted(search, key=str) == expected, seed
        assert search.status is clew.Status.COMPLETE
        compiled += search.result.engine.startswith("compiled")
    assert compiled > MODELS * 3 // 4


def answers(csp: CSP) -> tuple[list[Assignment], str]:
    run = Run()
    return list(Learning()(csp, run)), run.engine


@needs_kernel
def test_domain_with_gaps_or_steps_keeps_its_values() -> None:
    every = (1 << 10_000) - 1
    for domain in (
        every ^ 0b1110 << 5_000 ^ 1 << 9_000,
        sum(1 << value for value in range(7, 100_000, 20)),
    ):
        last = domain.bit_length() - 1
        low = sorted(value for value in range(5_000, 5_030) if domain >> value & 1)
        bounds = Less((1, 0), ""), LinearRule((0,), "", (1,), "<=", 5_029)
        csp = CSP((domain, 1 << 4_999), bounds)
        found, engine = answers(csp)
        assert engine == "compiled"
        assert sorted(found) == [(value, 4_999) for value in low]
        top = CSP((domain,), (Clause((0,), "", (Literal(0, ">=", last - 1),)),))
        assert {x for (x,) in answers(top)[0]} == {v for v in (last - 1, last) if domain >> v & 1}


@needs_kernel
def test_rule_about_each_value_names_itself() -> None:
    wide = (1 << 5_000) - 1
    rule = Product((0, 1, 2), "x times y")
    with pytest.raises(ValueError, match=r"^the rule x times y is about each value of"):
        splitting.split(CSP((wide, 3, 6), (rule,)))


@needs_kernel
def test_variable_with_too_many_gaps_is_refused() -> None:
    domain = sum(1 << value for value in range(20_000) if value % 3)
    with pytest.raises(ValueError, match=r"^found a variable with more than 100 gaps between"):
        splitting.split(CSP((domain,), ()))


def test_csp_with_few_values_is_not_split() -> None:
    assert splitting.split(CSP((0b111, 1 << 4_031), (AllDifferent((0, 1), ""),))) is None


# ------------------------------------------------------------------ the goals of large domains


def order(problem: clew.Problem) -> None:
    x, y = problem.variables("xy", range(100_000))
    problem.add(x > y)


def equation(problem: clew.Problem) -> None:
    x, y = problem.variables("xy", range(100_000))
    problem.add(3 * x + 7 * y == 500_000, x > y)
    problem.minimise(x)


def chain(problem: clew.Problem) -> None:
    xs = [*problem.variables("abcdef", range(100_000))]
    problem.add(*(later >= sooner + 1_234 for sooner, later in pairwise(xs)))
    problem.add(sum(xs) >= 300_000)
    problem.minimise(xs[-1])


@needs_kernel
@pytest.mark.parametrize(("build", "best"), [(order, None), (equation, 50_007), (chain, 53_085)])
def test_large_domain_is_solved_by_the_kernel(
    build: Callable[[clew.Problem], None], best: int | None
) -> None:
    problem = clew.Problem(build.__name__)
    build(problem)
    result = clew.solve(problem, max_seconds=20)
    assert (result.best, result.engine) == (best, "compiled")
    assert result.solution is not None
    assert problem.check(result.solution) == []


def test_services_of_a_large_domain_end_at_their_limits() -> None:
    problem = clew.Problem("order")
    order(problem)
    assert problem.check({"x": 3, "y": 5}) == ["x > y"]
    assert "x could be 1" in clew.hint(problem, max_seconds=20).full
    with pytest.raises(clew.Stopped, match="time limit"):
        clew.count(problem, max_seconds=0.2)
    with pytest.raises(clew.NotUnique):
        clew.rate(problem, max_seconds=20)
    found = clew.solve(problem, "backtracking", max_seconds=20).solution
    assert found is not None
    assert found["x"] > found["y"]
