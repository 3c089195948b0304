"""`--max-seconds 1` on heavy cases of every command: the CPU seconds of the whole process.

Each case would take much longer. It runs as a real process, and its CPU time is counted with that
of its children. The goal is a tenth of a second above the limit, and the start-up: what `clew
solve queens:4` takes. `python -m benchmarks.limits [WORD [SECONDS]]` prints a table of the cases
whose command contains the word, and what each takes after the limit: on a busy machine, with as
many seconds as it needs for one of CPU time.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.row import Row

SECONDS = 1
LATE = 0.1
BEGUN = 0.06
"""The CPU seconds in which Python starts, until the program looks at its arguments."""
PROGRAM = "from clew.cli import main; main()"
TRIVIAL = "solve queens:4"
HARD = "sudoku:8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EMPTY = f"sudoku:5x5:{'.' * 625}"
OWN = '''
"""Puzzles, walks and games that are too large to be done in a second."""
import clew

problem = clew.Problem("large")
many = [problem.variable(f"v{i}", range(20)) for i in range(3000)]
for i in range(len(many) - 7):
    problem.add(many[i] + many[i + 1] != many[i + 7])
    problem.add(many[i] * 2 + many[i + 3] <= many[i + 5] + 30)

best = clew.Problem("best")
items = [best.variable(f"w{i}", range(4)) for i in range(60)]
best.add(sum((i * 37 % 23 + 5) * each for i, each in enumerate(items)) <= 700)
best.maximise(sum((i * 53 % 29 + 5) * each for i, each in enumerate(items)))

grid = clew.Grid(30, 30, range(1, 31), name="grid")
for line in (*grid.rows, *grid.columns):
    grid.all_different(line)
for a, b in grid.links:
    grid.add(abs(grid.cells[a] - grid.cells[b]) != 1)

ISLANDS = {(0, 0): 2, (0, 9): 2, (1, 6): 2, (2, 1): 2, (2, 4): 7, (4, 6): 3, (4, 8): 3,
           (5, 2): 2, (5, 7): 3, (6, 0): 2, (6, 3): 4, (8, 1): 1, (8, 6): 2, (8, 8): 4}
nurikabe = clew.Grid(9, 10, range(len(ISLANDS) + 1), name="nurikabe", shaded=[0])
for i, ((r, c), size) in enumerate(ISLANDS.items(), 1):
    nurikabe.add(nurikabe[r, c] == i)
    nurikabe.add(nurikabe.count(nurikabe.cells, i) == size)
    nurikabe.connected(nurikabe.cells, nurikabe.links, value=i)
nurikabe.connected(nurikabe.cells, nurikabe.links, value=0)
for r in range(8):
    for c in range(9):
        square = [nurikabe[r + i, c + j] for i in (0, 1) for j in (0, 1)]
        nurikabe.add(nurikabe.count(square, 0) < 4)
for a, b in nurikabe.links:
    x, y = nurikabe.cells[a], nurikabe.cells[b]
    nurikabe.add((x == 0) | (y == 0) | (x == y))


@clew.walk(start=(0,) * 12, goal=lambda state: sum(state) == 60, heuristic=lambda state: 0)
def walk(state):
    for i in range(len(state)):
        for d in (-1, 1):
            yield f"{i}{d:+}", (*state[:i], state[i] + d, *state[i + 1:])

@clew.game
class Heaps:
    start = (40,) * 8

    def successors(self, heaps):
        for i, heap in enumerate(heaps):
            for taken in range(1, heap + 1):
                yield f"{i}-{taken}", tuple(sorted((*heaps[:i], heap - taken, *heaps[i + 1:])))

    def payoff(self, heaps):
        return None if any(heaps) else -1
'''
CASES = (
    # solve: reading, laying out, searching, checking, drawing
    "solve lights-out:1000x1000",
    "solve lights-out:1000x1000 --svg out.svg",
    "solve lights-out:200x200 --json",
    "solve lights-out:300x300 --strategy linear",
    "solve queens:2000 --all",
    "solve queens:10000000",
    "solve queens:1000000 --json",
    "solve queens:3000 --svg out.svg",
    "solve latin:90",
    "solve latin:255 --strategy cp-sat",
    "solve latin:60 --strategy learning",
    f"solve {EMPTY}",
    f"solve {EMPTY} --strategy backtracking:infer=mac",
    "solve sudoku:25#1",
    "solve knight:3000x3000",
    "solve knight:1000x1000 --svg out.svg",
    "solve kayles:1000000",
    "solve jugs:999983,999979,999961=500000",
    "solve chomp:40x40",
    "solve noughts:15x15,5",
    "solve own.py:problem",
    "solve own.py:best",
    "solve own.py:grid",
    "solve own.py:walk",
    "solve own.py:walk --strategy a-star",
    "solve own.py:Heaps",
    "solve own.py:Heaps --strategy alpha-beta",
    "solve cryptarithm:SEND+A+TALE+AND+A+NOTE+DOT+LOT+LEST+NO+LATE+TALE+STONE=TALENTS --strategy "
    "backtracking:select=first,infer=none --all",
    "solve queens:30 --all --quiet",
    "solve queens:24 --count",
    "solve queens:40 --strategy backtracking:select=first,infer=none --trace out.jsonl",
    # proofs
    "solve latin:90 --proof out.pbp",
    "solve own.py:nurikabe --proof out.pbp",
    "solve own.py:problem --proof out.pbp",
    "solve own.py:best --proof out.pbp",
    "solve queens:200 --proof out.pbp",
    "solve jugs:999983,999979,999961=500000 --proof out.json",
    f"explain {HARD} --proof out.pbp",
    "hint latin:60 --proof out.pbp",
    "make sudoku:25 --proof out.pbp",
    "proof model latin:90 --out out.opb",
    # the other commands
    "count latin:8 --strategy backtracking",
    "count queens:24",
    "count queens:20 --split 100 --workers 1",
    "count queens:22 --split 100 --by-symmetry --workers 0",
    "count pentominoes:20x3 --by-symmetry",
    "count own.py:problem",
    "hint sudoku:25#1",
    "hint latin:90",
    "hint own.py:grid",
    "hint own.py:problem",
    "hint noughts:15x15,5",
    "hint own.py:Heaps",
    f"explain {HARD}",
    "explain lights-out:100x100",
    "explain own.py:nurikabe --html out.html",
    "explain own.py:walk",
    "explain own.py:Heaps",
    "rate sudoku:25#1",
    f"rate {HARD}",
    "rate own.py:nurikabe",
    "rate lights-out:300x300",
    "make sudoku:25 --level hard",
    "make sudoku --level hard --count 100000 --out out.txt",
    "make futoshiki:12 --minimal",
    "compare latin:60",
    "compare own.py:grid --svg out.svg",
    "trace latin:30 --max-steps 1000000000 --html out.html",
    "trace queens:40 --max-steps 1000000000",
    "trace queens:12 --strategy backtracking:infer=mac --all --gif out.gif",
    "trace own.py:walk --strategy breadth-first --max-steps 1000000000 --json",
    "audit own.py:walk",
    "audit sliding-tiles:4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0",
    "grundy octal:0.777 --to 1000000",
    "grundy grundy --to 1000000",
    "watch search.py --on queens:30",
    "batch make sudoku:9,level=hard#1 --count 1000000 --workers 1 --out made.txt",
    "batch make sudoku:9,level=hard#1 --count 1000000 --workers 0 --out made.txt",
    "show knight:1000x1000",
    "show lights-out:1000x1000 --svg out.svg",
    "show queens:3000 --json",
    "convert sudoku:25#1 --to id",
    # in pure Python
    "PURE solve latin:60",
    "PURE solve lights-out:300x300",
    "PURE solve queens:2000",
    "PURE solve knight:300x300",
    f"PURE solve {EMPTY}",
    "PURE solve own.py:grid",
    "PURE solve latin:60 --proof out.pbp",
    "PURE solve jugs:999983,999979,999961=500000",
    "PURE count queens:16",
    "PURE hint sudoku:25#1",
    f"PURE rate {HARD}",
    "PURE make sudoku:16",
    "PURE grundy grundy --to 1000000",
)
"""Commands without the limit; `PURE` runs without the kernels."""
SEARCH = """
def backtracking_search(csp):
    def search(assignment):
        if len(assignment) == len(csp.variables):
            return assignment
        variable = next(each for each in csp.variables if each not in assignment)
        for value in csp.domains[variable]:
            if not csp.nconflicts(variable, value, assignment):
                csp.assign(variable, value, assignment)
                if search(assignment) is not None:
                    return assignment
                csp.unassign(variable, assignment)
        return None
    return search({})
"""


class Ended(NamedTuple):
    """Describe how a process ended."""

    status: int
    said: str
    """The last line on stderr."""
    seconds: float
    """Its CPU seconds, with those of its children."""
    late: float
    """The CPU seconds that it took after the limit, however busy the machine is."""
    left: tuple[str, ...] = ()
    """The temporary files that it left behind."""


def run(command: str, folder: Path, limit: float = SECONDS, begun: float = BEGUN) -> Ended:
    """Run a command as a separate process, in a folder with the files that it may name.

    The limit counts from the moment when the program has taken `begun` seconds of CPU time.
    """
    words = [*command.removeprefix("PURE ").split(), "--max-seconds", f"{limit:g}"]
    pure = {"CLEW_NATIVE": "0"} if command.startswith("PURE ") else {}
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words], cwd=folder,
            env=os.environ | pure | {"PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.DEVNULL, stderr=errors,
        )  # fmt: skip
        clock, ends, at_limit = ~process.pid << 3 | 2, None, None  # clock_getcpuclockid(3)
        while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if ends is None and time.clock_gettime(clock) >= begun:
                ends = time.monotonic() + limit
            if at_limit is None and ends is not None and time.monotonic() >= ends:
                at_limit = time.clock_gettime(clock)
            time.sleep(0.002)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = (errors.read().splitlines() or [""])[-1]
    took = usage.ru_utime + usage.ru_stime
    left = tuple(sorted(each.name for each in folder.glob(".*")))
    for each in folder.iterdir():
        if each.name not in FILES:
            shutil.rmtree(each) if each.is_dir() else each.unlink()
    late = 0.0 if at_limit is None or {"--workers", "watch"} & set(words) else took - at_limit
    return Ended(process.returncode, said, took, late, left)


FILES = {"own.py": OWN, "search.py": SEARCH}


def prepared(folder: Path) -> Path:
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def start_up(folder: Path) -> float:
    """Return the CPU seconds of a trivial case: the minimum of five runs."""
    return min(run(TRIVIAL, folder).seconds for _ in range(5))


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = prepared(Path(name))
        within = SECONDS + LATE + start_up(folder)
        yield Row(TRIVIAL, partial(run, TRIVIAL, folder), quick=True, tell=lambda end: end.status)
        for command in CASES:
            yield Row(
                re.sub(r"\.{9,}", "…", command),
                partial(run, command, folder),
                within=within,
                tell=lambda end: end.said,
            )


def main(word: str = "", seconds: str = f"{SECONDS}") -> None:
    """Print the time of each case, in total and after the limit."""
    with tempfile.TemporaryDirectory() as name:
        folder = prepared(Path(name))
        print(
            f"start-up {start_up(folder):.3f} s; each case: CPU s in all, after the limit, status"
        )
        count = 0
        for command in CASES:
            if word in command:
                end = run(command, folder, float(seconds))
                count += end.late > LATE
                flag = "LATE" * (end.late > LATE)
                print(
                    f"{end.seconds:6.3f} {end.late:6.3f} {flag:4} {end.status:3} {command[:60]:60}",
                    end.said[:70], *end.left, flush=True,
                )  # fmt: skip
        print(f"{count} late")


if __name__ == "__main__":
    main(*sys.argv[1:3])
