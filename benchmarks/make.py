"""Makes puzzles at a level and rates puzzles, next to py-sudoku and hodoku-py, on one core.

Minimal puzzles from the kernel are in the section `sudoku`, and Futoshiki has its own. Most of
py-sudoku's puzzles have several solutions, so it's also timed until it has made unique ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

from benchmarks.puzzles import Later
from benchmarks.row import Row
from clew.explanations.explain import explain, rate
from clew.explanations.techniques.scale import BOXES
from clew.generators.maker import generate, recipe, series
from clew.puzzles.sudoku import batch as sudoku
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.search import native

MANY = 1_000
TO_RATE = 200
UNIQUE = 2
PER_SECOND = {"easy": 20_000, "medium": 20_000, "hard": 2_000}


def rows() -> Iterator[Row]:
    yield Row("queens:8", partial(generate, "queens", seed=1), part="one", quick=True)
    yield from making()
    yield from rating()
    yield from readable()


def making() -> Iterator[Row]:
    part = "one puzzle at a level"
    yield Row(
        "sudoku, minimal; py-sudoku: 25 clues, unique or not",
        partial(sudoku.make, 4096, 1, threads=1),
        {"py-sudoku": partial(_py_sudoku, 0.7)},
        size=4096,
        sizes={"py-sudoku": 1},
        part="one puzzle",
    )
    yield Row(
        "sudoku, unique, with 33 clues",
        partial(sudoku.make, 4096, 1, clues=33, threads=1),
        {"py-sudoku": _py_sudoku_until_unique},
        size=4096,
        sizes={"py-sudoku": UNIQUE},
        goals={"py-sudoku": 1_000},
        part="one puzzle",
    )
    for level in ("easy", "medium", "hard", "diabolical"):
        yield Row(
            f"sudoku of order 9, {level}",
            partial(_some, "sudoku", "9", level, 20),
            size=20,
            within=0.2,
            part=part,
        )
    for size, level in (("6", "easy"), ("9,x", "hard"), ("9,jigsaw", "medium"), ("16", "hard")):
        yield Row(
            f"sudoku of order {size}, {level}",
            partial(_some, "sudoku", size, level, 3),
            size=3,
            part=part,
        )
    yield Row("sudoku of order 25", partial(_some, "sudoku", "25", None, 1), part=part)


def rating() -> Iterator[Row]:
    """Yield rows for the native rater and hodoku-py, whose own score uses similar techniques."""
    for level, rate_of in PER_SECOND.items():
        yield Row(
            level,
            partial(_rated, level),
            {"hodoku-py": partial(_hodoku, level)},
            size=TO_RATE,
            sizes={"hodoku-py": 2},
            within=1 / rate_of,
            goals={"hodoku-py": 100},
            part="rating one sudoku",
        )


def readable() -> Iterator[Row]:
    for level in ("easy", "medium", "hard"):
        yield Row(
            f"explained, {level}",
            explain,
            over=Later(partial(_first, level, 20)),
            within=0.05,
            part="one puzzle by the readable engine",
        )
        yield Row(
            f"rated by both scales, {level}",
            rate,
            over=Later(partial(_first, level, 5)),
            part="one puzzle by the readable engine",
        )


@cache
def puzzles_of(level: str) -> tuple[Sudoku, ...]:
    made = series(recipe("sudoku", level=level, seed=1), TO_RATE)
    return tuple(each for each in made if isinstance(each, Sudoku))


def _first(level: str, count: int) -> Sequence[Sudoku]:
    return puzzles_of(level)[:count]


@cache
def _packed(level: str) -> tuple[bytes, bytes]:
    """Return the givens and solutions of puzzles at a level, in the rater's format."""
    givens = b"".join(bytes(puzzle.cells) for puzzle in puzzles_of(level))
    text = bytes(value + 48 for value in givens)
    return givens, bytes(digit - 48 for digit in sudoku.solve(text).grids)


def _rated(level: str) -> bytes:
    rated: bytes = native.lib.rate_sudokus(*_packed(level), BOXES.rows)
    return rated


def _some(kind: str, size: str, level: str | None, count: int) -> Sequence[object]:
    return list(series(recipe(kind, size, level=level, seed=1), count))


def _py_sudoku(blanks: float) -> None:
    from sudoku import Sudoku as Theirs

    Theirs(3, seed=1).difficulty(blanks)


def _py_sudoku_until_unique() -> None:
    """Make puzzles of 33 clues until enough have one solution: one in sixty has."""
    from sudoku import Sudoku as Theirs

    found = seed = 0
    while found < UNIQUE:
        board = Theirs(3, seed=seed).difficulty(0.6).board
        found += sudoku.unique("".join(str(cell or 0) for row in board for cell in row))[0]
        seed += 1


def _hodoku(level: str) -> None:
    import hodoku

    solver = hodoku.Solver()
    for puzzle in puzzles_of(level)[:2]:
        solver.solve("".join(map(str, puzzle.cells)))
