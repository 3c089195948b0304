"""Every method that adds a rule returns it, and expressions work up to the maximum depth."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from itertools import count, product
from typing import Any

import pytest

import clew
from clew.board.pen import Pen
from clew.core.capabilities import HasObjective
from clew.core.puzzle import CellPuzzle
from clew.model import compiling
from clew.model import expressions as e
from clew.model.expressions import DEEPEST, Expression, Rule, Variable
from clew.model.own import Own
from clew.model.stated import statement
from clew.model.unused import EXPRESSIONS
from clew.rules import AllDifferent, Less

TINY = {"r1c1": 1, "r1c2": 2, "r2c1": 2, "r2c2": 1}
CALLS: dict[str, Callable[[clew.Grid], Any]] = {
    "add": lambda g: g.add(g.cells[0] == 1),
    "all": lambda g: g.all(g.cells[0] == 1, g.cells[1] == 2),
    "all_different": lambda g: g.all_different(g.cells[:2]),
    "any": lambda g: g.any(g.cells[0] == 1, g.cells[1] == 2),
    "blocks": lambda g: g.blocks(1, 2),
    "boxes": lambda g: g.boxes(1, 2),
    "brief": lambda g: g.brief(),
    "cage": lambda g: g.cage([(0, 0), (0, 1)], total=3, product=2),
    "circuit": lambda g: g.circuit(g.cells),
    "clues": lambda g: g.clues(),
    "compiled": lambda g: g.compiled(),
    "cumulative": lambda g: g.cumulative(g.cells[:3], [1, 1, 1], [1, 1, 1], 2),
    "disjunctive": lambda g: g.disjunctive(g.cells[:2], [1, 1]),
    "packing": lambda g: g.packing(g.cells[:3], [1, 1, 1], [0, 2, 2]),
    "clue": lambda g: g.clue(statement(g.cells[0] < g.cells[1], "it rises"), "it rises"),
    "connected": lambda g: g.connected(g.cells, g.links, value=1),
    "corner": lambda g: g.corner(g.cells[0]),
    "count": lambda g: g.count(g.cells, 1),
    "digits": lambda g: g.digits(g.cells),
    "draw": lambda g: g.draw(Pen()),
    "edge": lambda g: g.edge("top", 0, 1, g.cells[0] + g.cells[1]),
    "element": lambda g: g.element(g.cells, g.cells[0]),
    "exactly_one": lambda g: g.exactly_one(g.cells[0] == 1, g.cells[1] == 1),
    "find_value": lambda g: g.find_value(g.cells[0], 1),
    "fill": lambda g: g.fill([1, 0, 2, 1]),
    "given": lambda g: g.given((0, 0), 1),
    "groups": lambda g: g.groups("r1c1 r1c2"),
    "images": lambda g: g.images(),
    "implies": lambda g: g.implies(g.cells[0] == 1, g.cells[1] == 2),
    "latin": lambda g: g.latin(),
    "lexicographic": lambda g: g.lexicographic(*g.rows),
    "line": lambda g: g.line("top", 0),
    "maker": lambda g: g.maker(),
    "maximise": lambda g: g.maximise(g.cells[0]),
    "minimise": lambda g: g.minimise(g.cells[0]),
    "max": lambda g: g.max(g.cells),
    "min": lambda g: g.min(g.cells[0], 2),
    "neighbours": lambda g: g.neighbours(0, 0),
    "number": lambda g: g.number((0, 0), 2, g.cells[0] + g.cells[1]),
    "outline": lambda g: g.outline([(0, 0)]),
    "pieces": lambda g: g.pieces(g.cells, {1: [[0, 1], [2, 3]]}),
    "print": lambda g: g.print((0, 0), "A"),
    "restated": lambda g: g.restated([], {g.cells[0]: 1}),
    "price": lambda g: g.price(TINY),
    "rulebook": lambda g: g.rulebook(),
    "regular": lambda g: g.regular(g.cells[:2], {(0, 1): 1, (1, 2): 0}, 0, [0]),
    "runs": lambda g: g.runs(g.cells, [2], 1, 2),
    "sheet": lambda g: g.sheet([0] * 4),
    "set_clues": lambda g: g.set_clues("t0-1"),
    "symbol": lambda g: g.symbol(1),
    "state": lambda g: g.state(Less((), ""), g.cells[:2]),
    "table": lambda g: g.table(g.cells[:2], [(1, 2)]),
    "text": lambda g: g.text(),
    "value_of_code": lambda g: g.value_of_code(g.cells[0], 1),
    "values_of": lambda g: g.values_of(TINY),
    "words": lambda g: g.words(),
    "told": lambda g: [g.told(each) for each in g.stated],
    "variable": lambda g: g.variable("x", [1, 2]),
    "variables": lambda g: g.variables("xy", [1, 2]),
    "visible": lambda g: g.visible(g.cells),
    "where": lambda g: g.where(lambda a, b: a < b, *g.cells[:2]),
    "without": lambda g: g.without((0, 0)),
    "word": lambda g: g.word(1),
}
"""A call of each public method of a problem or a grid that other puzzles don't have."""
EVERY = {*dir(Own), *dir(CellPuzzle), *dir(HasObjective)}
"""The members of every puzzle, which don't add rules."""
METHODS = sorted(
    name
    for kind in (clew.Problem, clew.Grid)
    for name, method in vars(kind).items()
    if inspect.isfunction(method)
    and not name.startswith("_")
    and (name in CALLS or name not in EVERY)
)
STATES = sorted({*METHODS} - {"add"})


def answers(problem: clew.Problem) -> set[tuple[Any, ...]]:
    """Return the values of all solutions, by trying everything."""
    variables = list(problem.known.values())
    return {
        values
        for values in product(*(x.values for x in variables))
        if all(
            each.rule.value(dict(zip(variables, values, strict=True))) for each in problem.stated
        )
    }


def found(problem: clew.Problem, strategy: str = "auto") -> set[tuple[Any, ...]]:
    return {tuple(solution.values()) for solution in clew.Search(problem, strategy)}


def grid() -> clew.Grid:
    return clew.Grid(2, 2, [1, 2])


def test_grid_pickles_without_what_follows_from_its_rules() -> None:
    made = grid()
    made.latin()
    assert clew.count(made) == 2
    again = pickle.loads(pickle.dumps(made))
    assert not {"_compiled", "_kept", "_names"} & {*vars(again)}
    assert clew.count(again) == 2


def test_every_public_method_has_a_call_here() -> None:
    assert sorted({*METHODS}) == sorted(CALLS)


@pytest.mark.parametrize("name", STATES)
def test_method_that_states_a_rule_returns_it(name: str) -> None:
    """Other methods don't return a rule; an expression isn't a rule either."""
    made = grid()
    returned = CALLS[name](made)
    assert isinstance(returned, Rule) == bool(made.stated), name
    assert isinstance(returned, Expression) == (
        bool(made.stated) or name in (*EXPRESSIONS, "variable")
    )
    if made.stated and name != "clue":
        assert found(made) == answers(made)


@pytest.mark.parametrize("name", STATES)
def test_rule_of_a_method_when_added_or_nested_counts_once(name: str) -> None:
    if not isinstance(CALLS[name](grid()), Rule):
        return
    stated = grid()
    CALLS[name](stated)
    expected, number = answers(stated), len(stated.stated)

    again = grid()
    again.add(CALLS[name](again), label="mine")
    assert len(again.stated) == number
    assert {each.label for each in again.stated} == {"mine"}
    assert answers(again) == expected

    denied = grid()
    denied.csp()
    denied.add(~CALLS[name](denied))
    every = set(product([1, 2], repeat=4))
    assert len(denied.stated) == 1
    assert answers(denied) == found(denied) == every - expected

    either = grid()
    either.any(CALLS[name](either), either.cells[0] == 1)
    assert len(either.stated) == 1
    assert found(either) == expected | {each for each in every if each[0] == 1}

    counted = grid()
    counted.add((CALLS[name](counted) + (counted.cells[0] == 1)) == 2)
    assert found(counted) == {each for each in expected if each[0] == 1}


def test_rule_nested_after_a_search_is_compiled_again() -> None:
    problem = clew.Problem()
    x, y = problem.variables("xy", range(3))
    different = problem.all_different(x, y)
    assert clew.count(problem) == 6
    problem.add(~different)
    assert clew.count(problem) == 3


def test_rule_added_and_nested_counts_twice() -> None:
    problem = clew.Problem()
    x, y = problem.variables("xy", range(3))
    different = problem.all_different(x, y)
    problem.add(different)
    problem.add(different | (x == 0))
    assert len(problem.stated) == 2
    assert clew.count(problem) == 6


def test_element_without_a_rule_adds_nothing() -> None:
    problem = clew.Problem()
    x, i = problem.variable("x", range(3)), problem.variable("i", range(-1, 5))
    part = problem.element([x, 1], i)
    assert clew.count(problem) == 18
    problem.add(part == 1)
    assert found(problem) == {(1, 0), (0, 1), (1, 1), (2, 1)}


def test_problem_with_nested_rules_is_pickled_with_them() -> None:
    problem = clew.Problem()
    x, y = problem.variables("xy", range(3))
    kept = pickle.loads(pickle.dumps((problem, problem.all_different(x, y))))
    again, different = kept
    again.add(~different)
    assert (len(again.stated), clew.count(again), clew.count(problem)) == (1, 3, 6)


# ------------------------------------------------------------------ how deep


def chained(x: Variable, y: Variable) -> dict[str, Callable[[Any], Any]]:
    """Return the ways to make an expression a level deeper."""
    return {
        "and or": lambda r: r & (x == 1) if isinstance(r, e.Either) else r | (y == 2),
        "not": lambda r: ~(r & (x == 1)),
        "abs": lambda r: abs(r - y),
        "product": lambda r: r * y,
        "rule as a number": lambda r: r + y == 1,
        "rule as a value": lambda r: r == (y == 1),
        "all different": lambda r: e.Over(AllDifferent((), ""), [r, y == 1]),
    }


@pytest.mark.parametrize("way", chained(*[Variable(name, (0, 1), 0) for name in "xy"]))
def test_expression_nested_3000_deep_raises_one_line(way: str) -> None:
    problem = clew.Problem()
    x, y = problem.variables("xy", range(3))

    def nest(made: Any) -> None:
        for _ in range(3000):
            made = chained(x, y)[way](made)

    with pytest.raises(
        clew.ModelError, match=f"^[^\n]*nested more than {DEEPEST} levels deep[^\n]*$"
    ):
        nest(x < y)


@pytest.mark.parametrize("few", [4096, 0])
@pytest.mark.parametrize("way", chained(*[Variable(name, (0, 1), 0) for name in "xy"]))
def test_expression_of_the_maximum_depth_works(
    way: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "FEW_ROWS", few)
    problem = clew.Problem()
    x, y = problem.variables("xy", range(3))
    problem.variable("z", range(30))
    made: Any = x < y
    try:
        while True:
            kept, made = made, chained(x, y)[way](made)
    except clew.ModelError:
        made = kept if isinstance(kept, Rule) else kept.parts[0] <= 1

    def use(frames: int) -> None:
        """As it would be used by a program that has called so many functions."""
        if frames:
            use(frames - 1)
        else:
            assert str(pickle.loads(pickle.dumps(made))) == str(made)
            problem.add(made)
            assert found(problem) == answers(problem)

    use(200)


@pytest.mark.parametrize("sign", ["&", "|", "+"])
def test_chain_of_3000_works(sign: str) -> None:
    problem = clew.Problem()
    x, y = problem.variables("xy", range(3))
    part: Any = (x <= y) if sign == "&" else (x > y) if sign == "|" else x
    made = part
    for _ in range(3000):
        made = made & part if sign == "&" else made | part if sign == "|" else made + part
    problem.add(made == 3001 if sign == "+" else made)
    assert found(problem) == answers(problem)
    assert clew.count(pickle.loads(pickle.dumps(problem))) == len(answers(problem))


# ------------------------------------------------------------------ variables and values


def test_variables_iterate_as_variables_and_are_found_by_name() -> None:
    problem = clew.Problem()
    a, b, c = letters = problem.variables("a b c", range(3))
    assert [each.name for each in letters] == ["a", "b", "c"]
    assert letters["b"] is b
    assert "b" in letters
    problem.add(sum(letters) == 6)
    assert clew.solve(problem).solution == dict.fromkeys("abc", 2)
    assert list(dict(letters)) == ["a", "b", "c"]
    assert a is letters["a"]
    assert c is letters["c"]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([1, 2], r"can't compare x with the list \[1, 2\]: .* \(x == 1\) \| \(x == 2\)$"),
        ({1}, r"can't compare x with the set \{1\}: compare it with each value, as in \(x == 1\)$"),
        ({}, r"can't compare x with the dict \{\}: "),
    ],
    ids=["list", "set", "dict"],
)
def test_comparison_with_several_values_raises_type_error(values: Any, said: str) -> None:
    x = clew.Problem().variable("x", range(3))
    with pytest.raises(TypeError, match=said):
        x == values  # noqa: B015


@pytest.mark.parametrize("values", [range(10**9), count()], ids=["range", "endless"])
def test_variable_with_too_many_values_raises_model_error(values: Any) -> None:
    with pytest.raises(
        clew.ModelError, match=r"^a variable can't have more than 1,000,000 values: "
    ):
        clew.Problem().variable("x", values)
