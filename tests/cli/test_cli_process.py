"""The command line in a process of its own: signals, pipes, terminals, and how fast it starts."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CLEW = (sys.executable, "-m", "clew")
ENDLESS = ("solve", "queens:40", "--strategy", "backtracking:select=first,infer=none")
NINE = "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SLOW = ("solve", NINE, "--strategy", "generate-and-test")
PATIENCE = 20.0
ERASED = b"\x1b[2K"
SHOWN_CURSOR = b"\x1b[?25h"
"""What a terminal is sent to take a line away, and to show the cursor again."""


def until(happens: Callable[[], Any]) -> None:
    """Wait for something, but not for ever."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def clew(*args: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run clew to its end, in pipes."""
    return subprocess.run(
        [*CLEW, *args], check=False, capture_output=True, timeout=PATIENCE, env=os.environ | env
    )


@contextmanager
def started(*args: str, **streams: Any) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([*CLEW, *args], **streams)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


class Terminal:
    """A terminal of ours, and what has come on it."""

    def __init__(self) -> None:
        self.ours, self.theirs = pty.openpty()
        self.text = b""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self.ours)
        os.close(self.theirs)

    def shows(self, word: bytes) -> bool:
        while select.select([self.ours], [], [], 0.05)[0]:
            self.text += os.read(self.ours, 65536)
        return word in self.text


def test_interrupt_ends_with_statistics_and_a_whole_trace(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(*ENDLESS, "--trace", str(trace), **pipes) as process:
        until(lambda: trace.exists() and trace.stat().st_size > 10_000)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert out == b""
    assert err.startswith(b"interrupted \xc2\xb7 ")
    assert b" nodes " in err
    assert err.count(b"\n") == 1
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    assert lines[0]["id"] == "queens:40"
    assert lines[-1]["reason"] == "interrupted"


def test_a_trace_is_whole_lines_while_it_grows(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    with started(*ENDLESS, "--trace", str(trace)) as process:
        until(lambda: trace.exists() and trace.stat().st_size > 10_000)
        process.kill()
        process.wait()
    *whole, _ = trace.read_text().split("\n")  # a kill may cut off the last write at a page
    assert len(whole) > 100
    for line in whole:
        json.loads(line)


def clean(text: bytes, last: bytes) -> None:
    """The line of progress was erased before the last line, and the cursor is shown."""
    progress, _, rest = text.rpartition(last)
    assert progress.endswith((ERASED, ERASED + b"\r", SHOWN_CURSOR)), progress[-80:]
    assert SHOWN_CURSOR in progress[progress.rindex(b"nodes/s") :]
    assert b"nodes/s" not in rest


def test_live_line_on_a_terminal_is_erased_on_interrupt() -> None:
    with (
        Terminal() as terminal,
        started(*SLOW, stdout=subprocess.DEVNULL, stderr=terminal.theirs) as process,
    ):
        until(lambda: terminal.shows(b"nodes/s"))
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        until(lambda: terminal.shows(b"interrupted"))
    clean(terminal.text, b"interrupted")


def test_live_line_is_redrawn_at_most_ten_times_a_second() -> None:
    with (
        Terminal() as terminal,
        started(
            *SLOW, "--max-seconds", "3", stdout=subprocess.DEVNULL, stderr=terminal.theirs
        ) as process,
    ):
        until(lambda: terminal.shows(b"stopped: the limit of 3 s"))
        assert process.wait(PATIENCE) == 3
        assert 1 <= terminal.text.count(b"nodes/s") <= 30
    clean(terminal.text, b"stopped")


def test_an_interrupted_comparison_shows_what_it_has(tmp_path: Path) -> None:
    two = ("--strategy", "backtracking", "--strategy", "generate-and-test")
    table = tmp_path / "table.csv"
    with (
        Terminal() as terminal,
        started(
            "compare", NINE, *two, "--csv", str(table), stdout=subprocess.PIPE,
            stderr=terminal.theirs,
        ) as process,
    ):  # fmt: skip
        until(lambda: terminal.shows(b"2 of 2: generate-and-test"))
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
    assert [line.split()[-1] for line in out.splitlines()] == [
        b"outcome",
        b"solved",
        b"interrupted",
    ]
    assert len(table.read_text().splitlines()) == 3


def test_a_table_too_wide_for_the_terminal_is_folded() -> None:
    with (
        Terminal() as terminal,
        started(
            "compare", "queens:5", stdout=terminal.theirs, env=os.environ | {"COLUMNS": "80"}
        ) as process,
    ):
        assert process.wait(PATIENCE) == 0
        until(lambda: terminal.shows(b"breadth-first: solved"))
    assert max(map(len, terminal.text.decode().splitlines())) <= 80


def test_quiet_on_a_terminal() -> None:
    with (
        Terminal() as terminal,
        started(*SLOW, "-q", "--max-seconds", "0.6", stderr=terminal.theirs) as process,
    ):
        assert process.wait(PATIENCE) == 3
        until(lambda: terminal.shows(b"stopped"))
        assert b"nodes/s" not in terminal.text


def test_no_live_line_in_a_pipe() -> None:
    ended = clew(*SLOW, "--max-seconds", "0.6")
    assert ended.returncode == 3
    assert ended.stdout == b""
    assert b"\r" not in ended.stderr
    assert b"nodes/s" not in ended.stderr
    assert ended.stderr.count(b"\n") == 1


def test_a_closed_pipe_ends_it_quietly() -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started("solve", "queens:10", "--all", "--strategy", "bitboard", **pipes) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b"Q" in process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == -signal.SIGPIPE
        assert process.stderr.read() == b""
        process.stderr.close()


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (("solve", "queens:4"), 0),
        (("solve", "queens:3"), 1),
        (("solve", "nonsense"), 2),
        (("solve",), 2),
        (("solve", "queens:40", "--max-nodes", "3", "--strategy", "backtracking"), 3),
    ],
)
def test_exit_status(args: tuple[str, ...], status: int) -> None:
    ended = clew(*args)
    assert ended.returncode == status
    assert b"Traceback" not in ended.stderr


def test_a_terminal_without_letters_still_gets_its_answer() -> None:
    assert clew("strategies", PYTHONIOENCODING="ascii").returncode == 0


def cpu(command: tuple[str, ...], env: dict[str, str]) -> float:
    """The CPU time of one start, in seconds."""
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    assert status == 0
    return usage.ru_utime + usage.ru_stime


def test_help_starts_quickly(tmp_path: Path) -> None:
    """At most twice what Python with click alone takes, with bytecode compiled (by the first
    start): minima of interleaved starts, since seconds alone would judge the machine.
    """
    unwanted = ("COV", "PYTHONDONTWRITE")
    env = {name: word for name, word in os.environ.items() if not name.startswith(unwanted)}
    env["PYTHONPYCACHEPREFIX"] = str(tmp_path)
    with_click = (sys.executable, "-c", "import click")
    starts = [(cpu(with_click, env), cpu((*CLEW, "--help"), env)) for _ in range(10)]
    bare, ours = (min(times) for times in zip(*starts, strict=True))
    assert ours < 2 * bare


def test_help_imports_no_search() -> None:
    code = (
        "import sys; sys.argv = ['clew', '--help']\n"
        "from clew.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*[name for name in sys.modules if name.startswith(('clew', 'rich'))])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(ended.stdout.splitlines()[-1].split()) == {
        "clew", "clew.cli", "clew.cli.app", "clew.cli.status", "clew.core",
        "clew.core.errors",
    }  # fmt: skip
