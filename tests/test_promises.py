"""Each number in CONTRIBUTING.md is kept: a number that no test keeps does not stand there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.paths import ROOT

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def number(before: str) -> int:
    """The number that follows these words in CONTRIBUTING.md."""
    text = " ".join(CONTRIBUTING.split())
    found = re.search(rf"{before}\s+(\d+)", text)
    assert found, f"CONTRIBUTING.md does not say {before!r} and a number"
    return int(found[1])


def lines(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def test_python_is_as_new_as_it_says() -> None:
    minor = int(PROJECT["project"]["requires-python"].removeprefix(">=3."))
    assert f"Python 3.{minor} or newer" in CONTRIBUTING


def test_the_templates_are_as_short_as_it_says() -> None:
    assert lines(ROOT / "examples/template_puzzle.py") < number("diagonal Latin squares in under")
    assert lines(ROOT / "examples/template_strategy.py") <= number("iterative sampling, in at most")


def test_lines_are_as_long_as_it_says() -> None:
    assert PROJECT["tool"]["ruff"]["line-length"] == number("A line has up to")  # ruff checks each
