"""How hard a puzzle is: by the techniques that it needs, or by how long a solution must be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from clew.logic.hodoku import score
from clew.logic.position import BLOCK
from clew.logic.step import Step
from clew.make.chasing import presses_of
from clew.make.entries import only_solution
from clew.make.explain import climb, explain
from clew.make.logical import LATIN, SUDOKU, TATHAM, position_of
from clew.make.telling import NoSolution, NotUnique, certain, solved_within
from clew.nine import CELLS, FROM_DIGITS, TO_DIGITS
from clew.puzzle import GridPuzzle, Puzzle, Unsuited, as_puzzle
from clew.puzzles.lights_out import LightsOut
from clew.result import Stopped
from clew.search import native
from clew.solving import choose

LOT, SLICE = 4096, 64
"""Sudokus that are rated before the first of them is told, and by one call of the kernel."""


@dataclass(frozen=True)
class Rating:
    """The hardest step of a solution, and the hardest up to its first placement and first step.

    For a Sudoku these are the ER, EP and ED of Sudoku Explainer. Where there is a `unit`, the
    rating is the least number of them that a solution needs, and the rest is empty.
    """

    level: str
    rating: float
    pearl: float
    diamond: float
    techniques: tuple[tuple[str, int], ...]
    """How often each technique is needed, in the order in which they are first."""
    hodoku: tuple[str, int] | None = None
    """HoDoKu's level and score, for an ordinary 9x9 Sudoku."""
    unit: str = ""

    def __str__(self) -> str:
        if self.unit:
            return f"{self.rating:.0f} {self.unit}"
        said = f"{self.level} {self.rating:.1f}/{self.pearl:.1f}/{self.diamond:.1f}"
        return f"{said} {self.hodoku[0]} {self.hodoku[1]}" if self.hodoku else said

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def rate(puzzle: Puzzle | str, *, uniqueness: bool = True) -> Rating:
    """How hard the puzzle is.

    A grid, or any other CSP, must have exactly one solution (NotUnique); Unsuited for a kind of
    puzzle that has no rating.
    """
    puzzle = as_puzzle(puzzle)
    if "game" in puzzle.faces:
        raise Unsuited(f"{puzzle.name} is a game and has no rating: clew explain tells who wins")
    if isinstance(puzzle, LightsOut):
        return _presses(puzzle)
    if "space" in puzzle.faces and not isinstance(puzzle, GridPuzzle):
        return _moves(puzzle)
    told = explain(puzzle, uniqueness=uniqueness)
    counts: dict[str, int] = {}
    for step in told.steps:
        counts[step.technique] = counts.get(step.technique, 0) + 1
    pearl, diamond = _first(told.steps)
    return Rating(
        told.level,
        told.rating,
        pearl,
        diamond,
        tuple(counts.items()),
        _hodoku(puzzle, uniqueness),
    )


def _presses(puzzle: LightsOut) -> Rating:
    found, result = presses_of(puzzle)
    if found is None:
        raise NoSolution(f"no solution: {result.reason}")
    if not found.fewest:
        raise Stopped(f"the least of 2^{found.ways} solutions is out of reach")
    return _length(len(found.cells), "press", "presses")


def _moves(puzzle: Puzzle) -> Rating:
    """The length of a shortest way, where ways are not all of one length."""
    if not puzzle.step or not choose(puzzle).optimal:
        raise Unsuited(f"{puzzle.name} has no rating: its solutions are all of one length")
    result = certain(solved_within(puzzle))
    return _length(len(result.answer), puzzle.step, f"{puzzle.step}s")


def _length(count: int, one: str, several: str) -> Rating:
    return Rating("", float(count), 0.0, 0.0, (), unit=one if count == 1 else several)


def tatham_level(puzzle: Puzzle) -> str:
    """The level of Tatham's Solo (for a Sudoku) or Unequal that solves it, and no lower one."""
    position = position_of(puzzle)
    scale = TATHAM if position.frame.of_kind[BLOCK] else LATIN
    steps = climb(position, scale, only_solution(puzzle))
    return scale.level(max((step.rating for step in steps), default=0.0))


def _hodoku(puzzle: Puzzle, uniqueness: bool) -> tuple[str, int] | None:
    if "bands" not in puzzle.faces:
        return None
    found = score(position_of(puzzle), uniqueness)
    return found.level, found.score


def _first(steps: tuple[Step, ...]) -> tuple[float, float]:
    """The hardest rating up to the first placement, and that of the first step."""
    hardest = 0.0
    for step in steps:
        hardest = max(hardest, step.rating)
        if step.placements:
            break
    return hardest, steps[0].rating if steps else 0.0


# ------------------------------------------------------------------ many at once


def rate_all(
    puzzles: Sequence[Puzzle], *, uniqueness: bool = True
) -> Iterator[Rating | NotUnique | Stopped]:
    """Level and ratings of each, without techniques and HoDoKu's score; or why there are none.

    Ordinary 9x9 Sudokus are rated together by a kernel, where one was compiled; the ratings are
    the same as those of `rate`.
    """
    for at in range(0, len(puzzles), LOT):
        yield from _block(puzzles[at : at + LOT], uniqueness)


def _block(puzzles: Sequence[Puzzle], uniqueness: bool) -> Iterator[Rating | NotUnique | Stopped]:
    nines = [puzzle for puzzle in puzzles if native.available and "bands" in puzzle.faces]
    known = iter(list(_at_once(nines, uniqueness)))
    for puzzle in puzzles:
        nine = native.available and "bands" in puzzle.faces
        yield next(known) if nine else _rated(puzzle, uniqueness)


def _rated(puzzle: Puzzle, uniqueness: bool) -> Rating | NotUnique | Stopped:
    try:
        if "game" in puzzle.faces or "space" in puzzle.faces:
            return rate(puzzle, uniqueness=uniqueness)
        told = explain(puzzle, uniqueness=uniqueness)
        return Rating(told.level, told.rating, *_first(told.steps), ())
    except (NotUnique, Stopped) as error:
        return error


def _at_once(puzzles: Sequence[Puzzle], uniqueness: bool) -> Iterator[Rating | NotUnique | Stopped]:
    """The ratings of ordinary 9x9 Sudokus, by the kernels that solve and rate many."""
    grids = [bytes(puzzle.cells) for puzzle in puzzles if isinstance(puzzle, GridPuzzle)]
    counts, found = native.sudoku_batch(b"".join(grids).translate(TO_DIGITS), 2, 1, True, 1, None)
    good = [number for number, count in enumerate(counts) if count == 1]
    solved = found.translate(FROM_DIGITS)
    rated = _kernel(
        [grids[number] for number in good],
        [solved[number * CELLS : (number + 1) * CELLS] for number in good],
        uniqueness,
    )
    ratings = iter(range(0, len(rated), 3))
    for number, puzzle in enumerate(puzzles):
        if counts[number] != 1:
            yield _objection(puzzle)
            continue
        at = next(ratings)
        hardest, pearl, diamond = (tenths / 10 for tenths in rated[at : at + 3])
        yield Rating(SUDOKU.level(hardest), hardest, pearl, diamond, ())


def _kernel(givens: Sequence[bytes], solved: Sequence[bytes], uniqueness: bool) -> bytes:
    """The ratings in tenths, three for each puzzle; on all processors, if there are many."""

    def some(at: int) -> bytes:
        part = slice(at, at + SLICE)
        return native.rate_sudokus(b"".join(givens[part]), b"".join(solved[part]), uniqueness)

    with ThreadPoolExecutor() as pool:
        try:
            return b"".join(pool.map(some, range(0, len(givens), SLICE)))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _objection(puzzle: Puzzle) -> NotUnique:
    try:
        only_solution(puzzle)
    except NotUnique as error:
        return error
    raise AssertionError(f"{puzzle.id} has one solution, and the batch counted others")
