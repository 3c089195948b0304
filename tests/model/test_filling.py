"""The tests of makers: which given variables leave only one solution."""

from __future__ import annotations

from random import Random

import pytest

import clew
from clew.explanations.mus_steps import rank_of
from clew.model.explaining import ClueRanker
from clew.model.filling import Clued, Filling, Numbered, Uniqueness, unique_with


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


KENKEN = "kenken:4:ab_6a_a_aa_b,a5s1d2m4m24s2a5"


@pytest.mark.parametrize("text", [KENKEN, "slitherlink:5x5t0:3f213213e2202a3a"])
def test_clues_that_are_left_out_are_those_of_a_puzzle_without_them(text: str) -> None:
    """For every way to ask: a variable for each number, or fewer rules."""
    rng, puzzle = Random(7), clew.parse(text)
    assert isinstance(puzzle, clew.Problem)
    solution = puzzle.values_of(clew.solve(puzzle).solution)
    clues = puzzle.clues()
    by_number, clued = unique_with(puzzle, solution, []), Clued(puzzle)
    ranker, outcomes = ClueRanker(puzzle, solution), set()
    assert Numbered.of(puzzle) is not None
    for _ in range(12):
        kept = sorted(rng.sample(range(len(clues)), len(clues) - rng.choice([0, 0, 1, 1, 2])))
        goals = [each.goal if at in kept else None for at, each in enumerate(clues)]
        given = rng.sample(puzzle.variables_shown, 3)
        fewer = puzzle.restated(goals, {})
        expected = clew.solve(fewer, max_solutions=2).unique
        assert by_number(kept) is expected
        assert Uniqueness(clued.filling(kept), solution)([]) is expected
        fewer = puzzle.restated(goals, {x: solution[x] for x in given})
        code = fewer.compiled()[1].code
        entries = [code[solution[x]] for x in fewer.known.values()]
        assert ranker.rank(kept, given, 1) == rank_of(fewer, entries, 1)
        outcomes.add(expected)
    assert outcomes == {False, True}
