"""How Sudokus are rated: with HoDoKu's score, and ordinary 9x9 ones many at once by a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from clew.core.result import Stopped
from clew.explanations.entries import EntryExplainer, only_solution
from clew.explanations.explanation import NotUnique, Rating
from clew.explanations.grids import position_of
from clew.explanations.techniques.hodoku import score
from clew.explanations.techniques.scale import BLOCKS, block_scale
from clew.puzzles.sudoku.kernels import rate_sudokus, sudoku_batch
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.puzzles.sudoku.sudoku9 import CELLS, FROM_DIGITS, TO_DIGITS

SLICE = 64
"""Sudokus that one call of the kernel rates."""


class OrdinaryExplainer(EntryExplainer):
    """An ordinary 9x9 Sudoku: it has a score of HoDoKu too."""

    def rate(self, uniqueness: bool = True) -> Rating:
        rating = super().rate(uniqueness)  # NotUnique first: a score needs one solution
        found = score(position_of(self.puzzle), uniqueness)
        return replace(rating, hodoku=(found.level, found.score))


def rate_together(
    puzzles: Sequence[Sudoku], uniqueness: bool
) -> list[Rating | NotUnique | Stopped]:
    """The ratings of ordinary 9x9 Sudokus, by the kernels that solve and rate many."""
    grids = [bytes(puzzle.cells) for puzzle in puzzles]
    counts, found = sudoku_batch(b"".join(grids).translate(TO_DIGITS), 2, 1, True, 1, None)
    good = [number for number, count in enumerate(counts) if count == 1]
    solved = found.translate(FROM_DIGITS)
    rated = _rated(
        [grids[number] for number in good],
        [solved[number * CELLS : (number + 1) * CELLS] for number in good],
        uniqueness,
    )
    ratings = iter(range(0, len(rated), 3))
    return [
        _rating(rated, next(ratings)) if count == 1 else _objection(puzzle)
        for puzzle, count in zip(puzzles, counts, strict=True)
    ]


def _rating(rated: bytes, at: int) -> Rating:
    hardest, pearl, diamond = (tenths / 10 for tenths in rated[at : at + 3])
    return Rating(BLOCKS.level(hardest), hardest, pearl, diamond)


def _rated(givens: Sequence[bytes], solved: Sequence[bytes], uniqueness: bool) -> bytes:
    """The ratings in tenths, three for each puzzle; on all processors, if there are many."""
    scale = block_scale(uniqueness).rows

    def some(at: int) -> bytes:
        part = slice(at, at + SLICE)
        return rate_sudokus(b"".join(givens[part]), b"".join(solved[part]), scale)

    with ThreadPoolExecutor() as pool:
        try:
            return b"".join(pool.map(some, range(0, len(givens), SLICE)))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _objection(puzzle: Sudoku) -> NotUnique:
    try:
        only_solution(puzzle)
    except NotUnique as error:
        return error
    raise AssertionError(f"{puzzle.id} has one solution, and the batch counted others")
