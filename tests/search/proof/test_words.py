"""What users read calls proven only what a proof, a certificate or a theorem shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import clew
from clew.cli.app import app

SOURCE = Path("src/clew")
SHOWN = {
    "cli/check.py": "a checker accepted it",
    "search/game/grundy.py": "a theorem covers the period, and is named",
}
"""Where messages say "proven", and what shows it."""


def messages(file: Path) -> Iterator[str]:
    """The texts in a module that say "proven", but for docstrings."""
    tree = ast.parse(file.read_text("utf-8"))
    quiet = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in quiet:
            if "proven" in node.value.split("_"):
                continue  # a name
            yield from (line for line in node.value.splitlines() if "proven" in line)


def test_messages_say_proven_only_of_what_is_shown() -> None:
    files = [file for file in SOURCE.rglob("*.py") if "proven" in file.read_text("utf-8")]
    said = {file.relative_to(SOURCE).as_posix(): list(messages(file)) for file in files}
    assert {"cli/topics.py", *SHOWN} <= {name for name, lines in said.items() if lines}
    for name, lines in said.items():
        for line in lines:
            assert name in SHOWN or "nothing is proven" in line, (name, line)


@pytest.mark.parametrize("pattern", ["web/static/**/*.js", "board/static/*.js", "film/**/*.txt"])
def test_pages_and_films_claim_no_proof(pattern: str) -> None:
    files = list(SOURCE.glob(pattern))
    assert files
    for file in files:
        assert "proven" not in file.read_text("utf-8"), file


@pytest.mark.parametrize("puzzle", ["missionaries:4", "rush-hour:ooBoAABoooBooooo"])
def test_a_search_without_a_reason_says_that_it_came_to_its_end(puzzle: str) -> None:
    told = CliRunner().invoke(app, ["solve", puzzle, "--quiet"])
    assert (told.exit_code, told.output) == (1, "no solution: searched to the end\n")
    assert clew.solve(puzzle).as_dict()["reason"] == "searched to the end"
