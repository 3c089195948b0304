"""A package adds puzzles and strategies by entry points, tested with one that's installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = '''
import clew

sums = clew.Problem("sums")
x, y = sums.variables("xy", range(10)).values()
sums.add(x + y == 12, x * y == 35, x < y)

@clew.walk(start=0, goal=20)
def steps(n):
    yield "one", n + 1
    yield "three", n + 3

@clew.strategy("forward-only", face=clew.StateSpace, complete=False)
def forward(space, run, *, depth: int = 20):
    """Search up to a number of moves."""
    stack = [(space.start, ())]
    while stack:
        state, moves = stack.pop()
        run.visit()
        if space.is_goal(state):
            yield moves
        elif len(moves) < depth:
            stack += [(after, (*moves, move)) for move, after in space.successors(state)]
'''
METADATA = "Metadata-Version: 2.1\nName: clew-sums\nVersion: 1.0\n"
POINTS = """[clew.puzzles]
sums = clew_sums:sums
steps = clew_sums:steps

[clew.strategies]
forward-only = clew_sums:forward
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Install the package in a folder, as pip would."""
    (tmp_path / "clew_sums.py").write_text(MODULE, encoding="utf-8")
    record = tmp_path / "clew_sums-1.0.dist-info"
    record.mkdir()
    (record / "METADATA").write_text(METADATA, encoding="utf-8")
    (record / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    return tmp_path


def clew(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", "clew", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_installed_package_adds_its_puzzles_and_strategies(installed: Path) -> None:
    assert "sums" in clew(installed, "puzzles").stdout
    assert clew(installed, "count", "sums:", "-q").stdout == "1\n"
    solved = clew(installed, "solve", "steps:", "--strategy", "forward-only:depth=8", "-q")
    assert (solved.returncode, solved.stderr) == (0, "")
    assert "8 moves: " in solved.stdout
    assert "forward-only" in clew(installed, "strategies").stdout


def test_broken_package_is_reported_and_the_rest_works(installed: Path) -> None:
    (installed / "clew_sums.py").write_text("import nothing_such\n", encoding="utf-8")
    listed = clew(installed, "puzzles")
    assert listed.returncode == 0
    assert "queens" in listed.stdout
    assert listed.stderr.count("\n") == 2  # a line for each of its two puzzles
    assert "clew-sums: sums: ModuleNotFoundError: No module named 'nothing_such'" in listed.stderr
    assert clew(installed, "solve", "queens:6").returncode == 0
    unknown = clew(installed, "solve", "queens:6", "--strategy", "forward-only")
    assert unknown.returncode == 2
    assert "unknown strategy 'forward-only'" in unknown.stderr
