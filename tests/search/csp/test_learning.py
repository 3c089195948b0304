"""The search that learns finds exactly the answers there are, keeps its limits, and proves."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable
from itertools import combinations, islice
from random import Random

import pytest
from ortools.sat.python import cp_model

import clew
from clew import Status
from clew.core.faces import CSP, Assignment, Domain, domain, values
from clew.core.result import Run, Stopped
from clew.core.rng import SplitMix64
from clew.puzzles.latin_squares.maker import random_latin_square
from clew.rules import AllDifferent, Clause, Distance, Less, Literal, Parity, Steps, Sum, Table
from clew.rules.rule import Constraint
from clew.search.auto import best_known
from clew.search.csp import wire
from clew.search.csp.backtracking import Backtracking
from clew.search.csp.learning import Learning, compiled
from clew.search.native import available, lib
from tests.search.csp.random_rules import by_hand

BEST = "backtracking:infer=mac+hidden-singles"


needs_kernel = pytest.mark.skipif(not available, reason="no compiled kernels")
PLENTY = 10**9
CASES = int(os.environ.get("CLEW_CASES", "14000"))
"""Random CSPs a kind of rule; CLEW_CASES=1000000 for a long night."""


# ------------------------------------------------------------------ random CSPs


Making = Callable[[Random, int], Constraint]


def scope(rng: Random, size: int, arity: int) -> tuple[int, ...]:
    """Variables of a rule; in one case of ten one of them may be there twice."""
    if rng.random() < 0.1 or arity > size:
        return tuple(rng.randrange(size) for _ in range(arity))
    return tuple(rng.sample(range(size), arity))


def pair(rng: Random, size: int) -> tuple[int, int]:
    first, second = scope(rng, size, 2)
    return first, second


def all_different(rng: Random, size: int) -> AllDifferent:
    chosen = scope(rng, size, rng.randint(0, size))
    offsets = tuple(rng.randint(-3, 3) for _ in chosen) if rng.random() < 0.5 else ()
    return AllDifferent(chosen, "", offsets)


def table(rng: Random, size: int) -> Table:
    chosen = scope(rng, size, rng.randint(0, min(3, size)))
    rows = (tuple(rng.randrange(6) for _ in chosen) for _ in range(rng.randint(0, 25)))
    return Table(chosen, "", frozenset(rows))


def steps(rng: Random, size: int) -> Steps:
    chosen = scope(rng, size, rng.randint(0, size))
    number = max(0, len(chosen) - 1) + (rng.random() < 0.05)
    return Steps(chosen, "", tuple(rng.randint(0, 3) for _ in range(number)))


MAKE: dict[str, Making] = {
    "all-different": all_different,
    "less": lambda rng, size: Less(pair(rng, size), ""),
    "table": table,
    "sum": lambda rng, size: Sum(
        chosen := scope(rng, size, rng.randint(0, size)), "", rng.randint(0, 4 * len(chosen))
    ),
    "parity": lambda rng, size: Parity(
        scope(rng, size, rng.randint(0, size)), "", rng.random() < 0.5
    ),
    "distance": lambda rng, size: Distance(pair(rng, size), "", rng.randint(0, 3)),
    "steps": steps,
}


def posed(
    rng: Random, kinds: Iterable[str], most_values: int = 5
) -> tuple[CSP, tuple[Domain, ...], list[Constraint]]:
    """A few variables with few values each, and a few rules: normalised, and as they were made."""
    size = rng.randint(1, 5)
    low = rng.choice([0, 0, 1, 3])
    masks = tuple(
        domain(v for v in range(low, low + most_values) if rng.random() < 0.8) for _ in range(size)
    )
    several = list(kinds)
    rules = [MAKE[rng.choice(several)](rng, size) for _ in range(rng.randint(1, 3))]
    return CSP(masks, tuple(rules)), masks, rules


def answers(csp: CSP) -> list[Assignment]:
    return list(Learning()(csp, Run()))


@pytest.mark.parametrize("kind", [*MAKE, "mixed"])
def test_random_csps_of_every_rule(kind: str) -> None:
    rng = Random(kind)
    kinds = list(MAKE) if kind == "mixed" else [kind]
    sizes = set()
    for number in range(CASES // len(MAKE)):
        csp, masks, rules = posed(rng, kinds, most_values=rng.choice([2, 3, 4]))
        found, expected = answers(csp), by_hand(masks, rules)
        assert len(found) == len(set(found)), (number, csp)
        assert set(found) == expected, (number, csp)
        sizes.add(min(len(expected), 2))
    assert sizes == {0, 1, 2}


def test_stopped_and_gone_on_at_every_node() -> None:
    """In slices of any size: the same answers in the same order, and no node more."""
    rng = Random(7)
    for _ in range(150 if available else 0):
        csp, _, _ = posed(rng, MAKE)
        whole = compiled(csp)
        assert whole is not None
        expected = whole.run(PLENTY, PLENTY)
        kernel = compiled(csp)
        assert kernel is not None
        found: list[Assignment] = []
        while not kernel.finished:
            nodes, most, room = kernel.nodes, rng.randint(1, 3), rng.randint(0, 2)
            some = kernel.run(most, room)
            assert len(some) <= most
            assert kernel.nodes <= nodes + room
            found += some
        assert found == expected
        assert (kernel.nodes, kernel.backtracks) == (whole.nodes, whole.backtracks)
        assert kernel.run(PLENTY, PLENTY) == []


# ------------------------------------------------------------------ an outside solver


def outside(csp: CSP) -> set[Assignment]:
    """All answers by CP-SAT, from a model of its own."""
    model = cp_model.CpModel()
    x = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(list(values(mask))), "")
        for mask in csp.domains
    ]
    for rule in csp.constraints:
        if isinstance(rule, AllDifferent):
            offsets = rule.offsets or (0,) * len(rule.scope)
            model.add_all_different([x[v] + o for v, o in zip(rule.scope, offsets, strict=True)])
        elif isinstance(rule, Less):
            model.add(x[rule.scope[0]] < x[rule.scope[1]])
        elif isinstance(rule, Sum):
            model.add(sum(x[v] for v in rule.scope) == rule.total)
        elif isinstance(rule, Distance):
            difference = x[rule.scope[0]] - x[rule.scope[1]]
            far = cp_model.Domain.from_values([rule.distance, -rule.distance])
            model.add_linear_expression_in_domain(difference, far)
        elif isinstance(rule, Table):
            model.add_allowed_assignments([x[v] for v in rule.scope], sorted(rule.rows))
    kept = All(x)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.cp_model_presolve = False
    assert solver.solve(model, kept) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return kept.found


class All(cp_model.CpSolverSolutionCallback):
    """Keeps every solution."""

    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.variables = variables
        self.found: set[Assignment] = set()

    def on_solution_callback(self) -> None:
        self.found.add(tuple(self.value(variable) for variable in self.variables))


def larger(rng: Random) -> CSP:
    """More variables and values than can be tried by hand, and rules enough for few answers."""
    size, width = rng.randint(5, 8), rng.randint(6, 9)
    masks = tuple(domain(v for v in range(width) if rng.random() < 0.7) | 1 for _ in range(size))
    kinds = ["all-different", "less", "sum", "distance", "table"]
    rules = [MAKE[rng.choice(kinds)](rng, size) for _ in range(rng.randint(4, 8))]
    rules.append(AllDifferent(tuple(range(size)), ""))
    return CSP(masks, tuple(rule for rule in rules if len(set(rule.scope)) >= 2))


def test_an_outside_solver_agrees() -> None:
    rng = Random(3)
    sizes = set()
    for _ in range(120):
        csp = larger(rng)
        found = answers(csp)
        assert len(set(found)) == len(found)
        assert set(found) == outside(csp), csp
        sizes.add(min(len(found), 2))
    assert sizes >= {0, 2}


# ------------------------------------------------------------------ puzzles


PUZZLES = [
    ("queens:8", 92),
    ("queens:6", 4),
    ("queens:3", 0),
    ("latin:4", 576),
    ("sudoku:................", 288),
    ("futoshiki:3:0,0,0,0,0,0,0,0,0,", 12),
]


@pytest.mark.parametrize(("text", "number"), PUZZLES)
def test_known_numbers_of_answers(text: str, number: int) -> None:
    result = clew.solve(clew.parse(text), "learning", max_solutions=None)
    assert (len(set(result.solutions)), len(result.solutions)) == (number, number)
    assert result.status is Status.COMPLETE


def grid(text: str, order: int, box: int) -> CSP:
    """A Sudoku of any order, stated here: 1 to 9, then letters."""
    cells = range(order * order)
    masks = tuple(
        domain(range(1, order + 1)) if symbol == "." else 1 << int(symbol, 36) for symbol in text
    )
    groups: dict[tuple[str, int], list[int]] = {}
    for cell in cells:
        row, col = divmod(cell, order)
        for key in (("r", row), ("c", col), ("b", row // box * box + col // box)):
            groups.setdefault(key, []).append(cell)
    return CSP(masks, tuple(AllDifferent(tuple(group), "") for group in groups.values()))


SUDOKU_16 = (
    "..1..ag..c4..6...354eb....d6ag1..7..8.4c2f.1..e.b.fc........78.4"
    "..8b.e.9g.f.14..g.a..f....6..3.d4f.9...ga...b.56.e.6..3..5..9.8."
    ".b.2..1..a..c.g.75.3...f4...6.9a1.e..c....g..2.3..ga.7.5e.9.d1.."
    "2.75........4a.1.4..1.de63.a..f..691a4....8g2dc...d..g2..45..9.."
)


def test_a_large_sudoku_is_unique_and_stays_so_with_a_clue_less() -> None:
    csp = grid(SUDOKU_16, 16, 4)
    (only,) = answers(csp)
    assert all(mask >> value & 1 for mask, value in zip(csp.domains, only, strict=True))
    for at in [x for x, symbol in enumerate(SUDOKU_16) if symbol != "."][
        :: 16 if available else 64
    ]:
        looser = grid(SUDOKU_16[:at] + "." + SUDOKU_16[at + 1 :], 16, 4)
        two = list(islice(Learning()(looser, Run()), 2))
        assert only in two or len(two) == 2
        wrong = f"{int(SUDOKU_16[at], 36) % 16 + 1:x}".replace("10", "g")
        assert answers(grid(SUDOKU_16[:at] + wrong + SUDOKU_16[at + 1 :], 16, 4)) == []


@needs_kernel
def test_it_learns_through_restarts_and_forgets() -> None:
    """The pigeonhole for eight, stated so that no group sees it, takes thousands of dead ends."""
    pairs = [(a, b) for a in range(8) for b in range(a)]
    apart = [(Literal(0, "!=", v), Literal(1, "!=", v)) for v in range(7)]
    rules = tuple(Clause(pair, "", each) for pair in pairs for each in apart)
    kernel = compiled(CSP((0b1111111,) * 8, rules))
    assert kernel is not None
    assert kernel.run(PLENTY, PLENTY) == []
    assert kernel.finished
    assert kernel.backtracks > 2500


# ------------------------------------------------------------------ colourings, pair by pair


def colouring(nodes: int, pairs: Iterable[tuple[int, int]], colours: int) -> CSP:
    masks = ((1 << colours) - 1,) * nodes
    return CSP(masks, tuple(AllDifferent(pair, "") for pair in pairs))


@needs_kernel
def test_pairs_that_all_differ_are_counted_as_one_set() -> None:
    kernel = compiled(colouring(43, [*combinations(range(41), 2), (41, 42)], 40))
    assert kernel is not None
    assert kernel.run(PLENTY, PLENTY) == []
    assert (kernel.nodes, kernel.backtracks) == (1, 1)


def test_every_colouring_is_found_once() -> None:
    """Colours may be exchanged, which a proof may use, and the list of answers may not."""
    rng = Random(11)
    sizes = set()
    for _ in range(300):
        nodes, density = rng.randint(1, 6), rng.random()
        pairs = [(a, b) for a in range(nodes) for b in range(nodes) if a != b]
        csp = colouring(nodes, [p for p in pairs if rng.random() < density], rng.randint(1, 4))
        found = answers(csp)
        assert len(found) == len(set(found))
        assert set(found) == by_hand(csp.domains, csp.constraints), csp
        sizes.add(min(len(found), 2))
    assert sizes == {0, 1, 2}


@needs_kernel
def test_a_proof_does_not_repeat_itself_for_exchanged_colours() -> None:
    """One variable more, whose only value is a colour, hides that the colours are alike."""
    pairs = Random(4).sample(list(combinations(range(60), 2)), 265)
    csp = colouring(60, pairs, 4)
    kernel = compiled(csp)
    assert kernel is not None
    assert kernel.run(1, PLENTY) == []
    told_apart = compiled(CSP((*csp.domains, 1), csp.constraints))
    assert told_apart is not None
    assert told_apart.run(1, PLENTY) == []
    assert told_apart.backtracks > 3 * kernel.backtracks


@needs_kernel
def test_many_answers_need_no_memory_each() -> None:
    kernel = compiled(CSP((0b11,) * 16, ()))
    assert kernel is not None
    found = kernel.run(PLENTY, PLENTY)
    assert len(set(found)) == len(found) == 2**16
    assert kernel.nodes < 2**17
    assert kernel.backtracks == 0


# ------------------------------------------------------------------ odd cases and limits


ODD: list[tuple[CSP, list[Assignment]]] = [
    (CSP((), ()), [()]),
    (CSP((), (Sum((), "", 1),)), []),
    (CSP((), (Table((), "", frozenset()),)), []),
    (CSP((), (Table((), "", frozenset([()])),)), [()]),
    (CSP((0,), ()), []),
    (CSP((2, 0), ()), []),
    (CSP((8,), ()), [(3,)]),
    (CSP((3, 3, 3), (AllDifferent((0, 1, 2), ""),)), []),
    (CSP((3, 3), (Less((0, 1), ""), Less((1, 0), ""))), []),
    (CSP((3,), (Less((0, 0), ""),)), []),
    (CSP((3,), (AllDifferent((0, 0), ""),)), []),
    (CSP((3,), (AllDifferent((0, 0), "", (0, 1)),)), [(0,), (1,)]),
    (CSP((3,), (Distance((0, 0), "", 0),)), [(0,), (1,)]),
    (CSP((3,), (Parity((0, 0), "", odd=True),)), []),
    (CSP((7,), (Sum((0, 0), "", 2),)), [(1,)]),
    (CSP((7,), (Steps((0,), "", (1,)),)), []),
    (CSP((1 << 63, 1 << 63 | 1), (Less((1, 0), ""),)), [(63, 0)]),
    (CSP((1 << 63, 1), (Sum((0, 1), "", 63),)), [(63, 0)]),
    (CSP((1 << 64, 1), (Less((1, 0), ""),)), [(64, 0)]),
]


@pytest.mark.parametrize(("csp", "expected"), ODD)
def test_odd_cases(csp: CSP, expected: list[Assignment]) -> None:
    assert sorted(answers(csp)) == expected


def test_values_that_no_words_can_hold_are_searched_too() -> None:
    for least in (64, 5_000, 70_000):
        csp = CSP((1 << least | 1 << least + 6,) * 2, (AllDifferent((0, 1), ""),))
        assert (compiled(csp) is None) == (not available)
        assert sorted(answers(csp)) == [(least, least + 6), (least + 6, least)]


@needs_kernel
def test_what_is_too_large_is_searched_in_python() -> None:
    csp = CSP((2**64 - 1,) * 70_000, ())
    assert compiled(csp) is None


@needs_kernel
def test_the_kernel_refuses_what_does_not_fit() -> None:
    model = lib.Model(2, wire.flat([Less((0, 1), "")]))
    with pytest.raises(ValueError, match="domains: found 1, expected 2"):
        lib.LearningSearch(model, array("Q", [1]).tobytes())
    with pytest.raises(ValueError, match="no 64-bit integers"):
        lib.LearningSearch(model, b"123")
    kernel = lib.LearningSearch(model, array("Q", [3, 3]).tobytes())
    with pytest.raises(ValueError, match="negative"):
        kernel.run(-1, 1)


@needs_kernel
def test_what_is_pruned_before_it_is_encoded_stays_the_same_puzzle() -> None:
    """Larger than what is encoded once for all: its givens are taken from their peers at once."""
    order, shift = 26, Random(5).sample(range(26), 26)
    whole = [1 << shift[(row + col) % order] for row in range(order) for col in range(order)]
    rows = [tuple(range(n, n + order)) for n in range(0, order**2, order)]
    cols = [tuple(range(n, order**2, order)) for n in range(order)]
    rules = tuple(AllDifferent(line, "") for line in (*rows, *cols))
    only = tuple(mask.bit_length() - 1 for mask in whole)
    for number in (0, 40, 120):
        masks = list(whole)
        for at in Random(number).sample(range(order**2), number):
            masks[at] = 2**order - 1
        csp = CSP(tuple(masks), rules)
        assert only in answers(csp)
        clash = CSP((masks[0], whole[1], whole[1], *masks[3:]), rules)
        assert answers(clash) == []


@needs_kernel
def test_one_model_serves_puzzles_with_other_values() -> None:
    """What is kept from one puzzle must not leak into the next with the same rules."""
    rules = (AllDifferent((0, 1, 2), ""),)
    for masks in ((7, 7, 7), (14, 14, 14), (7, 7, 15), (1, 7, 7), (7, 7, 0), (7, 7, 7)):
        csp = CSP(masks, rules)
        assert set(answers(csp)) == by_hand(csp.domains, csp.constraints)


@pytest.mark.parametrize("limit", [0, 1, 2, 5, 20])
def test_the_limit_of_nodes_is_exact(limit: int) -> None:
    result = clew.solve(clew.parse("queens:9"), "learning", max_solutions=None, max_nodes=limit)
    assert (result.status, result.reason) == (Status.STOPPED, "nodes")
    assert result.stats.nodes == limit


def test_seconds_stop_it() -> None:
    run = Run(max_seconds=0.05)
    latin = CSP((2**20 - 1,) * 20, (AllDifferent(tuple(range(20)), ""),))
    with pytest.raises(Stopped, match="time limit"):
        for _ in Learning()(latin, run):
            pass
    assert run.elapsed() < 2


def test_auto_picks_it_where_it_is_compiled() -> None:
    assert str(best_known(CSP)[0]) == ("learning" if available else BEST)
    readable = Backtracking(infer="mac+hidden-singles")
    csp = clew.parse("queens:6").csp()
    assert set(Learning().readable(csp, Run())) == set(readable(csp, Run())) == set(answers(csp))


@needs_kernel
def test_what_held_when_the_search_had_got_farthest_is_tried_first() -> None:
    """A Latin square with 517 of 1,600 cells open: 192,000 nodes if only activity counts."""
    order, holes = 40, 517
    square = random_latin_square(order, SplitMix64.of(holes, 4))
    empty = set(Random(f"{holes} 4").sample(range(order**2), holes))
    masks = (2 ** (order + 1) - 2 if at in empty else 1 << v for at, v in enumerate(square))
    lines = [tuple(range(n * order, (n + 1) * order)) for n in range(order)]
    lines += [tuple(range(n, order**2, order)) for n in range(order)]
    csp = CSP(tuple(masks), tuple(AllDifferent(line, "") for line in lines))
    found = next(Learning()(csp, Run(max_nodes=20_000)))
    assert all(sorted(found[x] for x in line) == list(range(1, order + 1)) for line in lines)


@pytest.mark.skipif(not available, reason="nothing was compiled")
@pytest.mark.parametrize("wanted", [1, 2, None])
@pytest.mark.parametrize(
    "name", ["queens:5", "queens:3", "sudoku:..233..42.3.1...", "magic-square:3"]
)
def test_a_search_is_the_same_with_limits(name: str, wanted: int | None) -> None:
    quick = clew.solve(name, "learning", max_solutions=wanted)
    usual = clew.solve(name, "learning", max_solutions=wanted, max_nodes=1_000_000)
    assert quick.engine == usual.engine
    quick.stats.seconds = usual.stats.seconds = 0.0
    assert quick == usual


@pytest.mark.skipif(not available, reason="nothing was compiled")
def test_what_takes_more_nodes_is_searched_as_usual() -> None:
    result = clew.solve("queens:8", "learning", max_solutions=None)
    assert (len(result.solutions), result.status) == (92, clew.Status.COMPLETE)
