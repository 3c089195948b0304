"""Making puzzles: unique, at their level, and the same everywhere."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.cli.app import app
from clew.core.puzzle import Puzzle
from clew.core.rng import SplitMix64
from clew.explanations.grids import position_of
from clew.explanations.techniques.scale import scale_of
from clew.generators.maker import generate, make, makers, minimised, recipe, series
from clew.generators.recipe import CannotMake, Recipe
from clew.model.kind import GridKind
from clew.notation import parse
from clew.puzzles.sudoku.maker import filled, jigsaw, jigsaw_with_grid, mixed
from clew.puzzles.sudoku.puzzle import Sudoku
from tests.paths import DATA

PINNED = DATA / "made.txt"
"""Recipes and what they made when they were first made: they never change."""
LOGIC = ("sudoku", "latin", "futoshiki", "queens", "frog", "triangle")


def pinned() -> list[tuple[str, str]]:
    lines = PINNED.read_text(encoding="utf-8").splitlines()
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


@pytest.mark.parametrize(("text", "made"), pinned())
def test_a_recipe_makes_the_same_puzzle_for_ever(text: str, made: str) -> None:
    assert parse(text).id == made


def test_every_kind_has_a_pinned_recipe() -> None:
    assert {text.partition(":")[0] for text, _ in pinned()} == set(makers())


@pytest.mark.parametrize("kind", sorted(makers()))
def test_every_kind_is_made_in_its_usual_size(kind: str) -> None:
    puzzle = generate(kind, seed=11)
    assert puzzle.name == kind
    assert clew.parse(puzzle.id) == puzzle
    if kind in LOGIC:
        assert clew.is_unique(puzzle)
    else:
        assert clew.solve(puzzle).solutions


@pytest.mark.parametrize("level", makers()["sudoku"].levels)
@pytest.mark.parametrize("size", ["9", "9,symmetry=half-turn", "8", "9,x"])
def test_a_level_is_honest(size: str, level: str) -> None:
    puzzle = generate("sudoku", size, level=level, seed=5)
    position = position_of(puzzle)
    found = scale_of(position).level_by(position, level)
    assert found == level if size != "9" else clew.rate(puzzle).level == level
    assert clew.is_unique(puzzle)


@pytest.mark.parametrize(
    "size", ["4", "6", "2x5", "12", "3x5", "16", "20", "25", "6,jigsaw", "9,jigsaw", "8,x"]
)
def test_sudokus_of_every_shape_are_unique(size: str) -> None:
    assert clew.is_unique(generate("sudoku", size, seed=2))


@pytest.mark.parametrize("size", ["6,minimal", "9,minimal,symmetry=mirror", "9,x,minimal"])
def test_minimal_means_that_no_clue_can_go(size: str) -> None:
    puzzle = generate("sudoku", size, seed=1)
    assert isinstance(puzzle, Sudoku)
    for cell, value in enumerate(puzzle.cells):
        if value:
            fewer = Sudoku(
                (*puzzle.cells[:cell], 0, *puzzle.cells[cell + 1 :]), puzzle.box, puzzle.diagonal
            )
            assert not clew.is_unique(fewer)


def test_clues_are_as_many_as_wanted() -> None:
    for clues in (26, 30, 40):
        puzzle = generate("sudoku", clues=clues, seed=3)
        assert isinstance(puzzle, GridKind)
        assert sum(map(bool, puzzle.cells)) == clues


def test_symmetric_givens() -> None:
    puzzle = generate("sudoku", 16, symmetry="half-turn", seed=4)
    assert isinstance(puzzle, Sudoku)
    where = [bool(value) for value in puzzle.cells]
    assert where == where[::-1]


@pytest.mark.parametrize("presses", [1, 7, 12, 15])
def test_lights_out_takes_as_many_presses_as_wanted(presses: int) -> None:
    puzzle = generate("lights-out", "5x5", presses=presses, seed=9)
    assert len(clew.solve(puzzle, "linear:minimum=yes").solution) == presses


@pytest.mark.parametrize(("outcome", "value"), [("won", 1), ("lost", -1)])
@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_won_or_lost_as_wanted(outcome: str, value: int, misere: bool) -> None:
    puzzle = generate("nim", "4x7", outcome=outcome, misere=misere, seed=2)
    assert clew.solve(puzzle, "alpha-beta").solution.value == value


def test_a_series_is_its_puzzles_one_by_one() -> None:
    for text in ("sudoku:9#7", "sudoku:9,level=easy#7", "queens:8#7"):
        first = Recipe.parse(text)
        assert list(series(first, 5)) == [make(first.with_seed(7 + i)) for i in range(5)]


def test_without_a_seed_each_is_another() -> None:
    assert generate("sudoku") != generate("sudoku")


@pytest.mark.parametrize(
    ("words", "found", "expected"),
    [
        (("chess",), "no puzzle called 'chess'", "choose one such as"),
        (("sudoku", "7"), "can't split a 7x7 grid into equal boxes", "use a size such as 6 or 8"),
        (("sudoku", "99"), "size 99", "an order from 4 to 25"),
        (("sudoku", "nine"), "'nine'", "level"),
        (("sudoku", "9 9"), "'9 9'", "such as 9"),
        (("sudoku", "9,level=tricky"), "level can't be tricky", "choose from easy, medium, hard"),
        (("sudoku", "9,level=easy,level=hard"), "option level", "given twice"),
        (("sudoku", "4,level=hard"), "couldn't make", "another seed, size or level"),
        (("sudoku", "25,minimal"), "minimal at order 25", "to 16"),
        (("sudoku", "9,clues=18"), "couldn't make", "another seed, size or clues"),
        (("knight", "4x4"), "couldn't make", "another seed or size"),
        (("sudoku", "9,clues=16"), "clues=16 isn't possible", "fewer than 17 clues"),
        (("sudoku", "9,level=eazy"), "level can't be eazy", "did you mean easy?"),
        (("sudoku", "9,clues=0"), "clues=0 at order 9", "1 to 81"),
        (("sudoku", "4,clues=17"), "clues=17 at order 4", "1 to 16"),
        (("sudoku", "25,clues=200"), "clues=200 at order 25", "300 to 625"),
        (("sudoku", "9,rating=4-2.5"), "rating=4-2.5", "the least before the most"),
        (("lights-out", "3x3,presses=10"), "presses=10", "1 to 9"),
        (("lights-out", "3x3,presses=0"), "presses=0", "1 to 9"),
        (("queens", "8,clues=0"), "clues=0", "1 to 8"),
        (("jugs", "3,moves=0"), "moves=0", "1 or more"),
        (("lights-out", "5x5,presses=16"), "couldn't make", "another seed"),
        (("nim", "11x3"), "size 11x3", "10 piles"),
        (("queens", "8x9"), "size 8x9", "from 4 to 30"),
    ],
)
def test_what_cannot_be_made_is_told_in_one_line(
    words: tuple[str, ...], found: str, expected: str
) -> None:
    with pytest.raises(CannotMake) as caught:
        generate(*words, seed=1)
    said = str(caught.value)
    assert found in said
    assert expected in said
    assert "\n" not in said


def test_nought_is_a_wish_too() -> None:
    with pytest.raises(CannotMake, match="found presses=0"):
        generate("lights-out", presses=0, seed=1)
    assert recipe("sudoku", seed=1, minimal=False, level=None) == recipe("sudoku", seed=1)


@pytest.mark.parametrize("text", ["sudoku:9", "lights-out:2x3:#../...", "sudoku:1...#x", "9#1"])
def test_what_is_no_recipe(text: str) -> None:
    assert not Recipe.is_one(text)


@given(st.text(max_size=30))
def test_any_text_is_a_recipe_or_is_refused(text: str) -> None:
    try:
        found = Recipe.parse(text)
    except ValueError:
        return
    assert Recipe.parse(str(found)) == found


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_taking_several_at_once_is_as_one_by_one(seed: int) -> None:
    rng = random.Random(seed)
    clues = list(range(rng.randrange(1, 40)))
    needed = [set(rng.choices(clues, k=4)) for _ in range(rng.randrange(9))]

    def is_unique(kept: list[int]) -> bool:
        return all(each & set(kept) for each in needed)

    left = list(clues)
    for clue in clues:
        if is_unique([each for each in left if each != clue]):
            left.remove(clue)
    assert minimised(clues, is_unique) == left


@pytest.mark.parametrize("regions", [False, True])
def test_trades_keep_a_grid_full(regions: bool) -> None:
    rng = SplitMix64("trades")
    shape = jigsaw(6, (2, 3), rng) if regions else ()
    empty = Sudoku((0,) * 36, (2, 3), False, shape)
    groups = [cells for _, cells in empty.groups()]
    grid = filled(6, groups, rng)
    after = mixed(grid, groups, rng)
    assert after != grid
    assert Sudoku(tuple(after), (2, 3), False, shape).clashes() == []


def test_trades_reach_every_grid_of_order_four_about_as_often() -> None:
    """All 288 grids, none four times as often as the mean (the seeds are fixed)."""
    empty = Sudoku((0,) * 16, (2, 2))
    groups = [cells for _, cells in empty.groups()]
    counts: dict[tuple[int, ...], int] = {}
    grid, rng = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1], SplitMix64("fair")
    for _ in range(288 * 12):
        grid = mixed(grid, groups, rng, trades=2)
        counts[tuple(grid)] = counts.get(tuple(grid), 0) + 1
    assert len(counts) == 288
    assert max(counts.values()) < 4 * 12


def test_large_jigsaws_come_with_a_full_grid() -> None:
    box = (3, 5)
    plain = [(5 * (r % 3) + r // 3 + c) % 15 + 1 for r in range(15) for c in range(15)]
    regions, cells = jigsaw_with_grid(15, box, plain, SplitMix64("large"))
    puzzle = Sudoku(tuple(cells), (0, 0), regions=regions)
    assert not puzzle.clashes()
    assert all(puzzle.cells)
    boxes = tuple(r // 3 * 3 + c // 5 for r in range(15) for c in range(15))
    assert sum(now != before for now, before in zip(regions, boxes, strict=True)) > 30


def test_jigsaw_regions_are_of_one_piece() -> None:
    shape = jigsaw(9, (3, 3), SplitMix64("pieces"))
    assert Sudoku((0,) * 81, regions=shape).regions  # nine cells each
    for which in set(shape):
        cells = {divmod(cell, 9) for cell, owner in enumerate(shape) if owner == which}
        met, ends = set(), [min(cells)]
        while ends:
            r, c = ends.pop()
            if (r, c) in cells and (r, c) not in met:
                met.add((r, c))
                ends += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        assert met == cells


# ------------------------------------------------------------------ the command


def run_clew(*words: str) -> Result:
    return CliRunner().invoke(app, words, prog_name="clew")


def test_the_command_writes_ids_that_it_reads(tmp_path: Path) -> None:
    out = tmp_path / "made.txt"
    ended = run_clew("make", "sudoku", "--count", "5", "--seed", "3", "--out", str(out))
    assert ended.exit_code == 0
    assert "made as sudoku:9#3 to #7" in ended.stderr
    made: list[Puzzle] = list(series(recipe("sudoku", seed=3), 5))
    assert out.read_text(encoding="utf-8").splitlines() == [each.id for each in made]
    assert list(tmp_path.iterdir()) == [out]


def test_a_file_may_hold_recipes_and_certificates(tmp_path: Path) -> None:
    made = run_clew("make", "sudoku", "--certificate", "--count", "2", "--seed", "3").stdout
    assert made.startswith("# sudoku:9#3: unique, easy 1.5/1.2/1.2 easy 482, minimal, id sudoku:")
    (tmp_path / "made.clew").write_text(made + "sudoku:9#5\n", encoding="utf-8")
    puzzles = clew.read_all(tmp_path / "made.clew")
    assert puzzles == list(series(recipe("sudoku", seed=3), 3))


def test_a_recipe_stands_where_an_id_does() -> None:
    shown = run_clew("show", "queens:8#4").stdout
    assert shown == run_clew("show", generate("queens", 8, seed=4).id).stdout


@pytest.mark.parametrize(
    "words",
    [
        ("chess",),
        ("sudoku", "--level", "tricky"),
        ("sudoku", "--with", "colour=red"),
        ("sudoku", "--seed", "-1"),
        ("sudoku", "--count", "0"),
        ("sudoku", "--clues", "0"),
        ("sudoku:9#5", "--seed", "5"),
        ("sudoku:9#five",),
        ("sudoku#",),
        ("sudoku#" + "9" * 5000,),
        ("knight", "--size", "4x4"),
        ("sudoku", "--out", "/no/such/folder/x"),
        ("nim", "--to", "sdm"),
        ("nim", "--certificate"),
        ("sudoku", "--certificate", "--to", "sdm"),
    ],
)
def test_bad_wishes_end_with_one_line(words: tuple[str, ...]) -> None:
    ended = run_clew("make", *words)
    assert ended.exit_code == 2
    assert ended.stdout == ""
    assert len(ended.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("text", ["sudoku:9,level=easy#42", "queens:8#3", "nim#7"])
def test_what_was_told_makes_it_again(text: str) -> None:
    made = run_clew("make", text)
    assert (made.exit_code, made.stdout.count("\n")) == (0, 1)
    told = made.stderr.removeprefix("made as ").strip()
    assert told.endswith("#" + text.partition("#")[2])
    assert clew.parse(told).id == made.stdout.strip()


def test_the_help_names_every_kind() -> None:
    said = run_clew("make", "--help").stdout
    assert all(kind in said for kind in makers())


def test_what_may_be_asked_for_is_listed() -> None:
    said = run_clew("make", "lights-out", "--list").stdout
    assert (
        len({line.index(line.split()[1], len(line.split()[0])) for line in said.splitlines()}) == 1
    )
    said = run_clew("make", "sudoku", "--list").stdout
    assert "easy, medium, hard or diabolical" in said


@pytest.mark.parametrize("seed", range(3))
def test_large_hitori_is_made_with_a_unique_solution(seed: int) -> None:
    """White cells that could be shaded too would make another solution."""
    made = clew.generate("hitori", "12x12", seed=seed, max_seconds=20)
    assert clew.solve(made, max_solutions=2).unique
