"""Instructions a puzzle, by callgrind: a figure that no other load on the machine can change.

Callgrind begins to count after start-up and a first call. Two processes then do the work a
different number of times; the difference is that of the work alone. Valgrind knows no AVX-512, so
a kernel with several paths takes the one for AVX2.
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
"""The number of times the work is done, after once to warm up."""
CALLGRIND = (
    "valgrind",
    "--tool=callgrind",
    "--instr-atstart=no",
    "--callgrind-out-file=/dev/null",
)
COLLECTED = re.compile(r"Collected : (\d+)")


def installed() -> bool:
    return all(map(shutil.which, ("valgrind", "callgrind_control", "vgdb")))


def per_unit(benchmark: str, number: int, row: Row) -> float:
    """Return the instructions per puzzle, node or state of the row at a position."""
    few, many = (counted(benchmark, number, times) for times in (FEW, MANY))
    return (many - few) / (MANY - FEW) / (row.size * len(row.items))


def counted(benchmark: str, number: int, times: int) -> int:
    """Count the instructions of a process that repeats the row, without those of its start."""
    work = [sys.executable, "-m", "benchmarks.instructions", benchmark, str(number), str(times)]
    done = subprocess.run(
        [*CALLGRIND, *work],
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
    """Do the work of one row once, and then repeat it while callgrind counts."""
    row: Row = next(islice(import_module(f"benchmarks.{benchmark}").rows(), int(number), None))
    _do(row)
    switch = ["callgrind_control", "-i", "on", str(os.getpid())]
    subprocess.run(switch, stdout=subprocess.DEVNULL, check=True)
    for _ in range(int(times)):
        _do(row)
    os._exit(0)  # don't count Python's shutdown


def _do(row: Row) -> None:
    for item in row.items:
        row.ours(*item)


if __name__ == "__main__":
    main(*sys.argv[1:])
