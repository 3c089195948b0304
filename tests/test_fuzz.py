"""A minute of the fuzzer with fixed seeds, and the long and odd texts that it doesn't draw."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import clew
from clew.cli.app import app
from clew.core.faces import CSP
from clew.notation import read_all
from clew.search.csp.backtracking import GenerateAndTest
from tests.fuzz import running
from tests.fuzz.__main__ import PARTS, main, prepared
from tests.fuzz.running import Budget, Check, Tally, fuzz, report
from tests.fuzz.texts import readers

SOON = timedelta(seconds=2)
CASES = {
    "models": 120,
    "kinds": 100,
    "walks": 120,
    "games": 40,
    "texts": 500,
    "web": 120,
    "proofs": 30,
}
"""About ten seconds of each part, on one core."""


def quiet(line: str) -> None:
    """Show no progress."""


@pytest.mark.parametrize("part", PARTS)
def test_fuzzer_with_a_fixed_seed_finds_no_fault(part: str) -> None:
    tally = Tally()
    with prepared(part) as make:
        fuzz(part, make, "suite", Budget(CASES[part], None), tally, quiet)
    assert tally.cases == CASES[part]
    assert not tally.faults, "\n".join(report(*each) for each in tally.faults)


def test_fuzzer_on_a_strategy_that_loses_an_answer_prints_a_test_that_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = GenerateAndTest.__call__

    def loses_the_last(self: GenerateAndTest, csp: CSP, run: clew.Run) -> Iterator[Any]:
        return iter(list(right(self, csp, run))[:-1])

    monkeypatch.setattr(GenerateAndTest, "__call__", loses_the_last)
    monkeypatch.setattr(running, "MOST_SHRUNK", 1)
    tally = Tally()
    with prepared("models") as make:
        fuzz("models", make, "broken", Budget(12, None), tally, quiet)
    assert set(tally.sorts) == {"generate-and-test: wrong"}
    _, fault, snippet = tally.faults[0]
    assert "is missing" in fault.said
    assert len(snippet.splitlines()) < 12
    with pytest.raises(AssertionError):
        exec(snippet, {})
    monkeypatch.undo()
    exec(snippet, {})


@dataclass(frozen=True)
class Harmful:
    """A case that harms its process."""

    how: str

    def checks(self) -> Iterator[Check]:
        yield self.how, self._harm

    def _harm(self) -> str:
        if self.how == "hang":
            while True:
                pass
        if self.how == "MemoryError":
            return str(len(bytearray(running.MEMORY)))
        os.abort()

    def smaller(self) -> Iterator[Harmful]:
        return iter(())

    def snippet(self, check: str) -> str:
        return self.how


@pytest.mark.parametrize("how", ["hang", "MemoryError", "died"])
def test_fuzzer_reports_a_case_that_harms_its_process_and_goes_on(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CPU_SECONDS", 0.2)
    tally = Tally()

    def make(rng: Random) -> Harmful:
        return Harmful(how)

    fuzz("harm", make, "1", Budget(2, None), tally, quiet)
    assert tally.cases == 2
    assert tally.sorts == {f"{how}: {how}": 2}


def test_fuzzer_from_the_command_line_prints_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--models", "5", "--seed", "9"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("5 cases, ")
    assert said.endswith("\n0 faults\n")


# ------------------------------------------------------------------ files


def refused(read: Callable[[str], Any], text: str) -> bool:
    """Tell whether the text was refused; another exception than ValueError is an error."""
    try:
        read(text)
    except (ValueError, clew.ClewError):
        return True
    return False


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


@pytest.mark.slow
@pytest.mark.parametrize("name", readers())
def test_time_grows_with_the_length_and_no_faster(name: str) -> None:
    """Long runs of one sign, where a careless pattern goes back and forth."""
    for piece in REPEATED:
        for start, end in (("1", "Q"), ("2:", "\n1"), ("1", "!:1")):
            with quickly(1.0):
                refused(readers()[name], start + piece * (20_000 // len(piece)) + end)


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["1", "()", "---\n", "1 2 3\n", "/", "0,", "Q\n"])
def test_a_text_of_megabytes_is_refused_soon(piece: str) -> None:
    with quickly(10.0):
        assert refused(read_all, piece * (2_500_000 // len(piece)))


# ------------------------------------------------------------------ the command line


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("." * 626, "expected 729 (read as candidates)"),
        ("a" * 5000, "can't read 'aaaaa"),
        ("a\nb", "expected 1 (read as sdk)"),
        ("", "the name of the puzzle is empty"),
        ("queens", "'queens' is a kind, not a puzzle"),
        ("\ud800", r"can't read '\ud800'"),
    ],
)
def test_word_that_is_not_a_puzzle_is_refused_in_one_short_line(word: str, said: str) -> None:
    result = CliRunner().invoke(app, ["solve", word], prog_name="clew")
    assert result.exit_code == 2
    assert len(result.stderr) < 200
    assert result.stderr.count("\n") == 1
    assert said in result.stderr


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
    assert ended.stderr.strip().count(b"\n") == 0


# ------------------------------------------------------------------ what the fuzzer found


def test_a_nonogram_clue_far_longer_than_its_line_is_read_at_once() -> None:
    with quickly(1.0):
        puzzle = clew.parse("nonogram:2x2:6744073709551616/1/1/1")
        assert clew.solve(puzzle).unsolvable


@pytest.mark.parametrize("words", [("count", "queens:4", "{" * 3000), ("solve", "-s", "a" * 5000)])
def test_a_long_word_is_quoted_in_part(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, words, prog_name="clew")
    assert result.exit_code == 2
    assert len(result.stderr) < 850
    assert result.stderr.count("\n") == 1
