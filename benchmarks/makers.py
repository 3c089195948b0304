"""Makes puzzles that need a rating or a search for each clue, next to Simon Tatham's generators.

Each call makes the next ten puzzles of a series, so the times are means over fresh seeds. Tatham's
levels aren't Clew's: his are the ones with the most similar names. His programs are the generators
of his collection (pattern, singles, loopy, keen, towers). You link each with a `main` that takes
parameters, a number of puzzles and a seed, and makes these puzzles. CLEW_TATHAM names the folder of
the programs. They start in a millisecond, and each call makes a hundred puzzles.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from functools import cache, partial
from itertools import count
from pathlib import Path

from benchmarks.row import NotInstalled, Row
from clew.core.puzzle import Puzzle
from clew.generators.maker import generate

PUZZLES = 10
HIS_PUZZLES = 100
RATIO = 1 / 20
CASES = (
    ("nonogram", "20x20", None, "pattern", "20x20"),
    ("nonogram", "25x25", None, "pattern", "25x25"),
    ("hitori", "12x12", None, "singles", "12x12dk"),
    ("slitherlink", "10x10", "hard", "loopy", "10x10t0dh"),
    ("kenken", "6", "hard", "keen", "6dh"),
    ("towers", "6", None, "towers", "6de"),
    ("towers", "6", "hard", "towers", "6dh"),
    ("kakuro", "10x10", None, "", ""),
    ("kakuro", "10x10", "hard", "", ""),
)
"""Kind, size and level, and Tatham's program and its parameters; he doesn't have Kakuro."""


def rows() -> Iterator[Row]:
    for kind, size, level, program, parameters in CASES:
        yield Row(
            f"{kind} {size}{f', {level}' if level else ''}",
            partial(some, kind, size, level, count(1)),
            {"Tatham": partial(his, program, parameters)} if program else {},
            size=PUZZLES,
            sizes={"Tatham": HIS_PUZZLES},
            goals={"Tatham": RATIO},
            within=2.0,
            part="one puzzle",
            quick=kind == "hitori",
        )


def some(kind: str, size: str, level: str | None, seeds: Iterator[int]) -> list[Puzzle]:
    return [generate(kind, size, level=level, seed=next(seeds)) for _ in range(PUZZLES)]


def his(program: str, parameters: str) -> None:
    subprocess.run(
        [str(folder() / program), parameters, str(HIS_PUZZLES), "clew"],
        check=True,
        capture_output=True,
    )


@cache
def folder() -> Path:
    """Return the folder of Tatham's generators."""
    named = os.environ.get("CLEW_TATHAM")
    if not named:
        raise NotInstalled("Tatham's generators: set CLEW_TATHAM to their folder")
    return Path(named)
