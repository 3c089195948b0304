"""A puzzle stated on a Grid gets everything that the built-in kind with the same rules gets.

The grids use nothing but what docs/own_puzzle.md explains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import clew
from clew.board.board import Board
from clew.core.forms import GridForm, Twin
from clew.core.grid import GridSolution
from clew.core.registry import find
from clew.explanations.explain import rate_all
from clew.generators.maker import maker_of, series
from clew.generators.recipe import Recipe
from clew.model.form import twin_of
from clew.search.auto import choose

EACH, SOME, FEW = 200, 20, 3
"""The number of puzzles of each kind in slow tests, in other tests, and of a slow kind."""
SEEDS = [*range(100), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(100, 1_000))]


def stated_sudoku(puzzle: clew.Sudoku) -> clew.Grid:
    order = puzzle.order
    grid = clew.Grid(order, order, range(1, order + 1), name="mine")
    grid.latin()
    if puzzle.regions:
        for region in range(order):
            places = [divmod(cell, order) for cell, at in enumerate(puzzle.regions) if at == region]
            grid.all_different([grid[place] for place in places])
            grid.outline(places)
    else:
        grid.boxes(*puzzle.box)
    for line in grid.diagonals if puzzle.diagonal else ():
        grid.all_different(line)
    grid.fill(list(puzzle.cells))
    return grid


def stated_square(puzzle: Any) -> clew.Grid:
    grid = clew.Grid(puzzle.order, puzzle.order, range(1, puzzle.order + 1), name="mine")
    grid.latin()
    for small, great in getattr(puzzle, "signs", ()):
        grid.add(grid.cells[small] < grid.cells[great])
    grid.fill(list(puzzle.cells))
    return grid


def stated_queens(puzzle: clew.Queens) -> clew.Grid:
    order = puzzle.order
    grid = clew.Grid(order, order, [0, 1], name="mine")
    for line in (*grid.rows, *grid.columns):
        grid.add(sum(line) == 1)
    for total in range(1, 2 * order - 2):
        grid.add(sum(grid[r, total - r] for r in range(order) if 0 <= total - r < order) <= 1)
    for apart in range(2 - order, order - 1):
        grid.add(sum(grid[r, r + apart] for r in range(order) if 0 <= r + apart < order) <= 1)
    for place in puzzle.placed:
        grid.given(place, 1)
    return grid


def stated_killer(puzzle: Any) -> clew.Grid:
    order = puzzle.width
    grid = clew.Grid(order, order, range(1, order + 1), name="mine")
    grid.latin()
    grid.boxes(*map(int, str(puzzle).partition("k")[0].split("x")))
    for clue in puzzle.clues():
        places = [divmod(cell.index, order) for cell in clue.rule.variables()]
        grid.cage(places, total=clue.goal, distinct=True)
    if any(puzzle.givens):
        grid.fill(list(puzzle.givens))
    return grid


KINDS: dict[str, tuple[str, Callable[[Any], clew.Grid]]] = {
    "sudoku": ("sudoku:9", stated_sudoku),
    "small sudoku": ("sudoku:2x3", stated_sudoku),
    "jigsaw": ("sudoku:6,jigsaw", stated_sudoku),
    "sudoku x": ("sudoku:6,x", stated_sudoku),
    "latin": ("latin:6", stated_square),
    "futoshiki": ("futoshiki:5", stated_square),
    "queens": ("queens:8", stated_queens),
    "killer": ("killer:2x2", stated_killer),
    "larger killer": ("killer:2x3", stated_killer),
}


COUNTED = [
    *((kind, FEW if kind == "larger killer" else SOME) for kind in KINDS),
    *(pytest.param(kind, EACH, marks=pytest.mark.slow) for kind in KINDS),
]
RATED = [
    ("sudoku", EACH),
    *((kind, FEW) for kind in KINDS if kind != "sudoku"),
    *(pytest.param(kind, EACH, marks=pytest.mark.slow) for kind in KINDS if kind != "sudoku"),
]


def made(kind: str, count: int) -> Iterator[tuple[Any, clew.Grid]]:
    """Yield puzzles of a kind, each with the same puzzle stated on a Grid."""
    recipe, stated = KINDS[kind]
    several = series(Recipe.parse(f"{recipe}#1"), count)
    return ((puzzle, stated(puzzle)) for puzzle in several)


@pytest.mark.parametrize("example", range(2))
def test_killer_of_the_gallery_stated_on_a_grid_is_the_same(example: int) -> None:
    puzzle: Any = clew.parse(f"killer:{find('killer').examples[example].text}")
    grid = stated_killer(puzzle)
    ours, theirs = clew.solve(grid), clew.solve(puzzle)
    assert (ours.solution, ours.stats.nodes) == (theirs.solution, theirs.stats.nodes)
    assert replace(clew.hint(grid), board=None) == replace(clew.hint(puzzle), board=None)


def drawn(board: Board | None) -> Board | None:
    """Return a picture without its title, which is the name of the puzzle."""
    return None if board is None else replace(board, title="")


@pytest.mark.parametrize(("kind", "count"), COUNTED)
def test_solve_both_ways_gives_the_same_solution_and_strategy(kind: str, count: int) -> None:
    for puzzle, grid in made(kind, count):
        assert choose(grid).spelling == choose(puzzle).spelling
        ours, theirs = clew.solve(grid), clew.solve(puzzle)
        assert ours.strategy == theirs.strategy
        assert puzzle.entries(theirs.solution) == tuple(ours.solution)
        assert not grid.check(ours.solution)


@pytest.mark.parametrize(("kind", "count"), RATED)
def test_rate_many_both_ways_gives_the_same_ratings(kind: str, count: int) -> None:
    pairs = list(made(kind, count))
    assert [*rate_all([grid for _, grid in pairs])] == [*rate_all([puzzle for puzzle, _ in pairs])]


@pytest.mark.parametrize(("kind", "count"), COUNTED)
def test_hint_and_rate_both_ways_are_the_same(kind: str, count: int) -> None:
    for number, (puzzle, grid) in enumerate(made(kind, count)):
        ours, theirs = clew.hint(grid), clew.hint(puzzle)
        assert replace(ours, board=None) == replace(theirs, board=None)
        assert drawn(ours.board) == drawn(theirs.board)
        if number < FEW:
            assert clew.explain(grid).steps == clew.explain(puzzle).steps
            assert clew.rate(grid) == clew.rate(puzzle)


@pytest.mark.parametrize(("kind", "count"), COUNTED)
def test_board_both_ways_is_the_same(kind: str, count: int) -> None:
    for puzzle, grid in made(kind, count):
        assert drawn(grid.board()) == drawn(puzzle.board())
        ours, theirs = clew.solve(grid).solution, clew.solve(puzzle).solution
        assert drawn(grid.board(ours)) == drawn(puzzle.board(theirs))


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"jigsaw"}))
def test_generate_both_ways_makes_the_same_puzzles(kind: str) -> None:
    recipe = Recipe.parse(f"{KINDS[kind][0]}#1")
    _, grid = next(made(kind, 1))
    for seed in (1, 2):
        ours: Any = clew.generate(grid, seed=seed)
        theirs: Any = next(series(recipe.with_seed(seed), 1))
        assert ours.name == "mine"
        assert tuple(clew.solve(ours).solution) == theirs.entries(clew.solve(theirs).solution)
        assert drawn(ours.board()) == drawn(theirs.board())
        assert str(grid.read(str(ours))) == str(ours)
        assert drawn(grid.read(str(ours)).board()) == drawn(ours.board())


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"jigsaw"}))
def test_maker_both_ways_has_the_same_levels_and_options(kind: str) -> None:
    puzzle, grid = next(made(kind, 1))
    ours, theirs = maker_of(grid), maker_of(puzzle.name)
    assert ours.levels == theirs.levels
    assert ours.options.keys() >= {"minimal"} & theirs.options.keys()
    if kind != "queens":
        level = ours.levels[0]
        made_here: Any = clew.generate(grid, seed=5, level=level)
        size = KINDS[kind][0].partition(":")[2].replace(",", " ").split()
        options: Any = dict.fromkeys(size[1:], True)
        there: Any = clew.generate(puzzle.name, size[0], seed=5, level=level, **options)
        assert made_here.board().cells == there.board().cells


def test_generated_signs_are_read_back_and_filled_in() -> None:
    """The user's grid reads the text of a puzzle with other signs."""
    _, grid = next(made("futoshiki", 1))
    ours: Any = clew.generate(grid, seed=3)
    filled = ours.with_entries(clew.solve(ours).solution)
    again = grid.read(str(filled))
    assert drawn(again.board()) == drawn(filled.board())
    assert not again.check(tuple(filled.givens))
    for text in ("4:" + "0," * 16, "5a:" + "0," * 25):
        with pytest.raises(ValueError, match=r"has other rows.*write a puzzle of 5 x 5 cells"):
            grid.read(text)
    assert str(clew.generate(grid, seed=3)) == str(ours)
    assert str(grid) == ""


def test_general_maker_keeps_a_value_that_isnt_a_clue() -> None:
    grid = clew.Grid(4, 4, range(1, 5), name="corner")
    grid.latin()
    grid.add(grid[0, 0] == 3)
    assert {clew.solve(clew.generate(grid, seed=n)).solution[0] for n in range(5)} == {3}


def test_general_maker_keeps_setters_clues() -> None:
    grid = clew.Grid(4, 4, range(1, 5), name="thermo")
    grid.latin()
    grid.set_clues("t0-1-2")
    made_one: Any = clew.generate(grid, seed=1)
    assert made_one.clues_set == grid.clues_set


def test_grid_of_letters_gets_the_kernel_but_not_number_techniques() -> None:
    grid = clew.Grid(4, 4, "abcd", name="letters")
    grid.latin()
    grid.boxes(2, 2)
    grid.fill("a...  ..b.  .c..  ...d")
    every = tuple(clew.Search(grid, "backtracking"))
    assert clew.solve(grid, max_solutions=9).solutions == every[:9]
    told = str(clew.hint(grid))
    assert not any(sign.isdigit() for sign in told.replace("r", "").split()[-1]), told


SOLVED = "1234341221434321"


def nearly_a_sudoku(rng: Random) -> clew.Grid:
    """State a 4x4 Sudoku with a rule left out, changed, doubled or added here and there."""
    values: list[Any] = rng.choice(
        [[1, 2, 3, 4], [0, 1, 2, 3], [2, 4, 6, 8], [*"abcd"], [*range(1, 6)]]
    )
    grid = clew.Grid(4, 4, values, name="nearly")
    boxes = [
        [4 * r + c, 4 * r + c + 1, 4 * r + c + 4, 4 * r + c + 5] for r in (0, 2) for c in (0, 2)
    ]
    houses = [list(range(4 * i, 4 * i + 4)) for i in range(4)]
    houses += [list(range(i, 16, 4)) for i in range(4)] + (boxes if rng.random() < 0.7 else [])
    for house in houses:
        chance = rng.random()
        if chance < 0.02:
            continue
        if chance < 0.04:
            house[rng.randrange(4)] = rng.choice([cell for cell in range(16) if cell not in house])
        for _ in range(1 + (chance > 0.95)):
            grid.all_different([grid.cells[cell] for cell in rng.sample(house, 4)])
    for _ in range(rng.choice([0, 0, 1, 2])):
        one, other = rng.sample(grid.cells, 2)
        grid.add(rng.choice([one < other, one != other]) if values != [*"abcd"] else one != other)
    for cell in rng.sample(range(16), rng.randrange(6, 12)):
        grid.add(grid.cells[cell] == values[int(SOLVED[cell]) - 1])
    return grid


@pytest.mark.parametrize("seed", SEEDS)
def test_recognised_grid_has_the_solutions_of_its_rules(seed: int) -> None:
    """The family's search finds exactly what backtracking over the rules finds."""
    grid = nearly_a_sudoku(Random(seed))
    found = [tuple(solution) for solution in clew.Search(grid)]
    assert len(found) == len(set(found))
    assert set(found) == {
        tuple(solution) for solution in clew.Search(grid, "backtracking:prepare=none")
    }


def changed(solution: Sequence[Any], values: Sequence[Any], rng: Random) -> GridSolution:
    """Return a solution with a few cells changed or swapped."""
    cells = list(solution)
    for _ in range(rng.randrange(3)):
        one, other = rng.sample(range(len(cells)), 2)
        cells[one] = rng.choice([cells[other], rng.choice(values)])
    if rng.random() < 0.5:
        one, other = rng.sample(range(len(cells)), 2)
        cells[one], cells[other] = cells[other], cells[one]
    return GridSolution(cells)


def obeys(grid: clew.Grid, solution: Sequence[Any]) -> bool:
    of = dict(zip(grid.cells, solution, strict=True))
    return all(value in x.values for x, value in of.items()) and all(
        each.rule.value(of) for each in grid.stated
    )


@pytest.mark.parametrize("kind", KINDS)
def test_check_fails_exactly_when_a_stated_rule_is_broken(kind: str) -> None:
    rng, verdicts = Random(kind), set()
    for _, grid in made(kind, 3):
        right: Any = clew.solve(grid).solution
        for _ in range(60):
            tried = changed(right, grid.cells[0].values, rng)
            assert bool(grid.check(tried)) != obeys(grid, tried)
            verdicts.add(obeys(grid, tried))
        assert grid.check(tuple(right)[:-1])
        assert grid.check((99, *right[1:]))
    assert verdicts == {True, False}


@pytest.mark.parametrize("seed", SEEDS)
def test_judge_of_a_form_agrees_with_the_rules(seed: int) -> None:
    rng = Random(seed)
    grid = nearly_a_sudoku(rng)
    values = grid.cells[0].values
    square = GridSolution(values[int(sign) - 1] for sign in SOLVED)
    for tried in [square, *(changed(square, values, rng) for _ in range(50))]:
        assert bool(grid.check(tried)) != obeys(grid, tried)


def test_recogniser_that_drops_a_rule_is_caught_by_the_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The user's rules check what a family finds, so a wrong twin can't give a wrong solution."""

    def careless(form: GridForm) -> Twin:
        return Twin(clew.Latin((0,) * 16), (None, 1, 2, 3, 4))  # and where are the boxes?

    monkeypatch.setattr("clew.model.form.recognisers", lambda: [careless])
    twin_of.cache_clear()
    grid = clew.Grid(4, 4, range(1, 5), name="boxed")
    grid.latin(), grid.boxes(2, 2)
    try:
        with pytest.raises(clew.WrongSolution, match="breaks box"):
            list(clew.Search(grid))
    finally:
        twin_of.cache_clear()
