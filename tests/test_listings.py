"""Every listing takes a kind of puzzle that has no examples yet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import clew
import clew.puzzles
from clew.cli.app import app
from clew.core import registry
from clew.core.registry import find
from clew.play import open_play
from docs import refresh
from tests.paths import ROOT

TEMPLATE = ROOT / "examples" / "template_puzzle.py"
TEXT = "bare:4:1234............"


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The template, as a file among the puzzles that says nothing of examples."""
    text = TEMPLATE.read_text(encoding="utf-8").replace('"diagonal-latin"', '"bare"')
    (tmp_path / "bare.py").write_text(text.replace("examples:", "left_out:"), encoding="utf-8")
    monkeypatch.setattr(clew.puzzles, "__path__", [*clew.puzzles.__path__, str(tmp_path)])
    registry._homes.cache_clear()
    yield
    monkeypatch.undo()
    registry._homes.cache_clear()
    sys.modules.pop("clew.puzzles.bare", None)
    vars(clew.puzzles).pop("bare", None)


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_kind_has_no_examples() -> None:
    assert find("bare").examples == ()
    assert clew.solve(TEXT, max_solutions=None).solutions


def test_the_command_line_lists_it_without_one() -> None:
    assert "  bare " in printed("puzzles")
    entry = printed("puzzles", "bare")
    assert "  faces     csp" in entry
    assert "example" not in entry


@pytest.mark.parametrize("command", ["show", "solve", "compare", "trace"])
def test_commands_take_a_puzzle_of_it(command: str) -> None:
    assert printed(command, *(("--max-nodes", "500") if command == "compare" else ()), TEXT)


@pytest.mark.parametrize("command", ["strategies", "notations"])
def test_the_other_listings(command: str) -> None:
    assert printed(command)


def test_the_tables_of_the_documents() -> None:
    assert any("`bare`" in row for row in refresh.puzzle_rows())
    assert refresh.strategy_rows()
    assert refresh.notation_rows()


def test_it_is_filmed_and_played() -> None:
    from clew.film import record

    assert len(record(TEXT))
    assert open_play(TEXT).view()["id"] == TEXT


def test_the_web_lists_it_without_one() -> None:
    pytest.importorskip("starlette")
    from clew.web.tasks import puzzles, strategies

    found = {kind["name"]: kind for kind in puzzles({})["puzzles"]}
    assert found["bare"]["examples"] == []
    assert strategies({"id": TEXT})["auto"]
