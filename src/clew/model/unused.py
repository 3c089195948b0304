"""Warns about rules that a file builds but doesn't add, such as `x < y` on its own line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from types import CodeType
from typing import TYPE_CHECKING

from clew.core.errors import PACKAGE

if TYPE_CHECKING:
    import ast

EXPRESSIONS = ("count", "digits", "element", "max", "min", "visible")
"""The methods of a problem that only build an expression, so they have no effect on their own."""
reported: set[str] = set()
"""The files that have been checked. Each is reported only once."""


def report_once(stated: Iterable[CodeType | str]) -> None:
    """Check the scripts that add rules in this process, like the files that Clew loads.

    A rule from another process has a file name instead of a code object.
    """
    files = {code.co_filename for code in stated if isinstance(code, CodeType)}
    for file in files - reported:
        reported.add(file)
        if not file.startswith(PACKAGE) and os.path.isfile(file):
            report(file, file)


def report(file: str, called: str) -> None:
    """Print a line on standard error for each rule that a file builds but doesn't add."""
    for line, code in unused(file):
        print(f"{called}:{line}: {code[:60]} is never used: write add(...)", file=sys.stderr)


def unused(file: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the code of each comparison or calculation that has no effect."""
    import ast

    try:
        with open(file, "rb") as code:
            tree = ast.parse(code.read())
    except (OSError, SyntaxError, ValueError):  # the file has changed since it ran
        return
    for each in ast.walk(tree):
        if isinstance(each, ast.Expr) and _is_dropped(each.value):
            yield each.lineno, ast.unparse(each.value)


def _is_dropped(value: ast.expr) -> bool:
    import ast

    called = value.func if isinstance(value, ast.Call) else None
    if isinstance(called, ast.Attribute):
        return called.attr in EXPRESSIONS
    return isinstance(value, ast.Compare | ast.BinOp | ast.BoolOp | ast.UnaryOp)
