"""Each number in CONTRIBUTING.md is kept: a number that no test keeps does not stand there."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from tests.paths import ROOT

SOURCE = sorted((ROOT / "src/clew").rglob("*.py"))
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


def functions(tree: ast.AST) -> Iterator[int]:
    """The lengths of all functions in lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.end_lineno - node.lineno + 1


def test_python_is_as_new_as_it_says() -> None:
    minor = int(PROJECT["project"]["requires-python"].removeprefix(">=3."))
    assert f"Python 3.{minor} or newer" in CONTRIBUTING


def test_functions_are_short() -> None:
    lengths = [
        length
        for path in SOURCE
        for length in functions(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert median(lengths) <= number("The median function has about")
    assert quantiles(lengths, n=10)[-1] <= number("9 in 10 have no more than")


def test_files_are_short() -> None:
    most = number("A file has up to about")
    longer = {str(path.relative_to(ROOT)): lines(path) for path in SOURCE if lines(path) > most}
    assert len(longer) <= len(SOURCE) // 30, longer
    assert max(longer.values(), default=0) <= 1.4 * most, longer


def test_the_templates_are_as_short_as_it_says() -> None:
    assert lines(ROOT / "examples/template_puzzle.py") < number("It states magic squares in under")
    assert lines(ROOT / "examples/template_strategy.py") <= number("iterative sampling, in at most")


def test_lines_are_as_long_as_it_says() -> None:
    assert PROJECT["tool"]["ruff"]["line-length"] == number("A line has up to")  # ruff checks each
