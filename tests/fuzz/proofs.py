"""Proofs of best answers and of cages, and damaged ones, judged by two checkers.

Ours has to accept each proof, and has to refuse it once something in it is wrong. If CLEW_VERIPB
names VeriPB, it must say the same of both.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import clew
from clew.core.result import Status
from clew.search.proof.checker import ProofFault, check
from tests.fuzz import models
from tests.fuzz.running import Check, Skip, without_each

VERIPB = os.environ.get("CLEW_VERIPB", "")
SECONDS = 6.0
"""The most time for a proof, with our checker."""
FEW = 30
"""Puzzles with more solutions are left out: each one is a step of a proof, and the same again."""
TRIES = 30
"""The number of tries to damage a proof. Some damage, such as a larger number, leaves it valid."""
Lines = tuple[str, ...]


# ------------------------------------------------------------------ best answers


def chosen(count: int, values: int) -> str:
    return f"x = list(p.variables([f'x{{n}}' for n in range({count})], range({values})))"


def weighed(factors: Sequence[int], over: str = "x") -> str:
    return f"sum(k * y for k, y in zip({list(factors)}, {over}))"


def some(rng: Random, count: int, low: int = 1, high: int = 20) -> list[int]:
    return [rng.randint(low, high) for _ in range(count)]


def pairs(rng: Random, count: int, share: float) -> list[tuple[int, int]]:
    """Return at least one of the pairs of these places, chosen at random."""
    every = [(a, b) for b in range(count) for a in range(b)]
    return [pair for pair in every if rng.random() < share] or every[:1]


def knapsack(rng: Random) -> Lines:
    count, values = rng.choice([(5, 2), (9, 2), (13, 2), (4, 4), (6, 3)])
    weights = some(rng, count, 3, 30)
    worth = [weight + rng.randint(-3, 9) for weight in weights]
    room = sum(weights) * (values - 1) // 2
    return (
        chosen(count, values), f"p.add({weighed(weights)} <= {room})",
        f"p.maximise({weighed(worth)} - {rng.randint(0, 50)})",
    )  # fmt: skip


def packing(rng: Random) -> Lines:
    count, bins = rng.choice([(4, 3), (5, 3), (6, 4), (7, 4)])
    sizes = some(rng, count, 10, 50)
    return (
        chosen(count, bins),
        f"used = list(p.variables([f'u{{n}}' for n in range({bins})], (0, 1)))",
        f"sizes = {sizes}",
        "for n, u in enumerate(used):\n"
        "    p.add(sum(size * (y == n) for size, y in zip(sizes, x)) <= 80 * u)",
        "p.minimise(sum(used))",
    )  # fmt: skip


def assignment(rng: Random) -> Lines:
    count = rng.choice([3, 4, 5])
    costs = [some(rng, count + 1, 1, 30) for _ in range(count)]
    return (
        chosen(count, count + 1), "p.all_different(x)", f"costs = {costs}",
        f"p.{rng.choice(['minimise', 'maximise'])}"
        "(sum(k * (y == v) for y, row in zip(x, costs) for v, k in enumerate(row)))",
    )  # fmt: skip


def colouring(rng: Random) -> Lines:
    count = rng.choice([4, 5, 6, 7])
    return (
        chosen(count, 4), "most = p.variable('most', range(4))",
        f"p.add(*(x[a] != x[b] for a, b in {pairs(rng, count, 0.6)}))",
        "p.add(*(y <= most for y in x))", "p.minimise(most)",
    )  # fmt: skip


def cover(rng: Random) -> Lines:
    count = rng.choice([5, 7, 9])
    rule = rng.choice(["(x[a] == 1) | (x[b] == 1)", "x[a] + x[b] <= 1"])
    aim = "minimise" if "|" in rule else "maximise"
    return (
        chosen(count, 2), f"p.add(*({rule} for a, b in {pairs(rng, count, 0.5)}))",
        f"p.{aim}({weighed(some(rng, count))})",
    )  # fmt: skip


def tour(rng: Random) -> Lines:
    count = rng.choice([3, 4, 5])
    costs = [some(rng, count, 1, 30) for _ in range(count)]
    return (
        chosen(count, count),
        "p.add(p.circuit(x))",
        f"costs = {costs}",
        "p.minimise(sum(k * (y == v) for y, row in zip(x, costs) for v, k in enumerate(row)))",
    )


def ruler(rng: Random) -> Lines:
    marks, most = rng.choice([(3, 6), (4, 8), (4, 10)])
    gap = rng.randint(1, 2)
    return (
        chosen(marks, most), "p.add(x[0] == 0)",
        f"p.add(*(a + {gap} <= b for a, b in zip(x, x[1:])))",
        "p.all_different([b - a for n, b in enumerate(x) for a in x[:n]])", "p.minimise(x[-1])",
    )  # fmt: skip


def shop(rng: Random) -> Lines:
    count = rng.choice([3, 4])
    times = some(rng, count, 1, 4)
    return (
        chosen(count, sum(times)), f"times = {times}",
        f"end = p.variable('end', range({sum(times) + 3}))",
        "p.add(*((x[a] + times[a] <= x[b]) | (x[b] + times[b] <= x[a])"
        " for b in range(len(x)) for a in range(b)))",
        f"p.add(*(y + t <= end for y, t in zip(x, times)), x[0] >= {rng.randint(0, 3)})",
        "p.minimise(end)",
    )  # fmt: skip


def line(rng: Random) -> Lines:
    """Words that an automaton accepts, with costs that neither rise nor fall with a value."""
    count, lengths = rng.choice([(7, [2, 1]), (8, [3, 2]), (6, [1, 2])])
    costs = [some(rng, 2, -9, 9) for _ in range(count)]
    return (
        chosen(count, 2), f"p.add(p.runs(x, {lengths}, 1, 0))", f"costs = {costs}",
        f"p.{rng.choice(['minimise', 'maximise'])}"
        "(sum(k * (y == v) for y, row in zip(x, costs) for v, k in enumerate(row)))",
    )  # fmt: skip


def mixture(rng: Random) -> Lines:
    """Products, distances, counts and elements."""
    count, values = rng.choice([(3, 4), (4, 3)])
    goals = [
        "x[0] * x[1] - 3 * abs(x[1] - x[2])", "abs(x[0] - x[1]) + abs(x[1] - x[2])",
        "p.element(x[1:], x[0] - x[0]) + 2 * x[2] - x[0]",
        f"5 * p.count(x, {rng.randrange(values)}) - x[0] * x[2]", "(x[0] - 1) * (x[1] - 2) + x[2]",
    ]  # fmt: skip
    rules = [
        f"p.add({weighed(some(rng, count, -3, 4))} <= {rng.randint(2, 8)})",
        "p.add((x[0] < x[1]) | (x[1] == x[2]))",
        "p.all_different(x[:3])",
        f"p.add(p.count(x, {rng.randrange(values)}) <= 1)",
        "p.add(x[0] + x[1] != x[2])",
    ]
    aim = rng.choice(["minimise", "maximise"])
    return chosen(count, values), *rng.sample(rules, 2), f"p.{aim}({rng.choice(goals)})"


def any_model(rng: Random) -> Lines:
    """A model of the part `models`, with an objective."""
    while (model := models.make(rng)).objective is None:
        pass
    return tuple(model.lines()[1:])


BEST = (
    knapsack, packing, assignment, colouring, cover, tour, ruler, shop, line, mixture, any_model,
)  # fmt: skip


# ------------------------------------------------------------------ cages

MADE = (
    "killer:2x2#{}", "killer:2x3#{}", "killer:2x3#{}", "killer:3x3#{}", "kakuro:5x5#{}",
    "kakuro:7x7#{}", "kenken:4#{}", "kenken:5#{}",
)  # fmt: skip


def made(rng: Random) -> Lines:
    """A puzzle of a kind with cages, as it's made, or with a clue left out or another number."""
    recipe = rng.choice(MADE).format(rng.randrange(10**6))
    found = (f"p = clew.parse({recipe!r})",)
    if rng.random() < 0.6:
        return found
    change = rng.choice(["None", "goal - 1", "goal + 1"])
    return (
        *found, "goals = [clue.goal for clue in p.clues()]",
        f"at = [n for n, goal in enumerate(goals) if type(goal) is int][{rng.randrange(4)}]",
        f"goal = goals[at]\ngoals[at] = {change}\np = p.restated(goals, {{}})",
    )  # fmt: skip


def sums(rng: Random) -> Lines:
    """Cages stated by hand: cells that differ and add up to a number, some of them weighted."""
    size, values = rng.choice([(6, 6), (8, 5), (9, 9), (10, 6)])
    hidden = [rng.randrange(1, values + 1) for _ in range(size)]
    said = [f"x = list(p.variables([f'x{{n}}' for n in range({size})], range(1, {values + 1})))"]
    for _ in range(size):
        cage = rng.sample(range(size), rng.randint(2, 4))
        if len({hidden[n] for n in cage}) == len(cage):
            said.append(f"p.all_different([x[n] for n in {cage}])")
        factors = rng.choice([[1] * len(cage), [1] * len(cage), some(rng, len(cage), 1, 3)])
        total = sum(k * hidden[n] for k, n in zip(factors, cage, strict=True))
        total += rng.random() < 0.03
        said.append(f"p.add({weighed(factors, f'[x[n] for n in {cage}]')} == {total})")
    return tuple(said)


CAGES = (made, made, made, sums)


# ------------------------------------------------------------------ the checks


@dataclass(frozen=True)
class Proven:
    """A problem, whose proof is checked as it is and with something wrong in it."""

    sort: str
    lines: Lines
    seed: int

    def checks(self) -> Iterator[Check]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "p.pbp"
            yield f"{self.sort}: proven", lambda: self._proven(file)
            if file.exists():
                yield f"{self.sort}, damaged: refused", lambda: self._refused(file)

    def build(self) -> clew.Problem:
        """State the problem to Clew; Skip if it can't be."""
        namespace: dict[str, Any] = {"clew": clew, "p": clew.Problem()}
        try:
            exec("\n".join(self.lines), namespace)
        except (clew.ClewError, TypeError, ValueError, IndexError):
            raise Skip("can't be stated") from None
        problem: clew.Problem = namespace["p"]
        return problem

    def _proven(self, file: Path) -> str:
        """Check that a proof is written, that both checkers accept it, and what it says."""
        problem = self.build()
        best = problem.objective is not None
        most = 1 if best else FEW
        try:
            found = clew.solve(problem, max_solutions=most, max_seconds=SECONDS, proof=file)
        except clew.Unsuited as error:
            raise Skip("unsuited") from error
        if found.status is Status.STOPPED:
            raise Skip("stopped")
        if not best and found.status is Status.ENOUGH:
            file.unlink()
            raise Skip("many solutions")
        proven = clew.check_proof(problem, file)
        if best and proven.solutions != found.solutions:
            return f"proven {proven}, found {found}"
        if best and proven.best != found.best and not proven.unsolvable:
            return f"proven {proven}, found {found}"
        if not best:
            usual = clew.solve(problem, max_solutions=FEW + 1)
            if not proven.complete or len(proven.solutions) != len(usual.solutions):
                return f"proven {proven}, found {usual}"
        theirs = accepted_by_veripb(file.with_suffix(".opb"), file)
        return "VeriPB refuses the proof" if theirs is False else ""

    def _refused(self, file: Path) -> str:
        """Damage the proof until it's wrong: both checkers must agree each time."""
        rng, text = Random(self.seed), file.read_text("utf-8")
        model, wrong = file.with_suffix(".opb"), file.with_name("wrong.pbp")
        for _ in range(TRIES):
            told, lines = damaged(text.splitlines(), rng)
            if lines == text.splitlines():
                continue
            wrong.write_text("\n".join(lines) + "\n", "utf-8")
            ours = accepted_by_us(model, wrong)
            theirs = accepted_by_veripb(model, wrong)
            if theirs is not None and theirs != ours:
                return f"{told}: {'only ours' if ours else 'only VeriPB'} accepts it"
            if not ours:
                return ""
        raise Skip("each damage left a valid proof")

    def smaller(self) -> Iterator[Proven]:
        for kept in without_each(self.lines):
            yield replace(self, lines=kept)

    def snippet(self, check: str) -> str:
        many = 1 if any("imise(" in each for each in self.lines) else FEW
        return "\n".join([
            "import clew", "", "p = clew.Problem()", *self.lines,
            f"print(clew.solve(p, max_solutions={many}, proof='p.pbp'))",
            f"# {check}, seed {self.seed}: compare with `veripb --requireUnsat p.opb p.pbp`",
        ])  # fmt: skip


def accepted_by_us(model: Path, proof: Path) -> bool:
    try:
        found = check(model.read_text("utf-8").splitlines(), proof.read_text("utf-8").splitlines())
    except ProofFault:
        return False
    return found.complete


def accepted_by_veripb(model: Path, proof: Path) -> bool | None:
    """Ask VeriPB whether a proof is right and ends in a contradiction; None without VeriPB."""
    if not VERIPB:
        return None
    words = [VERIPB, "--requireUnsat", str(model), str(proof)]
    done = subprocess.run(words, capture_output=True, check=False, text=True)
    return done.returncode == 0 and "Verification succeeded" in done.stdout


# ------------------------------------------------------------------ damage


def damaged(lines: Sequence[str], rng: Random) -> tuple[str, list[str]]:
    """Return a proof with one thing changed, and what that is."""
    done = [*lines]
    at = rng.choice([n for n, each in enumerate(lines) if n > 1 and each[0] not in "*d"])
    how = rng.choice([_deleted, _coefficient, _flipped, _concluded, _off_by_one, _number])
    how(done, at, rng)
    changed = next(
        (n for n, pair in enumerate(zip(lines, done, strict=False)) if pair[0] != pair[1]), at
    )
    return f"{how.__name__[1:]} at line {changed + 1}: {lines[changed][:200]!r}", done


def _deleted(lines: list[str], at: int, rng: Random) -> None:
    del lines[at]


def _coefficient(lines: list[str], at: int, rng: Random) -> None:
    _replaced(lines, at, rng, r"(?<= )-?\d+(?= ~?[A-Za-z])", lambda n: str(int(n) + 1))


def _flipped(lines: list[str], at: int, rng: Random) -> None:
    _replaced(lines, at, rng, r"(?<= )~?[A-Za-z]\w+", lambda x: x[1:] if x[0] == "~" else f"~{x}")


def _concluded(lines: list[str], at: int, rng: Random) -> None:
    last = next(n for n, each in enumerate(lines) if each.startswith("c "))
    lines[last] = f"c {int(lines[last][2:]) - 1}"


def _off_by_one(lines: list[str], at: int, rng: Random) -> None:
    by = rng.choice((-1, 1))
    _replaced(lines, at, rng, r"(?<=>= )-?\d+", lambda n: str(int(n) + by))


def _number(lines: list[str], at: int, rng: Random) -> None:
    """Refer to another sum. Not to 0, which VeriPB takes for a sum that's at least 0."""
    by = rng.choice((-1, 1))
    _replaced(lines, at, rng, r"(?<= )\d+(?= |$)", lambda n: str(int(n) + by or 2))


def _replaced(
    lines: list[str], at: int, rng: Random, pattern: str, change: Callable[[str], str]
) -> None:
    """Replace one of the places in a line that match, if there is one."""
    if places := [*re.finditer(pattern, lines[at])]:
        place = rng.choice(places)
        lines[at] = lines[at][: place.start()] + change(place[0]) + lines[at][place.end() :]


def make(rng: Random) -> Proven:
    """Draw a problem with an objective, or one with cages."""
    if rng.random() < 0.5:
        return Proven("best answers", rng.choice(BEST)(rng), rng.randrange(1 << 30))
    return Proven("cages", rng.choice(CAGES)(rng), rng.randrange(1 << 30))
