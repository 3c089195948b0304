"""Uniqueness with a proof in a file, against the same search without, and another."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

from benchmarks.row import Row
from clew.core.puzzle import Puzzle
from clew.generators.generate import parse
from clew.search.run import solve

FILE = os.path.join(tempfile.gettempdir(), f"clew-{os.getpid()}.pbp")  # noqa: PTH118


def with_proof(puzzle: Puzzle) -> bool:
    """Whether there is one answer; the proof and the model are written."""
    return bool(solve(puzzle, max_answers=2, proof=FILE).unique)


def same_search(puzzle: Puzzle) -> bool:
    return bool(solve(puzzle, "pseudo-boolean", max_answers=2).unique)


def learning(puzzle: Puzzle) -> bool:
    return bool(solve(puzzle, "learning", max_answers=2).unique)


def usual(puzzle: Puzzle) -> bool:
    return bool(solve(puzzle, max_answers=2).unique)


PEERS = {
    "the same search, no proof": same_search,
    "learning, no proof": learning,
    "auto, no proof": usual,
}


def rows() -> Iterator[Row]:
    sets = {
        "Sudoku 9x9, hard": [parse(f"sudoku:9,level=hard#{n}") for n in range(20)],
        "Sudoku 16x16": [parse("sudoku:16#1")],
        "Futoshiki 7x7": [parse(f"futoshiki:7#{n}") for n in range(10)],
        "KenKen 5x5": [parse(f"kenken:5#{n}") for n in range(5)],
        "towers 4x4": [parse(f"towers:4#{n}") for n in range(5)],
        "killer 2x2": [parse(f"killer:2x2#{n}") for n in range(5)],
        "queens 8, completed": [parse(f"queens:8#{n}") for n in range(10)],
        "Latin 10": [parse(f"latin:10#{n}") for n in range(5)],
    }
    for name, puzzles in sets.items():
        quick = puzzles is sets["Latin 10"]
        yield Row(f"unique with a proof: {name}", with_proof, PEERS, over=puzzles, quick=quick)
