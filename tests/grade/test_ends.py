"""However a grader or one of its students ends, nothing is left behind and other marks are kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clew.grading import classes, grading
from clew.grading.assignment import find, read
from clew.grading.classes import read_marks, run_class
from clew.grading.student import FOLDER, STALE
from tests.grade.hostile import RIGHT
from tests.grade.test_hostile import processes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
ASSIGNMENT = """
[instances.fork]
graph = "S-A S-B A-G"
start = "S"
goals = ["G"]

[[task]]
function = "breadth_first_search"
behaviour = [{ rule = "breadth-first" }, { rule = "answer" }]
"""
SLEEPS = "def breadth_first_search(problem):\n    import time; time.sleep(1000)\n"


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start `clew grade` with its temporary files in a folder."""
    (folder / "temporary").mkdir()
    (folder / "a.toml").write_text(ASSIGNMENT)
    env = {**os.environ, "TMPDIR": str(folder / "temporary")}
    return subprocess.Popen(
        [sys.executable, "-m", "clew", "grade", *words], cwd=folder, env=env, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def until(holds: Callable[[], object], seconds: float = 20) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def students(folder: Path) -> list[str]:
    return processes(folder / "temporary")


@pytest.mark.parametrize("by", ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"])
def test_grader_that_is_stopped_leaves_no_process_and_no_folder(tmp_path: Path, by: str) -> None:
    (tmp_path / "slow.py").write_text(SLEEPS)
    grader = started(tmp_path, "a.toml", "slow.py")
    until(lambda: students(tmp_path))
    time.sleep(0.3)  # its process is confined now, and sleeps
    grader.send_signal(getattr(signal, by))
    grader.communicate(timeout=10)
    assert grader.returncode != 0
    until(lambda: not students(tmp_path), 5)
    left = list((tmp_path / "temporary").iterdir())
    assert left == [] if by != "SIGKILL" else not any(any(each.iterdir()) for each in left)


@pytest.mark.parametrize("by", ["SIGTERM", "SIGINT", "SIGKILL"])
def test_class_run_that_is_stopped_keeps_the_marks_that_it_has(tmp_path: Path, by: str) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "alice.py").write_text(RIGHT)
    (tmp_path / "class" / "bob.py").write_text(SLEEPS)
    grader = started(tmp_path, "run", "a.toml", "class", "--out", "marks.csv", "--jobs", "1")
    until(lambda: "alice" in read_marks(tmp_path / "marks.csv"))
    until(lambda: students(tmp_path))
    time.sleep(0.3)
    grader.send_signal(getattr(signal, by))
    said = grader.communicate(timeout=10)[0]
    assert "Traceback" not in said
    assert list(read_marks(tmp_path / "marks.csv")) == ["alice"]
    until(lambda: not students(tmp_path), 5)
    until(lambda: not list((tmp_path / "temporary").iterdir()), 5)


def test_class_run_survives_the_loss_of_any_student(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob's grader fails, Carol's is killed, Dave's hangs, Erin's file is gone."""

    def grade(wanted: Any, file: Path, **options: Any) -> Any:
        if file.stem == "bob":
            raise ZeroDivisionError("of\nthe grader")
        if file.stem == "carol":
            os.kill(os.getpid(), signal.SIGKILL)
        if file.stem == "dave":
            time.sleep(1000)
        return grading.grade(wanted, file, **options)

    (tmp_path / "a.toml").write_text(ASSIGNMENT)
    (tmp_path / "class").mkdir()
    for name in ("alice", "bob", "carol", "dave", "frank"):
        (tmp_path / "class" / f"{name}.py").write_text(RIGHT)
    (tmp_path / "class" / "erin.py").symlink_to(tmp_path / "nowhere")
    wanted, text = read(tmp_path / "a.toml"), find(tmp_path / "a.toml").read_text()
    lost: dict[str, str] = {}
    monkeypatch.setattr(classes, "grade", grade)
    monkeypatch.setattr(classes, "longest", lambda wanted: 4.0)

    def run() -> dict[str, dict[str, str]]:
        lost.clear()
        return run_class(
            wanted, text, tmp_path / "class", tmp_path / "marks.csv", jobs=3, lost=lost.__setitem__
        )

    rows = run()
    assert sorted(rows) == ["alice", "bob", "carol", "dave", "erin", "frank"]
    assert rows["alice"]["points"] == rows["frank"]["points"] == "2"
    assert sorted(read_marks(tmp_path / "marks.csv")) == ["alice", "frank"]
    assert lost["bob"] == "ZeroDivisionError: of the grader"
    assert lost["carol"] == "its grader ended with status -9"
    assert lost["dave"] == "its grader took too long"
    assert lost["erin"].startswith("FileNotFoundError")
    monkeypatch.setattr(classes, "grade", grading.grade)
    assert sorted(read_marks(tmp_path / "marks.csv")) == ["alice", "frank"]
    assert run()["bob"]["points"] == "2"
    assert list(lost) == ["erin"]


def test_lost_student_is_one_line_and_exit_status_1(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "alice.py").write_text(RIGHT)
    (tmp_path / "class" / "bob.py").write_text("#" * (5 << 20))
    grader = started(tmp_path, "run", "a.toml", "class", "--out", "marks.csv")
    said = grader.communicate(timeout=60)[0]
    assert grader.returncode == 1
    (line,) = (each for each in said.splitlines() if each.startswith("bob"))
    assert line.startswith("bob: not graded: bob.py is larger than 4,194,304 bytes")
    assert "alice: 2 of 2" in said
    assert "not graded" not in (tmp_path / "marks.csv").read_text()


def test_folder_of_a_grader_that_was_killed_is_removed_after_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "right.py").write_text(RIGHT)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    places = [(gone.pid, "old"), (gone.pid, "new"), (os.getpid(), "alive")]
    for number, name in places:
        place = tmp_path / f"{FOLDER}{number}-{name}"
        (place / "inner").mkdir(parents=True)
        if name != "new":
            os.utime(place, (time.time() - STALE - 60,) * 2)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "a.toml").write_text(ASSIGNMENT)
    assert grading.grade(tmp_path / "a.toml", tmp_path / "right.py").points == 2
    left = sorted(each.name.rpartition("-")[2] for each in tmp_path.glob(f"{FOLDER}*"))
    assert left == ["alive", "new"]
