"""The programs of 000 and 001: what they print and write, and how they end."""

import ctypes
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

import pytest

import clew
from clew.coursework import futoshiki, latin, sudoku
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.puzzles.sudoku.puzzle import Sudoku
from tests.known import CHAPTER_SOLVED
from tests.paths import ROOT

DATA = ROOT / "tests" / "data" / "coursework"
FIGURE_1 = (DATA / "Input1.txt").read_text(encoding="utf-8")
FIGURE_4 = "2 3 1 4 5\n3 5 2 1 4\n5 1 4 3 2\n1 4 5 2 3\n4 2 3 5 1\n"
OTHER = "1 3 2 4 5\n2 4 5 1 3\n5 1 4 3 2\n3 5 1 2 4\n4 2 3 5 1\n"
CHAPTER = (DATA / "chapter_sudoku.txt").read_text(encoding="utf-8")
SIX = "\n".join(
    ["000000"] * 6 + [""] + ["0<000"] + ["00000"] * 5 + [""] + ["v00000"] + ["000000"] * 4
)
CLASH = FIGURE_1.replace("5 0 0 0 0", "5 0 0 0 5", 1)
FORCED = "10\n00\n\n>\n0\n\n00\n"
"""A one that must be the greater: forward checking leaves its neighbour nothing."""
SEARCHED = "000\n000\n000\n\n<<\n<<\n00\n\n000\n000\n"
"""Two rows that must both be 1 2 3: only the search can tell."""


def run(
    program: str, *args: object, stdin: str = "", cwd: Path | None = None
) -> tuple[int, str, str]:
    """Run a program as its user would: its status, what it printed, and what it complained of."""
    done = subprocess.run(
        [sys.executable, "-m", f"clew.coursework.{program}", *map(str, args)],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(Path(clew.__file__).parents[1])},
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Input1.txt").write_text(FIGURE_1, encoding="utf-8")
    return tmp_path


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# ------------------------------------------------------------------ 001, file to file


def test_figure_1_to_figure_4(folder: Path) -> None:
    assert run("futoshiki", "Input1.txt", "Output1.txt", cwd=folder) == (0, "", "")
    assert (folder / "Output1.txt").read_bytes() == FIGURE_4.encode()
    assert files(folder) == ["Input1.txt", "Output1.txt"]


def test_figure_1_has_two_solutions_and_we_print_one() -> None:
    found = {futoshiki.output_text(answer) for answer in clew.solutions(Futoshiki.parse(FIGURE_1))}
    assert found == {FIGURE_4, OTHER}
    status, out, err = run("futoshiki", DATA / "Input1.txt", "-")
    assert (status, err) == (0, "")
    assert out in found


def test_main_without_arguments_prints_figure_4(capsys: pytest.CaptureFixture[str]) -> None:
    assert Futoshiki.parse(futoshiki.FIGURE_1) == Futoshiki.parse(FIGURE_1)
    assert futoshiki.main([]) == 0
    assert capsys.readouterr() == (FIGURE_4, "")


def test_main_one_file_named_input_writes_the_output_beside_it(folder: Path) -> None:
    assert run("futoshiki", "Input1.txt", cwd=folder) == (0, "", "")
    assert (folder / "Output1.txt").read_bytes() == FIGURE_4.encode()
    assert files(folder) == ["Input1.txt", "Output1.txt"]


def test_figure_3_with_its_one_sign_has_560_solutions() -> None:
    assert clew.count(futoshiki.read(str(DATA / "figure3_one_sign.txt"))) == 560


def test_figure_3_to_the_letter_is_no_input_file() -> None:
    path = DATA / "figure3_literal.txt"
    expected = f"futoshiki: {path}: line 21: found 4 symbols, expected 5\n"
    assert run("futoshiki", path) == (2, "", expected)


def test_one_argument_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "puzzle.txt").write_text(FIGURE_1, encoding="utf-8")
    assert futoshiki.main([str(tmp_path / "puzzle.txt")]) == 0
    assert capsys.readouterr() == (FIGURE_4, "")


def test_standard_input() -> None:
    assert run("futoshiki", "-", stdin=FIGURE_1) == (0, FIGURE_4, "")


def together(text: str) -> str:
    return text.replace(" ", "")


def blank_lines(text: str) -> str:
    return "\n\n" + text.replace("\n", "\n\n \n") + "\n\n"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "  \t\n"),
        lambda text: text.rstrip("\n"),
        lambda text: text.rstrip("\n") + "\n",
        lambda text: "\ufeff" + text,
        together,
        blank_lines,
        lambda text: blank_lines(together(text)).replace("\n", " \r\n"),
    ],
    ids=["crlf", "trailing", "no-last", "last", "bom", "together", "blank-lines", "all"],
)
def test_files_as_courses_write_them(
    change: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "in.txt"
    path.write_bytes(change(FIGURE_1).encode())
    assert futoshiki.main([str(path)]) == 0
    assert capsys.readouterr() == (FIGURE_4, "")


@pytest.mark.parametrize("text", [SIX, " ".join(SIX).replace("\n ", "\n")])
def test_six_by_six(text: str, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(text, encoding="utf-8")
    assert futoshiki.main([str(tmp_path / "in.txt"), str(tmp_path / "out.txt")]) == 0
    rows = (tmp_path / "out.txt").read_text(encoding="utf-8").splitlines()
    answer = [int(word) for row in rows for word in row.split(" ")]
    assert [len(row.split(" ")) for row in rows] == [6] * 6
    assert Futoshiki.parse(SIX).check(answer) == []
    assert answer[1] < answer[2]
    assert answer[0] > answer[6]


def test_a_file_of_one_cell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in.txt").write_text("0", encoding="utf-8")
    assert futoshiki.main([str(tmp_path / "in.txt")]) == 0
    assert capsys.readouterr().out == "1\n"


# ------------------------------------------------------------------ 001, several files


def test_three_inputs_of_a_course(folder: Path) -> None:
    """Of 5x5 and 6x6, with CRLF or LF, trailing blanks, blank lines and no last newline."""
    (folder / "Input2.txt").write_bytes(SIX.replace("\n", " \r\n").encode())
    (folder / "Input3.txt").write_bytes(blank_lines(FIGURE_1).rstrip().encode())
    names = ["Input1.txt", "Input2.txt", "Input3.txt"]
    assert run("futoshiki", *names, cwd=folder) == (0, "", "")
    assert files(folder) == [*names, "Output1.txt", "Output2.txt", "Output3.txt"]
    one, two, three = (
        (folder / f"Output{number}.txt").read_text(encoding="utf-8") for number in (1, 2, 3)
    )
    assert one == three == FIGURE_4
    assert Futoshiki.parse(SIX).check([int(word) for word in two.split()]) == []


def test_outputs_stand_beside_their_inputs(folder: Path) -> None:
    """Also where there are two, whose second would else be the output."""
    (folder / "a").mkdir()
    (folder / "a" / "input_2").write_text(FIGURE_1, encoding="utf-8")
    assert futoshiki.main([str(folder / "Input1.txt"), str(folder / "a" / "input_2")]) == 0
    assert files(folder) == ["Input1.txt", "Output1.txt", "a"]
    assert files(folder / "a") == ["input_2", "output_2"]
    assert (folder / "a" / "input_2").read_text(encoding="utf-8") == FIGURE_1


def test_a_bad_file_among_several(folder: Path) -> None:
    for name, text in {"Input2.txt": FIGURE_1[:40], "Input3.txt": FORCED, "4.txt": SIX}.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "Input5.txt").write_text(FIGURE_1, encoding="utf-8")
    names = ["Input1.txt", "Input2.txt", "Input3.txt", "4.txt", "Input5.txt", "Input6.txt"]
    status, out, err = run("futoshiki", *names, cwd=folder)
    assert (status, out) == (2, "")
    assert err.splitlines() == [
        "futoshiki: Input2.txt: line 4: found 4 rows, expected 14: "
        "5 rows of cells, 5 of < >, 4 of ^ v",
        "futoshiki: Input3.txt: no solution: forward checking leaves a cell without a value",
        "futoshiki: 4.txt: found another name, expected Input… for each of several, "
        "or one INPUT and one OUTPUT",
        "futoshiki: Input6.txt: No such file or directory",
    ]
    assert files(folder) == sorted([*names[:-1], "Output1.txt", "Output5.txt"])


def test_one_without_solution_among_several(folder: Path) -> None:
    (folder / "Input2.txt").write_text(FORCED, encoding="utf-8")
    assert run("futoshiki", "Input2.txt", "Input1.txt", cwd=folder)[0] == 1
    assert files(folder) == ["Input1.txt", "Input2.txt", "Output1.txt"]


@pytest.mark.parametrize("output", ["Output9.txt", "solved", "my_input"])
def test_two_names_are_input_and_output(output: str, folder: Path) -> None:
    (folder / "solved").write_text("old", encoding="utf-8")
    assert futoshiki.main([str(folder / "Input1.txt"), str(folder / output)]) == 0
    assert (folder / output).read_text(encoding="utf-8") == FIGURE_4
    assert not (folder / "Output1.txt").exists()


# ------------------------------------------------------------------ 001, the recipe


RECIPE = "backtracking:select=mrv+degree,order=ascending,infer=none,prepare=singles"
"""001's recipe in the words of the library."""


@pytest.mark.parametrize("text", [FIGURE_1, SEARCHED, SIX, FIGURE_1.replace(">", "0")])
def test_backtracking_search_visits_the_nodes_of_the_librarys_recipe(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes = 0

    def counted(assignment: dict[int, int], csp: futoshiki.Csp) -> dict[int, int] | None:
        nonlocal nodes
        nodes += 1
        return backtrack(assignment, csp)

    backtrack = futoshiki.backtrack
    monkeypatch.setattr(futoshiki, "backtrack", counted)
    puzzle = Futoshiki.parse(text)
    csp = futoshiki.as_csp(puzzle)
    assert futoshiki.forward_checking(csp)
    given = {cell: value for cell, value in enumerate(puzzle.cells) if value}
    found = futoshiki.backtracking_search(csp, given)
    library = clew.solve(puzzle, RECIPE)
    assert nodes == library.stats.nodes
    assert (found and tuple(found[cell] for cell in range(len(found)))) == library.solution


def test_forward_checking_repeats_from_cells_left_with_one_value() -> None:
    csp = futoshiki.as_csp(Futoshiki.parse("10\n00\n\n0\n0\n\n00\n"))
    assert futoshiki.forward_checking(csp)
    assert csp.domains == [[1], [2], [2], [1]]


def test_forward_checking_alone_may_end_it() -> None:
    assert not futoshiki.forward_checking(futoshiki.as_csp(Futoshiki.parse(FORCED)))
    assert futoshiki.forward_checking(futoshiki.as_csp(Futoshiki.parse(SEARCHED)))


def test_select_unassigned_variable_ties_go_to_the_most_constraining_cell() -> None:
    csp = futoshiki.as_csp(Futoshiki.parse("000\n000\n000\n\n00\n0<\n00\n\n000\n000\n"))
    assert futoshiki.select_unassigned_variable(csp, {}) == 4
    assert futoshiki.select_unassigned_variable(csp, {0: 1}) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (CLASH, "no solution: row 3 has two 5s"),
        (FORCED, "no solution: forward checking leaves a cell without a value"),
        (SEARCHED, "no solution: " + clew.solve(Futoshiki.parse(SEARCHED)).reason),
    ],
    ids=["clash", "forced", "searched"],
)
def test_unsolvable(text: str, reason: str, folder: Path) -> None:
    (folder / "Input1.txt").write_text(text, encoding="utf-8")
    ended = run("futoshiki", "Input1.txt", "Output1.txt", cwd=folder)
    assert ended == (1, "", f"futoshiki: Input1.txt: {reason}\n")
    assert files(folder) == ["Input1.txt"]


# ------------------------------------------------------------------ 001, what may go wrong


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            FIGURE_1.replace("5 0 0 0 0", "5 0 x 0 0"),
            "line 3, column 5: found 'x', expected 0 to 5",
        ),
        (
            FIGURE_1.replace("5 0 0 0 0", "5 0 0 0 6"),
            "line 3, column 9: found '6', expected 0 to 5",
        ),
        (FIGURE_1.replace("0 > 0 0", "0 ^ 0 0"), "line 7, column 3: found '^', expected 0, < or >"),
        (FIGURE_1.replace("0 v 0", "0 V 0"), "line 16, column 3: found 'V', expected 0, ^ or v"),
        (FIGURE_1.replace("0 > 0 0", "0 > 0"), "line 7: found 3 symbols, expected 4"),
        (FIGURE_1[:40], "line 4: found 4 rows, expected 14: 5 rows of cells, 5 of < >, 4 of ^ v"),
        ("", "found an empty text, expected a Futoshiki"),
        (" \r\n\n", "found an empty text, expected a Futoshiki"),
    ],
)
def test_bad_input(
    text: str, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, output = folder / "Input1.txt", folder / "Output1.txt"
    path.write_text(text, encoding="utf-8", newline="")
    assert futoshiki.main([str(path), str(output)]) == 2
    assert capsys.readouterr() == ("", f"futoshiki: {path}: {reason}\n")
    assert files(folder) == ["Input1.txt"]


def test_bad_input_leaves_the_output_alone(folder: Path) -> None:
    (folder / "Input1.txt").write_text(FIGURE_1.replace("2 0", "7 0", 1), encoding="utf-8")
    (folder / "Output1.txt").write_text("kept", encoding="utf-8")
    ended = run("futoshiki", "Input1.txt", "Output1.txt", cwd=folder)
    reason = "line 4, column 7: found '7', expected 0 to 5"
    assert ended == (2, "", f"futoshiki: Input1.txt: {reason}\n")
    assert (folder / "Output1.txt").read_text(encoding="utf-8") == "kept"


def test_bytes_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in.txt").write_bytes(b"\xff\xfe0\x000\x00")
    assert futoshiki.main([str(tmp_path / "in.txt")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_no_input_file(tmp_path: Path) -> None:
    ended = run("futoshiki", "none.txt", "out.txt", cwd=tmp_path)
    assert ended == (2, "", "futoshiki: none.txt: No such file or directory\n")
    assert files(tmp_path) == []


@pytest.mark.parametrize("args", [("--fast", "a")])
def test_usage(args: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert futoshiki.main(args) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("futoshiki: ")
    assert "usage: python -m clew.coursework.futoshiki" in err


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("none/Output1.txt", "No such file or directory"),
        ("Input1.txt/Output1.txt", "Not a directory"),
        ("folder", "Is a directory"),
    ],
)
def test_unwritable_output(output: str, reason: str, folder: Path) -> None:
    (folder / "folder").mkdir()
    ended = run("futoshiki", "Input1.txt", output, cwd=folder)
    assert ended == (2, "", f"futoshiki: {output}: {reason}\n")
    assert files(folder) == ["Input1.txt", "folder"]
    assert files(folder / "folder") == []


@pytest.mark.skipif(sys.platform != "linux", reason="root may write to any folder")
@pytest.mark.parametrize("output", ["shut/Output1.txt", "locked.txt"])
def test_no_permission(output: str, folder: Path) -> None:
    (folder / "shut").mkdir(mode=0o500)
    (folder / "locked.txt").write_text("kept", encoding="utf-8")
    (folder / "locked.txt").chmod(0o400)
    ended = subprocess.run(
        [sys.executable, "-m", "clew.coursework.futoshiki", "Input1.txt", output],
        capture_output=True, text=True, cwd=folder, check=False, preexec_fn=as_if_not_root,
    )  # fmt: skip
    expected = (2, f"futoshiki: {output}: Permission denied\n")
    assert (ended.returncode, ended.stderr) == expected
    assert files(folder) == ["Input1.txt", "locked.txt", "shut"]
    assert (folder / "locked.txt").read_text(encoding="utf-8") == "kept"


def as_if_not_root() -> None:
    """Give up the right of root to write where the permissions forbid it."""
    drop_from_bounding_set, dac_override = 24, 1
    ctypes.CDLL(None).prctl(drop_from_bounding_set, dac_override, 0, 0, 0)


def test_a_full_disk_leaves_nothing_half_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The largest size of a file stands for the end of the disk: a write fails half way."""
    output = folder / "Output1.txt"
    output.write_text("kept", encoding="utf-8")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (9, before[1]))
    try:
        status = futoshiki.main([str(folder / "Input1.txt"), str(output)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert status == 2
    assert capsys.readouterr() == ("", f"futoshiki: {output}: File too large\n")
    assert files(folder) == ["Input1.txt", "Output1.txt"]
    assert output.read_text(encoding="utf-8") == "kept"


def test_output_through_a_link(folder: Path) -> None:
    (folder / "real.txt").write_text("old", encoding="utf-8")
    (folder / "link.txt").symlink_to("real.txt")
    assert futoshiki.main([str(folder / "Input1.txt"), str(folder / "link.txt")]) == 0
    assert (folder / "link.txt").is_symlink()
    assert (folder / "real.txt").read_text(encoding="utf-8") == FIGURE_4


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_output_to_a_pipe_does_not_replace_it(folder: Path) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDWR)
    try:
        assert futoshiki.main([str(folder / "Input1.txt"), str(pipe)]) == 0
        assert os.read(end, 1000).decode() == FIGURE_4
    finally:
        os.close(end)
    assert pipe.is_fifo()


# ------------------------------------------------------------------ 000, Sudoku


def test_the_chapters_sudoku() -> None:
    assert run("sudoku", DATA / "chapter_sudoku.txt") == (0, CHAPTER_SOLVED, "")
    assert run("sudoku", "-", stdin=CHAPTER) == (0, CHAPTER_SOLVED, "")


def test_sudoku_on_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("".join(CHAPTER.split()), encoding="utf-8")
    assert sudoku.main([str(tmp_path / "in.txt")]) == 0
    assert capsys.readouterr().out == CHAPTER_SOLVED


def test_sudoku_without_solution(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("11.." + "." * 12, encoding="utf-8")
    status, out, err = run("sudoku", "in.txt", cwd=tmp_path)
    assert (status, out) == (1, "")
    assert err.startswith("sudoku: in.txt: no solution: row 1 has two 1s")
    assert err.count("\n") == 1


@pytest.mark.parametrize("stdin", ["", "hello", CHAPTER + CHAPTER[:9], CHAPTER.replace("9", "?")])
def test_bad_sudoku(stdin: str) -> None:
    status, out, err = run("sudoku", "-", stdin=stdin)
    assert (status, out) == (2, "")
    assert err.startswith("sudoku: -: ")
    assert err.count("\n") == 1


def test_no_sudoku_file(tmp_path: Path) -> None:
    ended = run("sudoku", "none.txt", cwd=tmp_path)
    assert ended == (2, "", "sudoku: none.txt: No such file or directory\n")


# ------------------------------------------------------------------ 000, only is_valid changes


def lists(text: str) -> list[list[int]]:
    return [[int(c) if c.isdigit() else 0 for c in line] for line in text.split()]


def test_sudoku_solve_differs_from_latin_solve_by_is_valid_alone() -> None:
    square = lists("12.. .... .... ....")
    assert latin.solve(square) == [[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 1]]
    solved = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    assert sudoku.solve(square) == latin.solve(square, sudoku.is_valid) == solved
    assert square == lists("12.. .... .... ....")


def test_is_valid_value_in_row_column_or_subsquare_is_false() -> None:
    square = lists("1... .... .... ...2")
    assert latin.is_valid(square, 1, 1, 1)
    assert not sudoku.is_valid(square, 1, 1, 1)
    assert not any(rule.is_valid(square, 0, 3, 1) for rule in (latin, sudoku))
    assert not any(rule.is_valid(square, 0, 3, 2) for rule in (latin, sudoku))
    assert all(rule.is_valid(square, 0, 3, 3) for rule in (latin, sudoku))


def test_find_unassigned_full_or_partial_square_follows_the_handout() -> None:
    assert latin.find_unassigned([[1, 2], [2, 0]]) == (1, 1)
    assert latin.find_unassigned([[1, None], [0, 0]]) == (0, 1)
    assert latin.find_unassigned([[1, 2], [2, 1]]) == (-1, -1)
    assert sudoku.find_unassigned is latin.find_unassigned


def test_solve_with_another_find_unassigned_fills_cells_in_that_order() -> None:
    """The hook of 000: "custom methods that implement the variable selection"."""
    chosen = []

    def last(square: Sequence[Sequence[int | None]]) -> tuple[int, int]:
        empty = [(r, c) for r in range(3) for c in range(3) if not square[r][c]]
        chosen.append(empty[-1] if empty else (-1, -1))
        return chosen[-1]

    assert latin.solve([[0] * 3] * 3, latin.is_valid, last) == [[2, 1, 3], [1, 3, 2], [3, 2, 1]]
    assert chosen[:3] == [(2, 2), (2, 1), (2, 0)]


def test_solve_chapter_sudoku_tries_what_plain_backtracking_tries() -> None:
    tried = 1  # the library counts the root too

    def counted(square: list[list[int]], r: int, c: int, value: int) -> bool:
        nonlocal tried
        valid = sudoku.is_valid(square, r, c, value)
        tried += valid
        return valid

    square = lists(CHAPTER)
    givens = sum(value > 0 for line in square for value in line)
    plain = clew.solve(Sudoku.parse(CHAPTER), "backtracking:select=first,infer=none")
    solved = latin.solve(square, counted)
    assert solved is not None
    assert tuple(value for row in solved for value in row) == plain.solution
    assert tried - givens == plain.stats.nodes


def students_solve(square: list[list[int]]) -> bool:
    """Solve a Sudoku as a student would, after the handout: the yardstick for the next test."""
    for r in range(9):
        for c in range(9):
            if square[r][c] == 0:
                for value in range(1, 10):
                    if students_is_valid(square, r, c, value):
                        square[r][c] = value
                        if students_solve(square):
                            return True
                square[r][c] = 0
                return False
    return True


def students_is_valid(square: list[list[int]], r: int, c: int, value: int) -> bool:
    for i in range(9):
        if square[r][i] == value or square[i][c] == value:
            return False
    for i in range(r // 3 * 3, r // 3 * 3 + 3):
        for j in range(c // 3 * 3, c // 3 * 3 + 3):
            if square[i][j] == value:
                return False
    return True


def test_sudoku_solve_takes_at_most_1_5_times_a_students_version() -> None:
    def least(work: Callable[[list[list[int]]], object]) -> float:
        times = []
        for _ in range(5):
            square, start = lists(CHAPTER), process_time()
            work(square)
            times.append(process_time() - start)
        return min(times)

    assert least(sudoku.solve) < 1.5 * least(students_solve)


def test_sudoku_program_runs_the_function_that_it_shows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def watched(square: Sequence[Sequence[int | None]], r: int, c: int, value: int) -> bool:
        asked.append((r, c, value))
        return is_valid(square, r, c, value)

    is_valid = sudoku.is_valid
    monkeypatch.setattr(sudoku, "is_valid", watched)
    assert sudoku.main([]) == 0
    assert capsys.readouterr() == (CHAPTER_SOLVED, "")
    assert len(asked) > 30_000


def test_solve_without_solution_returns_none() -> None:
    assert latin.solve(lists("12. .1. ..2")) is None
    assert latin.solve(lists("11 ..")) is None
    assert sudoku.solve(lists("1... .1.. .... ....")) is None


def test_solve_more_rows_than_python_can_recurse_is_refused() -> None:
    with pytest.raises(ValueError, match="order 31 is too large for a recursive search"):
        latin.solve([[0] * 31] * 31)


@pytest.mark.parametrize("options", ["2x3:", "x:", "regions=0011022102213333:"])
def test_sudoku_program_other_boxes_are_refused_in_one_line(options: str) -> None:
    cells = "." * (36 if "3" in options[:3] else 16)
    status, out, err = run("sudoku", "-", stdin=options + cells)
    assert (status, out) == (2, "")
    assert err == "sudoku: -: 000 is about plain Sudoku with square boxes; try clew solve\n"


# ------------------------------------------------------------------ 000, the Latin square


@pytest.mark.parametrize("order", [1, 2, 3, 4, 7, 12, 20])
def test_latin(order: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert latin.main([str(order)]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == order
    assert Latin.parse(str(order)).check([int(word) for row in rows for word in row]) == []


def test_latin_as_a_program() -> None:
    assert run("latin", 1) == (0, "1\n", "")
    why = (
        "6 rules contradict each other: row 3; column 1; column 2; r1c1 is 1; r2c2 is 1; r3c3 is 2"
    )
    assert run("latin", "3:12..1...2") == (1, "", f"latin: 3:12..1...2: no solution: {why}\n")
    status, out, err = run("latin", "many")
    assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("word", ["0", "-1", "-3", "x", "100", "256", "2.5", "", "9" * 5000])
def test_latin_of_no_order_names_the_orders_in_one_line(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert latin.main([word]) == 2
    expected = f"latin: found {word[:20]!r}, expected an order from 1 to 30\n"
    assert capsys.readouterr() == ("", expected)
