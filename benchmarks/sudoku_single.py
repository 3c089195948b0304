"""One 9 x 9 Sudoku at a time: what `solve` takes from Python, piece by piece, and the kernel alone.

`CLEW_DATA` names a folder with files sudoku_*.txt, one puzzle a line; without it there are only the
puzzles of this file. Goal: an easy puzzle in 5 us from Python, all included.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

from benchmarks.measure import duration, interleaved
from benchmarks.puzzles import SUDOKU_9
from clew import Sudoku, is_unique, solve
from clew.search.native import Bands
from clew.solving import BEST

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
TIMES = 500
SAMPLE = 500
PLENTY = 10**9


def main() -> None:
    for title, text in (("easy", EASY), ("17 givens", SUDOKU_9), ("hard", HARD)):
        pieces(title, Sudoku.parse(text))
    for title, puzzles in sets().items():
        rates(title, puzzles)


def pieces(title: str, puzzle: Sudoku) -> None:
    """What one puzzle takes, over and over: the parts, the whole, and the readable search."""
    answer, givens = solve(puzzle).answer, puzzle.bands()
    works: dict[str, Callable[[], object]] = {
        "the kernel": lambda: Bands(givens).run(1, 64),
        "the check of the answer": lambda: puzzle.check(answer),
        "solve": lambda: solve(puzzle),
        "is_unique": lambda: is_unique(puzzle),
    }
    print(f"\n{title}")
    least = interleaved({name: _often(work) for name, work in works.items()}, rounds=15)
    for name, seconds in least.items():
        print(f"  {name:<36}{duration(seconds / TIMES):>11}")
    readable = interleaved({BEST: lambda: solve(puzzle, BEST)}, rounds=3)[BEST]
    print(f"  {BEST:<36} {duration(readable):>10}")


def _often(work: Callable[[], object]) -> Callable[[], object]:
    def many() -> None:
        for _ in range(TIMES):
            work()

    return many


def sets() -> dict[str, list[Sudoku]]:
    """Puzzles to go through once each, so that nothing is learnt by heart."""
    rng = Random(1)
    found = {"shuffled 17 givens": [_shuffled(SUDOKU_9, rng) for _ in range(SAMPLE)]}
    folder = os.environ.get("CLEW_DATA")
    for path in sorted(Path(folder).glob("sudoku_*.txt")) if folder else ():
        lines = path.read_text(encoding="utf-8").split()
        found[path.stem] = [Sudoku.parse(line) for line in rng.sample(lines, SAMPLE)]
    return found


def _shuffled(text: str, rng: Random) -> Sudoku:
    """The same puzzle with its digits, rows, columns, bands and stacks in another order."""
    digits = [0, *rng.sample(range(1, 10), 9)]
    rows, cols = (
        [3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)]
        for _ in range(2)
    )
    cells = Sudoku.parse(text).cells
    return Sudoku(tuple(digits[cells[9 * r + c]] for r in rows for c in cols))


def rates(title: str, puzzles: list[Sudoku]) -> None:
    """The mean of many puzzles: the kernel alone, and from Python, with uniqueness proven."""
    givens = [puzzle.bands() for puzzle in puzzles]
    works: dict[str, Callable[[], object]] = {
        "the kernel, uniqueness proven": lambda: [Bands(each).run(2, PLENTY) for each in givens],
        "solve, first answer": lambda: [solve(puzzle) for puzzle in puzzles],
        "solve, uniqueness proven": lambda: [solve(puzzle, max_answers=2) for puzzle in puzzles],
    }
    print(f"\n{title}")
    for name, seconds in interleaved(works, rounds=15).items():
        each = seconds / len(puzzles)
        print(f"  {name:<36}{duration(each):>11}{1 / each:>12,.0f} /s")
