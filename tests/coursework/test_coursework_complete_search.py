"""002, section 1: its two examples, by both approaches, and boards of other sizes."""

import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

from clew.coursework.complete_search import find_solution, find_solution_exhaustive, main
from clew.notation import save

Board = list[list[int | None]]
Find = Callable[[Board], list[list[int]] | None]
E = None
EXAMPLE_1: Board = [[E, E, 2, 3], [3, E, E, 4], [2, E, 3, E], [1, E, E, E]]
EXAMPLE_2: Board = [[E, 4, E, E], [E, 3, E, 2], [E, E, E, 4], [E, 2, E, 3]]
SOLVED_1 = [[4, 1, 2, 3], [3, 2, 1, 4], [2, 4, 3, 1], [1, 3, 4, 2]]
SOLVED_2 = [[2, 4, 3, 1], [1, 3, 4, 2], [3, 1, 2, 4], [4, 2, 1, 3]]
NINE = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
both = pytest.mark.parametrize("find", [find_solution, find_solution_exhaustive])


def nine(blank: Callable[[int], bool]) -> Board:
    cells = [None if blank(i) else int(c) for i, c in enumerate(NINE)]
    return [cells[start : start + 9] for start in range(0, 81, 9)]


@both
@pytest.mark.parametrize(("board", "solved"), [(EXAMPLE_1, SOLVED_1), (EXAMPLE_2, SOLVED_2)])
def test_the_examples(find: Find, board: Board, solved: Board) -> None:
    before = deepcopy(board)
    assert find(board) == solved
    assert board == before


@both
def test_nine_by_nine(find: Find) -> None:
    few = nine(lambda cell: cell % 19 == 0)
    assert find(few) == nine(lambda cell: False)


def test_nine_by_nine_step_by_step() -> None:
    shown = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert find_solution(nine(lambda cell: shown[cell] == ".")) == nine(lambda cell: False)


@both
def test_other_orders(find: Find) -> None:
    assert find([[E]]) == [[1]]
    sixteen: Board = [[(4 * (r % 4) + r // 4 + c) % 16 + 1 for c in range(16)] for r in range(16)]
    blanked = deepcopy(sixteen)
    blanked[0][0] = blanked[7][9] = None
    assert find(blanked) == sixteen


@both
def test_no_solution(find: Find) -> None:
    cornered: Board = [[1, 2, 3, E], [3, E, E, 4], [2, 1, 4, 3], [4, 3, 2, 1]]
    assert find(cornered) is None
    clashing: Board = [[1, 1, E, E], [E] * 4, [E] * 4, [E] * 4]
    assert find(clashing) is None


@both
def test_full_boards(find: Find) -> None:
    solved: Board = [list(row) for row in SOLVED_1]
    answer = find(solved)
    assert answer == solved
    assert answer is not solved
    assert answer is not None
    assert all(mine is not theirs for mine, theirs in zip(answer, solved, strict=True))
    assert find([*solved[:3], solved[0]]) is None


def test_both_find_the_first_in_reading_order() -> None:
    """`explore` tries 1, 2 … in the first empty cell; `generate_all_seqs` counts up likewise."""
    empty: Board = [[E] * 4 for _ in range(4)]
    assert find_solution(empty) == [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    several: Board = [[1, 2, 3, 4], [E, E, E, E], [E, E, E, E], [4, 3, 2, 1]]
    assert find_solution(several) == find_solution_exhaustive(several) == find_solution(empty)


@both
@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ([], "found 0 rows, expected a square number"),
        ([[E] * 6] * 6, "found 6 rows, expected a square number"),
        ([[E] * 4] * 5, "found 5 rows, expected a square number"),
        ([[E] * 4, [E] * 3, [E] * 4, [E] * 4], "row 2: found 3 cells, expected 4"),
        ([[E] * 5, *[[E] * 4] * 3], "row 1: found 5 cells, expected 4"),
        ([[E, 5, E, E], *[[E] * 4] * 3], "r1c2: found 5, expected 1 to 4, or 0 or None if empty"),
        ([*[[E] * 4] * 3, [E, E, E, -1]], "r4c4: found -1, expected 1 to 4"),
        ([*[[E] * 4] * 3, [E, E, True, E]], "r4c3: found True, expected 1 to 4"),
        ([*[[E] * 4] * 3, [E, E, "3", E]], "r4c3: found '3', expected 1 to 4"),
        ([*[[E] * 4] * 3, [E, E, 3.0, E]], "r4c3: found 3.0, expected 1 to 4"),
    ],
)
def test_bad_boards(find: Find, board: Board, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}"):
        find(board)


# ------------------------------------------------------------------ the program

FIRST = "4 1 | 2 3\n3 2 | 1 4\n----+----\n2 4 | 3 1\n1 3 | 4 2\n"
ANSWERS = {
    "sudoku board.txt": FIRST,
    "sudoku board.txt --approach 1": FIRST,
    "triangle triangle.txt": "[4]\n[7]  5\n 6  [3]  4\n 4   2  [1]  6\n",
    "triangle [[4];[7;5];[6;3;4];[4;2;1;6]] 15": "[4]\n[7]  5\n 6  [3]  4\n 4   2  [1]  6\n",
    "triangle [[4],[7,5],[6,3,4],[4,2,1,6]] 15": "[4]\n[7]  5\n 6  [3]  4\n 4   2  [1]  6\n",
    "triangle [[4]; [7;5]; [6;3;4]; [4;2;1;6]] 15": "[4]\n[7]  5\n 6  [3]  4\n",
    "frog [2,3,2,3,5,3]": "from pad to pad: 1, 3, 6, 4, 7, 2, 5",
    "frog [2;3;2;3;5;3]": "from pad to pad: 1, 3, 6, 4, 7, 2, 5",
    "frog 2 3 2 3 5 3": "from pad to pad: 1, 3, 6, 4, 7, 2, 5",
    "knight 0 0": "14  9  2  5 16\n",
    "jugs 5 8 12 6": "6 moves: fill 1; fill 2; pour 1 into 3; fill 1; pour 1 into 3; pour 2",
    "jugs [5;8;12] 6": "6 moves: fill 1; fill 2; pour 1 into 3; fill 1; pour 1 into 3; pour 2",
    "sudoku": "2 4 | 3 1\n1 3 | 4 2\n----+----\n3 1 | 2 4\n4 2 | 1 3\n",
    "triangle": "[4]\n[7]  5\n 6  [3]  4\n 4   2  [1]  6\n",
    "frog": "from pad to pad: 1, 3, 6, 4, 7, 2, 5",
    "knight": "14  9  2  5 16\n",
    "jugs": "6 moves: fill 1; fill 2; pour 1 into 3; fill 1; pour 1 into 3; pour 2",
}
REFUSED = {
    "knight 0 1": (1, "knight: no solution: colours alternate"),
    "frog 1 1 2": (1, "frog: no solution: the frog is on odd pads 3 times"),
    "jugs 6 9 4": (1, "jugs: no solution: every amount that can be reached is a multiple of 3"),
    "sudoku none.txt": (2, "none.txt: No such file or directory"),
    "sudoku a b": (2, "found 'a b', expected FILE"),
    "knight 0": (2, "found '0', expected ROW COLUMN"),
    "knight 9 9": (2, "found a start at 9,9, expected 0,0 to 4,4"),
    "knight 0 0 0": (2, "found '0 0 0', expected ROW COLUMN"),
    "frog 2 x": (2, "column 3: found 'x', expected whole numbers"),
    "frog [2,3;2]": (2, "column 1: found '[2', expected whole numbers"),
    "triangle [[4];[7;x]] 15": (2, "column 9: found 'x', expected a number"),
    "triangle [[4];[7;5]]": (2, "found '[[4];[7;5]]', expected FILE, or TRIANGLE and K"),
    "triangle a.txt 15": (2, "found 'a.txt 15', expected FILE, or TRIANGLE and K"),
    "jugs 6": (2, "found '6', expected CAPACITIES and TARGET"),
    "jugs 6 5 8 12": (
        2,
        "this could mean jugs of 6, 5 and 8 and the target 12, which none of them can hold, "
        "or jugs of 5, 8 and 12 and the target 6; for the latter, write jugs 5 8 12 6",
    ),
    "nim 3": (2, "argument EXERCISE: invalid choice: 'nim'"),
}


@pytest.mark.parametrize("line", ANSWERS)
def test_the_program_answers_each_exercise(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    save("board.txt", "..23\n3..4\n2.3.\n1...\n")
    save("triangle.txt", "4\n7 5\n6 3 4\n4 2 1 6\n=15\n")
    assert main(line.split()) == 0
    assert ANSWERS[line] in capsys.readouterr().out


@pytest.mark.parametrize("line", REFUSED)
def test_the_program_says_in_one_line_why_not(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, reason = REFUSED[line]
    assert main(line.split()) == status
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"complete_search: {reason}")


def test_the_program_reads_the_standard_input() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "clew.coursework.complete_search", "sudoku", "-"],
        input="..23\n3..4\n2.3.\n1...\n", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, FIRST, "")
