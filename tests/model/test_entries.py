"""Entries: values, names and texts mean the same in hints, in play and in `fill`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import clew
from clew.board.text import text
from clew.cli.app import app
from clew.core.registry import find
from clew.explanations.explain import entries
from clew.model.problem import Problem
from clew.play import Fill, NoMove, open_play
from clew.rules import AllDifferent
from clew.web.tasks import hint as web_hint

FOUR = "sudoku:..233..42.3.1..."
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def two() -> clew.Problem:
    problem = clew.Problem("two")
    x, y = problem.variables("xy", [0, 1]).values()
    problem.add(x != y)
    return problem


def towns() -> clew.Problem:
    problem = clew.Problem("towns")
    first, second = problem.variables(["New York", "LA"], ["deep blue", "red"]).values()
    problem.add(first != second)
    return problem


# ------------------------------------------------------------------ hints


def test_hint_with_several_best_solutions_leads_to_one() -> None:
    problem = clew.Problem("best")
    a, _ = problem.variables("ab", [1, 2])
    problem.maximise(a)
    assert clew.hint(problem, {"b": 2}).move == "a=2"
    assert clew.hint(problem, {"a": 1}).full == "a can't be 1: no best solution has that."
    assert (
        clew.hint(problem, {"a": 2, "b": 1}).full
        == "The puzzle is solved: there is nothing left to do."
    )


def test_hint_after_an_excluded_value_reports_the_mistake() -> None:
    problem = clew.Problem("colours")
    x, y = problem.variables("xy", ["red", "green", "blue"])
    problem.add(x != "red", y != "red")
    assert clew.hint(problem, {"x": "red"}).full == "x can't be red: no solution has that."
    grid = clew.Grid(1, 1, [0, 1, 2])
    grid.cage([(0, 0)], product=2)
    assert clew.hint(grid, {"r1c1": 1}).full == "r1c1 can't be 1: that contradicts the solution."


@pytest.mark.parametrize(("name", "values"), [("a", [True, 2]), ("a=b", [1, 2]), ("a", ["x=y"])])
def test_hint_move_can_be_read_back(name: str, values: list[Any]) -> None:
    problem = clew.Problem("read")
    problem.variable(name, values)
    problem.variable("other", [1, 2])
    first = clew.hint(problem)
    second = clew.hint(problem, first.move)
    assert second.move != first.move
    assert not clew.hint(problem, f"{first.move} {second.move}").move


def test_hint_with_equal_values_names_the_variables_own() -> None:
    problem = clew.Problem("true")
    problem.variable("a", [True])
    b = problem.variable("b", [1, 2])
    problem.add(b == 1)
    assert clew.hint(problem, {"b": 2}).full == "b can't be 2: that contradicts the solution."
    problem = clew.Problem("true")
    problem.variable("a", [True, 2])
    assert clew.hint(problem).full == "Nothing is certain yet. For example, a could be True."


@pytest.mark.parametrize(
    "filled", [[1, None], (1, None), {"x": 1}, {"X": "1"}, "x=1", "x=1;", "1 .", "1.", "two:x=1"]
)
def test_hint_after_a_value_of_1_says_0(filled: Any) -> None:
    assert clew.hint(two(), filled).full.startswith("y must be 0: ")


@pytest.mark.parametrize("filled", [[0, None], {"x": 0}, "x=0", "0.", [False, None]])
def test_hint_after_a_value_of_0_says_1(filled: Any) -> None:
    assert clew.hint(two(), filled).full.startswith("y must be 1: ")


def test_hint_takes_variables_and_ignores_blanks() -> None:
    problem = two()
    assert clew.hint(problem, {problem["x"]: 1, "y": None}).full.startswith("y must be 0: ")


@pytest.mark.parametrize(
    "filled",
    [{"New York": "red"}, {"new york": "red"}, "New_York=red", "New_York=RED", ["red", None]],
)
def test_hint_with_text_values_reads_names_and_values(filled: Any) -> None:
    found = clew.hint(towns(), filled)
    assert found.full.startswith("LA must be deep blue: ")
    assert found.move == "LA=deep_blue"
    assert clew.hint(towns(), f"New_York=red {found.move}").full.startswith("The puzzle is solved")


@pytest.mark.parametrize(
    "filled",
    [
        {"r1c1": 4}, {(0, 0): 4}, {"R1C1": "4"}, "r1c1=4", "4.233..42.3.1...", f"{FOUR}"[:7] + "4"
        + FOUR[8:], [4, *[0] * 15], [4, *[None] * 15], [[4, 0, 0, 0], *[[0, 0, 0, 0]] * 3],
    ],
)  # fmt: skip
def test_hint_for_a_sudoku_takes_every_form(filled: Any) -> None:
    assert clew.hint(FOUR, filled).full.startswith("Last cell: r2c3 is the last open cell")


@pytest.mark.parametrize("filled", [[1, None, None, None], {"r1c2": "Q"}, {(0, 1): 1}, "r1c2=Q"])
def test_hint_for_queens_takes_columns_and_squares(filled: Any) -> None:
    assert clew.hint("queens:4", filled).full.startswith("A queen must go in r2c4")


def test_hint_for_a_game_reads_moves_from_a_text() -> None:
    assert clew.hint("nim:3,4", "pile 2: take 1") == clew.hint("nim:3,4", ["pile 2: take 1"])


WRONG: list[tuple[Any, Any, str]] = [
    (two, {"z": 1}, "there's no variable z: choose from x, y"),
    (two, {3: 1}, "there's no variable 3: choose from x, y"),
    (two, "z=1", "there's no variable z: choose from x, y"),
    (two, {"x": 7}, "x can't be 7: choose from 0, 1"),
    (two, {"x": [1]}, "x can't be the list [1]: choose from 0, 1"),
    (two, "x=7", "x can't be 7: choose from 0, 1"),
    (two, "x=1 y", "there's no = in y: write NAME=VALUE"),
    (two, [1], "there are 2 cells, but 1 entry: write one for each, with . for a blank, or"),
    (towns, {"LA": "green"}, "LA can't be green: choose from deep_blue, red"),
    (lambda: FOUR, {"r5c1": 1}, "there's no cell r5c1: cells go from r1c1 to r4c4"),
    (lambda: FOUR, {"r1c1": 5}, "r1c1 can't be 5: choose from 1 to 4"),
    (lambda: FOUR, {(4, 0): 1}, "there's no cell the tuple (4, 0): cells go from r1c1 to r4c4"),
    (lambda: "queens:4", [9, None, None, None], "row 1 can't be 9: choose from 0 to 3"),
    (lambda: "queens:4", {"r1c1": "K"}, "r1c1 can't be K: choose from Q"),
    (lambda: "nim:3,4", {"x": 1}, "you don't fill in nim, you make moves: give those instead"),
]


@pytest.mark.parametrize(("puzzle", "filled", "said"), WRONG)
def test_hint_with_a_wrong_entry_raises_one_line(puzzle: Any, filled: Any, said: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011  # the message is what is tested
        clew.hint(puzzle(), filled)
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)


def test_check_takes_names_cells_and_values_in_order() -> None:
    problem, grid = two(), clew.Grid(1, 2, [0, 1])
    grid.latin()
    for right in ({"x": 1, "y": 0}, {problem["x"]: 1, problem["y"]: 0}, [1, 0]):
        assert problem.check(right) == []
    assert problem.check([1, 1]) == ["x != y"]
    assert problem.check([1]) == ["the solution has 1 value, not 2"]
    assert grid.check({(0, 0): 1, (0, 1): 0}) == []
    assert grid.check({(0, 0): 1, "r1c2": 1}) == ["row 1"]
    with pytest.raises(ValueError, match="there's no variable z: choose from x, y"):
        problem.check({"x": 1, "z": 0})


def test_hint_with_many_names_suggests_the_closest() -> None:
    problem = clew.Problem()
    problem.variables([f"item{n}" for n in range(20)], range(3))
    with pytest.raises(ValueError, match=r"^there's no variable item_7: did you mean item7\?$"):
        clew.hint(problem, {"item_7": 1})


def test_hint_for_a_bare_csp_takes_places() -> None:
    pair = clew.CSP((0b110, 0b110), (AllDifferent((0, 1), "the pair"),))
    for filled in ([1, None], {0: 1}):
        assert clew.hint(pair, filled).full.startswith("r1c2 must be 2")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there's no variable 5: they go from 0 to 1"):
        clew.hint(pair, {5: 1})  # type: ignore[arg-type]


def test_command_and_web_read_names_and_values(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(
        "import clew\ntwo = clew.Problem('two')\nx, y = two.variables('xy', [0, 1]).values()\n"
        "two.add(x != y)\n",
        encoding="utf-8",
    )
    done = CliRunner().invoke(app, ["hint", str(file), "--filled", "x=1"])
    assert (done.exit_code, done.output[:13]) == (0, "y must be 0: ")
    wrong = CliRunner().invoke(app, ["hint", str(file), "--filled", "x=5"])
    assert wrong.exit_code == 2
    assert wrong.stderr == "clew: --filled: x can't be 5: choose from 0, 1\n"
    assert web_hint({"id": FOUR, "filled": "r1c1=1"})["full"].startswith("r1c1 can't be 1")


# ------------------------------------------------------------------ play


def play(puzzle: Any) -> Fill:
    found = open_play(puzzle)
    assert isinstance(found, Fill)
    return found


def test_play_with_named_variables_takes_their_names() -> None:
    game = play(two())
    assert game.play("x=1") == "x=1"
    assert game.hint()["text"].startswith("y must be 0")
    assert game.hint()["move"] == "y=0"
    game.play("y=1")
    assert game.check()["text"] == "y leaves no solution"
    assert game.play("y=") == "y="
    game.play("r2c1=0")  # the row and the column of the board are understood too
    assert game.over
    assert game.view()["names"] == ["x", "y"]


def test_play_with_text_values_takes_them() -> None:
    game = play(towns())
    assert game.play("new_york=Red") == "New_York=red"
    assert game.play("LA+red") == "LA+red"
    for typed, said in {
        "LA=green": "LA can't be green: choose from deep_blue, red",
        "Rome=red": "there's no variable Rome: choose from New_York, LA",
        "LA": "write New_York=deep_blue to enter a value, New_York= to erase it",
    }.items():
        with pytest.raises(NoMove, match=said):
            game.play(typed)


def test_play_with_signs_in_names_takes_the_longest_name() -> None:
    problem = clew.Problem()
    problem.variables(["a", "a-b"], [-1, 1])
    game = play(problem)
    assert game.play("a-b=-1") == "a-b=-1"
    assert game.play("a=-1") == "a=-1"
    assert game.play("a-1") == "a-1"  # a pencil mark that is struck out
    assert game.entries == (1, 1)


def test_play_with_names_like_cells_means_the_variables() -> None:
    problem = clew.Problem()
    problem.variables(["r1c1", "r1c2", "r2c1"], [1, 2])
    game = play(problem)
    game.play("r2c1=2")
    assert game.view()["names"] == ["r1c1", "r1c2", "r2c1"]
    assert game.entries == (0, 0, 2)


def test_play_of_a_plain_grid_sends_no_names() -> None:
    assert play(clew.parse(FOUR)).view()["names"] == []


def test_play_in_the_terminal_takes_names(tmp_path: Path) -> None:
    file = tmp_path / "bag.py"
    file.write_text(
        "import clew\nbag = clew.Problem('bag')\n"
        "items = bag.variables(['item0', 'item1'], [0, 1]).values()\n"
        "bag.add(sum(items) == 1)\n",
        encoding="utf-8",
    )
    typed = "item0=7\nitem0=1\nitem1=0\n"
    done = CliRunner().invoke(app, ["play", str(file), "--terminal"], input=typed)
    assert done.exit_code == 0, done.output
    assert "item0=0 to write, item0= to erase, item0+0 and item0-0 for pencil marks" in done.output
    assert "item0 can't be 7: choose from 0, 1" in done.output
    assert done.output.endswith("solved\n")


# ------------------------------------------------------------------ fill


def nine() -> clew.Grid:
    grid = clew.Grid(9, 9, range(1, 10), name="nine")
    grid.latin()
    grid.boxes(3, 3)
    return grid


def test_fill_reads_the_text_of_a_sudoku() -> None:
    grid = nine()
    grid.fill(NINE)
    assert clew.solve(grid, max_solutions=2).unique
    want = clew.solve(f"sudoku:{NINE}").solution
    assert tuple(clew.solve(grid).solution.values()) == want
    again = nine()
    again.fill(text(clew.parse(f"sudoku:{NINE}").board()))
    assert again.givens == grid.givens


def test_fill_takes_names_lists_and_text_values() -> None:
    grid = clew.Grid(2, 2, ["ant", "bee"], symbols={"ant": "a", "bee": "b"})
    grid.fill({"r1c1": "ant", (0, 1): "bee"})
    grid.fill("..ab")
    assert grid.givens == (1, 2, 1, 2)
    zero = clew.Grid(1, 3, [0, 1])
    zero.fill([0, None, 1])
    assert clew.solve(zero, max_solutions=9).solutions == (
        {"r1c1": 0, "r1c2": 0, "r1c3": 1}, {"r1c1": 0, "r1c2": 1, "r1c3": 1},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (NINE[1:], "there are 81 cells, but 80 entries: write one for each"),
        ({"r1c1": 11}, "r1c1 can't be 11: choose from 1 to 9"),
        ({"r10c1": 1}, "there's no cell r10c1: cells go from r1c1 to r9c9"),
        (f"x{NINE[1:]}", "r1c1 can't be x: choose from 1 to 9"),
    ],
)
def test_fill_with_a_wrong_entry_raises_one_line(given: Any, said: str) -> None:
    with pytest.raises(clew.ModelError) as error:
        nine().fill(given)
    assert str(error.value).startswith(said)


# ------------------------------------------------------------------ givens

AKARI = ["..1....", ".......", "0..#..2", "..#.#..", "#..2..#", ".......", "....1.."]


def akari() -> clew.Grid:
    grid = clew.Grid(
        7, 7, ["lamp", "empty", "wall"], name="akari", shaded=["wall"],
        symbols={"lamp": "o", "empty": ".", "wall": "#"},
    )  # fmt: skip
    for r, line in enumerate(AKARI):
        for c, sign in enumerate(line):
            if sign == ".":
                grid.add(grid[r, c] != "wall")
                continue
            grid.given((r, c), "wall")
            if sign != "#":
                grid.number((r, c), int(sign), grid.count(grid.neighbours(r, c), "lamp"))
    # Walls on all four sides: only a lamp in the cell itself lights it.
    grid.add(grid.count([grid[3, 3]], "lamp") >= 1, label="r4c4 is lit")
    return grid


def test_show_of_a_cell_that_follows_from_the_rules_leaves_it_blank() -> None:
    puzzle = akari()
    walls = [cell for cell, sign in enumerate("".join(AKARI)) if sign != "."]
    assert [cell for cell, given in enumerate(puzzle.givens) if given] == walls
    assert puzzle.board().cells[24].text == ""
    game = play(puzzle)
    assert game.view()["given"] == walls
    assert not game.entries[24]
    assert game.play("r4c4=o") == "r4c4=o"
    assert game.position.id.split("@")[1].split(".")[24] == "o"


def test_hint_for_a_cell_that_follows_from_the_rules_gives_it() -> None:
    grid = clew.Grid(1, 3, [1, 2, 3], name="row")
    grid.latin()
    grid.given((0, 0), 1)
    grid.add(grid[0, 1] < 3)
    grid.add(grid[0, 2] > 2)
    assert grid.givens == (1, 0, 0)
    told = clew.explain(grid)
    assert told.solved
    assert {cell for step in told.steps for cell, _ in step.placements} == {1, 2}
    assert clew.hint(grid, {"r1c2": 2}).full == (
        "r1c3 must be 3, because no other value is left there."
    )
    assert clew.hint(grid, {"r1c2": 2, "r1c3": 3}).full.startswith("The puzzle is solved")


def test_rule_that_states_a_value_is_shown_as_a_given() -> None:
    grid = clew.Grid(1, 4, [1, 2, 3, 4])
    grid.add((grid[0, 0] == 2) & (grid[0, 1] == 1))
    grid.cage([(0, 2)], total=4)
    assert grid.givens == (2, 1, 4, 0)
    assert clew.parse("kenken:3:_13,a3a1a2a1a2a3a2a3a1").givens == (3, 1, 2, 1, 2, 3, 2, 3, 1)  # type: ignore[attr-defined]


def test_number_about_one_cell_stays_a_clue() -> None:
    grid = clew.Grid(1, 2, ["lamp", "wall"])
    grid.given((0, 0), "wall")
    grid.number((0, 0), 1, grid.count(grid.neighbours(0, 0), "lamp"))
    assert grid.givens == (2, 0)
    assert [clue.goal for clue in grid.clues()] == [1]
    assert isinstance(grid, Problem)
    assert clew.solve(grid.with_entries(grid.givens)).solution == {"r1c1": "wall", "r1c2": "lamp"}


def test_entries_of_a_solution_are_read_back_for_every_example() -> None:
    """The solution of a puzzle with names is a dictionary, which hints accept."""
    for name in ("map-colouring", "zebra", "cryptarithm", "kenken", "killer"):
        puzzle = find(name).parse(find(name).examples[0].text)
        solution = clew.solve(puzzle).solution
        if solution is not None:
            found = entries(puzzle, solution)
            assert puzzle.entries(solution) == tuple(found)[: puzzle.wanted]  # type: ignore[attr-defined]
