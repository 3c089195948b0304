"""A whole class: each submission graded in parallel, a table of marks, a page for each student."""

from __future__ import annotations

import csv
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from clew.grading.assignment import Assignment
from clew.grading.grading import grade
from clew.grading.report import GradeReport

FIXED = ("student", "points", "most", "digest")


@contextmanager
def submissions(place: Path) -> Iterator[dict[str, Path]]:
    """The file of each student: those of a folder or a zip, or the first in a folder of theirs."""
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
    """What a mark depends on: the assignment and the file."""
    return sha256(text.encode() + b"\0" + file.read_bytes()).hexdigest()[:16]


def read_marks(out: Path) -> dict[str, dict[str, str]]:
    """The rows that a table of marks has already."""
    if not out.is_file():
        return {}
    with out.open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file) if row.get("digest")}


def run_class(
    wanted: Assignment, text: str, place: Path, out: Path, reports: Path | None = None,
    jobs: int | None = None, done: Callable[[str, float], None] = lambda student, points: None,
) -> dict[str, dict[str, str]]:  # fmt: skip
    """Grade every submission whose mark is not in the table yet; write the table as it grows."""
    rows = read_marks(out)
    with submissions(place) as files:
        digests = {student: digest(text, file) for student, file in files.items()}
        due = [each for each in files if rows.get(each, {}).get("digest") != digests[each]]

        def work(student: str) -> tuple[str, GradeReport]:
            return student, grade(wanted, files[student], seed=student)

        with ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
            for student, report in pool.map(work, due):
                rows[student] = _row(student, report, digests[student])
                _write(out, rows)
                if reports is not None:
                    reports.mkdir(parents=True, exist_ok=True)
                    (reports / f"{student}.html").write_text(report.html(), encoding="utf-8")
                done(student, report.points)
    return rows


def _row(student: str, report: GradeReport, digest: str) -> dict[str, str]:
    row = {"student": student, "points": f"{report.points:g}", "most": f"{report.most:g}"}
    row |= {f"{mark.function}: {mark.behaviour}": f"{mark.points:g}" for mark in report.marks}
    return {**row, "digest": digest}


def _write(out: Path, rows: dict[str, dict[str, str]]) -> None:
    """Write the table whole, so that it is never half of one."""
    names = dict.fromkeys(name for row in rows.values() for name in row if name != "digest")
    part = out.with_name(out.name + ".part")
    with part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*names, "digest"], restval="")
        writer.writeheader()
        writer.writerows(rows[student] for student in sorted(rows))
    part.replace(out)
