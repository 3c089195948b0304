"""A hostile function costs its own points, leaves nothing behind, and is said."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from clew.grading import grade, student
from clew.grading.assignment import Assignment, parse
from clew.grading.log import Log
from clew.grading.report import GradeReport
from clew.grading.student import Allowance
from tests.grade.hostile import HOSTILE, RIGHT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="confined on Linux")
GRAPH = {"graph": "S-A S-B A-C B-D C-G D-E E-G", "start": "S", "goals": ["G"]}


def assignment() -> Assignment:
    tasks = [
        {"function": name, "behaviour": [{"rule": rule, "points": 2}, {"rule": "answer"}]}
        for name, rule in (
            ("breadth_first_search", "breadth-first"),
            ("depth_first_search", "depth-first"),
        )
    ]
    limits = {"cpu_seconds": 1, "calls": 2_000}
    return parse({"task": tasks, "instances": {"fork": GRAPH}, "limits": limits})


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


def graded(tmp_path: Path, body: str) -> tuple[GradeReport, Path]:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("the answers")
    file = tmp_path / "hostile.py"
    body = body.replace("{{", "{").replace("}}", "}").replace("{outside}", str(outside))
    file.write_text(f"{RIGHT}\n\ndef depth_first_search(problem):\n    {body}\n", encoding="utf-8")
    return grade(assignment(), file), outside


@pytest.mark.parametrize("name", HOSTILE)
def test_each_costs_its_own_points(tmp_path: Path, name: str) -> None:
    body, words = HOSTILE[name]
    report, outside = graded(tmp_path, body)
    right, wrong = report.marks[:2], report.marks[2:]
    assert [mark.points for mark in right] == [2, 1]
    assert wrong[0].points == 0
    said = " ".join(mark.sentence() for mark in wrong)
    assert words in said
    assert said.isprintable()
    assert sorted(path.name for path in outside.iterdir()) == ["secret"]
    assert processes(tmp_path) == []
    assert not list(tmp_path.glob("clew-grade-*"))
    assert "<script>" not in report.html()


def test_there_are_thirty() -> None:
    assert len(HOSTILE) >= 30


def test_staff_are_told_what_the_system_could_not_refuse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a processor whose system calls are not known, there is no filter of them."""
    for path in student.CHILD.parent.glob("c*.py"):
        text = (
            path.read_text(encoding="utf-8").replace('"x86_64"', '"?"').replace('"aarch64"', '"?"')
        )
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    file = tmp_path / "right.py"
    file.write_text(RIGHT)
    assert grade(assignment(), file).note == ""
    monkeypatch.setattr(student, "CHILD", tmp_path / "child.py")
    report = grade(assignment(), file)
    said = "This system could not refuse network and processes to the file."
    assert report.note == report.data(staff=True)["note"] == said
    assert said in report.table(staff=True)
    assert said not in report.table()


def test_a_busy_process_is_told_from_a_sleeping_one(tmp_path: Path) -> None:
    """Only one that does nothing is ended by the clock: a machine may be slow."""
    file = tmp_path / "busy.py"
    file.write_text("import time\ndef work():\n    while time.process_time() < 0.2: pass\n")
    with student.StudentProcess(file, Allowance(cpu_seconds=1)) as process:
        log = process.perform({"kind": "call", "function": "work", "arguments": []}, Log(None))
        assert not log.failed
        assert process._is_busy()
        assert not process._is_busy()


def test_what_happens_at_import_costs_that_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "hostile.py"
    file.write_text("import os\nos._exit(0)\n")
    report = grade(assignment(), file)
    assert report.points == 0
    assert "ended its process" in report.marks[0].sentence()
