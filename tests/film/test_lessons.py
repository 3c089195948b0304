"""Lessons: each that comes with Clew runs, says true things, and can be written as a text."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.app import app
from clew.film.lesson import BadLesson, listed, named, names, read

MINE = """
# Mine
About queens.

## queens:4 backtracking
@ start
Look.
@ back 1
A step back.
? Why?
+ because
- never
= It is so.
"""


@pytest.mark.parametrize("name", names())
def test_every_lesson_runs(name: str) -> None:
    """Each film is whole, its pauses come in order, and each question has one right answer."""
    lesson = named(name)
    assert lesson.about
    assert any(pause.question for scene in lesson.scenes for pause in scene.pauses)
    for scene in lesson.scenes:
        assert scene.film.end["status"] == "enough"
        places = [pause["at"] for pause in scene.data()["pauses"]]
        assert places == [pause.at(scene.film) for pause in scene.pauses]
        assert sorted(set(places)) == places
        for pause in scene.pauses:
            assert pause.words or pause.question
            assert not pause.question or 0 <= pause.right < len(pause.answers)


def test_there_are_eight() -> None:
    assert len(names()) == 8
    assert {lesson.title for _, lesson in listed()} >= {"Iterative deepening", "Alpha-beta"}


@pytest.mark.parametrize(
    ("name", "counter"),
    [("5-forward-checking", "nodes"), ("6-fewest-values", "nodes"), ("7-a-star", "nodes"),
     ("8-alpha-beta", "nodes")],
)  # fmt: skip
def test_what_the_last_words_claim_is_true(name: str, counter: str) -> None:
    """The second film of a lesson takes fewer nodes."""
    first, second = (scene.film.end["stats"][counter] for scene in named(name).scenes)
    assert second < first


def test_a_queue_is_long_and_its_answer_short() -> None:
    first, second = (scene.film.end["stats"] for scene in named("2-stack-and-queue").scenes)
    assert (first["deepest"], second["deepest"]) == (10, 6)
    assert first["frontier"] < second["frontier"]


def test_the_same_number_of_presses() -> None:
    first, second = (scene.film.end["stats"]["deepest"] for scene in named("7-a-star").scenes)
    assert first == second == 5


def test_a_lesson_of_ones_own() -> None:
    (scene,) = read(MINE).scenes
    start, back = scene.data()["pauses"]
    assert (start["at"], start["words"]) == (0, "Look.")
    assert scene.film.event(back["at"] - 1).kind.name == "BACK"
    assert (back["answers"], back["right"], back["because"]) == (
        ["because", "never"],
        0,
        "It is so.",
    )


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Look.", "line 1: found 'Look.', expected # and a title"),
        ("# Mine", "found no film"),
        ("# Mine\n## queens:4", "line 2: found '## queens:4', expected"),
        ("# Mine\n## queens:4 backtracking\n@ nowhere", "line 3: found '@ nowhere', expected"),
        ("# Mine\n## queens:4 backtracking\n+ yes", "line 3: found"),
        ("# Mine\n## queens:4 backtracking\n@ start\n? Why?\n- no", "line 3: found 1 answers"),
    ],
)
def test_what_is_no_lesson(text: str, error: str) -> None:
    with pytest.raises(BadLesson) as raised:
        read(text)
    assert error in str(raised.value)


def test_a_pause_that_never_comes() -> None:
    lesson = read("# Mine\n## queens:4 backtracking\n@ cut 1\nNever.")
    with pytest.raises(BadLesson, match="line 3: found @ cut 1, expected one that comes"):
        lesson.data()


def test_the_command(tmp_path: Path) -> None:
    file, page = tmp_path / "mine.txt", tmp_path / "mine.html"
    file.write_text(MINE, encoding="utf-8")
    run = CliRunner().invoke
    assert "7-a-star" in run(app, ["lesson"]).output
    told = run(app, ["lesson", str(file)]).output
    assert "A step back." in told
    assert "    + because" in told
    assert run(app, ["lesson", str(file), "--html", str(page)]).exit_code == 0
    assert "A step back." in page.read_text(encoding="utf-8")
    file.write_text("# Mine", encoding="utf-8")
    refused = run(app, ["lesson", str(file)])
    assert (refused.exit_code, "found no film" in refused.output) == (2, True)
