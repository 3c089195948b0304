"""Streams of puzzles: every form of input and output, bad lines, and what is asked."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import clew
from clew.batch import input as batch_input
from clew.batch import journal
from clew.batch.formats import FIELDS, FileFormat, format_of, packed
from clew.batch.input import InputMark, InputPart
from clew.batch.job import BatchOptions, Job
from clew.batch.journal import BatchState, Journal
from clew.batch.streams import KeySet
from clew.cli import progress_line
from clew.cli.app import app
from clew.puzzles.sudoku import batch_lines

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "." * 81
NONE = "11" + "." * 79
PATIENCE = 60

MIXED = f"""\
# a comment
{EASY}
queens:6

sudoku:..233..42.3.1...
queens:x
{TWO}
{NONE}
{EASY}1
latin:3
\t
é
"""
COUNTS = [(EASY, 1), ("queens:6", 4), ("sudoku:..233..42.3.1...", 1), (TWO, 50), (NONE, 0)]
COUNTS += [("latin:3", 12)]
BAD = [6, 9, 12]
"""The lines of MIXED that are no puzzles."""


def unpacked(path: Path) -> bytes:
    form = format_of(path.name)
    data = path.read_bytes()
    if form.packing == "gzip":
        return gzip.decompress(data)
    if form.packing == "zstd":
        import zstandard

        with zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True) as reader:
            return reader.read()
    return data


def records(path: Path) -> list[dict[str, Any]]:
    """What a batch has written, in whichever form."""
    form = format_of(path.name).name
    if form == "parquet":
        import pyarrow.parquet

        found: list[dict[str, Any]] = pyarrow.parquet.read_table(path).to_pylist()
        return found
    text = unpacked(path).decode()
    if form == "jsonl":
        return [json.loads(line) for line in text.splitlines()]
    if form == "csv":
        return list(csv.DictReader(io.StringIO(text)))
    return [
        dict(zip(("puzzle", "count"), line.split("\t"), strict=True)) for line in text.splitlines()
    ]


@pytest.mark.parametrize(
    "name",
    ["o.txt", "o.csv", "o.jsonl", "o.parquet", "o.txt.gz", "o.csv.zst", "o.jsonl.gz", "o.zst"],
)
@pytest.mark.parametrize("chunk", [None, 40])
def test_every_form_of_output(name: str, chunk: int | None, tmp_path: Path) -> None:
    source, out = tmp_path / "in.txt", tmp_path / name
    source.write_text(MIXED)
    summary = clew.batch.run("count", source, out, where=0, limit=50, chunk=chunk)
    assert (summary.done, summary.rejected) == (len(COUNTS), len(BAD))
    assert [(row["puzzle"], int(row["count"])) for row in records(out)] == COUNTS
    lines = (tmp_path / f"{name}.rejects").read_text().splitlines()
    assert [line.split("\t")[:2] for line in lines[1:]] == [[str(source), str(n)] for n in BAD]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", name, f"{name}.rejects"]


def inputs() -> Iterator[tuple[str, bytes]]:
    """The same puzzles in several forms."""
    texts = [text for text, _ in COUNTS]
    plain = "".join(f"{text}\n" for text in texts)
    yield "in.txt", plain.encode()
    yield "in.txt", plain.replace("\n", "\r\n").removesuffix("\r\n").encode()
    yield "in.txt", b"\xef\xbb\xbf" + plain.encode()
    yield "in.txt.gz", bytes(packed(plain.encode(), "gzip"))
    yield "in.zst", bytes(packed(plain.encode(), "zstd"))
    table = "id,Puzzle\r\n" + "".join(f'{n},"{text}"\r\n' for n, text in enumerate(texts))
    yield "in.csv", table.encode()
    yield "in.csv.gz", bytes(packed(table.encode(), "gzip"))
    objects = "".join(json.dumps({"n": 1, "puzzle": text}) + "\n" for text in texts)
    yield "in.jsonl", objects.encode()
    yield "in.ndjson.zst", bytes(packed(objects.encode(), "zstd"))
    yield "in.jsonl", "".join(json.dumps(text) + "\n" for text in texts).encode()


@pytest.mark.parametrize(("name", "data"), list(inputs()))
@pytest.mark.parametrize("chunk", [None, 100])
def test_every_form_of_input(name: str, data: bytes, chunk: int | None, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    out = tmp_path / "out.csv"
    summary = clew.batch.run("count", tmp_path / name, out, where=0, limit=50, chunk=chunk)
    assert summary.rejected == 0
    assert [(row["puzzle"], int(row["count"])) for row in records(out)] == COUNTS


def test_parquet_as_input(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({"n": range(8), "Quizzes": [*(text for text, _ in COUNTS), None, "x\ny"]})
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=3)
    out = tmp_path / "out.csv"
    summary = clew.batch.run("count", tmp_path / "in.parquet", out, where=0, limit=50, chunk=164)
    assert [(row["puzzle"], int(row["count"])) for row in records(out)] == COUNTS
    assert summary.rejected == 2
    lines = (tmp_path / "out.csv.rejects").read_text().splitlines()
    assert [line.split("\t")[1] for line in lines] == ["line", "7", "8"]


def test_several_inputs_and_lines_counted_in_each(tmp_path: Path) -> None:
    names = [tmp_path / "a.txt", tmp_path / "b.csv", tmp_path / "c.txt"]
    names[0].write_text(f"{EASY}\nx\n{EASY}")
    names[1].write_text(f"puzzle\n{EASY}\nx\n")
    names[2].write_text(f"x\n{EASY}\n")
    clew.batch.run("unique", names, tmp_path / "out.txt", where=2, chunk=84)
    assert (tmp_path / "out.txt").read_text() == f"{EASY}\t1\n" * 4
    lines = (tmp_path / "out.txt.rejects").read_text().splitlines()[1:]
    assert [line.split("\t")[:2] for line in lines] == [
        [str(names[0]), "2"], [str(names[1]), "3"], [str(names[2]), "1"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("solve", {"solution": SOLVED}),
        ("unique", {"unique": True}),
        ("count", {"count": 1}),
        ("rate", {"level": "easy", "rating": 1.2, "pearl": 1.2, "diamond": 1.2}),
        ("convert", {"puzzle": f"sudoku:{EASY}"}),
    ],
)
def test_what_is_asked(what: str, expected: dict[str, object], tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n")
    clew.batch.run(what, tmp_path / "in.txt", tmp_path / "out.jsonl", where=0)
    assert records(tmp_path / "out.jsonl") == [{"puzzle": EASY} | expected]


def test_an_explanation_has_every_step(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"sudoku:..233..42.3.1...\n{TWO}\n")
    clew.batch.run("explain", tmp_path / "in.txt", tmp_path / "out.jsonl", where=0)
    (row,) = records(tmp_path / "out.jsonl")
    told = clew.explain(clew.parse("sudoku:..233..42.3.1..."))
    assert [step["technique"] for step in row["steps"]] == [step.technique for step in told.steps]
    assert "more than one solution" in (tmp_path / "out.jsonl.rejects").read_text()


def test_other_puzzles_are_solved_too(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("queens:6\njugs:5,8,12=6\nqueens:3\nlights-out:3x3\n")
    clew.batch.run("solve", tmp_path / "in.txt", tmp_path / "out.jsonl", where=0)
    rows = records(tmp_path / "out.jsonl")
    assert [row["puzzle"] for row in rows] == [
        "queens:6",
        "jugs:5,8,12=6",
        "queens:3",
        "lights-out:3x3",
    ]
    assert rows[2]["solution"] is None
    answer = json.loads(rows[0]["solution"])
    assert not clew.parse("queens:6").check(tuple(answer))


def test_a_limit_of_nodes_is_a_reason(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("queens:12\n")
    done = clew.batch.run(
        "count", tmp_path / "in.txt", tmp_path / "o.txt", where=0, max_nodes=50,
        strategy="backtracking",
    )  # fmt: skip
    assert done.rejected == 1
    assert "stopped: node limit reached" in (tmp_path / "o.txt.rejects").read_text()


# ---------------------------------------------------------------- the quick way and the slow one


def scrambled(seed: int) -> bytes:
    """Lines of Sudokus, some of them spoilt, some ends of lines too."""
    rng = random.Random(seed)
    good = [EASY, TWO, NONE, SOLVED, EASY.replace(".", "0")]
    spoilt = [EASY[1:], EASY + "1", "", "# x", EASY[:40] + "x" + EASY[41:], f" {EASY}", "queens:4"]
    spoilt += [EASY[:40] + "\r" + EASY[41:], f"{EASY}\t1", "é" * 40 + "1"]
    lines = [
        rng.choice(spoilt if rng.random() < 0.05 * (seed % 4) else good)
        for _ in range(rng.randrange(1, 12))
    ]
    end = rng.choice(["\n", "\r\n"])
    return (end.join(lines) + rng.choice(["", end])).encode()


@pytest.mark.parametrize("what", ["unique", "solve", "count"])
@pytest.mark.parametrize("form", ["text", "csv", "jsonl", "parquet"])
def test_whole_parts_are_written_as_line_by_line(what: str, form: str) -> None:
    job, quick = Job(what, FileFormat(form), options=BatchOptions(limit=9)), 0
    for seed in range(40):
        part = InputPart("in", "text", scrambled(seed))
        found = job._by_columns(part)
        quick += found is not None
        if found is not None:
            assert found == job._line_by_line(part)
    assert quick > 5


@pytest.mark.parametrize("seed", range(200))
def test_what_looks_like_lines_of_cells_but_is_not(seed: int) -> None:
    """81 bytes and the end of a line, with anything in it, is never taken for a Sudoku."""
    rng = random.Random(seed)
    lines = [bytearray(EASY + "\n", "ascii") for _ in range(3)]
    line, place = rng.choice(lines), rng.randrange(81)
    line[place] = rng.randrange(256)
    data = b"".join(lines)
    found = Job("unique")(InputPart("in", "text", data))
    assert found == Job("unique")._line_by_line(InputPart("in", "text", data))
    assert found.done + len(found.rejects) <= 4


def test_the_first_of_several_solutions_depends_on_nothing() -> None:
    alone = batch_lines.solutions(TWO.encode(), BatchOptions())
    assert batch_lines.solutions((EASY + TWO + EASY).encode(), BatchOptions())[1:2] == alone


def test_a_line_without_end_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_input, "LONGEST", 1000)
    (tmp_path / "in.txt").write_text(f"{EASY}\n{'1' * 5000}\n{EASY}\n{'2' * 5000}")
    done = clew.batch.run("unique", tmp_path / "in.txt", tmp_path / "out.txt", where=0, chunk=100)
    assert (done.done, done.rejected) == (2, 2)
    lines = (tmp_path / "out.txt.rejects").read_text().splitlines()[1:]
    assert [line.split("\t")[1] for line in lines] == ["2", "4"]


# ---------------------------------------------------------------------------- making and sameness


def test_puzzles_are_made_from_recipes(tmp_path: Path) -> None:
    out = tmp_path / "made.txt"
    done = clew.batch.run(
        "make", ["sudoku:9#5", "lights-out:5x5"], out, count=5, where=2, chunk=164, to="id"
    )
    assert (done.done, done.rejected) == (10, 0)
    made = [clew.parse(f"sudoku:9#{seed}").id for seed in range(5, 10)]
    made += [clew.parse(f"lights-out:5x5#{seed}").id for seed in range(5)]
    assert out.read_text().splitlines() == made


def turned(text: str) -> str:
    """Another form of the same Sudoku."""
    return text[::-1].translate(str.maketrans("123456789", "912345678"))


@pytest.mark.parametrize("name", ["out.txt", "out.parquet"])
def test_only_the_first_of_each_class_is_kept(name: str, tmp_path: Path) -> None:
    texts = [EASY, TWO, turned(EASY), "queens:6", "x", EASY, TWO, "queens:6", SOLVED]
    (tmp_path / "in.txt").write_text("".join(f"{text}\n" for text in texts))
    done = clew.batch.run(
        "canonical", tmp_path / "in.txt", tmp_path / name, where=0, chunk=100, dedupe=True
    )
    assert (done.done, done.dropped, done.rejected) == (4, 4, 1)
    rows = unpacked(tmp_path / name).decode().splitlines() if name == "out.txt" else []
    kept = [row.partition("\t")[0] for row in rows] or [
        row["puzzle"] for row in records(tmp_path / name)
    ]
    assert kept == [EASY, TWO, "queens:6", SOLVED]


def test_without_dropping_each_has_its_form(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n{turned(EASY)}\n")
    clew.batch.run("canonical", tmp_path / "in.txt", tmp_path / "out.csv", where=0)
    one, other = records(tmp_path / "out.csv")
    assert one["canonical"] == other["canonical"]
    assert clew.canonical(clew.parse(f"sudoku:{EASY}")).id == f"sudoku:{one['canonical']}"


def test_a_set_of_many_keys() -> None:
    rng = random.Random(7)
    keys = [rng.randrange(1, 1 << 64) for _ in range(3000)] * 2
    keys += [number << 12 for number in range(1, 200)]
    found, plain = KeySet(), set[int]()
    for each in keys:
        assert found.add(each) == (each not in plain)
        plain.add(each)
    assert len(found) == len(plain)


# ------------------------------------------------------------------------------- the command line


def command(*words: str | Path, **kwargs: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "clew", "batch", *words],
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        **kwargs,
    )


def test_from_a_pipe_to_a_pipe() -> None:
    ended = command("unique", "-", "--workers", "1", input=f"{EASY}\nx\n{TWO}\n".encode())
    assert ended.stdout.decode() == f"{EASY}\t1\n{TWO}\t0\n"
    said = ended.stderr.decode().splitlines()
    assert said[0].startswith("-\t2\tcolumn 1: can't read 'x' in any notation")
    assert said[1].startswith("2 done · 1 rejected · ")
    assert ended.returncode == 4


def test_a_pipe_can_be_resumed(tmp_path: Path) -> None:
    """If it gives the same once more; if not, that is told."""
    lines = f"{EASY}\n".encode() * 4
    out = tmp_path / "out.txt"
    words = ("unique", "-", "--out", out, "--workers", "0", "--chunk", "100")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "finish", lambda *_: 1 / 0)
        patch.setattr(journal, "PERIOD", 0.0)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        with pytest.raises(ZeroDivisionError):
            clew.batch.run("unique", "-", out, where=0, chunk=100)
    ended = command(*words, input=b"1" + lines[1:])
    assert ended.stderr == b"clew: -: this isn't the input that the batch began with\n"
    assert ended.returncode == 2
    assert command(*words, input=lines).returncode == 0
    assert out.read_text() == f"{EASY}\t1\n" * 4


def test_it_ends_quietly_when_nobody_reads_on(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n" * 3_000)
    words = [sys.executable, "-m", "clew", "batch", "unique", str(tmp_path / "in.txt")]
    with subprocess.Popen(
        [*words, "--workers", "1", "--chunk", "1k", "-q"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == f"{EASY}\t1\n".encode()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == -signal.SIGPIPE


def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    import pty

    (tmp_path / "in.txt").write_text(f"{EASY}\n" * 400)
    main, terminal = pty.openpty()
    names = str(tmp_path / "in.txt"), str(tmp_path / "o")
    words = ["batch", "explain", names[0], "--out", names[1], "--workers", "0", "--chunk", "100"]
    with subprocess.Popen(
        [sys.executable, "-m", "clew", *words],
        stderr=terminal,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    ) as process:
        os.close(terminal)
        said = b""
        try:
            while piece := os.read(main, 4096):
                said += piece
        except OSError:  # the other end is closed
            pass
        os.close(main)
    assert process.returncode == 0
    assert "━" in said.decode()
    assert "400 done · 0 rejected" in said.decode()


def test_how_far_a_batch_is_in_words() -> None:
    watch = progress_line.BatchProgress(quiet=True)
    watch(BatchState(), 1000)
    assert watch.line(BatchState(), 1000) == "0 done · 0 rejected · 0/s"
    line = watch.line(BatchState(InputMark(read=250), done=90, rejected=10), 1000)
    assert line.startswith("90 done · 10 rejected · ")
    assert " · 25 % · " in line
    assert line.endswith(" left")
    assert progress_line.span(59.94) == "59.9 s"
    assert progress_line.span(3_725) == "1 h 02 min"
    assert progress_line.span(125) == "2 min 05 s"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.txt"], "nowhere.txt: no such file"),
        (["-", "in.txt"], "read either standard input (-) or files, not both"),
        (["in.txt", "--out", "in.txt"], "in.txt is also an input"),
        (["in.txt", "--form", "xml"], "form: unknown format 'xml': choose from csv, jsonl, "),
        (["in.txt", "--form", "parquet"], "-: Parquet needs an output file"),
        (["in.txt", "--out", "o.parquet.gz"], "Parquet is compressed already. Leave out gzip"),
        (["in.csv"], "in.csv: line 1: no column called puzzle, puzzles, "),
        (["in.csv", "--column", "c"], "in.csv: line 1: no column 'c' among a, b"),
        (["in.txt.gz"], "in.txt.gz: the file is damaged: Not a gzipped file"),
        (["in.parquet"], "in.parquet: this isn't a Parquet file: "),
        (["in.txt", "--workers", "1", "--cluster", "local:1"], "only one of --workers and --cl"),
        (["in.txt", "--cluster", "local:x"], "cluster: 'local:x' has no number of workers"),
        (["in.txt", "--out", "no/o.txt"], "no/o.txt: the folder no doesn't exist"),
    ],
)
def test_mistakes_are_told_in_one_line(words: list[str], message: str, tmp_path: Path) -> None:
    texts = {"in.txt": EASY, "in.csv": "a,b\n", "in.txt.gz": "x", "in.parquet": "x"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        ended = CliRunner().invoke(app, ["batch", "unique", "-q", "--workers", "0", *words])
        if "--cluster" in words:
            ended = CliRunner().invoke(app, ["batch", "unique", "-q", *words])
    assert message in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert ended.exit_code == 2


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"what": "slove"}, "no operation called 'slove': did you mean solve"),
        ({"kind": "chess"}, "no puzzle called 'chess': "),
        ({"notation": "x"}, "no notation called 'x': "),
        ({"speed": 9}, "no option called 'speed': choose from strategy, "),
        ({"inputs": []}, "no input: name a file"),
        ({"what": "make", "inputs": ["chess:8"]}, "no puzzle called 'chess': "),
    ],
)
def test_what_cannot_be_ordered(told: dict[str, Any], message: str, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(EASY)
    usual: dict[str, Any] = {
        "what": "unique",
        "inputs": tmp_path / "in.txt",
        "out": tmp_path / "out.txt",
    }
    with pytest.raises(ValueError, match=message):
        clew.batch.run(**usual | told, where=0)


def test_calling_the_module_works_and_is_deprecated(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n")
    called: Any = clew.batch
    with pytest.warns(DeprecationWarning, match=r"call clew\.batch\.run"):
        done = called("unique", tmp_path / "in.txt", tmp_path / "out.txt", where=0).done
    assert done == 1


# ----------------------------------------------------------------------------------------- memory


MEASURED = """
import sys
from pathlib import Path
import clew
clew.batch.run("unique", sys.argv[1], sys.argv[2], where=0)
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


def test_memory_is_flat(tmp_path: Path) -> None:
    """Ten times the lines, 33 megabytes of them, take hardly more memory."""
    peaks = []
    for count in (40_000, 400_000):
        (tmp_path / "in.txt").write_bytes(f"{EASY}\n".encode() * count)
        words = [sys.executable, "-c", MEASURED, str(tmp_path / "in.txt"), str(tmp_path / "out")]
        peaks.append(int(subprocess.run(words, capture_output=True, check=True).stdout))
    assert peaks[1] - peaks[0] < 8_000  # kilobytes


# ---------------------------------------------------------------------------- Parquet and queries


def test_the_schema_is_versioned(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    (tmp_path / "in.txt").write_text(f"{EASY}\n" * 5)
    clew.batch.run("rate", tmp_path / "in.txt", tmp_path / "out.parquet", where=0)
    schema = pq.read_schema(tmp_path / "out.parquet")
    assert schema.metadata[b"clew.batch"] == b"1"
    kinds = {"string": "text", "bool": "truth", "int64": "whole", "double": "tenths"}
    assert [(field.name, kinds[str(field.type)]) for field in schema] == [
        tuple(field) for field in FIELDS["rate"]
    ]
    assert [field.nullable for field in schema] == [False, True, True, True, True]
