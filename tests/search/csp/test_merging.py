"""Sums and differences are stated so that kernels and CP-SAT see them whole."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

import clew
from clew.core.faces import CSP
from clew.core.registry import find
from clew.core.result import Run
from clew.model.compiling import FEW_SUMS
from clew.rules import AllDifferent, LinearRule, Table
from clew.search.csp import wire
from clew.search.csp.backtracking import Backtracking
from clew.search.csp.learning import Learning
from clew.search.csp.solver import CspSolver
from clew.search.csp.wire import merged
from tests.search.csp.random_rules import by_hand


def queens(size: int) -> clew.Problem:
    """State queens by the differences between pairs of rows."""
    board = clew.Problem("queens")
    q = list(board.variables([f"q{n}" for n in range(size)], range(size)))
    for i, j in combinations(range(size), 2):
        board.add(q[i] != q[j], q[i] != q[j] + (j - i), q[i] != q[j] - (j - i))
    return board


# ------------------------------------------------------------------ differences


@pytest.mark.parametrize(("size", "number"), [(4, 2), (5, 10), (6, 4), (8, 92)])
def test_queens_by_differences_have_their_known_number(size: int, number: int) -> None:
    assert clew.count(queens(size)) == number
    assert clew.count(queens(size), "backtracking") == number


def test_differences_of_queens_become_two_rules() -> None:
    rules = wire.whole(queens(40).csp()).constraints
    whole = [rule for rule in rules if len(rule.scope) == 40]
    assert len(whole) == 2
    assert len(rules) == 2 + 40 * 39 // 2  # the kernels themselves join pairs without offsets


@pytest.mark.parametrize(
    "rule",
    [
        lambda x, y: x != y + 2,
        lambda x, y: x + 3 != y,
        lambda x, y: x - y != 1,
        lambda x, y: 2 != y - x,  # noqa: SIM300
        lambda x, y: abs(x - y) != 1,
        lambda x, y: abs(x - y + 2) != 1,
        lambda x, y: abs(x - y) != 0,
        lambda x, y: abs(x - y) != -1,
        lambda x, y: x != y + 50,
    ],
)
@pytest.mark.parametrize("values", [range(5), range(-2, 3), [1, 5, 200]])
def test_difference_holds_for_the_same_values_as_its_definition(
    rule: Callable[[Any, Any], Any], values: Any
) -> None:
    problem = clew.Problem("pair")
    x, y = problem.variables("xy", values)
    problem.add(rule(x, y))
    expected = {(a, b) for a, b in product(values, repeat=2) if rule(a, b)}
    for strategy in ("learning", "backtracking", "generate-and-test"):
        found = clew.solve(problem, strategy, max_solutions=None).solutions
        assert {tuple(each.values()) for each in found} == expected


def test_difference_of_pairs_is_no_table() -> None:
    problem = clew.Problem("pair")
    x, y = problem.variables("xy", range(1, 9))
    problem.add(x != y + 2, abs(x - y) != 3)
    assert [type(rule) for rule in problem.csp().constraints] == [AllDifferent] * 3


def test_merged_differences_mean_the_same() -> None:
    rng = Random(5)
    joined = 0
    for _ in range(400):
        size = rng.randint(3, 5)
        rules = []
        for _ in range(rng.randint(3, 9)):
            pair = tuple(rng.sample(range(size), 2))
            rules.append(AllDifferent(pair, "", (rng.randint(-2, 2), rng.randint(0, 1))))
        if rng.random() < 0.5:  # a set of shifted variables, pair by pair
            shift = [rng.randint(-2, 2) for _ in range(size)]
            pairs = combinations(range(size), 2)
            rules += [AllDifferent(pair, "", (shift[pair[0]], shift[pair[1]])) for pair in pairs]
        domains = [rng.randint(1, 31) for _ in range(size)]
        whole = merged(rules)
        joined += len(whole) < len(rules)
        assert by_hand(domains, whole) == by_hand(domains, rules)
    assert joined > 100


def test_merging_keeps_other_rules_in_their_places() -> None:
    pairs = [AllDifferent((i, j), f"{i}{j}", (i, j)) for i, j in combinations(range(3), 2)]
    first, last = Table((0,), "a", frozenset({(1,)})), AllDifferent((1, 2), "plain")
    assert merged([first, *pairs, last]) == [
        first, AllDifferent((0, 1, 2), "01", (0, 1, 2)), last,
    ]  # fmt: skip
    assert merged([first, *pairs[:2], last]) == [first, *pairs[:2], last]


# ------------------------------------------------------------------ sums


SUMS: list[Callable[..., Any]] = [
    lambda x, y, z: x + y + z == 10,
    lambda x, y, z: 2 * x - y <= z,
    lambda x, y, z: x + y > 3 * z,
    lambda x, y, z: z >= x + y - 4,
    lambda x, y, z: x + y + z < 9,
    lambda x, y, z: x - y == z,
]


@pytest.mark.parametrize("rule", SUMS)
@pytest.mark.parametrize("values", [range(1, 9), range(-3, 5), [1, 2, 5, 70, 71]])
def test_table_of_a_sum_notes_the_same_sum(rule: Callable[..., Any], values: Any) -> None:
    problem = clew.Problem("sum")
    xyz = list(problem.variables("xyz", values))
    problem.add(rule(*xyz))
    (table,) = problem.csp().constraints
    assert isinstance(table, Table)
    assert len(values) ** 3 > FEW_SUMS
    linear = table.as_sum()
    assert linear.scope == table.scope
    assert type(linear) is not Table
    domains = problem.csp().domains
    assert by_hand(domains, [linear]) == by_hand(domains, [table])


def test_small_tables_and_other_rules_stay_as_they_are() -> None:
    problem = clew.Problem("small")
    x, y, z = problem.variables("xyz", range(4))
    problem.add(x + y + z == 5, (x + y + z == 7) | (x == y), x * y == z)
    assert all(rule.as_sum() is rule for rule in problem.csp().constraints)


def test_textbook_search_keeps_its_tables_and_a_kernel_gets_sums() -> None:
    problem = clew.Problem("sum")
    problem.add(sum(problem.variables("xyz", range(1, 9))) == 12)
    assert [type(rule) for rule in problem.csp().constraints] == [Table]
    assert [rule.word for rule in wire.whole(problem.csp()).constraints] == ["sum"]


def test_lowering_nothing_keeps_the_csp() -> None:
    csp = CSP((3, 3), (AllDifferent((0, 1), ""), LinearRule((0, 1), "", (1, 1), "<=", 1)))
    assert wire.whole(csp) is csp


# ------------------------------------------------------------------ cages


@pytest.mark.parametrize("seed", range(40))
def test_cages_have_the_same_solutions_as_backtracking_finds(seed: int) -> None:
    """The kernel states sets of values for cages, and the sums that houses leave (rule of 45)."""
    rng = Random(seed)
    size, (tall, wide) = rng.choice([(4, (2, 2)), (4, (2, 2)), (6, (2, 3))])
    shift = rng.choice([1, 0, 3])
    problem = clew.Problem("killer")
    values = range(shift, size + shift)
    cell = {(r, c): problem.variable(f"r{r}c{c}", values) for r in range(size) for c in range(size)}
    houses = [[cell[r, c] for c in range(size)] for r in range(size)]
    houses += [[cell[r, c] for r in range(size)] for c in range(size)]
    houses += [
        [cell[r + i, c + j] for i in range(tall) for j in range(wide)]
        for r in range(0, size, tall)
        for c in range(0, size, wide)
    ]
    for house in houses:
        problem.all_different(house)
    known = {(r, c): (r * wide + r // tall + c) % size + shift for r, c in cell}
    lie = rng.random() < 0.2
    open_cells, cages = set(cell), 0
    while open_cells and cages < 3 * size:
        at = rng.choice(sorted(open_cells))
        cage = [at]
        while len(cage) < rng.randint(2, 4):
            r, c = rng.choice(cage)
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & open_cells - set(cage)
            if not near:
                break
            cage.append(rng.choice(sorted(near)))
        cages += 1
        open_cells -= set(cage) if rng.random() < 0.8 else {at}
        total = sum(known[each] for each in cage) + (lie and rng.random() < 0.1)
        if rng.random() < 0.8:
            problem.all_different([cell[each] for each in cage])
        if rng.random() < 0.7:
            problem.add(sum(cell[each] for each in cage) == total)
        elif len(cage) > 2:  # a renban: neighbouring values, in any order
            for one, other in combinations(cage, 2):
                problem.add(abs(cell[one] - cell[other]) < len(cage) + 1)
    for place in rng.sample(sorted(cell), size * size // (4 if size == 4 else 2)):
        problem.add(cell[place] == known[place])
    ours = clew.solve(problem, "learning", max_solutions=2000)
    theirs = clew.solve(problem, "backtracking", max_solutions=2000)
    assert ours.status is theirs.status
    if len(ours.solutions) < 2000:
        found = {tuple(each.values()) for each in theirs.solutions}
        assert {tuple(each.values()) for each in ours.solutions} == found
        if len(found) <= 60:  # a solver states all cages from the start
            assert sorted(one_by_one(problem)) == sorted(found)


def one_by_one(problem: clew.Problem) -> list[tuple[int, ...]]:
    """Return every solution as a solver finds it, each excluded after it's found."""
    csp, found = problem.face(CSP), list[tuple[int, ...]]()
    solver = CspSolver(csp)
    while (answer := solver.solve()) is not None:
        found.append(tuple(problem.translate(CSP, answer).values()))
        solver.exclude(answer)
    return found


def test_a_hard_puzzle_starts_again_with_all_its_cages_and_finds_no_solution_twice() -> None:
    square = (16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1)
    hard = 0
    for seed in range(24):
        csp = find("magic-square").parse("4").face(CSP)
        given = Random(seed).sample(range(16), 1 + seed % 4)
        domains = [1 << square[at] if at in given else mask for at, mask in enumerate(csp.domains)]
        csp = CSP(tuple(domains), csp.constraints)
        run = Run(None)
        ours = list(Learning()(csp, run))
        assert len(set(ours)) == len(ours)
        assert set(ours) == set(Backtracking()(csp, Run(None)))
        hard += run.stats.backtracks > 100 and len(ours) < 8
    assert hard > 2  # so the search did start again
