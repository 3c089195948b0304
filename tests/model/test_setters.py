"""Setters' clues own their rules, picture and text, on any grid."""

from __future__ import annotations

import pickle
from itertools import pairwise, product
from typing import Any

import pytest

import clew
from clew.board.pen import Line, Pen
from clew.board.svg import svg
from clew.board.text import text
from clew.core.grid import beside
from clew.core.rng import SplitMix64
from clew.model.setters import (
    CLUES,
    ArrowSum,
    BlackDot,
    SetClue,
    Thermometer,
    WhisperLoop,
    WhiteDot,
    clues_in,
    minimal,
    read_clues,
)

HOLDS: dict[str, tuple[str, Any]] = {
    "t": ("t0-1-2", lambda a, b, c: a < b < c),
    "p": ("p0-1-2", lambda a, b, c: a == c),
    "r": ("r0-1-2", lambda a, b, c: {a, b, c} == set(range(min(a, b, c), min(a, b, c) + 3))),
    "l": (
        "l0-1-2-3",
        lambda *of: all(abs(a - b) >= 2 for a, b in pairwise((*of, of[0]))),
    ),
    "n": ("n0-1-2", lambda a, b, c: a < b < c or c < b < a),
    "a": ("a0-1-2", lambda a, b, c: a == b + c),
    "w": ("w0-1", lambda a, b, c: abs(a - b) == 1),
    "b": ("b0-1", lambda a, b, c: a == 2 * b or b == 2 * a),
    "k": ("k0-1-2=7", lambda a, b, c: a + b + c == 7),
}


def strip(cells: int = 3) -> clew.Grid:
    return clew.Grid(1, cells, range(1, 5), name="strip")


def wide(sign: str) -> int:
    """Return the number of cells of a clue in the table."""
    return 1 + HOLDS[sign][0].count("-")


def sudoku() -> clew.Grid:
    grid = clew.Grid(4, 4, range(1, 5), name="small")
    grid.latin()
    grid.boxes(2, 2)
    return grid


@pytest.mark.parametrize("sign", CLUES)
def test_clue_allows_exactly_its_values(sign: str) -> None:
    written, holds = HOLDS[sign]
    grid = strip(max(3, wide(sign)))
    grid.set_clues(written)
    found = {tuple(solution) for solution in clew.Search(grid)}
    every = product(range(1, 5), repeat=len(grid.cells))
    assert found == {values for values in every if holds(*values)}


@pytest.mark.parametrize("sign", CLUES)
def test_clue_owns_its_rules_picture_and_text(sign: str) -> None:
    grid, pen = strip(max(3, wide(sign))), Pen()
    grid.set_clues(HOLDS[sign][0])
    grid.draw(pen)
    assert pen.drawing
    assert grid.board().drawing == pen.drawing  # and no signs for the rules that it states
    assert any(shape.words == clue.word for clue in grid.clues_set for shape in pen.drawing)
    (clue,) = grid.clues_set
    assert [str(each) for each in read_clues(str(clue))] == [HOLDS[sign][0]]
    assert pickle.loads(pickle.dumps(clue)) == clue
    assert all(each.label.startswith(f"the {clue.word} at r1c1") for each in grid.stated)
    every = 4 ** len(grid.cells)
    without, blank = grid.without(clue), Pen()
    without.draw(blank)
    assert (clew.count(without), without.clues_set, blank.drawing) == (every, (), ())
    assert clew.count(grid) < every


def test_thermometer_on_a_sudoku_is_explained_by_signs() -> None:
    grid = sudoku()
    grid.set_clues("t14-13-9-5; t2-6-10")
    assert clew.is_unique(grid)
    assert {"sign", "only extreme"} & {step.technique for step in clew.explain(grid).steps}


@pytest.mark.parametrize(
    "said", ["t", "t1", "q1-2", "l0-1-2", "t0-0", "w0-1-2", "k0-1", "t0-1=3", "t0-99", "t0--1"]
)
def test_impossible_clue_raises_model_error(said: str) -> None:
    with pytest.raises(clew.ModelError):
        strip().set_clues(said)


def test_without_an_unknown_clue_raises_model_error() -> None:
    with pytest.raises(clew.ModelError, match="the grid has no clue t0-1: it has none"):
        strip().without(Thermometer((0, 1)))


@pytest.mark.parametrize("seed", range(3))
def test_minimal_puzzle_needs_each_of_its_clues(seed: int) -> None:
    rng, grid = SplitMix64(seed), sudoku()
    grid.fill("1.......2......3")
    solution: Any = clew.solve(grid).solution
    kinds: list[type[SetClue]] = [Thermometer, ArrowSum, WhiteDot, BlackDot]
    clues = clues_in(kinds, solution, rng)
    assert clues
    full = sudoku()
    full.fill(list(solution))
    full.set_clues(*clues)
    assert not full.check(solution)
    made = minimal(full, rng)
    assert tuple(clew.solve(made).solution) == solution
    assert clew.is_unique(made)
    left: list[Any] = [divmod(cell, 4) for cell, value in enumerate(made.givens) if value]
    left += made.clues_set
    assert not any(clew.is_unique(made.without(clue)) for clue in left)


def test_loop_is_closed_in_rules_and_picture() -> None:
    grid = sudoku()
    grid.set_clues("l1-2-6-5")
    (clue,) = grid.clues_set
    assert isinstance(clue, WhisperLoop)
    assert clue.input.shape == "loop"
    assert [str(each.rule) for each in grid.stated if each.label.startswith("the whisper")] == [
        "abs(r1c2 - r1c3) >= 2", "abs(r1c3 - r2c3) >= 2",
        "abs(r2c3 - r2c2) >= 2", "abs(r2c2 - r1c2) >= 2",
    ]  # fmt: skip
    (line,) = grid.board().drawing
    assert isinstance(line, Line)
    assert line.places == (1, 2, 6, 5, 1)
    assert "whisper loop: r1c2 r1c3 r2c3 r2c2 r1c2" in text(grid.board())
    assert "<polyline" in svg(grid.board()) or "<path" in svg(grid.board())
    odd = strip(5)
    odd.set_clues("l0-1-2-3-4")
    assert clew.count(odd) == 0


def test_loop_found_in_a_solution_holds_and_is_closed() -> None:
    solution: Any = clew.solve("sudoku:" + "." * 81).solution
    loops = clues_in([WhisperLoop], solution, SplitMix64(3), tries=500)
    assert loops
    near = beside(9, 9)
    for clue in loops:
        closed = [*pairwise((*clue.cells, clue.cells[0]))]
        assert all(abs(solution[a] - solution[b]) >= 5 and b in near[a] for a, b in closed)


def test_thermometer_found_in_a_solution_rises() -> None:
    solution = clew.solve("sudoku:" + "." * 81).solution
    for clue in clues_in([Thermometer], solution, SplitMix64(5)):
        assert all(solution[low] < solution[high] for low, high in pairwise(clue.cells))
