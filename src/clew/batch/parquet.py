"""Parquet: a column of puzzles read batch by batch, and records written at the end of a batch."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import IO, Any

from clew.batch.forms import Field, schema
from clew.batch.input import LINE, InputMark, InputPart, Parts, PartSize, column_of

ROWS = 1 << 17
"""Rows in a group of a file that is written."""


def parts(
    name: str, raw: IO[bytes], sizes: PartSize, column: str | None, start: InputMark
) -> Parts:
    """Rows as lines of JSON: a puzzle in a row may hold what a line cannot."""
    import pyarrow
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(raw)
    except pyarrow.ArrowInvalid as error:
        raise ValueError(f"{name}: found no Parquet: {error}") from None
    names = file.schema_arrow.names
    chosen = names[column_of(name, names, column)]
    row = 0
    for batch in file.iter_batches(_rows(file, chosen, sizes), columns=[chosen]):
        values = batch.column(0).to_pylist()
        row += len(values)
        if row > start.offset:
            data = "".join(f"{json.dumps(value)}\n" for value in values).encode()
            yield InputPart(name, "jsonl", data), InputMark(0, row)


def _rows(file: Any, column: str, sizes: PartSize) -> int:
    """How many rows make a part, by the first puzzle."""
    first = next(file.iter_batches(1, columns=[column]), None)
    sample = str(first.column(0)[0].as_py()).encode() if first is not None else b""
    return max(1, sizes.of(sample) // LINE)


def write(spool: str, target: str, fields: Sequence[Field]) -> None:
    """A Parquet file from a row of Arrow streams, in groups of the same size."""
    import pyarrow as pa
    from pyarrow import parquet

    layout = schema(fields)
    with parquet.ParquetWriter(target, layout, compression="zstd") as file:
        waiting: list[Any] = []
        for batch in _batches(spool):
            waiting.append(batch)
            while sum(map(len, waiting)) >= ROWS:
                table = pa.Table.from_batches(waiting, layout)
                file.write_table(table.slice(0, ROWS), ROWS)
                waiting = table.slice(ROWS).to_batches()
        if waiting:
            file.write_table(pa.Table.from_batches(waiting, layout), ROWS)


def _batches(spool: str) -> Iterator[Any]:
    """The batches of all streams in the file, one after the other."""
    import pyarrow as pa

    size = os.path.getsize(spool)
    with pa.OSFile(spool, "rb") as file:
        while file.tell() < size:
            with pa.ipc.open_stream(file) as stream:
                yield from stream
