"""Compares the engine with general constraint solvers: the same models, the first solution.

Each solver starts from the same CSP and builds its own model within the time. Clew's time includes
the check of the solution. Programs are timed without their start-up, and also prove that the
solution is unique.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.peers import cp_sat, py_sudoku, pysat, python_constraint, simpleai
from benchmarks.puzzles import FUTOSHIKI_5_MIXED, FUTOSHIKI_5_SIGNS, FUTOSHIKI_7_SIGNS, SUDOKU_9
from benchmarks.row import Row
from clew import Futoshiki, Puzzle, Queens, Sudoku, solve

PYTHON_CONSTRAINT = "python-constraint2"
FAST = {"CP-SAT": cp_sat, "pysat": pysat}


def rows() -> Iterator[Row]:
    yield small("Futoshiki 5x5, signs only", FUTOSHIKI_5_SIGNS, quick=True)
    yield small("Futoshiki 5x5, signs and givens", FUTOSHIKI_5_MIXED)
    for number, text in enumerate(FUTOSHIKI_7_SIGNS, 1):
        row = one(f"Futoshiki 7x7, signs only, {number}", Futoshiki.parse(text))
        goals = {PYTHON_CONSTRAINT: 1_000}
        yield replace(row, goals=goals, lines=[text], kind="futoshiki")
    yield sudoku()
    yield one("8 queens", Queens(8))
    yield one("12 queens", Queens(12))


def small(work: str, texts: tuple[str, ...], quick: bool = False) -> Row:
    """Return a row of small puzzles. Only simpleai is slow on them."""
    return Row(
        work,
        ours=solve,
        peers={PYTHON_CONSTRAINT: python_constraint, **FAST},
        slow={"simpleai": simpleai},
        over=[Futoshiki.parse(text) for text in texts],
        goals={PYTHON_CONSTRAINT: 10, "simpleai": 100},
        lines=texts,
        kind="futoshiki",
        quick=quick,
    )


def one(work: str, puzzle: Puzzle) -> Row:
    """Return a row of one puzzle that may take the peers very long."""
    slow = {PYTHON_CONSTRAINT: python_constraint, "simpleai": simpleai}
    return Row(work, solve, FAST, slow, [puzzle])


def sudoku() -> Row:
    row = one("Sudoku 9x9, 17 givens", Sudoku.parse(SUDOKU_9))
    return replace(row, slow={**row.slow, "py-sudoku": py_sudoku}, lines=[SUDOKU_9])
