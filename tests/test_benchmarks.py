"""The harness of the benchmarks: rows, figures, JSON and Markdown, and solvers added by command."""

from __future__ import annotations

import argparse
import json
import math
import shlex
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import __main__ as bench
from benchmarks import chart, instructions, made, outside, puzzles, report
from benchmarks.measure import QUICK, Effort, capped, cpu, in_turns, interleaved, one_by_one
from benchmarks.outside import Command, against, best, parse_peer, rate_of
from benchmarks.puzzles import Later
from benchmarks.report import Section, as_json, from_json, markdown, table
from benchmarks.row import Against, Figure, NotInstalled, Row, measured
from clew import is_unique, solve
from clew.puzzles.sudoku import batch as sudoku
from tests.paths import ROOT

PUZZLES = (".1" * 40 + ".", "2." * 40 + "3")


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def words(text: str) -> str:
    busy(0.002)
    return text


def absent() -> None:
    raise NotInstalled("set CLEW_X to its folder")


def not_there() -> None:
    import no_such_module  # type: ignore[import-not-found]  # noqa: F401


# ------------------------------------------------------------------ measuring


def test_time_is_that_of_the_processor() -> None:
    assert cpu(time.sleep, 0.05) < 0.02
    assert cpu(busy, 0.02) >= 0.02


def test_time_of_children_counts() -> None:
    program = [sys.executable, "-S", "-c", "sum(range(2_000_000))"]
    assert cpu(subprocess.run, program) > 0.01


def test_works_take_turns_and_the_least_counts() -> None:
    calls: list[str] = []

    def work(name: str) -> None:
        calls.append(name)
        busy(0.003)

    times = interleaved({name: partial(work, name) for name in "ab"}, rounds=2)
    assert calls == list("ababab")
    assert all(0.003 <= seconds < 0.5 for seconds in times.values())
    assert len(in_turns({"a": busy}, [(0.002,), (0.003,)], QUICK)["a"]) == 2


def test_rounds_end_with_the_time() -> None:
    calls: list[float] = []

    def work() -> None:
        calls.append(1)
        busy(0.02)

    in_turns({"a": work}, [()], Effort(1000, 0.05))
    assert 3 <= len(calls) <= 5


def test_a_short_work_is_repeated() -> None:
    calls: list[int] = []
    in_turns({"a": lambda: calls.append(1)}, [()], Effort(1, 1.0))
    assert len(calls) > 100


def test_a_slow_work_is_stopped() -> None:
    times, spent = one_by_one(busy, [(0.02,), (0.03,), (60.0,)], 0.4)
    assert len(times) == 2
    assert 0.3 < spent < 2
    assert capped(busy, 0.02, seconds=5)[1]
    assert not capped(busy, 60.0, seconds=0.1)[1]
    with pytest.raises(NotInstalled):
        capped(absent, seconds=5)


def test_a_process_apart_has_a_fine_clock() -> None:
    """A cap must not make the clock coarse: short works would take no time at all."""
    times, _ = one_by_one(busy, [(0.0005,)] * 20, 5)
    assert len(times) == 20
    assert all(0.0005 <= seconds < 0.004 for seconds in times)


# ------------------------------------------------------------------ rows


def test_a_figure_of_a_row() -> None:
    row = Row(
        "work",
        ours=partial(words, "some words"),
        peers={"twice": lambda: busy(0.004), "half": lambda: busy(0.001), "absent": absent},
        slow={"never": lambda: busy(60), "not there": not_there, "thrice": lambda: busy(0.006)},
        goals={"twice": 1.5, "half": 1.5, "never": 1e9, "absent": 2},
        within=1.0,
        tell=str.upper,
    )
    figure = measured(row, QUICK)
    peers = {peer.name: peer for peer in figure.peers}
    assert (figure.note, figure.median, figure.worst) == ("SOME WORDS", None, None)
    assert list(peers) == ["twice", "half", "absent", "never", "not there", "thrice"]
    assert peers["twice"].ratio == pytest.approx(2, rel=0.4)
    assert peers["half"].ratio == pytest.approx(0.5, rel=0.4)
    assert peers["thrice"].ratio == pytest.approx(3, rel=0.4)
    assert peers["absent"].note == "set CLEW_X to its folder"
    assert peers["not there"].note == "no module no_such_module"
    assert not peers["never"].done
    assert dict(figure.goals) == {
        "1.00 s": True,
        "1.5 x twice": True,
        "1.5 x half": False,
        "1e+09 x never": None,
        "2 x absent": None,
    }


def test_a_figure_over_items() -> None:
    row = Row("work", busy, slow={"same": busy}, over=[0.002, 0.01, 0.003], worst=0.005)
    figure = measured(row, QUICK)
    assert figure.seconds == pytest.approx(0.005, rel=0.4)
    assert figure.median == pytest.approx(0.003, rel=0.4)
    assert figure.worst == pytest.approx(0.01, rel=0.4)
    assert figure.peers[0].ratio == pytest.approx(1, rel=0.4)
    assert figure.goals == (("each 5.00 ms", False),)


def test_sizes_are_taken_off() -> None:
    ours = lambda: busy(0.002)  # noqa: E731
    row = Row("work", ours, {"a": ours, "b": ours}, size=100, sizes={"b": 50})
    figure = measured(row, QUICK)
    assert figure.seconds == pytest.approx(0.00002, rel=0.4)
    assert [peer.ratio for peer in figure.peers] == [
        pytest.approx(1, rel=0.4),
        pytest.approx(2, rel=0.4),
    ]


def test_threads_are_timed_by_the_clock() -> None:
    row = Row("work", partial(time.sleep, 0.01), {"twice": partial(time.sleep, 0.02)})
    figure = measured(replace(row, by_clock=True), QUICK)
    assert figure.peers[0].ratio == pytest.approx(2, rel=0.4)


def test_a_row_may_give_slow_peers_more_or_less_time() -> None:
    row = Row("work", lambda: busy(0.002), slow={"never": lambda: busy(60)}, cap=0.1)
    (peer,) = measured(row, Effort(0, 0.0, 60.0)).peers
    assert not peer.done
    assert 0 < (peer.seconds or 0) < 2


def test_a_peer_that_gets_some_done_is_compared_over_these() -> None:
    row = Row("work", busy, slow={"slow": lambda s: busy(60 if s > 0.02 else 2 * s)})
    figure = measured(replace(row, over=[0.01, 0.015, 0.1], cap=0.5), QUICK)
    (peer,) = figure.peers
    assert peer.ratio == pytest.approx(2, rel=0.4)
    assert (peer.done, peer.note) == (True, "2 of 3")
    assert " (2 of 3) |" in table([figure])
    assert "2 of 3" in "\n".join(report.lines(figure))


# ------------------------------------------------------------------ puzzles


def test_items_are_made_when_they_are_looked_at() -> None:
    calls: list[int] = []

    def letters() -> list[str]:
        calls.append(1)
        return ["a", "b"]

    later = Later(letters)
    row = Row("work", words, over=later, lines=later)
    assert calls == []
    assert (row.items, len(row.lines), later[-1], later[:1]) == ([("a",), ("b",)], 2, "b", ["a"])
    assert calls == [1]


def test_puzzles_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = "0" * 80 + "1"
    (tmp_path / "sudoku_some.txt").write_text(f"# from somewhere\n{line}\n\n{line}\r\n12\n")
    record = {"n": 2, "givens": [[0, 0], [0, 0]], "less": [[0, 1, 0, 0]]}
    (tmp_path / "futoshiki.jsonl").write_text(f"{json.dumps(record)}\n")
    monkeypatch.setenv("CLEW_DATA", str(tmp_path))
    assert puzzles.sudoku_lines(puzzles.sudoku_files()["some"]) == ["." * 80 + "1"] * 2
    (found,) = puzzles.records(tmp_path / "futoshiki.jsonl")
    assert str(puzzles.futoshiki(found)) == "2:0R,0,0,0,"
    assert puzzles.file("sudoku_16x16.jsonl") is None
    titles = [row.work for row in bench.modules()["sudoku"].rows()]
    assert {"some", "hardest, made here"} <= set(titles)
    monkeypatch.delenv("CLEW_DATA")
    assert puzzles.sudoku_files() == {}


def test_sets_made_here_are_what_they_say() -> None:
    few = "".join(made.variants(puzzles.SUDOKU_9, 5) + made.variants(puzzles.SUDOKU_EASY, 3, True))
    assert list(sudoku.unique(few)[:5]) == [1] * 5
    boards = made.minimal_futoshikis(5, "signs", 3)
    assert boards == made.minimal_futoshikis(5, "signs", 3)
    assert all(map(is_unique, boards))
    (cells,) = made.minimal_sudokus(9, 1)
    assert is_unique(puzzles.sudoku(cells))
    (cells,) = made.holes(6, 1)
    assert solve(puzzles.latin(cells)).solutions


# ------------------------------------------------------------------ --peer

PEER = """
import sys
lines = sys.stdin.read().splitlines()
assert lines and all(len(line) == 81 for line in lines), lines
print("solving", file=sys.stderr)
print("2 puzzles, 2 solved")
print(1000.0 * len(lines))
"""


@pytest.fixture
def peer(tmp_path: Path) -> Command:
    """A solver that really runs, in a folder whose name the shell would cut in two."""
    path = tmp_path / "a folder" / "peer.py"
    path.parent.mkdir()
    path.write_text(PEER, encoding="utf-8")
    return Command("mine", shlex.join([sys.executable, str(path)]))


def said(command: str) -> Command:
    return Command("mine", command)


def test_a_solver_reads_puzzles_and_prints_a_rate(peer: Command) -> None:
    assert rate_of(peer, PUZZLES) == 2000
    assert best(peer, PUZZLES, 2) == Against("mine", 1 / 2000)


def test_programs_of_debian_are_run_by_any_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/home/a folder/python")
    command = outside.of_debian("qqwing", "qqwing", "sudoku", "qqwing").command
    assert shlex.split(command)[:2] == ["/home/a folder/python", "-m"]


def test_it_joins_the_rows_of_its_kind(peer: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "DEBIAN", ())
    row = Row("work", lambda: busy(0.002), size=2, lines=PUZZLES)
    (found,) = against(row, [peer, Command("other", "false", "futoshiki")])
    figure = measured(row, QUICK, [found])
    assert figure.peers[0].ratio == pytest.approx(0.5, rel=0.4)
    assert against(replace(row, lines=()), [peer]) == []
    assert against(replace(row, kind="latin"), [peer]) == []


def test_a_program_that_is_not_installed_is_said_so() -> None:
    command = Command("mine", "true", "sudoku", "no-such-program")
    assert best(command, PUZZLES, 1) == Against("mine", note="no program no-such-program")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("exit 3", "mine: found exit status 3, expected 0"),
        ("no-such-program-at-all", "mine: found exit status 127, expected 0"),
        ("true", "mine: found last line '', expected puzzles a second"),
        ("echo 5; echo fast", "mine: found last line 'fast', expected puzzles a second"),
        ("echo 5; echo", "mine: found last line '', expected puzzles a second"),
        ("echo 0", "mine: found last line '0', expected puzzles a second"),
        ("echo -3", "mine: found last line '-3', expected puzzles a second"),
        ("echo nan", "mine: found last line 'nan', expected puzzles a second"),
        ("echo inf", "mine: found last line 'inf', expected puzzles a second"),
    ],
)
def test_no_rate_is_no_measurement(command: str, message: str) -> None:
    assert best(said(command), PUZZLES, 1) == Against("mine", note=message)


def test_one_that_does_not_read_or_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rate_of(said("echo 7"), ["x" * 81] * 20_000) == 7
    monkeypatch.setattr(outside, "TIMEOUT", 0.2)
    assert "found no end after 0.2 s" in best(said("sleep 30"), PUZZLES, 1).note


def test_pipelines_and_names() -> None:
    assert parse_peer("a=b | c=d").command == "b | c=d"
    assert parse_peer("a:latin=b") == Command("a", "b", "latin")
    assert rate_of(said("wc -l | tr -d ' '"), PUZZLES) == 2


# ------------------------------------------------------------------ JSON and Markdown

FIGURES = (
    Figure(
        "first | one",
        0.002,
        "a part",
        10,
        0.001,
        0.004,
        "note",
        12345.6,
        (
            Against("won", 0.02, 10.0),
            Against("lost", 0.001, 0.5),
            Against("far", 9.0, 4500.0, False),
        ),
        (("10 x won", True), ("2 x lost", False), ("3 x gone", None)),
    ),
    Figure("second", 3.0, "a part", peers=(Against("gone", note="no module gone"),)),
    Figure("third", 0.5, "another part"),
)
SECTIONS = [Section("some", "What it is.", FIGURES)]


def test_json_is_whole() -> None:
    data = json.loads(json.dumps(as_json(SECTIONS)))
    assert set(data) == {"format", "clew", "python", "date", "machine", "benchmarks"}
    assert set(data["machine"]) == {"cpu", "cores"}
    (section,) = data["benchmarks"]
    assert set(section) == {"name", "about", "figures"}
    assert set(section["figures"][0]) == set(Figure.__dataclass_fields__)
    assert set(section["figures"][0]["peers"][0]) == set(Against.__dataclass_fields__)
    assert from_json(data) == SECTIONS
    with pytest.raises(ValueError, match="found format 99, expected"):
        from_json(data | {"format": 99})


def test_markdown_says_where_we_lose() -> None:
    first, rule, *rows = table(FIGURES[:2]).splitlines()
    assert first == ("| a part | clew | worst | won | lost | far | instructions | note |")
    assert rule == "|---|--:|--:|--:|--:|--:|--:|---|"
    assert rows[0] == (
        "| first \\| one | 2.00 ms | 4.00 ms | 10.0 x | **0.500 x** | over 4,500 x | 12,346 "
        "| note |"
    )
    assert rows[1] == "| second | 3.00 s |  |  |  |  |  |  |"
    assert rows[3] == "Not measured: gone (no module gone)."
    assert len(table(FIGURES[2:]).splitlines()) == 3


def test_markdown_of_a_run() -> None:
    text = markdown(as_json(SECTIONS))
    assert "\n## some\n\nWhat it is.\n\n| a part |" in text
    assert "\n| another part | clew |\n" in text


def test_the_screen_shows_the_same() -> None:
    shown = "\n".join(report.lines(FIGURES[0]))
    assert "a part, first | one" in shown
    assert "0.500 x" in shown
    assert "and not done" in shown
    assert "goal 2 x lost: missed" in shown
    assert "not measured: no module gone" in "\n".join(report.lines(FIGURES[1]))


# ------------------------------------------------------------------ the command


def test_a_quick_run_of_everything(tmp_path: Path, peer: Command) -> None:
    """A row of each benchmark, with a solver of our own; the files are whole."""
    command = [sys.executable, "-m", "benchmarks", "--quick", "--results", str(tmp_path)]
    command += ["--peer", f"mine:futoshiki={shlex.join([sys.executable, '-c', 'print(5000)'])}"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    data = json.loads((tmp_path / "quick.json").read_text(encoding="utf-8"))
    sections = from_json(data)
    assert [section.name for section in sections] == list(bench.modules())
    assert {each.name for each in sections if not each.figures} <= {"setters"}, "needs their file"
    times = [figure.seconds for section in sections for figure in section.figures]
    assert all(math.isfinite(seconds) and seconds > 0 for seconds in times)
    assert (tmp_path / "quick.md").read_text(encoding="utf-8") == markdown(data)
    assert "mine" in done.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nothing"], "bench: found 'nothing', expected one of "),
        (["--peer", "mine"], "bench: --peer: found 'mine', expected NAME=COMMAND"),
        (["--peer", "=x"], "bench: --peer: found '=x', expected NAME=COMMAND"),
        (["--peer", "mine="], "bench: --peer: found 'mine=', expected NAME=COMMAND"),
        (["--write-docs", "--results", "/no/such/folder"], "bench: no full run in /no/such"),
        (["--what"], "bench: unrecognized arguments: --what"),
        (["--peer"], "bench: argument --peer: expected one argument"),
    ],
)
def test_bad_commands_get_one_line(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        sys.exit(bench.main(args))
    told = capsys.readouterr()
    assert end.value.code == 2
    assert told.err.startswith(message)
    assert (told.err.count("\n"), told.out) == (1, "")


def test_the_documents_are_written_from_a_full_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = ModuleType("benchmarks.some", "What it is.")
    setattr(module, "rows", lambda: iter([Row("work", lambda: busy(0.002))]))  # noqa: B010
    monkeypatch.setattr(bench, "modules", lambda: {"some": module})
    monkeypatch.setattr(bench, "DOCUMENT", tmp_path / "RESULTS.md")
    monkeypatch.setattr(bench, "FULL", QUICK)
    results = ["--results", str(tmp_path)]
    assert bench.main(["some", *results]) == 0
    assert bench.main(["--write-docs", *results]) == 2
    assert bench.main(results) == 0
    assert bench.main(["--write-docs", *results]) == 0
    written = bench.DOCUMENT.read_text(encoding="utf-8")
    assert written.startswith("# Results of the benchmarks\n")
    assert "| work | " in written
    assert {path.name for path in tmp_path.glob("*.json")} == {"some.json", "results.json"}


def test_the_chart_shows_rows_that_the_results_have() -> None:
    """The document in the repository has every chosen row: wins first, then losses."""
    ratios = [times for *_, times in chart.chosen(chart.RESULTS.read_text(encoding="utf-8"))]
    assert ratios == sorted(ratios, reverse=True)
    assert sum(times > 1 for times in ratios) in (3, 4, 5)
    assert sum(times < 1 for times in ratios) in (3, 4, 5)


def test_rows_of_the_results_are_read_back() -> None:
    rows = chart.tables(markdown(as_json(SECTIONS)))
    assert rows["some", "another part", "third"] == {"another part": "third", "clew": "500 ms"}


def test_every_module_is_a_benchmark_or_serves_them() -> None:
    files = {path.stem for path in (ROOT / "benchmarks").glob("*.py")} - {"__init__"}
    assert set(bench.modules()) == files - bench.SERVING
    assert files >= bench.SERVING
    assert {"sudoku", "sudoku_single", "csp", "best", "futoshiki", "queens"} <= set(bench.modules())


def test_a_module_without_rows_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "SERVING", bench.SERVING - {"rates"})
    assert bench.main(["--quick"]) == 2
    message = "bench: benchmarks/rates.py: found no rows(), expected a function of rows\n"
    assert capsys.readouterr().err == message


def test_rows_do_not_share_a_name() -> None:
    module = ModuleType("twice", "Two rows of one name.")
    vars(module)["rows"] = lambda: iter([Row("one", int), Row("one", int)])
    asked = argparse.Namespace(quick=True, no_instructions=True)
    with pytest.raises(ValueError, match=r"benchmarks/twice.py: found two rows"):
        list(bench.figures("twice", module, asked, []))


@pytest.mark.skipif(not instructions.installed(), reason="valgrind is not installed")
def test_instructions_are_counted() -> None:
    rows: list[Row] = list(bench.modules()["knight"].rows())
    number = next(i for i, row in enumerate(rows) if row.kernel)
    assert 100_000 < instructions.counted("knight", number, 1) < 1_000_000_000
