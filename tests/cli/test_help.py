"""Help: `clew --help`, `clew help`, the man pages, and color."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import clew
from clew.cli import man
from clew.cli.app import COMMANDS, GROUPS, app
from clew.cli.topics import TOPICS
from clew.core.registry import names

CLEW = (sys.executable, "-m", "clew")
FOUR = "sudoku:..233..42.3.1..."
BOLD = "\x1b[1m"


def run(*words: str, status: int = 0) -> str:
    ended = CliRunner().invoke(app, words, prog_name="clew")
    assert ended.exit_code == status, ended.output
    return ended.stdout


def process(*words: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*CLEW, *words], capture_output=True, check=False, env=os.environ | env)


def test_help_lists_every_command_once_and_fits_a_screen() -> None:
    text = run("--help")
    assert [name for group in GROUPS.values() for name in group] == list(COMMANDS)
    for name in COMMANDS:
        assert len(re.findall(rf"  {name} +[A-Z]", text)) == 1, name
    assert len(text.splitlines()) <= 30
    assert max(map(len, text.splitlines())) < 80


@pytest.mark.parametrize("words", [(), ("-h",), ("help",)])
def test_bare_clew_prints_the_same_help(words: tuple[str, ...]) -> None:
    assert run(*words) == run("--help")


@pytest.mark.parametrize("group", ["batch", "proof", "grade", "site"])
def test_a_bare_group_prints_its_help(group: str) -> None:
    assert run(group) == run(group, "--help")


@pytest.mark.parametrize("words", [("-V",), ("--version",), ("version",)])
def test_version(words: tuple[str, ...]) -> None:
    assert run(*words) == f"clew {clew.__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_is_its_help_page(name: str) -> None:
    if name not in ("puzzles", "strategies", "notations"):
        assert run("help", name) == run(name, "--help")
    assert run("help", name)


@pytest.mark.parametrize("topic", [*TOPICS, "exit-status", "colour", "sudoku", "Nim", "a-star"])
def test_help_explains_a_topic(topic: str) -> None:
    assert run("help", topic).strip()


def test_help_of_a_command_within_a_group() -> None:
    assert run("help", "proof", "check") == run("proof", "check", "--help")
    assert run("help", "solve", "check", status=2) == ""


def test_every_topic_named_in_the_help_is_there() -> None:
    listed = re.findall(r"^  (\w+)  ", run("help", "--help").split("Topics:")[1], re.MULTILINE)
    assert set(TOPICS) <= set(listed)
    for topic in listed:
        run("help", topic)


# ------------------------------------------------------------------ man pages


def test_each_command_has_a_man_page(tmp_path: Path) -> None:
    pages = {path.name: path.read_text(encoding="utf-8") for path in man.write(tmp_path)}
    above = click.Context(app, info_name="clew")
    for name in COMMANDS:
        assert f"clew-{name}.1" in pages
        command = app.get_command(above, name)
        for each in command.commands if isinstance(command, click.Group) else ():
            assert f"clew-{name}-{each}.1" in pages
    for text in pages.values():
        assert text.startswith('.TH "CLEW')
        assert text.isascii()
        for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"):
            assert f"\n.SH {section}\n" in text


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff here")
def test_man_pages_are_laid_out_without_a_warning(tmp_path: Path) -> None:
    files = [str(path) for path in man.write(tmp_path)]
    ended = subprocess.run(
        ["groff", "-man", "-ww", "-z", "-Tutf8", *files], capture_output=True, check=True
    )
    assert ended.stderr == b""


# ------------------------------------------------------------------ color and width


@pytest.mark.parametrize(
    ("words", "env", "colored"),
    [
        ((), {}, False),
        (("--color",), {}, True),
        (("--color=always",), {"NO_COLOR": "1"}, True),
        (("--color=auto",), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--no-color",), {"FORCE_COLOR": "1"}, False),
        (("--color=never",), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_color_in_a_pipe(words: tuple[str, ...], env: dict[str, str], colored: bool) -> None:
    clean = {"NO_COLOR": "", "FORCE_COLOR": ""} | env
    for command in (("--help",), ("notations", "queens"), ("slove",)):
        ended = process(*command, *words, **clean)
        assert (b"\x1b[1" in ended.stdout + ended.stderr) == colored, command


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_help_and_lists_fit_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for words in (["puzzles"], ["puzzles", "--long"], ["strategies"], ["strategies", "queens:8"]):
        widths = [len(line) for line in run(*words).splitlines() if "://" not in line]
        assert max(widths) <= columns, words
    if columns == 40:
        for name in COMMANDS:
            text = re.split("\n(?:Examples|Topics):", run(name, "--help"))[0]
            words = [line for line in text.splitlines() if len(line) > columns]
            assert not [line for line in words if " " in line.strip()] or name == "completion", name


def test_a_word_is_never_cut_in_narrow_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    wide = set(run("solve", "--help").split())
    monkeypatch.setenv("COLUMNS", "40")
    assert set(run("solve", "--help").split()) == wide


def test_a_latin_1_locale_prints_latin_1() -> None:
    ended = process("show", "nim:3,4,5", PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert ended.returncode == 0
    ended.stdout.decode("latin-1")


def test_every_kind_describes_itself() -> None:
    for kind in names():
        text = run("puzzles", kind)
        assert text.startswith(f"{kind}\n")
        assert "  written " in text
