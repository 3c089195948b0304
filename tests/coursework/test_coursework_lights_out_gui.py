"""004's interactive version: the real program, its real page, and a real browser."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import clew
from clew.coursework.lights_out_gui import main
from tests.web import browser

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")


@contextmanager
def program(data: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The program, and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "clew.coursework.lights_out_gui", *arguments],
        env=os.environ
        | {"CLEW_DATA_HOME": str(data), "PYTHONPATH": str(Path(clew.__file__).parents[1])},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"clew is at (\S+)  \(Ctrl-C stops it\)\n", line)
        assert found is not None, line
        yield process, found[1]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(bool(browser.missing()), reason=browser.missing())
def test_a_light_is_clicked_and_the_side_menu_scrambles_and_solves(tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with (
        program(tmp_path, "5", "6", "--no-browser", "--port", "0") as (_, address),
        browser.chromium(address) as window,
        browser.opened(window, address) as page,
    ):
        lights = page.locator("#board [data-cell]")
        expect(lights).to_have_count(30)
        expect(page.locator("#board .lamp.lit")).to_have_count(30)
        lights.nth(7).click()
        expect(page.locator("#board .lamp.lit")).to_have_count(25)
        menu = page.get_by_role("complementary", name="Tools")
        menu.get_by_role("button", name="Scramble", exact=True).click()
        expect(page.locator("#live")).to_contain_text("Scrambled")
        menu.get_by_role("button", name="Solve", exact=True).click()
        expect(page.locator("#message")).to_contain_text("Solved by Clew")
        expect(page.locator("#board .lamp.lit")).to_have_count(0)


def test_it_opens_at_the_size_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with program(tmp_path, "4", "7", "--no-browser", "--port=0") as (process, address):
        assert address.endswith("/play#id=lights-out:4x7")
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["0", "5"], "found ROWS '0', expected 1 to 50\n"),
        (["5", "51"], "found COLS '51', expected 1 to 50\n"),
        (["five", "5"], "found ROWS 'five', expected 1 to 50\n"),
        (["5", "9" * 5000], "found COLS '9999"),
        (["-1", "5"], "found ROWS '-1', expected 1 to 50\n"),
        (["5"], "the following arguments are required: COLS (usage: "),
        (["5", "6", "7"], "unrecognized arguments: 7 (usage: "),
    ],
)
def test_bad_arguments(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"lights_out_gui: {message}")
