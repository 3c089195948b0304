"""The template puzzle, found as a stranger's new file would be, through everything clew does."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import clew
import clew.puzzles
from clew.cli.app import app
from clew.core import registry
from clew.explanations.explanation import NotUnique
from clew.film import record
from clew.generators.recipe import CannotMake
from clew.play import Fill, open_play, resume
from tests.paths import ROOT

TEMPLATE = ROOT / "examples" / "template_puzzle.py"
UNIQUE = "diagonal-latin:5:1234534512..............."
ANSWER = (1, 2, 3, 4, 5, 3, 4, 5, 1, 2, 5, 1, 2, 3, 4, 2, 3, 4, 5, 1, 4, 5, 1, 2, 3)
SEVERAL = "diagonal-latin:4:1234............"
IMPOSSIBLE = "diagonal-latin:3"


@pytest.fixture(autouse=True)
def diagonal_latin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The template as the file diagonal_latin.py among the puzzles."""
    (tmp_path / "diagonal_latin.py").write_text(
        TEMPLATE.read_text(encoding="utf-8"), encoding="utf-8"
    )
    monkeypatch.setattr(clew.puzzles, "__path__", [*clew.puzzles.__path__, str(tmp_path)])
    registry._homes.cache_clear()
    yield
    monkeypatch.undo()
    registry._homes.cache_clear()
    sys.modules.pop("clew.puzzles.diagonal_latin", None)
    vars(clew.puzzles).pop("diagonal_latin", None)


def command(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=typed)


def printed(*arguments: str, typed: str | None = None) -> str:
    result = command(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str) -> str:
    """The one line with which a command refuses."""
    result = command(*arguments)
    assert result.exit_code != 0
    (line,) = result.stderr.strip().splitlines()
    return line


# ------------------------------------------------------------------ solve, count, compare


def test_solve() -> None:
    assert clew.solve(UNIQUE).solution == ANSWER
    assert clew.is_unique(UNIQUE)
    assert clew.solve(IMPOSSIBLE).unsolvable
    assert "5 1 2 3 4" in printed("solve", UNIQUE, "--quiet")
    assert printed("solve", UNIQUE, "--unique", "--quiet") == "unique\n"
    assert "no solution" in command("solve", IMPOSSIBLE).stdout


def test_count() -> None:
    assert clew.count("diagonal-latin:4") == 48
    assert printed("solve", SEVERAL, "--count", "--quiet") == "2\n"
    assert printed("count", SEVERAL).splitlines()[0].startswith("2")


def test_compare() -> None:
    results = clew.compare(UNIQUE, ["backtracking", "backtracking:infer=mac"])
    assert [result.solution for result in results] == [ANSWER, ANSWER]
    assert "backjumping" in printed("compare", SEVERAL, "--max-nodes", "500")


# ------------------------------------------------------------------ watch


def test_watch(tmp_path: Path) -> None:
    film = record(UNIQUE)
    assert film.end["status"] in ("complete", "enough")
    assert len(film) > 1
    assert printed("trace", SEVERAL)
    page = tmp_path / "film.html"
    printed("trace", SEVERAL, "--html", str(page))
    assert "<html" in page.read_text(encoding="utf-8")


# ------------------------------------------------------------------ play


def test_play() -> None:
    play = open_play(UNIQUE)
    assert isinstance(play, Fill)
    play.play("r3c1=5")
    assert play.view()["board"]["cells"][10]["text"] == "5"
    assert resume(json.loads(json.dumps(play.save()))).view()["played"] == play.view()["played"]
    assert not play.over
    play.solve()
    assert play.over


def test_play_says_what_is_wrong() -> None:
    play = open_play(SEVERAL)
    play.play("r2c1=1")
    assert play.check()["ok"] is False
    play.play("r3c1=1")
    assert play.view()["wrong"]


def test_play_in_the_terminal() -> None:
    assert "r3c3 must be 2" in printed("play", UNIQUE, "--terminal", typed="r3c1=5\nhint\nquit\n")


# ------------------------------------------------------------------ hint, explain, rate


def test_hint() -> None:
    found = clew.hint(UNIQUE)
    assert found.step is not None
    assert all(ANSWER[cell] == value for cell, value in found.step.placements)
    wrong = [0] * 25
    wrong[10] = 1
    assert clew.hint(UNIQUE, wrong).full.startswith("r3c1 can't be 1: that contradicts")
    assert printed("hint", UNIQUE).strip()


def test_explain() -> None:
    found = clew.explain(UNIQUE)
    placed = [pair for step in found.steps for pair in step.placements]
    assert sorted(placed) == [(cell, ANSWER[cell]) for cell in range(10, 25)]
    assert "r3c" in printed("explain", UNIQUE)
    assert refused("explain", SEVERAL).endswith(
        "more than one solution, so there's nothing to explain step by step"
        f". Try: clew hint {SEVERAL}"
    )


def test_rate() -> None:
    found = clew.rate(UNIQUE)
    assert found.level
    assert UNIQUE in printed("rate", UNIQUE)
    with pytest.raises(NotUnique, match="more than one solution"):
        clew.rate(SEVERAL)


# ------------------------------------------------------------------ make


def test_what_has_no_maker_says_so() -> None:
    with pytest.raises(CannotMake, match=r"diagonal-latin"):
        clew.generate("diagonal-latin", 5)
    assert "diagonal-latin" in refused("make", "diagonal-latin", "--size", "5")
