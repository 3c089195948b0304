"""`--max-seconds` covers every command from the call to the return, and SIGTERM leaves no files.

The commands are real processes. How late one ends is its CPU time after the limit, so a busy
machine makes no difference. `./run bench limits` runs all the cases.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import clew
from benchmarks.limits import CASES, FILES, HARD, PROGRAM, Ended, prepared, run
from clew import Stopped
from clew.cli.app import COMMANDS, app
from clew.core.deadline import current, last_words, limited, time_left, within
from clew.core.errors import OutOfTime

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the clocks are those of Linux")
LIMIT = 0.4
LATE = 0.25
"""CPU seconds after the limit, in the best of three tries: others may crowd the memory."""
SOME = (
    "solve latin:90 --proof out.pbp",
    "solve own.py:best --proof out.pbp",
    "solve own.py:walk --strategy a-star",
    "solve queens:10000000",
    "proof model latin:90 --out out.opb",
    "count queens:24",
    "hint own.py:grid",
    "explain own.py:nurikabe --html out.html",
    f"rate {HARD}",
    "make futoshiki:12 --minimal",
    "trace queens:12 --strategy backtracking:infer=mac --all --gif out.gif",
    "audit own.py:walk",
    "grundy grundy --to 1000000",
    "show lights-out:1000x1000 --svg out.svg",
    "convert sudoku:25#1 --to id",
    "PURE solve latin:60 --proof out.pbp",
    f"PURE rate {HARD}",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return prepared(tmp_path)


def test_cases_named_here_are_cases_of_the_benchmark() -> None:
    assert set(SOME) <= set(CASES)
    assert len(CASES) >= 60


@pytest.mark.parametrize("command", SOME, ids=lambda word: word[:32])
def test_command_at_the_limit_ends_soon_with_status_3(command: str, folder: Path) -> None:
    tries: list[Ended] = []
    while len(tries) < 3 and not (tries and tries[-1].late < LATE):
        tries.append(run(command, folder, LIMIT))
    ended = tries[-1]
    assert ended.status == 3
    assert ended.said.startswith(f"stopped: the limit of {LIMIT:g} s (--max-seconds)")
    assert ended.late < LATE
    assert ended.left == ()


QUICK = ("site", "grade", "coursework")
"""Commands that have limits of their own, or only write files."""


@pytest.mark.parametrize("name", [*COMMANDS])
def test_command_that_may_take_long_has_the_option(name: str) -> None:
    found = app.get_command(click.Context(app), name)
    assert found is not None
    each = found.commands.values() if isinstance(found, click.Group) else [found]
    for command in each:
        options = {word for param in command.params for word in param.opts}
        listing = name in ("puzzles", "strategies", "notations", "completion", "help")
        assert ("--max-seconds" in options) != (listing or name in QUICK), command.name


# ------------------------------------------------------------------ what was done until then


def _invoke(*words: str) -> tuple[int, str, str]:
    ended = CliRunner().invoke(app, words)
    return ended.exit_code, ended.stdout, ended.stderr


def test_count_stopped_by_the_limit_reports_at_least() -> None:
    command = ("count", "latin:8", "--strategy", "backtracking", "--max-seconds", "0.5", "-q")
    status, out, err = _invoke(*command)
    assert status == 3
    assert out.startswith("at least ")
    assert int(out.split()[2].replace(",", "")) > 0
    assert err == "stopped: the limit of 0.5 s (--max-seconds)\n"
    status, out, _ = _invoke(*command, "--json")
    assert (status, json.loads(out)["complete"]) == (3, False)


def test_make_stopped_by_the_limit_keeps_the_puzzles_made(tmp_path: Path) -> None:
    out = tmp_path / "made.txt"
    command = ("make", "sudoku:4", "--count", "1000000", "--seed", "1", "--max-seconds", "0.5")
    status, _, err = _invoke(*command, "--out", str(out))
    lines = out.read_text(encoding="utf-8").splitlines()
    assert status == 3
    assert f"{len(lines):,} of 1,000,000 made" in err
    assert lines[0] == clew.generate("sudoku", 4, seed=1).id
    assert all(clew.is_unique(line) for line in lines[:3])
    assert [each.name for each in tmp_path.iterdir()] == ["made.txt"]


def test_solve_stopped_by_the_limit_shows_the_answers_found() -> None:
    status, out, err = _invoke("solve", "queens:14", "--all", "--max-seconds", "0.3", "-q")
    assert status == 3
    assert out.count("Q") % 14 == 0
    assert out.count("Q") > 0
    assert err == "stopped: the limit of 0.3 s (--max-seconds)\n"


def test_rate_stopped_by_the_limit_keeps_the_ratings_done() -> None:
    words = ("rate", "sudoku:..233..42.3.1...", HARD, "--max-seconds", "0.5")
    status, out, err = _invoke(*words)
    assert status == 3
    assert out.startswith("easy 1.2/1.0/1.0")
    assert err == "stopped: the limit of 0.5 s (--max-seconds)\n"


def test_solve_of_several_puzzles_stops_at_the_first_that_takes_too_long(tmp_path: Path) -> None:
    file = tmp_path / "several.txt"
    file.write_text("queens:4\nlatin:90\nqueens:5\n", encoding="utf-8")
    status, out, _ = _invoke("solve", str(file), "--max-seconds", "0.4")
    assert status == 3
    assert "[2] latin:90" in out
    assert "[3]" not in out


def test_compare_shares_its_seconds_among_the_searches() -> None:
    began = time.process_time()
    results = clew.compare("queens:40", ["backtracking:infer=none,select=first"] * 4, max_seconds=1)
    assert time.process_time() - began < 1.5
    assert [each.reason for each in results] == ["seconds"] * 4


# ------------------------------------------------------------------ the library


@pytest.mark.parametrize(
    "ask",
    [
        lambda: clew.hint("latin:90", max_seconds=0.2),
        lambda: clew.explain(HARD, max_seconds=0.2),
        lambda: clew.rate(HARD, max_seconds=0.2),
        lambda: clew.generate("futoshiki", 12, minimal=True, seed=1, max_seconds=0.2),
        lambda: clew.count("latin:90", max_seconds=0.2),
        lambda: clew.is_unique("latin:90", max_seconds=0.2),
    ],
    ids=["hint", "explain", "rate", "generate", "count", "is_unique"],
)
def test_library_call_at_the_limit_raises_stopped(ask: Callable[[], object]) -> None:
    began = time.process_time()
    with pytest.raises(Stopped, match="time limit"):
        ask()
    assert time.process_time() - began < 0.2 + 2 * LATE
    assert gc.isenabled()
    assert current() is None


def test_proof_whose_model_takes_too_long_is_not_written(tmp_path: Path) -> None:
    found = clew.solve("latin:90", proof=tmp_path / "out.pbp", max_seconds=0.3)
    assert (found.status.value, found.reason, found.solutions) == ("stopped", "seconds", ())
    assert list(tmp_path.iterdir()) == []


def test_own_rule_that_takes_too_long_is_not_blamed() -> None:
    """It said that the rule x * y > 9 raised the error of the limit."""
    problem = clew.Problem("slow")
    x, y = problem.variable("x", range(65_000)), problem.variable("y", range(65_000))
    problem.add(x * y > 9)
    assert clew.solve(problem, "backtracking", max_seconds=0.2).reason == "seconds"


# ------------------------------------------------------------------ deadlines


def _busy(seconds: float = 60) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def test_inner_limit_that_is_earlier_raises_stopped_there() -> None:
    def work() -> str:
        with pytest.raises(Stopped):
            limited(0.02, _busy)
        return "went on"

    assert limited(60, work) == "went on"


def test_outer_limit_that_is_earlier_is_not_caught_within() -> None:
    went_on = []

    def work() -> None:
        while True:
            try:
                limited(60, _busy)
            except Exception:
                went_on.append(True)

    with pytest.raises(Stopped):
        limited(0.02, work)
    assert not went_on


def test_run_within_a_call_ends_with_it() -> None:
    def work() -> None:
        assert 0 < (time_left() or 0) <= 0.1
        clew.solve("queens:40", "backtracking:infer=none,select=first")

    with pytest.raises(Stopped):
        limited(0.1, work)
    assert time_left() is None


def test_last_words_are_heard_once() -> None:
    said = []

    def work() -> None:
        try:
            _busy()
        except OutOfTime:
            said.append("caught")
        last_words()
        _busy(0.02)
        said.append("shown")
        _busy()

    with pytest.raises(OutOfTime):
        within(0.02, OutOfTime, work)
    assert said == ["caught", "shown"]


# ------------------------------------------------------------------ SIGTERM

WRITING = (
    "solve latin:90 --proof out.pbp",
    "solve own.py:best --proof out.pbp",
    "make sudoku --level hard --count 100000 --out out.txt",
    "explain own.py:nurikabe --html out.html",
    "solve queens:24 --count",
    "site build public",
)


def _started(command: str, folder: Path, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *command.split()], cwd=folder, text=True,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | more,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.parametrize("command", WRITING, ids=lambda word: word[:24])
def test_sigterm_leaves_no_file_and_ends_with_143(
    command: str, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    scratch = tmp_path_factory.mktemp("scratch")
    with _started(command, folder, TMPDIR=str(scratch)) as process:
        clock = ~process.pid << 3 | 2
        while process.poll() is None and time.clock_gettime(clock) < 0.4:
            if any(folder.glob(".clew-*/*")):  # a site is half made
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (143, "clew: terminated\n")
    assert {each.name for each in folder.iterdir()} == set(FILES)
    assert list(scratch.iterdir()) == []


def test_sigterm_of_a_batch_says_that_it_can_be_resumed(folder: Path) -> None:
    command = "batch make sudoku:9,level=hard#1 --count 1000000 --workers 1 --out made.txt"
    with _started(command, folder) as process:
        while process.poll() is None and not (folder / "made.txt.parts").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (143, "clew: terminated: the same command resumes it\n")


# ------------------------------------------------------------------ a lost cluster


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A Dask scheduler and a worker, both processes of their own; its address."""
    pytest.importorskip("distributed")
    found = tmp_path / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    program = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"]
    program += ["--port", "0", "--no-dashboard", "--scheduler-file", str(found)]
    first = subprocess.Popen(program, **quiet)  # type: ignore[call-overload]
    processes = [first]
    try:
        for _ in range(600):
            if found.exists():
                break
            time.sleep(0.1)
        address = json.loads(found.read_text(encoding="utf-8"))["address"]
        program = [sys.executable, "-m", "distributed.cli.dask_worker", address]
        program += ["--no-nanny", "--nthreads", "1", "--no-dashboard"]
        processes.append(subprocess.Popen(program, **quiet))  # type: ignore[call-overload]
        yield address, first
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_killed_scheduler_ends_a_count_in_one_line_with_status_5(
    scheduler: tuple[str, subprocess.Popen[bytes]], folder: Path
) -> None:
    address, process = scheduler
    stored = folder / "q" / "counted.jsonl"
    command = f"count queens:20 --split 20000 --checkpoint q --cluster {address}"
    with _started(command, folder) as counting:
        while counting.poll() is None and not (stored.exists() and stored.stat().st_size):
            time.sleep(0.05)
        process.kill()
        out, err = counting.communicate(timeout=60)
    lost = f"clew: {address}: lost the connection to the Dask scheduler"
    assert (counting.returncode, out, err) == (5, "", f"{lost}: the same command resumes it\n")
