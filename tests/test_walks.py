"""How many files one enters on fixed walks through the code: few are quickly read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

import clew

HOME = str(Path(clew.__file__).parent)
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SUDOKU = clew.parse("sudoku:" + EASY)


def on_a_grid() -> clew.Grid:
    """State the same Sudoku as a user would."""
    grid = clew.Grid(9, 9, range(1, 10), name="mine")
    grid.latin()
    grid.boxes(3, 3)
    grid.fill(EASY)
    return grid


def circuit() -> None:
    problem = clew.Problem()
    problem.circuit(problem.variables("abcde", range(5)))
    clew.solve(problem)


WALKS: dict[str, tuple[int, Callable[[], object]]] = {
    "solve a built-in Sudoku": (8, lambda: clew.solve(SUDOKU)),
    "state and solve a Sudoku on Grid": (18, lambda: clew.solve(on_a_grid())),
    "a hint for a built-in Sudoku": (27, lambda: clew.hint(SUDOKU)),
    "a hint for a Sudoku on Grid": (43, lambda: clew.hint(on_a_grid())),
    "breadth-first search on jugs": (11, lambda: clew.solve("jugs:3,5=4", "breadth-first")),
    "traced backtracking on queens": (
        17,
        lambda: clew.solve("queens:6", "backtracking", trace=lambda _: None),
    ),
    "a circuit of 5": (21, circuit),
}
"""The most files of ours that a call may enter once everything is imported."""
PASSED_BY = "/core/deprecated.py"
"""It only gives new names to arguments; a reader needs it for nothing else."""


def entered(walk: Callable[[], object]) -> list[str]:
    """Return the files whose functions a call enters."""
    files: set[str] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(HOME):
            files.add(frame.f_code.co_filename.removeprefix(HOME))

    walk()  # imports what it needs
    sys.setprofile(watch)
    try:
        walk()
    finally:
        sys.setprofile(None)
    return sorted(files - {PASSED_BY})


@pytest.mark.parametrize("name", WALKS)
def test_walk_enters_few_files(name: str) -> None:
    most, walk = WALKS[name]
    files = entered(walk)
    assert len(files) <= most, files
