"""Every assignment that comes with Clew gives a right file all points, and a wrong one not."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.grading import BadAssignment, grade, read
from clew.grading.assignment import TEMPLATES, parse
from docs.refresh import ROOT
from tests.grade.test_ties import RIGHT

KEYS = Path(__file__).with_name("keys")
STAFF = ROOT / "docs" / "course" / "staff"
"""The keys of the unit on search."""
NAMES = sorted(path.stem for path in TEMPLATES.glob("*.toml"))
ALIASES = {
    "uninformed": {
        "breadth_first_search": "bfs_queue",
        "depth_first_search": "dfs_recursive",
        "iterative_deepening_search": "ids_recursive",
        "uniform_cost_search": "ucs_heap",
    },
    "berkeley_search": {
        "depthFirstSearch": "dfs_stack",
        "breadthFirstSearch": "bfs_queue",
        "uniformCostSearch": "ucs_heap",
        "aStarSearch": "lambda problem, heuristic: a_star_heap(problem)",
    },
}


def key(name: str, folder: Path) -> Path:
    """A right file for an assignment."""
    path = folder / f"{name}.py"
    if (STAFF / path.name).is_file():
        return STAFF / path.name
    if name not in ALIASES:
        path.write_text((KEYS / f"{name}.txt").read_text(encoding="utf-8"), encoding="utf-8")
        return path
    lines = [f"{function} = {right}" for function, right in ALIASES[name].items()]
    path.write_text("\n".join([RIGHT.read_text(encoding="utf-8"), *lines]), encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", ["", "alice@example.org"])
def test_a_right_file_gets_all_points(tmp_path: Path, name: str, seed: str) -> None:
    report = grade(name, key(name, tmp_path), seed=seed)
    assert report.points == report.most, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_an_empty_file_gets_none(tmp_path: Path, name: str) -> None:
    path = tmp_path / "empty.py"
    path.write_text("", encoding="utf-8")
    assert grade(name, path).points == 0


def test_there_are_twelve() -> None:
    assert len([name for name in NAMES if name.startswith("course_")]) == 5
    assert len(NAMES) == 12


def change(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("name", "old", "new", "behaviour"),
    [
        ("course_003", "search(Stack([board]))", "search(Queue([board]))", "depth-first"),
        ("course_003", "board.find_most_constrained_cell()",
         "next((r, c) for r in range(board.size - 1, -1, -1) for c in range(board.size)"
         " if isinstance(board.rows[r][c], list))", "most-constrained"),
        ("course_004", "frontier.popleft()", "frontier.pop()", "breadth-first"),
        ("course_004", "row - 1, col), (row + 1, col)", "row - 1, col), (row, col)", "optimal"),
        ("course_002", "frontier.popleft()", "frontier.pop()", "optimal"),
        ("course_002", "len(path) == 25", "len(path) == 24", "solution"),
        ("course_001", 'sign == "<"', 'sign == ">"', "solution"),
        ("course_000", "limit = 0", "limit = 3", "optimal"),
        ("course_000", "[*square, *zip(*square, strict=True)]", "square", "result"),
    ],
)  # fmt: skip
def test_a_wrong_file_of_a_course_is_named(
    tmp_path: Path, name: str, old: str, new: str, behaviour: str
) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(change((KEYS / f"{name}.txt").read_text(encoding="utf-8"), old, new))
    report = grade(name, path)
    assert behaviour in [mark.behaviour for mark in report.marks if not mark.passed], str(report)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "there's no [[task]]"),
        ({"tasks": []}, "the file: unknown key 'tasks': choose from "),
        ({"task": [{}]}, "a task needs the name of its function"),
        ({"task": [{"function": "f", "instances": ["x"]}]}, "there are no instances 'x'"),
        ({"task": [{"function": "f", "behaviour": [{"rule": "bfs"}]}]}, "unknown rule 'bfs': "),
        ({"instances": {"a": {"graph": "A=B"}}}, "instances.a: "),
        ({"instances": {"a": {"tree": "((1 2)"}}}, "instances.a: "),
    ],
)
def test_a_bad_assignment_is_refused(data: dict[str, object], said: str) -> None:
    with pytest.raises(BadAssignment) as error:
        parse(data)
    assert said in str(error.value)


def test_a_missing_assignment_is_refused() -> None:
    with pytest.raises(BadAssignment, match="nothing: no such file or built-in assignment: "):
        read("nothing")
