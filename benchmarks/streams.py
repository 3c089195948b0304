"""Batches from file to file: what reading, writing, workers and a cluster cost beside the work.

The peer of the first row is Python that starts and does nothing; of the next the bare kernel on the
same lines in memory; then the same batch with one worker, both as a command that is started and
ends; and parts of a second that nobody has to hand out.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.puzzles import file, sudoku_lines
from benchmarks.row import Row
from clew import batch
from clew.puzzles.sudoku import batch as sudoku
from clew.puzzles.sudoku.face import CELLS
from clew.workers.places import Place, opened, through

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
    lines, _ = _lines(folder, SHORT)
    yield Row(
        f"{SHORT:,} Sudokus, command, CPU time",
        partial(_command, "unique", lines, folder / "out.txt"),
        {"python -c pass": partial(subprocess.run, [sys.executable, "-c", "pass"], check=True)},
        within=0.06,
        part="the start of a command",
    )
    for count in (FEW, LINES):
        source, data = _lines(folder, count)
        yield Row(
            f"unique, {count:,} lines with 17 clues, in this process",
            partial(_run, "unique", source, folder / "out.txt", 0),
            {"the bare kernel": partial(sudoku.unique, data, threads=1)},
            size=count,
            goals={"the bare kernel": 0.7} if count == LINES else {},
            part="file to file, on one core",
            quick=count == FEW,
        )
    for what, count in (("unique", LINES), ("unique", MANY), ("rate", TO_RATE)):
        lines, _ = _lines(folder, count)
        yield Row(
            f"{what}, {count:,} lines with 17 clues, two workers",
            partial(_command, what, lines, folder / "out.txt", 2),
            {"one worker": partial(_command, what, lines, folder / "out.txt", 1)},
            size=count,
            goals={"one worker": 1.7},
            part="file to file, on two cores",
            by_clock=True,
        )
    for form in ("csv", "jsonl", "parquet", "txt.gz", "txt.zst"):
        yield Row(
            f"unique, {LINES:,} lines with 17 clues, to .{form}",
            partial(_run, "unique", source, folder / f"out.{form}", 0),
            {"to .txt": partial(_run, "unique", source, folder / "out.txt", 0)},
            size=LINES,
            part="forms",
        )


def _cluster() -> Iterator[Row]:
    """Parts that only wait: so what is over is the cluster's, however busy the machine is."""
    try:
        with opened(f"local:{WORKERS}") as place:
            yield Row(
                f"{PARTS} parts of a second on {WORKERS} workers of Dask",
                partial(_parts, place),
                {"nothing handed out": partial(time.sleep, PARTS * SECOND / WORKERS)},
                goals={"nothing handed out": 0.95},
                part="a cluster",
                by_clock=True,
            )
    except RuntimeError as error:
        print(f"not measured: {error}")


def _parts(place: Place) -> list[object]:
    return list(through(time.sleep, [SECOND] * PARTS, place))


def _lines(folder: Path, count: int) -> tuple[Path, bytes]:
    known = file("sudoku_17_clue.txt")
    made = sudoku.make(1_000, seed=1)
    lines = [line.encode() for line in sudoku_lines(known)] if known else _cut(made)
    data = b"".join(lines[number % len(lines)] + b"\n" for number in range(count))
    path = folder / f"in-{count}.txt"
    path.write_bytes(data)
    return path, data


def _cut(made: bytes) -> list[bytes]:
    """Minimal puzzles, where those with 17 clues are not at hand."""
    return [made[at : at + CELLS] for at in range(0, len(made), CELLS)]


def _run(what: str, source: Path, out: Path, where: int) -> object:
    return batch.run(what, source, out, where=where)


def _command(what: str, source: Path, out: Path, workers: int | None = None) -> None:
    """As a user has it: in a process of its own, whose workers are forked."""
    asked = ["batch", what, str(source), "--out", str(out), "--restart"]
    asked += [] if workers is None else ["--workers", str(workers)]
    clew = Path(sys.executable).with_name("clew")
    subprocess.run([clew, *asked], check=True, capture_output=True)
