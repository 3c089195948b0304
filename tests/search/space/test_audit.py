"""Heuristics: named ones, and audits that catch those that lie."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

import clew
from clew.cli.app import app


def number(heuristic: object) -> object:
    @clew.walk(start=1, goal=20, heuristic=heuristic, name="number")  # type: ignore[arg-type]
    def walk(n: int) -> Iterator[tuple[str, int]]:
        if n < 40:
            yield "double", n * 2
        if n > 1:
            yield "less one", n - 1

    return walk


def test_a_lie_is_found_and_named() -> None:
    found = clew.audit(number(lambda n: 5 if n == 10 else 0))  # type: ignore[arg-type]
    assert found.admissible is False
    assert found.lie == (10, 5, 1)
    assert "isn't admissible: at number:10 it's 5, but the cost is 1" in str(found)


def test_an_inconsistent_heuristic_may_be_admissible() -> None:
    found = clew.audit(number(lambda n: {9: 2}.get(n, 0)))  # type: ignore[arg-type]
    assert (found.admissible, found.consistent) == (True, False)
    assert found.drop is not None
    assert (found.drop[0], found.drop[3], found.drop[4]) == (9, 2, 0)


def test_a_goal_must_be_worth_nothing() -> None:
    assert clew.audit(number(lambda n: 1)).lie == (20, 1, 0)  # type: ignore[arg-type]


def test_several_heuristics_have_names() -> None:
    walk = number([clew.Heuristic("none", lambda n: 0), clew.Heuristic("one", lambda n: n != 20)])
    assert len(clew.solve(walk, "a-star:heuristic=one").solution) == 7  # type: ignore[arg-type]
    assert clew.audit(walk, "one").admissible  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no heuristic called 'two': choose from none, one"):
        clew.audit(walk, "two")  # type: ignore[arg-type]
    with pytest.raises(clew.Unsuited, match="choose from none, one"):
        clew.solve(walk, "a-star:heuristic=two")  # type: ignore[arg-type]


def test_a_space_that_is_no_walk_is_refused() -> None:
    with pytest.raises(clew.Unsuited, match="queens has no state space"):
        clew.audit("queens:6")


def test_a_sample_proves_nothing_but_a_lie() -> None:
    honest = clew.audit("pancakes:1,2,3,4,5,6", sample=100)
    assert (honest.admissible, honest.consistent, honest.whole) == (None, None, False)
    assert "in the sample" in str(honest)
    lie = clew.Heuristic("lie", lambda stack: 9)
    assert clew.audit("pancakes:1,2,3,4,5,6", lie, sample=100).admissible is False


def test_the_command_names_heuristics_and_ends_with_a_status() -> None:
    run = CliRunner().invoke(app, ["audit", "hanoi:3", "--levels"])
    assert run.exit_code == 0
    assert "all 27 states" in run.output
    assert "states at each distance: 1 2 2 4" in run.output
    wrong = CliRunner().invoke(app, ["audit", "hanoi:3", "--heuristic", "x"])
    assert wrong.exit_code == 2
