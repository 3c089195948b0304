"""Solves 9 x 9 Sudokus one at a time: `solve` from Python, its pieces, and the kernel alone.

Single-puzzle rows solve the same puzzle repeatedly. Set rows solve each puzzle once per round, so
that the branch predictor can't memorise it. The sets are the files sudoku_*.txt in the folder that
CLEW_DATA names. On them the kernel proves each puzzle unique. It gets them one by one from Python,
and the row of full grids shows the cost of the calls alone. A solver added with `--peer` joins if
its kind is `sudoku-single`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from benchmarks.puzzles import SUDOKU_9, SUDOKU_EASY, SUDOKU_HARD, Later
from benchmarks.rates import sample
from benchmarks.row import Row
from benchmarks.sudoku import batches
from clew import Sudoku, is_unique, solve
from clew.puzzles.sudoku.face import Givens
from clew.puzzles.sudoku.search import BandsKernel

BEST = "backtracking:infer=mac+hidden-singles"


SIZE = 2_000
"""The number of puzzles from each set."""
PLENTY = 10**9
ONE = {"easy": SUDOKU_EASY, "17 givens": SUDOKU_9, "hard": SUDOKU_HARD}
EASY = 5e-6
"""Seconds for `solve` on an easy puzzle, with everything included."""


def rows() -> Iterator[Row]:
    for title, text in ONE.items():
        yield from pieces(title, Sudoku.parse(text))
    for batch in batches():
        if batch.name in ("17_clue", "random", "magictour", "hardest"):
            yield from rates(batch.title, batch.lines)


def pieces(title: str, puzzle: Sudoku) -> Iterator[Row]:
    """Yield rows for one puzzle: the whole call, its parts, and the search of any CSP."""
    answer, givens = solve(puzzle).solution, puzzle.face(Givens)
    whole = Row(
        "solve",
        partial(solve, puzzle),
        slow={"the search of any CSP": partial(solve, puzzle, BEST)},
        within=EASY if title == "easy" else None,
        part=f"one puzzle, {title}",
        quick=title == "easy",
    )
    yield whole
    parts: dict[str, Callable[[], object]] = {
        "is_unique": partial(is_unique, puzzle),
        "the kernel": lambda: BandsKernel(givens).run(1, 64),
        "the check of the answer": partial(puzzle.check, answer),
    }
    for work, ours in parts.items():
        yield replace(whole, work=work, ours=ours, slow={}, within=None, quick=False)


def rates(title: str, every: Sequence[str]) -> Iterator[Row]:
    """Yield rows for many puzzles, in the kernel alone and from Python."""
    lines = Later(lambda: sample(every, SIZE))
    puzzles = Later(lambda: [Sudoku.parse(line) for line in lines])
    givens = Later(lambda: [puzzle.face(Givens) for puzzle in puzzles])
    kernel = Row(
        "the kernel, unique",
        lambda: [BandsKernel(each).run(2, PLENTY) for each in givens],
        size=SIZE,
        goals={"tdoku": 1.0} if title.startswith("17 clue") else {},
        part=f"one by one, {title}",
        lines=lines,
        kind="sudoku-single",
        kernel=title.startswith("17 clue"),
    )
    yield kernel
    full = Later(lambda: [Sudoku(solve(puzzle).solution).face(Givens) for puzzle in puzzles])
    works = {
        "the kernel, full grids": lambda: [BandsKernel(each).run(2, PLENTY) for each in full],
        "solve, first answer": lambda: [solve(puzzle) for puzzle in puzzles],
        "solve, unique": lambda: [solve(puzzle, max_solutions=2) for puzzle in puzzles],
    }
    for work, ours in works.items():
        yield replace(kernel, work=work, ours=ours, goals={}, lines=(), kernel=False)
