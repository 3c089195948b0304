"""Whatever is typed or found in a file is read, or refused with a ValueError, and soon."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import clew
from clew.cli.app import COMMANDS, app
from clew.core.registry import all_puzzles, names
from clew.notation import notations, read_all
from clew.search.strategy import parse_strategy, strategies

READERS: dict[str, Callable[[str], Any]] = {
    **{f"parse-{kind.name}": kind.parse for kind in all_puzzles()},
    **{f"notation-{notation.name}": notation.read for notation in notations()},
    **{f"fits-{notation.name}": notation.fits for notation in notations()},
    "parse": clew.parse,
    "strategy": parse_strategy,
}

PIECES = [
    *(f"{name}:" for name in names()), *(f"{name}:" for name in strategies()),
    *"0123456789.,:;=|/\\-+*_#()[]<>^vQURDLa²٣é½Ⅷ \t\0\r\n\v\u2028\ufeff\ud800",
    "\r\n", "2x3:", "x:", "x,", "regions=", "select=", "seed=", "infer=mac", "(12)", "---", "0R,",
    "[Puzzle]", "START:", "REL:", "bd=", "p?sudoku/9/9/", "quizzes,solutions", "<game data=", "-1",
    "99999", "Q7/", "1.......2", "53..7....6..195....98....6.8...6...34..8.3..17...2...6",
    "0 0\n0 0\n<\n0\n0 0\n", "<?xml version='1.0'?><!DOCTYPE a>", "9" * 400, "." * 256,
]  # fmt: skip
ALPHABET = st.characters()  # every letter there is, and half letters too
TEXT = st.one_of(
    st.text(ALPHABET, max_size=60), st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
)
SOON = timedelta(seconds=2)


def refused(read: Callable[[str], Any], text: str) -> bool:
    """Whether the text was refused; another exception than ValueError is an error."""
    try:
        read(text)
    except ValueError:
        return True
    return False


# ------------------------------------------------------------------ readers


@pytest.mark.parametrize("name", READERS)
@given(text=TEXT)
@settings(max_examples=40, deadline=SOON)
def test_a_reader_reads_or_refuses(name: str, text: str) -> None:
    refused(READERS[name], text)


@pytest.mark.parametrize("kind", all_puzzles(), ids=lambda kind: kind.name)
@given(data=st.data())
@settings(max_examples=100, deadline=SOON)
def test_an_example_with_a_mistake_is_read_or_refused(kind: type[clew.Puzzle], data: Any) -> None:
    """What is read can be written, read again, drawn, checked and stated as constraints."""
    text = data.draw(st.sampled_from([each.text for each in kind.examples]))
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    text = text[:start] + data.draw(TEXT) + text[end:]
    with suppress(ValueError):
        puzzle = kind.parse(text)
        assert kind.parse(str(puzzle)) == puzzle
        if len(str(puzzle)) < 2000:
            puzzle.board()
            puzzle.clashes()
            assert puzzle.faces


@given(text=TEXT)
@settings(max_examples=150, deadline=SOON)
@example("missing.txt")
@example("missing.opensudoku")
@example("\0")
@example("a" * 5000)
def test_read_reads_or_refuses(text: str) -> None:
    try:
        refused(read_all, text)
    except FileNotFoundError as error:  # a name that a puzzle file would have
        assert str(error).endswith("no such file")  # noqa: PT017


@given(data=st.binary(max_size=200))
@settings(
    max_examples=100, deadline=SOON, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@example(b"\xef\xbb\xbf..233..42.3.1...\r\n")
@example(b"\xff\xfe1\x00")
@example(b"")
def test_a_file_of_anything_is_read_or_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "junk"
    path.write_bytes(data)
    with suppress(ValueError):
        clew.read(path)
    path.write_bytes(data.decode("latin-1").encode())
    with suppress(ValueError):
        clew.read(path)


# ------------------------------------------------------------------ long texts


@contextmanager
def quickly(seconds: float) -> Iterator[None]:
    started = time.process_time()
    yield
    assert time.process_time() - started < seconds


REPEATED = [" ", "\n", "1", ".", "(", "/", "|", ",", ":", "1 ", "x11"]


@pytest.mark.parametrize("name", READERS)
def test_time_grows_with_the_length_and_no_faster(name: str) -> None:
    """Long runs of one sign, where a careless pattern goes back and forth."""
    for piece in REPEATED:
        for start, end in (("1", "Q"), ("2:", "\n1"), ("1", "!:1")):
            with quickly(1.0):
                refused(READERS[name], start + piece * (20_000 // len(piece)) + end)


@pytest.mark.parametrize("piece", ["1", "()", "---\n", "1 2 3\n", "/", "0,", "Q\n"])
def test_a_text_of_megabytes_is_refused_soon(piece: str) -> None:
    with quickly(10.0):
        assert refused(read_all, piece * (2_500_000 // len(piece)))


# ------------------------------------------------------------------ the command line


def run(*args: str, stdin: bytes = b"") -> None:
    """No exception leaves the command; a refusal is one line on stderr and exit status 2."""
    result = CliRunner().invoke(app, args, prog_name="clew", input=stdin)
    assert isinstance(result.exception, SystemExit | None), (args, result.exception)
    assert result.exit_code in (0, 1, 2, 3), (args, result.output)
    if result.exit_code == 2:
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1, (args, result.stderr)
        assert result.stderr.startswith("clew")


LIMITS = ("--max-nodes", "50", "--max-seconds", "0.5", "-q")
WORDS = TEXT.filter(lambda text: not text.lstrip().startswith(("-", "/", ".")) and "\0" not in text)


@given(word=WORDS)
@settings(max_examples=100, deadline=timedelta(seconds=60))
def test_any_puzzle_word(word: str) -> None:
    run("solve", word, *LIMITS)
    run("show", word)


@given(kind=st.sampled_from(names()), body=WORDS)
@settings(max_examples=100, deadline=timedelta(seconds=60))
def test_any_id(kind: str, body: str) -> None:
    run("solve", f"{kind}:{body}", *LIMITS)


@given(stdin=st.one_of(st.binary(max_size=100), TEXT.map(lambda t: t.encode(errors="replace"))))
@settings(max_examples=60, deadline=timedelta(seconds=60))
def test_any_standard_input(stdin: bytes) -> None:
    run("solve", "-", *LIMITS, stdin=stdin)
    run("convert", "-", "--to", "id", stdin=stdin)


@pytest.mark.parametrize(
    "option", ["--strategy", "--kind", "--notation", "--max-nodes", "--max-seconds"]
)
@given(word=WORDS)
@settings(max_examples=40, deadline=timedelta(seconds=60))
def test_any_word_for_an_option(option: str, word: str) -> None:
    run("solve", "queens:4", "-q", option, word)


@given(command=st.sampled_from(sorted(COMMANDS)), words=st.lists(WORDS, max_size=3))
@settings(max_examples=60, deadline=timedelta(seconds=60))
def test_any_arguments(command: str, words: list[str]) -> None:
    if words or command == "play":  # which would serve until it is stopped
        words = [*words, "--bad-option"]  # so that nothing is searched for long
    run(command, *words)


@pytest.mark.parametrize("word", ["." * 625, "a" * 5000, "a\nb", "", "queens", "\ud800"])
def test_a_word_that_is_no_puzzle_is_not_repeated_at_length(word: str) -> None:
    result = CliRunner().invoke(app, ["solve", word], prog_name="clew")
    assert result.exit_code == 2
    assert len(result.stderr) < 200
    assert "expected a file, - or an id kind:text" in result.stderr


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("solve queens:4 >&-", 0),
        ("compare queens:4 >&-", 0),
        ("solve queens:4 --json >&-", 0),
        ("solve queens:4 --trace - >&-", 0),
        ("solve queens:8 --strategy backtracking --max-nodes 1 2>&-", 3),
        ("solve quens:8 2>&-", 2),
        ("solve - <&-", 2),
        ("solve queens:4 >/dev/full", 2),
        ("solve /dev/zero", 2),
        ("solve .", 2),
    ],
)
def test_streams_that_are_closed_or_full(line: str, status: int) -> None:
    command = f'exec "$0" -m clew {line}'
    ended = subprocess.run(["sh", "-c", command, sys.executable], capture_output=True, check=False)
    assert ended.returncode == status
    assert b"Traceback" not in ended.stderr
    assert ended.stderr.count(b"\n") <= 1
