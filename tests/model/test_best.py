"""The best solution of a problem: with givens, by every strategy that fits, and in play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import clew
from clew.core.faces import CSP, Assignment, StateSpace
from clew.play import Fill, open_play
from clew.search.auto import suits
from clew.search.strategy import strategies


def test_best_with_givens_respects_them() -> None:
    problem = clew.Problem("two")
    x, y = problem.variables("xy", range(4)).values()
    problem.add(x + y >= 2)
    problem.minimise(x + y)
    assert clew.solve(problem).cost == 2
    given = clew.solve(problem.read("@3.-"))
    assert (given.solution, given.best, given.unique) == ({"x": 3, "y": 0}, 3, None)
    assert clew.solve(problem, max_solutions=None).unique is False


def test_auto_with_an_objective_picks_a_strategy_that_fits_the_bound() -> None:
    """Without the rule for a lower cost, the rules form an exact cover."""
    sets = {"A": ("12", 5), "B": ("34", 4), "C": ("13", 2), "D": ("24", 3), "E": ("1234", 6)}
    cover = clew.Problem("cover")
    use = cover.variables(sets, (0, 1))
    for item in "1234":
        cover.exactly_one(*(use[name] == 1 for name, (items, _) in sets.items() if item in items))
    assert clew.solve(cover).strategy == "exact-cover"
    cover.minimise(sum(cost * use[name] for name, (_, cost) in sets.items()))
    result = clew.solve(cover)
    assert (result.best, [name for name, used in result.solution.items() if used]) == (
        5,
        ["C", "D"],
    )


def test_play_with_an_objective_ends_only_at_the_best_solution() -> None:
    problem = clew.Problem("two")
    x, y = problem.variables("xy", range(4)).values()
    problem.add(x + y >= 2)
    problem.minimise(2 * x + y)
    play = open_play(problem)
    assert isinstance(play, Fill)
    assert play.view()["brief"][0] == ["make 2*x + y as small as possible", "rule"]
    play.play("r1c1=2 r2c1=0")
    better = "every rule holds, but this isn't the best solution (2*x + y: 4; the best is 2)"
    assert (play.over, play.message) == (False, better)
    play.play("r1c1=0 r2c1=2")
    assert (play.over, play.message) == (True, "solved")


def test_walk_with_costs_is_hinted_and_rated_by_cost() -> None:
    roads = {"home": [("bridge", "work", 10), ("lane", "mill", 1)], "mill": [("path", "work", 2)]}
    toll = clew.walk(start="home", goal="work")(lambda place: roads.get(place, []))
    assert clew.hint(toll).full == "lane; 2 moves to go at a cost of 3, and less is impossible"
    assert clew.explain(toll).outcome == "2 moves at a cost of 3; less is impossible"
    assert str(clew.rate(toll)) == "cost 3"


# ------------------------------------------------------------------ every strategy


def mixed() -> clew.Problem:
    """State a problem with two best solutions of six, and a variable whose values are words."""
    problem = clew.Problem("mixed")
    x, y = problem.variable("x", range(3)), problem.variable("y", ["a", "b"])
    problem.add((x != 1) | (y == "b"))
    problem.maximise(x - 4)
    return problem


SUITED = [name for name, kind in strategies().items() if suits(mixed(), kind())]


@pytest.mark.parametrize("name", [each for each in SUITED if strategies()[each].complete])
def test_complete_strategy_next_to_words_finds_the_best_solution(name: str) -> None:
    result = clew.solve(mixed(), name)
    assert (result.best, result.cost, result.solution["x"]) == (-2, -2, 2)
    assert clew.count(mixed(), name) == 2


def test_fitting_strategies_include_many_of_each_face() -> None:
    faces = [strategies()[name].face for name in SUITED]
    assert faces.count(CSP) >= 6
    assert faces.count(StateSpace) >= 6


def test_local_search_never_claims_a_best_solution() -> None:
    for most in (1, 2, None):
        result = clew.solve(mixed(), "min-conflicts:steps=500", max_solutions=most)
        assert (result.status, result.best) == (clew.Status.STOPPED, None)
        assert "there may be a better solution" in str(result)


@pytest.mark.parametrize("strategy", ["auto", "backtracking", "breadth-first", "pseudo-boolean"])
def test_search_with_a_limit_claims_best_only_when_complete(strategy: str) -> None:
    for nodes in range(1, 30):
        result = clew.solve(mixed(), strategy, max_nodes=nodes, max_solutions=2)
        if result.best is not None:
            assert (result.best, result.cost) == (-2, -2)
        else:
            assert result.status is clew.Status.STOPPED
            assert not result.solutions or "there may be a better solution" in str(result)


def test_strategy_that_ignores_the_bound_raises_wrong_solution() -> None:
    @clew.strategy("stubborn", face=CSP)
    def stubborn(csp: CSP, run: clew.Run) -> Iterator[Assignment]:
        """Always yield the same solution."""
        run.visit()
        yield (2, 2)

    problem = clew.Problem("two")
    x, y = problem.variables("xy", (1, 2)).values()
    problem.minimise(x + y)
    with pytest.raises(clew.WrongSolution, match="breaks a better solution"):
        clew.solve(problem, stubborn())


@pytest.mark.parametrize(
    ("stated", "says"),
    [
        (
            lambda p, y: y,
            "^can't minimise y, because it can be 'a': use an expression that's always",
        ),
        (lambda p, y: p.element([1, y, 2], y == "a"), "can be 'a'"),
        (lambda p, y: p.element([1, 2.5], y == "a") * 2, "can be 2.5"),
    ],
)
def test_minimise_over_words_raises_one_line(stated: Any, says: str) -> None:
    problem = clew.Problem("texts")
    with pytest.raises(clew.ModelError, match=says) as error:
        problem.minimise(stated(problem, problem.variable("y", ["a", "b"])))
    assert "\n" not in str(error.value)


def test_auto_for_a_bounded_exact_cover_fits_with_and_without_bound() -> None:
    """Without a bound the problem is an exact cover; with one it isn't."""
    problem = clew.Problem()
    x, z = problem.variable("x", (False, True)), problem.variable("z", ("green", "blue"))
    problem.pieces([x, z], {False: [[0]]})
    problem.maximise(x)
    assert clew.count(problem) == 2
