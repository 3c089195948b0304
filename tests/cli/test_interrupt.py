"""Ctrl-C ends every command at once, with status 130: real processes, at random moments.

How long one goes on is measured as its CPU time after the signal. `CLEW_CASES=100 ./run test
tests/cli/test_interrupt.py` tries each command so many times.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

CASES = int(os.environ.get("CLEW_CASES", "1"))
HARD = "sudoku:8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LATE = 0.1
"""Seconds of CPU time after the signal; most commands take a hundredth, on a busy machine too."""
STARTED, LATEST = 0.06, 1.2
"""The CPU time after which a process has started, and how many seconds later it is interrupted at
the latest.
"""
COMMANDS = (
    "solve queens:40 --strategy backtracking:select=first,infer=none",
    "solve latin:255",
    "solve latin:255 --strategy a-star",
    "solve knight:3000x3000",
    "solve kayles:1000000",
    "solve jugs:999983,999979,999961=500000",
    "solve lights-out:20x20 --strategy breadth-first",
    "solve queens:24 --count",
    "solve queens:24 --count --strategy queens:threads=2",
    "solve latin:255 --max-seconds 60",
    "compare latin:60",
    "trace latin:30 --max-steps 1000000000",
    "make sudoku --level hard --count 100000",
    f"rate {HARD}",
    f"explain {HARD}",
    "hint sudoku:25#1",
    "grundy octal:0.777 --to 1000000",
    "grundy grundy --to 1000000",
    "count queens:24",
    "count queens:22 --split 50 --workers 2",
    "batch make sudoku:9,level=hard#1 --count 1000000 --workers 0 --out -",
    "batch make sudoku:9,level=hard#1 --count 1000000 --workers 2 --out -",
    "play --no-browser --port 0",
    "play --terminal nim:3,4,5",
    "show knight:1000x1000",
)
WORKERS = ("--workers 2", "--no-browser")
"""These have processes of their own, whose CPU time is counted with theirs."""
PROGRAMS = (("sudoku", "-"), ("futoshiki", "-"), ("lights_out", "20"))


def _interrupted(command: tuple[str, ...], folder: Path, moment: float) -> tuple[int, float, str]:
    """The status, the CPU time after the signal, and what was said on stderr."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe, cwd=folder,
        start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        clock = ~process.pid << 3 | 2  # clock_getcpuclockid(3) of Linux
        for _ in range(1000):  # one that waits for its input may never get there
            if time.clock_gettime(clock) < STARTED:
                time.sleep(0.002)
        time.sleep(moment)
        before = time.clock_gettime(clock)
        if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            pytest.skip("it ended before it was interrupted")
        os.kill(process.pid, signal.SIGINT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said = process.stderr.read().decode()
        assert _gone(process.pid), "a process of its own is left"
    return process.returncode, usage.ru_utime + usage.ru_stime - before, said


def _gone(group: int) -> bool:
    """Whether every process of a group ends, if not at once."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def _moments(name: str) -> list[float]:
    rng = random.Random(name)
    return [rng.uniform(0, LATEST) for _ in range(CASES)]


@pytest.mark.skipif(sys.platform != "linux", reason="reads the clock of another process")
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[:40])
def test_control_c_ends_a_command_at_once(words: str, tmp_path: Path) -> None:
    for moment in _moments(words):
        command = (sys.executable, "-m", "clew", *words.split())
        for _ in range(3):  # other processes add to the CPU time of this one
            status, late, said = _interrupted(command, tmp_path, moment)
            assert status == 130, (moment, said)
            assert "Traceback" not in said
            assert "Error" not in said
            assert not list(tmp_path.iterdir())
            if late < LATE or any(word in words for word in WORKERS):
                break
        else:
            pytest.fail(f"interrupted at {moment}, it went on for {late} s")


@pytest.mark.skipif(sys.platform != "linux", reason="reads the clock of another process")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0])
def test_control_c_ends_a_program_of_a_course_at_once(
    program: tuple[str, ...], tmp_path: Path
) -> None:
    name, *arguments = program
    for moment in _moments(name):
        command = (sys.executable, "-m", f"clew.coursework.{name}", *arguments)
        status, late, said = _interrupted(command, tmp_path, moment)
        assert (status, said) == (130, ""), moment
        assert late < LATE, moment
