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
from clew.search.auto import FOLDERS
from clew.search.strategy import strategies, within
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


KILLER = "killer:2x2k:p,abbba____________,5a5a5a5a5a5a5a5a"
GRID = """
grid = clew.Grid(4, 4, range(1, 5))
grid.latin()
grid.boxes(2, 2)
grid.cage([(0, 0), (0, 1)], total=5)
print(clew.solve(grid).solution)
"""


@needs_kernel
@pytest.mark.parametrize(
    ("puzzle", "own", "folders"),
    [
        ("queens:8", 50, set()),
        (f"sudoku:{EASY}", 75, set()),
        (KILLER, 92, {"csp"}),
        ("pancakes:3,1,2", 70, {"space"}),
    ],
)
def test_a_puzzle_imports_few_modules_and_only_strategies_for_its_face(
    puzzle: str, own: int, folders: set[str]
) -> None:
    status, modules, _ = started("solve", puzzle)
    assert status == 0
    _check_few(modules, own, folders)
    assert "shutil" not in modules


@needs_kernel
def test_a_grid_imports_few_modules() -> None:
    program = f"import clew, json, sys{GRID}print(json.dumps([*sys.modules]))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    modules = set(json.loads(ended.stdout.splitlines()[-1]))
    _check_few(modules, 76, {"csp"})
    assert not modules & {"pathlib", "random", "shutil", "urllib.parse"}


def _check_few(modules: set[str], own: int, folders: set[str]) -> None:
    """Check the number of our modules, and the folders of strategies among them."""
    ours = sorted(name for name in modules if name.startswith("clew."))
    assert len(ours) <= own, ours
    kinds = {"csp", "space", "game", "linear", "proof"}
    assert {name for name in kinds if f"clew.search.{name}" in modules} == folders
    unused = ("clew.explanations", "clew.generators", "clew.board.svg", "clew.model.maker")
    assert not [name for name in ours if name.startswith(unused)]


def test_auto_knows_the_folder_of_every_strategy_that_it_may_choose() -> None:
    for face, folder in FOLDERS.items():
        able = {kind for kind in strategies().values() if kind.face is face and kind.level}
        assert able
        assert able == {kind for kind in within(folder) if kind.face is face and kind.level}


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
