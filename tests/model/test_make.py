"""Makers of users' puzzles: unique, minimal on request, and of the right level."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

import clew
from benchmarks import stated
from clew.core.rng import SplitMix64
from clew.generators.recipe import CannotMake, Recipe
from clew.model.maker import OwnMaker
from clew.model.problem import Problem
from clew.model.stated import statement
from tests.paths import ROOT

KINDS = ("kenken", "killer", "towers", "futoshiki", "kakuro")


def made(kind: str, seed: int, **options: str) -> Problem:
    grid = stated.KINDS[kind](Random(2))
    assert grid is not None
    recipe = Recipe(grid.name, "", tuple(options.items()), seed)
    return OwnMaker(grid).make(recipe, SplitMix64(str(recipe)))


@pytest.mark.parametrize("kind", KINDS)
def test_generate_with_a_seed_is_unique_and_repeatable(kind: str) -> None:
    puzzle = made(kind, 1)
    assert clew.is_unique(puzzle)
    assert str(made(kind, 1)) == str(puzzle)
    assert str(made(kind, 2)) != str(puzzle)
    labels = [each.label for each in puzzle.clues()]
    numbers = [str(each.goal) for each in puzzle.clues()]
    assert kind == "kakuro" or all(n in label for n, label in zip(numbers, labels, strict=True))


@pytest.mark.parametrize("kind", ["kenken", "towers"])
def test_generate_minimal_leaves_no_needless_clue(kind: str) -> None:
    puzzle = made(kind, 1, minimal="yes")
    assert clew.is_unique(puzzle)
    goals = [clue.goal for clue in puzzle.clues()]
    given = dict(zip(puzzle.variables_shown, puzzle.givens, strict=True))
    known = {x: puzzle.compiled()[1].values[code] for x, code in given.items() if code}
    for at in range(len(goals)):
        fewer = puzzle.restated([*goals[:at], None, *goals[at + 1 :]], known)
        assert not clew.is_unique(fewer)
    for x in known:
        rest = {y: value for y, value in known.items() if y is not x}
        assert not clew.is_unique(puzzle.restated(goals, rest))


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("kind", ["kenken", "kakuro"])
def test_generate_at_a_level_matches_the_rating(kind: str, level: str) -> None:
    puzzle = made(kind, 3, level=level)
    assert clew.is_unique(puzzle)
    assert clew.rate(puzzle).level == level


@pytest.mark.parametrize("level", ["trivial", "easy", "tricky"])
def test_levels_of_a_grid_with_signs_are_those_of_its_scale(level: str) -> None:
    puzzle = made("futoshiki", 3, level=level)
    assert clew.is_unique(puzzle)
    assert clew.rate(puzzle).level == level


def test_generate_at_an_impossible_level_raises_one_line() -> None:
    grid = clew.Grid(2, 2, [1, 2], name="tiny")
    grid.latin()
    recipe = Recipe("tiny", "", (("level", "recursive"),), 1)
    with pytest.raises(CannotMake, match="in 20 attempts from seed 1: try another "):
        OwnMaker(grid).make(recipe, SplitMix64(str(recipe)))
    grid.add(grid[0, 0] == grid[0, 1])
    recipe = Recipe("tiny", "", (("level", "hard"),), 1)
    with pytest.raises(CannotMake, match="tiny: no solution: 2 rules contradict each other: row 1"):
        OwnMaker(grid).make(recipe, SplitMix64(str(recipe)))


@pytest.mark.slow
def test_generate_without_kernels_makes_the_same_puzzle() -> None:
    code = (
        "import clew\nfrom tests.model.test_make import made\n"
        "print(made('kenken', 5, level='medium'), made('towers', 5), clew.parse('kakuro:5x5#1'))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"CLEW_NATIVE": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    kakuro = clew.parse("kakuro:5x5#1")
    expected = f"{made('kenken', 5, level='medium')} {made('towers', 5)} {kakuro}"
    assert told.stdout.strip() == expected


@pytest.mark.parametrize("goal", [7, -2, None, "a < b. ~", ("1", 2), True])
def test_clue_that_isnt_a_number_is_written_and_read_back(goal: object) -> None:
    two = clew.Problem()
    named = two.variables("a b", (1, 2, 3))
    a, b = named["a"], named["b"]
    for said in ("a < b", "b > a"):
        two.clue(statement(a < b, said), said)
    changed = two.restated([goal, "b > a"], {a: 2})
    read = two.read(changed.own_text)
    assert [clue.goal for clue in read.clues()] == [goal] * (goal is not None) + ["b > a"]
    assert read.givens == changed.givens == (2, 0)
    with pytest.raises(ValueError, match="found the clue '%5B', expected a number, a text or -"):
        two.read("~%5B.1")
