"""Users' own puzzles: stated in a few lines, solved, loaded from files, with clear errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

import clew
from clew.cli.app import app
from clew.core.registry import find
from clew.model import compiling
from tests.model.own_texts import RIVER_AND_TAKE

STATED = (
    """
import clew

m = clew.Problem("australia")
c = m.variables("WA NT SA Q NSW V T", ["red", "green", "blue"])
for pair in "WA NT,WA SA,NT SA,NT Q,SA Q,SA NSW,SA V,Q NSW,NSW V".split(","):
    a, b = pair.split()
    m.add(c[a] != c[b])

k = clew.Grid(4, 4, range(1, 5))
k.latin()
k.cage([(0, 0), (0, 1)], product=12)
k.cage([(1, 0), (2, 0)], difference=1)
k.cage([(3, 0), (3, 1)], total=3)
k.given((2, 2), 3)

"""
    + RIVER_AND_TAKE
    + '''
@clew.strategy("forward-only", face=clew.StateSpace, complete=False)
def forward(space, run, *, depth: int = 20, order=("first", "last")):
    """Look ahead, no further than so many moves."""
    stack = [(space.start, ())]
    while stack:
        state, moves = stack.pop()
        run.visit()
        if space.is_goal(state):
            yield moves
        elif len(moves) < depth:
            stack += [(after, (*moves, move)) for move, after in space.successors(state)]

from clew.core.faces import Verdict

@clew.strategy("one-look", face=clew.Game)
def look(game, run, *, forced: int = 0):
    """Play the first move, whatever it leads to."""
    run.visit()
    first = next(move for move, _ in game.successors(game.start))
    yield Verdict(1, (first,), (), "cut", known="at depth 1", forced=bool(forced))
'''
)


@pytest.fixture
def stated(tmp_path: Path) -> str:
    file = tmp_path / "my.py"
    file.write_text(STATED, encoding="utf-8")
    return str(file)


def clew_says(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, words)
    return done.exit_code, done.output


# ------------------------------------------------------------------ in Python


def test_solution_of_a_map_is_read_by_name() -> None:
    problem = clew.Problem("map")
    c = problem.variables("WA NT SA Q NSW V T", ["red", "green", "blue"])
    for pair in ("WA NT", "WA SA", "NT SA", "NT Q", "SA Q", "SA NSW", "SA V", "Q NSW", "NSW V"):
        a, b = pair.split()
        problem.add(c[a] != c[b])
    solution = clew.solve(problem).solution
    assert solution["WA"] != solution["NT"]
    assert solution[c["WA"]] == solution["WA"]
    assert clew.count(problem) == 18  # six of the mainland, each with three for Tasmania


def test_solution_has_the_users_own_values() -> None:
    problem = clew.Problem()
    x = problem.variable("x", [False, True])
    y = problem.variable("y", ["a", (1, 2), None])
    problem.add(x == 1, y != "a", y != None)  # noqa: E711 - it makes a rule
    assert clew.solve(problem).solution == {"x": True, "y": (1, 2)}
    assert clew.solve(problem).solution["x"] is True


def test_best_solution_is_proven() -> None:
    problem = clew.Problem("knapsack")
    xs = list(problem.variables("abcdef", range(4)).values())
    weights, worth = (3, 4, 5, 9, 14, 2), (4, 5, 7, 13, 20, 2)
    problem.add(sum(w * x for w, x in zip(weights, xs, strict=True)) <= 20)
    problem.maximise(sum(w * x for w, x in zip(worth, xs, strict=True)))
    best = max(
        sum(w * n for w, n in zip(worth, some, strict=True))
        for some in _fills(weights, 20)
    )  # fmt: skip
    result = clew.solve(problem)
    assert result.best == best == 28
    assert str(result).endswith("28; searched to the end: no solution is better")
    every = clew.solve(problem, max_solutions=None)
    assert every.status is clew.Status.COMPLETE
    assert len(every.solutions) == 3


def _fills(weights: tuple[int, ...], room: int) -> Iterator[tuple[int, ...]]:
    from itertools import product

    for some in product(range(4), repeat=len(weights)):
        if sum(w * n for w, n in zip(weights, some, strict=True)) <= room:
            yield some


def test_stopped_search_claims_no_best_solution() -> None:
    problem = clew.Problem()
    xs = list(problem.variables("abcdefgh", range(9)).values())
    problem.all_different()
    problem.maximise(sum(n * x for n, x in enumerate(xs)))
    result = clew.solve(problem, "backtracking:select=first,infer=none", max_nodes=200)
    assert result.status is clew.Status.STOPPED
    assert result.solved
    assert result.best is None


def test_generate_like_a_users_puzzle_is_unique() -> None:
    grid = clew.Grid(3, 3, [1, 2, 3], name="three")
    grid.latin()
    made = clew.generate(grid, seed=1, minimal=True)
    assert clew.is_unique(made)
    assert made.id == clew.generate(grid, seed=1, minimal=True).id
    assert clew.generate(clew.Queens, 6, seed=1).id == clew.generate("queens", 6, seed=1).id
    wrong: Any = 5
    with pytest.raises(TypeError, match="5 isn't a kind of puzzle"):
        clew.generate(wrong)


def test_element_with_an_index_out_of_range_is_checked() -> None:
    problem = clew.Problem("element")
    x, y, at = problem.variables("xyi", range(5)).values()
    problem.add(problem.element([x, y], at) == 3, x == 1)
    assert str(clew.hint(problem)).endswith("y must be 3 and i must be 1.")
    assert problem.check({"x": 1, "y": 3, "i": 4}) == [
        "i is an index in range",
        "element(i, x, y) == 3",
    ]


def test_solve_takes_a_bare_csp_space_or_game() -> None:
    from clew.core.faces import CSP
    from clew.rules import AllDifferent

    csp = CSP((0b1110, 0b1110, 0b0110), (AllDifferent((0, 1, 2), "all"),))
    assert clew.count(csp) == 4  # type: ignore[arg-type]

    class Up:
        start = 0

        def successors(self, state: int) -> list[tuple[str, int]]:
            return [("one", state + 1), ("double", 2 * state)]

        def is_goal(self, state: int) -> bool:
            return state == 10

    assert len(clew.solve(Up()).solution) == 5  # type: ignore[arg-type]


def test_brief_of_a_grid_lists_its_rules() -> None:
    grid = clew.Grid(2, 2, [1, 2], name="tiny")
    grid.latin()
    grid.add(grid[0, 0] < grid[0, 1], label="the first is small")
    each = "all values differ in each"
    assert [said for said, _ in grid.brief()] == [
        f"{each} row",
        f"{each} column",
        "the first is small",
    ]
    assert repr(grid) == "<Grid tiny: 4 variables, 5 rules>"


# ------------------------------------------------------------------ from a file


def test_command_with_a_puzzle_of_a_file_works(stated: str) -> None:
    assert clew_says("solve", f"{stated}:m")[0] == 0
    assert clew_says("count", f"{stated}:m", "-q")[1].startswith("18\n")
    assert "11 moves" in clew_says("solve", f"{stated}:river")[1]
    assert "1 move: 1M 1C over" in clew_says("solve", f"{stated}:river:(1, 1, 1)")[1]
    assert "best: take 2" in clew_says("solve", f"{stated}:take")[1]
    assert "solved in 11 moves" in clew_says("compare", f"{stated}:river")[1]
    assert clew_says("rate", f"{stated}:river")[1].startswith("11 moves")
    assert "forward-only" in clew_says("strategies", "--load", stated)[1]
    assert "forward-only" in clew_says("compare", "hanoi:1", "--load", stated)[1]
    assert "forward-only" not in clew_says("compare", "hanoi:1")[1]
    assert "australia" not in clew_says("puzzles")[1]


def test_compare_walk_with_costs_reports_them(tmp_path: Path) -> None:
    file = tmp_path / "toll.py"
    head = "import clew\n@clew.walk(start=0, goal=3)\ndef toll(n):\n"
    file.write_text(f"{head}    yield 'lane', n + 1, 1\n    yield 'bridge', 3, 9\n", "utf-8")
    output = clew_says("compare", str(file))[1]
    assert "solved in 3 moves, cost 3\n" in output
    assert "solved in 1 move, cost 9\n" in output


def test_puzzle_without_text_is_named_without_a_colon(stated: str) -> None:
    assert clew_says("rate", f"{stated}:m")[1].startswith("m: more than one solution")


def test_strategy_of_a_loaded_file_runs(stated: str) -> None:
    words = ("solve", f"{stated}:river", "--strategy", "forward-only:depth=11")
    code, output = clew_says(*words)
    assert code == 0
    assert "11 moves" in output
    assert clew_says("solve", f"{stated}:river", "--strategy", "forward-only:depth=x")[0] == 2
    code, output = clew_says("solve", f"{stated}:river", "--strategy", "forward-only:depth=5")
    assert code == 3  # it is not complete: nothing is proven
    assert clew_says("solve", "queens:5", "--load", stated, "--strategy", "forward-only")[0] == 0


def test_docstring_becomes_the_summary(stated: str, tmp_path: Path) -> None:
    file = tmp_path / "told.py"
    walk = '@clew.walk(start=0, goal=1)\ndef steps(n):\n    """Climb."""\n    yield "up", n + 1\n'
    file.write_text(f'"""About one."""\nimport clew\n{walk}', encoding="utf-8")
    assert clew_says("solve", str(file))[0] == 0
    assert find("steps").summary == "Climb."
    one = tmp_path / "one.py"
    one.write_text('"""Only one.\n\nMore."""\nimport clew\nlone = clew.Grid(1, 1, [1])\n', "utf-8")
    assert clew_says("solve", str(one))[0] == 0
    assert find("lone").summary == "Only one."
    assert clew_says("solve", f"{stated}:k")[0] == 0
    assert find("k").summary == "Your own puzzle."


def test_unproven_verdict_sets_the_exit_status(stated: str) -> None:
    words = ("solve", f"{stated}:take", "--strategy")
    assert clew_says(*words, "one-look")[0] == 3
    assert clew_says(*words, "one-look:forced=1")[0] == 0
    assert clew_says(*words, "alpha-beta")[0] == 0


@pytest.mark.parametrize(
    ("filled", "said"),
    [
        ("WA=red, NT=green", "SA must be blue"),
        ("red green . . . . .", "SA must be blue"),
        ("WA=pink", "WA can't be pink: choose from red, green, blue"),
        ("XY=red", "there's no variable XY: choose from WA, NT"),
        ("red green", "there are 7 cells, but 2 entries: write one for each"),
        ("T=0, NT=4", "NT can't be 4: choose from red, green, blue"),
    ],
)
def test_hint_with_filled_values_reads_them(stated: str, filled: str, said: str) -> None:
    assert said in clew_says("hint", f"{stated}:m", "--filled", filled)[1]


def test_read_entries_with_spaces_in_names_and_values_reads_them() -> None:
    problem = clew.Problem()
    problem.variables(["red house", "blue house"], ["Mr. Smith, baker", "nobody"])
    assert problem.read_entries("red_house=Mr._Smith_baker") == [1, 0]
    grid = clew.Grid(1, 2, [-1, 1])
    with pytest.raises(ValueError, match=r"^r1c1 can't be 7: choose from -1, 1$"):
        grid.read_entries("r1c1=7")


def test_all_different_takes_variables_one_by_one() -> None:
    problem = clew.Problem()
    x, y, z = problem.variables("xyz", range(2)).values()
    problem.all_different(x, y, label="two")
    problem.all_different([y, z], "others")
    assert [each.label for each in problem.stated] == ["two", "others"]
    assert clew.count(problem) == 2


def test_unknown_kind_is_named_in_the_error(tmp_path: Path) -> None:
    file = tmp_path / "ids.txt"
    file.write_text("my-star:@1.2\n", encoding="utf-8")
    assert "no puzzle called 'my-star': " in clew_says("solve", str(file))[1]
    assert "pass --load with its file" in clew_says("solve", "my-star:@1.2")[1]


def test_text_of_entries_is_read_back(stated: str) -> None:
    clew_says("solve", f"{stated}:k")
    problem: Any = clew.parse("k:")
    assert problem.read_entries("1.4. .... .... ....")[:4] == [1, 0, 4, 0]
    signs = clew.Grid(1, 5, [0, 1, "-", "a.b", ""], name="signs")
    values = [1, 0, "-", "a.b", ""]
    every = signs.with_entries(signs.entries(dict(zip(signs.known, values, strict=True))))
    assert str(every) == "@1.0.-+1.a%2Eb.+3"
    assert signs.read(str(every)).givens == every.givens
    assert clew.solve(every).solution == dict(zip(signs.known, values, strict=True))


def test_make_from_a_file_is_unique_and_minimal(stated: str) -> None:
    code, output = clew_says("make", f"{stated}:k", "--seed", "3", "-q")
    assert code == 0
    assert clew_says("make", f"{stated}:k", "--seed", "3", "-q")[1] == output
    kind, _, text = output.strip().partition(":")
    assert clew_says("solve", f"{stated}:{kind}:{text}", "--unique")[1].startswith("unique")
    minimal = clew_says("make", f"{stated}:k", "--seed", "5", "--minimal", "-q")[1].strip()
    made: Any = clew.parse(minimal)
    assert clew.is_unique(made)
    rest = [rule for rule in made.stated if rule.clue]
    for clue in rest:
        fewer = made._copy([rule for rule in made.stated if rule is not clue])
        assert not clew.is_unique(fewer), clue.label


# ------------------------------------------------------------------ bad statements

LINES = {
    "m['Q']": "there's no variable 'Q': choose from 'x', 'y'",
    "m.variable('z', [])": "variable 'z' has no values: give it at least one, such as range(5)",
    "m.variable('x', [1])": "variable 'x' already exists: choose another name",
    "m.all()": "this rule has no variables: give it at least one variable",
    "x < y < 2": "x < y isn't True or False until the puzzle is solved: instead of",
    "m.add(x)": "x is a variable, not a rule: compare it, as in x == 0",
    "m.add(1 == 2)": "False isn't a rule, because no variable was compared: write",
    "m.add(x + 'a' == 2)": "can't calculate with 'a': use a whole number or an expression",
    "m.add(m.variable('s', ['a']) < 3)": "can't calculate with s, because it can be 'a':",
    "m.given(x, 7)": "x can't be 7: choose from 0, 1, 2",
    "m.table([x, y], ((0, n) for n in range(10**8)))": "can't have more than 2,000,000 rows",
    "m.table([x, y], [(1, 2, 3)])": "the row (1, 2, 3) doesn't fit this table: give it",
    "x % 0": "can't divide by 0: use another number",
    "m.add(clew.Problem().variable('z', [1]) == x)": "the variable z in z == x belongs",
}


@pytest.mark.parametrize("line", LINES)
def test_bad_statement_reports_one_line(line: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    head = "import clew\nm = clew.Problem()\nx, y = m.variables('xy', range(3)).values()\n"
    file.write_text(f"{head}{line}\n", encoding="utf-8")
    code, output = clew_says("solve", str(file))
    assert code == 2
    assert output.count("\n") == 1
    assert LINES[line] in output
    assert f"{file}:4:" in output


def test_rule_that_raises_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "raises.py"
    head = "import clew\nm = clew.Problem()\nx, y = m.variables('xy', range(3)).values()\n"
    file.write_text(f"{head}m.where(lambda a, b: 1 / a > b, x, y)\n", encoding="utf-8")
    code, output = clew_says("solve", f"{file}:m")
    assert code == 2
    assert "raises.py:4: the rule where(x, y) raised ZeroDivisionError" in output
    assert output.count("\n") == 1


def test_file_that_cant_be_loaded_reports_why(tmp_path: Path, stated: str) -> None:
    bad = tmp_path / "syntax.py"
    bad.write_text("import clew\ndef\n", encoding="utf-8")
    cases: dict[str, str] = {
        str(bad): f"{bad}:2: invalid syntax",
        str(tmp_path / "nothing.py"): "nothing.py: no such file",
        f"{stated}:nothing": "has no puzzle called 'nothing': choose from m, k, river, take",
        stated: f"{stated} has 4 puzzles: write {stated}:NAME (choose from m, k, river, take)",
    }
    for word, expected in cases.items():
        code, output = clew_says("solve", word)
        assert code == 2
        assert expected in output
        assert output.count("\n") == 1


def test_puzzle_named_like_a_built_in_kind_gets_the_files_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("import clew\nsudoku = clew.Grid(1, 1, [1])\n", encoding="utf-8")
    assert clew_says("solve", f"{file}:sudoku")[0] == 0
    assert clew.parse("sudoku:..233..42.3.1...").name == "sudoku"
    assert clew.parse("mine-sudoku:").name == "mine-sudoku"


def test_parse_never_loads_a_file(stated: str) -> None:
    refused: Callable[[str], Any] = clew.parse
    with pytest.raises(ValueError, match="no puzzle called"):
        refused(f"{stated}:m")


def test_walk_adds_up_its_costs() -> None:
    @clew.walk(start=0, goal=3)
    def way(place: int) -> Iterator[tuple[str, int, int]]:
        yield "far", 3, 10
        yield "near", place + 1, 2

    assert clew.solve(way).solution == ("near", "near", "near")
    assert clew.solve(way, "breadth-first").solution == ("far",)


def test_endless_moves_raise_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    @clew.walk(start=0, goal=-1)
    def farther(number: int) -> Iterator[tuple[int, int]]:
        yield 1, number + 1

    assert clew.solve(farther, max_seconds=0.3).status is clew.Status.STOPPED
    monkeypatch.setattr("clew.explanations.explanation.SECONDS", 0.1)
    assert str(clew.hint(farther)).endswith("the search stopped after 0.1 seconds.")
    with pytest.raises(clew.Stopped, match=r"^stopped: 0.1 seconds$"):
        clew.rate(farther)

    @clew.walk(start=0, goal=-1)
    def endless(number: int) -> Iterator[tuple[int, int]]:
        for n in count(1):
            yield n, number + n

    with pytest.raises(clew.ModelError, match="more than 100,000 moves from the state 0: "):
        clew.solve(endless)


def test_result_with_costs_or_an_objective_has_a_cost() -> None:
    @clew.walk(start=0, goal=3)
    def way(place: int) -> Iterator[tuple[str, int, int]]:
        yield "far", 3, 10
        yield "near", place + 1, 2

    result = clew.solve(way)
    assert (result.cost, len(result.solution)) == (6, 3)
    assert result.as_dict()["cost"] == 6
    assert "3 moves, 6 in all: near; near; near" in str(result)
    problem = clew.Problem()
    x, y = problem.variables("xy", range(5)).values()
    problem.add(x + y == 5)
    assert clew.solve(problem).cost is None
    problem.maximise(2 * x + y)
    assert clew.solve(problem).cost == 9
    assert clew.solve("jugs:3,5=4").cost == 6


class Place(NamedTuple):
    """A state as a named tuple."""

    row: int
    held: frozenset[str]


@dataclass(frozen=True)
class Spot:
    """A state as a dataclass."""

    row: int
    held: tuple[int, ...]


@pytest.mark.parametrize(
    "state",
    [5, "ab", (1,), frozenset("ba"), frozenset[str](), (frozenset((2,)), "x"),
     Place(1, frozenset("q")), Spot(2, (3,))],
)  # fmt: skip
def test_walk_resumes_from_any_plain_state(state: Any) -> None:
    stated = clew.walk(start=state, goal=state)(lambda state: [])
    text = str(stated.at(state))
    again = stated.read(text).start
    assert (again, type(again)) == (state, type(state))


def test_nested_rules_with_helper_variables_give_each_solution_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiling, "FEW_ROWS", 0)
    covered = clew.Problem()
    x, y = covered.variables("xy", (0, 1)).values()
    covered.add(covered.any(covered.pieces([x, y], {1: [[0], [0, 1]]}), x == 0))
    assert len(clew.solve(covered, max_solutions=None).solutions) == 4
    words = clew.Problem()
    a, b, c, d = words.variables("abcd", ("no", "yes")).values()
    words.add(words.any(words.lexicographic([a, b], [c, d]), a == "yes"))
    assert len(clew.solve(words, max_solutions=None).solutions) == 15


def test_where_with_many_rows_gets_each_variables_own_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """True and 1 are equal, so they share a code, but they're written differently."""
    monkeypatch.setattr(compiling, "ROWS", 3)
    problem = clew.Problem()
    x, y = problem.variable("x", (1, 2)), problem.variable("y", (False, True))
    problem.where(lambda a, b: str(a) < str(b), x, y)
    assert clew.count(problem) == 4


def test_file_with_a_puzzle_of_its_own_kind_loads(tmp_path: Path) -> None:
    file = tmp_path / "kept.py"
    file.write_text(
        "import clew\n\n@clew.puzzle('kept')\ndef kept(text):\n"
        "    p = clew.Problem()\n    p.variable('x', [int(text)])\n    return p\n\n"
        "first = kept.parse('3')\n",
        encoding="utf-8",
    )
    code, output = clew_says("solve", f"{file}:kept:3")
    assert code == 0, output
    assert "3" in output
