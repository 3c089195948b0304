"""Every example of 004 as it is printed, 000's program, and the contract of 004's GUI."""

from __future__ import annotations

import doctest
import random
import subprocess
import sys
import time
from collections.abc import Callable
from types import ModuleType

import pytest

from clew.coursework import lights_out
from clew.coursework.lights_out import (
    LightsOutPuzzle,
    all_lights_are_off,
    create_puzzle,
    flip,
    iterative_deepening,
    main,
    solve,
)
from clew.puzzles._light_grid import RULES
from clew.puzzles.lights_out import LightsOut
from clew.search import native
from clew.search.run import solve as search

EXAMPLES = """
>>> b = [[True, False], [False, True]]
>>> p = LightsOutPuzzle(b)
>>> p.get_board()
[[True, False], [False, True]]
>>> b = [[True, True], [True, True]]
>>> p = LightsOutPuzzle(b)
>>> p.get_board()
[[True, True], [True, True]]
>>> p = create_puzzle(2, 2)
>>> p.get_board()
[[False, False], [False, False]]
>>> p = create_puzzle(2, 3)
>>> p.get_board()
[[False, False, False],
 [False, False, False]]
>>> p = create_puzzle(3, 3)
>>> p.perform_move(1, 1)
>>> p.get_board()
[[False, True, False],
 [True,  True, True ],
 [False, True, False]]
>>> p = create_puzzle(3, 3)
>>> p.perform_move(0, 0)
>>> p.get_board()
[[True,  True,  False],
 [True,  False, False],
 [False, False, False]]
>>> b = [[True, False], [False, True]]
>>> p = LightsOutPuzzle(b)
>>> p.is_solved()
False
>>> b = [[False, False], [False, False]]
>>> p = LightsOutPuzzle(b)
>>> p.is_solved()
True
>>> p = create_puzzle(3, 3)
>>> p2 = p.copy()
>>> p.get_board() == p2.get_board()
True
>>> p = create_puzzle(3, 3)
>>> p2 = p.copy()
>>> p.perform_move(1, 1)
>>> p.get_board() == p2.get_board()
False
>>> p = create_puzzle(2, 2)
>>> for move, new_p in p.successors():
...     print(move, new_p.get_board())
...
(0, 0) [[True, True], [True, False]]
(0, 1) [[True, True], [False, True]]
(1, 0) [[True, False], [True, True]]
(1, 1) [[False, True], [True, True]]
>>> for i in range(2, 6):
...     p = create_puzzle(i, i + 1)
...     print(len(list(p.successors())))
...
6
12
20
30
>>> p = create_puzzle(2, 3)
>>> for row in range(2):
...     for col in range(3):
...         p.perform_move(row, col)
...
>>> p.find_solution()
[(0, 0), (0, 2)]
>>> b = [[False, False, False],
...      [False, False, False]]
>>> b[0][0] = True
>>> p = LightsOutPuzzle(b)
>>> p.find_solution() is None
True
"""
"""004's text, word for word; boards are printed over several lines there."""


class WithoutBlanks(doctest.OutputChecker):
    """Compares outputs without white space: 004 aligns its boards with `True ]`."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return "".join(want.split()) == "".join(got.split())


def test_examples_of_004_pass_as_doctests_with_white_space_normalised() -> None:
    names = vars(lights_out).copy()
    test = doctest.DocTestParser().get_doctest(EXAMPLES, names, "004", None, 0)
    assert len(test.examples) == 39
    assert doctest.DocTestRunner(WithoutBlanks()).run(test).failed == 0


@pytest.mark.parametrize(("rows", "cols", "board"), [(0, 0, []), (1, 0, [[]]), (2, 0, [[], []])])
def test_boards_without_lights(rows: int, cols: int, board: list[list[bool]]) -> None:
    puzzle = create_puzzle(rows, cols)
    assert puzzle.get_board() == board
    assert puzzle.is_solved()
    assert puzzle.find_solution() == []
    assert list(puzzle.successors()) == []
    puzzle.scramble()
    assert puzzle.copy().get_board() == board


def test_a_copy_is_deep_both_ways_and_the_board_is_the_one_given() -> None:
    board = [[True, False], [False, True]]
    puzzle = LightsOutPuzzle(board)
    assert puzzle.get_board() is board
    copy = puzzle.copy()
    copy.perform_move(0, 0)
    assert board == [[True, False], [False, True]]
    for _, after in puzzle.successors():
        after.perform_move(1, 1)
    assert board == [[True, False], [False, True]]


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (2, 3), (3, 3), (4, 4), (4, 5)])
def test_scrambled_boards_are_solved_optimally(size: tuple[int, int]) -> None:
    random.seed(4)
    for _ in range(5):
        puzzle = create_puzzle(*size)
        puzzle.scramble()
        moves = puzzle.find_solution()
        assert moves is not None
        lit = tuple(sum(x << c for c, x in enumerate(row)) for row in puzzle.get_board())
        assert len(moves) == len(search(LightsOut(*size, lit), "linear:minimum=yes").solution)
        for move in moves:
            puzzle.perform_move(*move)
        assert puzzle.is_solved()


def test_scramble_makes_each_move_with_probability_one_half(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draws = iter([0.1, 0.9, 0.49, 0.5])
    monkeypatch.setattr(random, "random", lambda: next(draws))
    made: list[tuple[int, int]] = []
    monkeypatch.setattr(LightsOutPuzzle, "perform_move", lambda _, r, c: made.append((r, c)))
    create_puzzle(2, 2).scramble()
    assert made == [(0, 0), (1, 0)]


@pytest.mark.skipif(not native.available, reason="no compiled kernels")
def test_any_5x5_board_within_two_seconds_and_500_megabytes() -> None:
    code = (
        "import resource\n"
        "from clew.coursework.lights_out import LightsOutPuzzle\n"
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
        "p = LightsOutPuzzle([[True] * 5 for _ in range(5)])\n"
        "print(len(p.find_solution()))\n"
        "print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])\n"
    )
    start = time.perf_counter()
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    presses, kilobytes = map(int, ran.stdout.split())
    assert presses == 15
    assert kilobytes < 500_000
    assert time.perf_counter() - start < 10  # two seconds on a machine that does nothing else


def fewest(board: list[list[bool]]) -> int | None:
    """By light chasing: of each first row of presses, the rows below follow from the lights."""
    rows, cols = len(board), len(board[0])
    if cols > rows:
        return fewest([list(line) for line in zip(*board, strict=True)])
    lit = [sum(light << col for col, light in enumerate(line)) for line in board]
    full = (1 << cols) - 1
    counts = []
    for first in range(1 << cols):
        above, press, presses = 0, first, 0
        for row in lit:
            presses += press.bit_count()
            above, press = press, (row ^ press ^ press << 1 ^ press >> 1 ^ above) & full
        if not press:
            counts.append(presses)
    return min(counts, default=None)


SIZES = [
    (1, 26),
    (2, 13),
    (2, 14),
    (3, 9),
    (3, 10),
    (3, 12),
    (4, 7),
    (4, 9),
    (5, 6),
    (5, 7),
    (6, 6),
]


@pytest.mark.parametrize("size", [(1, 23), (2, 11), (3, 7), (4, 5), (5, 5), *SIZES])
def test_any_pattern_is_solved_with_the_fewest_presses(size: tuple[int, int]) -> None:
    rows, cols = size
    rng = random.Random(rows * 100 + cols)
    pressed = create_puzzle(rows, cols)
    for row in range(rows):
        for col in range(cols):
            pressed.perform_move(row, col)
    noise = [[[rng.random() < 0.5 for _ in range(cols)] for _ in range(rows)] for _ in range(2)]
    for board in ([[True] * cols for _ in range(rows)], pressed.get_board(), *noise):
        moves = LightsOutPuzzle(board).find_solution()
        least = fewest(board)
        assert (moves is None) == (least is None)
        if moves is not None:
            assert len(moves) == least
            assert moves == sorted(set(moves))
            after = LightsOutPuzzle([list(line) for line in board])
            for move in moves:
                after.perform_move(*move)
            assert after.is_solved()


@pytest.mark.skipif(not native.available, reason="no compiled kernels")
def test_a_board_of_any_size_up_to_6x6_within_a_second_and_200_megabytes() -> None:
    """Each press made once: as deep as a search can get where no two sets of presses agree."""
    code = f"""
import time
from clew.coursework.lights_out import create_puzzle
create_puzzle(2, 2).find_solution()
slowest = 0
for rows, cols in {[(1, 23), (5, 5), (4, 6), (1, 25), *SIZES]}:
    for lights in ("all on", "all pressed"):
        puzzle = create_puzzle(rows, cols)
        for row in range(rows):
            for col in range(cols):
                if lights == "all on":
                    puzzle.get_board()[row][col] = True
                else:
                    puzzle.perform_move(row, col)
        start = time.process_time()
        puzzle.find_solution()
        slowest = max(slowest, time.process_time() - start)
        if slowest > 5:
            raise SystemExit(f"{{rows}} x {{cols}}: {{slowest}} s")
print(slowest)
print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    slowest, kilobytes = map(float, ran.stdout.split())
    assert slowest < 1
    assert kilobytes < 200_000


class Torus(LightsOutPuzzle):
    """A subclass with rules of its own: edges that meet."""

    def perform_move(self, row: int, col: int) -> None:
        for r, c in ((row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            self.board[r % self.rows][c % self.cols] ^= True


class Taught(LightsOutPuzzle):
    """A subclass that adds something and changes no rule."""

    def lit(self) -> int:
        return sum(map(sum, self.board))


def test_a_subclass_with_its_own_rules_is_searched_by_them() -> None:
    puzzle = Torus([[True] * 3 for _ in range(3)])
    moves = puzzle.find_solution()
    assert moves is not None
    answer = search(LightsOut.parse("3x3,torus"), "breadth-first").solution
    assert len(moves) == len(answer)
    for move in moves:
        puzzle.perform_move(*move)
    assert puzzle.is_solved()
    assert all(type(after) is Torus for _, after in puzzle.successors())
    assert type(puzzle.copy()) is Torus
    impossible = Torus([[True, False, False, False], *([False] * 4 for _ in range(2))])
    assert impossible.find_solution() is None


def test_a_subclass_with_the_same_rules_is_as_quick() -> None:
    puzzle = Taught([[True] * 6 for _ in range(6)])
    moves = puzzle.find_solution()
    assert moves is not None
    assert len(moves) == 28
    assert puzzle.lit() == 36


def test_boards_too_large_to_search() -> None:
    puzzle = LightsOutPuzzle([[True] * 9 for _ in range(9)])
    moves = puzzle.find_solution()
    assert moves is not None
    assert len(moves) == 25
    puzzle = create_puzzle(9, 9)
    puzzle.get_board()[0][0] = True
    assert puzzle.find_solution() is None
    with pytest.raises(ValueError, match=r"found a board of 79 x 79: the least of 2\^64 solutions"):
        LightsOutPuzzle([[True] * 79 for _ in range(79)]).find_solution()


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="row 1: found 1 lights, expected 2"):
        LightsOutPuzzle([[True, False], [True]])
    with pytest.raises(ValueError, match=r"\(0, 1\): found 2, expected True or False"):
        LightsOutPuzzle([[True, 2]])  # type: ignore[list-item]
    with pytest.raises(ValueError, match=r"found move \(-1, 0\), expected one on the board"):
        create_puzzle(2, 2).perform_move(-1, 0)
    with pytest.raises(ValueError, match="found -1 rows and 2 columns, expected none below 0"):
        create_puzzle(-1, 2)


def test_a_program_written_for_the_course_works_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """004's GUI imports the names from homework1_part2 and calls these five."""
    module = ModuleType("homework1_part2")
    vars(module).update(vars(lights_out))
    monkeypatch.setitem(sys.modules, "homework1_part2", module)
    program = """
from homework1_part2 import *
import random
random.seed(521)
puzzle = create_puzzle(3, 4)
puzzle.perform_move(1, 2)
puzzle.scramble()
board = puzzle.get_board()
assert any(light for row in board for light in row)
for row, col in puzzle.find_solution():
    puzzle.perform_move(row, col)
assert not any(light for row in puzzle.get_board() for light in row)
"""
    exec(compile(program, "homework1_lights_out_gui.py", "exec"), {})


# ------------------------------------------------------------------------------ 000


def test_the_pseudocode_finds_what_the_program_prints(capsys: pytest.CaptureFixture[str]) -> None:
    lights = [[True] * 3 for _ in range(3)]
    assert solve(lights, 0, 4) is None
    presses = solve(lights, 0, 5)
    assert presses == [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)]
    assert lights == [[True] * 3 for _ in range(3)]
    assert main(["3"]) == 0
    assert capsys.readouterr().out == (
        "rule: plus (a press toggles its light and the four neighbours)\n"
        "solvable: yes\n"
        "depth 0: states tried 1\n"
        "depth 1: states tried 5\n"
        "depth 2: states tried 12\n"
        "depth 3: states tried 17\n"
        "depth 4: states tried 22\n"
        "depth 5: states tried 12\n"
        "5 presses: (0, 0) (0, 2) (1, 1) (2, 0) (2, 2)\n"
    )


def test_a_program_in_the_shape_of_the_pseudocode() -> None:
    """000's text: `lights = flip(lights, row, col)`, and a list of presses beside it."""
    found: list[list[tuple[int, int]]] = []
    presses: list[tuple[int, int]] = []

    def pseudocode(lights: list[list[bool]], current_depth: int, max_depth: int) -> None:
        if current_depth > max_depth or found:
            return
        if all_lights_are_off(lights):
            found.append(list(presses))
            return
        for row in range(2):
            for col in range(2):
                lights = flip(lights, row, col)
                presses.append((row, col))
                pseudocode(lights, current_depth + 1, max_depth)
                lights = flip(lights, row, col)
                presses.pop()

    lights = [[True] * 2 for _ in range(2)]
    pseudocode(lights, 0, 4)
    assert found == [solve(lights, 0, 4)] == [[(0, 0), (0, 1), (1, 0), (1, 1)]]


def test_flip_gives_the_board_back() -> None:
    lights = [[False] * 3 for _ in range(3)]
    assert flip(lights, 0, 0) is lights
    assert lights == [[True, True, False], [True, False, False], [False] * 3]
    assert flip(flip(lights, 0, 0), 1, 1, "neighbours")[1] == [True, False, True]
    for row, col in ((3, 0), (0, -1)):
        with pytest.raises(ValueError, match=rf"found press \({row}, {col}\), expected one on the"):
            flip(lights, row, col)


def test_all_lights_are_off() -> None:
    assert all_lights_are_off([])
    assert all_lights_are_off([[False, False], [False, False]])
    assert not all_lights_are_off([[False, False], [False, True]])


def test_the_outer_function_raises_the_depth() -> None:
    lights = [[True] * 3 for _ in range(3)]
    assert iterative_deepening(lights) == solve(lights, 0, 5)
    assert iterative_deepening([[True] * 2 for _ in range(2)], "neighbours") == [(0, 0), (0, 1)]
    assert iterative_deepening([[False]]) == iterative_deepening([]) == []
    assert lights == [[True] * 3 for _ in range(3)]
    assert iterative_deepening(lights, "neighbours") is None


def test_boards_that_are_not_square_are_refused() -> None:
    """One press, by 004's rules, would put this one out: 000's N x N functions do not say None."""
    message = "row 0: found 3 lights, expected 1, as many as rows"
    for use in (
        lambda lights: solve(lights, 0, 3),
        iterative_deepening,
        lambda lights: flip(lights, 0, 0),
    ):
        lights = [[True, True, False]]
        with pytest.raises(ValueError, match=message):
            use(lights)
        assert lights == [[True, True, False]]


@pytest.mark.parametrize("rule", sorted(RULES))
def test_both_rules(rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    for n, fewest in ((2, {"plus": 4, "neighbours": 2}), (4, {"plus": 4, "neighbours": 6})):
        assert main([str(n), "--rule", rule]) == 0
        out = capsys.readouterr().out
        assert out.startswith(f"rule: {rule} (")
        assert f"\n{fewest[rule]} presses: (0, " in out
        if n == 2:
            lights = [[True] * n for _ in range(n)]
            presses = solve(lights, 0, fewest[rule], rule)
            assert presses is not None
            assert " ".join(map(str, presses)) in out


@pytest.mark.parametrize("n", [1, 3, 5, 7])
def test_odd_boards_under_the_literal_rule(n: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(n), "--rule=neighbours"]) == 1
    shown = capsys.readouterr()
    assert shown.out.startswith("rule: neighbours (a press toggles the four neighbours, not its")
    assert f"lights_out: {n} x {n}: no solution under this rule (try --rule plus)" in shown.err
    assert "all on: (0, " in shown.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["0"], "lights_out: found N '0', expected 1 to 20"),
        (["21"], "lights_out: found N '21', expected 1 to 20"),
        (["x"], "lights_out: found N 'x', expected 1 to 20"),
        (["000" + "2" * 5000], "lights_out: found N '00022222222222222222', expected 1 to 20\n"),
        (
            ["3", "--rule", "star"],
            "lights_out: there's no rule 'star': choose plus or neighbours\n",
        ),
        (
            ["3", "--rule", "neighbors"],
            "lights_out: there's no rule 'neighbors': choose plus or neighbours "
            "(did you mean neighbours?)\n",
        ),
    ],
)
def test_bad_arguments(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith(message)


@pytest.mark.parametrize(
    "call",
    [
        lambda: solve([[False]], 1, 0, "star"),
        lambda: flip([[True]], 0, 0, "star"),
        lambda: iterative_deepening([[True]], "star"),
    ],
)
def test_functions_of_000_unknown_rule_is_refused_by_name(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"^there's no rule 'star': choose plus or neighbours$"):
        call()


def test_main_without_arguments_solves_three_by_three(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out.endswith("5 presses: (0, 0) (0, 2) (1, 1) (2, 0) (2, 2)\n")
