"""Export assignments to teachers' grading systems: Gradescope, check50, Otter and nbgrader."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from clew.grading.assignment import Assignment, Behaviour, Task
from clew.grading.grading import GradeReport
from clew.grading.wheel import pack

FILE = "assignment.toml"
SETUP = """#!/usr/bin/env bash
# Installs the Clew that made this autograder. It needs Python 3.11 or newer.
export PIP_BREAK_SYSTEM_PACKAGES=1
python3 -m pip install /autograder/source/clew_puzzles-*.whl
"""
RUN = """#!/usr/bin/env python3
import sys

from clew.grading.exports import run_gradescope

run_gradescope(sys.argv[1] if len(sys.argv) > 1 else "/autograder")
"""


def numbered(wanted: Assignment) -> Iterator[tuple[int, Task, Behaviour]]:
    """Yield all behaviours in the order of the marks."""
    listed = ((task, behaviour) for task in wanted.tasks for behaviour in task.behaviours)
    for number, (task, behaviour) in enumerate(listed):
        yield number, task, behaviour


# -------------------------------------------------------------------- Gradescope


def gradescope(wanted: Assignment, text: str) -> dict[str, str]:
    """Return the files of an autograder. `export` adds Clew's wheel to them."""
    return {"setup.sh": SETUP, "run_autograder": RUN, FILE: text}


def run_gradescope(root: str) -> None:
    """Grade the file in `submission` on the student's own instances, and write `results`."""
    from clew.grading.grading import grade

    base = Path(root)
    files = sorted((base / "submission").glob("*.py"))
    metadata = base / "submission_metadata.json"
    users = json.loads(metadata.read_text())["users"] if metadata.is_file() else []
    seed = str(users[0]["email"]) if users else ""
    if files:
        found = results(grade(base / "source" / FILE, files[0], seed=seed))
    else:
        found = {"score": 0, "output": "there's no .py file"}
    (base / "results").mkdir(exist_ok=True)
    (base / "results" / "results.json").write_text(json.dumps(found), encoding="utf-8")


def results(report: GradeReport) -> dict[str, Any]:
    """Return a report in Gradescope's format."""
    tests = [
        {
            "name": f"{mark.function}: {mark.behaviour}", "score": mark.points,
            "max_score": mark.most, "status": "passed" if mark.passed else "failed",
            "number": str(number), "output": mark.sentence(),
            "visibility": "after_published" if mark.hidden else "visible",
        }
        for number, mark in enumerate(report.marks, 1)
    ]  # fmt: skip
    return {"score": report.points, "output": report.title, "tests": tests}


# -------------------------------------------------------------------- check50

CHECKS = '''import json
from pathlib import Path

import check50

HERE = Path(__file__).parent


@check50.check()
def graded():
    """the file can be graded"""
    from clew.grading import grade

    files = sorted(Path().glob("*.py"))
    if not files:
        raise check50.Failure("there's no .py file")
    report = grade(HERE / "assignment.toml", files[0])
    Path("marks.json").write_text(json.dumps(report.data()["marks"]))


def judge(number):
    mark = json.loads(Path("marks.json").read_text())[number]
    if not mark["passed"]:
        raise check50.Failure(mark["sentence"])
'''
CHECK = '''

@check50.check(graded)
def behaviour_{number}():
    """{function}: {name}"""
    judge({number})
'''


def check50(wanted: Assignment, text: str) -> dict[str, str]:
    """Return checks: one that grades the file, and one for each behaviour that depends on it."""
    checks = "".join(
        CHECK.format(number=number, function=task.function, name=behaviour.name)
        for number, task, behaviour in numbered(wanted)
    )
    yaml = "check50:\n  dependencies:\n    - clew-puzzles\n  checks: checks.py\n"
    return {".cs50.yaml": yaml, "checks.py": CHECKS + checks, FILE: text}


# -------------------------------------------------------------------- Otter

OTTER = """from otter.test_files import test_case

OK_FORMAT = False

name = {name!r}
points = {points}
ASSIGNMENT = {text!r}


@test_case(points={points}, hidden={hidden})
def test_behaviour(env):
    import tomllib

    from clew.grading.assignment import parse
    from clew.grading.in_process import grade_functions

    mark = grade_functions(parse(tomllib.loads(ASSIGNMENT)), env).marks[{number}]
    assert mark.passed, mark.sentence()
"""


def otter(wanted: Assignment, text: str) -> dict[str, str]:
    """Return a test file for each behaviour, with the assignment embedded in it."""
    return {
        f"tests/q{number}.py": OTTER.format(
            name=f"q{number}", points=behaviour.points, hidden=behaviour.hidden, number=number,
            text=text,
        )
        for number, _, behaviour in numbered(wanted)
    }  # fmt: skip


# -------------------------------------------------------------------- nbgrader


def nbgrader(wanted: Assignment, text: str) -> dict[str, str]:
    """Return a notebook with a cell for each function, and a graded cell for each behaviour."""
    cells = [_cell(f"# {wanted.title}", "title", kind="markdown")]
    functions = dict.fromkeys(task.function for task in wanted.tasks)
    arguments = {task.function: ", ".join(task.arguments) for task in wanted.tasks}
    for name in functions:
        body = f"def {name}({arguments[name]}):\n    raise NotImplementedError"
        cells.append(_cell(body, f"write-{name}", solution=True))
    for number, task, behaviour in numbered(wanted):
        if behaviour.rule.name:
            cells.append(_cell(_judging(number, task, behaviour), f"q{number}", behaviour.points))
    book = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return {"assignment.ipynb": json.dumps(book, indent=1), FILE: text}


def _judging(number: int, task: Task, behaviour: Behaviour) -> str:
    return (
        f"# {task.function}: {behaviour.name}\n"
        "from clew.grading.in_process import mark\n\n"
        f'seen = mark("{FILE}", globals(), {number})\n'
        "print(seen.sentence())\nseen.points"
    )


def _cell(
    source: str, name: str, points: float = 0, *, solution: bool = False, kind: str = "code"
) -> dict[str, Any]:
    about = {
        "schema_version": 3, "grade": points > 0, "solution": solution, "locked": not solution,
        "task": False, "grade_id": name,
    }  # fmt: skip
    if points:
        about["points"] = points
    cell = {"cell_type": kind, "id": name, "metadata": {"nbgrader": about}, "source": source}
    return cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []}


SYSTEMS: dict[str, Callable[[Assignment, str], dict[str, str]]] = {
    "gradescope": gradescope, "check50": check50, "otter": otter, "nbgrader": nbgrader,
}  # fmt: skip


def export(wanted: Assignment, text: str, system: str, folder: Path) -> list[Path]:
    """Write the files for a grading system into a folder."""
    written = []
    for name, content in SYSTEMS[system](wanted, text).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        if content.startswith("#!"):
            path.chmod(0o755)
        written.append(path)
    if system == "gradescope":
        written.append(pack(folder))
    return written
