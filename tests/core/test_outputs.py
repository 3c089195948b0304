"""Where output goes: pipes, devices and open files are written to, regular files are replaced."""

import os
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, suppress
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.app import app
from clew.coursework import futoshiki
from clew.notation import descriptor, replaceable, save, saving, streaming
from tests.paths import DATA

FOUR = "sudoku:..233..42.3.1..."
BOARD = DATA / "coursework" / "Input1.txt"
OUTPUTS = {
    "futoshiki {board}": b"2 3 1 4 5\n",
    "solve {four} --svg": b"<svg",
    "solve {four} --trace": b'{"clew"',
    "compare {four} --strategy backtracking --svg": b"<svg",
    "compare {four} --strategy backtracking --csv": b"puzzle,",
    "trace {four} --html": b"<!DOCTYPE html>",
    "trace {four} --gif": b"GIF89a",
    "trace {four} --apng": b"\x89PNG",
    "trace {four} --svg": b"<svg",
    "trace {four} --film": b"{",
    "explain {four} --html": b"<!doctype html>",
    "explain {four} --step 1 --svg": b"<svg",
    "hint {four} --svg": b"<svg",
    "show {four} --svg": b"<svg",
    "convert {four} --to id --out": b"sudoku:",
    "make nim --seed 1 --out": b"nim:",
    "batch convert in.txt --workers 0 --to id --out": b"sudoku:",
    "batch convert bad.txt --workers 0 --to id --out o.txt --rejects": b"source\tline",
}
"""Each option that names a file, with the first bytes of what it writes."""
each_output = pytest.mark.parametrize("words", OUTPUTS)
pytestmark = pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no /dev/fd here")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    save("in.txt", f"{FOUR}\n")
    save("bad.txt", "nonsense\n")
    return tmp_path


def call(words: str, target: str) -> tuple[int, str]:
    """Run a command with one more argument, in this process: its status, and its last line."""
    args = [*(word.format(four=FOUR, board=BOARD) for word in words.split()), target]
    if args[0] == "futoshiki":
        with redirect_stderr(StringIO()) as said:
            status = futoshiki.main(args[1:])
        return status, said.getvalue()
    result = CliRunner().invoke(app, args, prog_name="clew")
    return result.exit_code, "".join(result.stderr.splitlines(True)[-1:])


@each_output
def test_an_open_file_is_written_from_where_it_stands(words: str) -> None:
    with Path("log").open("wb", buffering=0) as log:
        log.write(b"head\n")
        call(words, f"/dev/fd/{log.fileno()}")
        log.write(b"tail\n")
    written = Path("log").read_bytes()
    assert written.startswith(b"head\n" + OUTPUTS[words])
    assert written.endswith(b"tail\n")


@each_output
def test_a_full_device_is_one_line(words: str) -> None:
    status, said = call(words, "/dev/full")
    assert status == 2
    assert "/dev/full: no space left on device" in said.lower()


@each_output
def test_a_folder_is_one_line(words: str) -> None:
    status, said = call(words, ".")
    assert status == 2
    assert said.partition(": ")[2] in (
        ".: Is a directory\n",
        ".: this is a folder, not a file\n",
    )


@each_output
def test_a_regular_file_is_written_whole(words: str) -> None:
    call(words, "new")
    assert Path("new").read_bytes().startswith(OUTPUTS[words])
    assert not list(Path().glob("*.tmp"))


# ------------------------------------------------------------------ what the shell redirects

IN_A_SHELL = {
    "futoshiki": ("coursework.futoshiki", shlex.quote(str(BOARD))),
    "show": ("cli", f"show {FOUR} --svg"),
}
in_a_shell = pytest.mark.parametrize("name", IN_A_SHELL)


def shell(script: str, module: str, rest: object) -> subprocess.CompletedProcess[bytes]:
    """Run a script in which `clew` is the command."""
    module = "clew" if module == "cli" else f"clew.{module}"
    command = f'clew() {{ "$0" -m {module} {rest} "$@"; }}; {script}'
    return subprocess.run(
        ["bash", "-c", command, sys.executable], capture_output=True, check=False, timeout=60
    )


@in_a_shell
def test_standard_output_by_name_goes_where_the_shell_is(name: str) -> None:
    script = """
        set -o pipefail
        clew /dev/stdout | cat > piped || exit
        (echo head; clew /dev/stdout; echo tail) > log || exit
        clew /dev/stdout >> log
    """
    ended = shell(script, *IN_A_SHELL[name])
    assert (ended.returncode, ended.stderr) == (0, b"")
    piped = Path("piped").read_bytes()
    assert piped.startswith((b"2 3 1 4 5\n", b"<svg"))
    assert Path("log").read_bytes() == b"head\n" + piped + b"tail\n" + piped


@in_a_shell
def test_a_full_standard_output_is_one_line(name: str) -> None:
    ended = shell("clew /dev/stdout > /dev/full", *IN_A_SHELL[name])
    assert ended.returncode == 2
    assert ended.stderr.lower().endswith(b": no space left on device\n")
    assert ended.stderr.count(b"\n") == 1


def test_a_closed_standard_output_is_one_line() -> None:
    ended = shell("clew - >&-", *IN_A_SHELL["futoshiki"])
    expected = b"futoshiki: standard output: Bad file descriptor\n"
    assert (ended.returncode, ended.stderr) == (2, expected)


def test_a_batch_to_standard_output_by_name() -> None:
    script = "(echo head; clew /dev/stdout; echo tail) > log"
    shell(script, "cli", "batch convert in.txt --workers 0 --to id --out")
    assert Path("log").read_text(encoding="utf-8") == f"head\n{FOUR}\ntail\n"
    assert not list(Path("/dev").glob("stdout.*"))


def test_standard_output_by_name_is_a_dash() -> None:
    """So what is told of the search goes to stderr, and two things at once are refused."""
    result = CliRunner().invoke(app, ["solve", FOUR, "--svg", "/dev/stdout"])
    assert result.stdout.startswith("<svg")
    assert "1 node" in result.stderr
    result = CliRunner().invoke(app, ["solve", FOUR, "--svg", "/dev/stdout", "--trace", "-"])
    assert result.exit_code == 2
    assert "use only one of --json, --svg -, --trace - and --proof -" in result.stderr


def test_rejects_that_are_none_leave_their_pipe() -> None:
    os.mkfifo("pipe")
    end = os.open("pipe", os.O_RDWR)
    try:
        words = "batch convert in.txt --workers 0 --to id --out o.txt --rejects"
        assert call(words, "pipe")[0] == 0
    finally:
        os.close(end)
    assert Path("pipe").is_fifo()


# ------------------------------------------------------------------ the one place that writes


def test_what_stands_for_an_open_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/dev/stdout")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "7").write_text("", encoding="utf-8")
    assert [descriptor(word) for word in ("-", "/dev/stdout", "/dev/stderr")] == [1, 1, 2]
    assert [descriptor(word) for word in ("/dev/fd/3", "/proc/self/fd/0")] == [3, 0]
    assert descriptor(tmp_path / "link") == 1
    assert [descriptor(tmp_path / name) for name in ("loop", "7", "none")] == [None] * 3
    assert [replaceable(tmp_path / name) for name in ("link", "7", "none")] == [False, True, True]


def test_an_open_file_keeps_its_place(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb", buffering=0) as log:
        log.write(b"head\n")
        save(f"/dev/fd/{log.fileno()}", "text\n")
        save(f"/dev/fd/{log.fileno()}", b"bytes\n")
        log.write(b"tail\n")
    assert (tmp_path / "log").read_bytes() == b"head\ntext\nbytes\ntail\n"


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    save(path, "old")
    with suppress(ZeroDivisionError), saving(path) as file:
        print("new", 1 // 0, file=file, flush=True)
    assert path.read_text(encoding="utf-8") == "old"
    assert not list(tmp_path.glob(".*"))


def test_a_log_is_there_line_by_line(tmp_path: Path) -> None:
    with streaming(tmp_path / "log", buffering=1) as file:
        file.write("first\n")
        assert (tmp_path / "log").read_text(encoding="utf-8") == "first\n"


def test_an_error_of_something_else_keeps_its_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="none"), saving(tmp_path / "out.txt"):
        (tmp_path / "none").read_bytes()
    with pytest.raises(OSError, match=r"Bad file descriptor: '/dev/fd/99'"):
        save("/dev/fd/99", "text")
    with pytest.raises(IsADirectoryError, match=os.fspath(tmp_path)):
        save(tmp_path, "text")
