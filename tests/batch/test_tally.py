"""Long counts: exact in any number of parts, anywhere; nothing is lost when they are cut off."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import clew
from clew.batch.journal import AnotherRun
from clew.batch.tally import (
    COUNTED,
    HEAD,
    Damaged,
    Share,
    by_symmetry,
    opened,
    split,
    tally,
    verify,
)
from clew.cli.app import app
from clew.core.puzzle import Unsuited
from tests.cli.test_cli_process import PATIENCE, SHOWN_CURSOR, Terminal, started, until

COUNTS = {
    "queens:8": 92,
    "queens:Q7/8/8/8/8/8/8/8": 4,
    "latin:1": 1,
    "latin:4": 576,
    "latin:5": 161_280,
    "latin:5:12345....................": 1344,
    "sudoku:................": 288,
    "sudoku:x:1..............4": 4,
    "sudoku:11..............": 0,
    "futoshiki:3:0,0,0,0,0,0,0,0,0,": 12,
    "futoshiki:4a:1D,4D,0R,0L,0UR,0URL,0DL,0D,0D,0D,0UR,0UL,0UR,0URL,0L,0,": 1,
    "knight:5x5": 1728,
    "knight:5x5@0,0": 304,
    "knight:5x5@0,1": 0,
    "knight:5x6,closed": 8,
    "knight:5x6,closed@2,2": 16,
    "knight:1x1": 1,
    "lights-out:4x4": 16,
    "lights-out:2x3:#../...": 0,
    "frog:any:2,3,2,3,5,3": 3,
}


@pytest.mark.parametrize(("text", "number"), COUNTS.items())
@pytest.mark.parametrize("parts", [1, 2, 30])
def test_the_parts_make_the_whole(text: str, number: int, parts: int) -> None:
    shares = split(clew.parse(text), parts)
    assert sum(share.count().number for share in shares) == number
    assert [Share.of(json.loads(json.dumps(share.as_dict()))) for share in shares] == shares


def test_a_named_strategy_counts_its_own_tree() -> None:
    shares = split(clew.parse("queens:8"), 20, "backtracking:infer=none")
    assert sum(share.count().number for share in shares) == 92
    assert all(share.fixed for share in shares)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 1, 3])
def test_fourteen_queens_in_500_parts(workers: int) -> None:
    found = tally(clew.parse("queens:14"), 500, where=workers)
    assert found.total == 365_596
    assert len(found.shares) == 500


def test_queens_by_symmetry() -> None:
    found = tally(clew.parse("queens:10"), 7, symmetry=True, where=0)
    classes = found.classes()
    assert classes is not None
    assert (found.total, classes.as_dict()["fundamental"], classes.total) == (724, 92, 724)
    assert by_symmetry(clew.parse("queens:1"), 3)


@pytest.mark.parametrize("text", ["jugs:3,5=4", "nim:3,4,5"])
def test_what_has_no_parts(text: str) -> None:
    with pytest.raises(Unsuited, match="can't split"):
        split(clew.parse(text), 5)


# ------------------------------------------------------------------ a folder


def lines(folder: Path) -> list[str]:
    return (folder / COUNTED).read_text(encoding="utf-8").splitlines()


def test_a_folder_is_gone_on_with(tmp_path: Path) -> None:
    puzzle = clew.parse("latin:5")
    whole = tally(puzzle, 20, tmp_path, where=0)
    stored = lines(tmp_path)
    cut = "\n".join(stored[:7]) + "\n" + stored[7][:20]  # the last line was being written
    (tmp_path / COUNTED).write_text(cut, encoding="utf-8")
    assert not opened(tmp_path).complete
    again = tally(puzzle, 20, tmp_path, where=0)
    assert again == whole
    assert sorted(lines(tmp_path)) == sorted(stored)
    assert tally(puzzle, 20, tmp_path, where=0) == whole  # nothing is left to do


def test_a_folder_of_another_count_is_refused(tmp_path: Path) -> None:
    tally(clew.parse("latin:4"), 5, tmp_path, where=0)
    with pytest.raises(AnotherRun, match="puzzle latin:4, not latin:5"):
        tally(clew.parse("latin:5"), 5, tmp_path, where=0)
    with pytest.raises(AnotherRun, match=r": parts \d+, not "):
        tally(clew.parse("latin:4"), 2, tmp_path, where=0)


def test_what_was_changed_is_found(tmp_path: Path) -> None:
    puzzle = clew.parse("queens:9")
    tally(puzzle, 10, tmp_path, where=0)
    found, chosen = verify(tmp_path, 0.5, where=0)
    assert (found.total, len(chosen)) == (352, 5)
    stored = lines(tmp_path)
    said = json.loads(stored[3])
    said["count"] = str(int(said["count"]) + 1)
    text = "\n".join([*stored[:3], json.dumps(said), *stored[4:]]) + "\n"
    (tmp_path / COUNTED).write_text(text, encoding="utf-8")
    with pytest.raises(Damaged, match="line 4"):
        opened(tmp_path)
    with pytest.raises(Damaged, match="line 4"):
        tally(puzzle, 10, tmp_path, where=0)


def test_a_wrong_count_with_a_right_hash_is_found_by_counting_again(tmp_path: Path) -> None:
    from clew.batch.tally import Counted, _line

    tally(clew.parse("queens:9"), 4, tmp_path, where=0)
    found = opened(tmp_path)
    forged = [_line(i, found.shares[i], Counted(99, found.done[i].nodes)) for i in range(4)]
    (tmp_path / COUNTED).write_bytes(b"".join(forged))
    with pytest.raises(Damaged, match="stored 99, but counting again gave"):
        verify(tmp_path, 1.0, where=0)


def test_killed_in_the_middle_it_goes_on(tmp_path: Path) -> None:
    """kill -9 of the whole command while parts are being counted; and once more."""
    words = ["count", "latin:6", "--split", "200", "--checkpoint", str(tmp_path), "--workers", "2"]
    command = [sys.executable, "-m", "clew", *words]
    for some in (5, 60):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and stored(tmp_path) < some:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout == "812851200\n"
    found = opened(tmp_path)
    assert found.complete
    assert sorted(found.done) == list(range(len(found.shares)))
    assert len(lines(tmp_path)) == len(found.shares)  # none was counted twice


def stored(folder: Path) -> int:
    path = folder / COUNTED
    return path.read_bytes().count(b"\n") if path.exists() else 0


# ------------------------------------------------------------------ the command


def run_clew(*words: str) -> Result:
    return CliRunner().invoke(app, words, prog_name="clew")


def test_the_command(tmp_path: Path) -> None:
    said = run_clew("count", "queens:8", "--by-symmetry", "--split", "5", "--workers", "0")
    assert said.stdout.startswith("92\n12 up to symmetry: 11 without any, 1 with a half")
    words = ("--split", "6", "--checkpoint", str(tmp_path / "q"), "--workers", "0", "--json")
    data = json.loads(run_clew("count", "queens:9", *words).stdout)
    assert (data["count"], data["parts"], data["complete"]) == (352, 6, True)
    again = run_clew("count", "--verify", str(tmp_path / "q"), "--sample", "50%", "--workers", "0")
    assert "6 of 6 parts stored, 352 solutions. Clew counted 3 parts again (seed" in again.stdout


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("queens:8", "--verify", "x"),
        ("--verify", "/no/such/folder"),
        ("queens:8", "--split", "0"),
        ("queens:8", "--split", "2000000"),
        ("jugs:3,5=4", "--split", "3"),
        ("latin:4", "--by-symmetry", "--split", "3"),
        ("queens:8", "--workers", "1", "--cluster", "local:1"),
        ("queens:x",),
        ("queens:8", "--strategy", "min-conflicts"),
        ("queens:8", "--strategy", "min-conflicts", "--split", "3"),
        ("queens:8", "--strategy", "backtracking", "--by-symmetry"),
        ("queens:8", "--sample", "5%"),
        ("--verify", "x", "--checkpoint", "y"),
        ("queens:8", "--checkpoint", __file__),
        ("queens:8", "--cluster", "nowhere"),
        ("queens:8", "--cluster", "local:0"),
    ],
)
def test_bad_calls_end_with_one_line(words: tuple[str, ...]) -> None:
    ended = run_clew("count", *words)
    assert ended.exit_code == 2
    assert ended.stdout == ""
    assert len(ended.stderr.strip().splitlines()) == 1


def test_what_is_never_counted_to_the_end_is_said() -> None:
    ended = run_clew("count", "jugs:3,5=4")
    assert (ended.exit_code, ended.stdout) == (3, "")
    assert "only one path to each state, so Clew can't count the solutions" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_one_is_no_plural(tmp_path: Path) -> None:
    words = ("--checkpoint", str(tmp_path), "--workers", "0")
    ended = run_clew("count", "queens:1", *words)
    assert (ended.exit_code, ended.stdout) == (0, "1\n")
    assert ended.stderr.startswith("1 part · 1 node ·")
    again = run_clew("count", "--verify", str(tmp_path), "--workers", "0", "--seed", "3").stdout
    assert again.endswith(
        "1 of 1 part stored, 1 solution. Clew counted 1 part again (seed 3): it matches.\n"
    )


def test_a_long_part_is_seen_to_be_counted() -> None:
    """No part has ended, and yet a line is shown; after Ctrl-C nothing is left of it."""
    command = ("count", "queens:24", "--workers", "1", "--split", "2")
    with (
        Terminal() as terminal,
        started(*command, stdout=subprocess.DEVNULL, stderr=terminal.theirs) as process,
    ):
        until(lambda: terminal.shows("0 of 2 parts · 0 solutions".encode()))
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert terminal.shows(SHOWN_CURSOR)


def test_a_count_of_none_is_a_proof() -> None:
    ended = run_clew("count", "queens:3", "-q")
    assert (ended.exit_code, ended.stdout, ended.stderr) == (1, "0\n", "")


def test_a_verification_as_json(tmp_path: Path) -> None:
    tally(clew.parse("queens:9"), 4, tmp_path, where=0)
    words = ("--sample", "100%", "--seed", "1", "--workers", "0", "--json")
    data = json.loads(run_clew("count", "--verify", str(tmp_path), *words).stdout)
    assert (data["count"], data["stored"], data["verified"]) == (352, 4, [0, 1, 2, 3])


@pytest.mark.parametrize("sample", ["0%", "101%", "some"])
def test_a_sample_is_a_part(tmp_path: Path, sample: str) -> None:
    tally(clew.parse("latin:3"), 2, tmp_path, where=0)
    ended = run_clew("count", "--verify", str(tmp_path), "--sample", sample, "--workers", "0")
    assert (ended.exit_code, "isn't a share. Write 5%" in ended.stderr) == (2, True)


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / HEAD).write_text("{", encoding="utf-8")
    (tmp_path / COUNTED).touch()
    with pytest.raises(Damaged, match="it isn't JSON"):
        opened(tmp_path)
    with pytest.raises(Damaged, match="it isn't JSON"):
        tally(clew.parse("latin:3"), 2, tmp_path, where=0)
    assert (tmp_path / HEAD).read_text(encoding="utf-8") == "{"  # nothing was taken away


@pytest.mark.parametrize("text", ["[]", "{}", '{"format": 1}'])
def test_a_head_that_was_changed(tmp_path: Path, text: str) -> None:
    tally(clew.parse("latin:3"), 2, tmp_path, where=0)
    (tmp_path / HEAD).write_text(text, encoding="utf-8")
    with pytest.raises(Damaged, match="it doesn't describe a count"):
        opened(tmp_path)
    with pytest.raises(Damaged, match="it doesn't describe a count"):
        tally(clew.parse("latin:3"), 2, tmp_path, where=0)


def test_parts_of_another_strategy_are_told_apart(tmp_path: Path) -> None:
    tally(clew.parse("latin:4"), 5, tmp_path, where=0)
    with pytest.raises(AnotherRun, match="come from another strategy or version"):
        tally(clew.parse("latin:4"), 5, tmp_path, strategy="backtracking", where=0)
