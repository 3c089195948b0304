"""Batches of Sudokus from Python, each path of the kernel: puzzles a second on one core.

Goals, against tdoku on the same machine: unique at least 5 times its rate on 17 clues and random
puzzles, 3.5 times on magictour and the hardest, 1.5 times on puzzles with many solutions; with
AVX2 three times that of its AVX2 build; minimal puzzles made at three times the rate of its
generator, and 35,000 a second. Sets are files of one puzzle a line, in the folder that
CLEW_SUDOKU_SETS names; without one, a set is made here.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from benchmarks.measure import cpu
from clew.batch import sudoku

PATHS = ("avx512", "avx2", "portable")
AT_LEAST = 65_536
"""Puzzles a run, and an eighth of it where they are hard: short sets are repeated."""
SEED = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TO_MAKE = 20_000
HARD = b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def main() -> None:
    for name, puzzles in sets().items():
        print(f"\n{name}: {len(puzzles) // 82:,} puzzles")
        for path in PATHS:
            with forced(path) as runs:
                if runs:
                    show(path, puzzles)
    print(f"\nmade: {TO_MAKE:,} minimal puzzles")
    for path in PATHS:
        with forced(path) as runs:
            if runs:
                show_making(path)
    print(f"\nTwo threads: {threads_gain(made('one clue less')):.2f} times one, by the clock")


def show(path: str, puzzles: bytes) -> None:
    works: dict[str, Callable[[], object]] = {
        "unique": lambda: sudoku.unique(puzzles, threads=1),
        "solve": lambda: sudoku.solve(puzzles, threads=1),
        "count to 2": lambda: sudoku.count(puzzles, 2, threads=1),
    }
    rates = "".join(f"{name:>14}{rate(puzzles, work):>12,.0f}/s" for name, work in works.items())
    print(f"  {path:<10}{rates}")


def show_making(path: str) -> None:
    full = sudoku.grids(TO_MAKE, 1)
    works: dict[str, Callable[[], object]] = {
        "make": lambda: sudoku.make(TO_MAKE, 1, threads=1),
        "half-turn": lambda: sudoku.make(TO_MAKE, 1, symmetry="half-turn", threads=1),
        "of full grids": lambda: sudoku.minimal(full, 1, threads=1),
        "grids alone": lambda: sudoku.grids(TO_MAKE, 1, threads=1),
    }
    rates = "".join(
        f"{name:>14}{TO_MAKE / min(cpu(work) for _ in range(3)):>12,.0f}/s"
        for name, work in works.items()
    )
    print(f"  {path:<10}{rates}")


def rate(puzzles: bytes, work: Callable[[], object], rounds: int = 3) -> float:
    """Puzzles a second of CPU time, the best of a few rounds."""
    return len(puzzles) // 82 / min(cpu(work) for _ in range(rounds))


def sets() -> dict[str, bytes]:
    """The sets of puzzles by name, each a batch of lines."""
    folder = os.environ.get("CLEW_SUDOKU_SETS")
    if not folder:
        return {name: made(name) for name in ("easy", "hard", "one clue less")}
    files = sorted(Path(folder).glob("*.txt"))
    return {file.stem: repeated(lines) for file in files if (lines := puzzles_of(file))}


def puzzles_of(file: Path) -> list[bytes]:
    lines = (line.split(b",")[0].strip() for line in file.read_bytes().splitlines())
    return [line for line in lines if len(line) == 81 and not line.startswith(b"#")]


def repeated(lines: list[bytes]) -> bytes:
    """Enough of the lines for a run of about a second."""
    some = lines[:2000]
    hard = len(some) / cpu(lambda: sudoku.unique(b"".join(some), threads=1)) < 100_000
    number = max(AT_LEAST // 8 if hard else AT_LEAST, len(lines))
    return b"".join(lines[i % len(lines)] + b"\n" for i in range(number))


def made(name: str) -> bytes:
    """A set from one puzzle, with digits, rows and columns exchanged."""
    rng = Random(1)
    seed = HARD if name == "hard" else SEED
    return b"".join(_variant(seed, rng, name == "one clue less") + b"\n" for _ in range(20_000))


def _variant(puzzle: bytes, rng: Random, less: bool) -> bytes:
    order = [3 * i + j for i in rng.sample(range(3), 3) for j in rng.sample(range(3), 3)]
    other = [3 * i + j for i in rng.sample(range(3), 3) for j in rng.sample(range(3), 3)]
    table = bytes.maketrans(b"123456789", bytes(rng.sample(b"123456789", 9)))
    cells = bytearray(bytes(puzzle[9 * r + c] for r in order for c in other).translate(table))
    if less:
        cells[rng.choice([c for c in range(81) if cells[c] != ord(".")])] = ord(".")
    return bytes(cells)


@contextmanager
def forced(path: str) -> Iterator[bool]:
    """Only this path of the kernel, and whether it runs here."""
    before = os.environ.get("CLEW_SIMD")
    os.environ["CLEW_SIMD"] = path
    try:
        yield _runs(path)
    finally:
        if before is None:
            del os.environ["CLEW_SIMD"]
        else:
            os.environ["CLEW_SIMD"] = before


def _runs(path: str) -> bool:
    try:
        return sudoku.path() == path
    except ValueError:
        return False


def threads_gain(puzzles: bytes) -> float:
    return clock(puzzles * 8, 1) / clock(puzzles * 8, 2)


def clock(puzzles: bytes, threads: int) -> float:
    def once() -> float:
        start = time.perf_counter()
        sudoku.unique(puzzles, threads=threads)
        return time.perf_counter() - start

    return min(once() for _ in range(3))
