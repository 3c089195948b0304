"""Instructions a puzzle, by callgrind: a figure that no other load on the machine can change.

Two processes do the same work a different number of times; the difference of their instructions
is that of the work, since start-up and imports are in both. Valgrind knows no AVX-512, so a kernel
with several paths takes the one for AVX2.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from itertools import islice

from benchmarks.row import Row

FEW, MANY = 1, 3
"""How often the work is done, beyond once to warm up."""
COLLECTED = re.compile(r"Collected : (\d+)")


def installed() -> bool:
    return shutil.which("valgrind") is not None


def per_unit(benchmark: str, number: int, row: Row) -> float:
    """Instructions for one of the row's puzzles, nodes or states; the row is named by its place."""
    few, many = (_counted(benchmark, number, times) for times in (FEW, MANY))
    return (many - few) / (MANY - FEW) / (row.size * len(row.items))


def _counted(benchmark: str, number: int, times: int) -> int:
    work = [sys.executable, "-m", "benchmarks.instructions", benchmark, str(number), str(times)]
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *work],
        env=os.environ | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    found = COLLECTED.search(done.stderr)
    if done.returncode or found is None:
        raise RuntimeError(f"callgrind: found {done.stderr.strip()[-200:]!r}, expected a count")
    return int(found[1])


def main(benchmark: str, number: str, times: str) -> None:
    """Do the work of one row so many times, and once before."""
    rows = import_module(f"benchmarks.{benchmark}").rows()
    row: Row = next(islice(rows, int(number), None))
    for _ in range(int(times) + 1):
        for item in row.items:
            row.ours(*item)


if __name__ == "__main__":
    main(*sys.argv[1:])
