"""Runs batches from file to file: the cost of reading, writing, workers and a cluster.

The peer of the first row is a Python that starts and does nothing. The next rows compare with the
bare kernel on the same lines in memory, and then with the same batch on one worker, both run as
commands from start to end. The last peer is parts of one second each that needn't be handed out.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from pathlib import Path

from benchmarks.puzzles import file, sudoku_lines
from benchmarks.row import Row
from clew import batch
from clew.puzzles.sudoku import batch as sudoku
from clew.puzzles.sudoku.face import CELLS
from clew.workers.places import opened, through

SHORT = 10_000
LINES = 1_000_000
MANY = 6_000_000
TO_RATE = 20_000
FEW = 2_000
SECOND = 1.0
PARTS = 8
WORKERS = 2


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _streams(Path(folder))
    yield from _cluster()


def _streams(folder: Path) -> Iterator[Row]:
    yield Row(
        f"{SHORT:,} Sudokus, command, CPU time",
        partial(_command, "unique", folder, SHORT),
        {"python -c pass": partial(subprocess.run, [sys.executable, "-c", "pass"], check=True)},
        within=0.06,
        part="the start of a command",
    )
    for count in (FEW, LINES):
        yield Row(
            f"unique, {count:,} lines with 17 clues, in this process",
            partial(_run, folder, count, "txt"),
            {"the bare kernel": partial(_bare, count)},
            size=count,
            goals={"the bare kernel": 0.7} if count == LINES else {},
            part="file to file, on one core",
            quick=count == FEW,
        )
    for what, count in (("unique", LINES), ("unique", MANY), ("rate", TO_RATE)):
        yield Row(
            f"{what}, {count:,} lines with 17 clues, two workers",
            partial(_command, what, folder, count, 2),
            {"one worker": partial(_command, what, folder, count, 1)},
            size=count,
            goals={"one worker": 1.7},
            part="file to file, on two cores",
            by_clock=True,
        )
    for form in ("csv", "jsonl", "parquet", "txt.gz", "txt.zst"):
        yield Row(
            f"unique, {LINES:,} lines with 17 clues, to .{form}",
            partial(_run, folder, LINES, form),
            {"to .txt": partial(_run, folder, LINES, "txt")},
            size=LINES,
            part="forms",
        )


def _cluster() -> Iterator[Row]:
    """Yield a row for a cluster's overhead. Its parts only wait, so other load doesn't matter."""
    if find_spec("distributed") is None:
        print("not measured: there is no Dask")
        return
    with ExitStack() as stack:
        place = cache(lambda: stack.enter_context(opened(f"local:{WORKERS}")))
        yield Row(
            f"{PARTS} parts of a second on {WORKERS} workers of Dask",
            lambda: list(through(time.sleep, [SECOND] * PARTS, place())),
            {"nothing handed out": partial(time.sleep, PARTS * SECOND / WORKERS)},
            goals={"nothing handed out": 0.95},
            part="a cluster",
            by_clock=True,
        )


@lru_cache(1)
def _data(count: int) -> bytes:
    known = file("sudoku_17_clue.txt")
    made = [line.encode() for line in sudoku_lines(known)] if known else _cut(sudoku.make(1_000, 1))
    return b"".join(made[number % len(made)] + b"\n" for number in range(count))


@cache
def _lines(folder: Path, count: int) -> Path:
    """Return a file with a number of puzzles. The first call writes it."""
    path = folder / f"in-{count}.txt"
    path.write_bytes(_data(count))
    return path


def _cut(made: bytes) -> list[bytes]:
    """Cut minimal puzzles into lines. They replace those with 17 clues if that file is missing."""
    return [made[at : at + CELLS] for at in range(0, len(made), CELLS)]


def _run(folder: Path, count: int, form: str) -> object:
    return batch.run("unique", _lines(folder, count), folder / f"out.{form}", where=0)


def _bare(count: int) -> object:
    return sudoku.unique(_data(count), threads=1)


def _command(what: str, folder: Path, count: int, workers: int | None = None) -> None:
    """Run the command as a user would: in its own process, which forks its workers."""
    source, out = _lines(folder, count), folder / "out.txt"
    asked = ["batch", what, str(source), "--out", str(out), "--restart"]
    asked += [] if workers is None else ["--workers", str(workers)]
    clew = Path(sys.executable).with_name("clew")
    subprocess.run([clew, *asked], check=True, capture_output=True)
