"""A hostile function costs its own points, leaves nothing behind, and is said."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clew.grading import confine, grade, student
from clew.grading.classes import run_class
from clew.grading.log import Log
from clew.grading.student import Allowance
from tests.grade.confined import (
    REFUSED,
    assignment,
    hostile_file,
    make_outside,
    run_as,
    state,
    timed,
    tried_calls,
)
from tests.grade.hostile import CALLS, HOSTILE, RIGHT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="confined on Linux")
ORDINARY = 12_345
"""The number of a user who isn't root and has no account."""
LONGEST = Allowance(cpu_seconds=1).wall_seconds + 5
"""How many seconds a run may take, and 5 more."""


def processes(folder: Path) -> list[str]:
    """The processes that run in a folder, by number."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if bytes(folder) in (place / "cmdline").read_bytes():
                found.append(place.name)
        except OSError:
            continue
    return found


@pytest.fixture(autouse=True)
def _temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All temporary folders lie where the test can see them."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def judge(said: str, words: str) -> None:
    """Check what a report says of a hostile search."""
    assert any(each in said for each in words.split("|")), said
    assert said.isprintable()
    assert "the answers" not in said


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_each_costs_its_own_points(tmp_path: Path, name: str) -> None:
    outside = make_outside(tmp_path)
    before = state(outside, tmp_path)
    with timed() as seconds:
        report = grade(assignment(), hostile_file(tmp_path, name, outside))
    assert max(seconds) < LONGEST
    right, wrong = report.marks[:2], report.marks[2:]
    assert [mark.points for mark in right] == [2, 1]
    assert wrong[0].points == 0
    judge(" ".join(mark.sentence() for mark in wrong), HOSTILE[name][1])
    assert state(outside, tmp_path) == before
    assert processes(tmp_path) == []
    assert "<script>" not in report.html()


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("namespaces", ["full", "none"])
def test_hostile_files_of_an_ordinary_user_change_nothing(namespaces: str) -> None:
    found = run_as(ORDINARY, namespaces, "hostile")
    assert found["user"] == ORDINARY
    assert found["after"] == found["before"]
    assert max(found["seconds"]) < LONGEST
    for name, (points, said, page) in found["said"].items():
        assert points[:3] == [2, 1, 0], name
        judge(said, HOSTILE[name][1])
        assert "<script>" not in page


@pytest.mark.parametrize("namespaces", REFUSED)
@pytest.mark.parametrize("user", [0, ORDINARY])
def test_every_call_that_reaches_out_is_refused(user: int, namespaces: str, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        found = run_as(user, namespaces, "calls")
        assert found["user"] == user
        assert found["after"] == found["before"]
    elif user == 0 or namespaces != "full":
        pytest.skip("only root can become another user")
    else:
        found = tried_calls(tmp_path, make_outside(tmp_path))
    assert found["left"] == []
    assert set(found["said"]) == set(CALLS)
    assert {name: said for name, said in found["said"].items() if "[Errno " not in said} == {}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("namespaces", REFUSED)
@pytest.mark.parametrize("user", [0, ORDINARY])
@pytest.mark.parametrize("installed", ["", "folder", "zip"])
def test_student_process_finds_nothing_of_clew_however_it_is_installed(
    installed: str, user: int, namespaces: str
) -> None:
    found = run_as(user, namespaces, "secrets", installed)
    assert found["ending"] == "returned"
    assert found["places"][0].endswith(".zip" if installed == "zip" else "clew")
    assert found["said"] == found["left"] == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("namespaces", REFUSED)
@pytest.mark.parametrize("user", [0, ORDINARY])
def test_ordinary_functions_run_as_before(user: int, namespaces: str) -> None:
    said = run_as(user, namespaces, "ordinary")["said"]
    assert len(said) == 7
    assert said == dict.fromkeys(said, True)


@pytest.mark.parametrize(
    ("column", "header"),
    [(0, "x86_64-linux-gnu/asm/unistd_64.h"), (1, "asm-generic/unistd.h")],
)
def test_numbers_of_system_calls_are_those_of_the_kernels_headers(column: int, header: str) -> None:
    """ARM has the generic numbers, some of which have another prefix."""
    place = Path("/usr/include") / header
    if not place.exists():
        pytest.skip("the kernel's headers aren't installed")
    defined = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)$", place.read_text(), re.MULTILINE)
    numbers = {name: int(number) for name, number in defined}
    numbers.setdefault("newfstatat", numbers.get("fstatat", 0))
    checked = {name: each for name, (each, _) in confine.CHECKED.items()}
    for name, both in {**confine.ALLOWED, **checked}.items():
        assert both[column] == numbers.get(name), name


def test_staff_are_told_what_the_system_could_not_refuse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a processor whose system calls are not known, there is no filter of them."""
    code = student.child_code().replace(b"x86_64", b"x_____").replace(b"aarch64", b"a______")
    file = tmp_path / "right.py"
    file.write_text(RIGHT)
    assert grade(assignment(), file).note == ""
    monkeypatch.setattr(student, "child_code", lambda: code)
    report = grade(assignment(), file)
    said = "This system couldn't confine the file completely: network and processes."
    assert report.note == report.data(staff=True)["note"] == said
    assert said in report.table(staff=True)
    assert said not in report.table()
    (tmp_path / "class").mkdir()
    file.rename(tmp_path / "class" / "alice.py")
    notes: list[str] = []
    run_class(assignment(), "", tmp_path / "class", tmp_path / "marks.csv", staff=notes.append)
    assert notes == [said]


def test_student_process_that_waits_for_the_machine_is_told_from_one_that_sleeps(
    tmp_path: Path,
) -> None:
    """Only the time that it isn't ready to run is charged to it: a machine may be busy."""
    file = tmp_path / "busy.py"
    file.write_text(
        "import time\n"
        "def work():\n    while time.process_time() < 0.4: pass\n"
        "def rest():\n    time.sleep(0.4)\n"
    )
    waited = {}
    for function in ("rest", "work"):
        with student.StudentProcess(file) as process:
            assert process.process is not None
            with same_processor(process.process.pid):
                log = process.perform(
                    {"kind": "call", "function": function, "arguments": []}, Log(None)
                )
                assert not log.failed
                waited[function] = process._starved()
    assert waited["work"] > waited["rest"] + 0.1


@contextmanager
def same_processor(pid: int) -> Iterator[None]:
    """Keep a process on a processor that another one keeps busy."""
    spinning = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        for each in (pid, spinning.pid):
            os.sched_setaffinity(each, {min(os.sched_getaffinity(0))})
        yield
    finally:
        spinning.kill()
        spinning.wait()


def test_what_happens_at_import_costs_that_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "hostile.py"
    file.write_text("import os\nos._exit(0)\n")
    report = grade(assignment(), file)
    assert report.points == 0
    assert "ended its process" in report.marks[0].sentence()
