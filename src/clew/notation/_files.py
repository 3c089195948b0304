"""Where a text comes from and where it goes: files read with care, and written whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import IO
from uuid import uuid4

LARGEST = 64_000_000
"""The most bytes that are read from one file."""
LONGEST_NAME = 4096


def named_file(source: str | os.PathLike[str]) -> Path | None:
    """The file the source names; None if it is a text."""
    if not isinstance(source, str):
        return Path(source)
    if "\n" in source or not 0 < len(source) <= LONGEST_NAME:
        return None
    try:
        return Path(source) if Path(source).exists() else None
    except (OSError, ValueError):
        return None


def load(word: str | os.PathLike[str]) -> str:
    """The text of a file, or of the standard input for `-`, in UTF-8.

    ValueError or OSError that begins with its name if it is not a text, or too long for one.
    """
    if word == "-":
        return _text("standard input", sys.stdin.buffer)
    path = Path(word)
    try:
        if path.is_dir():
            raise ValueError(f"{path}: found a directory, expected a file")
        size = path.stat().st_size
        if size > LARGEST:
            raise ValueError(_too_large(str(path), f"a file of {size:,} bytes"))
        with path.open("rb") as file:
            return _text(str(path), file)
    except OSError as error:
        raise type(error)(f"{path}: {error.strerror or error}") from None


def save(word: str | os.PathLike[str], text: str | bytes) -> None:
    """Write a file whole or not at all."""
    with saving(word) as file:
        file.buffer.write(text.encode() if isinstance(text, str) else text)


@contextmanager
def saving(word: str | os.PathLike[str]) -> Iterator[TextIOWrapper]:
    """A file to write to, whole or not at all: beside its place first, moved there at the end.

    A link is followed; a pipe or a device cannot be replaced, so it is written to as it is.
    OSError carries the name that was given.
    """
    target = Path(word).resolve()
    beside = target.with_name(f".{uuid4().hex}.tmp")
    replace = not target.exists() or target.is_file()
    try:
        with (beside if replace else target).open("w", encoding="utf-8") as file:
            yield file
        if replace:
            beside.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(word)) from None
    finally:
        with suppress(OSError):
            beside.unlink()


def _text(name: str, file: IO[bytes]) -> str:
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(_too_large(name, f"more than {LARGEST:,} bytes"))
    return _decode(name, data)


def _too_large(name: str, found: str) -> str:
    return f"{name}: found {found}, expected at most {LARGEST:,}"


def _decode(name: str, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
        junk = data.find(b"\0")
    except UnicodeDecodeError as error:
        text, junk = "", error.start
    if junk >= 0:
        raise ValueError(f"{name}: byte {junk + 1} is not text, expected UTF-8")
    return text
