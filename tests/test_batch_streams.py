"""Streams of puzzles: every form of input and output, bad lines, and what is asked."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.batch import blocks, nine
from clew.batch.packing import Form, form_of, packed
from clew.batch.parts import Part
from clew.batch.work import Job

DATA = Path(__file__).parent / "data"
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
    form = form_of(path.name)
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
    form = form_of(path.name).name
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
    assert "stopped: nodes" in (tmp_path / "o.txt.rejects").read_text()


# ---------------------------------------------------------------- the quick way and the slow one


def scrambled(seed: int) -> bytes:
    """Lines of Sudokus, some of them spoilt, some ends of lines too."""
    chance = random.Random(seed)
    good = [EASY, TWO, NONE, SOLVED, EASY.replace(".", "0")]
    spoilt = [EASY[1:], EASY + "1", "", "# x", EASY[:40] + "x" + EASY[41:], f" {EASY}", "queens:4"]
    spoilt += [EASY[:40] + "\r" + EASY[41:], f"{EASY}\t1", "é" * 40 + "1"]
    lines = [
        chance.choice(spoilt if chance.random() < 0.05 * (seed % 4) else good)
        for _ in range(chance.randrange(1, 12))
    ]
    end = chance.choice(["\n", "\r\n"])
    return (end.join(lines) + chance.choice(["", end])).encode()


@pytest.mark.parametrize("what", ["unique", "solve", "count"])
@pytest.mark.parametrize("form", ["text", "csv", "jsonl", "parquet"])
def test_whole_parts_are_written_as_line_by_line(what: str, form: str) -> None:
    job, quick = Job(what, Form(form), options=clew.batch.asked.Options(limit=9)), 0
    for seed in range(40):
        part = Part("in", "text", scrambled(seed))
        found = job._at_once(part)
        quick += found is not None
        if found is not None:
            assert found == job._line_by_line(part)
    assert quick > 5


@pytest.mark.parametrize("seed", range(200))
def test_what_looks_like_lines_of_cells_but_is_not(seed: int) -> None:
    """81 bytes and the end of a line, with anything in it, is never taken for a Sudoku."""
    chance = random.Random(seed)
    lines = [bytearray(EASY + "\n", "ascii") for _ in range(3)]
    line, place = chance.choice(lines), chance.randrange(81)
    line[place] = chance.randrange(256)
    data = b"".join(lines)
    found = Job("unique")(Part("in", "text", data))
    assert found == Job("unique")._line_by_line(Part("in", "text", data))
    assert found.done + len(found.rejects) <= 4


def test_the_first_of_several_solutions_depends_on_nothing() -> None:
    alone = nine.solutions(TWO.encode(), clew.batch.asked.Options())
    assert nine.solutions((EASY + TWO + EASY).encode(), clew.batch.asked.Options())[1:2] == alone


def test_a_line_without_end_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "LONGEST", 1000)
    (tmp_path / "in.txt").write_text(f"{EASY}\n{'1' * 5000}\n{EASY}\n{'2' * 5000}")
    done = clew.batch.run("unique", tmp_path / "in.txt", tmp_path / "out.txt", where=0, chunk=100)
    assert (done.done, done.rejected) == (2, 2)
    lines = (tmp_path / "out.txt.rejects").read_text().splitlines()[1:]
    assert [line.split("\t")[1] for line in lines] == ["2", "4"]
