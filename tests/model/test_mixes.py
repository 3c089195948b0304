"""Mixes of rules that no family knows: their grades depend on their rules, and differ."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import clew


def dots(text: str) -> clew.Grid:
    """State a 5 x 5 Latin square with dots."""
    grid = clew.Grid(5, 5, range(1, 6), name="dots")
    grid.latin()
    return stated(grid, text)


def arrows(text: str) -> clew.Grid:
    """State a 6 x 6 Sudoku with arrows."""
    grid = clew.Grid(6, 6, range(1, 7), name="arrows")
    grid.latin()
    grid.boxes(2, 3)
    return stated(grid, text)


def knights(text: str) -> clew.Grid:
    """State a 6 x 6 Sudoku in which cells a knight's move apart differ."""
    grid = clew.Grid(6, 6, range(1, 7), name="knights")
    grid.latin()
    grid.boxes(2, 3)
    for row, col in (divmod(cell, 6) for cell in range(36)):
        for down, right in ((1, 2), (2, 1), (1, -2), (2, -1)):
            if row + down < 6 and 0 <= col + right < 6:
                grid.add(grid[row, col] != grid[row + down, col + right])
    return stated(grid, text)


def sums(text: str) -> clew.Grid:
    """State a puzzle that consists of sums of lines."""
    cells, *totals = text.split()
    grid = clew.Grid(3, 3, range(1, 6), name="sums")
    for line, total in zip((*grid.rows, *grid.columns), totals, strict=True):
        grid.add(sum(line) == int(total))
    grid.fill(cells)
    return grid


def stated(grid: clew.Grid, text: str) -> clew.Grid:
    cells, _, clues = text.partition(" ")
    grid.fill(cells)
    grid.set_clues(*filter(None, clues.split()))
    return grid


GRADED: list[tuple[Any, str, float, float]] = [
    (sums, "12.4...2. 6 10 8 7 9 8", 1, 2),
    (knights, "........3.6........4.....253.......4", 1, 2),
    (dots, "..............3.3..2..... w8-7 b22-23 w6-1 w21-20 w18-19", 1, 2),
    (dots, ".............3...1....... w1-2 b12-11 w13-8 w7-6 w15-10 w3-4 w21-16 b24-19", 2, 3),
    (dots, "..............5.3.....1.. w1-0 w13-18 b7-6 w8-3 w19-24", 5, 6),
    (dots, "..........3..........5... w1-0 b16-17 b14-9 w13-8 w3-2 w6-5 w10-11", 6, 8),
    (dots, "25...........4.1......... w7-2 w5-0 b16-11 w8-13", 8, 10),
    (arrows, ".............1.........3..5.......3. a0-1-2-3 a35-34-28 a26-20-21 a10-16-15", 1, 2),
    (arrows, "......5...2.......1......2......63.. a4-3-2 a16-15-9", 3, 4),
]
"""Unique puzzles, with the lowest and the highest grade that they can have."""
HARD = "..................2........3........ a12-18-19 a22-16-15 a8-7-6 a30-31-25 a34-35-29 a5-4-3"
"""Arrows that need chains, nets and more."""


@pytest.mark.parametrize(("kind", "text", "least", "most"), GRADED)
def test_mix_is_graded_by_the_rules_it_combines(
    kind: Any, text: str, least: float, most: float
) -> None:
    rating = clew.rate(kind(text))
    assert least <= rating.rating <= most
    assert rating.level == ("easy" if most < 2.1 else "medium" if most < 3.1 else "hard")


@pytest.mark.parametrize(("kind", "text"), [each[:2] for each in GRADED])
def test_hints_of_a_mix_never_repeat(kind: Any, text: str) -> None:
    for step in clew.explain(kind(text)).steps:
        *_, before, after = ["", *step.text.split(": ")]
        assert after
        assert not before.endswith(after), step.text


@pytest.mark.parametrize("text", [text for kind, text, _, most in GRADED if kind is dots])
def test_mix_with_more_givens_never_grades_higher(text: str) -> None:
    grid = dots(text)
    solution: Any = clew.solve(grid).solution
    entries, grades = list(grid.givens), []
    for cell in (0, 7, 14, 21, 3, 10, 17, 24):
        grades.append(clew.rate(grid.with_entries(entries)).rating)
        entries[cell] = solution[cell]
    assert all(after <= before for before, after in pairwise(grades))


@pytest.mark.slow
def test_hard_mix_needs_nets_and_grades_far_higher() -> None:
    explained = clew.explain(arrows(HARD))
    techniques = {step.technique for step in explained.steps}
    assert {"dynamic forcing net", "Nishio forcing net"} <= techniques
    assert 20 <= max(step.rating for step in explained.steps) <= 50
    assert not any("is not 4: r1c3 is not 4" in step.text for step in explained.steps)


def test_thermometers_on_a_killer_are_graded_together_with_its_sums() -> None:
    grid = clew.Grid(4, 4, range(1, 5), name="mix")
    grid.latin()
    grid.boxes(2, 2)
    grid.cage([(0, 0), (0, 1)], total=3, distinct=True)
    grid.cage([(2, 2), (3, 2), (3, 3)], total=7, distinct=True)
    grid.given((1, 0), 3)
    grid.set_clues("t9-8-12; t6-7-3")
    assert clew.is_unique(grid)
    assert 1 < clew.rate(grid).rating < 50
    made = clew.generate(grid, seed=1)
    assert made.clues_set == grid.clues_set  # type: ignore[attr-defined]
