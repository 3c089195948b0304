"""How Sudokus are rated: with HoDoKu's score, and ordinary 9x9 ones many at once by a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clew.core.result import Stopped
from clew.explanations.entries import EntryExplainer, only_solution
from clew.explanations.explanation import NotUnique, Rating
from clew.explanations.grids import position_of
from clew.explanations.techniques.hodoku import score
from clew.explanations.techniques.scale import BOXES
from clew.puzzles.sudoku.batch import ratings
from clew.puzzles.sudoku.face import TO_DIGITS
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.workers import processors


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
    cells = b"".join(bytes(puzzle.cells) for puzzle in puzzles).translate(TO_DIGITS)
    rated = ratings(cells, uniqueness, threads=processors())
    return [
        _objection(puzzle) if isinstance(each, int) else _rating(*each)
        for puzzle, each in zip(puzzles, rated, strict=True)
    ]


def _rating(hardest: int, pearl: int, diamond: int) -> Rating:
    return Rating(BOXES.level(hardest / 10), hardest / 10, pearl / 10, diamond / 10)


def _objection(puzzle: Sudoku) -> NotUnique:
    try:
        only_solution(puzzle)
    except NotUnique as error:
        return error
    raise AssertionError(f"{puzzle.id} has one solution, and the batch counted others")
