"""cp-sat: every rule in its model, limits, and the hand-over from the own search."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import clew
from clew import Latin, Queens, Status, rules
from clew.cli.app import app
from clew.core.faces import CSP
from clew.core.puzzle import Unsuited
from clew.core.result import Run, Stats, Stopped
from clew.model import compiling
from clew.rules import AllDifferent, Distance, Less, Parity, Steps, Sum, Table
from clew.rules.rule import Constraint
from clew.search import auto
from clew.search.auto import HandOver, best_known, choose, suits
from clew.search.csp import cp_sat
from clew.search.csp.cp_sat import NEEDS, CpSat
from clew.search.strategy import parse_strategy, strategies
from tests.search.csp.random_rules import by_hand

needs_ortools = pytest.mark.skipif(not cp_sat.installed(), reason=NEEDS)
PLAIN = parse_strategy("backtracking")
EMPTY = Latin((0,) * 100)


def answers(csp: CSP) -> list[tuple[int, ...]]:
    return list(CpSat()(csp, Run()))


# ------------------------------------------------------------------ the rules


def pick(rng: Random, size: int, most: int) -> tuple[int, ...]:
    return tuple(rng.sample(range(size), min(size, most)))


POSE: dict[type[Constraint], Callable[[Random, int], Constraint]] = {
    AllDifferent: lambda rng, size: AllDifferent(
        scope := pick(rng, size, rng.randint(0, 4)),
        "",
        rng.choice([(), tuple(rng.randint(-3, 3) for _ in scope)]),
    ),
    Distance: lambda rng, size: Distance(pick(rng, size, 2), "", rng.randint(0, 4)),
    Less: lambda rng, size: Less(pick(rng, size, 2), ""),
    Parity: lambda rng, size: Parity(pick(rng, size, rng.randint(0, 4)), "", rng.random() < 0.5),
    Steps: lambda rng, size: Steps(
        scope := pick(rng, size, rng.randint(1, 4)),
        "",
        tuple(rng.randint(0, 3) for _ in range(max(0, len(scope) - rng.choice([1, 1, 1, 2])))),
    ),
    Sum: lambda rng, size: Sum(pick(rng, size, rng.randint(0, 4)), "", rng.randint(0, 9)),
    Table: lambda rng, size: Table(
        scope := pick(rng, size, rng.randint(0, 3)),
        "",
        frozenset(
            tuple(rng.randint(0, 5) for _ in scope) for _ in range(rng.choice([0, 3, 20, 40]))
        ),
    ),
}


@needs_ortools
@pytest.mark.parametrize("kind", [*POSE, None], ids=lambda kind: kind.__name__ if kind else "mixed")
def test_every_rule_means_the_same(kind: type[Constraint] | None) -> None:
    """Random rules over random domains, and every assignment that obeys them, found once."""
    rng = Random(f"cp-sat {kind and kind.__name__}")
    for _ in range(40):
        size = rng.randint(2, 4)
        domains = tuple(rng.getrandbits(6) | 1 << rng.randint(0, 5) for _ in range(size))
        kinds = [kind] if kind else rng.sample(list(POSE), 3)
        rules = tuple(POSE[each](rng, size) for each in kinds)
        csp = CSP(domains, rules)
        found = answers(csp)
        assert len(found) == len(set(found)), csp
        assert set(found) == by_hand(domains, rules), csp


@needs_ortools
def test_nothing_to_decide() -> None:
    assert answers(CSP((), ())) == [()]
    assert answers(CSP((0b10, 0), ())) == []


@needs_ortools
def test_a_rule_with_too_many_rows_is_refused() -> None:
    csp = CSP((2**60 - 1,) * 3, (rules.Test((0, 1, 2), "odd", lambda values: sum(values) == 1),))
    assert not CpSat().accepts(csp)
    with pytest.raises(Unsuited, match="too many rows"):
        answers(csp)
    few = CSP((3, 3, 3), csp.constraints)
    assert sorted(answers(few)) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]


# ------------------------------------------------------------------ how it ends


@needs_ortools
def test_what_is_proven_and_what_is_not() -> None:
    assert clew.solve(Queens(3), "cp-sat").unsolvable
    assert clew.count(Queens(6), "cp-sat") == 4
    assert clew.solve(Queens(6), "cp-sat", max_solutions=4).status is Status.ENOUGH
    assert clew.solve(Queens(6), "cp-sat", max_solutions=5).status is Status.COMPLETE
    assert clew.is_unique(Latin.parse("3:123......"), "cp-sat") is False
    assert clew.is_unique(Latin.parse("3:1232....."), "cp-sat") is True


@needs_ortools
@pytest.mark.parametrize("limit", [0, 1, 17, 500])
def test_the_limit_of_nodes_is_never_passed(limit: int) -> None:
    whole = clew.solve(Queens(8), "cp-sat", max_solutions=None)
    result = clew.solve(Queens(8), "cp-sat", max_solutions=None, max_nodes=limit)
    assert whole.stats.nodes > limit
    assert (result.status, result.reason) == (Status.STOPPED, "nodes")
    assert result.stats.nodes <= limit
    assert set(result.solutions) < set(whole.solutions)


def soon(happens: Callable[[], bool]) -> bool:
    """Whether something happens within some seconds: a presolve that was stopped takes a few."""
    end = time.monotonic() + 20
    while not happens() and time.monotonic() < end:
        time.sleep(0.01)
    return happens()


@needs_ortools
def test_the_limit_of_seconds_is_kept_and_nothing_goes_on() -> None:
    before = threading.active_count()
    started = time.perf_counter()
    result = clew.solve(EMPTY, "cp-sat", max_solutions=None, max_seconds=0.2)
    assert time.perf_counter() - started < 5
    assert (result.status, result.reason) == (Status.STOPPED, "seconds")
    assert soon(lambda: threading.active_count() <= before)


@needs_ortools
def test_answers_come_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_sat, "AHEAD", 10)
    before = threading.active_count()
    found = clew.solutions(Latin((0,) * 25), "cp-sat")
    several = [next(found) for _ in range(50)]
    assert len(set(several)) == len(several)
    found.close()  # type: ignore[attr-defined]  # a generator
    assert soon(lambda: threading.active_count() <= before)


@needs_ortools
def test_who_waits_is_told_and_may_interrupt() -> None:
    calls = 0

    def interrupt(stats: Stats) -> None:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        clew.solve(EMPTY, "cp-sat", max_solutions=None, progress=interrupt)
    assert calls == 5


@needs_ortools
def test_an_error_in_its_thread_is_raised_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(csp: CSP) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(cp_sat, "model_of", broken)
    with pytest.raises(ZeroDivisionError):
        clew.solve(Queens(4), "cp-sat")


@needs_ortools
def test_control_c_ends_the_command() -> None:
    command = (sys.executable, "-m", "clew", "solve", "latin:9", "--count")
    process = subprocess.Popen(
        [*command, "--strategy", "cp-sat"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    with process:
        maps = Path(f"/proc/{process.pid}/maps")
        while process.poll() is None and "ortools" not in maps.read_text():  # not begun yet
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        _, err = process.communicate(timeout=20)
        assert time.monotonic() - started < 5
        assert process.returncode == 130
        assert err == b"" or err.startswith(b"interrupted")


# ------------------------------------------------------------------ not installed, not imported


def test_without_ortools_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_sat, "installed", lambda: False)
    assert "cp-sat" in strategies()
    assert not suits(Queens(4), CpSat())
    with pytest.raises(Unsuited) as error:
        clew.solve(Queens(4), "cp-sat")
    assert str(error.value) == NEEDS
    assert "pip install 'clew-puzzles[cpsat]'" in NEEDS
    told = CliRunner().invoke(app, ["solve", "queens:4", "--strategy", "cp-sat"])
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.count("\n") == 1
    assert NEEDS in told.stderr


def test_ortools_is_not_imported_before_it_is_used() -> None:
    program = (
        "import sys, clew; clew.solve(clew.parse('queens:8')); "
        "clew.solve(clew.parse('latin:4')); print('ortools' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"


# ------------------------------------------------------------------ handing over

SEVERAL = (
    "queens:6",
    "queens:8",
    "latin:4",
    "queens:3",
    "latin:3:123......",
    "lights-out:2x2:##/..",
)


@needs_ortools
@pytest.mark.parametrize("id_", SEVERAL)
@pytest.mark.parametrize("budget", [0, 1, 7, 40, 10_000])
def test_no_answer_is_lost_or_found_twice(id_: str, budget: int) -> None:
    puzzle = clew.parse(id_)
    alone = clew.solve(puzzle, PLAIN, max_solutions=None)
    both = clew.solve(puzzle, HandOver(PLAIN, CpSat(), budget), max_solutions=None)
    assert both.status is Status.COMPLETE
    assert len(both.solutions) == len(set(both.solutions))
    assert set(both.solutions) == set(alone.solutions)
    if budget > alone.stats.nodes:
        assert (both.strategy, both.solutions) == ("backtracking", alone.solutions)
    if budget == 0:
        assert both.strategy == "backtracking then cp-sat"


@needs_ortools
def test_the_result_says_that_it_was_handed_over() -> None:
    hard = HandOver(parse_strategy("backtracking:select=first,infer=none"), CpSat(), 100)
    result = clew.solve(Queens(20), hard)
    assert result.strategy == "backtracking:select=first,infer=none then cp-sat"
    assert result.solved
    assert result.stats.nodes >= 100
    assert clew.solve(Queens(5), hard).strategy == "backtracking:select=first,infer=none"


@needs_ortools
def test_limits_are_for_both_together() -> None:
    both = HandOver(PLAIN, CpSat(), 20)
    for limit in (0, 5, 20, 21, 30, 60):
        result = clew.solve(Queens(8), both, max_solutions=None, max_nodes=limit)
        assert (result.status, result.reason) == (Status.STOPPED, "nodes")
        assert result.stats.nodes <= limit
    run = Run(max_nodes=1_000_000)
    assert len(list(both(Queens(8).csp(), run))) == 92
    assert run.max_nodes == 1_000_000


def test_an_own_limit_of_the_search_is_no_hand_over() -> None:
    class Tired(type(PLAIN)):  # type: ignore[misc]
        def __call__(self, face: CSP, run: Run) -> object:
            raise Stopped("gave up")

    with pytest.raises(Stopped, match="gave up"):
        list(HandOver(Tired(), PLAIN, 10)(Queens(4).csp(), Run()))


def test_who_finds_many_answers_needs_no_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """The budget counts from the last answer; after very many there is none."""
    monkeypatch.setattr(auto, "REMEMBERED", 10)
    many, run = Latin((0,) * 16).csp(), Run()
    assert sum(1 for _ in HandOver(PLAIN, PLAIN, 30)(many, run)) == 576
    assert run.by == ""
    assert sum(1 for _ in HandOver(PLAIN, PLAIN, 4)(many, run)) == 576
    assert run.by == "backtracking then backtracking"


@needs_ortools
def test_auto_hands_over_where_its_search_is_a_csp() -> None:
    chosen = choose(clew.parse("sudoku:................"))
    assert isinstance(chosen, HandOver)
    assert (str(chosen), str(chosen.later)) == (str(best_known(CSP)[0]), "cp-sat")
    assert chosen.budget == chosen.own.hands_over_after > 0
    assert (chosen.name, chosen.face, chosen.complete) == (chosen.own.name, CSP, True)
    assert pickle.loads(pickle.dumps(chosen)) == chosen
    assert replace(chosen, budget=1) != chosen
    assert not isinstance(choose(clew.parse("knight:5x5")), HandOver)


def test_without_ortools_auto_searches_alone() -> None:
    program = (
        "import clew.search.csp.cp_sat as c; c.installed = lambda: False\n"
        "import clew, clew.search.run as s\n"
        "print(s.choose(clew.parse('sudoku:................')).later)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert b"has no attribute 'later'" in done.stderr


IMPORTING = """
import sys, threading, time
import clew
from clew.search.csp import cp_sat

class Slow:
    def find_spec(self, name, path=None, target=None):
        beside = threading.current_thread() is not threading.main_thread()
        end = time.monotonic() + (1.5 if beside and name == "ortools" else 0)
        while time.monotonic() < end:
            pass

assert clew.solve("latin:4", "backtracking").solved  # all else is imported
assert not clew.solve("queens:30", "cp-sat", max_nodes=0).solved
sys.meta_path.insert(0, Slow())
assert clew.solve("queens:30", "cp-sat", max_seconds=0.5).reason == "seconds"
for each in cp_sat._SEARCHES:
    each.thread.join()
assert "ortools.sat.python.cp_model" in sys.modules
"""


def test_an_import_is_not_cut_short() -> None:
    """An error in the midst of one could leave all imports locked, and the process hung."""
    subprocess.run([sys.executable, "-c", IMPORTING], check=True, timeout=60)


@pytest.mark.parametrize("big", [1 << 20, 3_000_000_019, 10**12, (1 << 45) + 1])
def test_huge_values_lose_no_solutions(monkeypatch: pytest.MonkeyPatch, big: int) -> None:
    """The presolve of CP-SAT 9.15 loses one if a variable with gaps has values beyond 2^31."""
    monkeypatch.setattr(compiling, "FEW_ROWS", 0)
    p = clew.Problem()
    x = p.variable("x", [63])
    y = p.variable("y", [-2, -1])
    z = p.variable("z", [big, 0, 3])
    u = p.variable("u", [big, 3])
    p.add(p.exactly_one(x >= u, u <= z, y <= -2))
    assert {tuple(each.values()) for each in clew.Search(p, "cp-sat")} == {
        (63, -1, 0, 3),
        (63, -1, big, big),
        (63, -2, 0, big),
        (63, -2, 3, big),
    }
