"""Solvers that `--peer NAME=COMMAND` adds: any program that reads puzzles and prints a rate.

The protocol: for each row of the solver's kind, the shell starts COMMAND. The solver reads the
puzzles of the row from standard input, one per line, until the end of the input. A Sudoku is 81
characters, with a dot for an empty cell. The last line that the solver prints on standard output
must be one number, the puzzles per second that it has measured itself. Anything before that line is
ignored, and so is standard error. If the exit status isn't 0, the last line is anything else, or
the solver takes more than `TIMEOUT` seconds, the table says that it wasn't measured.

NAME joins the rows of Sudoku. NAME:KIND joins those of another kind, such as `futoshiki`, in Clew's
own notation.
"""

from __future__ import annotations

import math
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.rates import TATHAM, found
from benchmarks.row import Against, Row

KIND = "sudoku"
TIMEOUT = 60.0
ROUNDS = 2


@dataclass(frozen=True)
class Command:
    """A solver by its name, its command and the kind of puzzle that it reads."""

    name: str
    command: str
    kind: str = KIND
    program: str = ""
    """The package to install for it, if that's known."""


def of_debian(name: str, word: str, kind: str, program: str) -> Command:
    """Return a solver that prints no rate itself: one of our programs measures it."""
    command = shlex.join([sys.executable, "-m", "benchmarks.rates", word, kind])
    return Command(name, command, kind, program)


DEBIAN = (
    of_debian("qqwing", "qqwing", "sudoku", "qqwing"),
    of_debian("Tatham's Solo", "tatham", "sudoku", TATHAM["sudoku"]),
    of_debian("Tatham's Unequal", "tatham", "futoshiki", TATHAM["futoshiki"]),
)
"""Solvers that join without `--peer`, wherever they're installed."""


def parse_peer(text: str) -> Command:
    """Return the solver of an argument NAME=COMMAND or NAME:KIND=COMMAND.

    >>> parse_peer("tdoku=./tdoku --rate").command
    './tdoku --rate'
    """
    head, equals, command = text.partition("=")
    name, _, kind = head.strip().partition(":")
    if not equals or not name or not command.strip():
        raise ValueError(f"--peer: found {text!r}, expected NAME=COMMAND or NAME:KIND=COMMAND")
    return Command(name, command.strip(), kind or KIND)


def against(row: Row, commands: Sequence[Command], rounds: int = ROUNDS) -> list[Against]:
    """Ask each solver of the row's kind for its rate on the row's puzzles."""
    if not row.lines:
        return []
    joined = (each for each in (*DEBIAN, *commands) if each.kind == row.kind)
    return [best(each, row.lines, rounds) for each in joined]


def best(command: Command, lines: Sequence[str], rounds: int) -> Against:
    """Return the best rate of some rounds in seconds per puzzle, or why there isn't one."""
    if command.program and not found(command.program):
        return Against(command.name, note=f"no program {command.program}")
    try:
        rate = max(rate_of(command, lines) for _ in range(rounds))
    except ValueError as error:
        return Against(command.name, note=str(error))
    return Against(command.name, 1 / rate)


def rate_of(command: Command, lines: Sequence[str]) -> float:
    """Return the puzzles per second that the solver reports."""
    status, output = _run(command.command, "".join(f"{line}\n" for line in lines))
    if status != 0:
        raise ValueError(f"{command.name}: found exit status {status}, expected 0")
    last = (output.split("\n") if output else [""])[-1 if not output.endswith("\n") else -2]
    try:
        rate = float(last)
    except ValueError:
        rate = math.nan
    if not (math.isfinite(rate) and rate > 0):
        raise ValueError(
            f"{command.name}: found last line {last[:40]!r}, expected puzzles a second"
        )
    return rate


def _run(command: str, text: str) -> tuple[int, str]:
    """Return the exit status and the output. A time-out ends the whole group of processes."""
    with subprocess.Popen(
        command,
        shell=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(text, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            raise ValueError(f"found no end after {TIMEOUT:g} s, expected a rate") from None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, output
