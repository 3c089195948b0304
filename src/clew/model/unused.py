"""Rules that a file builds and drops: Python computes `x < y`, and nobody adds it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType

EXPRESSIONS = ("count", "digits", "element", "visible")
"""The methods of a problem that build an expression: by themselves they say nothing."""
PACKAGE = str(Path(__file__).parents[1])
reported: set[str] = set()
"""The files that were looked at: each is reported once."""


def report_once(stated: Iterable[CodeType | str]) -> None:
    """Report the scripts that state rules in this process, as Clew reports a file that it loads.

    A rule that comes from another process has the name of a file instead of code.
    """
    files = {code.co_filename for code in stated if isinstance(code, CodeType)}
    for file in files - reported:
        reported.add(file)
        if not file.startswith(PACKAGE) and Path(file).is_file():
            report(file, file)


def report(file: str, called: str) -> None:
    """Print a line on standard error for each rule in a file that is built and dropped."""
    for line, code in unused(file):
        print(f"{called}:{line}: {code[:60]} is never used: write add(...)", file=sys.stderr)


def unused(file: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the code of each comparison or calculation that stands by itself."""
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):  # it changed since it ran
        return
    for each in ast.walk(tree):
        if isinstance(each, ast.Expr) and _is_dropped(each.value):
            yield each.lineno, ast.unparse(each.value)


def _is_dropped(value: ast.expr) -> bool:
    called = value.func if isinstance(value, ast.Call) else None
    if isinstance(called, ast.Attribute):
        return called.attr in EXPRESSIONS
    return isinstance(value, ast.Compare | ast.BinOp | ast.BoolOp | ast.UnaryOp)
