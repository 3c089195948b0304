"""Programs from Debian as solvers for `--peer`: they read puzzles and print a rate.

`python -m benchmarks.rates qqwing` and `… tatham sudoku|futoshiki` read puzzles from standard
input, one per line, and print the puzzles per second of the program's CPU time, without its
start-up. They use as many puzzles as take half a second, spread over all of them, or each puzzle
several times.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle, groupby, islice

from benchmarks.measure import LONG, cpu

FIRST, MANY = 4, 2_000
ENOUGH = 0.5
"""Seconds of work that make a rate reliable."""
GAMES = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])
"""The folder where Debian installs games."""
TATHAM = {"sudoku": "sgt-solo", "futoshiki": "sgt-unequal"}


def found(program: str) -> str | None:
    """Return the path of a program, or None."""
    return shutil.which(program, path=GAMES)


def sample(lines: Sequence[str], size: int) -> list[str]:
    """Return a number of puzzles, evenly spread over the lines. Repeat them if there are fewer.

    >>> sample(["a", "b", "c", "d"], 2), sample(["a", "b"], 5)
    (['a', 'c'], ['a', 'b', 'a', 'b', 'a'])
    """
    return list(islice(cycle(lines[:: max(1, len(lines) // size)]), size))


def spent(command: Sequence[str], lines: Sequence[str]) -> float:
    """Return the CPU seconds that a program takes for puzzles on its standard input.

    It's the minimum of three times, or the first one if that is long.
    """
    text = "".join(f"{line}\n" for line in lines)

    def run() -> None:
        where = [found(command[0]) or command[0], *command[1:]]
        out = subprocess.DEVNULL
        subprocess.run(where, input=text, stdout=out, stderr=out, encoding="utf-8", check=True)

    took = cpu(run)
    return took if took > LONG else min(took, cpu(run), cpu(run))


def qqwing(lines: Sequence[str]) -> float:
    """Return the seconds that QQWing takes to count the solutions, and so to prove them unique."""
    command = ("qqwing", "--solve", "--count-solutions", "--nosolution", "--one-line")
    return spent(command, lines) - spent(command, [])


def tatham(kind: str, lines: Sequence[str]) -> float:
    """Return the seconds that Tatham's program takes to solve puzzles, for which it prints them.

    With solutions it prints twice as many pages, so the time for pages is subtracted twice.
    """
    ids = [solo(line) if kind == "sudoku" else line for line in lines]
    command = (TATHAM[kind], "--print", "1x1")
    pages = spent(command, ids) - spent(command, [])
    return spent((*command, "--with-solutions"), ids) - spent(command, []) - 2 * pages


def solo(line: str) -> str:
    """Return the id of a 9 x 9 Sudoku: letters for runs of blanks, `_` between two numbers.

    >>> solo("12..3" + "." * 76)
    '3x3:1_2b3zzx'
    """
    parts = []
    for blank, group in groupby(line, key=lambda symbol: symbol in ".0"):
        symbols = list(group)
        parts.append(_blanks(len(symbols)) if blank else "_".join(symbols))
    return f"3x3:{''.join(parts)}"


def _blanks(number: int) -> str:
    most, rest = divmod(number, 26)
    return "z" * most + ("abcdefghijklmnopqrstuvwxyz"[rest - 1] if rest else "")


def rate(solver: Callable[[list[str]], float], lines: Sequence[str]) -> float:
    """Measure the puzzles per second: of very few first, then of more until it takes a while."""
    size = FIRST
    while (seconds := max(solver(sample(lines, size)), 1e-4)) < ENOUGH and size < MANY:
        size = min(MANY, max(2 * size, int(size * ENOUGH / seconds)))
    return size / seconds


def main(name: str, kind: str = "sudoku") -> None:
    lines = [line.strip() for line in sys.stdin if line.strip()]
    print(rate(qqwing if name == "qqwing" else partial(tatham, kind), lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
