"""A CSP in flat integers: kernel and twin read the same, refuse the same, and lose nothing."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.core.faces import CSP
from clew.core.registry import find, names
from clew.rules import (
    Abs,
    AllDifferent,
    Circuit,
    Clause,
    Connected,
    Count,
    Distance,
    Element,
    If,
    Less,
    Lex,
    LinearRule,
    Literal,
    Maximum,
    Minimum,
    Parity,
    Product,
    Regular,
    Steps,
    Sum,
    Table,
    Visible,
)
from clew.rules.rule import Constraint
from clew.search.csp import wire
from clew.search.native import available, lib
from clew.search.strategy import parse_strategy
from tests.search.csp.py_model import Coded, PyModel

ModelKernel = lib.Model if available else PyModel
needs_kernel = pytest.mark.skipif(not available, reason="nothing was compiled")

CSPS = [
    (name, example.text)
    for name in names()
    if CSP in find(name).faces
    for example in find(name).examples
]


def packed(*numbers: int) -> bytes:
    return array("q", numbers).tobytes()


def outcome(kind: type[PyModel], variables: int, rules: bytes) -> object:
    try:
        return kind(variables, rules).rules
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize(("name", "text"), CSPS)
def test_every_example_comes_back_as_it_was(name: str, text: str) -> None:
    csp = find(name).parse(text).csp()
    back = PyModel(len(csp.domains), wire.flat(csp.constraints))
    rules: list[Any] = list(csp.constraints)
    plain: list[Any] = [rule for rule in rules if rule.kind in wire.PLAIN]
    told = [each for each in back.constraints if not isinstance(each, Coded)]
    assert told == [replace(rule, label="") for rule in plain]
    model = wire.model(csp) if available else back
    assert model is not None
    assert (model.variables, model.rules) == (len(csp.domains), len(rules))


RULES: list[tuple[Constraint, list[int]]] = [
    (AllDifferent((0, 1), ""), [0, 2, 0, 0, 1]),
    (AllDifferent((0, 1), "", (5, -5)), [0, 2, 2, 0, 1, 5, -5]),
    (Less((1, 0), ""), [1, 2, 0, 1, 0]),
    (Table((0, 1), "", frozenset([(1, 2), (0, 99999)])), [2, 2, 4, 0, 1, 0, 65536, 1, 2]),
    (Table((), "", frozenset()), [2, 0, 0]),
    (Sum((0, 1, 1), "", -3), [3, 3, 1, 0, 1, 1, -3]),
    (Parity((0,), "", odd=True), [4, 1, 1, 0, 1]),
    (Distance((0, 1), "", 7), [5, 2, 1, 0, 1, 7]),
    (Steps((0, 1, 2), "", (1, 2)), [6, 3, 2, 0, 1, 2, 1, 2]),
    (LinearRule((0, 1), "", (3, -1), "<=", 9), [7, 2, 4, 0, 1, 2, 9, 3, -1]),
    (
        LinearRule((0, 1), "", (3, -1), "!=", 9, ((5, 6), (7,))),
        [7, 2, 9, 0, 1, 1, 9, 3, -1, 2, 5, 6, 1, 7],
    ),
    (Clause((2,), "", (Literal(0, ">=", 4),)), [8, 1, 3, 2, 0, 3, 4]),
    (Count((2,), "", (Literal(0, "==", 4),), "==", 1), [9, 1, 5, 2, 0, 1, 0, 0, 4]),
    (Product((0, 1, 2), ""), [10, 3, 0, 0, 1, 2]),
    (Abs((0, 1, 2), ""), [11, 3, 0, 0, 1, 2]),
    (Element((0, 1, 2), ""), [12, 3, 0, 0, 1, 2]),
    (Regular((0,), "", ((0, 1, 2),), frozenset([2])), [13, 1, 6, 0, 0, 1, 2, 0, 1, 2]),
    (Visible((0, 1), "", "==", 2), [14, 2, 2, 0, 1, 0, 2]),
    (Lex((0, 1), "", strict=True), [15, 2, 1, 0, 1, 1]),
    (Circuit((0, 1), ""), [16, 2, 1, 0, 1, 0]),
    (Circuit((0, 1), "", optional=True), [16, 2, 1, 0, 1, 1]),
    (Maximum((0, 1, 2), ""), [24, 3, 1, 0, 1, 2, 0]),
    (Minimum((0, 1, 2), ""), [24, 3, 1, 0, 1, 2, 1]),
    (Connected((0, 1), "", ((0, 1),), (5, 6)), [17, 2, 5, 0, 1, 1, 0, 1, 5, 6]),
    (
        If((2, 0, 1), "", (Literal(0, "==", 4),), Less((0, 1), "")),
        [18, 3, 6, 2, 0, 1, 1, 0, 0, 4, 1, 2],
    ),
]


@pytest.mark.parametrize(("rule", "numbers"), RULES)
def test_the_format(rule: Constraint, numbers: list[int]) -> None:
    assert wire.flat([rule]) == packed(*numbers)
    assert outcome(ModelKernel, 3, packed(*numbers)) == outcome(PyModel, 3, packed(*numbers)) == 1


REFUSED = [
    ([0], "rule 0: found 1 numbers, expected at least 3"),
    ([1, 2, 0, 0, 1, 25, 0, 0], "rule 1: found kind 25, expected 0 to 24"),
    ([-1, 0, 0], "rule 0: found kind -1, expected 0 to 24"),
    (
        [0, 2, 0, 1],
        "rule 0: found 2 variables and 0 numbers, expected no more than the 1 there are",
    ),
    ([0, -1, 0], "rule 0: found -1 variables and 0 numbers, expected no more than the 0 there are"),
    ([0, 0, 2**63 - 1], f"rule 0: found 0 variables and {2**63 - 1} numbers, "),
    ([0, 2**63 - 1, 2**63 - 1], "rule 0: found 9223372036854775807 variables"),
    ([0, 1, 0, 3], "rule 0: found variable 3, expected less than 3"),
    ([0, 1, 0, -1], "rule 0: found variable -1, expected less than 3"),
    ([0, 2, 1, 0, 1, 0], "rule 0: found 2 variables and 1 numbers, expected none or one offset"),
    ([0, 1, 1, 0, 2**41], f"rule 0: found {2**41}, expected {-(2**40)} to {2**40}"),
    ([1, 1, 0, 0], "rule 0: found 1 variables and 0 numbers, expected two variables"),
    ([2, 2, 3, 0, 1, 0, 0, 0], "expected rows as long as the scope"),
    ([2, 0, 1, 0], "expected rows as long as the scope"),
    ([2, 1, 1, 0, 65537], "rule 0: found 65537, expected 0 to 65536"),
    ([3, 1, 0, 0], "expected one total"),
    ([4, 1, 1, 0, 2], "rule 0: found 2, expected 0 to 1"),
    ([5, 2, 1, 0, 1, -1], "rule 0: found -1, expected 0 to"),
    ([5, 3, 1, 0, 1, 2, 1], "expected two variables and one distance"),
    ([6, 2, 1, 0, 1, -1], "rule 0: found -1, expected 0 to"),
]


@pytest.mark.parametrize(("numbers", "message"), REFUSED)
def test_what_is_refused(numbers: list[int], message: str) -> None:
    said = outcome(ModelKernel, 3, packed(*numbers))
    assert message in str(said)
    assert said == outcome(PyModel, 3, packed(*numbers))


@pytest.mark.parametrize("variables", [-1, 2**20 + 1, 2**62])
def test_how_many_variables(variables: int) -> None:
    assert "variables: found" in str(outcome(ModelKernel, variables, b""))
    assert outcome(ModelKernel, variables, b"") == outcome(PyModel, variables, b"")


def test_bytes_that_are_no_integers() -> None:
    assert outcome(ModelKernel, 3, b"1234567") == outcome(PyModel, 3, b"1234567")


@given(st.lists(st.integers(-2, 23) | st.integers(-(2**63), 2**63 - 1), max_size=24))
@settings(deadline=None, max_examples=300)
def test_any_numbers_at_all(numbers: list[int]) -> None:
    assert outcome(ModelKernel, 4, packed(*numbers)) == outcome(PyModel, 4, packed(*numbers))


def test_thousands_of_broken_models() -> None:
    random = Random(5)
    good = [numbers for _, numbers in RULES]
    for _ in range(3000):
        numbers = [n for part in random.choices(good, k=random.randrange(1, 5)) for n in part]
        for _ in range(random.randrange(3)):
            numbers[random.randrange(len(numbers))] = random.choice(
                [-1, 0, 1, 2, 3, 23, 65537, 2**62]
            )
        rules = packed(*numbers[: random.randrange(len(numbers) + 1)])
        assert outcome(ModelKernel, 3, rules) == outcome(PyModel, 3, rules)


@dataclass(frozen=True, slots=True)
class Other(AllDifferent):
    """A rule that means something else, and says only that."""

    def holds(self, values: Sequence[int]) -> bool:
        return values[0] != 1


@needs_kernel
@pytest.mark.parametrize(
    "rule",
    [
        Table((0, 1), "", frozenset([(1,)])),
        Table((0, 1), "", frozenset([(-1, 0)])),
        Sum((0, 1), "", 2**70),
        AllDifferent((0, -1), ""),
        AllDifferent((0, 1), "", (1,)),
        LinearRule((0, 1), "", (1,), "==", 0),
        If((1, 0), "", (), Less((0, 1), "")),
    ],
)
def test_rules_that_no_kernel_can_hold(rule: Constraint) -> None:
    assert wire.model(CSP((3, 3), (rule,))) is None


def test_domains_are_words() -> None:
    assert wire.domains(CSP((1, 2**64 - 1), ())) == array("Q", [1, 2**64 - 1]).tobytes()
    assert wire.domains(CSP((1, 2**64), ())) is None
    assert wire.domains(CSP((-1,), ())) is None


@needs_kernel
def test_the_same_rules_are_read_once() -> None:
    rules = (AllDifferent((0, 1), ""),)
    assert wire.model(CSP((3, 3), rules)) is wire.model(CSP((1, 3), rules))
    other = wire.model(CSP((3, 3, 3), rules))
    assert other is not None
    assert other.variables == 3
    for size in range(2, 2 * wire.KEPT):
        wire.model(CSP((3,) * size, (AllDifferent((0, 1), ""),)))
    assert len(wire._kept) <= wire.KEPT


def test_not_every_rule_is_kept() -> None:
    rules = [Less((0, 1), "") for _ in range(wire.KEPT_RULES + 10)]
    long = Table((0, 1), "", frozenset((i, i) for i in range(64)))
    assert wire.flat([*rules, long]) == wire.flat(rules) + wire.flat([long])
    assert len(wire._kept_rules) <= wire.KEPT_RULES
    assert id(long) not in wire._kept_rules


@pytest.mark.parametrize("infer", ["singles", "hidden-singles", "mac", "mac+hidden-singles"])
def test_search_after_forward_checking_keeps_the_rules_between_variables_it_fixed(
    infer: str,
) -> None:
    """Forward checking leaves b and d one value each, the same one, and they must differ."""
    pairs = ((0, 1), (2, 3), (1, 3))
    rules = tuple(AllDifferent(pair, "") for pair in pairs)
    csp = CSP((0b01, 0b11, 0b01, 0b11, 0b11), rules)
    options = f"select=first,infer={infer},prepare=forward-checking"
    for name in ("backtracking", "limited-discrepancy"):
        search: Any = parse_strategy(f"{name}:{options}")
        first = CSP((csp.domains[4], *csp.domains[:4]), tuple(
            AllDifferent((a + 1, b + 1), "") for a, b in pairs
        ))  # fmt: skip
        for each in (csp, first):
            assert list(search(each, clew.Run())) == []
            assert list(search.readable(each, clew.Run())) == []


@pytest.mark.parametrize("infer", ["singles", "hidden-singles", "mac", "mac+hidden-singles"])
@pytest.mark.parametrize("name", ["backtracking", "limited-discrepancy"])
def test_search_without_preparation_keeps_the_rules_between_variables_of_one_value(
    name: str, infer: str
) -> None:
    problem = clew.Problem("m")
    _, x, y = problem.variables("zxy", [0])
    problem.add(x + y == 7)
    spelling = f"{name}:select=first,infer={infer},prepare=none"
    assert clew.solve(problem, spelling).unsolvable
    search: Any = parse_strategy(spelling)
    assert list(search.readable(problem.csp(), clew.Run())) == []


@needs_kernel
def test_rule_that_no_kernel_knows_is_called() -> None:
    other = Other((0, 1), "")
    for rule in (other, If((2, 0, 1), "", (Literal(0, "==", 1),), other)):
        csp = CSP((3, 3, 3), (rule,))
        assert wire.tests(csp.constraints) == [rule.holds]
        assert wire.model(csp) is not None
