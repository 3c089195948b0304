"""The best answer of a stated problem: with givens, by the strategy that suits, and in play."""

from __future__ import annotations

import clew
from clew.play import Fill, open_play


def test_givens_bound_what_can_be_best() -> None:
    problem = clew.Problem("two")
    x, y = problem.variables("xy", range(4)).values()
    problem.add(x + y >= 2)
    problem.minimise(x + y)
    assert clew.solve(problem).cost == 2
    given = clew.solve(problem.read("@3.-"))
    assert (given.answer, given.best, given.unique) == ({"x": 3, "y": 0}, 3, None)
    assert clew.solve(problem, max_answers=None).unique is False


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
    assert (result.best, [name for name, used in result.answer.items() if used]) == (5, ["C", "D"])


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
    assert clew.hint(toll).full == "lane; 2 moves to go at a cost of 3, and less is impossible"
    assert clew.explain(toll).outcome == "2 moves at a cost of 3; less is impossible"
    assert str(clew.rate(toll)) == "cost 3"
