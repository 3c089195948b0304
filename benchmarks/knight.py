"""Knight's tours: large boards, every tour of small ones, exact counts, and Warnsdorff's cost.

All times are from Python and, where tours are found, include the check of each. Goals:
1,000 x 1,000 open and closed in 0.3 s, the 1,728 tours of 5x5 in 20 ms, the 6,637,920 of 6x6 in
20 s, and 9,862 (6x6) and 55,488,142 (8x6) closed tours in 20 s.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.measure import cpu, duration, interleaved
from clew import Knight, count, solve
from clew.puzzle import Puzzle

LARGE = ("1000x1000", "1000x1000,closed", "999x1001@500,500", "3x10000,closed", "4x1000@0,500")
COUNTS = (
    ("5x5", "auto", 1728, 0.02),
    ("6x6", "auto", 6_637_920, 20.0),
    ("6x6,closed", "auto", 9_862, 20.0),
    ("6x6,closed", "frontier", 9_862, 20.0),
    ("8x6,closed", "auto", 55_488_142, 20.0),
)


def main() -> None:
    print("\nOne tour, checked")
    for text in LARGE:
        puzzle = Knight.parse(text)
        for strategy in ("tour", "warnsdorff"):
            if min(puzzle.rows, puzzle.cols) > 4 or strategy == "tour":
                once(f"{text}, {strategy}", lambda p=puzzle, s=strategy: _solved(p, s), 0.3)
    print("\nWarnsdorff's rule: steps taken back, from the corner")
    for side in (8, 50, 100, 200, 500, 1000):
        for closed in (False, True):
            found = solve(Knight(side, side, None, closed), "warnsdorff", max_seconds=10)
            kind = "closed" if closed else "open"
            print(f"  {side:>4} x {side:<4} {kind:<7} {found.stats.backtracks:>9,}")
    print("\nEvery tour, found and checked")
    once(
        "5x5, warnsdorff", lambda: len(solve(Knight(5, 5), "warnsdorff", max_answers=None).answers)
    )
    print("\nHow many tours there are")
    for text, strategy, known, goal in COUNTS:
        puzzle = Knight.parse(text)
        once(f"{text}, {strategy}", lambda p=puzzle, s=strategy, k=known: _counted(p, s, k), goal)
    print("\n5x5 from the corner: 002's plain backtracking, and what else finds a tour")
    corner = Knight(5, 5, (0, 0))
    names = ("depth-first", "warnsdorff", "frontier", "tour")
    works = {name: _work(corner, name) for name in names}
    for name, seconds in interleaved(works, rounds=5).items():
        print(f"  {name:<36}{duration(seconds):>11}")


def once(title: str, work: Callable[[], object], goal: float | None = None) -> None:
    """One row: the least of a few runs, or one if it is long, and the goal."""
    seconds = cpu(work)
    if seconds < 2:
        seconds = min(seconds, *(cpu(work) for _ in range(4)))
    print(f"  {title:<36}{duration(seconds):>11}{f'   goal {duration(goal)}' if goal else ''}")


def _work(puzzle: Puzzle, strategy: str) -> Callable[[], object]:
    return lambda: _solved(puzzle, strategy)


def _solved(puzzle: Puzzle, strategy: str) -> None:
    assert solve(puzzle, strategy).solved


def _counted(puzzle: Puzzle, strategy: str, known: int) -> None:
    assert count(puzzle, strategy) == known
