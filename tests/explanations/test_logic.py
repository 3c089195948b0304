"""Techniques a person can follow: what they find, how they are rated, and that they are right."""

from __future__ import annotations

import csv
import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import clew
from benchmarks.puzzles import FUTOSHIKI_5_MIXED, FUTOSHIKI_5_SIGNS
from clew.board.svg import svg
from clew.cli.app import app
from clew.core.rng import SplitMix64
from clew.explanations.explain import explain, hint, rate
from clew.explanations.explanation import NotUnique
from clew.explanations.grids import climb
from clew.explanations.techniques.position import Position
from clew.explanations.techniques.scale import BOXES, SQUARES, Scale, box_scale
from clew.explanations.techniques.step import TRIAL, Step
from clew.puzzles.latin_squares.maker import random_latin_square
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.search import native
from tests.paths import DATA

with (DATA / "sudoku_explainer.csv").open() as file:
    RATED = [
        (row["puzzle"], float(row["er"]), float(row["ep"]), float(row["ed"]))
        for row in csv.DictReader(file)
    ]
DRAWN = [58, 22, 5, 85, 38, 10]
FOUR = "sudoku:..233..42.3.1..."
HARD = ".42.....38.5..7...........4.7.8.125..5.7..81....2......1...9..89.436............."


@cache
def solved(puzzle: clew.Puzzle) -> tuple[int, ...]:
    found = clew.solve(puzzle, max_solutions=2)
    assert found.unique
    return tuple(found.solution)


def climbed(puzzle: clew.Puzzle, scale: Scale) -> list[Step]:
    """The steps, each of which is right and changes something."""
    position, solution = Position.of(puzzle.csp(), puzzle.board().cols), solved(puzzle)
    taken = []
    for step in scale.climb(position):
        assert step.placements or step.eliminations
        assert all(solution[cell] == value for cell, value in step.placements), step
        assert all(solution[cell] != value for cell, value in step.eliminations), step
        assert all(position.candidates[cell] >> value & 1 for cell, value in step.eliminations)
        taken.append(step)
    return taken


# ------------------------------------------------------------------ Sudoku


@pytest.mark.parametrize(("text", "er", "ep", "ed"), RATED)
def test_ratings_are_those_of_sudoku_explainer(text: str, er: float, ep: float, ed: float) -> None:
    puzzle = Sudoku.parse(text)
    taken = climbed(puzzle, BOXES)
    hardest = pearl = diamond = 0.0
    for step in taken:
        hardest = max(hardest, step.rating)
        if not pearl:
            diamond = diamond or hardest
            pearl = hardest if step.placements else 0.0
    assert (hardest, pearl, diamond) == (er, ep, ed)


@pytest.mark.skipif(not native.available, reason="nothing was compiled")
@pytest.mark.parametrize("uniqueness", [True, False])
def test_the_kernel_takes_the_same_steps(uniqueness: bool) -> None:
    scale = box_scale(uniqueness)
    for text, er, *_ in RATED[::2] if uniqueness else RATED[:90:6]:
        if er > 7.6:
            continue
        puzzle = Sudoku.parse(text)
        theirs = native.lib.sudoku_steps(bytes(puzzle.cells), bytes(solved(puzzle)), scale.rows)
        assert [
            (s.technique, round(s.rating * 10), s.placements, s.eliminations)
            for s in climbed(puzzle, scale)
        ] == [(name.removesuffix(" in a box"), *rest) for name, *rest in theirs]


@pytest.mark.skipif(not native.available, reason="nothing was compiled")
def test_the_kernels_rate_by_the_table_they_are_given() -> None:
    puzzle = Sudoku.parse(HARD)
    cells, solution = bytes(puzzle.cells), bytes(solved(puzzle))
    assert max(native.lib.rate_sudokus(cells, solution, BOXES.rows)) == 46
    dearer = [(name, rating + 50, base + 50) for name, rating, base in BOXES.rows]
    assert max(native.lib.rate_sudokus(cells, solution, dearer)) == 96
    harder = [row for row in BOXES.rows if "single" not in row[0]]
    names = {name for name, *_ in native.lib.sudoku_steps(cells, solution, harder)}
    assert names
    assert names <= {name for name, *_ in harder}
    with pytest.raises(ValueError, match="found guessing, which is no technique"):
        native.lib.rate_sudokus(cells, solution, [("guessing", 1, 1)])
    with pytest.raises(ValueError, match="found a rating outside 1 to 200 for pointing"):
        native.lib.rate_sudokus(cells, solution, [("pointing", 0, 1)])


@pytest.mark.skipif(not native.available, reason="nothing was compiled")
def test_the_kernel_rates_many_at_once() -> None:
    puzzles = [Sudoku.parse(text) for text, *_ in RATED]
    givens = b"".join(bytes(puzzle.cells) for puzzle in puzzles)
    solutions = b"".join(bytes(solved(puzzle)) for puzzle in puzzles)
    rated = native.lib.rate_sudokus(givens, solutions, BOXES.rows)
    assert [tuple(rated[at : at + 3]) for at in range(0, len(rated), 3)] == [
        tuple(round(10 * each) for each in row[1:]) for row in RATED
    ]
    assert native.lib.rate_sudokus(b"", b"", BOXES.rows) == b""


@pytest.mark.skipif(not native.available, reason="nothing was compiled")
@pytest.mark.parametrize(
    ("givens", "solution"),
    [
        (b"1" * 80, b"1" * 80),
        (bytes(81), bytes(81)),
        (bytes(81), b"\1" * 80),
        (b"\2" + bytes(80), b"\1" * 81),
    ],
)
def test_what_the_kernel_refuses(givens: bytes, solution: bytes) -> None:
    with pytest.raises(ValueError, match="expected"):
        native.lib.rate_sudokus(givens, solution, BOXES.rows)


def test_other_sizes() -> None:
    four = clew.parse(FOUR)
    assert climbed(four, BOXES)
    assert explain(four).level == "easy"


# ------------------------------------------------------------------ Futoshiki


@pytest.mark.parametrize("text", [*FUTOSHIKI_5_MIXED[:8], *FUTOSHIKI_5_SIGNS[:4]])
def test_every_step_on_signs_is_right(text: str) -> None:
    puzzle = Futoshiki.parse(text)
    taken = climbed(puzzle, SQUARES)
    assert all(1 <= step.rating <= 12 for step in taken)
    told = explain(puzzle)
    assert told.scale is not None
    assert told.level == told.scale.level(told.rating)


def test_several_signs_on_one_line() -> None:
    """A cell above two others of its row is at least 3, though no chain says so."""
    puzzle = Futoshiki((0,) * 16, ((0, 1), (2, 1)))
    position = Position.of(puzzle.csp(), puzzle.order)
    found = [step for find in SQUARES.finders for step in find(position)]
    crowded = [step for step in found if step.technique == "signs on one line"]
    assert [step.eliminations for step in crowded] == [((1, 1), (1, 2))]


# ------------------------------------------------------------------ explain, rate, hint


def test_an_explanation_leads_to_the_solution() -> None:
    puzzle = Sudoku.parse(HARD)
    told = explain(puzzle)
    lines = str(told).splitlines()
    assert len(lines) == len(told.steps) == len(list(told.boards()))
    assert "unique rectangle type 3 (4.6): if r6c7, r6c8, r7c8, r7c7 were only 3 and 4" in str(told)
    assert (told.level, told.rating) == ("hard", 4.6)
    plain = explain(puzzle, uniqueness=False)
    assert not any("unique" in step.technique for step in plain.steps)
    assert plain.rating > told.rating
    values = {cell: value for step in told.steps for cell, value in step.placements}
    assert all(solved(puzzle)[cell] == value for cell, value in values.items())
    assert len(values) == puzzle.cells.count(0)


def test_what_no_technique_finds_is_tried_and_said() -> None:
    position = Position.of(Sudoku.parse(HARD).csp(), 9)
    nothing = Scale({TRIAL: 10.0})
    (first, *_, last) = climb(position, nothing, solved(Sudoku.parse(HARD)))
    assert position.solved
    assert (first.technique, last.rating) == (TRIAL, 10.0)
    assert "no technique is known here" in first.text


def test_rating() -> None:
    found = rate(Sudoku.parse(HARD))
    assert str(found).startswith("hard 4.6/1.2/1.2 ")
    assert dict(found.techniques)["naked pair"] >= 1
    assert found.hodoku is not None
    assert json.dumps(found.as_dict())
    assert rate(Futoshiki.parse("4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0,")).level == "easy"


def test_a_hint_in_four_degrees() -> None:
    found = hint(Sudoku.parse(HARD))
    assert found.vague == "look at box 4"
    assert found.technique == "one value has only one place left in a house (a hidden single)"
    assert found.cells == f"{found.technique}: box 4"
    assert found.full == str(found)
    assert found.full.startswith("hidden single: 2 must be in r5c1: the other open cells of box 4")
    assert found.board is not None
    assert "placed" in svg(found.board)


def test_a_wrong_entry_is_told_first() -> None:
    puzzle = clew.parse(FOUR)
    solution = list(solved(puzzle))
    assert hint(puzzle, solution).full == "it is solved: there is nothing to do"
    wrong = [value % 4 + 1 if cell == 0 else 0 for cell, value in enumerate(solution)]
    assert hint(puzzle, wrong).full == f"r1c1 is not {wrong[0]}: that contradicts the solution"
    assert hint(puzzle, wrong).cells == "r1c1 is wrong"
    assert "contradicts" in hint(puzzle, wrong).vague
    filled = [solution[0], *[0] * 15]
    assert hint(puzzle, filled).step is not None


def test_nothing_is_explained_that_is_not_certain() -> None:
    with pytest.raises(NotUnique, match="more than one solution"):
        explain(clew.parse("sudoku:................"))
    with pytest.raises(NotUnique, match="no solution: row 1 has two 1s"):
        hint(clew.parse("sudoku:11.............."))


# ------------------------------------------------------------------ rng


def test_chance_is_the_same_everywhere() -> None:
    rng = SplitMix64("clew")
    assert [rng.below(100) for _ in range(6)] == DRAWN
    assert sorted(rng.shuffled(range(10))) == list(range(10))
    assert {rng.between(3, 5) for _ in range(100)} == {3, 4, 5}
    assert {rng.choice("ab") for _ in range(50)} == {"a", "b"}


def test_random_latin_squares_are_spread_evenly() -> None:
    """All 12 squares of order 3, with chi-squared below its 99.9 % point for 11 degrees (31.3)."""
    drawn = Counter(random_latin_square(3, SplitMix64(f"square {n}")) for n in range(1200))
    assert len(drawn) == 12
    assert sum((count - 100) ** 2 / 100 for count in drawn.values()) < 31.3
    for order in (1, 2, 5, 9):
        square = random_latin_square(order, SplitMix64("x"))
        rows = [square[at : at + order] for at in range(0, order * order, order)]
        for line in (*rows, *zip(*rows, strict=True)):
            assert sorted(line) == list(range(1, order + 1))
    assert len({random_latin_square(7, SplitMix64(str(n))) for n in range(5)}) == 5


# ------------------------------------------------------------------ the command line


def run(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, args, prog_name="clew")
    assert result.exit_code == status, result.output
    return result.output


def test_the_command_line(tmp_path: Path) -> None:
    puzzle = f"sudoku:{HARD}"
    assert run("explain", puzzle).endswith("\nhard (4.6)\n")
    steps = json.loads(run("explain", puzzle, "--json"))["steps"]
    assert steps[0]["technique"] == "hidden single"
    assert set(steps[0]) == {
        "technique", "rating", "cells", "causes", "placements", "eliminations", "text"
    }  # fmt: skip
    page = tmp_path / "steps.html"
    run("explain", puzzle, "--html", str(page))
    assert page.read_text().count("<svg") == len(steps) + 1
    drawn = run("explain", puzzle, "--svg", "-", "--step", "15")
    assert 'class="struck"' in drawn
    assert run("hint", puzzle, "--vague") == "look at box 4\n"
    assert "hidden single" in run("hint", puzzle)
    assert "<svg" in run("hint", puzzle, "--svg", "-")
    assert run("rate", puzzle, FOUR).count("\n") == 2
    assert json.loads(run("rate", puzzle, "--json"))["rating"] == 4.6


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (("explain", "queens:8"), 2, "more than one solution"),
        (("explain", "queens:3"), 1, "no solution"),
        (("explain", "sudoku:................"), 2, "more than one solution"),
        (("explain", FOUR, "--svg", "-"), 2, "--svg needs --step, the step to draw"),
        (("explain", FOUR, "--svg", "-", "--step", "99"), 2, "--step 99: there are only 9 steps"),
        (("explain", FOUR, "--json", "--html", "-"), 2, "only one of"),
        (("hint", FOUR, "--filled", "12"), 2, "--filled"),
        (("hint", FOUR, "--filled", "." * 81), 2, "found 81 cells, expected 16"),
        (("rate", "nim:3,4"), 2, "nim is a game and has no rating"),
        (("rate", "sudoku:................", FOUR), 2, "more than one solution"),
    ],
)
def test_what_is_refused(args: tuple[str, ...], status: int, said: str) -> None:
    assert said in run(*args, status=status)
