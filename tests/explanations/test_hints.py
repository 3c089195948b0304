"""Hints and explanations of every kind of puzzle: each step is right, and leads to the end."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import clew
from clew.board.svg import svg
from clew.cli.app import app
from clew.core.faces import CSP, values
from clew.core.phrases import quoted
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Run, Stopped
from clew.core.rng import SplitMix64
from clew.explanations.entries import ONE_OF_SEVERAL
from clew.explanations.explain import explain, hint, rate, rate_all
from clew.explanations.explanation import DEGREES, Hint, NoSolution, NotUnique, page
from clew.explanations.mus import MusSolver, Reason
from clew.explanations.mus_steps import MusPosition
from clew.explanations.techniques.step import Step
from clew.puzzles._light_grid import RULES
from clew.puzzles.jugs import Jugs
from clew.puzzles.knight.puzzle import Knight
from clew.puzzles.latin_squares.maker import random_latin_square
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.lights_out import LightsOut
from clew.puzzles.queens.puzzle import Queens
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.puzzles.triangle.puzzle import Triangle
from clew.search.csp.backtracking import Backtracking
from clew.search.csp.rulebook import rulebook
from examples.template_puzzle import DiagonalLatin
from tests.paths import DATA
from tests.search.csp.random_csp import random_csp
from tests.walking import to_goal

ADJACENT = "futoshiki:4a:1D,4D,0R,0L,0UR,0URL,0DL,0D,0D,0D,0UR,0UL,0UR,0URL,0L,0,"
COMPLETION = "queens:Q7/8/4Q3/8/8/8/8/8"
EVERY = [
    "sudoku:..233..42.3.1...",
    "futoshiki:4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0,",
    ADJACENT,
    COMPLETION,
    "lights-out:5x5",
    "lights-out:3x4,torus",
    "lights-out:3x4,stencil=#.#/.#./#.#",
    "jugs:5,8,12=6",
    "frog:2,3,2,3,5,3",
    "frog:any:2,3,2,3,5,3",
    "knight:5x5@0,0",
    "knight:5x6,closed",
    "triangle:4/7 5/6 3 4/4 2 1 6=15",
    "nim:3,4,5",
    "nim:1,2,3",
    "nim:3,4,misere",
    "kayles:5,3",
    "wythoff:3,7",
    "nim:3,4+kayles:7",
    "noughts:3x3",
    "noughts:XO./.X./..O",
    "digraph:a>b,b>a@a",
]


@pytest.mark.parametrize("text", EVERY)
def test_every_kind_has_a_hint_in_four_degrees_and_an_explanation(text: str) -> None:
    puzzle = clew.parse(text)
    found = hint(puzzle)
    said = [getattr(found, degree) for degree in DEGREES]
    assert all(each and "\n" not in each for each in said)
    assert len(said[0]) <= 100
    assert found.step is not None
    assert found.board is not None
    assert svg(found.board).startswith("<svg")
    told = explain(puzzle)
    assert told.solved
    assert told.verdict
    assert len(list(told.boards())) == len(told.steps) == len(str(told).splitlines())
    drawn = page(told)
    assert drawn.count("<svg aria-label=") == len(told.steps) + 1
    assert drawn.count("<style>") == 1
    assert json.dumps([step.as_dict() for step in told.steps])


# ------------------------------------------------------------------ small sets of rules


def right(steps: tuple[Step, ...], solution: Any) -> bool:
    """Whether no step says what the solution denies."""
    placed = all(solution[v] == value for step in steps for v, value in step.placements)
    return placed and all(solution[v] != value for step in steps for v, value in step.eliminations)


def unsatisfiable(csp: CSP) -> bool:
    return not list(Backtracking(infer="mac")(csp, Run(1)))


def check_reasons(csp: CSP, solution: tuple[int, ...]) -> MusSolver:
    """Each reason says what it says, whatever the rest of the puzzle is; nothing less does."""
    solver = MusSolver(rulebook(csp), solution)

    def forced(reason: Reason, rules: Any, known: Any) -> bool:
        used = tuple(csp.constraints[rule] for rule in rules)
        inside = {v for rule in used for v in rule.scope}
        domains = [
            solver.domains[v] if v in known else solver.free[v] if v in inside else 1
            for v in range(len(csp.domains))
        ]
        domains[reason.variable] = 1 << reason.value
        return unsatisfiable(CSP(tuple(domains), used))

    while found := solver.next():
        first = found[0]
        for reason in found:
            assert forced(reason, reason.rules, reason.known)
            assert solution[reason.variable] != reason.value
        for rule in first.rules:
            assert not forced(first, set(first.rules) - {rule}, first.known)
        for fact in first.known:
            assert not forced(first, first.rules, set(first.known) - {fact})
        solver.take(found)
    return solver


@pytest.mark.parametrize("text", [ADJACENT, COMPLETION])
def test_reasons(text: str) -> None:
    puzzle = clew.parse(text)
    solution = clew.solve(puzzle).solution
    solver = check_reasons(puzzle.csp(), solution)
    assert tuple(mask.bit_length() - 1 for mask in solver.domains) == tuple(solution)


def test_reasons_for_random_rules() -> None:
    random, looked_at = Random(6), 0
    while looked_at < 40:
        csp = random_csp(random)
        if any(len(set(rule.scope)) < len(rule.scope) for rule in csp.constraints):
            continue  # a tree does not see that a variable differs from itself
        answers = list(Backtracking()(csp, Run()))
        if len(answers) == 1:
            looked_at += 1
            solver = check_reasons(csp, answers[0])
            left = [tuple(values(mask)) for mask in solver.domains]
            assert left == [(value,) for value in answers[0]]


def adjacent(order: int, random: Random) -> Futoshiki:
    """A Futoshiki in adjacent mode with one solution: a random square, and enough givens."""
    empty = Futoshiki((0,) * order**2)
    shuffled = list(clew.solutions(empty, max_nodes=None).__next__())
    names = random.sample(range(1, order + 1), order)
    square = tuple(names[value - 1] for value in shuffled)
    pairs = [(c, c + 1) for c in range(order**2) if (c + 1) % order]
    pairs += [(c, c + order) for c in range(order**2 - order)]
    signs = tuple(pair for pair in pairs if abs(square[pair[0]] - square[pair[1]]) == 1)
    puzzle = Futoshiki(square, signs, True)
    for cell in random.sample(range(order**2), order**2):
        fewer = replace(puzzle, cells=(*puzzle.cells[:cell], 0, *puzzle.cells[cell + 1 :]))
        puzzle = fewer if clew.is_unique(fewer) else puzzle
    return puzzle


@pytest.mark.parametrize("seed", range(1, 5))
def test_adjacent_futoshiki(seed: int) -> None:
    random = Random(seed)
    puzzle = adjacent(random.choice([4, 5]), random)
    told, solution = explain(puzzle), clew.solve(puzzle).solution
    assert right(told.steps, solution)
    assert {c for step in told.steps for c, _ in step.placements} == {
        c for c, value in enumerate(puzzle.cells) if not value
    }
    assert told.level in ("easy", "medium", "hard")
    assert rate(puzzle).rating == told.rating


@pytest.mark.parametrize("seed", range(8))
def test_queens_completion(seed: int) -> None:
    random = Random(seed)
    order = random.choice([6, 8, 9])
    every = list(clew.solutions(Queens(order)))
    solution = random.choice(every)
    placed = tuple(random.sample(list(enumerate(solution)), 3))
    puzzle = Queens(order, placed)
    fits = [each for each in every if all(each[row] == col for row, col in placed)]
    if len(fits) > 1:
        found = hint(puzzle)
        assert found.step is not None
        assert found.step.technique == ONE_OF_SEVERAL
        ((row, col),) = found.step.placements
        assert any(each[row] == col for each in fits)
        return
    told = explain(puzzle)
    assert right(told.steps, solution)
    assert len([step for step in told.steps if step.placements]) == order - 3


def test_a_puzzle_of_your_own() -> None:
    puzzle = DiagonalLatin((1, 2, 3, 4, 5, 3, 4, 5, 1, 2, *[0] * 15))
    solution = clew.solve(puzzle).solution
    told = explain(puzzle)
    assert right(told.steps, solution)
    assert "r3c" in str(told)
    assert all(svg(board) for board in told.boards())
    wrong = [0] * 25
    wrong[10] = solution[11]
    assert hint(puzzle, wrong).full.startswith(f"r3c1 can't be {wrong[10]}: that contradicts")


def test_what_no_small_set_says_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.explanations.mus.EFFORT", -1)
    puzzle = clew.parse(COMPLETION)
    solution = clew.solve(puzzle).solution
    steps = tuple(step for step, _ in MusPosition(puzzle, solution).steps())
    assert steps[0].technique == "trial"
    assert right(steps, solution)


# ------------------------------------------------------------------ ladders on random puzzles


def thinned(full: Any, random: Random) -> Any:
    """A grid puzzle that was full, without as many numbers as can go."""
    for cell in random.sample(range(len(full.cells)), len(full.cells)):
        fewer = replace(full, cells=(*full.cells[:cell], 0, *full.cells[cell + 1 :]))
        full = fewer if clew.is_unique(fewer) else full
    return full


def random_grid(seed: int) -> tuple[Any, tuple[int, ...]]:
    """A Latin square, a Futoshiki, or a Sudoku with boxes, regions or diagonals."""
    random, rng = Random(seed), SplitMix64(str(seed))
    order = random.choice([4, 5, 6])
    square = random_latin_square(order, rng)
    pairs = [(c, c + 1) for c in range(order**2) if (c + 1) % order]
    ordered = [pair if square[pair[0]] < square[pair[1]] else pair[::-1] for pair in pairs]
    kind = seed % 4
    if kind == 0:
        return thinned(clew.Latin(square), random), square
    if kind == 1:
        signs = tuple(random.sample(ordered, len(ordered) // 2))
        return thinned(Futoshiki(square, signs), random), square
    empty = (Sudoku((0,) * 36, (2, 3)), Sudoku((0,) * 16, (2, 2), diagonal=True))[kind - 2]
    names = random.sample(range(1, empty.order + 1), empty.order)
    cells = tuple(names[value - 1] for value in clew.solve(empty).solution)
    return thinned(replace(empty, cells=cells), random), cells


@pytest.mark.parametrize("seed", range(12))
def test_every_step_of_a_random_grid_is_right(seed: int) -> None:
    puzzle, solution = random_grid(seed)
    for uniqueness in (True, False):
        told = explain(puzzle, uniqueness=uniqueness)
        assert right(told.steps, solution)
        placed = [cell for step in told.steps for cell, _ in step.placements]
        assert sorted(placed) == [cell for cell, value in enumerate(puzzle.cells) if not value]
    found = hint(puzzle)
    assert found.step == explain(puzzle).steps[0]


# ------------------------------------------------------------------ entries that are wrong


def grids() -> list[Any]:
    jigsaw = clew.parse("sudoku:regions=0011022102213333:................")
    sizes = [Sudoku((0,) * n**2, box) for n, box in
             ((4, (2, 2)), (6, (2, 3)), (9, (3, 3)), (16, (4, 4)), (25, (5, 5)))]  # fmt: skip
    return [*sizes, Sudoku((0,) * 81, diagonal=True), jigsaw, clew.Latin((0,) * 25),
            Futoshiki((0,) * 36, ((0, 1), (8, 2)))]  # fmt: skip


@pytest.mark.parametrize("empty", grids(), ids=lambda p: f"{p.name}-{p.order}")
def test_a_wrong_entry_is_told_in_every_grid(empty: Any) -> None:
    random = Random(empty.order)
    solution = clew.solve(empty).solution
    blank = set(random.sample(range(len(solution)), max(4, len(solution) // 8)))
    puzzle = replace(empty, cells=tuple(0 if c in blank else v for c, v in enumerate(solution)))
    if not clew.is_unique(puzzle):
        blank = {min(blank)}
        cells = tuple(0 if c in blank else v for c, v in enumerate(solution))
        puzzle = replace(empty, cells=cells)
    cell, order = min(blank), empty.order
    wrong = [0] * len(solution)
    wrong[cell] = solution[cell] % order + 1
    name = f"r{cell // order + 1}c{cell % order + 1}"
    found = hint(puzzle, wrong)
    assert found.full == f"{name} can't be {wrong[cell]}: that contradicts the solution."
    assert found.cells == f"The entry in {name} is wrong."
    told = explain(puzzle)
    assert right(told.steps, solution)


def test_one_of_several_ways() -> None:
    found = hint(clew.parse("queens:8"))
    assert found.full == "Nothing is certain yet. For example, a queen could go in r1c1."
    assert found.move == "r1c1"
    empty = clew.parse("sudoku:................")
    filled, solutions = [0] * 16, list(clew.solutions(empty))
    while (found := hint(empty, filled)).step is not None:
        for cell, value in found.step.placements:
            filled[cell] = value
        assert any(all(b in (0, a) for a, b in zip(s, filled, strict=True)) for s in solutions)
    assert found.full == "The puzzle is solved: there is nothing left to do."
    assert not empty.check(tuple(filled))


def test_entries_without_a_solution_though_there_are_several() -> None:
    empty = clew.parse("sudoku:................")
    found = hint(empty, [1, 2, 3, 0, 0, 0, 0, 4, *[0] * 8])
    assert found.full == ("r2c4 can't be 4: with the entries before it, no solution has that.")
    assert found.vague == "Your entries can't be completed."
    columns = [0, 2, None, None]
    found = hint(clew.parse("queens:4"), columns)
    assert found.full == "A queen can't go in r1c1: no solution has that."
    with pytest.raises(ValueError, match="there are 16 cells, but 3 entries"):
        hint(empty, [1, 2, 3])
    with pytest.raises(ValueError, match="r1c2 can't be -1: choose from 1 to 4"):
        hint(empty, [0, -1, *[0] * 14])


# ------------------------------------------------------------------ Lights Out


def random_lights(random: Random) -> LightsOut:
    rows, cols = random.randint(1, 4), random.randint(1, 3)
    lit = tuple(random.randrange(1 << cols) for _ in range(rows))
    stencil = random.choice([RULES["plus"], RULES["plus"], RULES["neighbours"], ((0, 0), (1, 1))])
    return LightsOut(rows, cols, lit, stencil, torus=random.random() < 0.2)


def presses(step: Step, cols: int) -> list[tuple[int, int]]:
    return [divmod(cell, cols) for cell, _ in step.placements]


@pytest.mark.parametrize("seed", range(40))
def test_light_chasing(seed: int) -> None:
    """Each step puts its row out; the last is a shortest solution, or shows that there is none."""
    puzzle = random_lights(Random(seed))
    told, distance = explain(puzzle), to_goal(puzzle.space())[puzzle.packed]
    if distance == 0:
        assert not told.steps
        return
    board = puzzle
    for step in told.steps[:-1]:
        board = board.after(presses(step, puzzle.cols))
        if step.technique == "light chasing":
            row = min(cell for cell, _ in step.placements) // puzzle.cols
            assert not any(board.lit[:row])
    last = told.steps[-1]
    if distance == float("inf"):
        assert not told.solved
        assert puzzle.refuted_by([divmod(cell, puzzle.cols) for cell in last.cells])
    else:
        assert not puzzle.check(presses(last, puzzle.cols))
        assert len(last.placements) == distance
        if len(told.steps) > 1:
            assert not any(board.lit)


@pytest.mark.parametrize("seed", range(30))
def test_following_the_hints_puts_all_lights_out_in_the_fewest_presses(seed: int) -> None:
    puzzle = random_lights(Random(seed))
    distance = to_goal(puzzle.space())
    left = distance[puzzle.packed]
    made: list[tuple[int, int]] = []
    while (found := hint(puzzle, made)).step is not None:
        assert "(the minimum)" in found.full
        made += presses(found.step, puzzle.cols)
        left -= 1
        assert distance[puzzle.after(made).packed] == left
    assert found.dead == (left == float("inf"))
    assert found.dead or left == 0


def test_lights_out_in_words() -> None:
    found = hint(clew.parse("lights-out:3x3:.../#../##."))
    assert found.vague == "Chase the lights row by row."
    assert found.full.startswith("Press r3c1: r2c1 is on, and only the press below it can")
    assert found.move == "r3c1"
    dead = hint(clew.parse("lights-out:2x3:#../..."))
    assert dead.dead
    assert "every press toggles an even number of these 4 lights" in dead.full
    with pytest.raises(ValueError, match="isn't a button of the board"):
        hint(clew.parse("lights-out:2x2"), [(5, 5)])
    with pytest.raises(Unsuited, match="the limit is 100 rows and columns"):
        explain(clew.parse("lights-out:200x3"))
    assert hint(clew.parse("lights-out:300x300")).move.startswith("r")


# ------------------------------------------------------------------ walks


def random_walk(random: Random) -> Puzzle:
    kind = random.randrange(4)
    if kind == 0:
        capacities = tuple(random.randint(1, 9) for _ in range(random.randint(2, 3)))
        return Jugs(capacities, (random.randint(1, max(capacities)),))
    if kind == 1:
        size = random.randint(1, 6)
        rows = tuple(tuple(random.randint(0, 9) for _ in range(n)) for n in range(1, size + 1))
        return Triangle(rows, random.randint(0, 5 * size))
    if kind == 2:
        pads = random.sample(range(2, 9), 7)
        jumps = tuple(abs(a - b) for a, b in zip([1, *pads], pads, strict=False))
        return clew.Frog(jumps, any_order=random.random() < 0.5)
    long, wide = random.choice([(3, 4), (3, 5), (4, 4), (3, 3)])
    start = (random.randrange(long), random.randrange(wide)) if random.random() < 0.7 else None
    return Knight(long, wide, start)


@pytest.mark.parametrize("seed", range(40))
def test_hints_of_a_walk_lead_to_the_goal_from_wherever_one_is(seed: int) -> None:
    """After some moves by chance: alive or dead as it truly is, and a way if there is one."""
    random = Random(seed)
    puzzle = random_walk(random)
    space = puzzle.space()
    distance, state = to_goal(space), space.start
    made: list[Any] = []
    for _ in range(random.randrange(4)):
        moves = list(space.successors(state))
        if moves and not space.is_goal(state):
            move, state = random.choice(moves)
            made.append(move)
    found = hint(puzzle, made)
    assert found.dead == (distance[state] == float("inf"))
    while found.step is not None:
        left = distance[state]
        move, state = next(p for p in space.successors(state) if puzzle.say(p[0]) == found.move)
        assert distance[state] < float("inf")
        assert not puzzle.step or distance[state] == left - 1
        made.append(move)
        found = hint(puzzle, made)
    assert found.dead or space.is_goal(state)


@pytest.mark.parametrize("seed", range(30))
def test_the_whole_way(seed: int) -> None:
    puzzle = random_walk(Random(seed))
    distance = to_goal(puzzle.space())[puzzle.space().start]
    if distance == float("inf"):
        with pytest.raises(NoSolution, match="no solution"):
            explain(puzzle)
        return
    told = explain(puzzle)
    assert len(told.steps) == distance
    if puzzle.step:
        assert rate(puzzle).rating == distance
    elif distance:
        with pytest.raises(
            Unsuited, match="has no rating, because all its solutions have the same length"
        ):
            rate(puzzle)


def test_walks_in_words() -> None:
    knight = clew.parse("knight:5x5@0,0")
    found = hint(knight, [(0, 0)])
    assert "of the two cells within reach, none has fewer onward moves (5)" in found.full
    assert found.full.endswith("A search found a tour that continues this way.")
    stuck = hint(clew.parse("knight:3x4@0,0"), [(0, 0), (2, 1), (0, 2)])
    assert stuck.dead
    assert "Take back" in stuck.full
    assert "The mistake was r3c2." in stuck.cells
    jugs = hint(clew.parse("jugs:3,5=4"))
    assert jugs.full == (
        "Fill jug 2. The jugs then hold 0 and 5. You're 6 moves from the goal (the minimum)."
    )
    frog = hint(clew.parse("frog:any:2,3,2,3,5,3"), [3])
    assert frog.full.startswith("Jump 2 goes 3 pads to the right, to pad 6. Pad 5 can't lead")
    with pytest.raises(ValueError, match="possible there"):
        hint(knight, [(0, 0), (4, 4)])
    left = hint(clew.parse("triangle:5/2 5=7"), [0])
    assert left.full == "The puzzle is solved: there is nothing left to do."
    half_way = clew.parse("jugs:5,8,12@5,8,0=6")
    assert "4 moves from the goal" in hint(half_way).full


def test_what_cannot_be_found_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.explanations.plans.TRIES", 3)
    monkeypatch.setattr("clew.explanations.plans.plan_from.__defaults__", (3,))
    found = hint(clew.parse("knight:8x8@0,0"), [(0, 0), (1, 2)])
    assert not found.dead
    assert "the search stopped after 3 positions" in found.full


def test_a_tour_is_found_midway_on_a_chessboard() -> None:
    puzzle = clew.parse("knight:8x8@0,0")
    made = list(clew.solve(puzzle).solution)[:20]
    for _ in range(3):
        found = hint(puzzle, made)
        assert found.step is not None
        assert not found.dead
        made.append(divmod(found.step.cells[0], 8))


# ------------------------------------------------------------------ games


GAMES = [
    *("nim:3,4,5", "nim:1,2,3", "nim:2,3,misere", "kayles:5,3", "wythoff:3,7", "nim:3,4+kayles:7"),
    *("subtraction:1,2,3@15", "noughts:X../.O./..X", "noughts:XO./.X./..O"),
]


@pytest.mark.parametrize("text", GAMES)
def test_hints_of_a_game_are_best_moves_to_its_end(text: str) -> None:
    puzzle: Any = clew.parse(text)
    made: list[str] = []
    while (found := hint(puzzle, made)).move:
        position = _position(puzzle, made)
        assert found.move in clew.solve(position).solution.best
        made.append(found.move)
    assert found.full == "The game is over: there is no move to make."
    told = explain(puzzle)
    verdict = clew.solve(puzzle).solution
    assert len(told.steps) == len(verdict.line)
    for move, step in zip(verdict.line, told.steps, strict=True):
        assert f"player plays {quoted(move)}. " in step.text


def _position(puzzle: Any, made: list[str]) -> Any:
    for move in made:
        game = puzzle.game()
        puzzle = puzzle.at(dict(game.successors(game.start))[move])
    return puzzle


def test_games_in_words() -> None:
    assert hint(clew.parse("nim:3,4,5")).full == (
        'Play "pile 1: take 2": it makes the nim-sum 0. '
        "The nim-value 3 becomes 1, equal to the nim-sum of the rest (1 ^ 1 = 0)."
    )
    fork = hint(clew.parse("noughts:XO./.X./..O"))
    assert fork.technique == "You can win. Look for a fork."
    assert fork.full == "Play r2c1: it threatens to complete a line at r2c3 and r3c1."
    assert "it stops the other player" in hint(clew.parse("noughts:XX./.O./...")).full
    assert hint(clew.parse("noughts:XX./OO./...")).full == "Play r1c3: it wins at once."
    assert hint(clew.parse("nim:1,2,3")).vague == "You lose against best play, whatever you do."
    with pytest.raises(ValueError, match="isn't possible there"):
        hint(clew.parse("nim:3,4"), ["pile 9: take 1"])
    with pytest.raises(Unsuited, match="nim is a game, so it has no rating"):
        rate(clew.parse("nim:3,4"))


# ------------------------------------------------------------------ ratings


def test_ratings_of_other_kinds() -> None:
    assert str(rate(clew.parse("lights-out:5x5"))) == "15 presses"
    assert str(rate(clew.parse("jugs:5,8=8"))) == "1 move"
    assert str(rate(clew.parse(COMPLETION))).startswith("medium 2.3/")
    with pytest.raises(NoSolution):
        rate(clew.parse("lights-out:2x3:#../..."))
    with pytest.raises(NoSolution):
        rate(clew.parse("jugs:6,9=4"))
    with pytest.raises(Unsuited, match="all its solutions have the same length"):
        rate(clew.parse("knight:5x5@0,0"))


def test_many_ratings_are_those_of_each() -> None:
    texts = (DATA / "sudoku_explainer.csv").read_text().split()[1:40:4]
    puzzles: list[Puzzle] = [Sudoku.parse(text.partition(",")[0]) for text in texts]
    puzzles[2:2] = [clew.parse("sudoku:" + "." * 81), clew.parse("sudoku:..233..42.3.1...")]
    puzzles += [clew.parse("sudoku:11" + "." * 79), clew.parse("jugs:3,5=4"), puzzles[0]]
    for found, puzzle in zip(rate_all(puzzles), puzzles, strict=True):
        if isinstance(found, (NotUnique, Stopped)):
            with pytest.raises(NotUnique) as refused:
                rate(puzzle)
            assert str(refused.value) == str(found)
        else:
            assert replace(rate(puzzle), techniques=(), hodoku=None) == found


# ------------------------------------------------------------------ the command line


def run(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, args, prog_name="clew")
    assert result.exit_code == status, result.output
    return result.output


@pytest.mark.parametrize("text", EVERY[1::3])
def test_the_command_line(text: str, tmp_path: Path) -> None:
    for degree in DEGREES:
        assert run("hint", text, f"--{degree}").count("\n") == 1
    told = run("explain", text)
    assert told.lstrip().startswith("1. ")
    run("explain", text, "--html", str(tmp_path / "steps.html"))
    assert "<svg" in run("explain", text, "--svg", "-", "--step", "1")
    assert json.loads(run("explain", text, "--json"))["steps"][0]["technique"]


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (("hint", "knight:5x5@0,0", "--played", "r1c1; r2c3"), 0, "to r1c5: of the five cells"),
        (("hint", "jugs:3,5=4", "--played", "fill 2; pour 2 into 1"), 0, "Empty jug 1."),
        (("hint", "nim:3,4,5", "--played", "pile 1: take 2"), 0, "The nim-sum is 0"),
        (("hint", "lights-out:3x3", "--played", "r1c1"), 0, "You need 4 presses"),
        (("hint", "queens:8", "--filled", "Q7/8/8/8/8/8/8/8"), 0, "could go in"),
        (("hint", COMPLETION, "--filled", "Q7/7Q/4Q3/8/8/8/8/8"), 0, "A queen can't go in r2c8"),
        (("hint", ADJACENT, "--filled", "14231..............."[:16]), 0, "r2c1 can't be 1"),
        (("hint", "frog:2,3,2,3,5,3", "--played", "3; 6"), 0, "Jump 3"),
        (("hint", "sudoku:..233..42.3.1...", "--filled", "sudoku:..233..42.3.1..."), 0, " is "),
        (("explain", "knight:1x1"), 0, "1 cell once"),
        (("explain", "frog:1"), 0, "1 jump, each pad once"),
        (("explain", "lights-out:1x1:#"), 0, "chasing took 1 press."),
        (("rate", "queens:8"), 2, "more than one solution"),
        (("rate", "queens:3"), 1, "no solution"),
        (("hint", "jugs:6,9=4"), 1, "a multiple of 3"),
        (("hint", "queens:3"), 1, "no solution"),
        (("explain", "jugs:6,9=4"), 1, "a multiple of 3"),
        (("explain", "lights-out:2x3:#../..."), 1, "no solution: every press"),
        (("explain", "knight:4x4"), 1, "4x4 has no tour at all"),
        (("hint", "knight:5x5@0,0", "--played", "r5c5"), 2, "move 1: r5c5 isn't possible here"),
        (("hint", "nim:3", "--played", "take 9"), 2, "choose from"),
        (("hint", "nim:3", "--played", "take 1", "--filled", "2"), 2, "only one of"),
        (
            ("hint", "nim:3", "--filled", "2"),
            2,
            'nim is played in moves. Use --played "MOVE; MOVE", not --filled',
        ),
        (
            ("hint", "sudoku:..233..42.3.1...", "--played", "r1c1"),
            2,
            "sudoku puzzles are filled in. Use --filled instead of --played",
        ),
        (("hint", "queens:8", "--filled", "QQ6/8/8/8/8/8/8/8"), 2, "two queens in row 1"),
        (("hint", "queens:8", "--filled", "Q3/4/4/4"), 2, "expected 8"),
        (("explain", "lights-out:200x200"), 2, "the limit is 100 rows and columns"),
        (("rate", "knight:5x5@0,0"), 2, "all its solutions have the same length"),
        (("rate", "jugs:3,5=4", "lights-out:5x5"), 0, "6 moves  jugs:3,5=4\n15 presses"),
        (("rate", "--brief", "jugs:6,9=4", "jugs:3,5=4"), 1, "6 moves  jugs:3,5=4"),
    ],
)
def test_what_is_said(args: tuple[str, ...], status: int, said: str) -> None:
    output = run(*args, status=status)
    assert said in output
    assert args[0] == "explain" or status != 2 or output.count("\n") == 1


def test_the_brief_form_says_the_same_but_for_hodoku(tmp_path: Path) -> None:
    texts = (DATA / "sudoku_explainer.csv").read_text().split()[1:7]
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join(text.partition(",")[0] for text in texts))
    brief = run("rate", str(file), "--brief").splitlines()
    for line, whole in zip(brief, run("rate", str(file)).splitlines(), strict=True):
        assert line.split()[:2] == whole.split()[:2]
        assert len(line.split()) == 3


def test_a_hint_says_itself() -> None:
    assert str(Hint("a", "b", "c", "d")) == "d"
