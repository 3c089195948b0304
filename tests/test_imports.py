"""The one import rule that import-linter cannot see, since the compiled module has no source."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT

SOURCE = ROOT / "src" / "clew"


def imported(path: Path) -> Iterator[str]:
    """Yield every dotted name that the file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)


def test_one_door_to_the_kernels() -> None:
    doors = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if any("_native" in name.split(".") for name in imported(path))
    }
    assert doors == {"search/native.py"}
