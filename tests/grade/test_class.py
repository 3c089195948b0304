"""Instances of one's own, a whole class, and the systems that teachers use."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import clew
from clew.grading import read
from clew.grading.assignment import TEMPLATES, find
from clew.grading.behaviours import typical
from clew.grading.classes import read_marks, run_class
from clew.grading.exports import SETUP, SYSTEMS, export
from clew.grading.grading import grade
from clew.grading.in_process import grade_functions
from clew.grading.wheel import _hash, pack
from tests.grade.mutants import MUTANTS
from tests.grade.test_assignments import ALIASES, key
from tests.grade.test_mutants import source

SEEDS = [f"student{number}@example.org" for number in range(8)]


@pytest.mark.parametrize("name", ["uninformed", "informed", "backtracking", "inference"])
def test_everyone_gets_other_instances_of_equal_work(name: str) -> None:
    for source_ in read(name).sources.values():
        measure = source_.data.get("equal")
        if measure is not None:
            made = [[each for _, each in source_.instances(seed)] for seed in SEEDS]
            assert len({str(each) for each in made}) == len(SEEDS)
            for same in zip(*made, strict=True):
                work = [typical(each, measure) for each in same]
                assert max(work) <= 1.1 * min(work)  # each within 5 % of one number


def test_instances_follow_from_the_seed() -> None:
    wanted = read("uninformed")
    for seed in SEEDS[:2]:
        first, second = (list(map(str, wanted.instances(wanted.tasks[0], seed))) for _ in range(2))
        assert first == second


def wrong(folder: Path) -> Path:
    path = folder / "wrong.py"
    lines = [f"{name} = {right}" for name, right in ALIASES["uninformed"].items()]
    path.write_text("\n".join([source(MUTANTS[0]), *lines]), encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The submissions of a class of three, one of them in a folder of its own."""
    made = tmp_path / "submissions"
    (made / "carol").mkdir(parents=True)
    right = key("uninformed", tmp_path)
    shutil.copy(right, made / "alice.py")
    shutil.copy(wrong(tmp_path), made / "bob.py")
    shutil.copy(right, made / "carol" / "search.py")
    return made


def test_a_class_is_graded_and_resumed(folder: Path, tmp_path: Path) -> None:
    wanted, text = read("uninformed"), find("uninformed").read_text()
    out, reports, graded = tmp_path / "marks.csv", tmp_path / "reports", []

    def done(student: str, points: float) -> None:
        graded.append(student)

    run_class(wanted, text, folder, out, reports, done=done)
    rows = read_marks(out)
    assert sorted(graded) == ["alice", "bob", "carol"]
    assert rows["alice"]["points"] == rows["carol"]["points"] == rows["alice"]["most"]
    assert float(rows["bob"]["points"]) < float(rows["bob"]["most"])
    assert (
        "while a" in (reports / "bob.html").read_text()
        or "while one" in (reports / "bob.html").read_text()
    )
    shutil.copy(folder / "bob.py", folder / "dave.py")
    graded.clear()
    run_class(wanted, text, folder, out, reports, done=done)
    assert graded == ["dave"]
    with out.open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 4


def test_missing_function_is_reported_without_a_graph(tmp_path: Path) -> None:
    file = tmp_path / "alice.py"
    file.write_text("def depth_first_search(problem): ...\n", encoding="utf-8")
    said = {mark.function: mark.sentence() for mark in grade(read("uninformed"), file).marks}
    assert said["breadth_first_search"] == "the file has no breadth_first_search"
    assert "start S" in said["depth_first_search"]


def test_a_zip_is_a_class_too(folder: Path, tmp_path: Path) -> None:
    packed = tmp_path / "class.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in folder.rglob("*.py"):
            archive.write(path, path.relative_to(folder))
    rows = run_class(read("uninformed"), "", packed, tmp_path / "marks.csv")
    assert sorted(rows) == ["alice", "bob", "carol"]


def test_loaded_functions_get_the_same_marks(tmp_path: Path) -> None:
    path, functions = wrong(tmp_path), {}  # type: ignore[var-annotated]
    exec(compile(path.read_text(), str(path), "exec"), functions)
    here = grade_functions("uninformed", functions)
    there = grade("uninformed", path, shrink=False)
    assert [mark.points for mark in here.marks] == [mark.points for mark in there.marks]


# -------------------------------------------------------------------- other systems


def program(name: str) -> str:
    """Where a system's program is; the test is skipped if it is not installed."""
    places = [os.environ.get("CLEW_GRADERS", ""), str(Path(sys.executable).parent)]
    found = shutil.which(name, path=os.pathsep.join(places))
    if found is None:
        pytest.skip(f"{name} is not installed; CLEW_GRADERS may name a folder that has it")
    return found


def run(*words: str, cwd: Path) -> str:
    """Run a program that can import this clew."""
    bins = f"{Path(words[0]).parent}{os.pathsep}{os.environ['PATH']}"
    source = str(Path(clew.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": source, "PATH": bins}
    done = subprocess.run(
        words, cwd=cwd, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    return done.stdout + done.stderr


def exported(system: str, folder: Path) -> Path:
    text = find("uninformed").read_text()
    export(read("uninformed"), text, system, folder)
    return folder


def expected(file: Path, seed: str = "") -> float:
    return grade("uninformed", file, seed=seed, shrink=False).points


@pytest.mark.parametrize("name", sorted(path.stem for path in TEMPLATES.glob("*.toml")))
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_assignment_can_be_exported(tmp_path: Path, name: str, system: str) -> None:
    files = export(read(name), find(name).read_text(), system, tmp_path)
    assert all(path.stat().st_size for path in files)
    for path in files:
        if path.suffix == ".py":
            compile(path.read_text(), path.name, "exec")


@pytest.mark.slow
def test_gradescope(tmp_path: Path) -> None:
    exported("gradescope", tmp_path / "source")
    (tmp_path / "submission").mkdir()
    file = wrong(tmp_path / "submission")
    users = {"users": [{"email": "alice@example.org"}]}
    (tmp_path / "submission_metadata.json").write_text(json.dumps(users))
    said = run(sys.executable, "source/run_autograder", str(tmp_path), cwd=tmp_path)
    results = json.loads((tmp_path / "results" / "results.json").read_text())
    assert said == ""
    assert results["score"] == expected(file, "alice@example.org")
    assert {test["visibility"] for test in results["tests"]} <= {"visible", "after_published"}
    assert sum(test["score"] for test in results["tests"]) == results["score"]


def test_gradescope_installs_the_wheel_that_is_inside(tmp_path: Path) -> None:
    (path,) = exported("gradescope", tmp_path / "source").glob("*.whl")
    assert "pip install /autograder/source/clew_puzzles-*.whl" in SETUP
    assert path.match("clew_puzzles-*-py3-none-any.whl")
    assert pack(tmp_path).read_bytes() == path.read_bytes()
    with zipfile.ZipFile(path) as wheel:
        assert wheel.testzip() is None
        (record,) = [name for name in wheel.namelist() if name.endswith("/RECORD")]
        rows = list(csv.reader(wheel.read(record).decode().splitlines()))
        assert [row[0] for row in rows] == wheel.namelist()
        for name, digest, size in rows[:-1]:
            assert digest == _hash(wheel.read(name))
            assert int(size) == wheel.getinfo(name).file_size
        wheel.extractall(tmp_path / "site")
    script = (
        "import clew.grading.exports, clew.search.native as n; print(clew.__file__, n.available)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-S", "-c", script],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.split() == [str(tmp_path / "site/clew/__init__.py"), "False"], done.stderr


def test_check50(tmp_path: Path) -> None:
    tool = program("check50")
    checks = exported("check50", tmp_path / "checks")
    (tmp_path / "work").mkdir()
    file = wrong(tmp_path / "work")
    said = run(tool, "--dev", str(checks), "-o", "json", cwd=tmp_path / "work")
    results = json.loads(said[said.index("{") :])["results"]
    marks = grade("uninformed", file, shrink=False).marks
    assert [each["passed"] for each in results] == [True, *(mark.passed for mark in marks)]


def test_otter(tmp_path: Path) -> None:
    program("otter")
    python = str(Path(program("otter")).parent / "python")
    exported("otter", tmp_path)
    file = wrong(tmp_path)
    script = (
        "import otter; names = {}\n"
        f"exec(open({str(file)!r}).read(), names)\n"
        f"book = otter.Notebook(tests_dir={str(tmp_path / 'tests')!r})\n"
        "print([float(book.check(f'q{n}', global_env=names).grade) for n in range(15)])\n"
    )
    said = run(python, "-c", script, cwd=tmp_path)
    grades = json.loads(said[said.index("[") : said.index("]") + 1])
    marks = grade("uninformed", file, shrink=False).marks
    assert grades == [1.0 if mark.passed else 0.0 for mark in marks]


def test_nbgrader(tmp_path: Path) -> None:
    tool = program("nbgrader")
    exported("nbgrader", tmp_path / "source" / "ps1")
    (tmp_path / "nbgrader_config.py").write_text(
        'c = get_config()\nc.CourseDirectory.course_id = "c"\n'
    )
    run(tool, "generate_assignment", "ps1", cwd=tmp_path)
    handed_in = tmp_path / "submitted" / "alice" / "ps1"
    shutil.copytree(tmp_path / "release" / "ps1", handed_in)
    file = wrong(tmp_path)
    book = json.loads((handed_in / "assignment.ipynb").read_text())
    cells = [each for each in book["cells"] if each["metadata"]["nbgrader"]["solution"]]
    for cell in cells:
        cell["source"] = file.read_text() if cell is cells[0] else "pass"
    (handed_in / "assignment.ipynb").write_text(json.dumps(book))
    run(tool, "autograde", "ps1", cwd=tmp_path)
    run(tool, "export", cwd=tmp_path)
    (row,) = csv.DictReader((tmp_path / "grades.csv").read_text().splitlines())
    assert float(row["score"]) == expected(file)
    assert float(row["max_score"]) == read("uninformed").points
