"""Proofs in files, which are checked before they get their names, against searches without."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.row import Row
from clew.core.puzzle import Puzzle
from clew.model.problem import Problem
from clew.notation import parse
from clew.search.proof.checker import check
from clew.search.run import solve

FILE = Path(tempfile.mkdtemp(prefix="clew-")) / "proof.pbp"
WRITTEN: dict[int, tuple[list[str], list[str]]] = {}
"""The lines of the model and of the proof of each puzzle."""


def with_proof(puzzle: Puzzle) -> bool:
    """Return whether the solution is unique, after writing and checking the proof and the model."""
    return bool(solve(puzzle, max_solutions=2, proof=FILE).unique)


def best_with_proof(puzzle: Puzzle) -> int | None:
    return solve(puzzle, proof=FILE).best


def best_without(puzzle: Puzzle) -> int | None:
    return solve(puzzle).best


def only_check(puzzle: Puzzle) -> bool:
    """Return whether the proof holds. The first call writes it."""
    if id(puzzle) not in WRITTEN:
        solve(puzzle, max_solutions=2 if puzzle.objective is None else 1, proof=FILE)
        files = FILE.with_suffix(".opb"), FILE
        model, proof = (each.read_text("utf-8").splitlines() for each in files)
        WRITTEN[id(puzzle)] = model, proof
    return check(*WRITTEN[id(puzzle)]).complete


def knapsack(seed: int) -> Problem:
    """Find the most valuable load: up to three of each of seven items within a weight."""
    rng, problem = Random(seed), Problem(f"knapsack {seed}")
    items = [problem.variable(f"item {n}", range(4)) for n in range(7)]
    weights = [rng.randint(5, 25) for _ in items]
    problem.add(sum(w * x for w, x in zip(weights, items, strict=True)) <= 100)
    problem.maximise(sum((w + rng.randint(-3, 3)) * x for w, x in zip(weights, items, strict=True)))
    return problem


def same_search(puzzle: Puzzle) -> bool:
    return bool(solve(puzzle, "pseudo-boolean", max_solutions=2).unique)


def learning(puzzle: Puzzle) -> bool:
    return bool(solve(puzzle, "learning", max_solutions=2).unique)


def usual(puzzle: Puzzle) -> bool:
    return bool(solve(puzzle, max_solutions=2).unique)


PEERS = {
    "the same search, no proof": same_search,
    "learning, no proof": learning,
    "auto, no proof": usual,
    "only the check": only_check,
}


def rows() -> Iterator[Row]:
    sets = {
        "Sudoku 9x9, hard": [parse(f"sudoku:9,level=hard#{n}") for n in range(20)],
        "Sudoku 16x16": [parse("sudoku:16#1")],
        "Futoshiki 7x7": [parse(f"futoshiki:7#{n}") for n in range(7)],
        "KenKen 5x5": [parse(f"kenken:5#{n}") for n in range(5)],
        "towers 4x4": [parse(f"towers:4#{n}") for n in range(5)],
        "killer 2x2": [parse(f"killer:2x2#{n}") for n in range(5)],
        "queens 8, completed": [parse(f"queens:8#{n}") for n in range(7)],
        "Latin 10": [parse(f"latin:10#{n}") for n in range(5)],
    }
    for name, puzzles in sets.items():
        quick = puzzles is sets["Latin 10"]
        yield Row(f"unique with a proof: {name}", with_proof, PEERS, over=puzzles, quick=quick)
    loads = [knapsack(seed) for seed in range(5)]
    peers = {"auto, no proof": best_without, "only the check": only_check}
    yield Row("best with a proof: knapsack of 7", best_with_proof, peers, over=loads)
