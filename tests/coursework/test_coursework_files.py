"""`clew coursework`: files under the names that students type, which run as they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import clew
from clew.cli.app import app
from clew.coursework import files
from tests.known import CHAPTER_SOLVED

PATH = {**os.environ, "PYTHONPATH": str(Path(clew.__file__).parents[1])}
NAMES = {
    "000": ["latin_squares.py", "sudoku.py", "futoshiki.py", "lights_out.py"],
    "001": ["futoshiki.py", "Input1.txt"],
    "002": [
        "complete_search.ml", "hopping_cover.ml", "jugs.ml", "knight_cover.ml", "sudoku.ml",
        "sum_path.ml",
    ],
    "003": ["board.py", "stack_and_queue.py", "chess_board.py"],
    "004": ["homework1_part2.py", "homework1_lights_out_gui.py"],
}  # fmt: skip
LAST_LINES = {
    "000/latin_squares.py": "5 3 1 2 4",
    "000/sudoku.py": CHAPTER_SOLVED.splitlines()[-1],
    "000/futoshiki.py": "1 2 5 4 3",
    "000/lights_out.py": "5 presses: (0, 0) (0, 2) (1, 1) (2, 0) (2, 2)",
    "001/futoshiki.py": "4 2 3 5 1",
    "003/board.py": " -------------------------",
    "003/stack_and_queue.py": "",
    "003/chess_board.py": "* * * * Q * * *",
    "004/homework1_part2.py": "[(0, 0), (0, 2)]",
}


def coursework(*words: object) -> Result:
    return CliRunner().invoke(app, ["coursework", *map(str, words)], prog_name="clew")


def run(folder: Path, *words: str, python: str = sys.executable) -> tuple[int, str, str]:
    """Type `python FILE …` in a folder: the exit status and both outputs."""
    done = subprocess.run(
        [python, *words], cwd=folder, env=PATH, capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("assignment", NAMES)
def test_coursework_writes_every_file_and_prints_its_path(assignment: str, tmp_path: Path) -> None:
    folder = tmp_path / "homework"
    result = coursework(assignment, folder)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [str(folder / name) for name in NAMES[assignment]]
    assert {path.name for path in folder.iterdir()} == set(NAMES[assignment])


@pytest.mark.parametrize("file", LAST_LINES)
def test_file_without_arguments_runs_the_assignments_example(file: str, tmp_path: Path) -> None:
    assignment, _, name = file.partition("/")
    files.write(assignment, tmp_path)
    status, out, err = run(tmp_path, name)
    assert (status, err) == (0, "")
    assert out.rstrip("\n").rpartition("\n")[2] == LAST_LINES[file]


def test_file_with_a_wrong_option_names_the_file_in_its_usage(tmp_path: Path) -> None:
    files.write("000", tmp_path)
    status, out, err = run(tmp_path, "sudoku.py", "--fast")
    assert (status, out) == (2, "")
    assert err == "sudoku: unrecognized arguments: --fast (usage: python3 sudoku.py [-h] [FILE])\n"


def test_every_python_file_is_run_by_a_test() -> None:
    python = {f"{number}/{name}" for number in files.PYTHON for name in files.PYTHON[number]}
    assert python - set(LAST_LINES) == {"004/homework1_lights_out_gui.py"}


def test_futoshiki_of_001_input1_writes_output1(tmp_path: Path) -> None:
    files.write("001", tmp_path)
    assert run(tmp_path, "futoshiki.py", "Input1.txt") == (0, "", "")
    output = (tmp_path / "Output1.txt").read_text(encoding="utf-8")
    assert output == "2 3 1 4 5\n3 5 2 1 4\n5 1 4 3 2\n1 4 5 2 3\n4 2 3 5 1\n"


@pytest.mark.parametrize(
    ("assignment", "code", "said"),
    [
        ("000", "from sudoku import *; print(is_valid([[0] * 9] * 9, 0, 0, 1))", "True"),
        ("000", "import lights_out as m; print(m.all_lights_are_off([[False]]))", "True"),
        ("003", "from stack_and_queue import Queue, Stack; print(Stack([1]).pop())", "1"),
        ("003", "import board; print(board.Board().size, board.DFS(board.Board()).goal_test())",
         "9 True"),
        ("004", "import homework1_part2 as m; print(m.create_puzzle(2, 2).get_board())",
         "[[False, False], [False, False]]"),
    ],
)  # fmt: skip
def test_files_can_be_imported_by_the_courses_own_programs(
    assignment: str, code: str, said: str, tmp_path: Path
) -> None:
    files.write(assignment, tmp_path)
    assert run(tmp_path, "-c", code) == (0, f"{said}\n", "")


def test_python_without_clew_hands_over_to_the_one_that_wrote_the_file(tmp_path: Path) -> None:
    files.write("000", tmp_path)
    without = [sys.executable, "-I", "-S"]  # no packages, and no PYTHONPATH
    done = subprocess.run(
        [*without, "latin_squares.py"], cwd=tmp_path, env=PATH, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    message = f"latin_squares.py: this Python has no clew, run it with {sys.executable}\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", message)
    file = tmp_path / "latin_squares.py"
    other = tmp_path / "python"
    other.symlink_to(sys.executable)
    text = file.read_text(encoding="utf-8").replace(repr(sys.executable), repr(str(other)))
    file.write_text(text, encoding="utf-8")
    handed = subprocess.run(
        [*without, "latin_squares.py", "2"], cwd=tmp_path, env=PATH, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert (handed.returncode, handed.stdout, handed.stderr) == (0, "1 2\n2 1\n", "")


@pytest.mark.parametrize("existing", ["latin_squares.py", "lights_out.py"])
def test_coursework_existing_file_is_kept_and_nothing_else_is_written(
    existing: str, tmp_path: Path
) -> None:
    (tmp_path / existing).write_text("mine", encoding="utf-8")
    result = coursework("000", tmp_path)
    said = f"clew: {tmp_path / existing} exists already. Choose another folder\n"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", said)
    assert [path.name for path in tmp_path.iterdir()] == [existing]
    assert (tmp_path / existing).read_text(encoding="utf-8") == "mine"


def test_write_failing_half_way_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = {**files.contents("000"), "no/such/folder.py": ""}
    monkeypatch.setattr(files, "contents", lambda _: bad)
    with pytest.raises(FileNotFoundError):
        files.write("000", tmp_path / "homework")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["005", "x"], "clew: there's no assignment '005': choose 000, 001, 002, 003 or 004\n"),
        (["000"], "clew coursework: missing DIR, the folder to write to: clew coursework 000 DIR"),
        (["000", "no/such/folder"], "clew: no/such/folder: no such file or folder\n"),
    ],
)
def test_coursework_bad_words_get_one_line(
    words: list[str], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = coursework(*words)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith(line)
    assert list(tmp_path.iterdir()) == []


def test_coursework_without_words_lists_the_assignments() -> None:
    result = coursework()
    assert result.exit_code == 0
    for line, number in zip(result.stdout.splitlines(), NAMES, strict=True):
        assert line.startswith(f"{number}  ")
        assert line.endswith(": " + ", ".join(NAMES[number]))


@pytest.mark.skipif(shutil.which("ocaml") is None, reason="no OCaml here")
def test_ocaml_of_002_runs_where_it_is_written(tmp_path: Path) -> None:
    files.write("002", tmp_path)
    status, out, err = run(
        tmp_path, "complete_search.ml", "jugs", "5", "8", "12", "6", python="ocaml"
    )
    assert (status, err, out.splitlines()[-1]) == (0, "", "0 6 12")
