"""Sokoban's estimate: never too much, by the best matching, infinite if boxes freeze."""

from __future__ import annotations

from itertools import permutations
from math import inf
from random import Random

import pytest

import clew
from clew.core.heuristics import cheapest_matching
from clew.puzzles.sokoban import Sokoban


def test_the_cheapest_matching_is_the_least_of_all_matchings() -> None:
    rng = Random(1)
    for _ in range(500):
        rows = rng.randint(0, 4)
        cols = rng.randint(rows, 5)
        costs = [[rng.choice((0, 1, 2, 3, 5, 8, inf)) for _ in range(cols)] for _ in range(rows)]
        ways = permutations(range(cols), rows)
        least = min(sum(costs[row][col] for row, col in enumerate(way)) for way in ways)
        assert cheapest_matching(costs) == least


def level(rng: Random) -> Sokoban | None:
    """Return a random small level, which may have no solution; None if the signs make none."""
    wide, tall = rng.randint(3, 5), rng.randint(3, 4)
    signs = ["#" if rng.random() < 0.15 else "-" for _ in range(wide * tall)]
    free = [at for at, sign in enumerate(signs) if sign == "-"]
    boxes = rng.randint(1, 3)
    if len(free) < boxes + 2:
        return None
    taken, goals = rng.sample(free, boxes + 1), rng.sample(free, boxes + rng.randint(0, 1))
    for at in goals:
        signs[at] = "."
    for number, at in enumerate(taken):
        on_floor, on_goal = "$*" if number else "@+"
        signs[at] = on_goal if signs[at] == "." else on_floor
    rows = ["".join(signs[at : at + wide]) for at in range(0, wide * tall, wide)]
    text = "/".join(["#" * (wide + 2), *(f"#{row}#" for row in rows), "#" * (wide + 2)])
    try:
        return Sokoban.parse(text)
    except ValueError:  # walls may enclose a box
        return None


def levels(seed: int, count: int) -> list[Sokoban]:
    rng, found = Random(seed), list[Sokoban]()
    while len(found) < count:
        if (made := level(rng)) is not None:
            found.append(made)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_star_finds_ways_as_short_as_breadth_first(seed: int) -> None:
    solved = 0
    for puzzle in levels(seed, 50):
        found, plain = clew.solve(puzzle, "a-star"), clew.solve(puzzle, "breadth-first")
        assert found.unsolvable == plain.unsolvable
        if plain.solved:
            solved += 1
            assert len(found.solution) == len(plain.solution)
    assert solved > 5


@pytest.mark.parametrize("puzzle", levels(9, 25), ids=str)
def test_the_estimate_is_admissible_and_consistent(puzzle: Sokoban) -> None:
    found = clew.audit(puzzle)
    assert found.admissible
    assert found.consistent


def estimate(text: str) -> float:
    puzzle = Sokoban.parse(text)
    return puzzle.heuristic(puzzle.start)


def test_each_box_needs_a_goal_of_its_own() -> None:
    assert estimate("#######/#@$.$.#/#-----#/#######") == 2  # two nearest goals are the same
    assert estimate("########/#.@$.$-#/#------#/########") == 2 + 2 - 1 + 1 - 1
    assert estimate("#######/#@-*--#/#-----#/#######") == 0


@pytest.mark.parametrize(
    "text",
    [
        "#######/#@----#/#-$$--#/#-$$..#/#--..-#/#######",  # a block of four
        "######/#@.$-#/#..$-#/#---$#/######",  # two at the wall hold each other
        "######/#----#/#@$-.#/#-##-#/#$--.#/######",  # a corner
        "#######/#$---.#/#@---.#/#--$--#/#######",
        "########/#@-$-$-#/#.----.#/########",  # both at a wall without goals
    ],
)
def test_stuck_boxes_are_noticed_at_once(text: str) -> None:
    assert estimate(text) == inf
    assert clew.solve(f"sokoban:{text}", "breadth-first").unsolvable


def test_boxes_that_freeze_on_goals_are_no_fault() -> None:
    assert estimate("#######/#@----#/#-**--#/#-**$.#/#-----#/#######") == 1 + 2 - 1
