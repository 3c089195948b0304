"""The engine that runs on a problem, and how its solutions are checked."""

from __future__ import annotations

import json
from random import Random

import pytest
from click.testing import CliRunner

import clew
from clew.cli.app import app
from clew.model import compiling
from clew.model.checking import checker
from clew.search.csp.cp_sat import installed
from clew.search.native import available
from tests.model.test_rules_agree import RULES, Builder, brute_force, model

needs_kernel = pytest.mark.skipif(not available, reason="nothing was compiled")


def steep(problem: clew.Problem) -> int:
    """Count the solutions with the compiled engine."""
    search = clew.Search(problem, "learning").count()
    assert search.run.engine == "compiled"
    return search.found


@needs_kernel
def test_values_beyond_a_machine_word_run_compiled() -> None:
    problem = clew.Problem("wide")
    x, y = problem.variables("xy", range(-500, 500)).values()
    problem.add(3 * x + 5 * y == 4_000, x > y)
    expected = [(a, b) for a in range(-500, 500) for b in range(-500, a) if 3 * a + 5 * b == 4_000]
    assert steep(problem) == len(expected)


@needs_kernel
def test_large_product_runs_compiled() -> None:
    problem = clew.Problem("product")
    x, y = problem.variables("xy", range(1, 401)).values()
    problem.add(x * y == 360, x < y)
    assert steep(problem) == 12  # 360 has 24 divisors


@needs_kernel
def test_unsorted_numbers_run_compiled() -> None:
    problem = clew.Problem("distance")
    x, y = problem.variables("xy", range(-60, 61)).values()
    problem.add(abs(x) + abs(y) <= 3)
    assert steep(problem) == 25


@needs_kernel
def test_large_region_and_long_circuit_run_compiled() -> None:
    region = clew.Grid(6, 6, (0, 1), name="region")
    links = [(a, b) for a in range(36) for b in (a + 1, a + 6) if b < 36 and (b - a == 6 or b % 6)]
    region.connected(region.cells, links)
    region.add(sum(region.cells) == 2)
    assert steep(region) == len(links)
    tour = clew.Problem("round")
    after = [tour.variable(f"after{n}", range(70)) for n in range(70)]
    for here, each in enumerate(after):
        tour.add(tour.any(each == (here + 1) % 70, each == (here - 1) % 70))
    tour.circuit(after)
    assert steep(tour) == 2


@needs_kernel
def test_compiled_engine_calls_a_function_of_many_values() -> None:
    problem = clew.Problem("function")
    x, y, z = problem.variables("xyz", range(60)).values()
    problem.where(lambda a, b, c: a * a + b * b == c * c and 0 < a < b, x, y, z, label="Pythagoras")
    result = clew.solve(problem, "learning")
    assert result.engine == "compiled, but Pythagoras calls Python"
    found = {(a["x"], a["y"], a["z"]) for a in clew.Search(problem, "learning")}
    assert found == {
        (a, b, c)
        for a in range(1, 60) for b in range(a + 1, 60) for c in range(60) if a * a + b * b == c * c
    }  # fmt: skip


@needs_kernel
def test_function_that_raises_ends_the_search_with_its_error() -> None:
    problem = clew.Problem("raises")
    x, y, z = problem.variables("xyz", range(60)).values()
    problem.where(lambda a, b, c: 1 // (a - 30) > b + c, x, y, z)
    with pytest.raises(ZeroDivisionError):
        list(clew.Search(problem, "learning"))


@needs_kernel
def test_command_without_a_kernel_says_why() -> None:
    id = "nonogram:3x3:1/3/1/1/3/1"
    said = CliRunner().invoke(app, ["solve", id, "--strategy", "backtracking"]).output
    assert "readable: only `learning` knows the rule " in said
    assert "readable" not in CliRunner().invoke(app, ["solve", id]).output
    found = json.loads(CliRunner().invoke(app, ["solve", id, "--json"]).output)
    assert found["engine"] == "compiled"


@pytest.mark.parametrize("build", RULES, ids=lambda build: build.__name__)
def test_generated_checker_agrees_with_the_rules(build: Builder) -> None:
    for seed in range(3):
        problem = model(build, seed)
        variables = list(problem.known.values())
        check = checker(variables, [each.rule for each in problem.stated])
        rng = Random(seed)
        some = [{x.name: rng.choice(x.values) for x in variables} for _ in range(20)]
        for solution in [*some, *brute_force(problem)[:5]]:
            of = {x: solution[x.name] for x in variables}
            try:
                expected = [bool(each.rule.value(of)) for each in problem.stated]
            except IndexError:  # an index that is no place
                continue
            assert list(map(bool, check(list(of.values())))) == expected


def test_contradiction_with_numbers_beyond_the_kernel_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiling, "FEW_ROWS", 0)
    monkeypatch.setattr(compiling, "ROWS", 6)
    problem = clew.Problem("huge")
    x, y = problem.variable("x", (0, 1)), problem.variable("y", (10**12, 0, 3))
    problem.add(x * y < 0)
    assert "x * y < 0" in clew.solve(problem).reason


@pytest.mark.skipif(not installed(), reason="OR-tools isn't installed")
def test_cp_sat_with_numbers_beyond_64_bits_raises_unsuited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiling, "FEW_ROWS", 0)
    problem = clew.Problem("huge")
    x, y = problem.variable("x", (10**12, 0)), problem.variable("y", (0, 1))
    problem.add(x**3 == y)
    with pytest.raises(clew.Unsuited, match="has numbers beyond"):
        list(clew.Search(problem, "cp-sat"))
    assert list(clew.Search(problem)) == [{"x": 0, "y": 0}]


def test_contradiction_names_a_piece_without_a_place() -> None:
    p = clew.Problem()
    x, y = p.variable("x", [-1]), p.variable("y", range(7, 70))
    p.pieces([x, y], {1: []})
    result = clew.solve(p)
    assert result.unsolvable
    assert result.reason.startswith("nothing obeys pieces(1)")
