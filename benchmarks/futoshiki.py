"""Futoshiki proven unique: batches and single calls, against CP-SAT and Tatham's solver.

The boards are unique and minimal, made here from a fixed seed: "mixed" had givens and signs taken
away in any order, "signs" all the givens first. Times are per puzzle. CP-SAT finds one solution
and proves nothing; ours and Tatham's prove that there is no second. Tatham's solver is a program
built from his `unequal.c` that takes ids as arguments, named by CLEW_UNEQUAL. Goals: 10 x Tatham's
at 5x5, 30 x at 7x7 and 9x9, 100 x CP-SAT; 1 us at 5x5, 10 us at 9x9 mixed, 1 ms at 9x9 signs.
"""

from __future__ import annotations

import os
import resource
import subprocess
from itertools import pairwise
from random import Random

from benchmarks.measure import duration, interleaved, line
from benchmarks.peers import cp_sat
from clew import is_unique
from clew.batch import futoshiki
from clew.grid import lines
from clew.puzzles.futoshiki import Futoshiki
from clew.search import native

BOARDS = ((5, "mixed", 1000, 1e-6), (5, "signs", 1000, 1e-6), (7, "mixed", 200, None))
BOARDS += ((7, "signs", 100, None), (9, "mixed", 60, 1e-5), (9, "signs", 12, 1e-3))
FEW = 12
"""Puzzles for a peer that takes milliseconds."""
CAP = 60
"""Seconds for Tatham's solver on one set."""


def main() -> None:
    for order, kind, number, goal in BOARDS:
        rng = Random(f"{order} {kind}")
        compare(order, kind, [minimal(order, kind, rng) for _ in range(number)], goal)


def compare(order: int, kind: str, puzzles: list[Futoshiki], goal: float | None) -> None:
    givens = sum(map(bool, (value for puzzle in puzzles for value in puzzle.cells)))
    signs = sum(len(puzzle.signs) for puzzle in puzzles)
    shape = f"{givens / len(puzzles):.1f} givens, {signs / len(puzzles):.1f} signs"
    wanted = f", goal {duration(goal)}" if goal else ""
    print(f"\n{order}x{order} {kind}: {len(puzzles)} boards, {shape}{wanted}")
    batch, few = futoshiki.pack(puzzles), puzzles[:FEW]
    assert all(futoshiki.unique(batch, order=order))
    times = interleaved(
        {
            "batch": lambda: futoshiki.unique(batch, order=order, threads=1),
            "search kernel, one by one": lambda: [_searched(puzzle) for puzzle in puzzles],
            "is_unique(puzzle)": lambda: [is_unique(puzzle) for puzzle in puzzles],
        },
        rounds=5,
    )
    each = {name: seconds / len(puzzles) for name, seconds in times.items()}
    peer = interleaved({"": lambda: [cp_sat(puzzle.csp()) for puzzle in few]}, rounds=2)
    each["CP-SAT, first solution"] = peer[""] / len(few)
    for name, seconds in each.items():
        print(line(name, seconds, each["batch"]))
    print(tatham(puzzles, each["batch"]))


def _searched(puzzle: Futoshiki) -> int:
    return len(native.Ranks(puzzle.order, puzzle.cells, puzzle.signs).run(2, 10**12))


def tatham(puzzles: list[Futoshiki], ours: float) -> str:
    """The CPU time of his solver on the same boards, in one process, or on one if that is long."""
    name, program = "Tatham's solver", os.environ.get("CLEW_UNEQUAL")
    if program is None:
        return f"  {name:<36}  not measured: CLEW_UNEQUAL names no program"
    few = puzzles if puzzles[0].order < 9 else puzzles[:FEW]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = 0
    for start in range(0, len(few), 100):
        some = few[start : start + 100]
        told = subprocess.run(
            [program, *map(str, some)], capture_output=True, text=True, check=True
        )
        assert told.stdout.count("difficulty") == len(some), told.stdout
        done += len(some)
        if resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before > CAP:
            break
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return line(name, spent / done, ours, f"{done} boards" if done < len(puzzles) else "")


def minimal(order: int, kind: str, rng: Random) -> Futoshiki:
    """A board with one solution, from which nothing can be taken away."""
    rows, cols, values = (rng.sample(range(order), order) for _ in range(3))
    square = stirred([values[(r + c) % order] + 1 for r in rows for c in cols], order, rng)
    pairs = [pair for _, cells in lines(order) for pair in pairwise(cells)]
    signs = {(a, b) if square[a] < square[b] else (b, a) for a, b in pairs}
    givens = rng.sample(range(order * order), order * order)
    items: list[int | tuple[int, int]] = [*givens, *rng.sample(sorted(signs), len(signs))]
    if kind == "mixed":
        rng.shuffle(items)
    for item in items:
        less = signs - {item} if isinstance(item, tuple) else signs
        cells = [0 if cell == item else value for cell, value in enumerate(square)]
        if len(native.Ranks(order, cells, list(less)).run(2, 10**12)) == 1:
            signs, square = less, cells
    return Futoshiki(tuple(square), tuple(signs))


def stirred(square: list[int], order: int, rng: Random) -> list[int]:
    """Another Latin square: some cells of this one kept, the rest filled by search."""
    for _ in range(5):
        kept = [value if rng.random() < 0.4 else 0 for value in square]
        found = native.Ranks(order, kept, []).run(rng.randint(1, 50), 5000)
        square = list(found[-1]) if found else square
    return square


if __name__ == "__main__":
    main()
