"""Finds knight's tours: large boards, every tour of small ones, exact counts, Warnsdorff's rule.

All times are those of calls from Python. Where tours are found, the time includes checking each
one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.row import Row
from clew import Knight, Result, count, solve

LARGE = ("1000x1000", "1000x1000,closed", "999x1001@500,500", "3x10000,closed", "4x1000@0,500")
COUNTS = (
    ("5x5", "auto", 1728, 0.02),
    ("6x6", "auto", 6_637_920, 20.0),
    ("6x6,closed", "auto", 9_862, 20.0),
    ("6x6,closed", "frontier", 9_862, 20.0),
    ("8x6,closed", "auto", 55_488_142, 20.0),
)
SIDES = (8, 50, 100, 200, 500, 1000)


def rows() -> Iterator[Row]:
    for text in LARGE:
        yield one_tour(Knight.parse(text), text)
    for text, strategy, known, goal in COUNTS:
        yield counted(Knight.parse(text), strategy, known, goal)
    yield Row("5x5, all found and checked", _all_of_5x5, part="all tours", within=0.02)
    corner = Knight(5, 5, (0, 0))
    yield Row(
        "5x5 from the corner, `tour`",
        partial(_solved, corner, "tour"),
        {
            name: partial(_solved, corner, name)
            for name in ("warnsdorff", "frontier", "depth-first")
        },
        part="one tour, checked",
        quick=True,
    )
    for side in SIDES:
        for closed in (False, True):
            yield steps_back(side, closed)


def one_tour(puzzle: Knight, text: str) -> Row:
    wide = min(puzzle.rows, puzzle.cols) > 4
    others = {"warnsdorff": partial(_solved, puzzle, "warnsdorff")} if wide else {}
    ours = partial(_solved, puzzle, "tour")
    return Row(f"{text}, `tour`", ours, others, part="one tour, checked", within=0.3)


def counted(puzzle: Knight, strategy: str, known: int, goal: float) -> Row:
    def ours() -> None:
        assert count(puzzle, strategy) == known

    note = f"{known:,} tours"
    work = f"{puzzle}, counted, `{strategy}`"
    return Row(
        work,
        ours,
        part="all tours",
        within=goal,
        tell=lambda _: note,
        kernel=strategy == "auto" and known < 10_000,
    )


def steps_back(side: int, closed: bool) -> Row:
    puzzle = Knight(side, side, None, closed)
    work = f"{side} x {side}, {'closed' if closed else 'open'}"
    ours = partial(solve, puzzle, "warnsdorff", max_seconds=10)
    return Row(work, ours, part="Warnsdorff's rule", tell=_steps)


def _steps(result: Result) -> str:
    return f"{result.stats.backtracks:,} steps taken back"


def _all_of_5x5() -> None:
    assert len(solve(Knight(5, 5), "warnsdorff", max_solutions=None).solutions) == 1728


def _solved(puzzle: Knight, strategy: str) -> None:
    assert solve(puzzle, strategy).solved
