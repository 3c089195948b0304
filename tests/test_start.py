"""What a batch needs to start: few modules, since importing them takes longer than the work."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.batch import streams
from clew.puzzles.sudoku import batch as sudoku
from clew.search import native
from tests.batch.test_batch_streams import EASY

HEAVY = {
    "ast", "click", "concurrent", "dataclasses", "gzip", "hashlib", "inspect", "logging",
    "multiprocessing", "numpy", "pathlib", "rich", "shutil", "sqlite3", "subprocess", "tempfile",
    "threading", "traceback", "urllib", "uuid",
}  # fmt: skip
PROGRAM = """
import json, sys, typing
try:
    if sys.argv[1] == "clew.batch.run":
        import clew
        sys.exit(clew.batch.run(*sys.argv[2:], where=0).rejected)
    from clew.cli import main
    sys.argv[0] = "clew"
    main()
except SystemExit as ended:
    ours = [module for name, module in sys.modules.items() if name.startswith("clew.batch.")]
    types = {each for module in ours for each in vars(module).values() if isinstance(each, type)}
    names = [t for each in types for t in vars(each).get("__annotations__", {}).values()]
    forward = [str(name) for name in names if isinstance(name, typing.ForwardRef)]
    print(json.dumps([ended.code, [*sys.modules], forward]), file=sys.stderr)
"""


def started(*args: object) -> tuple[int, set[str], list[str]]:
    """The exit status of a command, its modules, and annotations that are still names."""
    command = [sys.executable, "-c", PROGRAM, *map(str, args)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    status, modules, forward = json.loads(ended.stderr.splitlines()[-1])
    return status, set(modules), forward


needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")


@needs_kernel
@pytest.mark.parametrize("what", ["unique", "solve", "count", "canonical"])
@pytest.mark.parametrize("out", ["-", "out.txt"])
def test_a_batch_of_sudokus_imports_little(tmp_path: Path, what: str, out: str) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n" * 3)
    target = out if out == "-" else tmp_path / out
    status, modules, forward = started("clew.batch.run", what, tmp_path / "in.txt", target)
    assert status == 0
    assert not {name.partition(".")[0] for name in modules} & HEAVY
    _check_own(modules, forward)
    workers = ("--workers", 0) if what == "count" else ()
    status, modules, forward = started(
        "batch", what, tmp_path / "in.txt", "--out", target, *workers
    )
    assert status == 0
    assert "rich" not in modules
    _check_own(modules, forward)


def _check_own(modules: set[str], forward: list[str]) -> None:
    ours = {name for name in modules if name.startswith("clew.")}
    assert not ours & {"clew.core.puzzle", "clew.puzzles.sudoku.puzzle", "clew.search.run"}
    assert not {name for name in ours if "py_" in name}
    assert not forward, "resolving a name in an annotation takes 4 ms: ast makes its types"


@needs_kernel
def test_the_kernels_twins_are_imported_when_they_are_used() -> None:
    _, modules, _ = started("solve", "queens:8")
    assert not modules & {"concurrent.futures", "secrets", "clew.puzzles.sudoku.py_batch"}


# ------------------------------------------------------------------ who works unless told


def place(monkeypatch: pytest.MonkeyPatch, what: str, source: Path, **told: Any) -> Any:
    """Where a batch runs for which that is not told."""
    found: list[Any] = []
    monkeypatch.setattr("clew.batch.streams.to_file", lambda _batch, where, *_: found.append(where))
    clew.batch.run(what, source, source.with_suffix(".out"), **told)
    return found[0]


@needs_kernel
def test_a_short_batch_has_no_workers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(streams.SHORT, "unique", 5)
    short, long, other = (tmp_path / name for name in ("short.txt", "long.txt", "other.txt"))
    short.write_bytes(b"".join(line + b"\n" for line in _lines(5)))
    long.write_bytes(b"".join(line + b"\n" for line in _lines(6)))
    other.write_text("queens:6\n")
    assert place(monkeypatch, "unique", short) == 0
    assert place(monkeypatch, "unique", short, where=2) == 2
    assert place(monkeypatch, "unique", short, strategy="backtracking") is None
    assert place(monkeypatch, "unique", long) is None
    assert place(monkeypatch, "unique", other) is None
    assert place(monkeypatch, "rate", short) is None


def _lines(count: int) -> list[bytes]:
    made = sudoku.make(count, seed=1)
    return [made[at : at + 81] for at in range(0, len(made), 81)]
