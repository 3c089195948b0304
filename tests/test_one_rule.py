"""A rule needs one file: a class with nothing but `holds` can be searched, used and proven."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

import pytest

import clew
from clew import rules
from clew.core.faces import CSP, domain
from clew.core.result import Run
from clew.rules.rule import Constraint
from clew.search.csp import cp_sat
from clew.search.strategy import strategies
from tests.search.csp.random_rules import by_hand

ROOT = Path(clew.__file__).parent
ALLOWED = {
    "explanations/techniques/position.py": "techniques about signs need to find the signs",
    "puzzles/queens/search.py": "recognises the CSP of its own puzzle",
    "search/csp/cover.py": "recognises exact covers among clauses, counts and tables",
    "search/linear/linear.py": "recognises a linear system, all of whose rules are parities",
}
"""The other modules that check for a rule's class, with the reason. This list only shrinks."""


@dataclass(frozen=True, slots=True)
class Between(Constraint):
    """The middle variable is between the other two, and all three add up to an even number."""

    word: ClassVar[str] = "between"

    def holds(self, values: Sequence[Any]) -> bool:
        a, b, c = values
        return bool(min(a, c) < b < max(a, c) and (a + b + c) % 2 == 0)


DOMAINS = (domain([1, 2, 5]), domain([2, 3, 4]), domain([0, 3]), domain([1, 4]))
RULES = (Between((0, 1, 2), "first"), Between((1, 3, 0), "second"), Between((2, 3, 2), "not it"))


def searches() -> list[str]:
    csp = CSP(DOMAINS, RULES[:2])
    found = [name for name, kind in strategies().items() if kind.face is CSP and kind.complete]
    return [name for name in found if strategies()[name]().accepts(csp)]


@pytest.mark.parametrize("name", searches())
@pytest.mark.parametrize("stated", [RULES[:1], RULES[:2], RULES], ids=["one", "two", "never"])
def test_rule_with_only_holds_is_searched_by_every_strategy(
    name: str, stated: tuple[Between, ...]
) -> None:
    expected = by_hand(DOMAINS, stated)
    assert bool(expected) == (len(stated) < 3)
    found = list(strategies()[name]()(CSP(DOMAINS, stated), Run()))
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_strategies_without_rule_names_search_a_new_rule() -> None:
    expected = {"backtracking", "backjumping", "learning", "pseudo-boolean", "generate-and-test"}
    assert expected | ({"cp-sat"} if cp_sat.installed() else set()) <= {*searches()}


VALUES = [-3, -2, 0, 1, 2, 70]


def statement() -> clew.Problem:
    problem = clew.Problem("between")
    x, y, z = problem.variables("xyz", VALUES)
    problem.state(Between((), ""), [x, y, z])
    problem.add(~problem.state(Between((), ""), [y, x + 1, z]))
    problem.add(x < z)
    return problem


@pytest.mark.parametrize("name", searches())
def test_rule_with_only_holds_works_over_any_values_and_denied(name: str) -> None:
    holds = Between((), "").holds
    expected = [
        {"x": x, "y": y, "z": z}
        for x, y, z in product(VALUES, repeat=3)
        if holds([x, y, z]) and not holds([y, x + 1, z]) and x < z
    ]
    assert expected
    assert sorted(clew.Search(statement(), name), key=str) == sorted(expected, key=str)


def test_new_rule_is_written_out_like_the_others() -> None:
    problem = clew.Problem()
    parts = problem.variables("xyz", range(3))
    assert str(problem.state(Between((), ""), parts)) == "between(x, y, z)"


def test_rule_with_only_holds_can_be_proven(tmp_path: Path) -> None:
    problem = clew.Problem("none")
    x, y, z = problem.variables("xyz", range(3))
    problem.state(Between((), ""), [x, y, z])
    problem.add(y != 1)
    path = tmp_path / "none.pbp"
    assert clew.solve(problem, proof=path).unsolvable
    assert str(clew.check_proof(problem, path)) == "no solution"


def test_subclass_with_another_meaning_resets_the_optional_methods() -> None:
    @dataclass(frozen=True, slots=True)
    class Repeats(rules.AllDifferent):
        def holds(self, values: Sequence[Any]) -> bool:
            return not rules.AllDifferent.holds(self, values)

    csp = CSP((3, 3), (Repeats((0, 1), "alike"),))
    assert csp.constraints[0].kind is None
    for name in searches():
        assert sorted(strategies()[name]()(csp, Run())) == [(0, 0), (1, 1)], name


def test_pieces_add_no_helper_variables() -> None:
    puzzle = clew.parse("pentominoes:5x3:LLLLV/L...V/..VVV")
    assert len(puzzle.csp().domains) == 15
    for name in ("backtracking", "backtracking:infer=mac", "learning", "pseudo-boolean"):
        assert clew.count(puzzle, name) == 1, name


# ------------------------------------------------------------------ one place


def known() -> set[str]:
    """Return the names of all rule classes."""
    found = set()
    for module in pkgutil.iter_modules(rules.__path__, "clew.rules."):
        for name, each in inspect.getmembers(import_module(module.name), inspect.isclass):
            if issubclass(each, Constraint) and each is not Constraint:
                found.add(name)
    return found


def asked(path: Path) -> Iterator[str]:
    """Return the rule classes that a module checks for."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        classes: list[ast.AST] = []
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
            "isinstance",
            "issubclass",
        ):
            classes = [node.args[1]]
        elif isinstance(node, ast.Compare):
            classes = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            classes = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.MatchClass):
            classes = [node.cls]
        for each in classes:
            for name in ast.walk(each):
                found = getattr(name, "id", getattr(name, "attr", ""))
                if found in KNOWN:
                    yield found


KNOWN = known()


def test_modules_outside_rules_dont_ask_for_a_rules_class() -> None:
    paths = [path for path in ROOT.rglob("*.py") if "rules" not in path.relative_to(ROOT).parts]
    found = {path.relative_to(ROOT).as_posix(): {*asked(path)} for path in paths}
    named = {where: classes for where, classes in found.items() if classes}
    assert not {where: each for where, each in named.items() if where not in ALLOWED}
    assert ALLOWED.keys() == named.keys(), "no longer needed"


@pytest.mark.parametrize(
    "text",
    [
        "isinstance(rule, AllDifferent | Less)",
        "type(rule) is Sum",
        "RULES = {rules.Table: 1}",
        "match rule:\n    case Lex(): pass",
    ],
)
def test_class_checks_in_a_module_are_found(text: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    assert [*asked(path)]


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_every_rule_has_holds_and_its_own_file(name: str) -> None:
    homes = [
        path.name
        for path in (ROOT / "rules").glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and node.name == name
    ]
    assert len(homes) == 1
