"""Proves 9 x 9 Sudokus unique in batches from Python, on one core.

Times are per puzzle. The sets are the files sudoku_*.txt in the folder that CLEW_DATA names. A
missing set is made here, from variants of one or two puzzles, and its name says so. A solver added
with `--peer` joins the rows of the fastest path. One of the kind `sudoku-avx2` joins the rows
limited to AVX2, and one of the kind `sudoku-make` makes as many minimal puzzles as it gets lines.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial

from benchmarks.made import variants
from benchmarks.measure import Work
from benchmarks.puzzles import SUDOKU_9, SUDOKU_EASY, SUDOKU_HARD, Later, sudoku_files, sudoku_lines
from benchmarks.rates import sample
from benchmarks.row import Row
from clew.puzzles.sudoku import batch as sudoku

SIZE = 16_384
"""The number of puzzles per call, evenly spread over the set, or the set several times."""
OFTEN = 32
"""The number of times to repeat the batch for threads, so that their start-up doesn't count."""
TO_MAKE = 16_384
AVX2 = 3.0
GOALS = {"17_clue": 5.0, "random": 5.0, "magictour": 3.5, "hardest": 3.5, "many_solutions": 1.5}
"""The goals as multiples of tdoku's rate: limited to AVX2, at most 3 times its AVX2 build's."""
SEEDS = {
    "17_clue": (SUDOKU_9,),
    "random": (SUDOKU_EASY,),
    "magictour": (SUDOKU_9, SUDOKU_HARD),
    "hardest": (SUDOKU_HARD,),
    "many_solutions": (SUDOKU_EASY,),
}
CLOSER = ("17_clue", "hardest")
"""The sets to examine more closely."""


@dataclass(frozen=True)
class Batch:
    """A set of puzzles, as lines and as one batch."""

    name: str
    title: str
    lines: Sequence[str]

    @cached_property
    def data(self) -> bytes:
        return "".join(f"{line}\n" for line in self.lines).encode()

    @cached_property
    def often(self) -> bytes:
        return self.data * OFTEN


def _sampled(make: Callable[[], list[str]]) -> list[str]:
    return sample(make(), SIZE)


def batches() -> list[Batch]:
    """Return the sets that have files, and generated ones in place of the others."""
    files = sudoku_files()
    found = []
    for name in [*GOALS, *(name for name in files if name not in GOALS)]:
        make = partial(sudoku_lines, files[name]) if name in files else partial(_made, name)
        title = name.replace("_", " ") + ("" if name in files else ", made here")
        found.append(Batch(name, title, Later(partial(_sampled, make))))
    return found


def _made(name: str) -> list[str]:
    less = name == "many_solutions"
    return [line for seed in SEEDS[name] for line in variants(seed, 256, less)]


def rows() -> Iterator[Row]:
    few = SUDOKU_9.encode() * 64
    yield Row("64 times the same", partial(sudoku.unique, few), size=64, part="small", quick=True)
    every = batches()
    yield from best_path(every)
    for path in ("avx2", "portable"):
        if runs(path):
            yield from one_path(path, every)
    closer = [batch for batch in every if batch.name in CLOSER]
    for part, call in {"solve, with the grids": sudoku.solve, "count to 2": sudoku.count}.items():
        for batch in closer:
            yield Row(batch.title, partial(_do, call, batch), size=SIZE, part=part)
    yield from making()
    yield two_threads(every[0])


def making() -> Iterator[Row]:
    """Yield rows for making minimal puzzles, including the random grids and the final count."""
    part = f"make, {sudoku.path()}"
    yield Row(
        "minimal puzzles",
        partial(sudoku.make, TO_MAKE, 1, threads=1),
        size=TO_MAKE,
        goals={"tdoku": 3.0},
        within=1 / 35_000,
        part=part,
        lines=["." * 81] * TO_MAKE,
        kind="sudoku-make",
    )
    turned = partial(sudoku.make, TO_MAKE, 1, symmetry="half-turn", threads=1)
    yield Row("minimal puzzles, half-turn", turned, size=TO_MAKE, part=part)
    yield Row("full grids", partial(sudoku.grids, TO_MAKE, 1, threads=1), size=TO_MAKE, part=part)


def best_path(every: Sequence[Batch]) -> Iterator[Row]:
    for batch in every:
        yield Row(
            batch.title,
            partial(_do, sudoku.unique, batch),
            size=SIZE,
            goals={"tdoku": GOALS[batch.name]} if batch.name in GOALS else {},
            part=f"unique, {sudoku.path()}",
            lines=batch.lines,
            kernel=batch.name in CLOSER,
        )


def one_path(path: str, every: Sequence[Batch]) -> Iterator[Row]:
    """Yield rows for one path of the kernel, the one for processors without newer instructions."""
    for batch in every if path == "avx2" else [batch for batch in every if batch.name in CLOSER]:
        yield Row(
            batch.title,
            partial(_forced, path, batch),
            size=SIZE,
            goals={"tdoku": min(GOALS.get(batch.name, AVX2), AVX2)} if path == "avx2" else {},
            part=f"unique, held to {path}",
            lines=batch.lines,
            kind=f"sudoku-{path}",
        )


def two_threads(batch: Batch) -> Row:
    """Return a row for two threads, by the clock. It needs two cores that are otherwise idle."""
    ours, one = (partial(_often, batch, threads) for threads in (2, 1))
    return Row(
        f"{batch.title}, two threads",
        ours,
        {"one thread": one},
        size=OFTEN * SIZE,
        goals={"one thread": 1.8},
        part="unique, by the clock",
        by_clock=True,
    )


def _do(call: Work, batch: Batch) -> None:
    call(batch.data, threads=1)


def _often(batch: Batch, threads: int) -> None:
    sudoku.unique(batch.often, threads=threads)


def _forced(path: str, batch: Batch) -> None:
    with forced(path):
        assert sudoku.path() == path
        _do(sudoku.unique, batch)


@contextmanager
def forced(path: str) -> Iterator[None]:
    """Use only this path of the kernel."""
    before = os.environ.get("CLEW_SIMD")
    os.environ["CLEW_SIMD"] = path
    try:
        yield
    finally:
        del os.environ["CLEW_SIMD"]
        if before is not None:
            os.environ["CLEW_SIMD"] = before


def runs(path: str) -> bool:
    """Return whether the machine supports this path, but another one is faster."""
    best = sudoku.path()
    try:
        with forced(path):
            return sudoku.path() == path != best
    except ValueError:
        return False
