"""The tests of makers: which given variables leave only one solution."""

from __future__ import annotations

from random import Random

import clew
from clew.model.filling import Filling, Uniqueness


def test_uniqueness_of_random_givens_is_that_of_a_fresh_search() -> None:
    """Earlier tests answer some of them without a search."""
    rng = Random(2)
    grid = clew.Grid(4, 4, range(1, 5))
    grid.latin()
    solution = {each: (each.index // 4 + each.index % 4) % 4 + 1 for each in grid.cells}
    is_unique = Uniqueness(Filling(grid), solution)
    outcomes = []
    for _ in range(150):
        given = rng.sample(list(grid.cells), rng.randint(0, 12))
        text = "@" + ".".join(
            str(solution[each]) if each in set(given) else "-" for each in grid.cells
        )
        expected = clew.solve(grid.read(text), "backtracking", max_solutions=2).unique
        assert is_unique(given) is expected
        outcomes.append(expected)
    assert 20 < sum(outcomes) < 130


def test_filling_finds_the_variables_in_which_solutions_differ() -> None:
    problem = clew.Problem("triple")
    x, y, z = problem.variables("xyz", range(4))
    problem.add(x + y == 3, x <= 1, z == 2)
    filling = Filling(problem)
    solution = {x: 0, y: 3, z: 2}
    assert filling.differing(solution) == {x, y}
    assert filling.differing(solution, [filling.allows(y, 3)]) == set()
    problem.add(x == 1)
    assert Filling(problem).differing({x: 1, y: 2, z: 2}) == set()
    assert Filling(problem).is_unique()
    assert not filling.is_unique()


def test_other_solution_is_named() -> None:
    problem = clew.Problem("pair")
    x, y = problem.variables("xy", range(4))
    problem.add(x + y == 1)
    assert Uniqueness(Filling(problem), {x: 0, y: 1}).other() == {x: 1, y: 0}
    problem.add(x == 0)
    assert Uniqueness(Filling(problem), {x: 0, y: 1}).other() is None
