"""File formats: reading and writing records, and compressing files."""

import csv
import io
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import IO, Any, NamedTuple, cast

from clew.core.errors import ClewError

FORMS = {
    ".txt": "text", ".sdm": "text", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl",
    ".parquet": "parquet", ".pq": "parquet",
}  # fmt: skip
PACKINGS = {"gz": "gzip", "zst": "zstd"}
PIPE = "-"
Bytes = bytes | bytearray


class Needs(ClewError, ValueError):
    """An optional library is missing. The message includes the command that installs it."""


class FileFormat(NamedTuple):
    """The format of a file's records, and its compression, if any."""

    name: str
    packing: str = ""


TEXT = FileFormat("text")


def format_of(path: str, given: str | None = None) -> FileFormat:
    """Return the format for a file name such as `x.csv.gz`, or the one given: `csv.gz` or `csv`."""
    if given is not None:
        return _given(given)
    endings = os.path.basename(path).lower().lstrip(".").split(".")[1:]
    packing = PACKINGS[endings.pop()] if endings and endings[-1] in PACKINGS else ""
    name = FORMS.get(f".{endings[-1]}", "text") if endings else "text"
    return _possible(FileFormat(name, packing), path)


def _given(word: str) -> FileFormat:
    name, _, packing = word.partition(".")
    names = sorted(set(FORMS.values()))
    name = "text" if name == "txt" else name
    if name not in names or (packing and packing not in PACKINGS):
        from clew.core.arguments import advice  # it imports `inspect`, which takes 15 ms

        raise ValueError(
            f"form: unknown format {word!r}: {advice(name, names)}, with or without .gz or .zst"
        )
    return _possible(FileFormat(name, PACKINGS.get(packing, "")), word)


def _possible(form: FileFormat, where: str) -> FileFormat:
    if form.name == "parquet":
        if form.packing:
            raise ValueError(f"{where}: Parquet is compressed already. Leave out {form.packing}")
        _library(
            "pyarrow.parquet",
            f"{where}: Parquet needs pyarrow: pip install 'clew-puzzles[parquet]'",
        )
    if form.packing == "zstd":
        _library("zstandard", f"{where}: .zst needs zstandard: pip install 'clew-puzzles[zstd]'")
    return form


def _library(name: str, needed: str = "") -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise Needs(needed) from None


def packed(data: Bytes, packing: str) -> Bytes:
    """Compress data as a self-contained unit. Units written one after another form a valid file."""
    if not data or not packing:
        return data
    if packing == "gzip":
        import gzip

        return gzip.compress(data, 6, mtime=0)
    found: bytes = _library("zstandard").ZstdCompressor(level=3).compress(data)
    return found


def unpacked(raw: IO[bytes], packing: str, stack: ExitStack) -> IO[bytes]:
    """Open a compressed file, which may consist of several units, and return its content."""
    if not packing:
        return raw
    if packing == "gzip":
        import gzip

        file: Any = gzip.GzipFile(fileobj=raw)
    else:
        decompressor = _library("zstandard").ZstdDecompressor()
        file = decompressor.stream_reader(raw, read_across_frames=True)
    return cast(IO[bytes], stack.enter_context(file))


# ------------------------------------------------------------------ records

VERSION = 1
"""The version of the fields below. Parquet files store it under the key `clew.batch`."""


class Field(NamedTuple):
    """A column: its name and the type of its values. Only `puzzle` is never empty."""

    name: str
    kind: str = "text"
    """One of text, truth (a boolean), whole, tenths and json (a list)."""


PUZZLE = Field("puzzle")
LEVEL, RATING = Field("level"), Field("rating", "tenths")
FIELDS = {
    "solve": (PUZZLE, Field("solution")),
    "unique": (PUZZLE, Field("unique", "truth")),
    "prove": (PUZZLE, Field("unique", "truth"), Field("proof", "json")),
    "count": (PUZZLE, Field("count", "whole")),
    "rate": (PUZZLE, LEVEL, RATING, Field("pearl", "tenths"), Field("diamond", "tenths")),
    "explain": (PUZZLE, LEVEL, RATING, Field("steps", "json")),
    "make": (PUZZLE,),
    "canonical": (PUZZLE, Field("canonical")),
    "convert": (PUZZLE,),
}
"""The fields of each kind of batch, in order."""

Column = Sequence[Any]
Encoder = Callable[[Sequence[Field], Sequence[Column]], bytes]


def text(fields: Sequence[Field], columns: Sequence[Column]) -> bytes:
    """Write one record per line, with tabs between the fields."""
    return _joined("\t", [_shown(*pair) for pair in zip(fields, columns, strict=True)])


def comma(fields: Sequence[Field], columns: Sequence[Column]) -> bytes:
    """Write CSV without the header."""
    shown = [_shown(*pair) for pair in zip(fields, columns, strict=True)]
    if not any(_QUOTED.search("\n".join(column)) for column in shown) and len(shown) > 1:
        return _joined(",", shown)
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(zip(*shown, strict=True))
    return written.getvalue().encode()


def json_lines(fields: Sequence[Field], columns: Sequence[Column]) -> bytes:
    """Write one JSON object per line."""
    shown = [
        [f'"{field.name}": {value}' for value in map(_JSON[field.kind], column)]
        for field, column in zip(fields, columns, strict=True)
    ]
    return "".join(f"{{{', '.join(row)}}}\n" for row in zip(*shown, strict=True)).encode()


def _joined(between: str, shown: Sequence[Sequence[str]]) -> bytes:
    rows = shown[0] if len(shown) == 1 else map(between.join, zip(*shown, strict=True))
    return ("\n".join(rows) + "\n").encode()


def arrow(fields: Sequence[Field], columns: Sequence[Column]) -> bytes:
    """Write an Arrow stream with one batch of records. Parquet files are made from these later."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    layout = schema(fields)
    arrays = [
        pa.array(list(map(_ARROW[field.kind], column)), type=layout.field(field.name).type)
        for field, column in zip(fields, columns, strict=True)
    ]
    with pa.ipc.new_stream(sink, layout) as stream:
        stream.write_batch(pa.record_batch(arrays, schema=layout))
    return bytes(sink.getvalue())


def schema(fields: Sequence[Field]) -> Any:
    """Return the schema for Arrow and Parquet."""
    import pyarrow as pa

    types = {
        "text": pa.string(), "truth": pa.bool_(), "whole": pa.int64(), "tenths": pa.float64(),
        "json": pa.string(),
    }  # fmt: skip
    columns = [pa.field(field.name, types[field.kind], field is not PUZZLE) for field in fields]
    return pa.schema(columns, metadata={"clew.batch": str(VERSION)})


def heading(form: str, fields: Sequence[Field]) -> bytes:
    """Return the text that precedes the first record."""
    return (",".join(field.name for field in fields) + "\n").encode() if form == "csv" else b""


ENCODERS: dict[str, Encoder] = {
    "text": text, "csv": comma, "jsonl": json_lines, "parquet": arrow,
}  # fmt: skip

_QUOTED = re.compile(r"[\",\r]")
_text_as_json = json.JSONEncoder(ensure_ascii=False).encode


def _shown(field: Field, column: Column) -> Sequence[str]:
    if field.kind == "text" and None not in column:
        return column
    return list(map(_PLAIN[field.kind], column))


def _or_empty(show: Callable[[Any], Any], empty: Any = "") -> Callable[[Any], Any]:
    return lambda value: empty if value is None else show(value)


def _one_decimal(tenths: int) -> str:
    return f"{tenths / 10:.1f}"


_PLAIN = {
    "text": _or_empty(str),
    "truth": _or_empty(lambda value: "01"[value]),
    "whole": _or_empty(str),
    "tenths": _or_empty(_one_decimal),
    "json": _or_empty(_text_as_json),
}
_JSON = {
    "text": _or_empty(_text_as_json, "null"),
    "truth": _or_empty(lambda value: "true" if value else "false", "null"),
    "whole": _or_empty(str, "null"),
    "tenths": _or_empty(_one_decimal, "null"),
    "json": _or_empty(_text_as_json, "null"),
}
_ARROW: dict[str, Callable[[Any], Any]] = {
    "text": lambda value: value,
    "truth": _or_empty(bool, None),
    "whole": lambda value: value,
    "tenths": _or_empty(lambda value: value / 10, None),
    "json": _PLAIN["json"],
}


# ------------------------------------------------------------------ Parquet

ROWS = 1 << 17
"""The number of rows in each row group of an output file."""


def write_parquet(spool: str, target: str, fields: Sequence[Field]) -> None:
    """Write a Parquet file from a series of Arrow streams, in row groups of equal size."""
    import pyarrow as pa
    from pyarrow import parquet

    layout = schema(fields)
    with parquet.ParquetWriter(target, layout, compression="zstd") as file:
        waiting: list[Any] = []
        for batch in _arrow_batches(spool):
            waiting.append(batch)
            while sum(map(len, waiting)) >= ROWS:
                table = pa.Table.from_batches(waiting, layout)
                file.write_table(table.slice(0, ROWS), ROWS)
                waiting = table.slice(ROWS).to_batches()
        if waiting:
            file.write_table(pa.Table.from_batches(waiting, layout), ROWS)


def _arrow_batches(spool: str) -> Iterator[Any]:
    """Yield the batches of all streams in the file."""
    import pyarrow as pa

    size = os.path.getsize(spool)
    with pa.OSFile(spool, "rb") as file:
        while file.tell() < size:
            with pa.ipc.open_stream(file) as stream:
                yield from stream
