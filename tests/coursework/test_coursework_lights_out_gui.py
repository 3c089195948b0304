"""004's interactive version: the real window on a virtual screen, and how the program ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import clew
from clew.coursework import files, lights_out_gui
from clew.coursework.lights_out import LightsOutPuzzle, create_puzzle
from clew.coursework.lights_out_gui import OFF, ON, Window, main

if TYPE_CHECKING:
    import tkinter

PATH = {**os.environ, "PYTHONPATH": str(Path(clew.__file__).parents[1])}
PATH.pop("DISPLAY", None)


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    """A virtual screen, by the name that DISPLAY takes."""
    pytest.importorskip("tkinter", reason="this Python has no tkinter")
    if shutil.which("Xvfb") is None:
        pytest.skip("no virtual screen here: apt-get install xvfb")
    reading, writing = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x600x24"],
        pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as server:  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as number:
            yield f":{number.readline().strip()}"
        server.terminate()


@pytest.fixture
def root(screen: str) -> Iterator[tkinter.Tk]:
    import tkinter

    window = tkinter.Tk(screenName=screen)
    yield window
    window.destroy()


def lit(window: Window) -> list[list[bool]]:
    """The lights as the window shows them."""
    fill: Callable[[int, str], str] = window.canvas.itemcget
    return [[{ON: True, OFF: False}[fill(i, "fill")] for i in line] for line in window.lights]


def click(window: Window, row: int, col: int) -> None:
    left, top, right, bottom = window.canvas.coords(window.lights[row][col])
    window.root.update()
    window.canvas.event_generate("<Button-1>", x=int(left + right) // 2, y=int(top + bottom) // 2)
    window.root.update()


def test_window_new_puzzle_shows_all_lights_off(root: tkinter.Tk) -> None:
    window = Window(root, create_puzzle(3, 4))
    assert lit(window) == [[False] * 4] * 3
    assert root.title() == "Lights Out 3 x 4"
    assert list(window.buttons) == ["Scramble", "Solve"]


def test_window_click_performs_the_move_at_that_light(root: tkinter.Tk) -> None:
    window = Window(root, create_puzzle(3, 4))
    click(window, 1, 1)
    plus = [[False, True, False, False], [True, True, True, False], [False, True, False, False]]
    assert lit(window) == window.puzzle.get_board() == plus
    click(window, 1, 1)
    assert window.message["text"] == "All lights are off."


def test_window_scramble_then_solve_puts_out_every_light(
    root: tkinter.Tk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lights_out_gui, "PAUSE", 1)
    window = Window(root, create_puzzle(3, 3))
    while window.puzzle.is_solved():
        window.buttons["Scramble"].invoke()
    board = [list(line) for line in window.puzzle.get_board()]
    assert lit(window) == board
    moves = LightsOutPuzzle(board).find_solution()
    assert moves is not None
    window.buttons["Solve"].invoke()
    click(window, 0, 0)  # ignored while the solution is shown
    while window.buttons["Solve"]["state"] == "disabled":
        root.update()
    assert lit(window) == window.puzzle.get_board() == [[False] * 3] * 3
    assert window.message["text"] == f"Solved in {len(moves)} move{'s' * (len(moves) != 1)}."


def test_window_solve_impossible_board_says_so(root: tkinter.Tk) -> None:
    window = Window(root, LightsOutPuzzle([[True, False, False], [False, False, False]]))
    window.buttons["Solve"].invoke()
    assert window.message["text"] == "This board has no solution."


def test_written_gui_shows_the_puzzle_of_homework1_part2(screen: str, tmp_path: Path) -> None:
    """A student's own `create_puzzle` is the one that is asked."""
    files.write("004", tmp_path)
    mine = "import sys\n\ndef create_puzzle(rows, cols):\n    sys.exit(f'mine: {rows} {cols}')\n"
    (tmp_path / "homework1_part2.py").write_text(mine, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "homework1_lights_out_gui.py", "3", "4"], cwd=tmp_path,
        env={**PATH, "DISPLAY": screen}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "mine: 3 4\n")


def test_program_control_c_closes_the_window(screen: str, tmp_path: Path) -> None:
    files.write("004", tmp_path)
    with subprocess.Popen(
        [sys.executable, "homework1_lights_out_gui.py", "3", "4"], cwd=tmp_path,
        env={**PATH, "DISPLAY": screen}, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        _wait_for_the_window(screen)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == -signal.SIGINT
        assert process.stderr is not None
        assert process.stderr.read() == ""


def _wait_for_the_window(screen: str) -> None:
    import tkinter

    watcher = tkinter.Tk(screenName=screen)
    try:
        for _ in range(600):
            if len(watcher.winfo_interps()) > 1:  # a program is named when its window opens
                return
            time.sleep(0.05)
    finally:
        watcher.destroy()
    raise AssertionError("no window within 30 s")


def test_main_without_a_screen_names_another_way_in_one_line() -> None:
    pytest.importorskip("tkinter")
    done = subprocess.run(
        [sys.executable, "-m", "clew.coursework.lights_out_gui", "3", "4"], env=PATH,
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("lights_out_gui: can't open a window (")
    assert done.stderr.endswith("; try clew play lights-out:3x4\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["0", "5"], "found ROWS '0', expected 1 to 30\n"),
        (["5", "31"], "found COLS '31', expected 1 to 30\n"),
        (["five", "5"], "found ROWS 'five', expected 1 to 30\n"),
        (["5", "9" * 5000], "found COLS '9999"),
        (["00031", "5"], "found ROWS '00031', expected 1 to 30\n"),
        (["-1", "5"], "found ROWS '-1', expected 1 to 30\n"),
        (["5", "6", "7"], "unrecognized arguments: 7 (usage: "),
    ],
)
def test_main_bad_arguments_get_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"lights_out_gui: {message}")
