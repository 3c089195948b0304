"""The rules for puzzles of one's own mean the same to every search, and to trying everything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from clew.core.faces import CSP, Assignment, Domain, OwnRules, domain, values
from clew.core.result import Run
from clew.rules import (
    Abs,
    AllDifferent,
    Circuit,
    Clause,
    Count,
    Distance,
    If,
    Less,
    LinearRule,
    Literal,
    Pieces,
    Product,
    Steps,
    Sum,
    Table,
    exactly_one,
)
from clew.rules.rule import Constraint, Folded
from clew.search.csp import cp_sat, wire
from clew.search.csp.backtracking import Backjumping, Backtracking
from clew.search.csp.cp_sat import NEEDS, CpSat
from clew.search.csp.learning import Learning, compiled, prepared
from clew.search.native import available
from clew.search.strategy import parse_strategy
from tests.search.csp.random_rules import MAKE, WIDTH, by_hand, posed

CASES = int(os.environ.get("CLEW_CASES", "100"))
"""Random models a rule; CLEW_CASES=10000 for a campaign."""
KINDS = [*MAKE, "mixed"]
needs_kernel = pytest.mark.skipif(not available, reason="no compiled kernels")
needs_ortools = pytest.mark.skipif(not cp_sat.installed(), reason=NEEDS)
PLENTY = 10**9


def models(kind: str, cases: int) -> Iterator[tuple[CSP, set[Assignment]]]:
    sizes = set()
    for number in range(cases):
        csp, expected = posed(Random(f"{kind} {number}"), kind)
        sizes.add(min(len(expected), 2))
        yield csp, expected
    assert sizes >= {0, 2}


def same(found: list[Assignment], expected: set[Assignment], csp: CSP) -> None:
    assert len(found) == len(set(found)), csp
    assert set(found) == expected, csp


@needs_kernel
@pytest.mark.parametrize("kind", KINDS)
def test_the_search_that_learns(kind: str) -> None:
    for csp, expected in models(kind, 4 * CASES):
        if any(isinstance(rule, Folded) and type(rule.rule) is Steps for rule in csp.constraints):
            continue  # no kernel knows it
        kernel = compiled(csp)
        assert kernel is not None, (prepared(csp), csp)
        found = [each[: len(csp.domains)] for each in kernel.run(PLENTY, PLENTY)]
        same(found, expected, csp)


@pytest.mark.parametrize("kind", KINDS)
def test_the_searches_in_python(kind: str) -> None:
    for number, (csp, expected) in enumerate(models(kind, CASES)):
        infer = ["none", "forward-checking", "singles", "mac"][number % 4]
        same(list(Backtracking(infer=infer).readable(csp, Run())), expected, csp)
        same(list(Backtracking(infer=infer)(csp, Run())), expected, csp)
        same(list(Learning().readable(csp, Run())), expected, csp)


@pytest.mark.parametrize("kind", list(MAKE))
def test_prune_loses_no_solution_and_is_exact_for_the_last_variable(kind: str) -> None:
    for number in range(CASES):
        random = Random(f"prune {kind} {number}")
        masks = [random.randrange(1, 1 << WIDTH) for _ in range(4)]
        for x in random.sample(range(4), random.randrange(5)):
            masks[x] = 1 << random.randrange(WIDTH)
        for rule in (each for each in MAKE[kind](random, 4).normal() if each.scope):
            domains = [masks[x] for x in rule.scope]
            rows = [row for row in product(*map(values, domains)) if rule.holds(row)]
            left = [domain(row[at] for row in rows) for at in range(len(domains))]
            kept = list(rule.prune(domains))
            assert all(ours & ~theirs == 0 for ours, theirs in zip(left, kept, strict=True)), rule
            assert all(ours & ~theirs == 0 for ours, theirs in zip(kept, domains, strict=True)), (
                rule
            )
            if sum(mask & (mask - 1) > 0 for mask in domains) < 2:
                assert kept == left if rows else not all(kept), (rule, domains)


def test_lowering_of_a_piece_that_may_be_absent_is_as_short() -> None:
    def size(*more: frozenset[int]) -> int:
        pairs = frozenset(map(frozenset, [(0, 1), (1, 2), (2, 3)]))
        rule = Pieces((0, 1, 2, 3), "", ((1, pairs | set(more)),))
        return len(wire.lowered(CSP((0b11,) * 4, (rule,))).constraints)

    assert size(frozenset()) == size()


FAR = 1 << 62
ODD: list[tuple[Constraint, list[Assignment]]] = [
    (Distance((0, 1), "", -1), []),
    (Steps((0, 1, 2), "", (1, -1)), []),
    (Steps((0, 1, 2), "", (1,)), []),
    (If((2, 0, 1), "", (Literal(0, "==", 1),), Distance((0, 1), "", -1)),
     [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 2)]),
    (Table((0, 1), "", frozenset([(-1, 0), (0, -1), (1, FAR), (FAR, 1)])), []),
    (Table((0, 2), "", frozenset([(-1, 2), (1, 0)])), [(1, 0, 0), (1, 1, 0)]),
    (Clause((0, 1), "", (Literal(0, "==", FAR), Literal(1, "<=", -FAR))), []),
    (Clause((0,), "", (Literal(0, "!=", FAR),)), list(product((0, 1), (0, 1), (0, 1, 2)))),
    (Count((0, 1), "", (Literal(0, "<=", FAR), Literal(1, ">=", FAR)), "!=", 1), []),
    (Count((0,), "", (Literal(0, ">=", -FAR), Literal(0, "==", -FAR)), ">=", 2), []),
    (Circuit((0, 1), "", ((1, 1), (0, 0))), list(product((0, 1), (0, 1), (0, 1, 2)))),
    (Circuit((0, 1), "", ((0, 1), (0, 5))), [(1, 0, 0), (1, 0, 1), (1, 0, 2)]),
]  # fmt: skip
"""Rules with numbers that nobody expects, and what obeys them over 0-1, 0-1 and 0-2."""


@pytest.mark.parametrize(("rule", "expected"), ODD, ids=lambda case: type(case).__name__)
def test_odd_numbers_mean_the_same_to_every_search(
    rule: Constraint, expected: list[Assignment]
) -> None:
    csp = CSP((0b11, 0b11, 0b111), (rule,))
    assert by_hand(csp.domains, [rule]) == set(expected)
    searches = ["backtracking", "backtracking:infer=mac", "learning", "pseudo-boolean"]
    if cp_sat.installed():
        searches.append("cp-sat")
    for name in searches:
        found = list(parse_strategy(name)(csp, Run()))
        assert sorted(found) == sorted(expected), name


def test_csp_with_repeated_variables_has_only_normal_rules() -> None:
    for kind in KINDS:
        for csp, _ in models(kind, CASES):
            inner = [rule.rule for rule in csp.constraints if isinstance(rule, If)]
            for rule in (*csp.constraints, *inner):
                assert rule.scope, csp
                assert len(set(rule.scope)) == len(rule.scope), csp


def test_csp_with_normal_rules_keeps_their_tuple() -> None:
    rules = (AllDifferent((0, 1), ""), Less((0, 1), ""))
    assert CSP((3, 3), rules).constraints is rules
    own = OwnRules(rules)
    assert CSP((3, 3), own).constraints is own


def test_csp_with_rules_over_no_variables_drops_them() -> None:
    assert CSP((3,), (Sum((), "", 0),)) == CSP((3,), ())
    assert CSP((3, 3), (Sum((), "", 1), Less((0, 1), ""))) == CSP((0, 0), (Less((0, 1), ""),))
    assert list(Backtracking()(CSP((), (Sum((), "", 1),)), Run())) == []


@needs_ortools
@pytest.mark.parametrize("kind", KINDS)
def test_cp_sat(kind: str) -> None:
    for csp, expected in models(kind, max(60, CASES // 10)):
        same(list(CpSat()(csp, Run())), expected, csp)


def test_backjumping_takes_them_too() -> None:
    for csp, expected in models("mixed", CASES):
        same(list(Backjumping()(csp, Run())), expected, csp)


# ------------------------------------------------------------------ known puzzles


def send_more() -> CSP:
    """S E N D M O R Y: SEND + MORE = MONEY, each letter another digit."""
    factors = (1000, 91, -90, 1, -9000, -900, 10, -1)
    domains = (domain(range(1, 10)), *(domain(range(10)),) * 3, domain(range(1, 10)))
    rules = (AllDifferent(tuple(range(8)), ""), LinearRule(tuple(range(8)), "", factors, "==", 0))
    return CSP((*domains, *(domain(range(10)),) * 3), rules)


def test_send_more_money() -> None:
    assert list(Learning()(send_more(), Run())) == [(9, 5, 6, 7, 1, 0, 8, 2)]


@needs_kernel
def test_send_more_money_takes_few_nodes() -> None:
    kernel = compiled(send_more())
    assert kernel is not None
    kernel.run(PLENTY, PLENTY)
    assert kernel.nodes <= 10


SHAPES = {
    "F": "01 02 10 11 21", "I": "00 10 20 30 40", "L": "00 10 20 30 31", "N": "01 11 20 21 30",
    "P": "00 01 10 11 20", "T": "00 01 02 11 21", "U": "00 02 10 11 12", "V": "00 10 20 21 22",
    "W": "00 10 11 21 22", "X": "01 10 11 12 21", "Y": "01 10 11 21 31", "Z": "00 01 11 21 22",
}  # fmt: skip


def turned(cells: frozenset[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    """All turns and mirror images of a shape, moved to the corner."""
    found = set()
    for _ in range(4):
        cells = frozenset((c, -r) for r, c in cells)
        for shape in (cells, frozenset((r, -c) for r, c in cells)):
            top, left = min(r for r, _ in shape), min(c for _, c in shape)
            found.add(frozenset((r - top, c - left) for r, c in shape))
    return found


def pentominoes(rows: int, cols: int) -> CSP:
    """A yes or no for each place of each piece; one place a piece, one piece a cell."""
    groups: dict[object, list[int]] = {}
    number = 0
    for name, text in SHAPES.items():
        for shape in sorted(
            map(sorted, turned(frozenset((int(t[0]), int(t[1])) for t in text.split())))
        ):
            for r in range(rows):
                for c in range(cols):
                    cells = [(r + a, c + b) for a, b in shape]
                    if all(a < rows and b < cols for a, b in cells):
                        for key in (name, *cells):
                            groups.setdefault(key, []).append(number)
                        number += 1
    rules = (
        exactly_one(tuple(group), str(key), (Literal(at, "==", 1) for at in range(len(group))))
        for key, group in groups.items()
    )
    return CSP((0b11,) * number, tuple(rules))


@needs_kernel
def test_pentominoes_three_by_twenty_have_two_placements_and_their_mirrors() -> None:
    kernel = compiled(pentominoes(3, 20))
    assert kernel is not None
    assert len(kernel.run(PLENTY, PLENTY)) == 8


# ------------------------------------------------------------------ more than 64 values


@needs_kernel
def test_wide_variables_are_searched_compiled() -> None:
    """Pythagorean triples with a sum of 120: the squares are wide."""
    side, square = tuple(range(1, 60)), tuple(n * n for n in range(1, 60))
    numbers = (side, side, side)
    csp = CSP(
        ((1 << 59) - 1,) * 3 + ((1 << 3700) - 1,),
        (
            LinearRule((0, 1, 2), "", (1, 1, 1), "==", 120, numbers),
            LinearRule((0, 1, 2), "", (1, 1, -1), "==", 0, (square, square, square)),
            LinearRule((0, 1), "", (1, -1), "<=", 0),
            LinearRule((2, 3), "", (1, -1), "==", 0, (square, tuple(range(3700)))),
        ),
    )
    assert compiled(csp) is not None
    found = {tuple(v + 1 for v in each[:3]) for each in Learning()(csp, Run())}
    assert found == {(20, 48, 52), (24, 45, 51), (30, 40, 50)}


@pytest.mark.parametrize("kind", ["product", "abs", "linear", "different", "if", "order"])
def test_random_wide_models(kind: str) -> None:
    """Variables of 65 to 300 values, of which few are left."""
    for number in range(CASES // 10):
        masks, rules = wide(Random(f"wide {kind} {number}"), kind)
        csp = CSP(masks, rules)
        assert not available or compiled(csp) is not None, prepared(csp)
        same(list(Learning()(csp, Run())), by_hand(masks, rules), csp)


def wide(rng: Random, kind: str) -> tuple[tuple[Domain, ...], tuple[Constraint, ...]]:
    masks = tuple(
        domain(rng.sample(range(rng.choice([66, 130, 300])), rng.choice([2, 10, 66])))
        for _ in range(3 if kind in ("product", "abs") else 2)
    )
    scope, numbers = tuple(range(len(masks))), (tuple(range(-150, 150)),) * len(masks)
    factors = tuple(rng.choice([-2, -1, 1, 3]) for _ in masks)
    rule = LinearRule(
        scope, "", factors, rng.choice(["==", "!=", "<=", ">="]), rng.randint(-99, 99)
    )
    if kind == "product":
        return masks, (Product((0, 1, 2), "", numbers),)
    if kind == "abs":
        return masks, (Abs((0, 1, 2), "", numbers),)
    if kind == "different":
        return masks, (AllDifferent((0, 1), "", (rng.randint(-9, 9), 0)), rule)
    if kind == "if":
        return masks, (If((0, *scope), "", (Literal(0, "<=", 99),), rule),)
    if kind == "order":
        some = tuple(Literal(at, rng.choice(["<=", ">="]), rng.randrange(300)) for at in scope)
        return masks, (Count(scope, "", some, "==", 1), rule)
    return masks, (rule,)


@needs_kernel
@pytest.mark.parametrize("kind", [Product, Abs])
def test_what_has_too_many_rows_for_a_table_goes_by_bounds(kind: type[Product | Abs]) -> None:
    """Two variables of 300 values make 90,000 rows."""
    every = (1 << 300) - 1
    numbers = (tuple(range(-100, 200)),) * 3
    known = CSP((every, every, 0b111 << 180), (kind((0, 1, 2), "", numbers), *_close(numbers)))
    assert compiled(known) is not None, prepared(known)
    rule = known.constraints[0]
    expected: set[Assignment] = {
        (a, b, c)
        for a in range(300)
        for b in range(max(0, a - 3), min(300, a + 4))
        for c in (180, 181, 182)
        if rule.holds((a, b, c))
    }
    same(list(Learning()(known, Run())), expected, known)


def _close(numbers: object) -> tuple[LinearRule, LinearRule]:
    return (
        LinearRule((0, 1), "", (1, -1), "<=", 3),
        LinearRule((0, 1), "", (1, -1), ">=", -3),
    )


# ------------------------------------------------------------------ which engine


def test_the_run_says_which_engine_it_was_and_why() -> None:
    run = Run()
    list(Learning()(send_more(), run))
    assert run.engine == ("compiled" if available else "readable: nothing was compiled")
    run = Run()
    csp = CSP((1 << 70_000 | 1, 3), (Table((0, 1), "the table", frozenset({(70_000, 1)})),))
    assert list(Learning()(csp, run)) == [(70_000, 1)]
    assert run.engine.startswith("readable: ")
    if available:
        said = "the rule the table is about each value of a variable with too many: "
        said += "the kernel takes 4,032 below 65,536"
        assert run.engine == f"readable: {said}"


def test_a_round_of_every_length_is_found_once() -> None:
    """There are (n - 1)! rounds of n places."""
    for size, rounds in ((1, 1), (2, 1), (3, 2), (4, 6), (5, 24), (6, 120)):
        csp = CSP(((1 << size) - 1,) * size, (Circuit(tuple(range(size)), ""),))
        assert len(list(Learning()(csp, Run()))) == rounds
