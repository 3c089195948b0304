"""Steps by smallest reasons: how long each takes on puzzles of eleven kinds, and whether right.

`python -m benchmarks.reasons [KIND …]` goes through every step of 20 puzzles a kind and prints the
time of a step in the median and at worst; with `--check` each step is checked by CP-SAT.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from benchmarks.row import Row
from benchmarks.stated import KINDS, puzzles
from clew import Problem, hint, solve
from clew.explanations.entries import only_solution
from clew.explanations.mus_steps import MusPosition
from clew.explanations.techniques.step import TRIAL
from clew.model.expressions import Rule
from clew.model.stated import Stated

MEDIAN, WORST = 0.1, 2.0
"""The goals for a step, in seconds."""


def rows() -> Iterator[Row]:
    """Yield rows for the first hint of each puzzle, including the search for its solution."""
    for kind in KINDS:
        yield Row(
            kind, hint, over=puzzles(kind, 5), within=MEDIAN, worst=WORST, part="first hint",
            quick=kind == "minesweeper",
        )  # fmt: skip


def steps(puzzle: Problem) -> Iterator[tuple[float, Any]]:
    """Yield the seconds and the reason, or None, of each step that needs a reason."""
    position = MusPosition(puzzle, only_solution(puzzle))
    while not position.solved:
        started = process_time()
        step = position.next()
        took = process_time() - started
        if position.reasons or step.technique == TRIAL:
            yield took, position.reasons[0] if position.reasons else None
        position.apply(step)


def obeyed(puzzle: Problem, rules: Sequence[Rule], allowed: Any) -> bool:
    """Return whether CP-SAT finds allowed values that obey the rules as stated."""
    problem = Problem("some rules")
    problem.known = {x.name: x for x in puzzle.known.values()}
    for rule in rules:
        problem.stated.append(Stated(rule, "rule"))
    for x, values in allowed.items():
        problem.table([x], [[value] for value in values])
    return solve(problem, "cp-sat").solved


def main(arguments: Sequence[str]) -> None:
    checking = "--check" in arguments
    kinds = [each for each in arguments if each != "--check"] or list(KINDS)
    every: list[float] = []
    for kind in kinds:
        found = puzzles(kind)
        taken = [each for puzzle in found for each in steps(puzzle)]
        times = [took for took, _ in taken] or [0.0]
        every += times
        trials = sum(reason is None for _, reason in taken)
        small = sum(reason is not None and not reason.smallest for _, reason in taken)
        print(
            f"{kind:12} {len(found)} puzzles, {len(taken)} steps: median "
            f"{1000 * median(times):.1f} ms, worst {max(times):.2f} s; {small} only small, "
            f"{trials} by trial",
            flush=True,
        )
        if checking:
            from tests.explanations.reason_checker import check_steps

            for puzzle in found:
                check_steps(puzzle, only_solution(puzzle), partial(obeyed, puzzle))
            print(f"{'':12} each step checked by CP-SAT", flush=True)
    print(
        f"all: {len(every)} steps, median {1000 * median(every):.1f} ms, worst {max(every):.2f} s"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
