"""Proves Futoshiki puzzles unique, in batches and one by one, against CP-SAT and Tatham's solver.

Times are per puzzle. The boards are unique and minimal, made here from fixed seeds. For "mixed"
boards, givens and signs were removed in any order; for "signs", all givens went first. The boards
"of a file" are those of futoshiki.jsonl in the folder that CLEW_DATA names. CP-SAT finds one
solution and proves nothing. Clew and Tatham's solver prove that there isn't a second one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from benchmarks import puzzles
from benchmarks.made import PLENTY, minimal_futoshikis
from benchmarks.measure import Work
from benchmarks.peers import cp_sat
from benchmarks.puzzles import (
    FUTOSHIKI_5_MIXED,
    FUTOSHIKI_5_SIGNS,
    FUTOSHIKI_7_SIGNS,
    Later,
    file,
    records,
)
from benchmarks.row import Row
from clew import is_unique
from clew.puzzles.latin_squares import batch as futoshiki
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.search import RanksKernel

BOARDS = (
    (5, "mixed", 500, 1e-6),
    (5, "signs", 500, 1e-6),
    (7, "mixed", 100, None),
    (7, "signs", 50, None),
    (9, "mixed", 50, 1e-5),
    (9, "signs", 12, 1e-3),
)
"""The orders and kinds, the number of boards, and the seconds that one may take."""
TATHAM, CP_SAT = "Tatham's Unequal", "CP-SAT"
GOALS = {5: {TATHAM: 10.0, CP_SAT: 100.0}, 7: {TATHAM: 30.0, CP_SAT: 100.0}}
GOALS[9] = GOALS[7]
FEW = 12
"""Puzzles for a peer that takes milliseconds."""


def rows() -> Iterator[Row]:
    yield a_few("5x5 mixed", FUTOSHIKI_5_MIXED)
    yield a_few("5x5 signs", FUTOSHIKI_5_SIGNS)
    yield a_few("7x7 signs", FUTOSHIKI_7_SIGNS)
    for order, kind, number, goal in BOARDS:
        boards = Later(partial(minimal_futoshikis, order, kind, number))
        yield replace(batch(f"{order}x{order} {kind}", order, boards, number), within=goal)
    for order in sorted(GOALS) if file("futoshiki.jsonl") else ():
        yield batch(f"{order}x{order} of a file", order, of_file(order), len(of_file(order)))
    calls: dict[str, Callable[..., object]] = {"the search kernel": _searched}
    for part, call in {**calls, "is_unique": is_unique}.items():
        for order, kind, number, _ in BOARDS:
            boards = Later(partial(minimal_futoshikis, order, kind, number))
            ours = partial(_each, call, boards)
            yield Row(f"{order}x{order} {kind}", ours, size=number, part=f"{part}, one by one")


def a_few(work: str, texts: Sequence[str]) -> Row:
    """Return a row for counting instructions: a small batch that needs no preparation."""
    boards = [Futoshiki.parse(text) for text in texts]
    ours = partial(_proven, boards[0].order, futoshiki.pack(boards))
    part, quick = "unique, a batch of a few", work.startswith("5x5")
    return Row(work, ours, size=len(texts), part=part, kernel=True, quick=quick)


def batch(work: str, order: int, boards: Sequence[Futoshiki], number: int) -> Row:
    """Return a row that solves all boards in one call."""
    few = min(FEW, number)
    data = cache(lambda: futoshiki.pack(boards))
    return Row(
        work,
        lambda: _proven(order, data()),
        slow={CP_SAT: lambda: [cp_sat(puzzle) for puzzle in boards[:few]]},
        size=number,
        sizes={CP_SAT: few},
        goals=GOALS[order],
        part="unique, a batch",
        lines=Later(lambda: [str(puzzle) for puzzle in boards]),
        kind="futoshiki",
    )


def _each(call: Work, boards: Sequence[Futoshiki]) -> None:
    for puzzle in boards:
        call(puzzle)


@cache
def of_file(order: int) -> list[Futoshiki]:
    path = file("futoshiki.jsonl")
    found = records(path) if path else []
    return [puzzles.futoshiki(record) for record in found if record["n"] == order]


def _proven(order: int, data: bytes) -> None:
    assert all(futoshiki.unique(data, order=order, threads=1))


def _searched(puzzle: Futoshiki) -> None:
    RanksKernel(puzzle.order, puzzle.cells, puzzle.signs).run(2, PLENTY)
