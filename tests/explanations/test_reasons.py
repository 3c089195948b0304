"""Reasons and contradictions: each is checked by code that does not know how it was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from random import Random

import pytest

import clew
from benchmarks.stated import puzzle as stated_puzzle
from clew.core.faces import values
from clew.explanations.entries import only_solution
from clew.explanations.mus import MusSolver
from clew.explanations.mus_steps import level_of
from clew.model.expressions import Rule, Variable
from clew.model.problem import Problem
from clew.search.csp.contradiction import (
    Contradiction,
    NumberedRules,
    contradiction_of,
    grown,
    reduced,
    smallest_contradiction,
    smallest_hitting,
)
from clew.search.csp.rulebook import rulebook_of
from tests.explanations.reason_checker import by_trying, check_steps


def steps_of(puzzle: Problem) -> str:
    return str(clew.explain(puzzle))


# ------------------------------------------------------------------ steps


@pytest.mark.parametrize(
    ("kind", "seed"),
    [("kenken", 1), ("kenken", 4), ("killer", 2), ("towers", 2), ("towers", 4), ("futoshiki", 1),
     ("sudoku", 1), ("nonogram", 2), ("minesweeper", 1), ("minesweeper", 2)],
)  # fmt: skip
def test_every_step_is_forced_and_nothing_can_be_left_out(kind: str, seed: int) -> None:
    puzzle = stated_puzzle(kind, seed)
    assert puzzle is not None
    steps = check_steps(puzzle, only_solution(puzzle), by_trying)
    assert [step for step in steps if step.eliminations] or kind == "sudoku"
    if kind in ("futoshiki", "sudoku"):  # techniques explain these
        return
    told = clew.explain(puzzle)
    assert tuple(steps) == told.steps
    assert level_of(puzzle, only_solution(puzzle)) == told.level == clew.rate(puzzle).level


def test_a_step_is_told_in_the_names_of_the_puzzle() -> None:
    houses = clew.Problem("houses")
    at = houses.variables(["the Norwegian", "milk", "the blue house"], [1, 2, 3])
    houses.add(at["the Norwegian"] == 1)
    houses.add(abs(at["the Norwegian"] - at["the blue house"]) == 1, label="they are neighbours")
    houses.add(at["milk"] > at["the blue house"])
    assert steps_of(houses).splitlines() == [
        "1. One rule (1.0): milk > the blue house: milk can't be 1 and the blue house can't be 3.",
        "2. One rule (1.1): They are neighbours (given that the Norwegian is 1): "
        "the blue house must be 2.",
        "3. One rule (1.1): milk > the blue house (given that the blue house is 2): "
        "milk must be 3.",
    ]
    found = clew.hint(houses)
    assert found.vague == "Look at milk."
    assert found.technique == "One rule is enough."
    assert found.cells == "One rule is enough. Look at milk and the blue house."


def test_values_that_are_no_numbers_keep_their_names() -> None:
    word = clew.Problem("words")
    a, b = (word.variable(name, ["ape", "bee", "cat"]) for name in "ab")
    word.table([a, b], [("ape", "bee"), ("cat", "ape")], label="pairs")
    word.add(b != "bee")
    assert steps_of(word).splitlines() == [
        "1. One rule (1.0): Pairs: b must be ape, and a can't be bee.",
        "2. One rule (1.1): Pairs (given that b is ape): a must be cat.",
    ]


def test_a_rule_says_no_more_because_of_another() -> None:
    """The values that x <= 2 leaves are a fact beside x + y == 8, and codes may differ."""
    problem = clew.Problem("small")
    x, y = (problem.variable(name, [-50, 0, 1, 2, 3, 6, 8, 90]) for name in "xy")
    problem.add(x <= 2, x > 0, x * y + y == 18)
    told = check_steps(problem, only_solution(problem), by_trying)
    assert any("(given that x is 2)" in step.text for step in told)
    assert clew.solve(problem).solution == {"x": 2, "y": 6}


def smallest_by_trying(rules: Sequence[Rule], left: Mapping[Variable, Sequence[int]]) -> int:
    """The fewest rules that rule out any value that is left, all facts known, by trying sets."""

    def rules_out(some: tuple[Rule, ...]) -> bool:
        inside = {x for rule in some for x in rule.variables()}
        return any(
            not by_trying(some, {y: [v] if y is x else left[y] for y in inside})
            for x in inside
            if len(left[x]) > 1
            for v in left[x]
        )

    sizes = (len(some) for n in range(1, 6) for some in combinations(rules, n) if rules_out(some))
    return next(sizes, 0)


def random_problem(seed: int) -> clew.Problem:
    random = Random(seed)
    problem = clew.Problem("random")
    xs = list(problem.variables("abcde", range(1, 5)).values())
    for _ in range(random.randint(5, 8)):
        x, y, z = random.sample(xs, 3)
        problem.add(
            random.choice([x < y, x != y, x + y == z, x + y != 5, abs(x - y) == 2, x * y == 4])
        )
    return problem


def test_each_reason_has_the_fewest_rules() -> None:
    sizes: Counter[int] = Counter()
    for seed in range(2000):
        problem = random_problem(seed)
        if not clew.is_unique(problem):
            continue
        rules = [each.rule for each in problem.stated]
        solver = MusSolver(rulebook_of(problem), only_solution(problem))
        while found := solver.next():
            assert found[0].smallest
            if len(found[0].rules) > 1 or sizes[1] < 10:
                left = {x: list(values(solver.domains[x.index])) for x in problem.known.values()}
                assert len(found[0].rules) == smallest_by_trying(rules, left)
                sizes[len(found[0].rules)] += 1
            solver.take(found)
        if sizes[2] > 10:
            break
    assert sizes[1] >= 10
    assert sizes[2] > 10


def test_what_is_not_proven_is_said_to_be_only_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a look at every two or three rules it is not known that one more is too few."""
    puzzle = stated_puzzle("kenken", 3)
    assert puzzle is not None
    monkeypatch.setattr("clew.explanations.mus.TOGETHER", 1)
    steps = check_steps(puzzle, only_solution(puzzle), by_trying)
    several = {step.technique: step.text for step in steps if step.technique[0] == "c"}
    assert several
    for technique, text in several.items():
        small = text.endswith(". Fewer rules or facts might be enough")
        assert small == (technique != "contradiction of 2 rules")


# ------------------------------------------------------------------ no solution


def smallest_set(problem: clew.Problem) -> int:
    """How many of the rules contradict each other at least, by trying all sets."""
    rules = [each.rule for each in problem.stated]
    for count in range(1, len(rules) + 1):
        for some in combinations(rules, count):
            inside = {x for rule in some for x in rule.variables()}
            if not by_trying(some, {x: x.values for x in inside}):
                return count
    return 0


def test_the_smallest_contradiction_is_that_of_all_sets() -> None:
    found = 0
    for seed in range(1000, 1080):
        problem = random_problem(seed)
        if clew.count(problem):
            assert contradiction_of(problem) is None
            continue
        found += 1
        told = contradiction_of(problem)
        assert told is not None
        assert told.smallest
        assert len(told.rules) == smallest_set(problem)
        named = [each.rule for each in problem.stated]
        used = [named[k] for k, each in enumerate(problem.stated) if _is_in(each.label, told)]
        assert not by_trying(used, {x: x.values for x in problem.known.values()})
    assert found > 20


def _is_in(label: str, told: Contradiction) -> bool:
    return any(rule.label == label for rule in told.rules)


def late() -> clew.Problem:
    problem = clew.Problem("late")
    x, y = (problem.variable(name, range(9)) for name in "xy")
    problem.add(x + y > 3, x < y)
    problem.add(y < x, label="y comes first")
    return problem


def test_no_solution_says_why_everywhere() -> None:
    result = clew.solve(late())
    line = late.__code__.co_firstlineno
    why = (
        f"2 rules contradict each other: x < y (test_reasons.py:{line + 3}); "
        f"y comes first (test_reasons.py:{line + 4})"
    )
    assert result.reason == why
    assert str(result) == f"no solution: {why}"
    assert result.as_dict()["reason"] == why
    for ask in (clew.hint, clew.explain, clew.rate):
        with pytest.raises(clew.NoSolution, match="2 rules contradict each other"):
            ask(late())
    assert clew.solve("queens:3").reason.startswith("3 rules contradict each other: columns")


def test_contradiction_names_a_clue_once_though_it_states_several_rules() -> None:
    grid = clew.Grid(4, 4, range(1, 5))
    grid.latin()
    grid.set_clues("t0-1-2-3", "t3-7")
    (line,) = {rule.place[1] for rule in contradiction_of(grid).rules}  # type: ignore[union-attr]
    at = f"(test_reasons.py:{line})"
    told = f"the thermometer at r1c1 {at}; the thermometer at r1c4 {at}"
    assert clew.solve(grid).reason == f"2 rules contradict each other: {told}"
    grid = clew.Grid(4, 4, range(1, 5))
    grid.set_clues("t0-1-2-3-7")
    assert clew.solve(grid).reason.startswith("nothing obeys the thermometer at r1c1 (")


def test_givens_are_named_too() -> None:
    grid = clew.Grid(3, 3, [1, 2, 3])
    grid.latin()
    grid.given((0, 0), 1)
    grid.given((0, 1), 2)
    grid.given((1, 2), 3)
    told = contradiction_of(grid)
    assert told is not None
    labels = {rule.label for rule in told.rules}
    assert labels == {
        "row 1", "column 3", "r1c1 is given as 1", "r1c2 is given as 2", "r2c3 is given as 3",
    }  # fmt: skip
    only = clew.Problem("one")
    x = only.variable("x", [1, 2])
    only.add(x > 5)
    assert clew.solve(only).reason.startswith("nothing obeys x > 5")


def test_the_rules_of_one_line_are_told_once() -> None:
    late = clew.Problem()
    days = list(late.variables(map(str, range(15)), range(14)).values())
    for one, two in pairwise(days):
        late.add(one < two)
    told = str(contradiction_of(late))
    assert told.startswith("14 rules contradict each other: 0 < 1 (test_reasons.py:")
    assert told.endswith("), and 13 more of this line")


def test_what_is_not_proven_smallest_is_said_to_be_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NumberedRules, "_obeyed", _tired)
    assert "2 rules contradict each other (a small set, perhaps not the smallest)" in str(
        clew.solve(late())
    )


def _tired(self: NumberedRules, some: int) -> int | None:
    from clew.search.csp.contradiction import Spent

    raise Spent


# ------------------------------------------------------------------ hitting sets


def test_hitting_sets_are_smallest() -> None:
    random = Random(3)
    for _ in range(200):
        sets = [random.randint(1, 255) for _ in range(random.randint(0, 8))]
        found = smallest_hitting(sets)
        assert all(found & each for each in sets)
        hits = (bits.bit_count() for bits in range(256) if all(bits & each for each in sets))
        assert found.bit_count() == min(hits)


def test_contradictions_of_random_sets() -> None:
    random = Random(4)
    for _ in range(100):
        bad = [random.randint(1, 255) for _ in range(random.randint(1, 4))]

        def possible(some: int, bad: list[int] = bad) -> bool:
            return not any(some & each == each for each in bad)

        def obeyed(some: int) -> int | None:
            return grown(some, 255, possible) if possible(some) else None

        smallest = smallest_contradiction(255, obeyed)
        assert smallest is not None
        assert smallest.bit_count() == min(map(int.bit_count, bad))
        assert smallest_contradiction(255, obeyed, smallest.bit_count()) is None
        small = reduced(255, lambda some: not possible(some))
        assert small in bad
