"""Proofs: accepted if true, refused if damaged, and the same word of outside checkers.

CLEW_PROOFS=1000 tries so many puzzles; CLEW_VERIPB names an outside checker.
"""

from __future__ import annotations

import gzip
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import combinations, count, cycle, islice, product
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.cli.app import app
from clew.core.capabilities import CellByCell, capability
from clew.core.faces import CSP
from clew.core.puzzle import Example, Puzzle
from clew.core.registry import all_puzzles
from clew.core.result import Run
from clew.model.expressions import LinearExpression
from clew.search.proof.checker import (
    Checker,
    Known,
    ProofFault,
    ProofVerdict,
    _step,
    check,
    normal,
)  # fmt: skip
from clew.search.proof.lemmas import lemmas_of
from clew.search.proof.proof_files import Proof
from clew.search.proof.proving import proof_model, search, told
from clew.search.proof.py_prover import Prover, PyProver, luby
from clew.search.proof.step_proofs import StepProofs, save_steps

MANY = int(os.environ.get("CLEW_PROOFS", "20"))
LARGEST = 6_000
"""Examples with more constraints than this are left to the campaign."""
LONGEST = 500 if MANY < 100 else 10**9
"""Longer proofs are left to the campaign: the check in Python takes minutes for a few of them."""
EXAMPLES = [
    pytest.param(kind.parse(example.text), example, id=f"{kind.name}-{example.text[:24]}")
    for kind in all_puzzles()
    if CSP in kind.faces
    for example in kind.examples
]


def veripb(model: Path, proof: Path) -> bool | None:
    """What VeriPB says of a proof; None if it is not there."""
    if "CLEW_VERIPB" not in os.environ:
        return None
    words = [os.environ["CLEW_VERIPB"], str(model), str(proof)]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


# ------------------------------------------------------------------ every kind


@pytest.mark.parametrize(("puzzle", "example"), EXAMPLES)
def test_the_model_has_the_answers_of_the_puzzle(puzzle: Puzzle, example: Example) -> None:
    if puzzle.objective is not None:
        pytest.skip("its best answer is wanted: no proof is written of that")
    model = proof_model(puzzle)
    if len(model.constraints) > LARGEST:
        pytest.skip("large")
    kernels = [kind(*told(model)) for kind in (Prover, PyProver)]
    found = [[*map(tuple, kernel.run(3, 500))] for kernel in kernels]
    log = kernels[0].log()
    assert found[0] == found[1]
    assert log == kernels[1].log()
    if not kernels[0].finished:
        return
    if example.solutions is not None:
        assert len(found[0]) == example.solutions
    end = f"* end: {len(found[0])} answers, no others"
    assert check(model.opb(), [*log.decode().splitlines(), end]).complete


# ------------------------------------------------------------------ many puzzles


RECIPES = [
    "sudoku:4#{}", "sudoku:6#{}", "sudoku:9#{}", "sudoku:9,level=hard#{}", "sudoku:12#{}",
    "futoshiki:4#{}", "futoshiki:5#{}", "latin:6#{}", "queens:8#{}", "kenken:4#{}", "killer:2x2#{}",
    "towers:4#{}", "magic-square:3#{}", "zebra:3x3#{}", "zebra:4x4#{}",
]  # fmt: skip
LARGER = ["sudoku:16#{}", "towers:5#{}", "kenken:5#{}", "futoshiki:7#{}", "latin:9#{}"]
OUT_OF_RANGE = f"pol {10**6} 1 +"
PART = 50
"""How many puzzles one test tries."""


def many(part: int) -> Iterator[Puzzle]:
    """Puzzles with one answer, with several and with none, of many kinds, without end."""
    rng = random.Random(part)
    if MANY >= 1000:
        yield from map(clew.parse, [f"sudoku:25#{part}"] * (part % 10 == 0))
        yield from (clew.parse(recipe.format(part)) for recipe in LARGER)
    stated = _stated(4 * part)  # each part has other kinds
    for seed in count(1000 * part + 1):
        for recipe in RECIPES:
            puzzle = clew.parse(recipe.format(seed))
            yield puzzle
            yield from _altered(puzzle, rng)
        yield clew.parse(f"queens:{seed % 5 + 2}")
        for puzzle in islice(stated, 8):
            yield from _restated(puzzle, rng)


def _altered(puzzle: Any, rng: random.Random) -> Iterator[Puzzle]:
    """The puzzle with one given less, and with one given changed."""
    if isinstance(puzzle, clew.Problem):
        yield from islice(_restated(puzzle, rng), 1, None)
        return
    grid = capability(puzzle, CellByCell)
    entries = [] if grid is None else list(grid.givens)
    given = [cell for cell, value in enumerate(entries) if value]
    if grid is None or not given:
        return
    for change in (0, 1):
        at, cells = rng.choice(given), list(entries)
        cells[at] = change and cells[at] % max(entries) + 1
        yield grid.with_entries(cells)


def _stated(start: int) -> Iterator[Any]:
    """The small examples of every stated kind, over and over."""
    found = [case.values[0] for case in EXAMPLES]
    stated = [p for p in found if isinstance(p, clew.Problem) and p.objective is None]
    small = [p for p in stated if len(proof_model(p).constraints) <= LARGEST]
    yield from islice(cycle(small), start, None)


def _restated(puzzle: Any, rng: random.Random) -> Iterator[Puzzle]:
    """A stated puzzle, without one clue or with another number in it, and with a value given."""
    yield puzzle
    goals = [clue.goal for clue in puzzle.clues()]
    numbers = [at for at, goal in enumerate(goals) if isinstance(goal, int)]
    said = numbers or [at for at, goal in enumerate(goals) if isinstance(goal, str)]
    for change in (None, rng.choice((-1, 1)))[: 2 if numbers else 1] if said else ():
        at = rng.choice(said)
        new = None if change is None else goals[at] + change
        yield puzzle.restated([*goals[:at], new, *goals[at + 1 :]], {})
    variable = rng.choice(puzzle.variables_shown)
    yield puzzle.restated(goals, {variable: rng.choice(list(variable.values))})


@pytest.mark.parametrize("part", range(ceil(MANY / PART)))
def test_true_proofs_are_accepted_and_damaged_ones_refused(part: int, tmp_path: Path) -> None:
    rng = random.Random(part)
    file, shown = tmp_path / "p.pbp", {"none": 0, "one": 0, "more": 0}
    for puzzle in islice(many(part), min(MANY, PART)):
        result = clew.solve(puzzle, max_solutions=2, proof=file)
        if file.read_bytes().count(b"\n") > LONGEST:
            continue
        found = clew.check_proof(puzzle, file)
        assert found.solutions == result.solutions
        assert found.complete or result.status is clew.Status.ENOUGH
        assert veripb(file.with_suffix(".opb"), file) in (True, None)
        usual = clew.solve(puzzle, max_solutions=2)
        assert (usual.status, len(usual.solutions)) == (result.status, len(result.solutions))
        shown["none" if not result.solutions else "one" if result.unique else "more"] += 1
        damaged = tmp_path / "d.pbp"
        damaged.write_text(_damaged(file.read_text("utf-8"), rng), "utf-8")
        with pytest.raises(clew.BadProof, match=r"line|the end"):
            clew.check_proof(puzzle, damaged)
        if OUT_OF_RANGE in damaged.read_text("utf-8"):  # VeriPB does not know `* end`
            assert veripb(file.with_suffix(".opb"), damaged) in (False, None)
    assert all(shown.values()), shown
    assert sum(shown.values()) > min(MANY, PART) * 3 // 4


def _damaged(text: str, rng: random.Random) -> str:
    """A proof with one fault that no proof of the same may have."""
    lines = text.splitlines()
    steps = [n for n, line in enumerate(lines) if line.startswith(("rup", "pol", "v "))]
    at = rng.choice(steps)
    fault = rng.randrange(5)
    if fault == 0:  # a missing step: every later number is off by one
        counted = [n for n in steps if n < len(lines) - 1]
        del lines[rng.choice(counted)]
        if not lines[-2].startswith("c "):
            lines = lines[: rng.randrange(2, len(lines) - 1)]
    elif fault == 1:  # cut short
        lines = lines[: rng.randrange(1, len(lines))]
    elif fault == 2:  # of another puzzle
        lines[1] = f"f {int(lines[1].split()[1]) + 1}"
    elif fault == 3:  # a sum that nothing says
        lines[at] = OUT_OF_RANGE
    else:  # a conclusion that was not shown
        lines[-1] = "* end: 7 answers, no others"
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ the checker alone

OPB = ["1 x1 1 x2 >= 1 ;", "1 ~x1 1 ~x2 >= 1 ;"]
PROOF = [
    "pseudo-Boolean proof version 1.1", "f 2", "v x1 ~x2", "v ~x1 x2", "rup 1 x1 >= 1 ;",
    "rup >= 1 ;", "c 6", "* end: 2 answers, no others",
]  # fmt: skip


def test_a_variable_without_a_value(tmp_path: Path) -> None:
    """A given that a rule forbids at once: the model says so, and nothing else is needed."""
    puzzle: Any = clew.parse("cryptarithm:SEND+MORE=MONEY")
    first = next(each for each in puzzle.variables_shown if each.name == "M")
    wrong = puzzle.restated([clue.goal for clue in puzzle.clues()], {first: 0})
    assert clew.solve(wrong, proof=tmp_path / "p.pbp").unsolvable
    assert clew.check_proof(wrong, tmp_path / "p.pbp").unsolvable


def test_two_answers() -> None:
    found = check(OPB, PROOF)
    assert found.complete
    assert found.solutions == [{"x1", "~x2"}, {"~x1", "x2"}]


@pytest.mark.parametrize(
    ("line", "new", "says"),
    [
        (0, "pseudo-Boolean proof version 3.0", "line 1: found"),
        (1, "f 3", "line 2: found 'f 3', expected 'f 2'"),
        (2, "v x1 x2", "line 3: found 'x1 x2', which isn't a solution"),
        (2, "v x3", "line 3: found 'x3', expected a variable of the model"),
        (2, "v ", "line 3: found '', which isn't a solution"),
        (3, "rup 1 x1 >= 1 ;", "line 4: found '1 x1 >= 1 ;', which propagation doesn't"),
        (3, "rup 1 x1 >= ;", "line 4: found '1 x1 >= ;', expected a sum"),
        (3, "rup x x1 >= 1 ;", "line 4: found 'x x1 >= 1 ;', expected whole numbers"),
        (3, "jump", "line 4: found 'jump', expected rup, pol, red, v, o, e, del id or c"),
        (3, "del id 1", "line 4: found 1 of the model, expected a derived sum"),
        (3, "pol 1 2", "line 4: found an operator too few or too many"),
        (4, "pol 1 2 +", "line 6: found '>= 1 ;', which propagation doesn't confirm"),
        (6, "c 4", "line 7: found number 4, which isn't a contradiction"),
        (6, "c 9", "line 7: found number 9, expected one that is known"),
        (7, "* end: 1 answers, no others", "line 8: found"),
        (7, "", "line 8: found"),
    ],
)
def test_a_fault_is_named_with_its_line(line: int, new: str, says: str) -> None:
    with pytest.raises(ProofFault) as error:
        check(OPB, [*PROOF[:line], new, *PROOF[line + 1 :]])
    assert str(error.value).startswith(says)


@given(st.data())
def test_what_propagation_confirms_is_true(data: st.DataObject) -> None:
    """Every sum that follows by reverse unit propagation holds in all answers of the model."""
    literals = st.sampled_from([x for n in range(1, 5) for x in (n, -n)])
    terms = st.lists(st.tuples(st.integers(1, 3), literals), min_size=1, max_size=4)
    sums = data.draw(st.lists(st.tuples(terms, st.integers(1, 4)), max_size=5))
    checker = Checker(())
    checker.numbers = {f"x{n}": n for n in range(1, 5)}
    for each, bound in sums:
        checker.add(Known(*normal(each, bound)))
    goal, least = data.draw(st.tuples(terms, st.integers(1, 4)))
    if checker.follows(Known(*normal(goal, least))):
        for bits in range(16):
            if all(_adds(each, bits) >= bound for each, bound in sums):
                assert _adds(goal, bits) >= least


def _adds(terms: list[tuple[int, int]], bits: int) -> int:
    return sum(f for f, x in terms if (bits >> abs(x) - 1 & 1) == (x > 0))


def test_the_checker_imports_nothing_of_the_search() -> None:
    source = Path("src/clew/search/proof/checker.py").read_text("utf-8")
    assert "clew" not in source.split('"""', 2)[2]
    assert len(source.splitlines()) < 400


def test_luby() -> None:
    assert [luby(n) for n in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


# ------------------------------------------------------------------ as a command


def says(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, words)
    return done.exit_code, done.output


def test_the_commands(tmp_path: Path) -> None:
    file = str(tmp_path / "a proof.pbp")
    puzzle = "sudoku:..233..42.3.1..."
    assert says("solve", puzzle, "--unique", "--proof", file, "--quiet") == (0, "unique\n")
    assert says("proof", "check", puzzle, file) == (
        0, "exactly one solution: proven, 9 steps checked\n",
    )  # fmt: skip
    assert Path(file).stat().st_size < 1_000
    code, told = says("proof", "check", "queens:4", file)
    assert (code, told.count("\n")) == (2, 1)
    assert "a proof.pbp: line 2: found 'f 71', expected 'f 22'" in told
    code, told = says("proof", "model", puzzle)
    assert code == 0
    assert "* x_r1c2_1: r1c2 is 1\n" in told
    code, told = says("proof", "model", puzzle, "--cnf")
    assert (code, "a solver or checker that reads OPB" in told) == (2, True)


@pytest.mark.parametrize("limit", [("--max-nodes", "3"), ("--max-seconds", "0.01")])
def test_a_limit_leaves_no_half_proof(tmp_path: Path, limit: tuple[str, str]) -> None:
    file = tmp_path / "p.pbp"
    assert says("solve", "queens:30", "--count", "--proof", str(file), *limit)[0] == 3
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("hanoi:3", "--proof", "x.pbp"), "hanoi: found no constraints"),
        (("queens:8", "--proof", "x.pbp", "--strategy", "queens"), "leave out --strategy"),
        (("queens:8", "--proof", "no/such/folder/x.pbp"), "no/such/folder/x.pbp: the folder"),
        (
            ("queens:8", "--proof", "x.drat"),
            "x.drat: Clew no longer writes DRAT; write a proof for VeriPB instead, x.pbp",
        ),
    ],
)
def test_what_cannot_be_proven_is_one_line(
    words: tuple[str, ...], found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, told = says("solve", *words)
    assert code == 2
    assert found in told
    assert not list(tmp_path.iterdir())


def test_many_proofs_in_one_file(tmp_path: Path) -> None:
    """One puzzle has one solution, one several, one none."""
    given = tmp_path / "in.txt"
    given.write_text("sudoku:..233..42.3.1...\nlatin:3\nqueens:3\n", "utf-8")
    out = str(tmp_path / "out.jsonl.gz")
    assert says("batch", "unique", str(given), "--proof", "--out", out, "--quiet")[0] == 0
    assert says("proof", "check-all", out) == (0, "3 proofs checked, all hold\n")
    text = gzip.decompress(Path(out).read_bytes()).decode()
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(text.replace("rup >=", "rup 1 x_r1c2_1 >="), "utf-8")
    code, told = says("proof", "check-all", str(wrong))
    assert (code, told.count("\n")) == (2, 1)
    assert "wrong.jsonl:1: line " in told
    (tmp_path / "bad.jsonl").write_text("{}\n", "utf-8")
    assert says("proof", "check-all", str(tmp_path / "bad.jsonl"))[0] == 2


def test_what_is_made_is_proven(tmp_path: Path) -> None:
    file = str(tmp_path / "made.pbp")
    code, told = says("make", "sudoku:4#7", "--proof", file, "--quiet")
    assert code == 0
    assert says("proof", "check", told.strip(), file)[1].startswith("exactly one solution")
    assert says("make", "sudoku:4#7", "--proof", file, "--count", "2")[0] == 2
    assert says("make", "sliding-tiles:3x3#7", "--proof", file)[0] == 2


def test_a_certificate_names_the_proof_of_what_was_made(tmp_path: Path) -> None:
    file = str(tmp_path / "made.pbp")
    code, told = says("make", "sudoku:4#7", "--certificate", "--proof", file, "--quiet")
    assert code == 0
    about, puzzle = told.splitlines()
    assert about.endswith(f", proof {file}")
    assert says("proof", "check", puzzle, file)[1].startswith("exactly one solution")


# ------------------------------------------------------------------ best answers, and steps


def knapsack(most: int) -> clew.Problem:
    problem = clew.Problem("knapsack")
    x, y, z = (problem.variable(name, range(5)) for name in "xyz")
    problem.add(x * 3 + y * 4 + z * 5 <= most)
    problem.maximise(x * 2 + y * 3 + z * 5 - 1)
    return problem


@pytest.mark.parametrize(("most", "best"), [(19, 17), (7, 4), (0, -1)])
def test_the_best_answer_is_proven(most: int, best: int, tmp_path: Path) -> None:
    file, puzzle = tmp_path / "best.pbp", knapsack(most)
    assert clew.solve(puzzle, proof=file).best in (best, None)  # None: there is only one answer
    found = clew.check_proof(puzzle, file)
    assert (found.best, found.complete, len(found.solutions)) == (best, False, 1)
    assert str(found) == f"the best solution is worth {best}"
    assert veripb(file.with_suffix(".opb"), file) in (True, None)
    lines = file.read_text("utf-8").splitlines()
    for wrong in (
        [*lines[:2], *lines[3:]],
        [*lines[:-2], lines[-1]],
    ):  # no answer; no contradiction
        file.write_text("\n".join(wrong), "utf-8")
        with pytest.raises(clew.BadProof):
            clew.check_proof(puzzle, file)


def test_an_answer_that_is_not_the_best_is_refused(tmp_path: Path) -> None:
    """The proof of one bound is none of another: a worse answer leaves better ones."""
    file = tmp_path / "best.pbp"
    clew.solve(knapsack(19), proof=file)
    lines = file.read_text("utf-8").splitlines()
    values = " ".join(f"{'' if v == 0 else '~'}x_{n}_{v}" for n in "xyz" for v in range(5))
    steps = " ".join(f"~x_{n}_ge_{v}" for n in "xyz" for v in (2, 3))
    file.write_text("\n".join([*lines[:2], f"o {values} {steps}", *lines[3:]]), "utf-8")
    with pytest.raises(clew.BadProof, match=r"line 4: found '.*', which isn't number 32"):
        clew.check_proof(knapsack(19), file)
    file.write_text("\n".join([*lines[:2], f"o {values} {steps}", *lines[4:]]), "utf-8")
    with pytest.raises(clew.BadProof, match="propagation doesn't confirm"):
        clew.check_proof(knapsack(19), file)


def test_both_searches_for_the_best_answer_share_the_limits(tmp_path: Path) -> None:
    file, nodes = tmp_path / "best.pbp", clew.solve(knapsack(19)).stats.nodes
    for more, written in ((5, False), (1000, True)):
        clew.solve(knapsack(19), proof=file, max_nodes=nodes + more)
        assert file.exists() == written


@pytest.mark.parametrize(("others", "says"), [(2, "only one"), (None, "only one")])
def test_of_a_best_answer_only_one_is_proven(others: int | None, says: str, tmp_path: Path) -> None:
    with pytest.raises(clew.Unsuited, match=says):
        clew.solve(knapsack(19), max_solutions=others, proof=tmp_path / "best.pbp")
    assert not list(tmp_path.iterdir())


def any_problem(seed: int) -> clew.Problem:
    """A small problem with an objective: negative, sparse, text and many values, or just one."""
    rng, problem = random.Random(seed), clew.Problem("any")
    values: list[list[Any]] = [
        [*range(4)], [*range(-3, 2)], [-70, 5, 900], ["a", "b", "~c d"], [*range(70)], [7],
        [False, True], ["a", 1],
    ]  # fmt: skip
    known = [
        problem.variable(name, rng.choice(values[:4] if number else values))
        for number, name in enumerate("xyz"[: rng.randint(1, 3)])
    ]
    numbers = [x for x in known if x.is_numeric]

    def total() -> Any:
        if not numbers:
            return LinearExpression.of(known[0] == known[0].values[0])
        return sum((rng.choice((1, 2, -3)) * x for x in numbers), rng.choice((0, 4)))

    for _ in range(rng.randint(0, 2)):
        one = rng.choice(known)
        rules = [
            one != rng.choice(known),
            one == rng.choice(one.values),
            total() <= rng.randint(-5, 9),
        ]
        problem.add(rng.choice(rules) | rng.choice(rules))
    what = total() + rng.choice((0, 2)) * (known[-1] == known[-1].values[-1])
    if len(numbers) > 1 and rng.random() < 0.5:
        what += abs(numbers[0] - numbers[1]) - numbers[0] * numbers[1]
    rng.choice((problem.minimise, problem.maximise))(what)
    return problem


def best_of(problem: clew.Problem) -> int | None:
    """The value of the best answer, by trying them all."""
    assert problem.objective is not None
    rows = product(*(x.values for x in problem.known.values()))
    answers = [dict(zip(problem.known, row, strict=True)) for row in rows]
    found = [problem.objective_of(each) for each in answers if not problem.check(each)]
    return (min if problem.sign > 0 else max)(found, default=None)


@pytest.mark.parametrize("seeds", [range(start, start + 25) for start in range(0, 100, 25)])
def test_proof_of_any_objective_shows_what_trying_all_answers_shows(
    seeds: range, tmp_path: Path
) -> None:
    file = tmp_path / "best.pbp"
    for seed in seeds:
        problem = any_problem(seed)
        result = clew.solve(problem, proof=file)
        found = clew.check_proof(problem, file)
        assert (found.best, found.unsolvable) == ((best := best_of(problem)), best is None), seed
        assert (found.solutions, result.best) == (result.solutions, best)
        assert veripb(file.with_suffix(".opb"), file) in (True, None)


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\x85", "\u2028"])
def test_proof_of_names_and_labels_with_line_ends_is_accepted(end: str, tmp_path: Path) -> None:
    odd = f"a{end}1 b >= 2 ;"
    problem = clew.Problem(odd)
    x, y = problem.variable(odd, [1, f"v{end}1"]), problem.variable("y", [1, 2])
    problem.add(x != y, (x == 1) | (y == 3), label=odd)
    file = tmp_path / "odd.pbp"
    found = clew.solve(problem, proof=file, max_solutions=2)
    assert clew.check_proof(problem, file).solutions == found.solutions == ({odd: 1, "y": 2},)


def test_proof_of_an_objective_that_is_constant_ends(tmp_path: Path) -> None:
    problem = clew.Problem("settled")
    x = problem.variable("x", range(2))
    problem.add(x == 0)
    problem.minimise(x)
    assert clew.solve(problem, proof=tmp_path / "o.pbp").best == 0
    assert clew.check_proof(problem, tmp_path / "o.pbp").best == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == ["o.opb", "o.pbp"]


def test_steps_of_a_puzzle_with_an_objective_are_derived(tmp_path: Path) -> None:
    problem = clew.Problem("steps")
    x, y = (problem.variable(name, range(3)) for name in "xy")
    problem.add(x < y, x != 0)
    problem.minimise(x + y)
    steps = ((each.text, each) for each in clew.explain(problem).steps)
    save_steps(problem, steps, tmp_path / "steps.pbp")
    assert clew.check_proof(problem, tmp_path / "steps.pbp").best == 3


# ------------------------------------------------------------------ checked before it's written


@pytest.mark.parametrize("puzzle", ["queens:6", "queens:3", "knapsack"])
def test_proof_with_a_wrong_step_is_not_written(
    puzzle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stated = knapsack(19) if puzzle == "knapsack" else clew.parse(puzzle)
    file = tmp_path / "p.pbp"
    write = Proof._log
    monkeypatch.setattr(Proof, "_log", lambda self, log: write(self, log.replace(b">= 1", b">= 2")))
    with pytest.raises(
        clew.BadProof, match=r"p\.pbp: not written, because .* line \d+: found"
    ) as error:
        clew.solve(stated, max_solutions=1 if puzzle == "knapsack" else None, proof=file)
    assert "\n" not in str(error.value)
    assert not list(tmp_path.iterdir())


def test_proof_that_replaces_another_leaves_it_if_the_check_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "p.pbp"
    clew.solve("queens:3", proof=file)
    before = {each.name: each.read_text("utf-8") for each in tmp_path.iterdir()}
    monkeypatch.setattr(Proof, "_log", lambda self, log: None)
    with pytest.raises(clew.BadProof):
        clew.solve("queens:3", proof=file)
    assert {each.name: each.read_text("utf-8") for each in tmp_path.iterdir()} == before


def endless(model: object, proof: object) -> None:
    while True:
        time.sleep(0.001)


@pytest.mark.parametrize("file", ["p.pbp", "-"])
def test_check_that_takes_longer_than_the_limit_stops_the_search(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("clew.search.proof.proof_files.check", endless)
    result = clew.solve(knapsack(19), proof=file, max_seconds=0.3)
    assert (result.status, result.reason, result.best) == (clew.Status.STOPPED, "seconds", None)
    assert "there may be a better solution" in str(result)
    assert not list(tmp_path.iterdir())
    code, told = says("solve", "queens:3", "--unique", "--proof", file, "--max-seconds", "0.3")
    assert (code, "no solution" in told, "stopped" in told) == (3, False, True)
    assert not list(tmp_path.iterdir())
    assert not capsys.readouterr().out


STEPS = [
    "sudoku:..233..42.3.1...", "futoshiki:4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0,",
    "sudoku:9,level=hard#3", "kenken:4#1", "queens:3Q4/8/8/8/8/6Q1/4Q3/8", "killer:2x2#1",
]  # fmt: skip


@pytest.mark.parametrize("puzzle", STEPS)
def test_the_steps_of_an_explanation_are_derived(puzzle: str, tmp_path: Path) -> None:
    file = tmp_path / "steps.pbp"
    assert says("explain", puzzle, "--proof", str(file))[0] == 0
    assert clew.check_proof(clew.parse(puzzle), file).unique
    assert veripb(file.with_suffix(".opb"), file) in (True, None)
    steps = [line for line in file.read_text("utf-8").splitlines() if line.startswith("* step")]
    assert len(steps) == len(clew.explain(puzzle).steps)


def test_a_step_that_does_not_follow_is_refused() -> None:
    from clew.explanations.techniques.step import Step

    wrong = Step("guess", 0.0, (0,), (), ((0, 1),), (), "r1c1 is 1")
    with pytest.raises(ValueError, match="x_r1c1_1, which doesn't follow"):
        list(StepProofs(clew.parse("sudoku:..233..42.3.1...")).lines([("guess", wrong)], True))


@pytest.mark.parametrize("puzzle", STEPS[:4])
def test_a_hint_is_derived(puzzle: str, tmp_path: Path) -> None:
    file = tmp_path / "hint.pbp"
    code, told = says("hint", puzzle, "--proof", str(file))
    assert code == 0
    assert file.read_text("utf-8").splitlines()[2] == f"* step 1: {' '.join(told.split())}"
    assert str(clew.check_proof(clew.parse(puzzle), file)) == (
        "the proof is valid, but claims nothing about the solutions"
    )
    assert veripb(file.with_suffix(".opb"), file) in (True, None)
    text = file.read_text("utf-8")
    last = next(line for line in text.splitlines()[::-1] if line.startswith("rup"))
    opposite = last.replace("1 ", "1 ~", 1).replace("~~", "")
    file.write_text(text.replace(last, opposite), "utf-8")
    with pytest.raises(clew.BadProof, match="line"):
        clew.check_proof(clew.parse(puzzle), file)


@pytest.mark.parametrize("puzzle", ["queens:3", "latin:3:11./.../...", "zebra:a b c:a~b,b~c,a~c"])
def test_the_rules_that_contradict_each_other_do_so_alone(puzzle: str, tmp_path: Path) -> None:
    file = tmp_path / "why.pbp"
    code, told = says("explain", puzzle, "--proof", str(file))
    assert (code, "no solution: " in told) == (1, True)
    assert clew.check_proof(puzzle, file).unsolvable
    assert veripb(file.with_suffix(".opb"), file) in (True, None)
    lines = file.read_text("utf-8").splitlines()
    named = [line for line in lines if line.startswith("* only: ")]
    assert len(named) == 3
    for name in named:  # none can be left out
        file.write_text("\n".join(line for line in lines if line != name), "utf-8")
        with pytest.raises(clew.BadProof, match="line"):
            clew.check_proof(puzzle, file)


def test_a_proof_is_written_in_pieces() -> None:
    """So a long one needs no more memory than a short one."""
    sizes: list[int] = []
    found = search(proof_model(clew.parse("queens:9")), Run(), lambda text: sizes.append(len(text)))
    assert sum(1 for _ in found) == 352
    assert sum(sizes) > 100_000
    assert max(sizes) < sum(sizes) // 20


# ------------------------------------------------------------------ lemmas, and what they need


def cage(total: int, size: int = 3, most: int = 5) -> clew.Problem:
    problem = clew.Problem(f"cage {total}")
    cells = problem.variables([f"c{n}" for n in range(size)], range(1, most + 1))
    problem.all_different(cells)
    problem.add(sum(cells.values()) == total)
    return problem


@pytest.mark.parametrize(("size", "most"), [(2, 11), (3, 5), (4, 6), (5, 5), (1, 3)])
def test_each_lemma_of_a_cage_is_derived(size: int, most: int) -> None:
    """All of them, also those that no search needs, and what the search propagates is the same."""
    with_sets = 0
    for total in range(size * most + 2):
        model = proof_model(cage(total, size, most))
        more, log = lemmas_of(model), PyProver(*told(model))
        with_sets += any("red" in text for text in more.texts)
        log.text, log.count, log.lemma_numbers = [], len(model.constraints), {}
        checker = Checker(model.opb())
        for number in range(1, len(more.texts) + 1):
            log._write(str(number))
        for line in "".join(log.text).splitlines():
            _step(checker, ProofVerdict(), line, "a lemma")
        for (terms, bound), lemma in more.sums:
            number = log.lemma_numbers[str(lemma)] - ("\nred" in more.texts[lemma - 1])
            derived = checker.known[number]
            named = {more.names[abs(x)]: (k, x > 0) for k, x in terms}
            names = {n: name for name, n in checker.numbers.items()}
            assert derived.bound == bound
            assert named == {
                names[abs(x)]: (min(k, bound), x > 0) for x, k in derived.terms.items()
            }
    sets = {sum(each) for each in combinations(range(1, most + 1), size)}
    assert with_sets == (len(sets) if size > 1 else 0)


NEW = ["1 x1 1 x2 >= 1 ;"]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["red 1 y1 1 x1 >= 1 ; y1 -> 1", "red 1 ~y1 1 ~x1 >= 1 ; y1 -> 0"], ""),
        (["red 1 ~x1 >= 1 ; x1 -> 0"], "line 3: found x1 -> 0, expected a new variable"),
        (["red 1 y1 >= 1 ; y1 -> 2"], "line 3: found y1 -> 2, expected a new variable, 0 or 1"),
        (["red 1 y1 1 x1 >= 1 ; y1 -> 0"], "line 3: found a sum that y1 -> 0 doesn't satisfy"),
        (["red 1 y1 >= 1 ; y1 -> 1", "red 1 ~y1 >= 1 ; y1 -> 0"], "line 4: found a sum that y1"),
        (["red 1 x1 >= 1 ; y1 -> 1"], "line 3: found a sum that y1 -> 1 doesn't satisfy"),
        (["red 1 y1 >= 1 ; y1 -> 1", "v x1 ~x2 y1"], "line 4: found 'x1 ~x2 y1', which isn't"),
        (["red 1 y1 1 x1 >= 1 ; y1 -> 1", "v ~x1 x2"], ""),
        (["red 1 y1 1 x1 >= 1 ; y1 -> 1", "v x1 ~x2"], ""),
        (["red 1 y1 1 x1 >= 1 ; y1 -> 1", "v x1"], "line 4: found 'x1', which isn't a solution"),
        (["red 1 y1 1 x1 >= 1 ; y1 -> 1", "v ~x1 ~x2"], "line 4: found '~x1 ~x2', which"),
        (["pol 1 2 * x1 + 3 d", "e 2 1 x1 1 x2 >= 1 ;"], ""),
        (["pol 1 2 * x1 + 3 d", "e 2 1 x1 1 x2 >= 2 ;"], "line 4: found '1 x1 1 x2 >= 2 ;', which"),
        (["pol 1 ~x1 +", "e 2 1 x2 >= 0 ;"], ""),
        (["pol 1 0 d"], "line 3: found an operator too few or too many"),
        (["pol 1 *"], "line 3: found an operator too few or too many"),
        (["pol x1 x1 *"], "line 3: found an operator too few or too many"),
        (["pol 1 +"], "line 3: found an operator too few or too many"),
        (["pol"], "line 3: found an operator too few or too many"),
    ],
)
def test_new_variables_and_sums_lose_no_solution(
    lines: list[str], says: str, tmp_path: Path
) -> None:
    """VeriPB also accepts `red` for the model's own variables, but that may lose a solution."""
    answers = sum(line.startswith("v ") for line in lines)
    proof = ["pseudo-Boolean proof version 1.1", "f 1", *lines]
    (tmp_path / "n.opb").write_text("\n".join(["* #variable= 2 #constraint= 1", *NEW]), "utf-8")
    (tmp_path / "n.pbp").write_text("\n".join(proof) + "\n", "utf-8")
    if not says:
        check(NEW, [*proof, f"* end: {answers} answers, perhaps others"])
        assert veripb(tmp_path / "n.opb", tmp_path / "n.pbp") in (True, None)
        return
    with pytest.raises(ProofFault) as error:
        check(NEW, [*proof, f"* end: {answers} answers, perhaps others"])
    assert str(error.value).startswith(says)


def test_proof_of_a_best_answer_states_its_cost_to_other_checkers(tmp_path: Path) -> None:
    file = tmp_path / "best.pbp"
    assert clew.solve(knapsack(19), proof=file).best == 17
    lines = file.read_text("utf-8").splitlines()
    stated = next(n for n, line in enumerate(lines) if line.startswith("e "))
    head, _, bound = lines[stated].removesuffix(" ;").rpartition(" ")
    for by in (-1, 1):
        lines[stated] = f"{head} {int(bound) + by} ;"
        file.write_text("\n".join(lines), "utf-8")
        with pytest.raises(clew.BadProof, match=f"line {stated + 1}: found"):
            clew.check_proof(knapsack(19), file)
        assert veripb(file.with_suffix(".opb"), file) in (False, None)


def test_a_killed_process_leaves_no_half_proof(tmp_path: Path) -> None:
    """Ctrl-C, SIGTERM, and a kill that nothing can catch, while the proof is being written."""
    file = tmp_path / "p.pbp"
    command = ["-m", "clew", "solve", "queens:14", "--count", "--quiet", "--proof", str(file)]
    code = f"import clew; clew.solve('queens:14', max_solutions=None, proof={str(file)!r})"
    ways = [(command, signal.SIGINT), (command, signal.SIGTERM), (["-c", code], signal.SIGTERM),
            (command, signal.SIGKILL)]  # fmt: skip
    for words, number in ways:
        with subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL) as process:
            while not any(each.stat().st_size for each in tmp_path.glob(".*.tmp")):
                assert process.poll() is None
                time.sleep(0.02)
            process.send_signal(number)
            process.wait(60)
        assert not file.exists()
        assert not file.with_suffix(".opb").exists()
        if number != signal.SIGINT:
            ends_itself = words is command and number == signal.SIGTERM
            assert process.returncode == (143 if ends_itself else -number)
        for rest in tmp_path.glob(".*.tmp"):  # a kill may leave some, under no name of a proof
            assert number == signal.SIGKILL
            rest.unlink()
