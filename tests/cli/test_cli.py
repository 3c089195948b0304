"""The command line, called in this process."""

import csv
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

import clew
from clew.cli.app import COMMANDS, app

FOUR = "sudoku:..233..42.3.1..."
CLASH = "sudoku:11.............."
SLOW = "backtracking:select=first,infer=none"


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: str, status: int = 0, stdin: str | bytes | None = None) -> Result:
    """Call clew; no exception but SystemExit may leave it."""
    result = CliRunner().invoke(app, args, prog_name="clew", input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == status, result.output
    return result


def parsed(result: Result) -> Any:
    return json.loads(result.stdout)


# ------------------------------------------------------------------ solve


def test_a_proof_is_in_the_json() -> None:
    found = parsed(run("solve", "lights-out:2x3:#../...", "--json", status=1))
    assert found["proof"] == [[0, 0], [0, 1], [0, 2], [1, 1]]
    assert "proof" not in parsed(run("solve", FOUR, "--json"))


def test_a_limit_of_memory_is_told_as_it_was_given() -> None:
    board = ("solve", "lights-out:5x5", "--strategy", "breadth-first")
    assert "the limit of 200 bytes" in run(*board, "--max-memory", "200", status=3).stderr
    assert "the limit of 2 MB" in run(*board, "--max-memory", "2M", status=3).stderr


def test_what_suits_says_why_not() -> None:
    refused = run("solve", "lights-out:6x6", "--strategy", "bitmap", status=2).stderr
    assert (
        "'bitmap' can't search this puzzle: found 36 bits and 36 moves, expected at most 30"
        in refused
    )


def test_compare_tells_lengths_and_reasons() -> None:
    walks = run("compare", "lights-out:3x3", "--strategy", "depth-first", "--strategy", "linear")
    assert "solved in 63 presses" in walks.stdout
    assert "solved in 5 presses" in walks.stdout
    assert " in " not in run("compare", FOUR, "--strategy", "backtracking").stdout
    none = run("compare", "jugs:6,9=4", "--strategy", "breadth-first").stdout
    assert none.endswith("no solution: every amount that can be reached is a multiple of 3\n")


@pytest.mark.parametrize(
    ("puzzle", "gone", "instead"),
    [("frog:2,3,2,3,5,3", "layers", "learning"), ("jugs:3,5=4", "surface", "breadth-first")],
)
def test_strategy_that_is_gone_names_its_successor(puzzle: str, gone: str, instead: str) -> None:
    ended = run("solve", puzzle, "--strategy", gone, status=2)
    assert f"strategy {gone} is gone: use auto, or {instead}" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert run("solve", puzzle, "--strategy", instead).stdout


def test_solve_prints_the_board_and_its_statistics_on_stderr() -> None:
    result = run("solve", FOUR)
    assert result.stdout == f"{clew.solve(clew.parse(FOUR))}\n"
    assert result.stderr.startswith("\n")
    assert result.stderr.count("\n") == 2
    assert " nodes · " in result.stderr or "1 node · " in result.stderr


def test_quiet_prints_the_board_only() -> None:
    assert run("solve", FOUR, "--quiet").stdout == f"{clew.solve(clew.parse(FOUR))}\n"


def test_all_prints_each_answer() -> None:
    result = run("solve", "queens:6", "--all")
    assert result.stdout.count("Q") == 4 * 6
    assert "4 solutions, all there are" in result.stderr


def test_count() -> None:
    assert run("solve", "queens:6", "--count", "-q").stdout == "4\n"
    assert parsed(run("solve", "queens:6", "--count", "--json"))["count"] == 4


def test_unique() -> None:
    assert run("solve", FOUR, "--unique", "-q").stdout == "unique\n"
    assert run("solve", "queens:4", "--unique", "-q", status=1).stdout == (
        "not unique: two solutions differ in 8 cells\n"
    )


@pytest.mark.parametrize(("puzzle", "unique"), [(FOUR, True), ("queens:4", False)])
def test_unique_as_json(puzzle: str, unique: bool) -> None:
    status = 0 if unique else 1
    assert parsed(run("solve", puzzle, "--unique", "--json", status=status))["unique"] is unique


def test_json_holds_everything() -> None:
    found = parsed(run("solve", "queens:4", "--all", "--json", "--strategy", SLOW))
    assert found["puzzle"] == "queens:4"
    assert found["strategy"] == SLOW
    assert (found["status"], found["reason"]) == ("complete", "")
    assert found["solutions"] == [[1, 3, 0, 2], [2, 0, 3, 1]]
    assert found["stats"]["nodes"] > 4


@pytest.mark.parametrize("asked", [(), ("--all",), ("--unique",)])
def test_no_solution_gives_the_reason(asked: tuple[str, ...]) -> None:
    result = run("solve", CLASH, "--quiet", *asked, status=1)
    assert result.stdout.startswith("no solution: row 1 has two 1s")
    told = run("solve", "queens:3", "-q", *asked, status=1).stdout
    rules = "columns; rising diagonals; falling diagonals"
    assert told == f"no solution: 3 rules contradict each other: {rules}\n"


def test_counting_to_zero_is_a_proof() -> None:
    assert run("solve", "queens:3", "--count", "-q", status=1).stdout == "0\n"


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (("--max-nodes", "1000"), "stopped: the limit of 1,000 nodes (--max-nodes)"),
        (("--max-seconds", "0.05"), "stopped: the limit of 0.05 s (--max-seconds)"),
    ],
)
def test_a_limit_is_named_with_the_statistics(limit: tuple[str, str], words: str) -> None:
    result = run("solve", "queens:30", "--strategy", SLOW, *limit, status=3)
    assert result.stdout == ""
    assert result.stderr.startswith(words)
    assert "backtracks" in result.stderr


def test_answers_found_before_the_limit_are_printed() -> None:
    result = run("solve", "queens:8", "--all", "--max-nodes", "200", "-q", status=3)
    assert result.stdout.count("Q") >= 8
    assert result.stdout.count("Q") % 8 == 0


def test_what_is_not_known_is_not_said() -> None:
    limited = ("--strategy", SLOW, "--max-nodes", "120")
    assert run("solve", "queens:8", "--count", *limited, status=3).stdout == "at least 1\n"
    assert run("solve", "queens:8", "--unique", *limited, status=3).stdout == ""
    found = parsed(run("solve", "queens:8", "--unique", "--json", *limited, status=3))
    assert found["unique"] is None
    assert (found["status"], found["reason"]) == ("stopped", "nodes")


def test_a_strategy_that_overlooks_answers_proves_nothing() -> None:
    result = run("solve", "queens:8", "--strategy", "min-conflicts:steps=0", status=3)
    assert result.stderr.startswith("stopped: ")


def test_svg_is_a_picture_of_the_solved_board() -> None:
    run("solve", FOUR, "--svg", "solved.svg")
    words = [text.text for text in ElementTree.parse("solved.svg").iter() if text.text]
    assert sum(word in "1234" for word in words) == 16
    assert [path.name for path in Path().iterdir()] == ["solved.svg"]


def test_svg_to_stdout_has_stdout_for_itself() -> None:
    result = run("solve", FOUR, "--svg", "-")
    ElementTree.fromstring(result.stdout)
    assert "node" in result.stderr


def test_svg_replaces_a_file_and_follows_a_link() -> None:
    Path("real.svg").write_text("old")
    Path("link.svg").symlink_to("real.svg")
    run("solve", FOUR, "--svg", "link.svg")
    assert Path("link.svg").is_symlink()
    ElementTree.parse("real.svg")


def test_no_solution_draws_nothing() -> None:
    run("solve", CLASH, "--svg", "solved.svg", status=1)
    assert not list(Path().iterdir())


def test_a_device_is_written_and_not_replaced() -> None:
    run("solve", FOUR, "--svg", "/dev/null")
    assert not Path("/dev/null").is_file()


# ------------------------------------------------------------------ traces


def replay(lines: list[dict[str, Any]]) -> list[list[int]]:
    """The answers that a trace tells of, from the domains of its puzzle and its events alone."""
    masks = clew.parse(lines[0]["id"]).csp().domains
    domains = [{v for v in range(m.bit_length()) if m >> v & 1} for m in masks]
    saved, answers = [], []
    for event in lines[1:]:
        match event:
            case {"kind": "try", "variable": variable, "value": value}:
                saved.append([set(domain) for domain in domains])
                domains[variable] = {value}
            case {"kind": "prune", "variable": variable, "lost": lost}:
                domains[variable] -= set(lost)
            case {"kind": "back" | "undo"}:
                domains = saved.pop()
            case {"kind": "change", "variable": variable, "value": value}:
                domains[variable] = {value}
            case {"kind": "answer"}:
                answers.append([min(domain) for domain in domains])
    return answers


@pytest.mark.parametrize(
    "strategy", ["backtracking:infer=mac+hidden-singles", "backtracking", SLOW]
)
def test_a_trace_replays_to_the_answers(strategy: str) -> None:
    args = ("solve", "queens:6", "--all", "--strategy", strategy)
    found = parsed(run(*args, "--json", "--trace", "trace.jsonl"))
    lines = [json.loads(line) for line in Path("trace.jsonl").read_text().splitlines()]
    assert lines[0] == {
        "clew": clew.__version__,
        "id": "queens:6",
        "strategy": found["strategy"],
    }
    assert replay(lines) == found["solutions"]
    assert lines[-1] == {
        "kind": "end",
        "status": "complete",
        "reason": "",
        "solutions": 4,
        "stats": found["stats"],
    }


def test_a_trace_stopped_by_a_limit_ends_well() -> None:
    run("solve", "queens:20", "--strategy", SLOW, "--max-nodes", "500", "--trace", "t", status=3)
    lines = [json.loads(line) for line in Path("t").read_text().splitlines()]
    assert (lines[-1]["status"], lines[-1]["reason"]) == ("stopped", "nodes")
    assert sum(line.get("kind") == "try" for line in lines) == 499


def test_watching_changes_nothing() -> None:
    args = ("solve", "queens:7", "--all", "--json")
    watched, alone = parsed(run(*args, "--trace", "t")), parsed(run(*args))
    for found in (watched, alone):
        del found["stats"]["seconds"]
    assert watched == alone


def test_a_space_is_traced_too() -> None:
    run("solve", "queens:4", "--strategy", "breadth-first", "--trace", "t", "-q")
    kinds = {json.loads(line).get("kind") for line in Path("t").read_text().splitlines()}
    assert "end" in kinds


# ------------------------------------------------------------------ files


def test_a_file_of_several_puzzles() -> None:
    Path("some.txt").write_text("queens:4\nqueens:3\nqueens:5\n")
    result = run("solve", "some.txt", "-q", status=1)
    heads = [line for line in result.stdout.splitlines() if line.startswith("[")]
    assert heads == ["[1] queens:4", "[2] queens:3", "[3] queens:5"]
    limited = run("solve", "some.txt", "--json", "--max-nodes", "4", status=3)
    assert [json.loads(line)["puzzle"] for line in limited.stdout.splitlines()] == [
        "queens:4",
        "queens:3",
        "queens:5",
    ]


def test_standard_input() -> None:
    assert run("solve", "-", "--count", "-q", stdin="queens:6").stdout == "4\n"


def test_standard_input_is_never_a_file_name() -> None:
    Path("queens:6").write_text("queens:8")
    assert run("solve", "-", "--count", "-q", stdin="queens:6").stdout == "4\n"


def test_a_kind_and_a_notation_are_passed_on() -> None:
    Path("grid").write_text("..23\n3..4\n2.3.\n1...\n")
    assert run("solve", "grid", "--kind", "sudoku", "--unique", "-q").stdout == "unique\n"


def test_the_place_of_a_mistake() -> None:
    Path("some.txt").write_text("queens:4\nqueens:x\n")
    result = run("solve", "some.txt", status=2)
    assert result.stderr.startswith("clew: some.txt: line 2")
    assert result.stderr.count("\n") == 1


# ------------------------------------------------------------------ bad input and usage


BAD = {
    "sudoku:..2?3..42.3.1...": "found '?'",
    "quens:8": "clew: unknown kind 'quens'. Did you mean 'queens'?",
    "queens": "'queens' is a kind, not a puzzle. Write an id such as queens:8, or make a puzzle: ",
    "missing.txt": "clew: missing.txt: no such file",
    "no/such": "clew: no/such: no such file",
    "quens": "clew: quens: no such file or kind of puzzle. Did you mean 'queens'?",
    "xyzzy": "clew: xyzzy: no such file or kind of puzzle. `clew help ids` shows how to",
    "sudoku:9": "sudoku:9 is a size, not a puzzle. To make a puzzle of this size, run: clew make ",
    ".": "clew: .: this is a folder, not a file",
    "binary": "not a text file",
    "": "the name of the puzzle is empty. `clew help ids` shows how",
    "queens:": "queens: ",
}


@pytest.mark.parametrize("word", BAD)
def test_bad_input_is_one_line_and_writes_nothing(word: str, tmp_path: Path) -> None:
    Path("binary").write_bytes(b"\xff\xfe\x00")
    result = run("solve", word, "--svg", "a.svg", "--trace", "t.jsonl", status=2)
    assert result.stdout == ""
    assert result.stderr.startswith("clew: ")
    assert result.stderr.count("\n") == 1
    assert BAD[word] in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["binary"]


@pytest.mark.parametrize("stdin", [b"", b"\xff", b"nonsense", b"queens:4\nqueens:x"])
def test_bad_standard_input(stdin: bytes) -> None:
    result = run("solve", "-", stdin=stdin, status=2)
    assert result.stderr.startswith("clew: standard input: ")
    assert result.stderr.count("\n") == 1


USAGE = {
    "slove": "clew: unknown command 'slove'. Did you mean 'solve'?\n",
    "Solve queens:4": "clew: unknown command 'Solve'. Did you mean 'solve'?\n",
    "xyzzy": "clew: unknown command 'xyzzy'. To list them, run: clew --help\n",
    "queens:8": "unknown command 'queens:8'. To solve a puzzle, write: clew solve queens:8\n",
    "sudoku": "unknown command 'sudoku'. To read about these puzzles: clew help sudoku\n",
    "batch solv": "clew batch: unknown command 'solv'. Did you mean 'solve'?\n",
    "help slove": "clew help: unknown topic 'slove'. Did you mean 'solve'?\n",
    "--color=red solve": "--color: unknown value 'red'. Use always, never or auto\n",
    "solve": "clew solve: missing PUZZLE (see clew solve --help)",
    "solve queens:4 --al": "clew solve: unknown option --al. Did you mean --all?",
    "solve queens:4 --kind quens": "clew solve: --kind: unknown kind 'quens'. Did you mean 'que",
    "solve queens:4 --strategy backtraking": "Did you mean 'backtracking'?\n",
    "solve queens:4 --strategy backtracking:infer=x": "option infer can't be x",
    "solve queens:4 --strategy backtracking:foo=x": "no option called 'foo'",
    "solve queens:4 --notation xyzzy": "unknown notation 'xyzzy'. To list them, run: clew notat",
    "solve queens:4 --all --count": "only one of --all, --count and --unique",
    "solve queens:4 --json --svg -": "only one of --json, --svg -, --trace - and --proof -",
    "solve queens:4 --max-nodes -1": "--max-nodes: -1 is out of range: give 0 or more\n",
    "solve queens:4 --max-seconds nan": "--max-seconds: 'nan' isn't a number of seconds\n",
    "solve queens:4 --max-seconds soon": "--max-seconds: 'soon' isn't a number of seconds\n",
    "solve queens:4 --svg no/such.svg": "no/such.svg: the folder no doesn't exist\n",
    "solve queens:4 --svg .": ".: this is a folder, not a file\n",
    "solve queens:4 --by-symmetry": "clew solve: --by-symmetry needs --count\n",
    "solve queens:4 --proof p.pbp --strategy backtracking": "leave out --strategy\n",
    "solve queens:4 --strategy grundy": "searches only impartial games, and queens isn't one.",
    "solve sudoku:11.............. --strategy bitboard": "'bitboard' can't search this puzzle.",
    "hint queens:4 --vague --full": "use only one of --vague, --technique, --cells and --full\n",
    "hint nim:3,4,5 --filled x": 'Use --played "MOVE; MOVE", not --filled\n',
    "explain queens:8": "queens:8 has more than one solution, so there's nothing to explain step ",
    "grundy sudoku": "clew: sudoku isn't an impartial game, so it has no nim-values. `clew ",
    "grundy kayls": "clew: unknown game 'kayls'. Did you mean 'kayles'?\n",
    "make sudko": "clew make: unknown kind 'sudko'. Did you mean 'sudoku'?\n",
    "make hanoi": "clew make: Clew can't make hanoi puzzles. `clew make --help` lists the kinds",
    "make sudoku --level hard --with level=easy": "--level hard and --with level=easy contradict",
    "make sudoku --json --to sdm": "only one of --json and --to\n",
    "trace queens:4 --svg a.svg --at 99999": "--at 99999: the film has only ",
    "trace queens:4 --json film.json": "unexpected argument 'film.json' (see clew trace --help)\n",
    "count": "clew count: missing PUZZLE (or --verify with the folder of a stored count)\n",
    "count queens:4 --sample 5%": "clew count: --sample needs --verify\n",
    "lesson 7-astar": "clew lesson: unknown lesson '7-astar'. Did you mean '7-a-star'?\n",
    "strategies backtrackng": "unknown strategy or kind 'backtrackng'. Did you mean 'backtracking'",
    "grade foo bar.py": "clew: no assignment called 'foo'. Use a TOML file or one of: backtracking",
    "watch nofile.py": "clew: nofile.py: no such file\n",
    "compare sudoku:11.............. --strategy bitboard": "bitboard",
    "compare queens:4 --svg - --csv -": "only one of --json, --svg - and --csv -",
    "show queens:4 --svg a --json": "only one of --svg and --json",
    "convert queens:4": "clew convert: missing --to (see",
    "completion tcsh": "unknown shell 'tcsh'. Choose from bash, zsh, fish\n",
    "completion bsh": "clew completion: unknown shell 'bsh'. Did you mean 'bash'?\n",
    "grade export uninformed --to gradescop --out x": "unknown system 'gradescop'. Did you mean ",
    "make --kind sudko": "KIND is an argument, not an option: give a kind such as sudoku\n",
    "make sudoku -n 0": "clew make: -n: 0 is out of range: give 1 or more\n",
    "make sudoku --with levle=easy": "no option called 'levle': did you mean level?\n",
    "solve queens:8 --strategy backtracking:infre=mac": "'infre': did you mean infer?\n",
    "solve queens:8 --strategy backtracking:infer=mak": "can't be mak: did you mean mac?\n",
    "solve queens:4 --count --svg a.svg": "--count shows no solution to draw: leave out --svg\n",
    "solve jugs:3,5=4 --count --by-symmetry": "--by-symmetry doesn't work for jugs puzzles\n",
    "solve pentominoes:3x20 --count --by-symmetry": "clew count pentominoes:3x20 --by-symmetry\n",
    "hint queens:4 --played r1c1": "puzzles are filled in. Use --filled instead of --played\n",
    "grundy subtraction:": "subtraction needs a rule, for example subtraction:",
    "lesson 8": "unknown lesson '8'. Did you mean '8-alpha-beta'?\n",
    "coursework 009": "there's no assignment '009': choose 000, 001, 002, 003 or 004\n",
    "play --json": "clew play: unknown option --json (see clew play --help)\n",
    "proof check queens:4 no.pbp": "clew: no.pbp: no such file or folder\n",
    "grade rulez": "clew: no assignment called 'rulez'. Did you mean 'rules'?\n",
    "help nonsense": "clew help: unknown topic 'nonsense'. To list them, run: clew help --help\n",
    "grade run uninformed no --out a.csv": "clew: no: no such file or folder\n",
}


@pytest.mark.parametrize("line", USAGE)
def test_wrong_usage_is_one_line(line: str) -> None:
    result = run(*line.split(), status=2)
    if "--json" in line:
        assert parsed(result)["exit_status"] == 2
    else:
        assert result.stdout == ""
    assert USAGE[line] in result.stderr
    assert result.stderr.startswith("clew")
    assert result.stderr.count("\n") == 1
    assert not list(Path().iterdir())


def test_a_picture_of_several_puzzles_is_refused() -> None:
    Path("some.txt").write_text("queens:4\nqueens:5\n")
    for command in ("solve", "show"):
        assert "there are 2" in run(command, "some.txt", "--svg", "a.svg", status=2).stderr
    assert not Path("a.svg").exists()


# ------------------------------------------------------------------ compare


def test_compare_sets_strategies_side_by_side() -> None:
    result = run("compare", "queens:5", "--strategy", "backtracking", "--strategy", SLOW)
    head, *rows = [line.split() for line in result.stdout.splitlines()]
    assert head[0] == "strategy"
    assert [row[0] for row in rows] == ["backtracking", SLOW]
    assert {len(row) for row in [head, *rows]} == {9}
    columns = {line.index("solved") for line in result.stdout.splitlines()[1:]}
    assert len(columns) == 1


def test_compare_takes_the_textbook_unless_told() -> None:
    rows = run("compare", "queens:4").stdout.splitlines()
    assert rows[1].startswith("generate-and-test")
    assert len(rows) > 5


def test_a_limit_stops_one_search_and_not_the_rest() -> None:
    result = run(
        "compare", "queens:8", "--strategy", "generate-and-test", "--strategy", "backtracking",
        "--max-nodes", "1000",
    )  # fmt: skip
    first, second = result.stdout.splitlines()[1:]
    assert first.endswith("stopped: nodes")
    assert second.endswith("solved")


def test_compare_writes_a_chart_and_a_table() -> None:
    result = run("compare", "queens:4", FOUR, "queens:3", "--all", "--svg", "c.svg", "--csv", "c")
    assert f"[2] {FOUR}" in result.stdout
    ElementTree.parse("c.svg")
    rows = list(csv.DictReader(Path("c").read_text().splitlines()))
    assert {row["puzzle"] for row in rows} == {"queens:4", FOUR, "queens:3"}
    assert {row["solutions"] for row in rows if row["puzzle"] == "queens:4"} == {"2"}
    assert {row["outcome"] for row in rows} == {"2 solutions", "1 solution", "no solution"}


def test_compare_leaves_out_what_does_not_suit_and_says_so() -> None:
    result = run("compare", FOUR, "--strategy", "bitboard", "--strategy", "backtracking")
    assert "left out" in result.stderr
    assert len(result.stdout.splitlines()) == 2


# ------------------------------------------------------------------ the other commands


def test_show() -> None:
    assert run("show", FOUR).stdout.splitlines()[0] == ". . | 2 3"
    found = parsed(run("show", FOUR, "--json"))
    assert (found["puzzle"], found["board"]["rows"]) == (FOUR, 4)
    run("show", FOUR, "--svg", "board.svg")
    ElementTree.parse("board.svg")


def test_show_several() -> None:
    Path("some.txt").write_text("queens:1\nqueens:2\n")
    assert run("show", "some.txt").stdout == "[1] queens:1\n.\n\n[2] queens:2\n. .\n. .\n"


def test_convert() -> None:
    assert run("convert", FOUR, "--to", "id").stdout == f"{FOUR}\n"
    run("convert", "-", "--from", "id", "--to", "id", "--out", "out.txt", stdin=FOUR)
    assert Path("out.txt").read_text() == f"{FOUR}\n"


def test_convert_refuses_what_the_notation_cannot_say() -> None:
    result = run("convert", "queens:4", "--to", "solo", "--out", "out.txt", status=2)
    assert result.stderr.startswith("clew: queens:4 can't be written as solo")
    assert not list(Path().iterdir())


def test_a_full_disk_is_one_line() -> None:
    for option in ("--svg", "--trace"):
        result = run("solve", "queens:4", option, "/dev/full", status=2)
        assert result.stderr.splitlines()[-1].startswith("clew: ")


def test_puzzles_shows_an_example_that_can_be_solved() -> None:
    lines = run("puzzles", "queens", "digraph").stdout.splitlines()
    examples = [shlex.split(line)[0] for line in lines if line.startswith("      ") and ":" in line]
    assert "queens:8" in examples
    for example in examples:
        clew.parse(example)


def test_strategies_shows_options_and_their_choices() -> None:
    text = run("strategies").stdout
    assert "backtracking\n" in text
    assert "mrv+degree, first, mrv" in text


def test_notations() -> None:
    assert "id\n" in run("notations").stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_no_line_too_long_for_a_terminal(command: str) -> None:
    text = run(command, "--help").stdout
    assert f"Usage: clew {command}" in text
    assert max(map(len, text.splitlines())) <= 100


def test_every_example_in_a_help_text_is_understood() -> None:
    """Files that do not exist are all that may be wrong with them."""
    for command in ("solve", "compare", "show", "convert"):
        for line in run(command, "--help").stdout.splitlines():
            if line.startswith("  clew ") and ".txt" not in line and ".sdm" not in line:
                result = CliRunner().invoke(app, line.split()[1:])
                assert result.exit_code in (0, 3), line


def test_version() -> None:
    assert run("--version").stdout == f"clew {clew.__version__}\n"


# ------------------------------------------------------------------ completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str) -> None:
    assert "_CLEW_COMPLETE" in run("completion", shell).stdout


def test_bash_leaves_no_blank_after_a_colon() -> None:
    assert "nospace" in run("completion", "bash").stdout


COMPLETIONS = {
    "clew so": "solve",
    "clew solve que": "queens:",
    "clew solve queens:8 --kind su": "sudoku",
    "clew solve queens:8 --strategy backt": "backtracking",
    "clew solve queens:8 --strategy backtracking:infer=m": "backtracking:infer=mac",
    "clew convert queens:8 --to i": "id",
    "clew completion f": "fish",
    "clew cour": "coursework",
    "clew help sol": "solve",
    "clew help sud": "sudoku",
    "clew puzzles sud": "sudoku",
    "clew strategies que": "queens:",
    "clew strategies backt": "backtracking",
    "clew make sud": "sudoku",
    "clew lesson 7": "7-a-star",
    "clew grade uninf": "uninformed",
    "clew grade expo": "export",
    "clew grade export uninf": "uninformed",
    "clew solve queens:8 --strategy backtracking:select=mrv,infer=m": (
        "backtracking:select=mrv,infer=mac"
    ),
    "clew batch solve in.txt --strategy backt": "backtracking",
    "clew coursework 00": "003",
}


@pytest.mark.parametrize("line", COMPLETIONS)
def test_completions(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_CLEW_COMPLETE", "zsh_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    assert COMPLETIONS[line] in run().stdout.replace("\\:", ":").splitlines()


BASH = """
source <(clew completion bash)
compopt() { :; }
COMP_LINE=$1; COMP_POINT=${#1}
_clew_completion clew
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("clew so", "solve"),
        ("clew solve que", "queens:"),
        ("clew solve queens:8 --strategy backtracking:inf", "infer=mac"),
        ("clew solve queens:8 --strategy backtracking:infer=m", "mac"),
        ("clew make ", "sudoku"),
    ],
)
def test_bash_replaces_the_part_after_a_colon(line: str, rest: str) -> None:
    folder = Path(sys.executable).parent
    env = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    ended = subprocess.run(
        ["bash", "-c", BASH, "bash", line], capture_output=True, text=True, check=True, env=env
    )
    assert rest in ended.stdout.splitlines()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["knight:12x12", "--count"], "a side of at most 11"),
        (["lights-out:200x200,torus"], "too many presses to write out"),
        (["lights-out:200x200", "--strategy", "backtracking"], "too many presses to write out"),
        (["knight:1000x1000", "--strategy", "breadth-first"], "expected at most 4,096"),
    ],
)
def test_a_face_too_large_to_be_shown_is_refused_in_one_line(words: list[str], why: str) -> None:
    result = CliRunner().invoke(app, ["solve", *words], prog_name="clew")
    assert result.exit_code == 2
    assert why in result.stderr
    assert result.stderr.count("\n") == 1
