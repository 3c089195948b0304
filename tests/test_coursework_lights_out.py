"""Every example of 004 as it is printed, 000's program, and the contract of 004's GUI."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from types import ModuleType

import pytest

from clew.coursework import lights_out
from clew.coursework.lights_out import LightsOutPuzzle, create_puzzle, main, solve
from clew.puzzles.lights_out import RULES, LightsOut
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


def test_the_examples_of_the_assignment() -> None:
    import doctest

    names = {"LightsOutPuzzle": LightsOutPuzzle, "create_puzzle": create_puzzle}
    test = doctest.DocTestParser().get_doctest(EXAMPLES, names, "004", None, 0)
    assert len(test.examples) == 39
    for example in test.examples:
        if example.want.startswith("[["):  # as Python prints it, on one line
            rows = eval(example.want)
            example.want = f"{rows}\n"
    assert doctest.DocTestRunner().run(test).failed == 0


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
        assert len(moves) == len(search(LightsOut(*size, lit), "linear:minimum=yes").answer)
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
        (["3", "--rule", "star"], "lights_out: argument --rule: invalid choice: 'star'"),
        ([], "lights_out: the following arguments are required: N"),
    ],
)
def test_bad_arguments(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith(message)
