"""The unit in docs/course: its notebooks run, its keys are right, its tables say what is so."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import nbformat
import pytest
from nbclient import NotebookClient

from clew.film.lesson import names
from clew.grading import grade, read
from clew.grading.assignment import find
from clew.grading.exports import SYSTEMS, export
from docs.refresh import ROOT
from tests.grade.test_assignments import STAFF, change

FORMAT: Any = nbformat  # it is typed here and there
COURSE = ROOT / "docs" / "course"
NOTEBOOKS = sorted((COURSE / "notebooks").glob("*.ipynb"))
LESSONS = sorted(COURSE.glob("[1-6]-*.md"))
ANSWERS = ("answer", "optimal", "assignment", "best-move")
"""The rules about the answer alone."""
WRONG = {
    "has a move in (0, 0) that changes nothing": (
        "state_spaces", "if after != level:", "if True:"),
    "has a move from (3, 2, True) to (2, 1, False), which the rules don't allow": (
        "state_spaces", "missionaries in (0, 3) or missionaries == cannibals",
        "missionaries >= cannibals"),
    "says that (3, 4) is not a goal, which is wrong": (
        "state_spaces", "return 4 in levels", "return levels == (0, 4)"),
    "choice 3 expanded D at depth 2 while one at depth 1 was waiting": (
        "uninformed", "frontier.popleft()", "frontier.pop()"),
    "tested B before it expanded A": (
        "uninformed", "            total, serial = spent",
        "            if problem.is_goal(child):\n                return [*path, action]\n"
        "            total, serial = spent"),
    "chose WA at level 2 with 1 value left while another had 0": (
        "backtracking", "return len(legal(", "return -len(legal("),
    "chose WA at level 1 with 0 open neighbours while a tied one had 1": (
        "backtracking", "-open_neighbours\n", "open_neighbours\n"),
    "gave up on X3 at level 1 before it had tried all its values": (
        "backtracking", "        csp.unassign(", "        return None\n        csp.unassign("),
    "B lacks 3 at level 1: it was never restored": (
        "inference", "        csp.restore(removals)\n", ""),
    "V keeps 3 at level 2, which the inference rules out": (
        "inference", "csp.prune(other, each, removals)", "pass"),
    "tried D = 4 at level 1, which rules out 2 values, before one that rules out 1": (
        "inference", "key=lost)", "key=lost, reverse=True)"),
    "choice 3 expanded G with f = 16 while one with f = 13 was waiting": (
        "informed", "lambda g, state: g + problem.h(state)", "lambda g, state: g"),
    "h is 2 in (1, 2, 3, 0, 5, 4), more than the cheapest path to a goal costs": (
        "informed", "        if tile\n", ""),
    "visited bb below b after the value had passed alpha": (
        "games", "        if best <= alpha:\n            break\n", ""),
    "returned 'c', which is neither a best move nor its value": (
        "games", 'best = max if game.to_move(state) == "MAX" else min', "best = max"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("sentence", WRONG)
def test_a_typical_mistake_is_named_as_the_lesson_says(tmp_path: Path, sentence: str) -> None:
    name, old, new = WRONG[sentence]
    path = tmp_path / "wrong.py"
    path.write_text(change((STAFF / f"{name}.py").read_text(encoding="utf-8"), old, new))
    said = [str(mark.fault) for mark in grade(name, path).marks if not mark.passed]
    assert sentence in said


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_tables_of_mistakes_hold_these_sentences() -> None:
    """Each sentence that a lesson shows is one that the grader says, and no other."""
    rows = [re.findall(r"^\| (?!If you).* \| (.*) \|$", text_of(each).partition("| If you")[2],
                       re.MULTILINE) for each in LESSONS]  # fmt: skip
    assert sorted(each for row in rows for each in row) == sorted(WRONG)
    assert all(len(each) >= 2 for each in rows)


def test_each_lesson_has_its_parts() -> None:
    films = set()
    for lesson, notebook in zip(LESSONS, NOTEBOOKS, strict=True):
        text = text_of(lesson)
        assert lesson.stem == notebook.stem
        assert f"notebooks/{notebook.name}" in text
        for heading in ("The idea", "An example", "Common mistakes", "Exercises", "The assignment"):
            assert f"\n## {heading}\n" in text, lesson
        assert re.search(r"AIMA, figure \d\.\d|figure \d\.\d|section \d\.\d", text)
        films |= set(re.findall(r"films/lesson-([\w-]+)\.html", text))
    assert sorted(films) == sorted(names())


def test_each_exercise_has_an_answer_in_its_key() -> None:
    for lesson in LESSONS:
        name = re.findall(r"^\[`(\w+)`\]\(.*\.toml\)", text_of(lesson), re.MULTILINE)[0]
        asked = re.findall(r"^(\d)\. ", text_of(lesson).partition("## Exercises")[2], re.MULTILINE)
        answered = re.findall(r"^Exercise (\d)\. ", text_of(STAFF / f"{name}.py"), re.MULTILINE)
        assert asked == answered, lesson


def test_the_points_in_the_guide_are_those_of_the_assignments() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (\d+) \| (\d+) \|$", text_of(COURSE / "guide.md"), re.MULTILINE
    )
    assert sorted(name for name, _, _ in rows) == sorted(each.stem for each in STAFF.glob("*.py"))
    for name, most, behaving in rows:
        wanted = [each for task in read(name).tasks for each in task.behaviours]
        assert sum(each.points for each in wanted) == int(most)
        assert sum(each.points for each in wanted if each.rule.name not in ANSWERS) == int(behaving)
        assert f"`{name}`, {most} points" in text_of(COURSE / "index.md")


def unzipped(path: Path) -> bytes:
    with ZipFile(path) as archive:
        return b"".join(map(archive.read, archive.namelist()))


def test_no_key_leaves_the_staff_folder(tmp_path: Path) -> None:
    """No page links to a key, the site leaves them out, and no export contains a line of one."""
    pages = [*COURSE.glob("*.md"), *NOTEBOOKS]
    assert not [page for page in pages if re.search(r"\]\([^)]*staff", text_of(page))]
    assert '"course/staff"' in text_of(ROOT / "docs" / "conf.py")
    for key in STAFF.glob("*.py"):
        lines = {line for line in text_of(key).splitlines() if len(line) > 50}
        assert lines
        for system in SYSTEMS:
            text = text_of(find(key.stem))
            for path in export(read(key.stem), text, system, tmp_path / key.stem / system):
                exported = path.read_bytes() if path.suffix != ".whl" else unzipped(path)
                assert not [line for line in lines if line.encode() in exported]


def test_the_notebooks_run() -> None:
    """All in one kernel, one after another; each begins with its own imports."""
    books = [FORMAT.read(path, 4) for path in NOTEBOOKS]
    for book in books:
        FORMAT.validate(book)
        assert not any(cell.get("outputs") for cell in book.cells)
    cells = [cell for book in books for cell in book.cells if cell.cell_type == "code"]
    ran = NotebookClient(FORMAT.v4.new_notebook(cells=cells), timeout=120).execute()
    shown = [str(each) for cell in ran.cells for each in cell.outputs]
    assert sum("of 2187 assignments" in each for each in shown) == 1
    assert sum("<iframe" in each for each in shown) == 6
    for path in STAFF.glob("*.py"):
        assert sum(f"of {read(path.stem).points:g} points" in each for each in shown) >= 1
