"""Every command's --json output is as docs/json.md describes it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import clew
from clew.cli.app import COMMANDS, app
from clew.cli.records import SCHEMA
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
TYPES: dict[str, tuple[type, ...]] = {
    "text": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,),
    "list": (list,), "object": (dict,), "null": (type(None),), "any": (object,),
}  # fmt: skip
WITHOUT = ("play", "completion")
"""Commands that don't print results: a server, and a script for a shell."""
FOUR = "sudoku:..233..42.3.1..."
CASES = {
    "solve": [
        "queens:4 queens:5", f"{FOUR} --unique", "queens:6 --count --by-symmetry", "jugs:6,9=4",
        "lights-out:2x3:#../...", "queens:20 --max-nodes 5 --strategy backtracking", "nim:3,4,5",
    ],
    "count": ["queens:4 queens:6", "queens:8 --by-symmetry --workers 0", "queens:3",
              "pentominoes:5x3 --by-symmetry"],
    "hint": [f"{FOUR} queens:6", f"{FOUR} --vague", "nim:3,4,5", "hanoi:3 --cells"],
    "explain": [FOUR, "jugs:5,8,12=6", "nim:3,4,5"],
    "rate": [FOUR, f"{FOUR} --brief", "lights-out:3x3", f"queens:4 {FOUR}"],
    "compare": [f"{FOUR} queens:4 --strategy backtracking"],
    "grundy": ["kayles --to 5", "nim:3,4,5", "wythoff --to 3", "wythoff:3,4"],
    "trace": ["queens:4"],
    "watch": ["search.py"],
    "lesson": ["", "7-a-star"],
    "make": ["nim --seed 1 -n 2", "sudoku --list"],
    "show": [f"{FOUR} queens:4"],
    "convert": [f"{FOUR} --to line"],
    "grade": ["uninformed search.py", "rules", "export uninformed --to otter --out made"],
    "coursework": ["", "000 homework"],
    "batch": ["unique in.txt --out out.txt --workers 0"],
    "proof": [f"check {FOUR} p.pbp", f"model {FOUR}"],
    "audit": ["romania:Arad-Bucharest"],
    "puzzles": ["", "sudoku queens"],
    "strategies": ["", "queens:8", "backtracking"],
    "notations": ["", "sudoku"],
    "help": ["", "solve"],
}  # fmt: skip
SEARCH = """
from collections import deque

def breadth_first_search(problem):
    frontier, reached = deque([problem.initial_state]), {problem.initial_state}
    while frontier:
        state = frontier.popleft()
        if problem.is_goal(state):
            return state
"""


def keys(heading: str) -> dict[str, str]:
    """The keys under a heading, with the type of each."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return {name: kind for name, kind, _ in ROW.findall(section)}


def fits(value: object, kind: str) -> bool:
    words = kind.removesuffix(", optional").split(" or ")
    types = tuple(each for word in words for each in TYPES[word])
    return isinstance(value, types) and (
        bool in types or not isinstance(value, bool) or object in types
    )


def check(record: dict[str, Any], described: dict[str, str]) -> None:
    """Compare an object with its description, in both directions."""
    assert record["schema"] == SCHEMA
    assert set(record) <= set(described)
    for name, kind in described.items():
        if name in record:
            assert fits(record[name], kind), (name, kind, record[name])
        else:
            assert kind.endswith(", optional"), name


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text(f"{FOUR}\n", encoding="utf-8")
    Path("search.py").write_text(SEARCH, encoding="utf-8")


def run(*words: str) -> tuple[int, list[dict[str, Any]]]:
    ended = CliRunner().invoke(app, words, prog_name="clew")
    assert ended.exception is None or isinstance(ended.exception, SystemExit), ended.exception
    return ended.exit_code, [json.loads(line) for line in ended.stdout.splitlines()]


@pytest.mark.parametrize(
    ("command", "words"),
    [(name, words) for name, all_words in CASES.items() for words in all_words],
)
def test_output_has_the_keys_of_the_page(command: str, words: str) -> None:
    if "p.pbp" in words:
        clew.solve(FOUR, max_solutions=2, proof="p.pbp")
    status, records = run(command, *words.split(), "--json")
    assert status in (0, 1, 2, 3)
    assert records
    for record in records:
        described = keys("Errors" if "exit_status" in record else f"clew {command}")
        check(record, described)
    assert any("exit_status" not in record for record in records), records


def test_a_key_has_one_type_in_all_commands() -> None:
    found: dict[str, set[str]] = {}
    for name in (*CASES, "site"):
        for key, kind in keys(f"clew {name}").items():
            if "any" not in kind:
                found.setdefault(key, set()).add(kind.removesuffix(", optional").split(" or ")[0])
    assert {key: kinds for key, kinds in found.items() if len(kinds) > 1} == {}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_the_flag_and_a_section(name: str) -> None:
    command = app.get_command(click.Context(app), name)
    assert command is not None
    each = command.commands.values() if isinstance(command, click.Group) else [command]
    for one in each:
        flags = [param for param in one.params if "--json" in param.opts]
        assert all(param.is_flag for param in flags if isinstance(param, click.Option))
        assert bool(flags) != (name in WITHOUT), one.name
    assert (f"\n## clew {name}\n" in PAGE) != (name in WITHOUT)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["solve", "nofile.txt"], 2),
        (["solve", "queens:8", "--all", "--count"], 2),
        (["slove", "queens:8"], 2),
        (["explain", "queens:8"], 2),
        (["explain", "queens:3"], 1),
        (["solve", "queens:30", "--max-seconds", "0"], 3),
        (["grundy", "sudoku"], 2),
    ],
)
def test_an_error_is_json_with_the_same_status(words: list[str], status: int) -> None:
    plain = CliRunner().invoke(app, words, prog_name="clew")
    found, records = run(*words, "--json")
    assert (plain.exit_code, found) == (status, status)
    assert records[-1]["schema"] == SCHEMA
    if "error" in records[-1]:
        check(records[-1], keys("Errors"))
        assert records[-1]["exit_status"] == status
        assert records[-1]["error"] in plain.stderr
    else:
        assert records[-1]["status"] == "stopped"


def test_the_error_on_the_page_is_what_clew_prints() -> None:
    command, printed = re.search(r"^\$ clew (.*)\n(\{.*)$", PAGE, re.MULTILINE).groups()  # type: ignore[union-attr]
    assert run(*command.split())[1] == [json.loads(printed)]


def test_solve_count_and_count_print_the_same() -> None:
    for puzzle in ("queens:6", "queens:3", FOUR):
        solved = CliRunner().invoke(app, ["solve", puzzle, "--count"])
        counted = CliRunner().invoke(app, ["count", puzzle])
        assert (solved.exit_code, solved.stdout) == (counted.exit_code, counted.stdout)
        one, two = (
            run(*words, puzzle, "--json")[1][0] for words in (["solve", "--count"], ["count"])
        )
        shared = ("schema", "puzzle", "count", "complete")
        assert [one[key] for key in shared] == [two[key] for key in shared]
