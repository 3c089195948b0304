"""A part of the input of a batch, and a mark between two parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

COLUMNS = ("puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "id")
"""The columns that hold the puzzles, unless told: the first of these that is there."""
SAMPLE = 1 << 16
LINE = 82
"""Bytes of a line that is a Sudoku of order 9."""
NINE = re.compile(rb"(?<![0-9.])[0-9.]{81}(?![0-9.])")


@dataclass(frozen=True)
class Part:
    """Some lines of the input. How many they are, only the work on it finds out."""

    source: str
    form: str
    data: bytes | bytearray
    column: int = 0
    """Where the puzzle stands in a line of CSV."""
    overlong: bool = False
    """Whether it is the beginning of one line that is too long."""
    span: tuple[int, int] | None = None
    """Where in the file its data is, if a worker on this machine is to read it."""

    def loaded(self) -> Part:
        """The part with its data."""
        if self.span is None:
            return self
        offset, size = self.span
        data = bytearray(size)
        with Path(self.source).open("rb", buffering=0) as file:
            file.seek(offset)
            del data[file.readinto(data) :]
        return replace(self, data=data, span=None)


@dataclass(frozen=True)
class Mark:
    """A place in the input, between two parts."""

    source: int = 0
    offset: int = 0
    """Bytes of that source when unpacked, or rows of Parquet."""
    read: int = 0
    """Bytes read from all files so far, as they are on the disk."""
    digest: str = ""
    """Of all that a pipe gave so far."""


@dataclass(frozen=True)
class Cut:
    """How large parts are, in bytes: where lines are Sudokus of order 9, and where they are not."""

    nine: int
    other: int

    def size(self, sample: bytes) -> int:
        return self.nine if NINE.search(sample) else self.other


def column_of(where: str, names: Sequence[str], wanted: str | None) -> int:
    """Which column holds the puzzles; ValueError if that is not clear."""
    plain = [name.strip().lower() for name in names]
    for name in (wanted.lower(),) if wanted else COLUMNS:
        if name in plain:
            return plain.index(name)
    expected = wanted or f"one of {', '.join(COLUMNS)}, or a column named by --column"
    raise ValueError(f"{where}: found the columns {', '.join(names)[:80]}, expected {expected}")
