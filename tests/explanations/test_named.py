"""Named techniques on stated grids: before other reasons, and only where rules are houses."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

import clew
from clew.explanations.mus_steps import SCALES

NAMES = {name for scale in SCALES.values() for name in scale.ratings}
SUDOKU = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def stated_sudoku(cells: str) -> clew.Grid:
    grid = clew.Grid(9, 9, range(1, 10), name="mine")
    grid.latin()
    grid.boxes(3, 3)
    for cell, sign in enumerate(cells):
        if sign != ".":
            grid.given(divmod(cell, 9), int(sign))
    return grid


def test_a_stated_sudoku_is_explained_by_techniques() -> None:
    grid = stated_sudoku(SUDOKU)
    told = clew.explain(grid)
    assert {step.technique for step in told.steps} == {
        "last cell", "naked single", "hidden single", "direct hidden pair", "pointing",
    }  # fmt: skip
    assert told.steps == clew.explain(f"sudoku:{SUDOKU}").steps
    assert str(clew.hint(grid)) == f"Hidden single: {told.steps[0].text}."
    assert clew.rate(grid).techniques == tuple(Counter(s.technique for s in told.steps).items())


def test_eliminations_are_told_with_their_cells() -> None:
    texts = [s.text for s in clew.explain(stated_sudoku(SUDOKU)).steps if s.eliminations]
    assert texts
    assert all(" can't be " in text.rpartition(": ")[2] for text in texts)


def test_cages_and_techniques_take_turns() -> None:
    """A cage leaves three values in three cells of a row, and so a naked triplet."""
    puzzle = clew.parse("kenken:6:_3b_a_4a_3a_7a_bcaca_4aa_aab,a12s1m60m90a7d3s1a9s1s1m20a7m60m6")
    first, second, *_ = clew.explain(puzzle).steps
    assert first.technique == "one rule"
    assert first.text.startswith("The cage 90* at r1c4: r1c4, r1c5 and r1c6 can't be 1, 2 or 4")
    assert second.technique == "naked triplet"
    assert second.text == (
        "r1c4, r1c5 and r1c6 can only be 3, 5 and 6, so no other cell of row 1 can: "
        "r1c1, r1c2 and r1c3 can't be 3, 5 or 6"
    )


def test_values_without_numbers_have_reasons_only() -> None:
    grid = clew.Grid(3, 3, "abc")
    grid.latin()
    grid.given((0, 0), "a")
    grid.given((1, 1), "a")
    grid.given((0, 1), "b")
    assert not NAMES & {step.technique for step in clew.explain(grid).steps}


THERMO = ".3.....1...................8.........2..............5..6......42...1.6......8..7."
BULBS = "75-74-65-64 14-5-6 31-30-29 32-41-50-59-68 33-42-51 3-4-13 23-24-25-26-17"


def thermo_sudoku() -> clew.Grid:
    grid = stated_sudoku(THERMO)
    for line in BULBS.split():
        for low, high in pairwise(map(int, line.split("-"))):
            grid.add(grid.cells[low] < grid.cells[high])
    return grid


def anti_knight() -> clew.Grid:
    grid = stated_sudoku(
        ".2.4..7...5..1......7..........93............3..2..........95......85.....6......"
    )
    for row, col in ((r, c) for r in range(9) for c in range(9)):
        for down, right in ((1, 2), (2, 1), (1, -2), (2, -1)):
            if row + down < 9 and 0 <= col + right < 9:
                grid.add(grid[row, col] != grid[row + down, col + right])
    return grid


@pytest.mark.parametrize("stated", [thermo_sudoku, anti_knight])
def test_mixed_rules_begin_with_a_simple_step(stated: object) -> None:
    assert callable(stated)
    hint = clew.hint(stated())
    assert hint.step is not None
    assert hint.step.rating < 2.5, hint
