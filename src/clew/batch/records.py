"""What a batch writes: records with named fields, as text, CSV, JSON lines or Arrow for Parquet."""

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

VERSION = 1
"""Of the fields below: it is kept in a Parquet file under the key `clew.batch`."""


class Field(NamedTuple):
    """A column: its name, and what is in it. Only `puzzle` is never empty."""

    name: str
    kind: str
    """text, truth, whole, tenths, or json: a list of objects."""


PUZZLE = Field("puzzle", "text")
FIELDS = {
    "solve": (PUZZLE, Field("solution", "text")),
    "unique": (PUZZLE, Field("unique", "truth")),
    "count": (PUZZLE, Field("count", "whole")),
    "rate": (
        PUZZLE,
        Field("level", "text"),
        Field("rating", "tenths"),
        Field("pearl", "tenths"),
        Field("diamond", "tenths"),
    ),
    "explain": (
        PUZZLE,
        Field("level", "text"),
        Field("rating", "tenths"),
        Field("steps", "json"),
    ),
    "make": (PUZZLE,),
    "canonical": (PUZZLE, Field("canonical", "text")),
    "convert": (PUZZLE,),
}
"""The fields of each kind of batch, in their order."""

Column = Sequence[Any]
Encoder = Callable[[Sequence[Field], Sequence[Column]], bytes]


def text(fields: Sequence[Field], columns: Sequence[Column]) -> bytes:
    """One record a line, with a tab between two fields."""
    return _joined("\t", [_shown(*pair) for pair in zip(fields, columns, strict=True)])


def comma(fields: Sequence[Field], columns: Sequence[Column]) -> bytes:
    """CSV, without its first line."""
    shown = [_shown(*pair) for pair in zip(fields, columns, strict=True)]
    if not any(_QUOTED.search("\n".join(column)) for column in shown) and len(shown) > 1:
        return _joined(",", shown)
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(zip(*shown, strict=True))
    return written.getvalue().encode()


def json_lines(fields: Sequence[Field], columns: Sequence[Column]) -> bytes:
    """One JSON object a line."""
    shown = [
        [f'"{field.name}": {value}' for value in map(_JSON[field.kind], column)]
        for field, column in zip(fields, columns, strict=True)
    ]
    return "".join(f"{{{', '.join(row)}}}\n" for row in zip(*shown, strict=True)).encode()


def _joined(between: str, shown: Sequence[Sequence[str]]) -> bytes:
    rows = shown[0] if len(shown) == 1 else map(between.join, zip(*shown, strict=True))
    return ("\n".join(rows) + "\n").encode()


def arrow(fields: Sequence[Field], columns: Sequence[Column]) -> bytes:
    """A stream of Arrow with one batch of records: what a Parquet file is made from in the end."""
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
    """The schema of Arrow and Parquet."""
    import pyarrow as pa

    types = {
        "text": pa.string(), "truth": pa.bool_(), "whole": pa.int64(), "tenths": pa.float64(),
        "json": pa.string(),
    }  # fmt: skip
    columns = [pa.field(field.name, types[field.kind], field is not PUZZLE) for field in fields]
    return pa.schema(columns, metadata={"clew.batch": str(VERSION)})


def heading(form: str, fields: Sequence[Field]) -> bytes:
    """What stands before the first record."""
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


def _or_empty(show: Callable[[Any], str], empty: str = "") -> Callable[[Any], str]:
    return lambda value: empty if value is None else show(value)


def _itself(value: Any) -> Any:
    return value


_PLAIN = {
    "text": _or_empty(str),
    "truth": _or_empty(lambda value: "01"[value]),
    "whole": _or_empty(str),
    "tenths": _or_empty(lambda value: f"{value / 10:.1f}"),
    "json": _or_empty(_text_as_json),
}
_JSON = {
    "text": _or_empty(_text_as_json, "null"),
    "truth": _or_empty(lambda value: "true" if value else "false", "null"),
    "whole": _or_empty(str, "null"),
    "tenths": _or_empty(_PLAIN["tenths"], "null"),
    "json": _or_empty(_text_as_json, "null"),
}
_ARROW: dict[str, Callable[[Any], Any]] = {
    "text": _itself,
    "truth": lambda value: None if value is None else bool(value),
    "whole": _itself,
    "tenths": lambda value: None if value is None else value / 10,
    "json": _PLAIN["json"],
}
