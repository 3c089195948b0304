"""A part of the input of a batch, and a mark between two parts."""

import re
from collections.abc import Sequence
from typing import NamedTuple, Self

try:
    from _blake2 import blake2b as blake2b  # that of hashlib, which loads OpenSSL too: 4 ms
except ImportError:
    from hashlib import blake2b as blake2b

COLUMNS = ("puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "id")
"""The columns that hold the puzzles, unless told: the first of these that is there."""
SAMPLE = 1 << 16
RECIPE = "recipe"
"""The form of a part that is a range of seeds."""
LINE = 82
"""Bytes of a line that is a Sudoku of order 9."""
NINE = re.compile(rb"(?<![0-9.])[0-9.]{81}(?![0-9.])")


class Part(NamedTuple):
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

    def loaded(self) -> Self:
        """The part with its data."""
        if self.span is None:
            return self
        offset, size = self.span
        data = bytearray(size)
        with open(self.source, "rb", buffering=0) as file:
            file.seek(offset)
            del data[file.readinto(data) :]
        return self._replace(data=data, span=None)


class Mark(NamedTuple):
    """A place in the input, between two parts."""

    source: int = 0
    offset: int = 0
    """Bytes of that source when unpacked, or rows of Parquet."""
    read: int = 0
    """Bytes read from all files so far, as they are on the disk."""
    digest: str = ""
    """Of all that a pipe gave so far."""


class Cut(NamedTuple):
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
