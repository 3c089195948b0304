"""Films of students' searches: what they show, and where they halt."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.app import app
from clew.core.events import Kind
from clew.film.words import Narrator
from clew.grading.behaviours import check_order
from clew.grading.films import CannotWatch, film, functions, halted, reference, side_by_side, watch
from clew.grading.graph import Graph
from clew.grading.log import EXPAND, Log
from tests.grade.mutants import MUTANTS
from tests.grade.test_assignments import STAFF
from tests.grade.test_mutants import first_fault, source
from tests.grade.test_ties import RIGHT


def expanded(log: Log, name: str) -> list[int]:
    made = film(log, name)
    steps = [made.step(number) for number in range(len(made))]
    return [step[2] for step in steps if step[0] == Kind.EXPAND]


def test_the_films_part_at_the_first_wrong_choice(tmp_path: Path) -> None:
    path = tmp_path / "mutant.py"
    path.write_text(source(MUTANTS[0]), encoding="utf-8")
    found = first_fault(path, MUTANTS[0])
    assert found is not None
    _, _, log, fault = found
    mine, right = expanded(halted(log, fault), "mine"), expanded(reference(log, fault), "right")
    assert mine[:-1] == right[:-1]
    assert mine[-1] != right[-1]
    assert check_order(reference(log, fault), "breadth-first") is None
    page = side_by_side(log, fault, "bfs")
    assert page.count("<iframe") == 2
    assert str(fault) in page


def test_a_film_has_a_step_for_each_expansion() -> None:
    made, log = watch(RIGHT, "bfs_queue")
    kinds = [made.step(number)[0] for number in range(len(made))]
    assert kinds.count(Kind.EXPAND) == log.count(EXPAND) + 1  # the goal is taken, not expanded
    assert made.end["answers"] == 1


def test_a_cheaper_way_moves_a_state_in_the_tree() -> None:
    """From S, A costs 5, or 2 by way of B. Nobody knows what the function's frontier is."""
    made, _ = watch(STAFF / "informed.py", "astar_search", "S-A:5 S-B:1 B-A:1 A-G:2")
    told = [Narrator(made).step(number) for number in range(len(made))]
    assert 'Expand node 3 (depth 2; from node 2 via "to A") with g = 2.' in told
    assert made.tables["also"] == [[5, 1]]
    assert made.head["holds"] == "set"


def test_a_backtracking_search_is_filmed() -> None:
    made, log = watch(RIGHT, "bt_mrv_degree_fc", "queens:4")
    kinds = [made.step(number)[0] for number in range(len(made))]
    assert Kind.PRUNE in kinds
    assert kinds.count(Kind.TRY) == log.count("assign")
    assert made.end["answers"] == 1


def test_a_search_of_a_game_is_filmed(tmp_path: Path) -> None:
    """Eleven of the thirteen positions of the textbook's tree, each with the value it shows."""
    made, _ = watch(STAFF / "games.py", "alpha_beta_search")
    steps = [made.step(number) for number in range(len(made))]
    assert [step[0] for step in steps].count(Kind.EXPAND) == 11
    values = [step[3] for step in steps if step[0] == Kind.VALUE]
    assert values == [3, 12, 8, -3, 2, -2, 14, 5, 2, -2, 3]  # for the player to move
    assert made.end["answers"] == 1
    text = (STAFF / "games.py").read_text(encoding="utf-8")
    wrong, page = tmp_path / "wrong.py", tmp_path / "film.html"
    wrong.write_text(text.replace("        if best <= alpha:\n            break\n", ""))
    CliRunner().invoke(app, ["grade", "games", str(wrong), "--film", str(page)])
    both = page.read_text(encoding="utf-8")
    assert both.count("<iframe") == 2
    assert "after the value had passed alpha" in both


def test_edges_can_be_given() -> None:
    _, log = watch(RIGHT, "ucs_heap", "S-A:2 S-B A-G:5 B-G:9")
    assert isinstance(log.instance, Graph)
    assert log.answer == ["to A", "to G"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nothing", "has no function 'nothing': choose one such as"),
        ("shuffled", "has no function that can be watched: call its first argument problem"),
    ],
)
def test_watching_another_function_is_refused(name: str, why: str) -> None:
    with pytest.raises(CannotWatch, match=why):
        watch(RIGHT, name)


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def f(:\n")
    with pytest.raises(CannotWatch, match=r"broken\.py"):
        functions(path)


def test_the_commands(tmp_path: Path) -> None:
    page, wrong = tmp_path / "film.html", tmp_path / "mutant.py"
    wrong.write_text(source(MUTANTS[0]) + "\nbreadth_first_search = bfs_queue\n", encoding="utf-8")
    ran = CliRunner().invoke(app, ["watch", f"{RIGHT}:bfs_queue", "--html", str(page)])
    assert ran.exit_code == 0, ran.output
    assert "<title>Graph · bfs_queue</title>" in page.read_text(encoding="utf-8")
    both = tmp_path / "both.html"
    ran = CliRunner().invoke(app, ["grade", "uninformed", str(wrong), "--film", str(both)])
    assert ran.exit_code == 1, ran.output
    assert both.read_text(encoding="utf-8").count("<iframe") == 2
