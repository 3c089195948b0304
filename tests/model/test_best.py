"""The best answer of a stated problem: with givens, by the strategy that suits, and in play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import clew
from clew.core.faces import CSP, Assignment, StateSpace
from clew.play import Fill, open_play
from clew.search.auto import suits
from clew.search.strategy import strategies


def test_givens_bound_what_can_be_best() -> None:
    problem = clew.Problem("two")
    x, y = problem.variables("xy", range(4)).values()
    problem.add(x + y >= 2)
    problem.minimise(x + y)
    assert clew.solve(problem).cost == 2
    given = clew.solve(problem.read("@3.-"))
    assert (given.solution, given.best, given.unique) == ({"x": 3, "y": 0}, 3, None)
    assert clew.solve(problem, max_solutions=None).unique is False


def test_the_strategy_suits_the_search_for_a_better_answer() -> None:
    """All rules but the one for a lower cost make an exact cover."""
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


def test_only_the_best_answer_ends_play() -> None:
    problem = clew.Problem("two")
    x, y = problem.variables("xy", range(4)).values()
    problem.add(x + y >= 2)
    problem.minimise(2 * x + y)
    play = open_play(problem)
    assert isinstance(play, Fill)
    assert play.view()["brief"][0] == ["2*x + y is to be least", "rule"]
    play.play("r1c1=2 r2c1=0")
    better = "every rule holds, but it is not the best: found 2*x + y: 4, the best is 2"
    assert (play.over, play.message) == (False, better)
    play.play("r1c1=0 r2c1=2")
    assert (play.over, play.message) == (True, "it is solved")


def test_a_walk_with_costs_is_measured_by_them() -> None:
    roads = {"home": [("bridge", "work", 10), ("lane", "mill", 1)], "mill": [("path", "work", 2)]}
    toll = clew.walk(start="home", goal="work")(lambda place: roads.get(place, []))
    assert clew.hint(toll).full == (
        "Make the move lane. You're 2 moves from the goal at a cost of 3 (the minimum)."
    )
    assert clew.explain(toll).outcome == "2 moves at a cost of 3, the least possible"
    assert str(clew.rate(toll)) == "cost 3"


# ------------------------------------------------------------------ every strategy


def mixed() -> clew.Problem:
    """Two best answers of six, with a variable of texts."""
    problem = clew.Problem("mixed")
    x, y = problem.variable("x", range(3)), problem.variable("y", ["a", "b"])
    problem.add((x != 1) | (y == "b"))
    problem.maximise(x - 4)
    return problem


SUITED = [name for name, kind in strategies().items() if suits(mixed(), kind())]


@pytest.mark.parametrize("name", [each for each in SUITED if strategies()[each].complete])
def test_best_answer_next_to_texts_is_found_by_every_complete_strategy(name: str) -> None:
    result = clew.solve(mixed(), name)
    assert (result.best, result.cost, result.solution["x"]) == (-2, -2, 2)
    assert clew.count(mixed(), name) == 2


def test_the_strategies_that_suit_are_many() -> None:
    faces = [strategies()[name].face for name in SUITED]
    assert faces.count(CSP) >= 6
    assert faces.count(StateSpace) >= 6


def test_local_search_never_claims_that_its_answer_is_the_best() -> None:
    for answers in (1, 2, None):
        result = clew.solve(mixed(), "min-conflicts:steps=500", max_solutions=answers)
        assert (result.status, result.best) == (clew.Status.STOPPED, None)
        assert "a better answer may exist" in str(result)


@pytest.mark.parametrize("strategy", ["auto", "backtracking", "breadth-first", "pseudo-boolean"])
def test_limit_before_the_end_claims_nothing_and_after_it_keeps_the_answer(strategy: str) -> None:
    for nodes in range(1, 30):
        result = clew.solve(mixed(), strategy, max_nodes=nodes, max_solutions=2)
        if result.best is not None:
            assert (result.best, result.cost) == (-2, -2)
        else:
            assert result.status is clew.Status.STOPPED
            assert not result.solutions or "a better answer may exist" in str(result)


def test_strategy_that_ignores_the_bound_is_refused() -> None:
    @clew.strategy("stubborn", face=CSP)
    def stubborn(csp: CSP, run: clew.Run) -> Iterator[Assignment]:
        """Always give the same answer."""
        run.visit()
        yield (2, 2)

    problem = clew.Problem("two")
    x, y = problem.variables("xy", (1, 2)).values()
    problem.minimise(x + y)
    with pytest.raises(clew.WrongSolution, match="breaks a better answer"):
        clew.solve(problem, stubborn())


@pytest.mark.parametrize(
    ("stated", "says"),
    [
        (lambda p, y: y, "y can't be minimised: it may be 'a', and only whole numbers"),
        (lambda p, y: p.element([1, y, 2], y == "a"), "may be 'a'"),
        (lambda p, y: p.element([1, 2.5], y == "a") * 2, "may be 2.5"),
    ],
)
def test_minimise_over_texts_is_one_line(stated: Any, says: str) -> None:
    problem = clew.Problem("texts")
    with pytest.raises(clew.ModelError, match=says) as error:
        problem.minimise(stated(problem, problem.variable("y", ["a", "b"])))
    assert "\n" not in str(error.value)


def test_auto_for_the_best_exact_cover_suits_every_bound() -> None:
    """Without a bound the problem is an exact cover; with one it isn't."""
    problem = clew.Problem()
    x, z = problem.variable("x", (False, True)), problem.variable("z", ("green", "blue"))
    problem.pieces([x, z], {False: [[0]]})
    problem.maximise(x)
    assert clew.count(problem) == 2
