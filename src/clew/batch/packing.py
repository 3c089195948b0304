"""Files as a batch reads and writes them: their form and their compression, by name or as told."""

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import IO, Any, NamedTuple, cast

FORMS = {
    ".txt": "text", ".sdm": "text", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl",
    ".parquet": "parquet", ".pq": "parquet",
}  # fmt: skip
PACKINGS = {".gz": "gzip", ".zst": "zstd"}
PIPE = "-"


class Needs(ValueError):
    """A library is missing; it says which extra has it."""


class Form(NamedTuple):
    """How the records of a file are written, and how it is compressed, if it is."""

    name: str
    packing: str = ""


TEXT = Form("text")


def form_of(path: str, told: str | None = None) -> Form:
    """By the ending of the name, as in `.csv.gz`; or as told, `csv.gz` or `csv`."""
    if told is not None:
        return _told(told)
    endings = [f".{word.lower()}" for word in os.path.basename(path).lstrip(".").split(".")[1:]]
    packing = PACKINGS.get(endings.pop(), "") if endings and endings[-1] in PACKINGS else ""
    return _possible(Form(FORMS.get(endings[-1] if endings else "", "text"), packing), path)


def _told(word: str) -> Form:
    name, _, packing = word.partition(".")
    names, packings = sorted(set(FORMS.values())), {"": "", "gz": "gzip", "zst": "zstd"}
    name = "text" if name == "txt" else name
    if name not in names or packing not in packings:
        raise ValueError(
            f"form: found {word!r}, expected {', '.join(names)}, and .gz or .zst after it"
        )
    return _possible(Form(name, packings[packing]), word)


def _possible(form: Form, where: str) -> Form:
    if form.name == "parquet":
        if form.packing:
            raise ValueError(f"{where}: found Parquet within {form.packing}, expected it plain")
        _pyarrow(where)
    if form.packing == "zstd":
        _zstandard(where)
    return form


def _pyarrow(where: str) -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise Needs(f"{where}: Parquet needs pyarrow: install clew[parquet]") from None
    return pyarrow.parquet


def _zstandard(where: str) -> Any:
    try:
        import zstandard
    except ImportError:
        raise Needs(f"{where}: .zst needs zstandard: install clew[zstd]") from None
    return zstandard


def packed(data: bytes | bytearray, packing: str) -> bytes | bytearray:
    """The data compressed as a whole of its own: such wholes, put together, are one file."""
    return _PACK[packing](data) if data and packing else data


def _packed_by_gzip(data: bytes | bytearray) -> bytes:
    import gzip

    return gzip.compress(data, 6, mtime=0)


def _packed_by_zstd(data: bytes | bytearray) -> bytes:
    found: bytes = _zstandard("").ZstdCompressor(level=3).compress(data)
    return found


_PACK: dict[str, Callable[[bytes | bytearray], bytes]] = {
    "gzip": _packed_by_gzip,
    "zstd": _packed_by_zstd,
}


def unpacked(raw: IO[bytes], packing: str, stack: ExitStack) -> IO[bytes]:
    """What is read from a file that is compressed so; also one of several wholes in a row."""
    if packing == "gzip":
        import gzip

        file: Any = stack.enter_context(gzip.GzipFile(fileobj=raw))
        return cast(IO[bytes], file)
    if packing == "zstd":
        reader = _zstandard("").ZstdDecompressor().stream_reader(raw, read_across_frames=True)
        found: IO[bytes] = stack.enter_context(reader)
        return found
    return raw


def opened(path: str, stack: ExitStack) -> IO[bytes]:
    """The bytes of a file, or of the standard input."""
    return sys.stdin.buffer if path == PIPE else stack.enter_context(open(path, "rb"))
