"""Makes Futoshiki puzzles at each level, against Tatham's Unequal, and rates them.

Times are per unique puzzle, on one thread. With `many`, the default, numbers are removed before
signs, which comes closest to Unequal's own puzzles; with `mixed`, in any order. Unequal's time
includes its start, about 8 ms per run. When Unequal can't make a level within its attempts, it
makes an easier puzzle without saying so. All of Clew's puzzles have the level. Ratings are compared
with the readable engine in Python.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import cache, partial

from benchmarks.rates import TATHAM, found
from benchmarks.row import NotInstalled, Row
from clew.explanations.explain import rate
from clew.puzzles.latin_squares import batch as futoshiki

UNEQUAL = "Tatham's Unequal"
LETTERS = dict(zip(futoshiki.LEVELS, "tekxr", strict=True))
THEIRS = {
    5: (1000, 600, 60, 60, 60),
    6: (400, 200, 40, 25, 25),
    7: (200, 80, 20, 10, 5),
    8: (100, 40, 10, 5, 1),
    9: (60, 15, 5, 2, 0),
}
"""The puzzles per level that Unequal makes in a third of a second; 0 if one takes minutes."""
OURS = {5: 400, 6: 200, 7: 100, 8: 50, 9: 25}


def rows() -> Iterator[Row]:
    for order, numbers in THEIRS.items():
        for level, number in zip(futoshiki.LEVELS, numbers, strict=True):
            yield making(order, level, number)
    for order in (5, 7, 9):
        for level in futoshiki.LEVELS[1:4]:
            yield making(order, level, 0, "mixed")
    for order in (5, 9):
        for level in futoshiki.LEVELS[:4]:
            yield rating(order, level)


def making(order: int, level: str, theirs: int, signs: str = "many") -> Row:
    size = OURS[order] if level in futoshiki.LEVELS[:3] else max(5, OURS[order] // 5)
    return Row(
        f"{order}x{order} {level}",
        partial(futoshiki.make, size, order, 1, level=level, signs=signs, threads=1),
        peers={UNEQUAL: partial(unequal, order, level, theirs)} if theirs else {},
        size=size,
        sizes={UNEQUAL: theirs},
        goals={UNEQUAL: 10.0} if theirs else {},
        part=f"made, {signs} signs" if signs == "many" else "made, numbers and signs mixed",
        quick=order == 5 and level == "trivial" and signs == "many",
    )


def unequal(order: int, level: str, number: int) -> None:
    """Have Unequal make a number of puzzles."""
    program = found(TATHAM["futoshiki"])
    if program is None:
        raise NotInstalled("no sgt-unequal: Debian's sgt-puzzles has it")
    call = [program, "--generate", str(number), f"{order}d{LETTERS[level]}#1"]
    subprocess.run(call, stdout=subprocess.DEVNULL, check=True)


def rating(order: int, level: str) -> Row:
    size, few = OURS[order], 3
    boards = cache(lambda: futoshiki.make(size, order, 2, level=level))

    def readable() -> None:
        for puzzle in futoshiki.unpack(boards(), order)[:few]:
            rate(puzzle)

    return Row(
        f"{order}x{order} {level}",
        lambda: futoshiki.rate(boards(), order=order, threads=1),
        peers={"the readable engine": readable},
        size=size,
        sizes={"the readable engine": few},
        part="rated",
    )
