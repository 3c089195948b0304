"""Bad statements: each gets one line that says where, what was found and what was expected."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.app import app

HEAD = "import clew\nm = clew.Problem()\nx, y, z = m.variables('xyz', range(3)).values()\n"
WALK = "import clew\n@clew.walk(start=3, goal=-1)\ndef w(n):\n"
GAME = "import clew\n@clew.game\nclass G:\n    start = 3\n"
FAULTS: dict[str, tuple[str, int, str]] = {
    "a name that no variable has": (f"{HEAD}m['Q']", 4, "found the name 'Q', expected one of x, y"),
    "a group with such a name": (f"{HEAD}m.groups('x y, x q')", 4, "found the name 'q', expected"),
    "no values": (f"{HEAD}m.variable('v', [])", 4, "v: found no values, expected at least one"),
    "values that are unhashable": (
        f"{HEAD}m.variable('v', [[1], [2]])",
        4,
        "found the list [1], expected a value that can be",
    ),
    "a rule over no variables": (f"{HEAD}m.add(clew.Problem.all())", 4, "over no variables"),
    "all_different of nothing": (f"{HEAD}m.all_different([])", 4, "over no variables, expected at"),
    "if x < y": (f"{HEAD}if x < y:\n    pass", 4, "found x < y where Python needs True or False"),
    "a < b < c": (f"{HEAD}m.add(x < y < z)", 4, "write a < b < c as two rules"),
    "x in a list": (f"{HEAD}m.add(x in [1, 2])", 4, "x in [1, 2] as (x == 1) | (x == 2)"),
    "x in a set": (f"{HEAD}m.add(x in {{1, 2}})", 4, "found False, because Python compared"),
    "a rule that raises": (
        f"{HEAD}m.where(lambda a, b: 1 // a > b, x, y)",
        4,
        "the rule where(x, y) raised ZeroDivisionError",
    ),
    "too many rows": (
        f"{HEAD}m.table([x, y], ((0, n) for n in range(10**7)))",
        4,
        "found more than 2,000,000 rows",
    ),
    "a variable of another problem": (
        f"{HEAD}m.add(clew.Problem().variable('v', [1]) == x)",
        4,
        "found v of another problem",
    ),
    "a given of another problem": (
        f"{HEAD}m.given(clew.Problem().variable('v', [1]), 1)",
        4,
        "found v of another problem",
    ),
    "an aim in another problem": (
        f"{HEAD}m.minimise(clew.Problem().variable('v', [1]))",
        4,
        "found v of another problem",
    ),
    "minimise of a number": (f"{HEAD}m.minimise(3)", 4, "found 3 to optimise, expected variables"),
    "minimise of nothing": (f"{HEAD}m.minimise()", 4, "TypeError: Problem.minimise() missing 1"),
    "no variables at all": (
        "import clew\nm = clew.Problem()",
        2,
        "m: found no variables, expected",
    ),
    "a syntax error": ("import clew\ndef\n", 2, "invalid syntax"),
    "an import that fails": (
        "import clew\nimport nothing_such",
        2,
        "No module named 'nothing_such'",
    ),
    "sys.exit": (
        "import clew, sys\nsys.exit(0)",
        2,
        "found sys.exit(0), expected a file that runs",
    ),
    "a function that raises": (f"{WALK}    yield 'a', 6 // (n - 3)", 4, "ZeroDivisionError"),
    "moves that are no pairs": (
        f"{WALK}    yield n",
        2,
        "found the move 3, expected pairs of a move",
    ),
    "no moves but None": (f"{WALK}    [('a', 1)]", 2, "found None for the moves from 3, expected"),
    "states that are unhashable": (
        f"{WALK}    yield 'a', [n]",
        2,
        "found the list [3] as a state, expected one that can be",
    ),
    "moves that never end": (
        f"{WALK}    while True:\n        yield 'a', n",
        2,
        "found more than 100,000 moves from 3, expected",
    ),
    "a heuristic that raises": (
        "import clew\n@clew.walk(start=3, goal=-1, heuristic=lambda n: 1 // (n - 2))\n"
        "def w(n):\n    yield 'a', n - 1",
        2,
        "ZeroDivisionError",
    ),
    "a game without moves": (
        f"{GAME}    def payoff(self, n):\n        return 0",
        2,
        "found the game G",
    ),
    "a game that raises": (
        f"{GAME}    def payoff(self, n):\n        return 1 // 0\n"
        "    def successors(self, n):\n        return []",
        6,
        "ZeroDivisionError",
    ),
    "an option that is no number": (
        "import clew\n@clew.strategy('s', face=clew.CSP)\n"
        "def s(csp, run, *, width='a'):\n    yield",
        2,
        "found the parameter width, expected one after * with a whole number",
    ),
}


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, words)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_one_line_with_its_place(fault: str, tmp_path: Path) -> None:
    text, line, expected = FAULTS[fault]
    file, picture = tmp_path / "my.py", tmp_path / "picture.svg"
    file.write_text(f"{text}\n", encoding="utf-8")
    code, output, said = run("solve", str(file), "--svg", str(picture))
    assert (code, output) == (2, "")
    assert said.count("\n") == 1
    assert expected in said
    assert "no variables" in fault or f"my.py:{line}: " in said
    assert not picture.exists()


def test_a_game_that_goes_round(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    moves = "    def successors(self, n):\n        return [('on', (n + 1) % 5)]\n"
    file.write_text(f"{GAME}{moves}    def payoff(self, n): return None\n", encoding="utf-8")
    code, output, said = run("solve", str(file))
    assert (code, said) == (0, "")
    assert "a draw by repetition: neither can force an end" in output


def test_what_a_file_prints_is_no_part_of_the_output(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(f"{HEAD}print('hello')\n", encoding="utf-8")
    words = [sys.executable, "-m", "clew", "solve", str(file), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("{")
    assert "hello" not in done.stdout
    assert done.stderr.startswith("hello\n")
