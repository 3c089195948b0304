"""Grade a whole class in parallel, and write a table of marks and a page for each student."""

from __future__ import annotations

import csv
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from signal import SIG_DFL, SIG_IGN, SIGINT, SIGTERM, signal
from time import monotonic
from typing import Any

from clew.core.errors import ClewError
from clew.grading.assignment import Assignment
from clew.grading.confine import die_with
from clew.grading.grading import GradeReport, grade
from clew.grading.student import clean, unwinding

FORK = get_context("fork")
"""The context for graders. It forks each one, so that the process already has the assignment."""


@contextmanager
def submissions(place: Path) -> Iterator[dict[str, Path]]:
    """Yield the students' files from a folder, a zip file, or a folder for each student."""
    if not zipfile.is_zipfile(place):
        yield _files(place)
        return
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(place) as packed:
        packed.extractall(folder)
        yield _files(Path(folder))


def _files(folder: Path) -> dict[str, Path]:
    found = {path.stem: path for path in sorted(folder.glob("*.py"))}
    for inner in sorted(path for path in folder.iterdir() if path.is_dir()):
        for path in sorted(inner.rglob("*.py"))[:1]:
            found[inner.name] = path
    return found


def digest(text: str, file: Path) -> str:
    """Hash the assignment and the file. Return "" if the file can't be read."""
    try:
        return sha256(text.encode() + b"\0" + file.read_bytes()).hexdigest()[:16]
    except OSError:
        return ""


def read_marks(out: Path) -> dict[str, dict[str, str]]:
    """Read the rows already in a table of marks."""
    if not out.is_file():
        return {}
    with out.open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file) if row.get("digest")}


@dataclass
class Marks:
    """A class's table of marks, which is saved after each student, and the students' pages."""

    out: Path
    reports: Path | None
    done: Callable[[str, float], None]
    lost: Callable[[str, str], None]
    notes: set[str] = field(default_factory=set)
    rows: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, student: str, row: dict[str, str], page: str, note: str) -> None:
        """Add a student's marks."""
        self.rows[student] = row
        self.notes |= {note} - {""}
        _write(self.out, self.rows)
        if self.reports is not None:
            self.reports.mkdir(parents=True, exist_ok=True)
            (self.reports / f"{student}.html").write_text(page, encoding="utf-8")
        self.done(student, float(row["points"]))

    def lose(self, student: str, why: str) -> None:
        """Add a student who couldn't be graded. Without a digest, the next run tries again."""
        self.rows[student] = {"student": student, "note": why}
        _write(self.out, self.rows)
        self.lost(student, why)


def run_class(
    wanted: Assignment, text: str, place: Path, out: Path, reports: Path | None = None,
    jobs: int | None = None, done: Callable[[str, float], None] = lambda student, points: None,
    lost: Callable[[str, str], None] = lambda student, why: None,
    staff: Callable[[str], None] = lambda note: None,
) -> dict[str, dict[str, str]]:  # fmt: skip
    """Grade every submission whose marks aren't in the table yet, and save the table as it grows.

    Each student has a separate grader, so if a grader is killed, only that student's row is lost.
    """
    marks = Marks(out, reports, done, lost, rows=read_marks(out))
    with unwinding(), submissions(place) as files:
        digests = {student: digest(text, file) for student, file in files.items()}
        graded = {student: row["digest"] for student, row in marks.rows.items()}
        due = [each for each in files if graded.get(each, "") != digests[each] or not digests[each]]
        running: dict[Connection, Grader] = {}
        try:
            while due or running:
                while due and len(running) < (jobs or os.cpu_count() or 1):
                    student = due.pop(0)
                    grader = Grader(wanted, files[student], student, digests[student])
                    running[grader.result] = grader
                left = min(each.until for each in running.values()) - monotonic()
                ready = connection.wait(list(running), max(left, 0))
                late = [each for each, grader in running.items() if grader.until <= monotonic()]
                for each in {*ready, *late}:
                    running.pop(each).end(marks)  # type: ignore[call-overload]
        finally:
            for grader in running.values():
                grader.stop()
    for note in sorted(marks.notes):
        staff(note)
    return marks.rows


STOPPING = 5
"""The number of seconds in which a stopped grader must clean up."""


class Grader:
    """A process that grades one student."""

    def __init__(self, wanted: Assignment, file: Path, student: str, digest: str) -> None:
        self.student = student
        self.until = monotonic() + longest(wanted)
        self.result, sending = FORK.Pipe(duplex=False)
        given = (sending, wanted, file, student, digest, os.getpid())
        self.process = FORK.Process(target=_work, args=given, daemon=True)
        self.process.start()
        sending.close()

    def end(self, marks: Marks) -> None:
        """Add the result to the marks, or the reason why there isn't one, and end the process."""
        row, page, why = None, "", "its grader took too long"
        try:
            if self.result.poll():
                row, page, why = self.result.recv()
        except EOFError:
            self.process.join(STOPPING)
            why = f"its grader ended with status {self.process.exitcode}"
        self.stop()
        if row is None:
            marks.lose(self.student, why)
        else:
            marks.add(self.student, row, page, why)

    def stop(self) -> None:
        """End the process, after giving it time to remove its temporary files."""
        self.process.terminate()
        self.process.join(STOPPING)
        self.process.kill()
        self.process.join()
        self.result.close()


def _work(sending: Connection, wanted: Assignment, file: Path, student: str, digest: str,
          parent: int) -> None:  # fmt: skip
    """Grade a student, and send the row, the page and a note, or None, "" and the reason."""
    result: tuple[Any, str, str]
    die_with(parent, SIGTERM)
    signal(SIGINT, SIG_IGN)  # leave Ctrl-C to the parent, which ends this process
    signal(SIGTERM, SIG_DFL)  # drop the parent's handler, because `grade` installs its own
    try:
        report = grade(wanted, file, seed=student)
        result = _row(student, report, digest), report.html(), report.note
    except Exception as error:
        kind = "" if isinstance(error, ClewError) else f"{type(error).__name__}: "
        result = None, "", clean(f"{kind}{error}")
    sending.send(result)


def longest(wanted: Assignment) -> float:
    """Return the time in seconds after which a grader must be stuck.

    By then, every one of its runs would have exceeded its time limit.
    """
    runs = sum(
        source.data.get("count", 1) + len(source.data.get("cases", ()))
        for task in wanted.tasks
        for source in map(wanted.sources.__getitem__, task.instances)
    )
    runs += 3 * sum(len(task.behaviours) for task in wanted.tasks)  # shrinks and repeats
    return 3 * wanted.allowance.wall_seconds * float(runs + 1)


def _row(student: str, report: GradeReport, digest: str) -> dict[str, str]:
    row = {"student": student, "points": f"{report.points:g}", "most": f"{report.most:g}"}
    row |= {f"{mark.function}: {mark.behaviour}": f"{mark.points:g}" for mark in report.marks}
    return {**row, "digest": digest}


def _write(out: Path, rows: dict[str, dict[str, str]]) -> None:
    """Replace the whole table at once, so that nobody sees an incomplete one."""
    names = dict.fromkeys(name for row in rows.values() for name in row if name != "digest")
    part = out.with_name(out.name + ".part")
    with part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*names, "digest"], restval="")
        writer.writeheader()
        writer.writerows(rows[student] for student in sorted(rows))
    part.replace(out)
