"""Every rule agrees with brute force, by every engine: the readable one, the compiled, and CP-SAT.

CLEW_FUZZ=10000 makes so many random models of each rule; the suite makes a few.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import pytest

import clew
from clew import rules as plain
from clew.core.faces import CSP
from clew.model import compiling
from clew.model.expressions import Expression, Measured, Over, Predicate, Rule, Variable, add_up
from clew.rules.table import listed
from clew.search.csp.contradiction import contradiction_of
from clew.search.csp.cp_sat import installed, knows, model_of
from clew.search.native import available

MODELS = int(os.environ.get("CLEW_FUZZ", "12"))
DOMAINS: list[list[Any]] = [
    list(range(3)),
    list(range(1, 5)),
    [-3, -1, 0, 2],
    [0, 1],
    [5, 70, 300],
    [-2, -1],
]
Builder = Callable[[clew.Problem, list[Variable], Random], None]


def linear(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    total: Any = sum(rng.choice([-3, -2, -1, 1, 2, 5]) * x for x in xs)
    limit = rng.randrange(-5, 12)
    symbol = rng.randrange(6)
    rules = (total == limit, total != limit, total <= limit, total >= limit, total < limit)
    problem.add((*rules, total > limit)[symbol])


def product_rule(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    made: Any = xs[0] * xs[1]
    made = made * xs[2] if rng.random() < 0.4 else made
    problem.add(rng.choice([made == rng.choice([0, 2, 4, 6]), made <= 6, made != 4, made >= xs[2]]))


def absolute(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    apart = abs(xs[0] - xs[1])
    problem.add(rng.choice([apart == 1, apart >= 2, apart != xs[2], apart <= 2 * xs[2]]))
    problem.add((xs[0] + xs[2]) % 3 != 1)


def counted(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    value = rng.choice(xs[0].values)
    count = problem.count(xs, value)
    problem.add(rng.choice([count == 1, count <= 1, count >= 2, count != 1, count == xs[0]]))


def clauses(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    def literal() -> Any:
        x = rng.choice(xs)
        value = rng.choice(x.values)
        return rng.choice([x == value, x != value, x <= value, x >= value])

    problem.add(problem.any(*(literal() for _ in range(3))))
    problem.add(problem.implies(literal(), literal() & literal()))
    problem.add(~(literal() & literal()))


def reified(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    problem.add(problem.implies(xs[0] + xs[1] > 2, xs[1] - xs[2] != 0))
    problem.add((xs[0] < xs[1]) + (xs[1] < xs[2]) + (xs[0] == xs[2]) <= 1)
    problem.exactly_one(xs[0] == xs[1], xs[1] == xs[2], sum(xs[:3]) >= 3)


def element(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    index = problem.variable("i", range(-1, 3))
    problem.add(problem.element(xs[:3], index) == rng.choice([*xs[0].values, xs[1]]))


def table(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    rows = [tuple(rng.choice(x.values) for x in xs[:3]) for _ in range(8)]
    problem.table(xs[:3], [*rows, ("nothing", 0, 0)])


def regular(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    states, values = "abc", {value for x in xs for value in x.values}
    pairs = [(s, v) for s in states for v in sorted(values) if rng.random() < 0.7]
    moves = {pair: rng.choice(states) for pair in pairs}
    problem.regular(xs, moves, "a", rng.sample(states, 2))


def visible(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    seen = problem.visible(xs)
    problem.add(rng.choice([seen == 2, seen >= 2, seen == xs[0], seen != 1]))


def lexicographic(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    half = len(xs) // 2
    problem.lexicographic(xs[:half], xs[half : 2 * half], strict=rng.random() < 0.5)


def different(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    problem.all_different([x + rng.choice([0, 0, 1, -2]) for x in xs[:3]])
    problem.add(xs[0] != xs[-1])


def circuit(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    size = rng.randrange(3, 5)
    ys = [problem.variable(f"y{n}", rng.sample(range(-1, size + 1), size)) for n in range(size)]
    problem.circuit(ys)


def extremes(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    """Compare the largest or smallest part, some of them numbers or sums; it may be the goal."""

    def part() -> Any:
        return rng.choice([rng.choice(xs), xs[0] - xs[1], xs[2] + 2, rng.randrange(-3, 6)])

    end: Any = rng.choice([problem.max, problem.min])(part(), xs[1], part())
    number, other = rng.randrange(-3, 6), xs[2]
    problem.add(
        rng.choice([
            end == other, end <= other, end >= number, end > other, end < number, other < end,
            end != other, problem.any(end > 2, other < 1), end + other == 4,
            problem.implies(end == other, xs[0] > 0), 2 * end - problem.min(xs) <= 5,
        ])
    )  # fmt: skip
    if rng.random() < 0.3:
        problem.minimise(end + problem.max(xs))


def divided(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    x, y = xs[:2]
    by = problem.variable("by", rng.choice([range(1, 5), [-3, -1], [-2, 3], [2]]))
    total: list[Callable[[], Any]] = [
        lambda: x % by, lambda: x // by, lambda: (x + y) % by, lambda: x // problem.max(y, 1),
        lambda: (2 * x - y) // by, lambda: 7 % by, lambda: 7 // by,
    ]  # fmt: skip
    found = rng.choice(total)()
    problem.add(rng.choice([found == y, found < y, found != 1, problem.any(found == 0, x == y)]))


def switches(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    """Use variables that are 0 or 1, or False or True, as rules."""
    b, c = problem.variables("bc", rng.choice([(0, 1), (False, True), (1, 0), (1,)]))
    x = xs[0]
    stated: list[Callable[[], Any]] = [
        lambda: problem.add(b), lambda: problem.add(~b), lambda: problem.any(b, x > 1),
        lambda: problem.implies(b, x == x.values[0]), lambda: problem.add(b | (x > 1) & c),
        lambda: problem.add((x > 1) | ~b), lambda: problem.exactly_one(b, c, x == 0),
        lambda: problem.implies(b & c, ~c | b), lambda: problem.all(b, ~(c & b)),
    ]  # fmt: skip
    rng.choice(stated)()


def optional_circuit(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    size = rng.randrange(1, 5)
    ys = [
        problem.variable(
            f"y{n}", rng.sample(range(size), rng.randint(max(1, size - 1), size)) + [-1, 9][:n]
        )
        for n in range(size)
    ]
    if rng.random() < 0.4:
        problem.circuit(ys, optional=True)
        return
    values: list[Any] = [(0, 1), (False, True), (1,)]
    bs = [problem.variable(f"b{n}", rng.choice(values)) for n in range(size)]
    rules = [b | (ys[0] == size - 1) for b in bs]
    problem.circuit(ys, optional=bs if rng.random() < 0.5 else rules)


def connected(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    ys = list(problem.variables("pqrst", rng.choice([(0, 1), ("", "a"), (1, 0)])).values())
    links = [(a, b) for a in range(5) for b in range(a) if rng.random() < 0.5]
    problem.connected(ys, links)
    problem.add(problem.count(ys, ys[0].values[1]) >= 2)


def tasks(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    """Run tasks one at a time, or within a capacity."""
    times = [rng.randrange(4) for _ in xs]
    if rng.random() < 0.5:
        problem.disjunctive([xs[0] + rng.choice([0, 2]), *xs[1:]], times)
    else:
        problem.cumulative(xs, times, [rng.randrange(4) for _ in xs], rng.randint(3, 5))


def packed(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    """Pack items into bins with capacities, or with a load that is a variable."""
    sizes = [rng.randrange(4) for _ in xs]
    if rng.random() < 0.6:
        problem.packing(xs, sizes, [rng.randint(3, 5) for _ in range(rng.randint(1, 4))])
    else:
        problem.packing(xs[:-1], sizes[:-1], loads=[xs[-1] + 1, rng.randrange(3), 2])


def function(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    problem.where(lambda a, b, c: (a * b + c) % 3 == 1, *xs[:3])


def cardinality(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    """Count how many rules hold, each about one variable or two."""
    x, y, z = xs[:3]
    some: list[Any] = [x == y, y != z, x > 0, z <= 1, x + y >= z, 2 * x != z]
    total = sum(rng.sample(some, 4))
    number = rng.randrange(4)
    problem.add(rng.choice([total == number, total <= number, total >= number, total != number]))


def conditions(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    """Build conditional rules, some of them nested."""
    x, y, z = rng.sample(xs, 3)
    first: Any = rng.choice([x + y > 2, x == y, (x < y) | (y < z), abs(x - z) == 1, x * y == z])
    then: Any = rng.choice([x - z != 1, (x <= y) & (z > 0), ~((x == z) | (y > 1)), x * z <= 4])
    problem.add(rng.choice([problem.implies(first, then), first | then, ~(first & then)]))


def guarded(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    """Build conditional rules with parts about one variable."""

    def about_one() -> Any:
        x = rng.choice(xs)
        value = rng.choice([*x.values, -99, 99])
        return rng.choice([x == value, x != value, x <= value, x > value])

    def about_two() -> Any:
        x, y = rng.sample(xs, 2)
        return rng.choice([x == y, x < y, x + y <= 2, abs(x - y) == 1])

    def several() -> Any:
        rule = about_two()
        for _ in range(2):
            part = about_one()
            rule = rule & part if rng.random() < 0.7 else rule | part
        return ~rule if rng.random() < 0.3 else rule

    one, other = several(), several()
    number = rng.randrange(3)
    problem.add(rng.choice([problem.implies(one, other), one | other, one + other == number]))


def exact_cover(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    pieces = list(problem.variables(map(str, range(6)), (0, 1)).values())
    problem.exactly_one(*(piece == 1 for piece in pieces))
    for _ in range(3):
        some: Any = sum(rng.sample(pieces, rng.randrange(2, 5)))
        problem.add(rng.choice([some == 1, some <= 1]))
    problem.add(pieces[0] + xs[0] != 1)


def best(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    linear(problem, xs, rng)
    goal: Any = sum(rng.choice([-2, -1, 1, 3]) * x for x in xs)
    rng.choice([problem.minimise, problem.maximise])(goal + abs(xs[0] - xs[1]))


def words(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    """Build rules about words and numbers."""
    ys = list(problem.variables("pqr", rng.sample(["red", "green", None, 3, (1, 2)], 4)).values())
    problem.add(ys[0] != ys[1], problem.any(ys[1] == "red", ys[2] == (1, 2), xs[0] == xs[1]))
    index = problem.variable("i", range(3))
    problem.add(problem.element(ys, index) == rng.choice(["green", None, ys[2]]))
    counted = rng.choice([value for value in (3, "red") if value in ys[0].values])
    problem.add(problem.count(ys, counted) <= 1)


def named_rule(xs: list[Variable], rng: Random) -> Rule:
    """Build a rule of any kind over a few variables, most of them repeated."""
    some = [rng.choice(xs) for _ in range(rng.randint(2, 4))]
    numbers = [x for x in xs if x.is_numeric]
    few = [rng.choice(numbers) for _ in range(rng.randint(2, 4))]
    values = sorted({value for x in some for value in x.values}, key=str)
    links = [(a, b) for a in range(len(some)) for b in range(a) if rng.random() < 0.5]
    moves = {(s, v): rng.randrange(2) for s in (0, 1) for v in values if rng.random() < 0.8}
    rows = [tuple(rng.choice(x.values) for x in some) for _ in range(rng.randint(0, 12))]
    number = rng.randrange(-2, 5)
    total: Any = sum(rng.choice([-2, -1, 1, 3]) * x for x in few)
    made: list[Callable[[], Rule]] = [
        lambda: Over(plain.AllDifferent((), ""), some),
        lambda: Over(plain.AllDifferent((), ""), [x + rng.choice([0, 1, -2]) for x in few]),
        lambda: Over(listed(rows, len(some)), some),
        lambda: Over(plain.Regular.stated(moves, 0, [rng.randrange(2)]), some),
        lambda: Over(plain.Lex((), "", rng.random() < 0.5), [*few[:2], *few[-2:]]),
        lambda: Predicate("even", lambda *of: len(str(of)) % 2 == 0, some),
        lambda: Over(plain.Circuit((), "", optional=rng.random() < 0.5), few),
        lambda: Measured(rng.choice([plain.Maximum, plain.Minimum]), few) == number,
        lambda: Over(plain.Connected.stated(links, len(some), rng.choice(values)), some),
        lambda: Measured(plain.Visible, few) == number,
        lambda: rng.choice([total == number, total != number, total <= number, total > few[0]]),
        lambda: few[0] * few[1] == few[-1],
        lambda: abs(few[0] - few[-1]) >= few[1],
        lambda: add_up(x == values[0] for x in some) == number,
        lambda: (few[0] == few[0].values[0]) & (few[1] - few[1] == rng.choice([0, 0, 5])),
    ]
    return rng.choice(made)()


def repeated(problem: clew.Problem, xs: list[Variable], rng: Random) -> None:
    """Build rules with repeated variables: plain, denied, conditional and counted."""
    ys = [*xs, *problem.variables("pq", rng.choice([("red", 3, None), "ab"])).values()]

    def rule() -> Rule:
        return named_rule(ys if rng.random() < 0.4 else xs, rng)

    nested: list[Callable[[], Rule]] = [
        rule,
        lambda: ~rule(),
        lambda: rule() | rule(),
        lambda: ~rule() | (rule() & rule()),
        lambda: rule() + rule() + rule() == rng.randrange(4),
        lambda: rule() == rule(),
    ]
    for _ in range(rng.randint(1, 3)):
        made = rng.choice(nested)()
        if made.variables():  # they may cancel
            problem.add(made)


RULES: list[Builder] = [
    repeated,
    linear, product_rule, absolute, counted, clauses, reified, element, table, regular, visible,
    lexicographic, different, circuit, optional_circuit, connected, function, cardinality,
    conditions, guarded, exact_cover, best, words, extremes, divided, switches, tasks, packed,
]  # fmt: skip

OWN_VARIABLES = (circuit, optional_circuit, connected, exact_cover, words)
"""Models with their own variables; others would only multiply the solutions."""


def brute_force(problem: clew.Problem) -> list[dict[str, Any]]:
    """Return the assignments that obey every rule, or the best of them, as Python evaluates it."""
    variables = list(problem.known.values())
    fixed = {each.rule.variables()[0]: each.goal for each in problem.stated if each.clue}
    found = []
    for values in product(*([fixed[x]] if x in fixed else x.values for x in variables)):
        of = dict(zip(variables, values, strict=True))
        with suppress(IndexError):  # an index that is no place
            if all(each.rule.value(of) for each in problem.stated):
                found.append({x.name: value for x, value in of.items()})
    if problem.objective is None or not found:
        return found
    best = min(map(problem.cost, found))
    return [solution for solution in found if problem.cost(solution) == best]


ENGINES = (
    "learning", "backtracking", "pseudo-boolean", "backjumping",
    "backtracking:infer=none,select=first", "backtracking:infer=forward-checking",
    "backtracking:infer=mac+hidden-singles", "limited-discrepancy",
)  # fmt: skip
LIMITS = [(4_096, 50_000), (0, 50_000), (30, 50_000), (0, 6)]
"""Limits on table rows: the usual ones, and small ones that split rules or call Python."""


def model(build: Builder, seed: int) -> clew.Problem:
    """Build a random model of a rule; some have values or codes beyond a machine word."""
    rng = Random(f"{build.__name__} {seed}")
    problem = clew.Problem(f"{build.__name__}-{seed}")
    size = 2 if build is repeated else 3 + (rng.random() < 0.2)
    domains = [rng.choice(DOMAINS) for _ in range(size)]
    if build in OWN_VARIABLES:
        domains = [[0, 1], [1], [0]]
    elif rng.random() < 0.1 and build is not repeated:
        domains = [list(range(-9, 66)), [0, 1], [0, 1]]
        rng.shuffle(domains)
    xs = [problem.variable(f"x{n}", values) for n, values in enumerate(domains)]
    if rng.random() < 0.2 and build is not repeated:
        problem.given(problem.variable("wide", range(-70, 20, rng.choice((1, 5)))), -5)
    build(problem, xs, rng)
    return problem


@pytest.mark.parametrize("build", RULES, ids=lambda build: build.__name__)
def test_engine_finds_the_solutions_of_brute_force(
    build: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(MODELS * (3 if build is repeated else 1)):
        few, most = LIMITS[seed % len(LIMITS)]
        monkeypatch.setattr(compiling, "FEW_ROWS", few)
        monkeypatch.setattr(compiling, "ROWS", most)
        problem = model(build, seed)
        expected = sorted(brute_force(problem), key=str)
        for engine in ENGINES if build is repeated else ENGINES[:3]:
            search = clew.Search(problem, engine)
            if engine == "pseudo-boolean" and is_hard_to_prove(problem):
                continue
            assert sorted(search, key=str) == expected, (engine, seed)
            assert search.status is clew.Status.COMPLETE
            if engine == "learning" and available and build is not repeated:
                assert search.result.engine.startswith("compiled"), (search.result.engine, seed)
        if problem.objective is not None and expected:
            cost = problem.cost(expected[0])
            assert by_cp_sat(problem.as_cheap(cost - 1)) in (None, []), seed
            problem = problem.as_cheap(cost)
        assert by_cp_sat(problem, as_strategy=seed < 12) in (None, expected), seed


def is_hard_to_prove(problem: clew.Problem) -> bool:
    """Return whether a rule calls Python, or a proof would take seconds."""
    rules, domains = problem.csp().constraints, problem.csp().domains
    if max(map(int.bit_count, domains)) > 20:
        return True
    inner = [rule.rule for rule in rules if isinstance(rule, plain.If)]
    return any(isinstance(rule, plain.Test) for rule in (*rules, *inner))


def by_cp_sat(problem: clew.Problem, as_strategy: bool = False) -> list[dict[str, Any]] | None:
    """Return what CP-SAT finds, with or without its thread; None if it isn't available."""
    if not installed() or not knows(problem.csp()):
        return None
    if as_strategy or not all(problem.csp().domains):
        return [*sorted(clew.Search(problem, "cp-sat"), key=str)]
    from ortools.sat.python import cp_model

    class Listener(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append(problem.translate(CSP, tuple(map(self.value, variables))))

    found: list[dict[str, Any]] = []
    stated, variables = model_of(problem.csp())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    assert solver.solve(stated, Listener()) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return sorted(found, key=str)


STRATEGIES = (*ENGINES, "cp-sat")


@pytest.mark.parametrize(
    ("state", "number"),
    [
        (lambda p, x, y: p.table([x, y, y], [(3, -2, -2), (2, 1, -2), (1, 1, 1)]), 2),
        (lambda p, x, y: p.all_different([x, x, y]), 0),
        (lambda p, x, y: p.all_different([x, x + 1, y + 1]), 7),
        (lambda p, x, y: p.add((x == 2) & (x - x == 5)), 0),
        (lambda p, x, y: p.add((x == 2) & (x - x == 0)), 3),
        (lambda p, x, y: p.add((x < x) | (y == 6)), 3),
        (lambda p, x, y: p.add(0 * x <= 3, (y - y == 0) & (x == x)), 9),
        (lambda p, x, y: p.add(x - x == 1), 0),
    ],
    ids=["table", "all_different", "offsets", "never", "always", "nested", "true", "false"],
)
def test_rule_with_repeated_variables_has_the_same_solutions_everywhere(
    state: Callable[..., None], number: int
) -> None:
    problem = clew.Problem()
    state(problem, problem.variable("x", (1, 2, 3)), problem.variable("y", (-2, 1, 6)))
    assert len(brute_force(problem)) == number
    for spelling in STRATEGIES[: None if installed() else -1]:
        assert len(list(clew.Search(problem, spelling))) == number, spelling


def test_contradiction_with_a_constant_names_the_rule() -> None:
    problem = clew.Problem()
    x, _ = problem.variables("xy", range(3)).values()
    problem.add(x < 2)
    problem.add((x == 1) & (x - x == 5), label="the odd one")
    found = contradiction_of(problem)
    assert found is not None
    assert [rule.label for rule in found.rules] == ["the odd one"]


def test_contradiction_of_a_rule_whose_variables_cancel_names_it() -> None:
    problem = clew.Problem()
    x, _ = problem.variables("xy", range(3)).values()
    problem.add(2 * x - x - x == 1)
    assert (clew.solve(problem).reason or "").startswith("nothing obeys 0 == 1 (")


def test_conditional_part_about_one_variable_keeps_its_domain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """x is 1 only if the rule in brackets holds, so its domain stays the same."""
    monkeypatch.setattr(compiling, "FEW_ROWS", 0)
    problem = clew.Problem()
    x, y, z = problem.variables("xyz", range(3)).values()
    problem.add(problem.implies(z == 2, (y < z) & (x == 1)), ((y > x) & (x < 1)) + (z == 0) == 1)
    assert all(mask == 0b1110 for mask in problem.csp().domains[:3])
    expected = sorted(brute_force(problem), key=str)
    assert {solution["x"] for solution in expected} == {0, 1, 2}
    assert sorted(clew.Search(problem, "learning"), key=str) == expected
    assert by_cp_sat(problem) in (None, expected)


def test_expression_prints_as_written() -> None:
    problem = clew.Problem()
    x, y = problem.variables("xy", range(5)).values()
    shown: list[Expression] = [2 * x - y + 3, abs(x - y), x * (y + 1), (x < y) & (y != 3), x % 2]
    assert list(map(str, shown)) == [
        "2*x - y + 3", "abs(x - y)", "x * (y + 1)", "(x < y) & (y != 3)", "x % 2",
    ]  # fmt: skip
