"""The engine against general constraint solvers on the same models, first solution.

Each solves from the same CSP, its own model built from it within the time; ours includes the
check of the answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.peers import cp_sat, py_sudoku, pysat, python_constraint, qqwing, simpleai
from benchmarks.puzzles import FUTOSHIKI_5_MIXED, FUTOSHIKI_5_SIGNS, FUTOSHIKI_7_SIGNS, SUDOKU_9
from benchmarks.row import Row
from clew import Futoshiki, Puzzle, Queens, Sudoku, solve

PYTHON_CONSTRAINT = "python-constraint2"
FAST = {"CP-SAT": cp_sat, "pysat": pysat}
SUDOKU = {"py-sudoku": py_sudoku, "qqwing": qqwing}


def rows() -> Iterator[Row]:
    yield small("Futoshiki 5x5, signs only", FUTOSHIKI_5_SIGNS, quick=True)
    yield small("Futoshiki 5x5, signs and givens", FUTOSHIKI_5_MIXED)
    for number, text in enumerate(FUTOSHIKI_7_SIGNS, 1):
        goals = {PYTHON_CONSTRAINT: 1_000.0}
        yield one(f"Futoshiki 7x7, signs only, {number}", Futoshiki.parse(text), goals)
    yield sudoku()
    yield one("8 queens", Queens(8))
    yield one("12 queens", Queens(12))


def small(work: str, texts: tuple[str, ...], quick: bool = False) -> Row:
    """Small puzzles, on which only simpleai is slow."""
    return Row(
        work,
        ours=solve,
        peers={PYTHON_CONSTRAINT: python_constraint, **FAST},
        slow={"simpleai": simpleai},
        over=[Futoshiki.parse(text) for text in texts],
        goals={PYTHON_CONSTRAINT: 10, "simpleai": 100},
        quick=quick,
    )


def one(work: str, puzzle: Puzzle, goals: dict[str, float] | None = None) -> Row:
    """One puzzle on which others may take very long."""
    slow = {PYTHON_CONSTRAINT: python_constraint, "simpleai": simpleai}
    return Row(work, solve, FAST, slow, [puzzle], goals=goals or {})


def sudoku() -> Row:
    slow = {PYTHON_CONSTRAINT: python_constraint, "simpleai": simpleai, **SUDOKU}
    return Row(
        "Sudoku 9x9, 17 givens", solve, FAST, slow, [Sudoku.parse(SUDOKU_9)], lines=[SUDOKU_9]
    )
