"""Output on narrow terminals: sentences are folded between words, and tables stay legible."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew.cli import folding
from clew.cli.topics import TOPICS

pty = pytest.importorskip("pty")
WIDTH = 40


def on_terminal(*words: str) -> list[str]:
    """Run a command on a terminal of 40 columns, and return the lines of its output."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "clew", *words]
    env = os.environ | {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "TERM": "dumb"}
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=env) as process:
        os.close(theirs)
        told = b""
        try:
            while more := os.read(ours, 65536):
                told += more
        except OSError:  # Linux's way to report the end
            pass
        process.wait()
    os.close(ours)
    return told.decode().splitlines()


@pytest.mark.parametrize(
    "words",
    [
        "solve nim:3,4,5 -q",
        "solve queens:3 -q",
        "hint nim:3,4,5",
        "explain nim:3,4,5",
        "explain jugs:5,8,12=6",
        "grundy kayles --to 20",
        "grundy nim:3,4,5",
        "audit romania:Arad-Bucharest --levels",
        "lesson",
        "lesson 7-a-star",
        "make sudoku --list",
        "coursework",
        "grade rules",
        *(f"help {topic}" for topic in TOPICS),
    ],
)
def test_sentences_are_folded_at_the_width_of_the_terminal(words: str) -> None:
    lines = on_terminal(*words.split())
    assert max(map(len, lines)) <= WIDTH
    assert len(lines) > 1


def test_folded_sentence_keeps_its_words() -> None:
    narrow = on_terminal("explain", "jugs:5,8,12=6")
    wide = subprocess.run(
        [sys.executable, "-m", "clew", "explain", "jugs:5,8,12=6"],
        capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    assert " ".join(narrow).split() == wide.split()
    assert narrow[:2] == [
        "1. Next move: Fill jug 1. The jugs then",
        "   hold 5, 0 and 0. You're 6 moves from",
    ]


def test_compare_on_a_narrow_terminal_leaves_out_counters_but_not_nodes_and_seconds() -> None:
    lines = on_terminal("compare", "queens:6", "--strategy", "backtracking")
    assert lines[0].split() == ["nodes", "backtracks", "checks", "seconds"]
    assert lines[1] == "backtracking: solved"
    assert max(map(len, lines)) <= WIDTH


def test_help_breaks_no_name_and_folds_the_notes_after_the_examples() -> None:
    lines = on_terminal("make", "--help")
    assert "magic-square" in " ".join(lines)
    assert not [line for line in lines if line.endswith("-")]
    notes = on_terminal("count", "--help")[-5:]
    assert max(map(len, notes)) <= WIDTH


def test_encoding_without_an_ellipsis_gets_three_dots() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "clew", "strategies", "limited-discrepancy"],
        capture_output=True, check=True, env=os.environ | {"PYTHONIOENCODING": "latin-1"},
    ).stdout.decode("latin-1")  # fmt: skip
    assert "then two, ...\n" in shown


def test_long_word_is_never_cut() -> None:
    assert folding.fold(f"1. see {'x' * 60}", WIDTH) == f"1. see\n   {'x' * 60}"


def test_head_that_leaves_no_room_has_the_text_below() -> None:
    head = "iterative-deepening  graph       "
    assert folding.fold("Depth-first in rounds.", WIDTH, head) == (
        "iterative-deepening  graph\n    Depth-first in rounds."
    )


def test_in_a_pipe_lines_stay_whole(tmp_path: Path) -> None:
    assert folding.folded("word " * 60, "1. ") == f"1. {'word ' * 60}"
