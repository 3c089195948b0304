"""`clew.Solver` gives each question the answer that a fresh search gives."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import clew
from clew.core.registry import find
from clew.rules import Less

SUDOKU = "sudoku:1...2...3...4..."


def triple() -> tuple[clew.Problem, list[Any]]:
    problem = clew.Problem("triple")
    variables = list(problem.variables("xyz", range(5)))
    problem.all_different(variables)
    return problem, variables


def wrong(value: object) -> Any:
    return value


def test_random_questions_agree_with_brute_force() -> None:
    rng = Random(5)
    for _ in range(25):
        problem, (x, y, z) = triple()
        rules = [x + y > z, x < y, y != z + 1, x + z == 4, x * y <= 6, (x == 1) | (z == 2)]
        problem.add(rng.choice(rules))
        solver: clew.Solver[Any] = clew.Solver(problem)
        known = [
            dict(zip("xyz", row, strict=True))
            for row in product(range(5), repeat=3)
            if not problem.check(dict(zip("xyz", row, strict=True)))
        ]
        for _ in range(12):
            act = rng.random()
            if act < 0.15:
                rule = rng.choice(rules)
                solver.add(rule)
                known = [s for s in known if rule.value(problem.values_of(s))]
            elif act < 0.3 and known:
                solver.exclude(known.pop(rng.randrange(len(known))))
            if act < 0.65:
                names = rng.sample("xyz", rng.randint(0, 3))
                assumed: Any = {n: rng.sample(range(5), rng.randint(1, 3)) for n in names}
                fits = [s for s in known if all(s[n] in assumed[n] for n in names)]
            else:
                assumed = rng.sample(rules, rng.randint(0, 2))
                fits = [s for s in known if all(r.value(problem.values_of(s)) for r in assumed)]
            found = solver.solve(assumed)
            assert found in fits if fits else found is None
            if found is not None:
                assert not solver.core
            elif isinstance(assumed, dict):
                assert isinstance(solver.core, dict)
                assert not [s for s in known if all(s[n] in solver.core[n] for n in solver.core)]
                assert solver.core.items() <= assumed.items()
            else:
                assert set(solver.core) <= set(assumed)
                assert not [
                    s for s in known if all(r.value(problem.values_of(s)) for r in solver.core)
                ]
            had = solver.candidates(assumed)
            assert had == {n: sorted({s[n] for s in fits}) for n in "xyz"}


def test_a_built_in_kind_takes_names_of_cells_and_values() -> None:
    solver = clew.Solver(SUDOKU)
    found = solver.solve({"r1c2": 3, (0, 2): [2, 4]})
    assert found is not None
    assert found[1] == 3
    assert clew.parse(SUDOKU).check(found) == []
    assert solver.solve({"r1c2": 1, "r4c4": 3}) is None
    assert solver.core == {"r1c2": 1}
    solver.exclude(found)
    assert solver.solve({"r1c2": 3}) != found


def test_candidates_of_a_sudoku_are_those_of_all_its_solutions() -> None:
    solutions = clew.solve(SUDOKU, max_solutions=None).solutions
    expected = {f"r{at // 4 + 1}c{at % 4 + 1}": {s[at] for s in solutions} for at in range(16)}
    found = clew.Solver(SUDOKU).candidates()
    assert {cell: set(values) for cell, values in found.items()} == expected


def test_queens_are_named_by_their_squares() -> None:
    solver = clew.Solver("queens:6")
    found = solver.solve({"r1c2": 1})
    assert found is not None
    assert found[0] == 1
    assert solver.solve({"r1c1": 1}) is None
    assert solver.core == {"r1c1": 1}
    assert solver.candidates()["r1c1"] == []


def test_a_csp_is_asked_by_number() -> None:
    solver = clew.Solver(clew.CSP((14, 14), (Less((0, 1), ""),)))
    assert solver.solve({1: 2}) == (1, 2)
    assert solver.candidates({0: [2, 3]}) == {0: [2], 1: [3]}
    solver.exclude((1, 2))
    assert solver.solve({1: 2}) is None


def test_rules_keep_holding_after_the_solver_starts_again() -> None:
    problem = clew.Problem("wide")
    x, y, z = problem.variables("xyz", range(40))
    solver = clew.Solver(problem)
    solver.add(x + y + z == 60)  # too many combinations to forbid one by one
    first = solver.solve({"x": 30, "y": 20})
    assert first == {"x": 30, "y": 20, "z": 10}
    solver.exclude(first)
    assert solver.solve([x == 30, y == 20]) is None
    assert solver.solve([x == 30]) is not None
    solver.add(x + 2 * y + z == 70)
    assert solver.solve({"x": 30, "y": 20}) is None
    assert solver.solve({"x": 30}) == {"x": 30, "y": 10, "z": 20}
    assert problem.check({"x": 1, "y": 1, "z": 1}) == []


KINDS = (
    "cryptarithm", "frog", "hitori", "kakuro", "kenken", "killer", "latin", "lights-out",
    "magic-square", "map-colouring", "minesweeper", "nonogram", "pentominoes", "queens",
    "slitherlink", "towers", "zebra",
)  # fmt: skip
MOST = 6


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_finds_as_many_solutions_as_a_search(kind: str) -> None:
    puzzle: clew.Puzzle[Any] = clew.parse(f"{kind}:{find(kind).examples[0].text}")
    expected = (
        clew.count(puzzle)
        if kind == "lights-out"
        else len(clew.solve(puzzle, "learning", max_solutions=MOST).solutions)
    )
    solver, found = clew.Solver(puzzle), list[Any]()
    while len(found) < MOST and (each := solver.solve()) is not None:
        assert each not in found
        found.append(each)
        solver.exclude(each)
    assert len(found) == min(expected, MOST)


def test_a_clash_of_the_givens_leaves_no_solution() -> None:
    solver = clew.Solver("sudoku:11..............")
    assert solver.solve({"r4c4": 2}) is None
    assert solver.core == {}
    assert not any(solver.candidates().values())


def test_a_limit_is_an_error() -> None:
    with pytest.raises(clew.Stopped):
        clew.Solver("queens:30").solve(max_nodes=1)


@pytest.mark.parametrize(
    ("ask", "error", "said"),
    [
        (lambda s, x: s.solve({"w": 1}), ValueError, "w"),
        (lambda s, x: s.solve({"x": 7}), ValueError, "x.* can't be 7"),
        (lambda s, x: s.solve({"x": [1, "no"]}), ValueError, "x.* can't be no"),
        (lambda s, x: s.solve({"x": None}), ValueError, "give a value"),
        (lambda s, x: s.solve(3), TypeError, "can't assume 3"),
        (lambda s, x: s.solve([3]), TypeError, "3 isn't a rule"),
        (lambda s, x: s.solve("x == 3"), TypeError, "can't assume"),
        (lambda s, x: s.add(True), TypeError, "isn't a rule"),
        (lambda s, x: s.add(clew.Problem("b").variable("q", range(2)) == 1), clew.ModelError, "q"),
        (lambda s, x: s.exclude({"x": 1}), ValueError, "isn't a solution"),
        (lambda s, x: s.exclude(3), ValueError, "isn't a solution"),
        (lambda s, x: clew.Solver(SUDOKU).solve({"r9c9": 1}), ValueError, "r9c9"),
        (lambda s, x: clew.Solver(SUDOKU).solve({"r1c1": 9}), ValueError, "r1c1 can't be 9"),
        (lambda s, x: clew.Solver(SUDOKU).solve({"r1c1": 0}), ValueError, "not a blank"),
        (lambda s, x: clew.Solver(SUDOKU).solve([x == 1]), TypeError, "no variables"),
        (lambda s, x: clew.Solver(SUDOKU).add(x == 1), TypeError, "no variables"),
        (lambda s, x: clew.Solver(SUDOKU).exclude("no"), ValueError, "isn't a solution"),
        (lambda s, x: clew.Solver("nim:1,2"), clew.Unsuited, "csp"),
        (lambda s, x: clew.Solver(wrong(3)), TypeError, "isn't a puzzle"),
        (
            lambda s, x: clew.Solver(clew.CSP((6,), ())).solve({4: 1}),
            ValueError,
            "numbered from 0 to 0",
        ),
    ],
)
def test_bad_input_is_refused(ask: Any, error: type[Exception], said: str) -> None:
    problem, (x, *_) = triple()
    with pytest.raises(error, match=said):
        ask(clew.Solver(problem), x)
