"""Puzzles of the gallery that are made: one solution, minimal if wanted, at a level, by a seed."""

from __future__ import annotations

import pytest

import clew
from clew.generators.recipe import CannotMake
from clew.model.problem import Problem

SIZES = {
    "kakuro": "6x6", "nonogram": "6x6", "minesweeper": "6x6", "hitori": "5x5", "zebra": "3x3",
    "map-colouring": "5", "cryptarithm": "4",
}  # fmt: skip
LEVELS = [
    ("kakuro", "medium"), ("nonogram", "easy"), ("nonogram", "hard"),
    ("minesweeper", "easy"), ("minesweeper", "medium"), ("minesweeper", "hard"),
    ("hitori", "easy"), ("hitori", "medium"), ("hitori", "hard"),
    ("zebra", "easy"), ("zebra", "medium"), ("zebra", "hard"),
    ("map-colouring", "easy"), ("map-colouring", "hard"), ("cryptarithm", "easy"),
]  # fmt: skip


def made(kind: str, seed: int, level: str | None = None, **options: bool) -> Problem:
    puzzle = clew.generate(kind, SIZES[kind], seed=seed, level=level, **options)
    assert isinstance(puzzle, Problem)
    return puzzle


@pytest.mark.parametrize("kind", SIZES)
def test_one_solution_by_another_search_and_the_same_from_the_same_seed(kind: str) -> None:
    """The maker asks `learning`; backtracking shares no code with it."""
    puzzle = made(kind, 1)
    assert puzzle == made(kind, 1)
    assert puzzle != made(kind, 2)
    assert clew.parse(puzzle.id) == puzzle
    result = clew.solve(puzzle, "backtracking:select=mrv,infer=mac", max_solutions=2)
    assert result.unique
    assert puzzle.check(result.solution) == []


@pytest.mark.parametrize("kind", SIZES)
def test_it_is_written_as_the_kind_writes_itself(kind: str) -> None:
    text = str(made(kind, 1))
    assert "@" not in text
    assert kind == "zebra" or "~" not in text


@pytest.mark.parametrize("kind", ["kakuro", "nonogram", "minesweeper", "zebra", "map-colouring"])
def test_minimal_is_minimal(kind: str) -> None:
    """Without any one of its clues or givens there is another solution."""
    puzzle = made(kind, 1, minimal=True)
    goals = [clue.goal for clue in puzzle.clues()]
    given = {each.rule.parts[0]: each.goal for each in puzzle.stated if each.is_given}
    assert clew.is_unique(puzzle)
    for at in range(len(goals)):
        fewer = puzzle.restated([*goals[:at], None, *goals[at + 1 :]], given)
        assert not clew.is_unique(clew.parse(fewer.id))
    for cell in given:
        rest = {other: value for other, value in given.items() if other is not cell}
        assert not clew.is_unique(puzzle.restated(goals, rest))


@pytest.mark.parametrize(("kind", "level"), LEVELS)
def test_the_level_is_that_of_the_dearest_step(kind: str, level: str) -> None:
    puzzle = made(kind, 3, level)
    assert clew.is_unique(puzzle)
    assert clew.rate(puzzle).level == level
    assert kind != "hitori" or "@" not in str(puzzle)  # the genre has no givens


def test_a_level_that_a_kind_does_not_have_is_one_line() -> None:
    """Borders say something one at a time, or three of them in a triangle."""
    with pytest.raises(CannotMake, match="in 25 attempts from seed 1: try another "):
        made("map-colouring", 1, "medium")


@pytest.mark.parametrize(
    ("kind", "size"), [("kakuro", "1x1"), ("kakuro", "99x99"), ("zebra", "6x6"), ("hitori", "7")]
)
def test_a_size_that_cannot_be_is_one_line(kind: str, size: str) -> None:
    with pytest.raises(CannotMake) as error:
        clew.generate(kind, size, seed=1)
    assert "\n" not in str(error.value)
