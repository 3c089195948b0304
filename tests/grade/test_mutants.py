"""Wrong searches are named rightly, each with a smallest instance."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clew.grading.assignment import Assignment, Behaviour, Task
from clew.grading.behaviours import RULES
from clew.grading.games import GameTree
from clew.grading.grading import run, smallest
from clew.grading.graph import Graph
from clew.grading.log import Fault, Instance, Log
from clew.grading.networks import ConstraintNetwork
from clew.grading.student import Allowance, StudentProcess
from tests.grade.mutants import MUTANTS, Mutant
from tests.grade.test_ties import ALWAYS, BACKTRACKING, GAMES, RIGHT, SEARCHES, Wanted

ALLOWANCE = Allowance(cpu_seconds=5, calls=3_000)


def source(mutant: Mutant) -> str:
    """The text of a mutant: ties are not random, so that it does the same again."""
    text = RIGHT.read_text(encoding="utf-8").replace("    random.shuffle(mixed)\n", "")
    first_in = (
        "random = random.Random(17)\n"  # not the module, which others use
        "random.choice, random.random = min, iter(range(10**9)).__next__\n"
    )
    text = text.replace("random.seed(17)\n", first_in)
    begin = text.index(f"def {mutant.function}(")
    shared = {"bt_first": "def first(", "bt_mrv": "def mrv(csp",
              "bt_mrv_degree_fc": "def mrv_degree(",
              "bt_lcv_fc": "def lcv(", "bt_mac": "def mac(",
              "ucs_heap": "def ", "greedy_heap": "def ", "a_star_heap": "def "}  # fmt: skip
    if mutant.old not in text[begin:] or text.index(mutant.old, begin) > text.find("\n\n\n", begin):
        begin = text.index(shared.get(mutant.function, "def "))
        begin = begin if mutant.old in text[begin:] else 0
    assert mutant.old in text[begin:], mutant
    return text[:begin] + text[begin:].replace(mutant.old, mutant.new, 1)


def instances(function: str) -> list[Instance]:
    if function in GAMES:
        return [GameTree.random(n, 3 + n % 2, 3, 9) for n in range(30)]
    if function in BACKTRACKING:
        return [ConstraintNetwork.random(n, 5 + n % 4, 2 + n % 2, 5 + n % 11) for n in range(60)]
    dearest = 1 if "bfs" in function or "ids" in function else 6
    return [
        Graph.random(
            n, 6 + n % 5, 7 + n % 9, dearest=dearest, solvable="ids" in function or n % 3 > 0
        )
        for n in range(24)
    ]


def wanted_of(function: str) -> tuple[list[str], Wanted]:
    if function in GAMES:
        return ["state", "game"], [(GAMES[function], {})]
    if function in BACKTRACKING:
        return ["csp"], BACKTRACKING[function] + ALWAYS
    arguments, wanted = SEARCHES[function]
    return arguments, [*wanted, ("optimal", {})] if "ids" in function else wanted


def first_fault(path: Path, mutant: Mutant) -> tuple[Task, Behaviour, Log, Fault] | None:
    """The first run in which the rule that is expected to fail does."""
    arguments, wanted = wanted_of(mutant.function)
    returns = "states" if mutant.function == "bfs_graph" else "actions"
    task = Task(mutant.function, arguments, returns, [], ())
    rule, options = next((each for each in wanted if each[0] == mutant.rule), (mutant.rule, {}))
    behaviour = Behaviour(RULES[rule], dict(options), 1)
    for instance in instances(mutant.function):
        with StudentProcess(path, ALLOWANCE) as student:
            log = run(student, task, instance)
        fault = behaviour.rule.fault(log, behaviour.options)
        if fault is not None:
            return task, behaviour, log, fault
    return None


def named(tmp_path: Path, mutant: Mutant) -> str:
    """Empty if a mutant is named rightly, on an instance that is small; else what went wrong."""
    path = tmp_path / "mutant.py"
    path.write_text(source(mutant), encoding="utf-8")
    found = first_fault(path, mutant)
    if found is None:
        return f"{mutant.rule} did not fail"
    task, behaviour, log, fault = found
    small, said = smallest(path, Assignment("", (), {}, ALLOWANCE), task, behaviour, log, fault)
    if mutant.words not in said.sentence and mutant.words not in fault.sentence:
        return f"said {said.sentence!r}, expected {mutant.words!r}"
    return still_fails(path, task, behaviour, small)


def still_fails(path: Path, task: Task, behaviour: Behaviour, small: Log) -> str:
    """An instance with one thing fewer on which it fails too: then the other is not minimal."""
    quick, fewer = replace(ALLOWANCE, calls=500), list(small.instance.smaller())
    while fewer:
        with StudentProcess(path, quick) as student:
            tried = Log(None)
            while fewer and not tried.died:
                tried = run(student, task, fewer.pop())
                fault = behaviour.rule.fault(tried, behaviour.options)
                if fault is not None and not tried.died and tried.failed == small.failed:
                    return f"{small.instance} is not minimal: {tried.instance} fails ({fault})"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(MUTANTS)))
def test_mutants_are_named(tmp_path: Path, number: int) -> None:
    assert named(tmp_path, MUTANTS[number]) == "", MUTANTS[number]


def test_there_are_sixty() -> None:
    assert len(MUTANTS) >= 60
